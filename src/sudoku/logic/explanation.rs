//! The steps of a puzzle, one at a time.

use std::iter::FusedIterator;

use super::{Contradiction, Deduction, Position, Settings, Technique};
use crate::sudoku::{Canonizer, Grid, Map, Puzzle};

/// The end of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every cell has its digit. Unless uniqueness was claimed, this is the only solution.
    Solved,
    /// No technique applies. The number of solutions is unknown.
    Stopped,
    /// Two digits clash, a cell has no candidate left, or a digit has no place left in a house.
    /// Unless uniqueness was claimed, the puzzle has no solution.
    Contradiction(Contradiction),
}

/// The steps that solve a puzzle. Each step is the first one that the simplest applicable technique
/// finds. This iterator computes a step when it is requested. After the last step,
/// [`outcome`](Self::outcome) returns the reason for the end.
///
/// ```
/// use quadrille::sudoku::logic::{Explanation, Outcome, Settings};
/// use quadrille::sudoku::Grid;
/// let mut explanation = Explanation::new(&Grid::EMPTY, Settings::default());
/// assert_eq!(explanation.next(), None);
/// assert_eq!(explanation.outcome(), Some(Outcome::Stopped));
///
/// let puzzle: Grid = format!("12345678.{}9", ".".repeat(71)).parse()?;
/// let mut explanation = Explanation::new(&puzzle, Settings::default());
/// assert_eq!(explanation.next(), None);
/// let Some(Outcome::Contradiction(why)) = explanation.outcome() else { panic!("{explanation:?}") };
/// assert_eq!(why.to_string(), "no digit is left for r1c9");
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explanation {
    position: Position,
    settings: Settings,
    outcome: Option<Outcome>,
    is_begun: bool,
    /// The number of steps of each technique so far.
    pub(super) steps: [u32; Technique::ALL.len()],
    /// In an explanation [as rated](Self::as_rated), the position of the canonical form, in which
    /// the steps are found, and the map from it to the puzzle.
    canonical: Option<Box<(Position, Map)>>,
}

impl Explanation {
    /// Returns an explanation of a puzzle. It begins with the candidates that the clues leave.
    #[must_use]
    pub fn new(puzzle: &Grid, settings: Settings) -> Self {
        Self::of(&Puzzle::from(*puzzle), settings)
    }

    /// Returns the explanation with the steps that [`Rating::of`](super::Rating::of) counts. They
    /// are the steps of the canonical form, expressed in the cells and digits of the puzzle.
    /// Equivalent puzzles have the same number of steps of each technique. The steps come in the
    /// order of the canonical form, so they are harder to follow than those of [`new`](Self::new).
    ///
    /// ```
    /// use quadrille::sudoku::logic::{Explanation, Outcome, Rating, Settings};
    /// let puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// let mut explanation = Explanation::as_rated(&puzzle, Settings::default());
    /// let score: u32 = explanation.by_ref().map(|step| step.technique.weight()).sum();
    /// assert_eq!(explanation.outcome(), Some(Outcome::Solved));
    /// assert_eq!(score, Rating::of(&puzzle, Settings::default()).score());
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub fn as_rated(puzzle: &Grid, settings: Settings) -> Self {
        let canonical = Canonizer::new().canonical(puzzle);
        let position = Position::of(&canonical.grid.into());
        Self {
            canonical: Some(Box::new((position, canonical.map.inverse()))),
            ..Self::new(puzzle, settings)
        }
    }

    /// Returns an explanation of a puzzle, which may be a Sukaku. The explanation of a Sukaku
    /// begins with the candidates that it lists.
    #[must_use]
    pub fn of(puzzle: &Puzzle, settings: Settings) -> Self {
        Self::from_position(Position::of(puzzle), settings)
    }

    /// Returns an explanation that continues from a position. Candidates missing there are taken to
    /// be false. Those that the placed digits exclude must be missing, as after
    /// [`Position::eliminate_clues`].
    #[must_use]
    pub fn from_position(position: Position, settings: Settings) -> Self {
        let steps = [0; Technique::ALL.len()];
        Self { position, settings, outcome: None, is_begun: false, steps, canonical: None }
    }

    /// Returns the position after the steps so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the outcome, or `None` while there may be more steps.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the outcome if the position is solved or contradictory.
    fn end(&mut self) -> Option<Outcome> {
        // Only digits that are there from the beginning can clash.
        let contradiction = |position: &Position| match self.is_begun {
            false => position.contradiction(),
            true => position.dead_end(),
        };
        let contradiction = match self.canonical.as_deref() {
            Some((position, back)) => contradiction(position).map(|why| why.mapped(back)),
            None => contradiction(&self.position),
        };
        self.is_begun = true;
        match contradiction {
            Some(contradiction) => Some(Outcome::Contradiction(contradiction)),
            None if self.position.is_full() => Some(Outcome::Solved),
            None => None,
        }
    }
}

impl Iterator for Explanation {
    type Item = Deduction;

    fn next(&mut self) -> Option<Deduction> {
        if self.outcome.is_none() {
            self.outcome = self.end();
        }
        if self.outcome.is_some() {
            return None;
        }
        let find = |position: &Position| {
            Technique::ALL
                .into_iter()
                .find_map(|technique| technique.find(position, &self.settings))
        };
        let step = match self.canonical.as_deref_mut() {
            Some((position, back)) => find(position).map(|step| {
                position.apply(&step);
                step.mapped(back)
            }),
            None => find(&self.position),
        };
        match &step {
            Some(deduction) => {
                self.steps[deduction.technique as usize] += 1;
                self.position.apply(deduction);
            }
            None => self.outcome = Some(Outcome::Stopped),
        }
        step
    }
}

impl FusedIterator for Explanation {}
