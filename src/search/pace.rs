//! The size of the slices of a search.

use std::time::Duration;

/// The number of nodes in the next slice of a search, adjusted to the time that slices take.
///
/// The parameter is the target time of a slice. The first slice is small, because a node of a very
/// large problem can take a long time. The size is capped. Without the cap, a slice could take
/// seconds when nodes suddenly become slower.
///
/// ```
/// use std::time::Duration;
/// use quadrille::search::Pace;
/// let mut pace: Pace = Pace::begin();
/// pace.adapt(Duration::from_micros(900));
/// assert_eq!(pace.nodes(), 128);
/// pace.adapt(Duration::from_millis(3));
/// assert_eq!(pace.nodes(), 128);
/// pace.adapt(Duration::from_millis(8));
/// assert_eq!(pace.nodes(), 32);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pace<const MILLISECONDS: u64 = 2> {
    nodes: u64,
}

/// The number of nodes in a slice of fixed size. Such slices are the same in every run. They also
/// work without a clock, as in a web page.
pub const SLICE: u64 = 1_000;

impl<const MILLISECONDS: u64> Pace<MILLISECONDS> {
    const FIRST: u64 = 64;
    const MOST: u64 = 1 << 16;

    /// The target time of a slice.
    pub const TIME: Duration = Duration::from_millis(MILLISECONDS);

    /// Returns the pace of a new search.
    #[inline]
    pub const fn begin() -> Self {
        Self { nodes: Self::FIRST }
    }

    /// Returns the number of nodes in the next slice, at least 1.
    #[inline]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adjusts the size of the slices to the time of the last one. If the last slice took more than
    /// twice the target time, the size shrinks in proportion. If it took less than half the target
    /// time, the size doubles, up to the cap.
    #[inline]
    pub fn adapt(&mut self, time: Duration) {
        if time > Self::TIME * 2 {
            let part = Self::TIME.as_secs_f64() / time.as_secs_f64();
            self.nodes = ((self.nodes as f64 * part) as u64).max(1);
        } else if time < Self::TIME / 2 {
            self.nodes = (self.nodes * 2).min(Self::MOST);
        }
    }
}
