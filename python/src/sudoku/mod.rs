//! The class `Sudoku`.

mod clues;
mod explainer;
mod functions;
mod input;
mod logic;
mod making;
mod many;
mod questions;
mod solutions;

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple, PyType};
use quadrille::puzzle::{Drawn, Picture, Role, Shade};
use quadrille::sudoku::logic::{Cell, Digits, Position};
use quadrille::sudoku::{Candidates, Digit, Form, Grid, Puzzle};

use crate::error::value_error;

pub(crate) use explainer::{_explainer_rating, ExplainerRating};
pub(crate) use functions::{count, first, is_unique, solve};
pub(crate) use logic::{_rating, Explanation, Rating, Step};
pub(crate) use making::{generate, generate_boards};
pub(crate) use many::solve_many;
pub(crate) use solutions::SudokuSolutions;

/// A Sudoku: a puzzle or a solution.
///
/// Sudokus are equal if they have the same clues, or, for Sukakus, the same candidates. ``print``
/// draws a Sudoku as text, and a notebook shows it as a picture. `cells` is a line of 81 cells.
///
/// Parameters
/// ----------
/// puzzle : str, Sudoku, or array_like
///     A text in any form that the program reads: 81 cells with ``.`` or ``0`` for an empty cell, a
///     grid drawn over several lines, a file of another program, or the candidates of all cells.
///     Numbers can be in lists, an array or a table: 81 numbers or 9 rows of 9, with 0 for an empty
///     cell, or a 9x9x9 array of booleans with the candidates. A whole number of 64 to 81 digits,
///     which pandas makes from 81 digits, is read with the lost zeros at its start restored.
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
/// >>> import quadrille as q
/// >>> s = q.Sudoku("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> s.is_unique()
/// True
/// >>> print(s.first())
/// 534678912672195348198342567859761423426853791713924856961537284287419635345286179
/// >>> print(s)
/// 5 3 . | . 7 . | . . .
/// 6 . . | 1 9 5 | . . .
/// . 9 8 | . . . | . 6 .
/// ------+-------+------
/// 8 . . | . 6 . | . . 3
/// 4 . . | 8 . 3 | . . 1
/// 7 . . | . 2 . | . . 6
/// ------+-------+------
/// . 6 . | . . . | 2 8 .
/// . . . | 4 1 9 | . . 5
/// . . . | . 8 . | . 7 9
/// >>> s == q.Sudoku(str(s)), len({s, q.Sudoku(s)})
/// (True, 1)
#[pyclass(frozen, module = "quadrille", weakref)]
pub(crate) struct Sudoku {
    pub(crate) puzzle: Puzzle,
}

impl From<Grid> for Sudoku {
    fn from(grid: Grid) -> Self {
        Self { puzzle: grid.into() }
    }
}

impl Sudoku {
    /// Returns what decides equality: the grid, and the candidates of a Sukaku.
    fn key(&self) -> (&Grid, Option<&Candidates>) {
        (&self.puzzle.grid, self.puzzle.candidates.as_deref())
    }

    /// Returns the position before the first step of logic.
    fn position(&self) -> Position {
        match &self.puzzle.candidates {
            Some(candidates) => Position::from_candidates(candidates),
            None => {
                let mut position = Position::new(&self.puzzle.grid);
                position.eliminate_clues();
                position
            }
        }
    }

    /// Returns the digits that each cell may have. A solved cell has its digit.
    fn digits(&self) -> impl Iterator<Item = Digits> {
        let position = self.position();
        Cell::all().map(move |cell| match position.grid().get(cell.row(), cell.column()) {
            Some(digit) => Digits::one(digit),
            None => position.digits(cell),
        })
    }

    /// Returns the grid of a puzzle given by clues.
    ///
    /// # Errors
    /// `ValueError` for a Sukaku. The message states that it has no `what`.
    fn grid(&self, what: &str) -> PyResult<&Grid> {
        match &self.puzzle.candidates {
            None => Ok(&self.puzzle.grid),
            Some(_) => Err(value_error(format_args!(
                "a Sukaku has no {what}: use a puzzle that is given by clues"
            ))),
        }
    }
}

