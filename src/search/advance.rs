//! The contract of searches that run in slices.

use super::{Stats, Step};
use crate::count::Count;

/// A search that runs in slices and tells at any time what it has found, whatever it searches for:
/// covers one by one, their number, a diagram of them, the cheapest, symmetries.
///
/// As `Read` and `Write` of the standard library, it has the name of what can be done with it.
///
/// ```
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// use quadrille::search::{Advance, Step};
/// use quadrille::{Cheapest, Problem};
/// fn finish(mut search: impl Advance) -> String {
///     while search.advance(1_000) != Step::Exhausted && !search.is_cut_short() {}
///     format!("{} found in {} nodes", search.count_so_far(), search.stats().nodes)
/// }
/// let queens = Queens::new(8)?;
/// let problem: &Problem = queens.problem();
/// assert!(finish(problem.solutions()).starts_with("92 found"));
/// assert!(finish(Cheapest::new(problem, 1)).starts_with("1 found"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Advance {
    /// Searches on for about `nodes` nodes at most, and returns at each cover found, if covers are
    /// found one by one. [`Step::Paused`] means that these nodes or a limit have stopped it, and
    /// [`is_cut_short`](Self::is_cut_short) is true if a limit did. At the end it is
    /// [`Step::Exhausted`].
    fn advance(&mut self, nodes: u64) -> Step;

    /// Returns the work done since the start.
    fn stats(&self) -> Stats;

    /// Returns the number of covers found so far, exact if it is known that there are no more. It
    /// is at least 0 in a search that finds none before its end.
    fn count_so_far(&self) -> Count {
        Count::at_least(0)
    }

    /// Returns the fraction of the work that is open, if it is known. Takes as long as
    /// [`Engine::remaining`](super::Engine::remaining).
    fn open(&self) -> Option<f64> {
        None
    }

    /// True if a limit has ended the last step, so that the rest of the search is unknown.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// True if the system has refused memory for a cache, so that the search takes longer.
    fn lacks_memory(&self) -> bool {
        false
    }
}

/// Implements the contract with the methods of the same names, whose results may be converted, and
/// with the functions given.
macro_rules! advance_by_methods {
    (
        $(impl [$($generics:tt)*])? for $search:ty: $($method:ident -> $result:ty),*
        $(; $($function:item)*)?
    ) => {
        impl $(<$($generics)*>)? crate::search::Advance for $search {
            fn advance(&mut self, nodes: u64) -> crate::search::Step {
                self.advance(nodes)
            }

            $(fn $method(&self) -> $result {
                self.$method().into()
            })*

            $($($function)*)?
        }
    };
}

pub(crate) use advance_by_methods;
