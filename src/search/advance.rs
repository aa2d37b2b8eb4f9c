//! The contract of searches that run in slices.

use super::{Stats, Step};
use crate::count::Count;

/// A search that runs in slices, with partial results available at any time. Its result may be
/// covers one by one, their number, a diagram of them, the cheapest covers, or symmetries.
///
/// Like `Read` and `Write` of the standard library, the trait is named after its operation.
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
    /// Continues the search for at most about `nodes` nodes. A search that finds covers one by one
    /// also stops at each cover. Returns [`Step::Paused`] if `nodes` or a limit stopped it, and
    /// [`Step::Exhausted`] at the end. After a limit, [`is_cut_short`](Self::is_cut_short) is true.
    fn advance(&mut self, nodes: u64) -> Step;

    /// Returns the work done since the start.
    fn stats(&self) -> Stats;

    /// Returns the number of covers found so far, exact if the search is complete. A search that
    /// does not count covers, such as one for a diagram or for symmetries, returns "at least 0".
    fn count_so_far(&self) -> Count {
        Count::at_least(0)
    }

    /// Returns the fraction of the work that remains, if known. Can take as long as
    /// [`Engine::remaining`](super::Engine::remaining).
    fn open(&self) -> Option<f64> {
        None
    }

    /// True if a limit ended the last step. The rest of the search is then unknown.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// True if the system refused memory for a cache. The search can then take longer.
    fn lacks_memory(&self) -> bool {
        false
    }
}

/// Implements the trait. Calls the search's own methods of the same names, converts their results,
/// and adds the given functions.
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
