//! Where to cut a search short, and how to say that it was.

use std::fmt;

/// How far a search may go. Without limits it runs until all covers are found.
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
    /// No limit at all.
    #[must_use]
    pub const fn none() -> Self {
        Self { covers: u64::MAX, nodes: u64::MAX }
    }

    /// Stop after this many covers. Whether there are more is then not known.
    #[must_use]
    pub const fn covers(self, covers: u64) -> Self {
        Self { covers, ..self }
    }

    /// Stop after this many nodes of the search tree.
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

/// How many covers there are: a `u64` where they were found one by one, and a big number where they
/// were counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count<N = u64> {
    /// So many, and no more: the search was exhausted.
    Exactly(N),
    /// So many were found before a limit was reached. Perhaps there are more.
    AtLeast(N),
}

impl<N> Count<N> {
    /// How many were found.
    #[must_use]
    pub fn found(self) -> N {
        match self {
            Self::Exactly(count) | Self::AtLeast(count) => count,
        }
    }

    /// Whether these are all.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        matches!(self, Self::Exactly(_))
    }

    /// The same with another kind of number.
    pub fn map<M>(self, number: impl FnOnce(N) -> M) -> Count<M> {
        match self {
            Self::Exactly(count) => Count::Exactly(number(count)),
            Self::AtLeast(count) => Count::AtLeast(number(count)),
        }
    }
}

/// The number, with `+` behind it if there may be more.
impl<N: fmt::Display> fmt::Display for Count<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(count) => write!(f, "{count}"),
            Self::AtLeast(count) => write!(f, "{count}+"),
        }
    }
}
