//! Many Sudokus in one call.

use std::ops::ControlFlow;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use quadrille::parallel::{OrderedMap, Stop};
use quadrille::search::Step;
use quadrille::sudoku::{Answer, Answers, Grid, Puzzle, Solver};

use super::{input, questions};
use crate::arguments::{not_a_string, whole};
use crate::error::value_error;
use crate::run::thread_count;

/// The number of puzzles that a thread takes at a time.
const CHUNK: usize = 512;
/// The maximum number of nodes of one puzzle between two checks for a request to stop.
const NODES: u64 = 1 << 12;

/// Solves many Sudokus. Returns the first solution of each.
///
/// Parameters
/// ----------
/// puzzles : iterable
///     The puzzles: a list, a pandas Series, an array of strings, an array or a table with 81
///     numbers per row, or the lines of a file.
/// threads : int, optional
///     The number of threads; 0 means one per processor.
/// progress : bool or callable, optional
///     True shows a progress bar if tqdm is installed. A function is called with the number of
///     puzzles solved so far.
/// errors : str, optional
///     ``"raise"``, or ``"coerce"`` to return ``None`` for each value that is not a puzzle, such as
///     a missing value.
///
/// Returns
/// -------
/// list of str or None
///     The solutions in the order of the puzzles, with ``None`` for a puzzle without a solution.
///
/// Raises
/// ------
/// ValueError, TypeError
///     If a value is not a puzzle. The message gives its index.
///
/// Examples
/// --------
/// >>> puzzle = "005176000400000001000800309100000090503000807090000004207008000600000003000429700"
/// >>> solutions = q.solve_many([puzzle, "11" + 79 * ".", puzzle], threads=2)
/// >>> solutions[0] == solutions[2] == q.first(puzzle), solutions[1]
/// (True, None)
/// >>> q.solve_many([puzzle, "12"])
/// Traceback (most recent call last):
///     ...
/// ValueError: puzzle 1: line 1: 2 cells by the end of line 1, but a grid has 81: write them on one line, or draw nine lines of nine with a blank line after them
/// >>> q.solve_many([puzzle, None], errors="coerce") == [q.first(puzzle), None]
/// True
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads = 1, progress = None, errors = "raise"))]
pub(crate) fn solve_many<'py>(
    puzzles: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = whole)] threads: usize,
    progress: Option<Bound<'py, PyAny>>,
    errors: &str,
) -> PyResult<Bound<'py, PyList>> {
    let py = puzzles.py();
    let coerces = match errors {
        "raise" => false,
        "coerce" => true,
        other => {
            return Err(value_error(format_args!(
                "there is no value `{other}` of `errors`: choose one of raise, coerce"
            )));
        }
    };
    not_a_string(puzzles)?;
    let mut read = Vec::new();
    // The indices of the values that are not puzzles.
    let mut wrong = Vec::new();
    let mut take = |puzzle: PyResult<Puzzle>| {
        let index = read.len() + wrong.len();
        let error = match puzzle {
            Ok(puzzle) => {
                read.push(puzzle);
                return Ok(());
            }
            Err(error) => error,
        };
        let is_value = error.is_instance_of::<PyValueError>(py);
        if !is_value && !error.is_instance_of::<PyTypeError>(py) {
            return Err(error);
        }
        if coerces {
            wrong.push(index);
            return Ok(());
        }
        let text = format!("puzzle {index}: {}", error.value(py));
        Err(match is_value {
            true => PyValueError::new_err(text),
            false => PyTypeError::new_err(text + "; `errors=\"coerce\"` returns None for it"),
        })
    };
    let rows = match puzzles.hasattr("__array__")? {
        true => &py.import("quadrille._arrays")?.getattr("rows")?.call1((puzzles,))?,
        false => puzzles,
    };
    match rows.cast::<PyBytes>() {
        Ok(digits) if !rows.is(puzzles) => {
            let digits = input::utf8(digits)?;
            let mut rows = (0..digits.len()).step_by(81).map(|at| &digits[at..at + 81]);
            rows.try_for_each(|row| take(input::text(row)))?;
        }
        _ => rows.try_iter()?.try_for_each(|value| take(line(&value?)))?,
    }
    let bar = py.import("quadrille._progress")?.getattr("bar")?.call1((read.len(), progress))?;
    let solved = solve_all(py, &read, threads, &bar);
    bar.call_method0("close")?;
    let mut solved = solved?.into_iter();
    let mut wrong = wrong.into_iter().peekable();
    let strings = (0..read.len() + wrong.len()).map(|index| {
        let solution = if wrong.next_if_eq(&index).is_some() { None } else { solved.next()? };
        solution.map(|grid| questions::string(py, &grid))
    });
    PyList::new(py, strings)
}

/// Reads a puzzle, or a line of a file with its line ending.
fn line(value: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    match value.cast::<PyString>() {
        Ok(line) => {
            let bytes = line.encode_utf8()?;
            input::text(input::utf8(&bytes)?.trim_end_matches(['\r', '\n']))
        }
        Err(_) => input::puzzle(value),
    }
}

fn solve_all(
    py: Python<'_>,
    puzzles: &[Puzzle],
    threads: usize,
    bar: &Bound<'_, PyAny>,
) -> PyResult<Vec<Option<Grid>>> {
    let update = bar.getattr("update")?.unbind();
    let threads = thread_count(threads);
    let mut solved = Vec::with_capacity(puzzles.len());
    let take = |found: Option<Vec<Option<Grid>>>| {
        let count = found.as_ref().map_or(0, Vec::len);
        solved.extend(found.into_iter().flatten());
        // One call for about 1024 puzzles is enough.
        if count > 0
            && solved.len() / 1024 == (solved.len() - count) / 1024
            && solved.len() < puzzles.len()
        {
            return ControlFlow::Continue(());
        }
        let checked = Python::attach(|py| {
            update.call1(py, (solved.len(),))?;
            py.check_signals()
        });
        checked.map_or_else(ControlFlow::Break, ControlFlow::Continue)
    };
    let state = || (Solver::new(), Answers::up_to(1).within(NODES, usize::MAX));
    let run = OrderedMap::new(threads, 4 * threads.get());
    let result = py.detach(move || run.run(puzzles.chunks(CHUNK), state, solve_chunk, take))?;
    match result {
        ControlFlow::Continue(()) => Ok(solved),
        ControlFlow::Break(error) => Err(error),
    }
}

fn solve_chunk(
    (solver, answers): &mut (Solver, Answers),
    puzzles: &[Puzzle],
    stop: &Stop,
) -> Vec<Option<Grid>> {
    let mut solved = Vec::with_capacity(puzzles.len());
    while solved.len() < puzzles.len() && !stop.is_requested() {
        solver.solve_all(&puzzles[solved.len()..], answers);
        solved.extend(answers.iter().map(|(_, mut solutions)| solutions.next()));
        let is_long = |(answer, _): (&Answer, _)| answer.end == Step::Paused;
        if !answers.lines().last().is_some_and(is_long) {
            continue;
        }
        let mut search = solver.resume();
        let mut step = Step::Paused;
        while step == Step::Paused && !stop.is_requested() {
            step = search.advance(NODES);
        }
        solved.pop();
        solved.push((step == Step::Cover).then(|| search.solution()));
    }
    solved
}
