//! The state of a search, whichever it is.

use std::fmt::Display;

use super::{Cheapest, Count, Solutions};
use crate::search::{Engine, Stats};

/// A search that can be asked at any time how far it is: [`Solutions`], [`Cheapest`], and with
/// the feature `bigint` the counter of covers; also those of [`sudoku`](crate::sudoku).
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
    /// A number of what is searched for.
    type Number: Display;

    /// The number of covers found up to now; exact if it is known that these are all.
    fn count_so_far(&self) -> Count<Self::Number>;

    /// True if a limit has ended the last step, so that what is beyond it is not known.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// The work done since the start.
    fn stats(&self) -> Stats;

    /// The share of the search tree that is open, if it is known. Takes as long as
    /// [`Engine::remaining`].
    fn open(&self) -> Option<f64> {
        None
    }
}

impl<S: SearchState + ?Sized> SearchState for &mut S {
    type Number = S::Number;

    fn count_so_far(&self) -> Count<S::Number> {
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

/// Implements the trait by the methods of the same names.
macro_rules! by_methods {
    ($($search:ty),*) => {$(
        impl<E: Engine> SearchState for $search {
            type Number = u64;

            fn count_so_far(&self) -> Count {
                self.count_so_far()
            }

            fn is_cut_short(&self) -> bool {
                self.is_cut_short()
            }

            fn stats(&self) -> Stats {
                self.stats()
            }

            fn open(&self) -> Option<f64> {
                Some(self.open())
            }
        }
    )*};
}

by_methods!(Solutions<E>);

/// The covers that it keeps count.
impl SearchState for Cheapest {
    type Number = u64;

    fn count_so_far(&self) -> Count {
        let found = self.found() as u64;
        if self.is_exhausted() { Count::Exactly(found) } else { Count::AtLeast(found) }
    }

    fn stats(&self) -> Stats {
        self.stats()
    }
}

#[cfg(feature = "bigint")]
impl SearchState for super::Counter<'_> {
    type Number = num_bigint::BigUint;

    fn count_so_far(&self) -> Count<num_bigint::BigUint> {
        self.count_so_far()
    }

    fn stats(&self) -> Stats {
        self.stats()
    }
}
