//! Limits of a search, and counts that may be incomplete.

use std::fmt;

/// The limits of a search. Without limits it runs until all covers are found.
///
/// ```
/// use quadrille::{Count, Limits, sudoku::Grid};
/// let limits = Limits::none().covers(1000);
/// assert_eq!(Grid::EMPTY.solutions().limited(limits).count_all(), Count::AtLeast(1000));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub(crate) covers: u64,
    pub(crate) nodes: u64,
}

impl Limits {
    /// Returns limits that never stop a search.
    #[must_use]
    pub const fn none() -> Self {
        Self { covers: u64::MAX, nodes: u64::MAX }
    }

    /// Adds a limit: the search stops after this many covers. It is then unknown if there are more.
    #[must_use]
    pub const fn covers(self, covers: u64) -> Self {
        Self { covers, ..self }
    }

    /// Adds a limit: the search stops after this many nodes of the search tree.
    #[must_use]
    pub const fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}

/// A number of covers: a `u64` if they were found one by one, a big integer if they were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count<N = u64> {
    /// The exact number. The search was exhausted.
    Exactly(N),
    /// The number found before a limit was reached. There may be more covers.
    AtLeast(N),
}

impl<N> Count<N> {
    /// Returns the number of covers found.
    #[must_use]
    pub fn found(self) -> N {
        match self {
            Self::Exactly(count) | Self::AtLeast(count) => count,
        }
    }

    /// True if the number is exact.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        matches!(self, Self::Exactly(_))
    }

    /// Applies a function to the number.
    pub fn map<M>(self, number: impl FnOnce(N) -> M) -> Count<M> {
        match self {
            Self::Exactly(count) => Count::Exactly(number(count)),
            Self::AtLeast(count) => Count::AtLeast(number(count)),
        }
    }
}

/// Formats the number, with a `+` after it if there may be more covers.
impl<N: fmt::Display> fmt::Display for Count<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(count) => write!(f, "{count}"),
            Self::AtLeast(count) => write!(f, "{count}+"),
        }
    }
}
