//! What the solvers have in common.

use std::time::Duration;

use quadrille::sudoku::{self, Grid};

/// A solver of Sudokus that takes part in the comparison.
pub trait Contestant {
    /// Its name in the table.
    fn name(&self) -> &str;

    /// How many solutions the puzzle has; stops looking at `limit`. Clues that clash leave none.
    fn solve(&mut self, puzzle: &Grid, limit: u64) -> u64;

    /// How much of the time spent in [`solve`](Self::solve) since the last call of this is not to be counted.
    fn uncounted(&mut self) -> Duration {
        Duration::ZERO
    }
}

/// A solver that takes part in the comparison with one problem, which it was given when it was made.
pub trait Counter {
    /// Its name in the table.
    fn name(&self) -> &str;

    /// How many covers the problem has.
    fn count(&mut self) -> u64;
}

/// What the clues of a puzzle mean for the 324-column matrix. The rivals have no notion of options that are chosen
/// beforehand, so each of them is told of the clues by this.
pub struct Clues {
    /// The items that they cover.
    pub covered: Vec<u32>,
    /// Of each item, whether it is one of these.
    pub is_covered: [bool; sudoku::ITEMS],
}

impl Clues {
    /// `None` if two of the clues cover the same item.
    pub fn new(puzzle: &Grid) -> Option<Self> {
        let mut clues = Self { covered: Vec::with_capacity(sudoku::ITEMS), is_covered: [false; sudoku::ITEMS] };
        for clue in puzzle.options() {
            for item in sudoku::problem().option(clue) {
                if std::mem::replace(&mut clues.is_covered[item.index()], true) {
                    return None;
                }
                clues.covered.push(item.get());
            }
        }
        Some(clues)
    }
}
