//! The steps of a puzzle, one at a time.

use std::iter::FusedIterator;

use super::{Contradiction, Deduction, Position, Settings, Technique};
use crate::sudoku::{Grid, Puzzle};

/// How an explanation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every cell has its digit. Without a claim of uniqueness the puzzle has this solution and no other.
    Solved,
    /// No technique applies to what is left. That says nothing of how many solutions there are.
    Stopped,
    /// The puzzle has no solution.
    Contradiction(Contradiction),
}

/// The steps that solve a puzzle, each the first that the simplest applicable technique finds. An iterator that works out
/// a step when it is asked for one; once there is none left, [`outcome`](Self::outcome) tells why.
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
}

impl Explanation {
    /// An explanation of a puzzle. It begins with the candidates that the clues leave.
    #[must_use]
    pub fn new(puzzle: &Grid, settings: Settings) -> Self {
        let mut position = Position::new(puzzle);
        position.eliminate_clues();
        Self::from_position(position, settings)
    }

    /// An explanation of a puzzle as it was read, which may be a Sukaku: that begins with the digits that its cells may have.
    #[must_use]
    pub fn of(puzzle: &Puzzle, settings: Settings) -> Self {
        match &puzzle.candidates {
            Some(candidates) => Self::from_position(Position::from_candidates(candidates), settings),
            None => Self::new(&puzzle.grid, settings),
        }
    }

    /// An explanation that goes on from a position. What is removed there is taken to be false.
    #[must_use]
    pub fn from_position(position: Position, settings: Settings) -> Self {
        Self { position, settings, outcome: None, is_begun: false }
    }

    /// The position after the steps so far.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How it ended; `None` as long as there may be another step.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How it stands before the next step: whether it is at its end.
    fn end(&mut self) -> Option<Outcome> {
        // Only digits that are there from the beginning can clash.
        let contradiction = match self.is_begun {
            false => self.position.contradiction(),
            true => self.position.dead_end(),
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
        let step = Technique::ALL.into_iter().find_map(|technique| technique.find(&self.position, &self.settings));
        match &step {
            Some(deduction) => self.position.apply(deduction),
            None => self.outcome = Some(Outcome::Stopped),
        }
        step
    }
}

impl FusedIterator for Explanation {}
