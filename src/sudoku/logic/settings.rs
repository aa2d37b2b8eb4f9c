//! What may be taken for granted, and how far to look.

/// What an explanation may take for granted, and how far it looks.
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
    /// Nothing is claimed, and chains have up to [`Settings::LONGEST_CHAIN`] candidates.
    fn default() -> Self {
        Self { unique: false, longest_chain: Self::LONGEST_CHAIN }
    }
}

impl Settings {
    /// How many candidates a chain has at most, unless another number is set.
    pub const LONGEST_CHAIN: usize = 16;

    /// Whether the puzzle is known to have just one solution, so that this may be used in the reasoning. If it is claimed
    /// and not true, a deduction may be wrong.
    #[must_use]
    pub const fn claim_unique(self, unique: bool) -> Self {
        Self { unique, ..self }
    }

    /// How many candidates a chain may have. One of fewer than four tells nothing that simpler techniques do not, and is
    /// not looked for.
    #[must_use]
    pub const fn longest_chain(self, candidates: usize) -> Self {
        Self { longest_chain: candidates, ..self }
    }

    /// Whether it is claimed that there is just one solution.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        self.unique
    }

    pub(super) const fn chain_bound(&self) -> usize {
        self.longest_chain
    }
}
