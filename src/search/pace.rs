//! The size of the slices of a search.

use std::time::Duration;

/// The number of nodes in the next slice of a search, which follows the time that slices take.
///
/// The parameters are the target time of a slice, and the number of nodes of the first slice and of
/// the largest. They are part of the type, because a search is often shorter than a copy of them.
///
/// ```
/// use std::time::Duration;
/// use quadrille::search::Pace;
/// let mut pace = Pace::<2, 64, 100>::begin();
/// pace.adapt(Duration::from_micros(900));
/// assert_eq!(pace.nodes(), 100);
/// pace.adapt(Duration::from_millis(3));
/// assert_eq!(pace.nodes(), 100);
/// pace.adapt(Duration::from_millis(5));
/// assert_eq!(pace.nodes(), 40);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pace<const MILLISECONDS: u64, const FIRST: u64, const MOST: u64> {
    nodes: u64,
}

impl<const MILLISECONDS: u64, const FIRST: u64, const MOST: u64> Pace<MILLISECONDS, FIRST, MOST> {
    const TIME: Duration = Duration::from_millis(MILLISECONDS);

    /// Returns the pace of a search that begins.
    #[inline]
    pub const fn begin() -> Self {
        Self { nodes: FIRST }
    }

    /// Returns the number of nodes in the next slice, at least 1.
    #[inline]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Makes the slices as much smaller as one was too long, if it has taken more than twice the
    /// target time, and doubles them if it has taken less than half of it.
    #[inline]
    pub fn adapt(&mut self, time: Duration) {
        if time > Self::TIME * 2 {
            let part = Self::TIME.as_secs_f64() / time.as_secs_f64();
            self.nodes = ((self.nodes as f64 * part) as u64).max(1);
        } else if time < Self::TIME / 2 {
            self.nodes = (self.nodes * 2).min(MOST);
        }
    }
}
