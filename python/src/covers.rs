//! The iterators over all solutions of a problem, and over its solutions up to isomorphism.

use pyo3::PyTraverseError;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::PyList;
use quadrille::search::Step;
use quadrille::solve::Distinct;

use crate::arguments::whole;
use crate::lazy::{CoverSearch, Covers, Lazy};
use crate::problem::labels::{Labels, labelled};
use crate::results;
use crate::run::{Lock, run};

/// The error message for `len` of an iterator, a puzzle or a unit.
pub(crate) const NO_LEN: &str = "the number of solutions is not known before they are found: use \
     `count()` of the problem or the puzzle";

/// An iterator over the solutions of a problem, found on demand.
///
/// Returned by `Problem.solutions` and `Unit.solutions`. Each solution is a list. Iterators of the
/// same problem are independent. Several threads may take solutions from one iterator: each
/// solution goes to one thread.
///
/// Examples
/// --------
/// >>> from itertools import islice
/// >>> p = q.Problem(range(100))
/// >>> for item in range(100):
/// ...     _ = p.add([item]), p.add([item])
/// >>> solutions = p.solutions()
/// >>> len(next(solutions)), len(list(islice(solutions, 1000)))
/// (100, 1000)
#[pyclass(frozen, module = "quadrille", weakref)]
pub(crate) struct Solutions {
    lazy: Lock<Lazy<CoverSearch>>,
    labels: Py<Labels>,
}

impl Solutions {
    pub(crate) fn new(lazy: Lazy<CoverSearch>, labels: Py<Labels>) -> Self {
        Self { lazy: Lock::new(lazy), labels }
    }
}

#[pymethods]
impl Solutions {
    /// Takes the next solutions as an array of zeros and ones.
    ///
    /// Parameters
    /// ----------
    /// count : int, optional
    ///     The maximum number of solutions; by default, all. Each solution takes a byte per option.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A row for each solution and a column for each option, of type ``uint8``.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If NumPy is not installed.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_matrix([[1, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0]])
    /// >>> sorted(p.solutions().array().tolist())
    /// [[0, 1, 1, 1], [1, 1, 0, 0]]
    #[pyo3(signature = (count = None))]
    fn array<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] count: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let width = self.labels.get().len();
        let write = |covers: &Covers, of, bytes: &mut [u8]| covers.write_ones(of, width, bytes);
        self.lazy.lock(py)?.array(py, count.unwrap_or(usize::MAX), width, write)
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let mut lazy = self.lazy.lock(py)?;
        let Some((covers, at)) = lazy.next(py)? else { return Ok(None) };
        labelled(py, &self.labels, covers.get(at)).map(Some)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err(NO_LEN))
    }

    fn __repr__(&self) -> &'static str {
        "<quadrille.Solutions: an iterator>"
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.labels)
    }
}

/// An iterator over the solutions of a problem up to isomorphism, found on demand.
///
/// Returned by `Problem.distinct`. Iterators of the same problem are independent.
///
/// Examples
/// --------
/// >>> distinct = q.queens(8).problem.distinct()
/// >>> next(distinct).orbit_size
/// 8
/// >>> sum(1 for _ in distinct)
/// 11
/// >>> distinct.solutions_so_far
/// 92
#[pyclass(frozen, module = "quadrille", weakref)]
pub(crate) struct DistinctSolutions {
    search: Lock<Distinct>,
    labels: Py<Labels>,
}

impl DistinctSolutions {
    pub(crate) fn new(search: Distinct, labels: Py<Labels>) -> Self {
        Self { search: Lock::new(search), labels }
    }
}

#[pymethods]
impl DistinctSolutions {
    /// The number of solutions in the classes found so far: the sum of their orbit sizes.
    ///
    /// >>> distinct = q.queens(8).problem.distinct()
    /// >>> _ = next(distinct)
    /// >>> distinct.solutions_so_far
    /// 8
    #[getter]
    fn solutions_so_far<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.search.lock(py)?.covers_so_far().into_pyobject(py)?.into_any())
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut search = self.search.lock(py)?;
        let search = &mut *search;
        let step = run(py, search)?;
        match search.current().filter(|_| step == Step::Cover) {
            None => Ok(None),
            Some(class) => {
                let solution = labelled(py, &self.labels, &class.cover)?;
                let arguments = (solution, &class.orbit_size, &class.stabilizer_order);
                results::distinct(py, arguments).map(Some)
            }
        }
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err(NO_LEN))
    }

    fn __repr__(&self) -> &'static str {
        "<quadrille.DistinctSolutions: an iterator>"
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.labels)
    }
}
