//! The errors of the library as Python exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
