//! The generators of Sudokus.

use std::ops::{ControlFlow, RangeInclusive};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quadrille::sudoku::generate::{BoardGenerator, Generator};

use super::Sudoku;
use crate::arguments::{some_bounds, whole};
use crate::diagrams::Random;
use crate::error::value_error;
use crate::run::in_slices;

fn seed_or_random(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| Random::new(None).next())
}

/// Makes Sudokus with one solution. `generate_boards` makes Sudokus of other sizes.
///
/// Parameters
/// ----------
/// count : int, optional
///     The number of puzzles.
/// rating : str, optional
///     The level: ``"easy"``, ``"medium"``, ``"hard"``, ``"expert"``, ``"extreme"`` or
///     ``"beyond logic"``. The last level means that the techniques other than forcing chains do
///     not solve the puzzle.
/// symmetry : str, optional
///     The symmetry of the cells with clues: ``"none"``, ``"rot180"``, ``"rot90"``, ``"mirror"``,
///     ``"up-down"``, ``"diagonal"`` or ``"anti-diagonal"``.
/// clues : int or (int, int), optional
///     The number of clues, or a pair of the smallest and the largest number.
/// minimal : bool, optional
///     If true, no clue is redundant.
/// seed : int, optional
///     The same seed and the same constraints give the same puzzles.
///
/// Returns
/// -------
/// list of Sudoku
///     The puzzles.
///
/// Raises
/// ------
/// ValueError
///     If a name is unknown, or a check finds that no puzzle can meet the constraints.
/// RuntimeError
///     If the generator gives up. The message gives the constraints that failed.
///
/// Examples
/// --------
/// >>> puzzle, = q.generate(rating="hard", symmetry="rot180", clues=(24, 28), seed=7)
/// >>> puzzle.is_unique(), 24 <= puzzle.clue_count <= 28, puzzle.rate().level
/// (True, True, 'hard')
#[pyfunction]
#[pyo3(signature = (count = 1, *, rating = None, symmetry = None, clues = None, minimal = false, seed = None))]
pub(crate) fn generate(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] count: u64,
    rating: Option<&str>,
    symmetry: Option<&str>,
    #[pyo3(from_py_with = some_bounds)] clues: Option<RangeInclusive<usize>>,
    minimal: bool,
    #[pyo3(from_py_with = whole)] seed: Option<u64>,
) -> PyResult<Vec<Sudoku>> {
    let mut generator = Generator::new(seed_or_random(seed));
    if let Some(level) = rating {
        generator = generator.rating(level.parse().map_err(value_error)?);
    }
    if let Some(symmetry) = symmetry {
        generator = generator.symmetry(symmetry.parse().map_err(value_error)?);
    }
    if let Some(clues) = clues {
        generator = generator.clues(clues);
    }
    generator = generator.minimal(minimal);
    generator.check().map_err(value_error)?;
    let mut made = Vec::new();
    for number in 0..count {
        let mut attempts = generator.attempts(number);
        in_slices(py, |_| match attempts.next() {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        })?;
        match attempts.result() {
            Ok(generated) => made.push(generated.puzzle.into()),
            Err(gave_up) => return Err(PyRuntimeError::new_err(gave_up.to_string())),
        }
    }
    Ok(made)
}

/// Makes Sudokus with one solution on boards of other sizes, for `sudoku_board`.
///
/// A puzzle with boxes of 4x4 takes a second or less. Larger boxes may take a very long time.
///
/// Parameters
/// ----------
/// count : int, optional
///     The number of puzzles.
/// boxes : (int, int)
///     Rows and columns of a box: ``(2, 3)`` for a board of 6x6 cells.
/// clues : int or (int, int), optional
///     The number of clues, or a pair of the smallest and the largest number. By default, no clue
///     is redundant.
/// minimal : bool, optional
///     If true, no clue is redundant, even if `clues` is given.
/// seed : int, optional
///     The same seed and the same constraints give the same puzzles.
///
/// Returns
/// -------
/// list of str
///     The cells of each puzzle row by row, with ``.`` for an empty cell.
///
/// Raises
/// ------
/// ValueError
///     If there is no board with boxes of this size, or a check finds that no puzzle can meet the
///     constraints.
/// RuntimeError
///     If the generator gives up. The message gives the constraints that failed.
///
/// Examples
/// --------
/// >>> puzzle, = q.generate_boards(boxes=(2, 3), seed=7)
/// >>> len(puzzle), q.sudoku_board(puzzle, boxes=(2, 3)).count()
/// (36, 1)
#[pyfunction]
#[pyo3(signature = (count = 1, *, boxes, clues = None, minimal = false, seed = None))]
pub(crate) fn generate_boards(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] count: u64,
    #[pyo3(from_py_with = whole)] boxes: (usize, usize),
    #[pyo3(from_py_with = some_bounds)] clues: Option<RangeInclusive<usize>>,
    minimal: bool,
    #[pyo3(from_py_with = whole)] seed: Option<u64>,
) -> PyResult<Vec<String>> {
    let generator = BoardGenerator::boxes(boxes.0, boxes.1, seed_or_random(seed));
    let mut generator = generator.map_err(value_error)?.minimal(minimal);
    if let Some(clues) = clues {
        generator = generator.clues(clues);
    }
    generator.check().map_err(value_error)?;
    let mut made = Vec::new();
    for number in 0..count {
        let mut checked = Ok(());
        let result = py.detach(|| {
            generator.puzzle_while(number, || {
                checked = Python::attach(|py| py.check_signals());
                checked.is_ok()
            })
        });
        checked?;
        match result {
            Ok(generated) => made.push(generated.puzzle.text()),
            Err(gave_up) => return Err(PyRuntimeError::new_err(gave_up.to_string())),
        }
    }
    Ok(made)
}
