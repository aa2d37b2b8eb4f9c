//! The common interface of the solvers. Each gets work, and runs it as often as requested.

use std::time::{Duration, Instant};

use crate::cases::{Expected, Task};
use crate::matrix::Matrix;
use crate::work::{Matter, Puzzle, Work};

/// A solver with its work. Each call runs the work once, and uses no results of earlier calls.
pub type Contestant<'w> = Box<dyn FnMut() -> Run + 'w>;

/// A function that makes a contestant for some work, or returns why the solver cannot do it.
pub type SetUp = fn(&Work) -> Result<Contestant<'_>, Lack>;

/// The reason why a solver cannot do the work, in a few words.
pub type Lack = String;

const NO_BOUNDS: &str = "has no bounds";
const NO_COLORS: &str = "has no colors";
const SUDOKU_ONLY: &str = "solves Sudokus only";

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub found: Expected,
    /// The time of the run outside the search, in which solvers are set up and dropped.
    pub setup: Duration,
    pub search: Duration,
}

/// The goal of the search in a problem.
#[derive(Clone, Copy)]
pub struct Aim {
    /// The number of solutions that suffice, or `u64::MAX` to find all.
    pub limit: u64,
    /// True if each solution must be built in the form that the solver returns, and false if
    /// counting suffices.
    pub made: bool,
}

impl Aim {
    /// Returns the goal of a task, or the reason why only quadrille can do the task.
    pub fn of(task: Task) -> Result<Self, Lack> {
        let made = match task {
            Task::Best(_) => return Err("has no costs".into()),
            Task::Number | Task::Distinct => return Err("has no symmetries".into()),
            Task::All | Task::First => true,
            Task::Count | Task::Two => false,
        };
        Ok(Self { limit: task.limit(), made })
    }

    /// Consumes solutions as they are found, up to the limit, and counts them.
    pub fn take<S>(self, solutions: impl Iterator<Item = S>) -> u64 {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        solutions.take(limit).map(std::hint::black_box).fold(0, |found, _| found + 1)
    }
}

/// A solver of general exact-cover problems.
pub trait Solver {
    /// True if the solver supports colors. Secondary items need no support: for a solver that lacks
    /// them, each secondary item gets one more option, which contains only that item.
    const HAS_COLORS: bool = false;
    const HAS_BOUNDS: bool = false;

    /// Sets up a solver, and returns the number of covers found and the time of the search.
    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration);
}

/// A solver of Sudokus, which is made once for all puzzles.
pub trait SudokuSolver {
    fn solve(&mut self, puzzle: &Puzzle, aim: Aim) -> u64;
}

/// Returns a contestant for a solver of exact-cover problems. For a Sudoku the solver gets the
/// items and options that the clues leave, if any. Computing these counts as set-up.
pub fn covers<S: Solver>(work: &Work) -> Result<Contestant<'_>, Lack> {
    let aim = Aim::of(work.task)?;
    match &work.matter {
        Matter::Sudokus(puzzles) => Ok(Box::new(move || {
            timed(|| {
                let (mut found, mut search) = (0, Duration::ZERO);
                for puzzle in puzzles {
                    let Some(rest) = Matrix::rest_of(&puzzle.grid) else { continue };
                    let (more, time) = search_rest::<S>(&rest, aim);
                    found += more;
                    search += time;
                }
                (found, search)
            })
        })),
        Matter::Problem(matrix) if matrix.has_colors && !S::HAS_COLORS => Err(NO_COLORS.into()),
        Matter::Problem(matrix) if matrix.has_bounds() && !S::HAS_BOUNDS => Err(NO_BOUNDS.into()),
        Matter::Problem(matrix) => Ok(Box::new(move || timed(|| search_rest::<S>(matrix, aim)))),
    }
}

fn search_rest<S: Solver>(matrix: &Matrix, aim: Aim) -> (u64, Duration) {
    match matrix.trivial() {
        Some(covers) => (covers, Duration::ZERO),
        None => S::search(matrix, aim),
    }
}

/// Returns a contestant for a solver of Sudokus. All of the time of a run counts as search.
pub fn sudokus<S: SudokuSolver + 'static>(
    work: &Work,
    solver: impl FnOnce() -> S,
) -> Result<Contestant<'_>, Lack> {
    let Matter::Sudokus(puzzles) = &work.matter else { return Err(SUDOKU_ONLY.into()) };
    let aim = Aim::of(work.task)?;
    let mut solver = solver();
    Ok(Box::new(move || {
        let start = Instant::now();
        let found = puzzles.iter().map(|puzzle| solver.solve(puzzle, aim)).sum();
        Run { found: Expected::Solutions(found), setup: Duration::ZERO, search: start.elapsed() }
    }))
}

/// Times a run. All of its time outside the search counts as set-up.
fn timed(run: impl FnOnce() -> (u64, Duration)) -> Run {
    let start = Instant::now();
    let (found, search) = run();
    Run { found: Expected::Solutions(found), setup: start.elapsed().saturating_sub(search), search }
}
