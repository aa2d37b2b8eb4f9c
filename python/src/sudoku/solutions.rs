//! The iterator over the solutions of a Sudoku.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadrille::sudoku;

use crate::arguments::whole;
use crate::covers::NO_LEN;
use crate::lazy::{Grids, Lazy};
use crate::run::Lock;

/// An iterator over the solutions of a Sudoku, found on demand.
///
/// Returned by `solve` and `Sudoku.solutions`. Each solution is a string of 81 digits, which
/// ``print(Sudoku(solution))`` draws. Iterators of the same puzzle are independent. Several threads
/// may take solutions from one iterator: each solution goes to one thread.
///
/// Examples
/// --------
/// >>> solutions = q.solve("12345678" + 73 * ".")
/// >>> next(solutions)[:9]
/// '123456789'
/// >>> len(solutions)
/// Traceback (most recent call last):
///     ...
/// TypeError: the number of solutions is not known before they are found: use `count()` of the problem or the puzzle
#[pyclass(frozen, module = "quadrille", weakref)]
pub(crate) struct SudokuSolutions {
    lazy: Lock<Lazy<sudoku::Solutions>>,
}

impl SudokuSolutions {
    pub(super) fn new(lazy: Lazy<sudoku::Solutions>) -> Self {
        Self { lazy: Lock::new(lazy) }
    }
}

#[pymethods]
impl SudokuSolutions {
    /// Takes the next solutions as an array.
    ///
    /// Parameters
    /// ----------
    /// count : int, optional
    ///     The maximum number of solutions; by default, all. Each solution takes 81 bytes.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A row of 81 digits for each solution, of type ``uint8``.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If NumPy is not installed.
    ///
    /// Examples
    /// --------
    /// >>> q.solve(81 * ".").array(1000).shape
    /// (1000, 81)
    #[pyo3(signature = (count = None))]
    fn array<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] count: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.lazy.lock(py)?.array(py, count.unwrap_or(usize::MAX), 81, Grids::write_numbers)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        let mut lazy = self.lazy.lock(py)?;
        let Some((grids, at)) = lazy.next(py)? else { return Ok(None) };
        // The bytes are ASCII, so this never fails.
        Ok(Some(PyString::from_bytes(py, grids.digits(at))?))
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err(NO_LEN))
    }

    fn __repr__(&self) -> &'static str {
        "<quadrille.SudokuSolutions: an iterator>"
    }
}
