//! The crate `sudoku`.

use sudoku::Sudoku;

use crate::contestant::{Aim, SudokuSolver};
use crate::work::Puzzle;

/// The crate is used with its feature `unchecked_indexing`. Solutions that must be built are
/// collected, unless one suffices, because there is no other way to get more than one.
pub struct SudokuCrate;

impl SudokuSolver for SudokuCrate {
    fn solve(&mut self, puzzle: &Puzzle, aim: Aim) -> u64 {
        let puzzle = Sudoku::from_bytes(puzzle.digits).expect("a grid has digits");
        let limit = usize::try_from(aim.limit).unwrap_or(usize::MAX);
        let found = match aim {
            Aim { made: true, limit: 1 } => {
                usize::from(std::hint::black_box(puzzle.some_solution()).is_some())
            }
            Aim { made: true, .. } => std::hint::black_box(puzzle.solutions_up_to(limit)).len(),
            Aim { made: false, .. } => puzzle.solutions_count_up_to(limit),
        };
        found as u64
    }
}
