//! The class `Problem`.

pub(crate) mod cheapest;
pub(crate) mod labels;
pub(crate) mod making;
pub(crate) mod names;
pub(crate) mod questions;
pub(crate) mod state;
mod symmetries;

use std::sync::Arc;

use num_bigint::BigInt;
use pyo3::PyTraverseError;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use quadrille::search::{Cube, OpenCube};
use quadrille::{AnyEngine, EngineChoice, OptionId, Solver};

use crate::arguments::whole;
use crate::covers::Solutions;
use crate::error::value_error;
use crate::lazy::{CoverSearch, Lazy};
use crate::run::Lock;
use crate::words::counted;
use labels::Labels;
use state::{Built, State};

/// An exact-cover problem: choose options that contain every primary item exactly once.
///
/// Items have names, which are any hashable objects. Options are added one at a time. In solutions
/// an option appears as its value, or as its number if it has none.
///
/// Parameters
/// ----------
/// primary : iterable of hashable
///     The items that every solution covers exactly once, or within their bounds.
/// secondary : iterable of hashable, optional
///     The items that every solution covers at most once, or any number of times with the same
///     color.
/// bounds : dict, optional
///     The number of options that may contain a primary item in a solution: a dict from items to
///     pairs ``(lo, hi)``, or to one number for both.
///
/// Raises
/// ------
/// ValueError
///     If two items have the same name, or bounds are impossible or not for a primary item.
/// TypeError
///     If a name is not hashable.
///
/// Examples
/// --------
/// >>> import quadrille as q
/// >>> p = q.Problem(["a", "b", "c"], secondary=["x"])
/// >>> p.add(["a", "b", ("x", "red")])
/// 0
/// >>> p.add(["c", ("x", "red")])
/// 1
/// >>> p.add(["c", ("x", "blue")], value="alone")
/// 2
/// >>> list(p.solutions())
/// [[0, 1]]
/// >>> p
/// <quadrille.Problem: 3 primary items, 1 secondary item, 3 options>
#[pyclass(frozen, module = "quadrille", weakref)]
pub(crate) struct Problem {
    state: Lock<State>,
}

impl Problem {
    pub(crate) fn new_with(state: State) -> Self {
        Self { state: Lock::new(state) }
    }

    /// Returns a problem of the library as a Python problem.
    pub(crate) fn of(py: Python<'_>, problem: quadrille::Problem) -> PyResult<Self> {
        Ok(Self::new_with(State::of(py, problem)?))
    }

    /// Calls a function with the finished problem.
    pub(crate) fn with_built<R>(
        &self,
        py: Python<'_>,
        with: impl FnOnce(&mut Built) -> PyResult<R>,
    ) -> PyResult<R> {
        with(self.state.lock(py)?.built(py)?)
    }

