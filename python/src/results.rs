//! Results whose classes are written in Python.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quadrille::Uniqueness;
use quadrille::solve::{Estimate, Guess};

/// Returns an instance of a class of `quadrille._results`.
fn make<'py>(
    py: Python<'py>,
    class: &PyOnceLock<Py<PyType>>,
    name: &str,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    class.import(py, "quadrille._results", name)?.call1(arguments)
}

pub(crate) fn uniqueness<'py, T>(
    py: Python<'py>,
    uniqueness: Uniqueness<T>,
    solution: impl Fn(T) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (verdict, solutions) = match uniqueness {
        Uniqueness::None => ("none", vec![]),
        Uniqueness::One(solution) => ("unique", vec![solution]),
        Uniqueness::Several(one, other) => ("several", vec![one, other]),
        Uniqueness::Undecided(one) => ("undecided", one.into_iter().collect()),
    };
    let solutions: Vec<_> = solutions.into_iter().map(solution).collect::<PyResult<_>>()?;
    make(py, &CLASS, "Uniqueness", (verdict, solutions))
}

pub(crate) fn best<'py>(
    py: Python<'py>,
    solutions: Vec<(Bound<'py, PyAny>, i64)>,
    bound: Option<i64>,
    gap: Option<f64>,
    is_proved: bool,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    make(py, &CLASS, "Best", (solutions, bound, gap, is_proved))
}

pub(crate) fn estimate<'py>(py: Python<'py>, estimate: &Estimate) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let arguments =
        (guess(py, &estimate.nodes())?, guess(py, &estimate.covers())?, estimate.is_exact());
    make(py, &CLASS, "Estimate", arguments)
}

/// Returns a `Symmetries`: the order, the orbits of items and of options, and the generators.
pub(crate) fn symmetries<'py>(
    py: Python<'py>,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    make(py, &CLASS, "Symmetries", arguments)
}

/// Returns a `Distinct`: a solution, the size of its orbit, and the order of its stabilizer.
pub(crate) fn distinct<'py>(
    py: Python<'py>,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    make(py, &CLASS, "Distinct", arguments)
}

fn guess<'py>(py: Python<'py>, guess: &Guess) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (low, high) = guess.interval();
    make(py, &CLASS, "Guess", (guess.mean, low, high))
}
