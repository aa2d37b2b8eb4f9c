//! The crate `dlx`: its module `x`, and `c`, `m` and `mc` for problems with colors, bounds or
//! both.

use std::time::{Duration, Instant};

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::{INodes, ONodes, Problem};
use dlx::{Dance, Int, OptOrder, Solve, Solver as Search, Uint, c, m, mc, x};
use quadrille::sudoku;

use crate::contestant::{Aim, Contestant, Lack, Solver, SudokuSolver, covers, sudokus};
use crate::matrix::{Clues, Matrix};
use crate::work::{Matter, Puzzle, Work};

pub fn contestant(work: &Work) -> Result<Contestant<'_>, Lack> {
    match &work.matter {
        Matter::Sudokus(_) => sudokus(work, DlxSudoku::new),
        Matter::Problem(..) => covers::<Dlx>(work),
    }
}

/// One problem of 324 items for all puzzles: the items of the clues are covered before a search and
/// uncovered after one that runs to its end. Building a smaller problem for each puzzle, from the
/// part that its clues leave, was no faster for any kind of puzzle.
///
/// A search that runs to its end restores the lists. A search that stops at the limit does not, and
/// its `Solver` does not expose its state. The lists are then copied from the initial ones, which
/// is far faster than building them.
struct DlxSudoku {
    items: INodes,
    options: ONodes,
    problem: Problem,
}

impl DlxSudoku {
    fn new() -> Self {
        let count = Uint(sudoku::ITEMS);
        let lists = lists(&Matrix::of(sudoku::problem()));
        let items = INodes::new(count, 0);
        let options = ONodes::new(count, count, &lists, OptOrder::Seq);
        let problem = Problem::new(items.clone(), options.clone());
        Self { items, options, problem }
    }
}

impl SudokuSolver for DlxSudoku {
    fn solve(&mut self, puzzle: &Puzzle, aim: Aim) -> u64 {
        let Some(clues) = Clues::new(&puzzle.grid) else { return 0 };
        // The crate numbers items from 1 in its lists.
        clues.covered.iter().for_each(|item| self.problem.cover(item + 1));
        let found = count(&mut self.problem, aim);
        if found < aim.limit {
            clues.covered.iter().rev().for_each(|item| self.problem.uncover(item + 1));
        } else {
            self.problem = Problem::new(self.items.clone(), self.options.clone());
        }
        found
    }
}

struct Dlx;

impl Solver for Dlx {
    const HAS_COLORS: bool = true;
    const HAS_BOUNDS: bool = true;

    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
        let [primary, secondary, items] =
            [matrix.primary, matrix.secondary, matrix.items()].map(Uint::<usize>);
        let bounded = || {
            m::INodes::new(
                matrix.bounds.iter().map(|&(low, high)| (Int(low), Int(high))),
                secondary,
            )
        };
        let order = OptOrder::Seq;
        match (matrix.has_colors, matrix.has_bounds()) {
            (false, false) => {
                search(x::make_problem(primary, secondary, &lists(matrix), order), aim)
            }
            (true, false) => {
                search(c::make_problem(primary, secondary, &colored(matrix), order), aim)
            }
            (false, true) => {
                let options = ONodes::new(items, primary, &lists(matrix), order);
                search(m::Problem::new(bounded(), options), aim)
            }
            (true, true) => {
                let options = c::ONodes::new(items, primary, &colored(matrix), order);
                search(mc::Problem::new(bounded(), options), aim)
            }
        }
    }
}

fn lists(matrix: &Matrix) -> Vec<Vec<Uint>> {
    matrix.options().map(|option| option.iter().map(|&(item, _)| item).collect()).collect()
}

/// Returns the options with their colors. Color 0 means no color, as in the crate `dlx`.
fn colored(matrix: &Matrix) -> Vec<Vec<(Uint, Int)>> {
    matrix
        .options()
        .map(|option| option.iter().map(|&(item, color)| (item, Int(color))).collect())
        .collect()
}

fn search(mut problem: impl Solve, aim: Aim) -> (u64, Duration) {
    let start = Instant::now();
    let found = count(&mut problem, aim);
    (found, start.elapsed())
}

fn count(problem: &mut impl Solve, aim: Aim) -> u64 {
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut search = Search::new(problem);
    let mut found = 0;
    while found < aim.limit && search.next_solution(&mut chooser) {
        found += 1;
        if aim.made {
            std::hint::black_box(search.fmt_solution().iter().fold(0, |sum, &option| sum ^ option));
        }
    }
    found
}