    /// Replaces the numbers of items in a message of the library with their names.
    fn with_names(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        let state = self.state.lock(py)?;
        let mut parts = text.split("`#");
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (number, rest) = part.split_once('`').unwrap_or((part, ""));
            let name = number.parse().ok().and_then(|number| state.items.get(py, number).ok());
            let name = name.map_or_else(|| Ok(format!("#{number}")), |name| names::label(&name))?;
            named += &format!("`{name}`{rest}");
        }
        Ok(named)
    }

    pub(crate) fn problem(&self, py: Python<'_>) -> PyResult<Arc<quadrille::Problem>> {
        self.with_built(py, |built| Ok(Arc::clone(&built.problem)))
    }

    pub(crate) fn solver(&self, py: Python<'_>) -> PyResult<(Solver, Py<Labels>)> {
        self.with_built(py, |built| Ok((built.solver(py), built.labels.clone_ref(py))))
    }

    /// Returns a lazy search for the covers of disjoint cubes, and the labels of the options.
    pub(crate) fn covers(
        &self,
        py: Python<'_>,
        cubes: Vec<Cube>,
        threads: usize,
        is_ordered: bool,
    ) -> PyResult<(Lazy<CoverSearch>, Py<Labels>)> {
        let (problem, solver, labels) = self.with_built(py, |built| {
            let solver = (threads == 1 && !is_ordered).then(|| built.solver(py));
            Ok((Arc::clone(&built.problem), solver, built.labels.clone_ref(py)))
        })?;
        let engine = || {
            let compile = if is_ordered { AnyEngine::with_stable_order } else { AnyEngine::new };
            py.detach(|| compile(&problem, EngineChoice::Auto)).map_err(value_error)
        };
        let lazy = match <[Cube; 1]>::try_from(cubes) {
            Ok([cube]) if threads == 1 => {
                let solver = solver.map_or_else(|| engine().map(Solver::from), Ok)?;
                Lazy::here(solver.into_solutions_of(&cube).map_err(value_error)?.into())
            }
            cubes => {
                let cubes = cubes.map_or_else(|cubes| cubes, Vec::from);
                let share = 1.0 / cubes.len().max(1) as f64;
                let open = cubes.into_iter().map(|cube| OpenCube { cube, share }).collect();
                Lazy::by_threads(engine()?, open, threads, is_ordered)?
            }
        };
        Ok((lazy, labels))
    }
}

