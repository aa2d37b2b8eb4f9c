//! The ratings of a puzzle.

use std::fmt;

use super::solver;
use crate::solve::Uniqueness;
use crate::sudoku::Puzzle;
use crate::sudoku::board::Position;

/// The ratings of a puzzle on the scale of Sudoku Explainer, version 1.2.1.
///
/// `Display` uses the notation of the forums: the three ratings with slashes, `7.2/1.2/1.2`.
///
/// ```
/// use quadrille::sudoku::explainer::ExplainerRating;
/// use quadrille::sudoku::{Grid, Puzzle};
/// let puzzle: Puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
/// let rating = ExplainerRating::of(&puzzle).ok_or("it has one solution")?;
/// assert_eq!((rating.er(), rating.to_string().as_str()), (3.0, "3.0/1.2/1.2"));
/// assert_eq!(ExplainerRating::of(&Grid::EMPTY.into()), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExplainerRating {
    /// ER in tenths.
    er: u16,
    /// EP in tenths.
    ep: u16,
    /// ED in tenths.
    ed: u16,
}

impl ExplainerRating {
    /// Rates a puzzle. Returns `None` if it does not have exactly one solution, or if the steps do
    /// not lead to that solution.
    ///
    /// The rating depends on the order of cells and digits: if there are several easiest steps,
    /// this order decides which is taken. So the ratings of equivalent puzzles may differ by a few
    /// tenths. For a rating that equivalent puzzles share, rate the [canonical
    /// form](crate::sudoku::Grid::canonical).
    ///
    /// A puzzle rated up to 7.0 takes a few tenths of a millisecond, and one up to 9.0 a few
    /// milliseconds to a few tenths of a second. The hardest puzzles known, rated 10.0 and more,
    /// take seconds.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        if !matches!(puzzle.solutions().uniqueness(), Uniqueness::One(_)) {
            return None;
        }
        let mut board = Position::of(puzzle);
        let (mut er, mut ep, mut ed) = (0.0_f64, None, None);
        while !board.is_full() {
            let step = solver::next(&board)?;
            er = er.max(step.difficulty);
            ed = ed.or(Some(er));
            if step.placed.is_some() {
                ep = ep.or(Some(er));
            }
            step.apply(&mut board);
        }
        let [er, ep, ed] =
            [er, ep.unwrap_or(0.0), ed.unwrap_or(0.0)].map(|rating| (rating * 10.0).round() as u16);
        Some(Self { er, ep, ed })
    }

    /// Returns the rating of the hardest step, known as ER; 0 if the grid is full.
    #[must_use]
    pub fn er(self) -> f64 {
        f64::from(self.er) / 10.0
    }

    /// Returns the rating of the hardest step up to the first digit, known as EP. A puzzle with an
    /// EP equal to its ER is called a *pearl*.
    #[must_use]
    pub fn ep(self) -> f64 {
        f64::from(self.ep) / 10.0
    }

    /// Returns the rating of the first step, known as ED. A puzzle with an ED equal to its ER is
    /// called a *diamond*.
    #[must_use]
    pub fn ed(self) -> f64 {
        f64::from(self.ed) / 10.0
    }
}

impl fmt::Display for ExplainerRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}/{:.1}/{:.1}", self.er(), self.ep(), self.ed())
    }
}
