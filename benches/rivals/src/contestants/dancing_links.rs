//! The crate `dancing-links`.

use std::time::{Duration, Instant};

use dancing_links::ExactCover;

use crate::contestant::{Aim, Solver};
use crate::matrix::{Entry, Matrix};

/// A solver is an iterator, and can be used once. Set-up is slow, because the crate queries every
/// pair of an option and an item. The crate's module `sudoku` keeps all nine digits of every empty
/// cell, and takes many times as long as searching the items and options that the clues leave.
pub struct DancingLinks;

struct Problem<'m> {
    options: Vec<&'m [Entry]>,
    items: Vec<u32>,
    primary: u32,
}

impl<'m> ExactCover for Problem<'m> {
    type Possibility = &'m [Entry];
    type Constraint = u32;

    fn satisfies(&self, option: &&'m [Entry], item: &u32) -> bool {
        option.iter().any(|(other, _)| other == item)
    }

    fn is_optional(&self, item: &u32) -> bool {
        *item >= self.primary
    }

    fn possibilities(&self) -> &[&'m [Entry]] {
        &self.options
    }

    fn constraints(&self) -> &[u32] {
        &self.items
    }
}

impl Solver for DancingLinks {
    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        let problem = Problem {
            options: matrix.options().collect(),
            items: (0..matrix.items() as u32).collect(),
            primary: matrix.primary as u32,
        };
        let mut solver = problem.solver();
        let start = Instant::now();
        let found = aim.take(solver.by_ref());
        (found, start.elapsed())
    }
}
