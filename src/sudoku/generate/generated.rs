//! A generated puzzle.

use crate::sudoku::Grid;

/// A generated puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle, which has one solution.
    pub puzzle: Grid,
    /// The solution.
    pub solution: Grid,
}
