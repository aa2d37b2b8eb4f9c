//! Whether there is just one solution.

use crate::problem::Cover;
use crate::search::Engine;

use super::Solutions;

/// How many solutions there are, as far as it matters to someone who wants exactly one, with the
/// solutions as witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uniqueness<T> {
    /// There is no solution.
    None,
    /// There is one.
    One(T),
    /// There are at least these two.
    Several(T, T),
    /// A limit ended the search before it was decided; holds the one solution found so far, if any.
    Undecided(Option<T>),
}

impl<T> Uniqueness<T> {
    /// The only solution.
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

    /// The same answer with each solution turned into something else.
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
    /// Whether there is no cover left, one, or more; stops at the second. On a fresh iterator that
    /// is whether the problem has a unique cover.
    pub fn uniqueness(&mut self) -> Uniqueness<Cover> {
        match (self.next(), self.next()) {
            (Some(first), Some(second)) => Uniqueness::Several(first, second),
            (first, _) if !self.is_exhausted() => Uniqueness::Undecided(first),
            (Some(first), None) => Uniqueness::One(first),
            (None, _) => Uniqueness::None,
        }
    }
}
