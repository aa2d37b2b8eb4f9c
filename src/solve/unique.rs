//! The test for a unique solution.

use crate::problem::Cover;
use crate::search::{Advance, Engine};

use super::Solutions;

/// The number of solutions, as none, one or several, with the solutions as witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness<T> {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    One(T),
    /// There are several solutions. Holds two of them.
    Several(T, T),
    /// A limit ended the search before the result was known. Holds the solution found so far, if
    /// any.
    Undecided(Option<T>),
}

impl<T> Uniqueness<T> {
    /// Returns the number of solutions that remain in a search. Stops at the second.
    pub(crate) fn of(search: &mut (impl Iterator<Item = T> + Advance)) -> Self {
        match (search.next(), search.next()) {
            (Some(first), Some(second)) => Self::Several(first, second),
            (first, _) if !search.count_so_far().is_exact() => Self::Undecided(first),
            (Some(first), None) => Self::One(first),
            (None, _) => Self::None,
        }
    }

    /// Returns the only solution, or `None` if there is not exactly one or the result is undecided.
    ///
    /// ```
    /// use quadrille::Uniqueness;
    /// assert_eq!(Uniqueness::One('x').only(), Some('x'));
    /// assert_eq!(Uniqueness::Several('x', 'y').only(), None);
    /// ```
    #[must_use]
    pub fn only(self) -> Option<T> {
        match self {
            Self::One(solution) => Some(solution),
            _ => None,
        }
    }

    /// Applies a function to each solution.
    #[must_use]
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Uniqueness<U> {
        match self {
            Self::None => Uniqueness::None,
            Self::One(solution) => Uniqueness::One(f(solution)),
            Self::Several(first, second) => Uniqueness::Several(f(first), f(second)),
            Self::Undecided(first) => Uniqueness::Undecided(first.map(f)),
        }
    }
}

impl<E: Engine> Solutions<E> {
    /// Determines whether no cover, exactly one, or several remain. Stops at the second cover. On a
    /// new iterator over all covers, this determines whether the problem has a unique cover.
    pub fn uniqueness(&mut self) -> Uniqueness<Cover> {
        Uniqueness::of(self)
    }
}
