//! The module's functions that search for the solutions of one Sudoku.

use pyo3::prelude::*;
use pyo3::types::PyString;
use quadrille::Uniqueness;

use super::{SudokuSolutions, input, questions};
use crate::arguments::whole;

/// Iterates over all solutions of a Sudoku, lazily.
///
/// Parameters
/// ----------
/// puzzle : str, Sudoku, or anything else that `Sudoku` takes
///     The puzzle.
/// threads : int, optional
///     The number of threads; 0 means one per processor. Several threads find solutions in any
///     order.
///
/// Returns
/// -------
/// SudokuSolutions
///     An iterator over strings of 81 digits.
///
/// Raises
/// ------
/// ValueError
///     If the text or the numbers are not a puzzle. Most messages give the place and a remedy.
/// TypeError
///     If the argument is not a text, a Sudoku or numbers.
///
/// Examples
/// --------
/// >>> for solution in q.solve("027800061000030008910005420500016030000970200070000096700000080006027000030480007"):
/// ...     print(solution)
/// 327894561465132978918765423589216734643978215172543896794651382856327149231489657
/// 327894561465132978918765423589216734643978215271543896794651382856327149132489657
/// 327894561645132978918765423589216734463978215172543896794651382856327149231489657
/// 327894561645132978918765423589216734463978215271543896794651382856327149132489657
#[pyfunction]
#[pyo3(signature = (puzzle, *, threads = 1))]
pub(crate) fn solve(
    puzzle: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = whole)] threads: usize,
) -> PyResult<SudokuSolutions> {
    questions::solutions(puzzle.py(), &input::puzzle(puzzle)?, threads)
}

/// Counts the solutions of a Sudoku.
///
/// Parameters
/// ----------
/// puzzle : str, Sudoku, or anything else that `Sudoku` takes
///     The puzzle.
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
/// >>> q.count("12345678945678912378912345" + 55 * ".", limit=1000)
/// AtLeast(1000)
/// >>> print(q.count("12345678945678912378912345" + 55 * ".", limit=1000))
/// 1000+
#[pyfunction]
#[pyo3(signature = (puzzle, limit = None, *, threads = 1))]
pub(crate) fn count<'py>(
    puzzle: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = whole)] limit: Option<i64>,
    #[pyo3(from_py_with = whole)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    questions::count(puzzle.py(), &input::puzzle(puzzle)?, limit, threads)
}

/// True if a Sudoku has exactly one solution.
///
/// Parameters
/// ----------
/// puzzle : str, Sudoku, or anything else that `Sudoku` takes
///     The puzzle.
///
/// Examples
/// --------
/// >>> q.is_unique("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
/// True
#[pyfunction]
pub(crate) fn is_unique(puzzle: &Bound<'_, PyAny>) -> PyResult<bool> {
    let uniqueness = questions::uniqueness(puzzle.py(), &input::puzzle(puzzle)?)?;
    Ok(matches!(uniqueness, Uniqueness::One(_)))
}

/// Returns the first solution of a Sudoku that the search finds, or ``None`` if there is none.
///
/// Parameters
/// ----------
/// puzzle : str, Sudoku, or anything else that `Sudoku` takes
///     The puzzle.
///
/// Examples
/// --------
/// >>> q.first("005176000400000001000800309100000090503000807090000004207008000600000003000429700")
/// '935176482428395671716842359174283596563914827892567134247638915689751243351429768'
#[pyfunction]
pub(crate) fn first<'py>(puzzle: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    let found = questions::first(puzzle.py(), &input::puzzle(puzzle)?)?;
    Ok(found.map(|grid| questions::string(puzzle.py(), &grid)))
}