#[pymethods]
impl Sudoku {
    #[new]
    fn new(puzzle: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { puzzle: input::puzzle(puzzle)? })
    }

    /// The 81 cells as a string, with ``.`` for an empty cell.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku([[5, 3] + 7 * [0]] + 8 * [9 * [0]]).cells[:9]
    /// '53.......'
    #[getter]
    fn cells(&self) -> &str {
        self.puzzle.grid.as_str()
    }

    /// The number of clues. In a Sukaku, cells with only one candidate count as clues.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("1" + 80 * ".").clue_count
    /// 1
    #[getter]
    fn clue_count(&self) -> usize {
        self.puzzle.grid.clue_count()
    }

    /// True if the puzzle is given by candidates that do not follow from clues.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku(81 * ".").is_sukaku
    /// False
    #[getter]
    fn is_sukaku(&self) -> bool {
        self.puzzle.candidates.is_some()
    }

    /// Describes two clues that exclude each other, or returns ``None`` if there are none.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("5......5." + 72 * ".").clash()
    /// 'two 5s in row 1, at r1c1 and r1c8'
    fn clash(&self) -> Option<String> {
        self.puzzle.grid.clash().map(|clash| clash.to_string())
    }

    /// Returns the candidates: the digits of each cell that the clues in its houses do not exclude.
    /// A Sukaku has its own candidates.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Booleans in 9 rows, 9 columns and 9 digits.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If NumPy is not installed. `marks` does not need it.
    ///
    /// Examples
    /// --------
    /// >>> candidates = q.Sudoku("1" + 80 * ".").candidates()
    /// >>> candidates.shape, int(candidates[0, 0].sum()), int(candidates[0, 1].sum())
    /// ((9, 9, 9), 1, 8)
    fn candidates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let of_cell = |digits: Digits| Digit::all().map(move |digit| digits.contains(digit).into());
        let flags: Vec<u8> = self.digits().flat_map(of_cell).collect();
        let flags = PyByteArray::new(py, &flags);
        py.import("quadrille._arrays")?.getattr("candidates")?.call1((flags,))
    }

    /// Returns the digits that each cell may have, as 81 strings.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("1" + 80 * ".").marks()[:2]
    /// ['1', '23456789']
    fn marks(&self) -> Vec<String> {
        let text = |digits: Digits| digits.into_iter().map(|digit| digit.to_string()).collect();
        self.digits().map(text).collect()
    }

    /// Returns the digits as an array.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     9 rows of 9 numbers, of type ``uint8``, with 0 for an empty cell.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("1" + 80 * ".").to_array()[0].tolist()
    /// [1, 0, 0, 0, 0, 0, 0, 0, 0]
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let digits: Vec<u8> =
            self.puzzle.grid.cells().map(|digit| digit.map_or(0, |digit| digit.get())).collect();
        let digits = PyByteArray::new(py, &digits);
        py.import("quadrille._arrays")?.getattr("grid")?.call1((digits,))
    }

    /// Returns the digits as an array, for NumPy functions. The array is always new.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(value_error(
                "a Sudoku stores no array, so a new one must be made: leave out `copy=False`",
            ));
        }
        let array = self.to_array(py)?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    /// Returns the digit in a row and a column, both counted from 0, or 0 for an empty cell. Any
    /// other index selects from the array of the digits: `s[4]` is a row.
    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let Ok((row, column)) = index.extract::<(isize, isize)>() else {
            return self.to_array(py)?.get_item(index);
        };
        let place = |at: isize| usize::try_from(if at < 0 { at + 9 } else { at }).ok();
        match (place(row), place(column)) {
            (Some(row @ 0..9), Some(column @ 0..9)) => {
                let digit = self.puzzle.grid.get(row, column).map_or(0, Digit::get);
                digit.into_bound_py_any(py)
            }
            _ => Err(PyIndexError::new_err(format!(
                "there is no cell ({row}, {column}): a Sudoku has 9 rows and 9 columns, numbered \
                 from 0"
            ))),
        }
    }

    /// Writes the puzzle as text in one of the formats of ``quadrille convert``, except ``json``.
    ///
    /// Parameters
    /// ----------
    /// form : str, optional
    ///     The form, such as ``"line"``, ``"grid"``, ``"sdk"`` or ``"ss"``.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there is no such form, or the form cannot hold the puzzle, such as a Sukaku in a form
    ///     for clues.
    ///
    /// Examples
    /// --------
    /// >>> print(q.Sudoku("1" + 80 * ".").to_text("grid").splitlines()[0])
    /// 1 . . | . . . | . . .
    #[pyo3(signature = (form = "line"))]
    fn to_text(&self, form: &str) -> PyResult<String> {
        let form: Form = form.parse().map_err(value_error)?;
        form.write(&self.puzzle).map_err(value_error)
    }

    /// Returns the canonical form, which equivalent puzzles share.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the puzzle is a Sukaku.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("5" + 80 * ".").canonical() == q.Sudoku(80 * "." + "7").canonical()
    /// True
    fn canonical(&self, py: Python<'_>) -> PyResult<Self> {
        let grid = self.grid("canonical form")?;
        Ok(py.detach(|| grid.canonical()).into())
    }

    /// True if another puzzle is equivalent to this one: they differ only by the symmetries of
    /// Sudoku, such as the order of rows, columns and digits.
    ///
    /// Parameters
    /// ----------
    /// other : Sudoku, or anything else that `Sudoku` takes
    ///     The other puzzle.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If one of the puzzles is a Sukaku.
    ///
    /// Examples
    /// --------
    /// >>> q.Sudoku("5" + 80 * ".").same_as(80 * "." + "7")
    /// True
    fn same_as(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let other = Self { puzzle: input::puzzle(other)? };
        let (ours, theirs) = (self.grid("canonical form")?, other.grid("canonical form")?);
        Ok(py.detach(|| ours.map_to(theirs).is_some()))
    }

    fn __str__(&self) -> String {
        match &self.puzzle.candidates {
            Some(candidates) => format!("{candidates:#}"),
            None => format!("{:#}", self.puzzle.grid),
        }
    }

    fn __repr__(&self) -> String {
        format!("Sudoku('{}')", self.puzzle)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let class: Bound<'_, PyType> = slf.get_type();
        (class, (slf.get().puzzle.to_string(),)).into_pyobject(slf.py())
    }

    fn _repr_svg_(&self) -> String {
        match &self.puzzle.candidates {
            Some(_) => self.position().picture(),
            None => clues(&self.puzzle.grid),
        }
        .svg()
    }
}

/// Draws the clues of a puzzle and leaves the other cells empty, as a newspaper does.
fn clues(grid: &Grid) -> Picture {
    let mut picture = Picture::new(9, 9);
    for (row, column) in (0..9).flat_map(|row| (0..9).map(move |column| (row, column))) {
        let digit = grid.get(row, column).map_or_else(String::new, |digit| digit.to_string());
        picture.set(row, column, (row / 3 * 3 + column / 3) as u32, digit);
        picture.set_role(row, column, Role::Given);
        picture.shade(row, column, Shade::Paper);
    }
    picture
}
