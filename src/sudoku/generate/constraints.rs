//! Generated puzzles, the results of attempts, and constraints that cannot be met.

use std::error::Error;
use std::fmt;

use super::Symmetry;
use crate::counted::Cells;
use crate::sudoku::logic::Level;
use crate::sudoku::{Grid, House};

/// A generated puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle, which has one solution.
    pub puzzle: Grid,
    /// The solution.
    pub solution: Grid,
}

/// The result of one attempt to make a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// A puzzle that meets all constraints.
    Made(Generated),
    /// A puzzle with a number of clues outside the range.
    Clues(usize),
    /// A puzzle with a clue that is not needed.
    Redundant,
    /// Clues in the cells of the pattern that leave several solutions.
    Several,
    /// A puzzle of a level outside the range.
    Level(Level),
}

/// The report of a generator that gave up. It displays as a sentence with the constraints that
/// failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GaveUp {
    /// The number of attempts.
    pub attempts: u64,
    /// The number of attempts with a number of clues outside the range.
    pub clues: u64,
    /// The minimum and the maximum number of clues in these attempts.
    pub range: Option<(usize, usize)>,
    /// The number of attempts with a clue that is not needed.
    pub redundant: u64,
    /// The number of attempts with clues that leave several solutions.
    pub several: u64,
    /// The number of attempts with a puzzle of a level outside the range.
    pub level: u64,
}

impl GaveUp {
    pub(super) fn add(&mut self, attempt: &Attempt) {
        self.attempts += 1;
        match *attempt {
            Attempt::Made(_) => {}
            Attempt::Clues(clues) => {
                let (fewest, most) = self.range.unwrap_or((clues, clues));
                self.range = Some((fewest.min(clues), most.max(clues)));
                self.clues += 1;
            }
            Attempt::Redundant => self.redundant += 1,
            Attempt::Several => self.several += 1,
            Attempt::Level(_) => self.level += 1,
        }
    }
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let attempts = if self.attempts == 1 { "attempt" } else { "attempts" };
        let was = if self.level == 1 { "was" } else { "were" };
        let clues = self.range.map(|(fewest, most)| {
            format!("{} had another number of clues ({fewest} to {most})", self.clues)
        });
        let some = |number: u64, what: &str| (number > 0).then(|| format!("{number} {what}"));
        let reasons = [
            clues,
            some(self.redundant, "had a clue that can be left out"),
            some(self.several, "left several solutions"),
            some(self.level, &format!("{was} of another level")),
        ];
        let reasons: Vec<String> = reasons.into_iter().flatten().collect();
        let colon = if reasons.is_empty() { "" } else { ": " };
        write!(f, "gave up after {} {attempts}{colon}{}", self.attempts, reasons.join(", "))
    }
}

impl Error for GaveUp {}

/// Constraints that no puzzle can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// The range of the number of clues is empty.
    EmptyRange,
    /// The range allows at most 16 clues: no such puzzle has exactly one solution (McGuire,
    /// Tugemann and Civario, "There is no 16-clue Sudoku", 2012).
    FewerThan17,
    /// The range requires more clues than there are cells.
    MoreThan81,
    /// The range requires more clues than the board has cells. Holds the number of cells.
    MoreThanCells(usize),
    /// The range allows too few clues: two symbols without clues can be exchanged in every
    /// solution.
    FewSymbols {
        /// The number of symbols.
        side: usize,
    },
    /// No number of clues in the range is possible with the symmetry.
    Symmetry(Symmetry),
    /// The pattern has fewer than 17 cells.
    SmallPattern(usize),
    /// The pattern has no cell in these two lines of a band or a stack. So they can be exchanged in
    /// every solution.
    EmptyLines(House, House),
    /// No level is in the range.
    NoLevel,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyRange => {
                f.write_str("the range of the number of clues is empty: its lower end comes first")
            }
            Self::FewerThan17 => f.write_str(
                "a puzzle with fewer than 17 clues has several solutions: ask for 17 or more",
            ),
            Self::MoreThan81 => f.write_str("a grid has 81 cells: ask for no more clues"),
            Self::MoreThanCells(cells) => {
                write!(f, "the board has {cells} cells: ask for no more clues")
            }
            Self::FewSymbols { side } => write!(
                f,
                "a puzzle with fewer than {} clues has several solutions, as two symbols can be exchanged: ask for more",
                side - 1
            ),
            Self::Symmetry(symmetry) => write!(
                f,
                "with the symmetry {symmetry} the number of clues is a multiple of 4, or one more: widen the range"
            ),
            Self::SmallPattern(cells) => write!(
                f,
                "the pattern has {}, and a puzzle with fewer than 17 clues has several solutions: add cells",
                Cells(*cells)
            ),
            Self::EmptyLines(first, second) => write!(
                f,
                "the pattern has no cell in {first} and {second}, which can be exchanged in every solution: add a cell there"
            ),
            Self::NoLevel => {
                f.write_str("the range of the levels is empty: its easier end comes first")
            }
        }
    }
}

impl Error for Impossible {}
