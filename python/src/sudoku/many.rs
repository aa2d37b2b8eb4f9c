//! Many Sudokus at once.

use std::ops::ControlFlow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use quadrille::parallel::{OrderedMap, Stop};
use quadrille::search::Step;
use quadrille::sudoku::{Answer, Answers, Grid, Puzzle, Solver};

use super::{input, questions};
use crate::arguments::whole;
use crate::error::value_error;
use crate::run::thread_count;

/// The number of puzzles that a thread takes at a time.
const CHUNK: usize = 64;
/// The number of nodes between two looks whether the result is still wanted.
const NODES: u64 = 1 << 12;

/// Solves many Sudokus. Returns the first solution of each.
///
/// Parameters
/// ----------
/// puzzles : iterable
///     The puzzles: a list, a pandas Series, an array of strings or of 81 numbers a row, lines of
///     a file.
/// threads : int, optional
///     The number of threads; 0 is one for each processor.
/// progress : bool or callable, optional
///     True shows a progress bar if tqdm is there. A function is called with the number of puzzles
///     solved so far.
///
/// Returns
/// -------
/// list of str or None
///     The solutions in the order of the puzzles; ``None`` for a puzzle without one.
///
/// Raises
/// ------
/// ValueError
///     If one of them is no puzzle, with its index.
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
/// ValueError: puzzle 1: line 1: 2 cells by the end of line 1, where a grid has 81: write them in one line, or draw nine lines of nine with a blank line after them
#[pyfunction]
#[pyo3(signature = (puzzles, *, threads = 1, progress = None))]
pub(crate) fn solve_many<'py>(
    puzzles: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = whole)] threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = puzzles.py();
    let named = |(index, puzzle): (usize, PyResult<Puzzle>)| {
        puzzle.map_err(|error| match error.is_instance_of::<PyValueError>(py) {
            true => value_error(format_args!("puzzle {index}: {}", error.value(py))),
            false => error,
        })
    };
    let read: Vec<Puzzle> = match numbers(puzzles) {
        Some(numbers) => {
            let rows = numbers.chunks_exact(81).map(|row| input::grid(row).map(Puzzle::from));
            rows.enumerate().map(named).collect::<PyResult<_>>()?
        }
        None => {
            let values = puzzles.try_iter()?.map(|value| line(&value?));
            values.enumerate().map(named).collect::<PyResult<_>>()?
        }
    };
    let bar = py.import("quadrille._progress")?.getattr("bar")?.call1((read.len(), progress))?;
    let solved = solve_all(py, &read, threads, &bar);
    bar.call_method0("close")?;
    let solved = solved?;
    let strings = solved.iter().map(|grid| grid.as_ref().map(|grid| questions::string(py, grid)));
    PyList::new(py, strings)
}

/// Returns the numbers of an array with a row of 81 whole numbers for each puzzle.
fn numbers(puzzles: &Bound<'_, PyAny>) -> Option<Vec<i64>> {
    let (_, columns) = puzzles.getattr("shape").ok()?.extract::<(usize, usize)>().ok()?;
    let kind: String = puzzles.getattr("dtype").ok()?.getattr("kind").ok()?.extract().ok()?;
    if columns != 81 || !matches!(kind.as_str(), "i" | "u") {
        return None;
    }
    let numbers = puzzles.call_method1("astype", ("int64",)).ok()?;
    let bytes = numbers.call_method0("tobytes").ok()?;
    let numbers = bytes.extract::<&[u8]>().ok()?.as_chunks::<8>().0;
    Some(numbers.iter().map(|number| i64::from_ne_bytes(*number)).collect())
}

/// Reads a puzzle, or a line of a file with its end.
fn line(value: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    match value.cast::<PyString>() {
        Ok(line) if line.to_cow()?.ends_with('\n') => {
            input::puzzle(&line.call_method1("rstrip", ("\r\n",))?)
        }
        _ => input::puzzle(value),
    }
}

/// Solves all puzzles.
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
        // Once in a while is often enough.
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
