//! The names of items or colors: hashable Python objects.

use std::cell::OnceCell;

use pyo3::PyTraverseError;
use pyo3::gc::PyVisit;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Names, numbered from 0.
pub(crate) struct Names {
    /// The map from names to numbers, built when a name is first looked up. Problems made from
    /// matrices seldom need it.
    numbers: OnceCell<Py<PyDict>>,
    names: Py<PyList>,
}

impl Names {
    pub(crate) fn new(py: Python<'_>) -> Self {
        Self { numbers: OnceCell::new(), names: PyList::empty(py).unbind() }
    }

    /// Returns names that are equal to their numbers.
    pub(crate) fn numbers(py: Python<'_>, len: usize) -> PyResult<Self> {
        Ok(Self { numbers: OnceCell::new(), names: PyList::new(py, 0..len)?.unbind() })
    }

    fn of_names<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyDict>> {
        if let Some(numbers) = self.numbers.get() {
            return Ok(numbers.bind(py));
        }
        let numbers = PyDict::new(py);
        for (number, name) in self.names.bind(py).iter().enumerate() {
            numbers.set_item(name, number)?;
        }
        Ok(self.numbers.get_or_init(|| numbers.unbind()).bind(py))
    }

    pub(crate) fn len(&self, py: Python<'_>) -> usize {
        self.names.bind(py).len()
    }

    pub(crate) fn list<'py>(&self, py: Python<'py>) -> &Bound<'py, PyList> {
        self.names.bind(py)
    }

    /// Returns the number of a name.
    ///
    /// # Errors
    /// `TypeError` if the name is not hashable.
    pub(crate) fn find(&self, name: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.of_names(name.py())?.get_item(name)?.map(|number| number.extract()).transpose()
    }

    /// Adds a name and returns its number, or `None` if the name is in use.
    pub(crate) fn add(&self, name: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        if self.find(name)?.is_some() {
            return Ok(None);
        }
        let names = self.names.bind(name.py());
        let number = names.len() as u32;
        self.of_names(name.py())?.set_item(name, number)?;
        names.append(name)?;
        Ok(Some(number))
    }

    /// Keeps the first `len` names and removes the others.
    pub(crate) fn truncate(&self, py: Python<'_>, len: usize) -> PyResult<()> {
        let names = self.names.bind(py);
        for number in len..names.len() {
            self.of_names(py)?.del_item(names.get_item(number)?)?;
        }
        names.del_slice(len, names.len())
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyAny>> {
        self.names.bind(py).get_item(number)
    }

    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Some(numbers) = self.numbers.get() {
            visit.call(numbers)?;
        }
        visit.call(&self.names)
    }
}

/// Returns a name as text for a message: a string unchanged, any other object as its `repr`.
pub(crate) fn label(name: &Bound<'_, PyAny>) -> PyResult<String> {
    match name.extract::<String>() {
        Ok(text) => Ok(text),
        Err(_) => Ok(name.repr()?.to_string()),
    }
}
