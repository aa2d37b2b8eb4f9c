//! The state of any search.

use super::{Cheapest, Solutions};
use crate::count::Count;
use crate::search::{Engine, Stats};

/// A search that reports its progress at any time. Implemented by [`Solutions`], [`Cheapest`], by
/// the counter of covers with the feature `bigint`, and by the searches of
/// [`sudoku`](crate::sudoku).
///
/// ```
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// use quadrille::solve::{Cheapest, SearchState};
/// fn report(search: &impl SearchState) -> String {
///     format!("{} found in {} nodes", search.count_so_far(), search.stats().nodes)
/// }
/// let queens = Queens::new(4)?;
/// let mut solutions = queens.problem().solutions();
/// assert_eq!(report(&solutions), "0+ found in 0 nodes");
/// while solutions.next_cover().is_some() {}
/// assert!(report(&solutions).starts_with("2 found"));
/// assert_eq!(report(&Cheapest::new(queens.problem(), 1)), "0+ found in 0 nodes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SearchState {
    /// Returns the number of covers found so far, exact if it is known that there are no more.
    fn count_so_far(&self) -> Count;

    /// True if a limit has ended the last step, so that the rest of the search is unknown.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// Returns the work done since the start.
    fn stats(&self) -> Stats;

    /// Returns the fraction of the search tree that is open, if it is known. Takes as long as
    /// [`Engine::remaining`].
    fn open(&self) -> Option<f64> {
        None
    }
}

impl<S: SearchState + ?Sized> SearchState for &mut S {
    fn count_so_far(&self) -> Count {
        (**self).count_so_far()
    }

    fn is_cut_short(&self) -> bool {
        (**self).is_cut_short()
    }

    fn stats(&self) -> Stats {
        (**self).stats()
    }

    fn open(&self) -> Option<f64> {
        (**self).open()
    }
}

/// Implements the trait with the methods of the same names, as far as the type has them: all, or
/// all but `open`.
macro_rules! by_methods {
    ($search:ty $(, <$engine:ident: $bound:path $(, $more:path)?>)? $(; $open:ident)?) => {
        impl$(<$engine: $bound $(+ $more)?>)? $crate::solve::SearchState for $search {
            fn count_so_far(&self) -> $crate::count::Count {
                self.count_so_far()
            }

            fn is_cut_short(&self) -> bool {
                self.is_cut_short()
            }

            fn stats(&self) -> $crate::search::Stats {
                self.stats()
            }

            $(fn open(&self) -> Option<f64> {
                self.$open().into()
            })?
        }
    };
}

pub(crate) use by_methods;

by_methods!(Solutions<E>, <E: Engine>; open);

/// The number of covers is the number of those that the search keeps.
impl SearchState for Cheapest {
    fn count_so_far(&self) -> Count {
        let found = self.found() as u64;
        if self.is_exhausted() { found.into() } else { Count::at_least(found) }
    }

    fn is_cut_short(&self) -> bool {
        self.is_cut_short()
    }

    fn stats(&self) -> Stats {
        self.stats()
    }
}

#[cfg(feature = "bigint")]
by_methods!(super::Counter<'_>; open);

// The number of covers is the number of classes.
#[cfg(feature = "symmetry")]
by_methods!(super::Distinct);
