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
    pub(super) longest_chain: usize,
    forcing_chains: bool,
}

impl Default for Settings {
    /// Assumes nothing, limits chains to [`Settings::LONGEST_CHAIN`] candidates, and does not use
    /// forcing chains.
    fn default() -> Self {
        Self { unique: false, longest_chain: Self::LONGEST_CHAIN, forcing_chains: false }
    }
}

impl Settings {
    /// The default maximum number of candidates in a chain.
    pub const LONGEST_CHAIN: usize = 16;

    /// Sets whether the reasoning may assume that the puzzle has exactly one solution. If the
    /// assumption is false, a deduction may be wrong.
    #[must_use]
    pub const fn claim_unique(self, unique: bool) -> Self {
        Self { unique, ..self }
    }

    /// Sets the maximum number of candidates in a chain. A group of places counts as one candidate.
    /// Chains with fewer than four candidates are not used, because simpler techniques remove the
    /// same candidates. Forcing chains may have any number of candidates.
    #[must_use]
    pub const fn longest_chain(self, candidates: usize) -> Self {
        Self { longest_chain: candidates, ..self }
    }

    /// Sets whether [forcing chains](super::Technique::ForcingChains) are used when no other
    /// technique applies. They are the chains with which Sudoku Explainer solves the hardest
    /// puzzles known. A step usually takes a few milliseconds, but can take seconds in these
    /// puzzles. In a position with several solutions the search may take minutes and find nothing.
    ///
    /// ```
    /// use quadrille::sudoku::logic::{Explanation, Outcome, Settings};
    /// let puzzle = ".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41".parse()?;
    /// for (settings, outcome) in [
    ///     (Settings::default(), Outcome::Stopped),
    ///     (Settings::default().forcing_chains(true), Outcome::Solved),
    /// ] {
    ///     let mut explanation = Explanation::new(&puzzle, settings);
    ///     explanation.by_ref().for_each(drop);
    ///     assert_eq!(explanation.outcome(), Some(outcome));
    /// }
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub const fn forcing_chains(self, forcing_chains: bool) -> Self {
        Self { forcing_chains, ..self }
    }

    /// True if the puzzle is assumed to have exactly one solution.
    #[must_use]
    pub const fn is_unique(&self) -> bool {
        self.unique
    }

    /// True if forcing chains are used.
    #[must_use]
    pub const fn has_forcing_chains(&self) -> bool {
        self.forcing_chains
    }
}
