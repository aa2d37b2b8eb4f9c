//! The crate `msolve`.

use crate::contestant::{Aim, SudokuSolver};
use crate::work::Puzzle;

/// Solutions come from the crate's iterator, which the crate itself uses to count them. A solution
/// that is built is an array of 81 digits.
pub struct Msolve;

impl SudokuSolver for Msolve {
    fn solve(&mut self, puzzle: &Puzzle, aim: Aim) -> u64 {
        let solutions = msolve::Sudoku::from(&puzzle.digits).iter();
        if aim.made {
            aim.take(solutions.map(|solution| solution.to_array()))
        } else {
            aim.take(solutions)
        }
    }
}
