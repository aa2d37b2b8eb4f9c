//! The crate `exact-cover`: its module `dlx`, without the thread and the channel that the rest of
//! the crate puts between the search and its caller.

use std::hint::black_box;
use std::time::{Duration, Instant};

use exact_cover::dlx::{Callback, Matrix as Lists};

use crate::contestant::{Aim, Solver};
use crate::matrix::Matrix;

/// A matrix of this crate can be searched only once, and all of its items are primary. So each
/// secondary item of a problem gets an additional option that contains only this item.
pub struct ExactCover;

struct Counter {
    found: u64,
    aim: Aim,
}

impl Callback for Counter {
    fn on_solution(&mut self, solution: Vec<usize>, lists: &mut Lists) {
        if self.aim.made {
            black_box(solution.iter().fold(0, |sum, row| sum ^ row));
        }
        self.found += 1;
        if self.found == self.aim.limit {
            lists.abort();
        }
    }
}

impl Solver for ExactCover {
    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        let mut lists = Lists::new(matrix.items());
        let mut columns = Vec::new();
        for option in matrix.options() {
            columns.clear();
            columns.extend(option.iter().map(|&(item, _)| item as usize + 1));
            lists.add_row(&columns);
        }
        for item in matrix.primary..matrix.items() {
            lists.add_row(&[item + 1]);
        }
        let mut counter = Counter { found: 0, aim };
        let start = Instant::now();
        lists.solve(&mut counter);
        (counter.found, start.elapsed())
    }
}
