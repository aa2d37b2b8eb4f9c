//! The crate `dlx`: its module `x`, and `c` for problems with colors.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::{INodes, ONodes, Problem};
use dlx::{Dance, Int, OptOrder, Solve, Solver, Uint, c, x};
use quadrille::sudoku::{self, Grid};

use crate::contestant::{Clues, Contestant, Counter};

const NAME: &str = "dlx 0.8";

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
        NAME
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

/// One problem of any kind that the crate has a module for. A search for all covers leaves the lists as they were.
pub enum DlxCounter {
    Plain(Problem),
    Colored(c::Problem),
}

impl DlxCounter {
    /// `None` for a problem with bounds or costs, and for one that the crate would panic about: without primary items, or
    /// without options.
    pub fn of(problem: &quadrille::Problem) -> Option<Self> {
        let primary = problem.primary_count();
        if problem.has_bounds() || problem.has_costs() || primary == 0 || problem.option_count() == 0 {
            return None;
        }
        let (primary, secondary) = (Uint(primary), Uint(problem.item_count() - primary));
        Some(if problem.has_colors() {
            // Color 0 stands for none.
            let color = |color: Option<quadrille::Color>| color.map_or(0, |color| Int(color.index()) + 1);
            let lists: Vec<Vec<_>> = problem
                .options()
                .map(|(option, _)| problem.entries(option).map(|(item, c)| (Uint(item.index()), color(c))).collect())
                .collect();
            Self::Colored(c::make_problem(primary, secondary, &lists, OptOrder::Seq))
        } else {
            let lists: Vec<Vec<_>> =
                problem.options().map(|(_, items)| items.iter().map(|item| Uint(item.index())).collect()).collect();
            Self::Plain(x::make_problem(primary, secondary, &lists, OptOrder::Seq))
        })
    }
}

fn count(problem: &mut impl Solve) -> u64 {
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = Solver::new(problem);
    let mut found = 0;
    while solver.next_solution(&mut chooser) {
        found += 1;
    }
    found
}

impl Counter for DlxCounter {
    fn name(&self) -> &str {
        NAME
    }

    fn count(&mut self) -> u64 {
        match self {
            Self::Plain(problem) => count(problem),
            Self::Colored(problem) => count(problem),
        }
    }
}
