//! The methods of a Sudoku that search.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::PyString;
use quadrille::search::{OpenCube, Step};
use quadrille::sudoku::generate::full_grid;
use quadrille::sudoku::logic::Settings;
use quadrille::sudoku::{Counter, Grid, Puzzle, Solver, problem};
use quadrille::{AnyEngine, Cover, EngineChoice, Limits, Uniqueness};

use super::{Explanation, Rating, Sudoku, SudokuSolutions};
use crate::arguments::whole;
use crate::counting;
use crate::diagrams::{Random, diagram, draw, draw_covers};
use crate::error::value_error;
use crate::lazy::Lazy;
use crate::results;
use crate::run::{run, thread_count};

/// The maximum number of nodes of a search with the thread's solver. Nearly all puzzles need fewer.
/// A longer search starts again, with a separate solver or counter, and handles signals as it runs.
const SHORT: u64 = 1 << 12;

/// The maximum number of solutions of a short count. If a puzzle has very many solutions, a node
/// leads to so many of them that even a search of [`SHORT`] nodes would take half a second.
const FEW: u64 = 10_000;

thread_local! {
    /// A solver for short searches. Each thread keeps one, because copying a solver takes longer
    /// than solving an easy puzzle.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

/// Calls a function with the solver of this thread. The function must not call Python.
fn shortly<R: Send>(py: Python<'_>, search: impl FnOnce(&mut Solver) -> R + Send) -> R {
    py.detach(|| SOLVER.with_borrow_mut(search))
}

pub(super) fn first(py: Python<'_>, puzzle: &Puzzle) -> PyResult<Option<Grid>> {
    let found = shortly(py, |solver| {
        let mut solutions = solver.solutions_of(puzzle);
        match solutions.advance(SHORT) {
            Step::Cover => Some(Some(solutions.solution())),
            Step::Exhausted => Some(None),
            Step::Paused => None,
        }
    });
    if let Some(found) = found {
        return Ok(found);
    }
    let mut solutions = puzzle.solutions();
    Ok((run(py, &mut solutions)? == Step::Cover).then(|| solutions.solution()))
}

pub(super) fn uniqueness(py: Python<'_>, puzzle: &Puzzle) -> PyResult<Uniqueness<Grid>> {
    let limits = Limits::none().nodes(SHORT);
    match shortly(py, |solver| solver.solutions_of(puzzle).limited(limits).uniqueness()) {
        Uniqueness::Undecided(_) => {}
        decided => return Ok(decided),
    }
    let mut solutions = puzzle.solutions();
    let mut found = Vec::new();
    while found.len() < 2 && run(py, &mut solutions)? == Step::Cover {
        found.push(solutions.solution());
    }
    Ok(match found[..] {
        [one, other, ..] => Uniqueness::Several(one, other),
        [one] => Uniqueness::One(one),
        [] => Uniqueness::None,
    })
}

/// Checks that there is exactly one solution.
///
/// # Errors
/// `ValueError` if there is no solution, or more than one. The message states that the puzzle has
/// no `what`.
pub(super) fn proper(py: Python<'_>, puzzle: &Puzzle, what: &str) -> PyResult<()> {
    let number = match uniqueness(py, puzzle)? {
        Uniqueness::One(_) => return Ok(()),
        Uniqueness::None => "no solution",
        _ => "several solutions",
    };
    Err(value_error(format_args!("the puzzle has {number}, so it has no {what}")))
}

/// Counts the solutions, up to a limit. Only a large count, which has tables, uses the threads.
pub(super) fn count<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    limit: Option<i64>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let limit = counting::limit(limit)?;
    let limits = Limits::none().nodes(SHORT).covers(limit.unwrap_or(u64::MAX).min(FEW));
    let short = shortly(py, |solver| solver.solutions_of(puzzle).limited(limits).count_all());
    if short.is_exact() || short.to_u64() == limit {
        return counting::to_python(py, short);
    }
    let mut counter = py.detach(Counter::new).with_threads(thread_count(threads));
    if let Some(limit) = limit {
        counter = counter.limited(Limits::none().covers(limit));
    }
    counter.start_puzzle(puzzle);
    let count = counting::count_apart(py, counter)?;
    counting::to_python(py, count)
}

