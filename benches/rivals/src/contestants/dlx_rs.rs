//! The crate `dlx-rs`.

use std::time::{Duration, Instant};

use crate::contestant::{Aim, Solver};
use crate::matrix::Matrix;

/// A solver is an iterator, and can be used once. Its options have the name `()`, so a cover is a
/// `Vec` without an allocation. Setting up the part that the clues of a Sudoku leave is faster than
/// copying a solver of all 729 options, and far faster than the crate's own module `sudoku`.
pub struct DlxRs;

impl Solver for DlxRs {
    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        let mut solver = dlx_rs::solver::Solver::new_optional(matrix.primary, matrix.secondary);
        let mut items = Vec::new();
        for option in matrix.options() {
            items.clear();
            items.extend(option.iter().map(|&(item, _)| item as usize + 1));
            solver.add_option((), &items);
        }
        let start = Instant::now();
        let found = aim.take(solver.by_ref());
        (found, start.elapsed())
    }
}
