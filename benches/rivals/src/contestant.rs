//! What the solvers have in common: each is given a piece of work, and goes through it as often as
//! it is told to.

use std::time::{Duration, Instant};

use crate::cases::{Expected, Task};
use crate::matrix::Matrix;
use crate::work::{Matter, Puzzle, Work};

/// A solver at a piece of work: each call is once through it, with nothing left over from the calls
/// before.
pub type Contestant<'w> = Box<dyn FnMut() -> Run + 'w>;

/// Makes a contestant for a piece of work, or says what it lacks.
pub type SetUp = fn(&Work) -> Result<Contestant<'_>, Lack>;

/// What a solver lacks for a piece of work, in a few words.
pub type Lack = String;

const NO_BOUNDS: &str = "has no bounds";
const NO_COLORS: &str = "has no colors";
pub const NO_COSTS: &str = "has no costs";
const SUDOKU_ONLY: &str = "solves Sudokus only";

/// Once through a piece of work.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub found: Expected,
    /// How long it took to set up a solver from the problem, or from each of the puzzles, and to
    /// drop it.
    pub setup: Duration,
    /// How long the search took.
    pub search: Duration,
}

/// What is wanted of a problem.
#[derive(Clone, Copy)]
pub struct Aim {
    /// The search ends after so many solutions.
    pub limit: u64,
    /// Whether each solution is made, in the form in which the solver gives it, or only counted.
    pub made: bool,
}

impl Aim {
    /// `None` if it is the cheapest solutions that are wanted.
    pub fn of(task: Task) -> Option<Self> {
        let made = match task {
            Task::Best(_) => return None,
            Task::All | Task::First => true,
            Task::Count | Task::Two => false,
        };
        Some(Self { limit: task.limit(), made })
    }

    /// Uses up solutions as they come, and counts them.
    pub fn take<S>(self, solutions: impl Iterator<Item = S>) -> u64 {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        solutions.take(limit).map(std::hint::black_box).fold(0, |found, _| found + 1)
    }
}

/// A solver of exact covers in general.
pub trait Solver {
    /// What it can express beside primary and secondary items. Nobody lacks the latter: for a
    /// solver that has none, each gets one more option, with which it is covered if it is by no
    /// other.
    const HAS_COLORS: bool = false;
    const HAS_BOUNDS: bool = false;

    /// Sets up a solver, and returns how many covers it finds, and how long the search took.
    fn search(matrix: &Matrix, aim: Aim) -> (u64, Duration);
}

/// A solver of Sudokus, which is made once for all puzzles.
pub trait SudokuSolver {
    fn solve(&mut self, puzzle: &Puzzle, aim: Aim) -> u64;
}

/// A solver of exact covers at its work. Of a Sudoku it is given what the clues leave; that counts
/// as set-up.
pub fn covers<S: Solver>(work: &Work) -> Result<Contestant<'_>, Lack> {
    let aim = Aim::of(work.task).ok_or(NO_COSTS)?;
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

/// A solver of Sudokus at its work. All of its time is that of a search.
pub fn sudokus<S: SudokuSolver + 'static>(
    work: &Work,
    solver: impl FnOnce() -> S,
) -> Result<Contestant<'_>, Lack> {
    let Matter::Sudokus(puzzles) = &work.matter else { return Err(SUDOKU_ONLY.into()) };
    let aim = Aim::of(work.task).ok_or(NO_COSTS)?;
    let mut solver = solver();
    Ok(Box::new(move || {
        let start = Instant::now();
        let found = puzzles.iter().map(|puzzle| solver.solve(puzzle, aim)).sum();
        Run { found: Expected::Solutions(found), setup: Duration::ZERO, search: start.elapsed() }
    }))
}

/// All the time that a search takes, and does not count itself, is set-up.
fn timed(run: impl FnOnce() -> (u64, Duration)) -> Run {
    let start = Instant::now();
    let (found, search) = run();
    Run { found: Expected::Solutions(found), setup: start.elapsed().saturating_sub(search), search }
}
