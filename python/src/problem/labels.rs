//! The labels of the options of a problem in its solutions.

use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::PyList;
use quadrille::OptionId;

/// The label of each option: its value, or its number.
///
/// Iterators share it. It is a Python object, so the garbage collector counts its reference to each
/// label once.
#[pyclass(frozen, module = "quadrille")]
pub(crate) struct Labels(Vec<Py<PyAny>>);

impl Labels {
    /// Returns the labels of options with these values; `None` stands for the number.
    pub(crate) fn of(py: Python<'_>, values: &[Option<Py<PyAny>>]) -> PyResult<Py<Self>> {
        let label = |(number, value): (usize, &Option<Py<PyAny>>)| match value {
            Some(value) => Ok(value.clone_ref(py)),
            None => Ok(number.into_pyobject(py)?.into_any().unbind()),
        };
        Py::new(py, Self(values.iter().enumerate().map(label).collect::<PyResult<_>>()?))
    }

    /// Returns the number of options.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

#[pymethods]
impl Labels {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.iter().try_for_each(|label| visit.call(label))
    }
}

/// Returns a cover as a list of the labels of its options.
pub(crate) fn labelled<'py>(
    py: Python<'py>,
    labels: &Py<Labels>,
    cover: &[OptionId],
) -> PyResult<Bound<'py, PyList>> {
    let labels = &labels.get().0;
    PyList::new(py, cover.iter().map(|option| &labels[option.index()]))
}
