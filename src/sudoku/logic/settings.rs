//! The assumptions and limits of an explanation.

/// The assumptions and limits of an explanation.
///
/// ```
/// use quadrille::sudoku::logic::Settings;
/// let settings = Settings::default().claim_unique(true).longest_chain(8);
/// assert!(settings.is_unique() && !Settings::default().is_unique());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    unique: bool,
    longest_chain: usize,
}

impl Default for Settings {
    /// Assumes nothing, and limits chains to [`Settings::LONGEST_CHAIN`] candidates.
    fn default() -> Self {
        Self { unique: false, longest_chain: Self::LONGEST_CHAIN }
    }
}

impl Settings {
    /// The default limit for the number of candidates in a chain.
    pub const LONGEST_CHAIN: usize = 16;

    /// Sets whether the reasoning may use that the puzzle has exactly one solution. If this is
    /// claimed and wrong, a deduction may be wrong.
    #[must_use]
    pub const fn claim_unique(self, unique: bool) -> Self {
        Self { unique, ..self }
    }

    /// Sets the largest number of candidates in a chain. A chain with fewer than four finds nothing
    /// that simpler techniques do not, so none is looked for.
    #[must_use]
    pub const fn longest_chain(self, candidates: usize) -> Self {
        Self { longest_chain: candidates, ..self }
    }

    /// True if the puzzle is assumed to have exactly one solution.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        self.unique
    }

    pub(super) const fn chain_bound(&self) -> usize {
        self.longest_chain
    }
}