fn cost(cost: &Bound<'_, PyAny>) -> PyResult<i64> {
    cost.extract().map_err(|_| {
        if cost.is_instance_of::<pyo3::types::PyInt>() {
            value_error(format_args!(
                "the cost {cost}: a cost is a whole number from {} to {}",
                -i64::MAX,
                i64::MAX
            ))
        } else {
            PyTypeError::new_err(format!(
                "the cost {cost}: a cost is an `int`, so round it, or count in smaller units"
            ))
        }
    })
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (primary = None, secondary = None, bounds = None))]
    fn new(
        py: Python<'_>,
        primary: Option<Bound<'_, PyAny>>,
        secondary: Option<Bound<'_, PyAny>>,
        bounds: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let none = || PyTuple::empty(py).into_any();
        let (primary, secondary) = (primary.unwrap_or_else(none), secondary.unwrap_or_else(none));
        Ok(Self::new_with(State::new(&primary, &secondary, bounds.as_ref())?))
    }

    /// Adds an option and returns its number.
    ///
    /// Parameters
    /// ----------
    /// items : iterable
    ///     The names of its items. A secondary item with a color is a tuple ``(name, color)``; a
    ///     color is anything hashable, except that ``None`` means no color.
    /// value : object, optional
    ///     The value of the option in the solutions, instead of its number. ``None`` means the
    ///     number.
    /// cost : int, optional
    ///     The cost of the option, for `best`. The absolute values of all costs must not add up to
    ///     ``2**63`` or more.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of the option, counted from 0.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If an item is unknown or occurs twice, if a primary item has a color, or if the costs
    ///     are too large. The problem is then unchanged.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem([(0, 0), (0, 1)])
    /// >>> p.add([(0, 0), (0, 1)], value="domino", cost=3)
    /// 0
    /// >>> p.add([(1, 1)])
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: there is no item `(1, 1)`: declare it before the option that needs it
    #[pyo3(signature = (items, *, value = None, cost = None), text_signature = "($self, items, *, value=None, cost=0)")]
    fn add(
        &self,
        items: &Bound<'_, PyAny>,
        value: Option<Py<PyAny>>,
        cost: Option<Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let cost = cost.as_ref().map_or(Ok(0), self::cost)?;
        self.state.lock(items.py())?.add(items, value, cost)
    }

    /// The names of the primary items.
    ///
    /// Examples
    /// --------
    /// >>> q.Problem("ab", secondary="x").primary
    /// ['a', 'b']
    #[getter]
    fn primary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let state = self.state.lock(py)?;
        Ok(state.items.list(py).get_slice(0, state.primary))
    }

    /// The names of the secondary items.
    ///
    /// Examples
    /// --------
    /// >>> q.Problem("ab", secondary="x").secondary
    /// ['x']
    #[getter]
    fn secondary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let state = self.state.lock(py)?;
        let items = state.items.list(py);
        Ok(items.get_slice(state.primary, items.len()))
    }

    /// The number of options.
    ///
    /// Examples
    /// --------
    /// >>> q.Problem.from_sets({"A": {1}, "B": {1}}).option_count
    /// 2
    #[getter]
    pub(crate) fn option_count(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.state.lock(py)?.values.len())
    }

    /// Returns the items of an option, in the form that `add` takes.
    ///
    /// Parameters
    /// ----------
    /// number : int
    ///     The number of the option, counted from 0.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such option.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem(["a", "b"], secondary=["x"])
    /// >>> p.option(p.add(["a", ("x", "red")]))
    /// ['a', ('x', 'red')]
    fn option<'py>(&self, py: Python<'py>, number: BigInt) -> PyResult<Bound<'py, PyList>> {
        let mut state = self.state.lock(py)?;
        let problem = Arc::clone(&state.built(py)?.problem);
        let known =
            u32::try_from(&number).ok().filter(|&at| (at as usize) < problem.option_count());
        let Some(option) = known else {
            return Err(PyIndexError::new_err(format!(
                "there is no option {number}: the problem has {}, numbered from 0",
                counted(problem.option_count(), "option")
            )));
        };
        state.option(py, &problem, OptionId::new(option))
    }

    /// Iterates over all solutions, lazily.
    ///
    /// Each solution is a list of the values or numbers of its options, in the order of the
    /// numbers. With one thread, the search runs only as far as needed, or a little ahead if
    /// solutions come fast. The iterator can be dropped at any time.
    ///
    /// Parameters
    /// ----------
    /// threads : int, optional
    ///     The number of threads; 0 means one per processor. Several threads find solutions in any
    ///     order.
    /// ordered : bool, optional
    ///     If true, the order of the solutions is the same with any number of threads, but a long
    ///     search may be slower.
    ///
    /// Returns
    /// -------
    /// Solutions
    ///     An iterator. Options that are added later do not affect it.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_sets({"A": {1, 2}, "B": {3}, "C": {1}, "D": {2, 3}})
    /// >>> sorted(p.solutions())
    /// [['A', 'B'], ['C', 'D']]
    /// >>> sorted(p.solutions(threads=2))
    /// [['A', 'B'], ['C', 'D']]
    #[pyo3(signature = (*, threads = 1, ordered = false))]
    fn solutions(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] threads: usize,
        ordered: bool,
    ) -> PyResult<Solutions> {
        let (lazy, labels) = self.covers(py, vec![Cube::default()], threads, ordered)?;
        Ok(Solutions::new(lazy, labels))
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Solutions> {
        self.solutions(py, 1, false)
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let ours = making::arguments(py, &mut *self.state.lock(py)?)?;
        if std::ptr::eq(self, other.get()) {
            return Ok(true.into_pyobject(py)?.to_owned().into_any().unbind());
        }
        let theirs = making::arguments(py, &mut *other.get().state.lock(py)?)?;
        Ok(ours.eq(theirs)?.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __len__(&self) -> PyResult<usize> {
        Err(PyTypeError::new_err(
            "a problem has no len: use `option_count` for its options, `count()` for its solutions",
        ))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let state = self.state.lock(py)?;
        let secondary = state.items.len(py) - state.primary;
        let mut text = format!("<quadrille.Problem: {}", counted(state.primary, "primary item"));
        if secondary > 0 {
            text += &format!(", {}", counted(secondary, "secondary item"));
        }
        Ok(format!("{text}, {}>", counted(state.values.len(), "option")))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // While a call holds the state, none of it is garbage.
        if let Some(state) = self.state.try_lock() {
            state.traverse(&visit)?;
        }
        Ok(())
    }
}