pub(super) fn solutions(
    py: Python<'_>,
    puzzle: &Puzzle,
    threads: usize,
) -> PyResult<SudokuSolutions> {
    let lazy = if threads == 1 {
        Lazy::here(puzzle.solutions())
    } else {
        let open = OpenCube { cube: puzzle.cube(), share: 1.0 };
        let engine = py.detach(|| AnyEngine::new(problem(), EngineChoice::Auto));
        Lazy::by_threads(engine.map_err(value_error)?, vec![open], threads, false)?
    };
    Ok(SudokuSolutions::new(lazy))
}

pub(super) fn string<'py>(py: Python<'py>, grid: &Grid) -> Bound<'py, PyString> {
    PyString::new(py, grid.as_str())
}

#[pymethods]
impl Sudoku {
    /// Iterates over all solutions, lazily.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads; 0 means one per processor. Several threads find solutions in any
    ///     order.
    ///
    /// Returns
    /// -------
    /// SudokuSolutions
    ///     An iterator over strings of 81 digits.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("027800061000030008910005420500016030000970200070000096700000080006027000030480007")
    /// >>> for solution in s.solutions():
    /// ...     print(solution)
    /// 327894561465132978918765423589216734643978215172543896794651382856327149231489657
    /// 327894561465132978918765423589216734643978215271543896794651382856327149132489657
    /// 327894561645132978918765423589216734463978215172543896794651382856327149231489657
    /// 327894561645132978918765423589216734463978215271543896794651382856327149132489657
    #[pyo3(signature = (*, threads = 1))]
    fn solutions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] threads: usize,
    ) -> PyResult<SudokuSolutions> {
        solutions(py, &self.puzzle, threads)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<SudokuSolutions> {
        solutions(py, &self.puzzle, 1)
    }

    /// Returns the first solution that the search finds, or ``None`` if there is none.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("11" + 79 * ".").first() is None
    /// True
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        Ok(first(py, &self.puzzle)?.map(|grid| string(py, &grid)))
    }

    /// Counts the solutions.
    ///
    /// Parameters
    /// ----------
    /// limit : int, optional
    ///     Stop at this number.
    /// threads : int, optional
    ///     The number of threads for a large count; 0 means one per processor.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of solutions, however large. If the limit was reached, it is an `AtLeast`.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("027800061000030008910005420500016030000970200070000096700000080006027000030480007")
    /// >>> s.count(), s.count(limit=3)
    /// (4, AtLeast(3))
    #[pyo3(signature = (limit = None, *, threads = 1))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] limit: Option<i64>,
        #[pyo3(from_py_with = whole)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        count(py, &self.puzzle, limit, threads)
    }

    /// True if there is exactly one solution.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku(81 * ".").is_unique()
    /// False
    fn is_unique(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(matches!(uniqueness(py, &self.puzzle)?, Uniqueness::One(_)))
    }

    /// Tests whether there is no solution, one, or several.
    ///
    /// Returns
    /// -------
    /// Uniqueness
    ///     ``verdict`` is ``"none"``, ``"unique"`` or ``"several"``, and ``solutions`` lists at
    ///     most two solutions.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("11" + 79 * ".").uniqueness()
    /// Uniqueness(verdict='none', solutions=[])
    fn uniqueness<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        results::uniqueness(py, uniqueness(py, &self.puzzle)?, |grid| {
            Ok(string(py, &grid).into_any())
        })
    }

    /// Samples random solutions. All solutions are equally likely, and one may occur several times.
    ///
    /// Parameters
    /// ----------
    /// count : int, optional
    ///     The number of solutions.
    /// seed : int, optional
    ///     The same seed gives the same solutions.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     The solutions. The list is empty if there are none.
    ///
    /// Raises
    /// ------
    /// MemoryError
    ///     If the puzzle has so few clues that the diagram of all solutions is too large. The empty
    ///     grid needs no diagram.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("027800061000030008910005420500016030000970200070000096700000080006027000030480007")
    /// >>> len(s.sample(5, seed=1)), set(s.sample(5, seed=1)) <= set(s.solutions())
    /// (5, True)
    /// >>> q.Sudoku(81 * ".").sample(2, seed=1) == q.Sudoku(81 * ".").sample(2, seed=1)
    /// True
    #[pyo3(signature = (count = 1, *, seed = None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] count: usize,
        #[pyo3(from_py_with = whole)] seed: Option<u64>,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        if self.key() == (&Grid::EMPTY, None) {
            let seed = Random::new(seed).next();
            let mut numbers = 0..count as u64;
            let grid = || numbers.next().map(|number| full_grid(seed, number));
            return draw(py, count, grid, |grid| Ok(string(py, &grid)));
        }
        let diagram = diagram(py, problem(), &self.puzzle.cube())?;
        let grid = |cover: Cover| Ok(string(py, &Grid::from_options(&cover)));
        draw_covers(py, &diagram, count, seed, grid)
    }

    /// Solves the puzzle by logic, with a reason for each step.
    ///
    /// Parameters
    /// ----------
    /// unique : bool, optional
    ///     If true, techniques may assume that there is exactly one solution.
    /// forcing_chains : bool, optional
    ///     When no other technique applies and the puzzle has exactly one solution, look for the
    ///     forcing chains with which Sudoku Explainer solves the hardest puzzles known. Such a step
    ///     takes a few milliseconds, but may take seconds in those puzzles. With ``False`` the
    ///     explanation stops instead.
    ///
    /// Returns
    /// -------
    /// Explanation
    ///     A sequence of steps. A step prints as a sentence. A notebook shows it as a picture.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
    /// >>> explanation = s.explain()
    /// >>> print(explanation[0])
    /// Naked single: r3c1 can only be 7, the last candidate left there.
    /// >>> len(explanation), explanation.outcome
    /// (59, 'solved')
    /// >>> s = q.Sudoku(".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41")
    /// >>> s.explain().outcome, s.explain(forcing_chains=False).outcome
    /// ('solved', 'stopped')
    #[pyo3(signature = (*, unique = false, forcing_chains = true))]
    fn explain(&self, py: Python<'_>, unique: bool, forcing_chains: bool) -> PyResult<Explanation> {
        // With several solutions, the search for forcing chains may take minutes and find nothing.
        let has_chains =
            forcing_chains && matches!(uniqueness(py, &self.puzzle)?, Uniqueness::One(_));
        let settings = Settings::default().claim_unique(unique).forcing_chains(has_chains);
        Explanation::of(py, &self.puzzle, settings)
    }

    /// Rates the difficulty of solving the puzzle by logic. Equivalent puzzles that are given by
    /// clues have the same rating.
    ///
    /// Parameters
    /// ----------
    /// forcing_chains : bool, optional
    ///     Look for forcing chains when no other technique applies, as `explain` does. Puzzles that
    ///     need them are ``'extreme'``, and rating the hardest puzzles known takes seconds. With
    ///     ``False``, puzzles that need them are ``'beyond logic'``, and a rating takes
    ///     milliseconds.
    ///
    /// Returns
    /// -------
    /// Rating
    ///     The level, the score, the hardest technique, and the number of steps of each technique.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the puzzle does not have exactly one solution.
    ///
    /// Examples
    /// --------
    /// >>> s = q.Sudoku("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
    /// >>> s.rate()
    /// Rating(level='medium', score=570, hardest='naked pair')
    /// >>> s = q.Sudoku(".6...94....3....9.....1.6....5.97...6..5..8..3....89.587..3...6.............2..41")
    /// >>> s.rate().level, s.rate(forcing_chains=False).level
    /// ('extreme', 'beyond logic')
    #[pyo3(signature = (*, forcing_chains = true))]
    fn rate(&self, py: Python<'_>, forcing_chains: bool) -> PyResult<Rating> {
        proper(py, &self.puzzle, "rating")?;
        let settings = Settings::default().forcing_chains(forcing_chains);
        Rating::of(py, &self.puzzle, settings)
    }
}
