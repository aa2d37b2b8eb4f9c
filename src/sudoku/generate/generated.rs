//! What the generator makes.

use crate::sudoku::Grid;

/// A puzzle that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle, which has one solution.
    pub puzzle: Grid,
    /// Its solution.
    pub solution: Grid,
}
