//! The units of a split search.

use num_bigint::BigUint;
use pyo3::PyTraverseError;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use quadrille::OptionId;
use quadrille::search::Cube;
use quadrille::solve;

use crate::arguments::whole;
use crate::covers::Solutions;
use crate::error::value_error;
use crate::problem::Problem;
use crate::words::counted;

/// A part of the search of a problem, made by `Problem.split`.
///
/// It can be pickled, together with its problem, and sent to another process or machine. Options
/// must not be added to the problem after the split: `count`, `solutions` and pickling then raise
/// ``ValueError``.
///
/// Examples
/// --------
/// >>> import pickle
/// >>> unit = q.queens(8).problem.split(10)[3]
/// >>> pickle.loads(pickle.dumps(unit)).count() == unit.count()
/// True
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Unit {
    problem: Py<Problem>,
    /// The number of options of the problem that was split.
    options: usize,
    cubes: Vec<Cube>,
    nodes: f64,
}

impl Unit {
    pub(crate) fn new(problem: Py<Problem>, options: usize, unit: solve::Unit) -> Self {
        Self { problem, options, cubes: unit.cubes, nodes: unit.nodes }
    }

    /// Returns the problem, to search it.
    ///
    /// # Errors
    /// `ValueError` if options were added since the split. The units may lack solutions with these
    /// options.
    fn searched(&self, py: Python<'_>) -> PyResult<&Problem> {
        let problem = self.problem.get();
        match problem.option_count(py)? - self.options {
            0 => Ok(problem),
            added => Err(value_error(format_args!(
                "{} added to the problem after it was split: split it again",
                counted(added, "option")
            ))),
        }
    }
}

/// A cube as two lists of numbers of options.
type Numbers = (Vec<u32>, Vec<u32>);

#[pymethods]
impl Unit {
    #[new]
    fn make(
        py: Python<'_>,
        problem: Py<Problem>,
        #[pyo3(from_py_with = whole)] cubes: Vec<Numbers>,
        nodes: f64,
    ) -> PyResult<Self> {
        let options = problem.get().option_count(py)?;
        let mut numbers = cubes.iter().flat_map(|(chosen, excluded)| chosen.iter().chain(excluded));
        if let Some(unknown) = numbers.find(|&&number| number as usize >= options) {
            return Err(value_error(format_args!(
                "option {unknown} in a cube, but the problem has {}, numbered from 0: use the \
                 cubes of a unit of this problem",
                counted(options, "option")
            )));
        }
        let ids = |numbers: Vec<u32>| numbers.into_iter().map(OptionId::new).collect();
        let cube = |(chosen, excluded)| Cube { chosen: ids(chosen), excluded: ids(excluded) };
        Ok(Self { problem, options, cubes: cubes.into_iter().map(cube).collect(), nodes })
    }

    /// The problem.
    ///
    /// Examples
    /// --------
    /// >>> p = q.queens(6).problem
    /// >>> p.split(4)[0].problem is p
    /// True
    #[getter]
    fn problem(&self, py: Python<'_>) -> Py<Problem> {
        self.problem.clone_ref(py)
    }

    /// The estimated number of nodes of the unit's search.
    ///
    /// Examples
    /// --------
    /// >>> q.queens(6).problem.split(4)[0].nodes > 0
    /// True
    #[getter]
    fn nodes(&self) -> f64 {
        self.nodes
    }

    /// The cubes: pairs of the chosen options and the excluded options.
    ///
    /// Examples
    /// --------
    /// >>> chosen, excluded = q.queens(6).problem.split(4)[0].cubes[0]
    /// >>> excluded
    /// []
    #[getter]
    fn cubes(&self) -> Vec<Numbers> {
        let numbers = |ids: &[OptionId]| ids.iter().map(|id| id.get()).collect();
        self.cubes.iter().map(|cube| (numbers(&cube.chosen), numbers(&cube.excluded))).collect()
    }

    /// Counts the solutions of the unit.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of solutions.
    ///
    /// Examples
    /// --------
    /// >>> sum(unit.count() for unit in q.queens(6).problem.split(4))
    /// 4
    fn count(&self, py: Python<'_>) -> PyResult<BigUint> {
        self.searched(py)?.count_cubes(py, &self.cubes)
    }

    /// Iterates over the solutions of the unit, lazily, as `Problem.solutions` does.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads; 0 means one per processor.
    /// ordered : bool, optional
    ///     If true, as by default, the order of the solutions is the same with any number of
    ///     threads, but a long search may be slower.
    ///
    /// Examples
    /// --------
    /// >>> sum(len(list(unit.solutions())) for unit in q.queens(6).problem.split(4))
    /// 4
    #[pyo3(signature = (*, threads = 1, ordered = true))]
    fn solutions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] threads: usize,
        ordered: bool,
    ) -> PyResult<Solutions> {
        let problem = self.searched(py)?;
        let (lazy, labels) = problem.covers(py, self.cubes.clone(), threads, ordered)?;
        Ok(Solutions::new(lazy, labels))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let unit = slf.get();
        unit.searched(slf.py())?;
        let arguments = (unit.problem.clone_ref(slf.py()), unit.cubes(), unit.nodes);
        (slf.get_type(), arguments).into_pyobject(slf.py())
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        let same = self.cubes == other.cubes;
        Ok(same && self.problem.bind(py).as_any().eq(other.problem.bind(py))?)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err(crate::covers::NO_LEN))
    }

    fn __repr__(&self) -> String {
        format!(
            "<quadrille.Unit: {}, about {:.3e} nodes>",
            counted(self.cubes.len(), "cube"),
            self.nodes
        )
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.problem)
    }
}
