//! The crate `dlx`, its module `x`.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::{INodes, ONodes, Problem};
use dlx::{Dance, OptOrder, Solver, Uint};
use quadrille::sudoku::{self, Grid};

use crate::contestant::{Clues, Contestant};

/// One problem of 324 items for all puzzles: the items of the clues are covered before a search and uncovered after it.
/// Building a smaller problem for each puzzle, of what its clues leave, was no faster on any kind of list.
///
/// A search that runs to its end leaves the lists as they were. One that is stopped at the limit does not, and its
/// `Solver` keeps to itself where it was; then the lists are copied from the initial ones, which is far less work than
/// to build them.
pub struct Dlx {
    items: INodes,
    options: ONodes,
    problem: Problem,
}

impl Dlx {
    pub fn new() -> Self {
        let count = Uint(sudoku::ITEMS);
        let lists: Vec<Vec<Uint>> = sudoku::problem()
            .options()
            .map(|(_, items)| items.iter().map(|item| Uint(item.index())).collect())
            .collect();
        let items = INodes::new(count, 0);
        let options = ONodes::new(count, count, &lists, OptOrder::Seq);
        let problem = Problem::new(items.clone(), options.clone());
        Self { items, options, problem }
    }
}

impl Contestant for Dlx {
    fn name(&self) -> &str {
        "dlx 0.8"
    }

    fn solve(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        let Some(clues) = Clues::new(puzzle) else { return 0 };
        // The crate numbers items from 1 once they are in its lists.
        clues.covered.iter().for_each(|item| self.problem.cover(item + 1));

        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        let mut solver = Solver::new(&mut self.problem);
        let mut found = 0;
        while found < limit {
            if !solver.next_solution(&mut chooser) {
                clues.covered.iter().rev().for_each(|item| self.problem.uncover(item + 1));
                return found;
            }
            found += 1;
        }
        self.problem = Problem::new(self.items.clone(), self.options.clone());
        found
    }
}
