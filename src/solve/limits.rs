//! Limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::search::Pace;

/// The limits of a search. Without limits it runs to its end.
///
/// If a limit has ended a search, the results show it: the [`Count`](crate::Count) is not exact,
/// the uniqueness is [`Undecided`](super::Uniqueness::Undecided), and
/// [`Advance::is_cut_short`](crate::search::Advance::is_cut_short) is true.
///
/// ```
/// use quadrille::{Count, Limits, sudoku::Grid};
/// let limits = Limits::none().covers(1000);
/// assert_eq!(Grid::EMPTY.solutions().limited(limits).count_all(), Count::at_least(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    pub(crate) covers: u64,
    pub(crate) nodes: u64,
    until: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Returns limits that never stop a search.
    #[must_use]
    pub const fn none() -> Self {
        Self { covers: u64::MAX, nodes: u64::MAX, until: None, flag: None }
    }

    /// Adds a limit: the search stops after this number of covers. Then it is unknown whether there
    /// are more. `u64::MAX` is no limit.
    #[must_use]
    pub fn covers(self, covers: u64) -> Self {
        Self { covers, ..self }
    }

    /// Adds a limit: the search stops after this number of nodes of the search tree. `u64::MAX` is
    /// no limit.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Adds a limit: the search stops at this time, or a few milliseconds later. The results can
    /// differ from run to run.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use quadrille::Limits;
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// let queens = Queens::new(20)?; // 39 billion solutions
    /// let limits = Limits::none().until(Instant::now() + Duration::from_millis(20));
    /// let mut solutions = queens.problem().solutions().limited(limits);
    /// assert!(!solutions.count_all().is_exact()); // stopped after 20 milliseconds
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn until(self, time: Instant) -> Self {
        Self { until: Some(time), ..self }
    }

    /// Adds a limit: the search stops soon after this flag is set, by another thread or by a signal
    /// handler.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::thread;
    /// use quadrille::{Limits, sudoku::Grid};
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let limits = Limits::none().flag(Arc::clone(&stop));
    /// let search = thread::spawn(|| Grid::EMPTY.solutions().limited(limits).count_all());
    /// stop.store(true, Ordering::Relaxed);
    /// assert!(!search.join().expect("it does not panic").is_exact());
    /// ```
    #[must_use]
    pub fn flag(self, stop: Arc<AtomicBool>) -> Self {
        Self { flag: Some(stop), ..self }
    }

    #[inline]
    pub(crate) fn are_watched(&self) -> bool {
        self.until.is_some() || self.flag.is_some()
    }

    pub(crate) fn are_over(&self) -> bool {
        self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}

/// The checks of the clock and the flag of a search. The search runs in slices between two checks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pace: Pace,
    /// The number of covers since the last check, or `u32::MAX` at the start and after a slice
    /// without a cover, when a check is due.
    unseen: u32,
    /// True if a check has ended the search.
    is_over: bool,
}

impl Watch {
    /// The maximum number of covers between two checks. Finding a cover can take less time than a
    /// check.
    const COVERS: u32 = 16;

    pub(crate) const fn new() -> Self {
        Self { pace: Pace::begin(), unseen: u32::MAX, is_over: false }
    }

    /// True if the time had passed or the flag was set at a check.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Runs a search for up to `nodes` nodes, in slices. `search` enters at most the given number
    /// of nodes, and returns `None` if it has no result yet. Returns `None` if the limits have
    /// ended the search, or after slices of `nodes` nodes in all.
    pub(crate) fn run<R>(
        &mut self,
        limits: &Limits,
        nodes: u64,
        mut search: impl FnMut(u64) -> Option<R>,
    ) -> Option<R> {
        // Without a time limit or a flag there is nothing to check, and slices are not needed.
        if !limits.are_watched() {
            return search(nodes);
        }
        let mut left = nodes;
        loop {
            if self.unseen >= Self::COVERS {
                self.unseen = 0;
                self.is_over |= limits.are_over();
            }
            if self.is_over {
                return None;
            }
            let slice = self.pace.nodes().min(left);
            // Finding a nearby cover takes less time than reading the clock.
            let is_measured = self.unseen == 0 && slice == self.pace.nodes();
            let begun = is_measured.then(Instant::now);
            if let Some(result) = search(slice) {
                self.unseen += 1;
                return Some(result);
            }
            self.unseen = u32::MAX;
            if let Some(begun) = begun {
                self.pace.adapt(begun.elapsed());
            }
            left -= slice;
            if left == 0 {
                return None;
            }
        }
    }
}
