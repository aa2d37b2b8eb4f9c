//! Argument conversions that raise only the documented exceptions.

use std::ops::RangeInclusive;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::value_error;

/// Reads a whole number, an optional whole number, or a tuple or list of whole numbers, which may
/// be nested.
///
/// # Errors
/// `ValueError` for a number that is out of range, where the plain conversion would raise
/// `OverflowError`.
pub(crate) fn whole<'py, T: FromPyObjectOwned<'py>>(value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| {
        let error: PyErr = error.into();
        if !error.is_instance_of::<PyOverflowError>(value.py()) {
            return error;
        }
        match (value.repr(), value.lt(0)) {
            (Err(error), _) => error,
            (Ok(number), Ok(true)) => {
                value_error(format_args!("{number} is negative: write a whole number, 0 or more"))
            }
            (Ok(number), Ok(false)) => value_error(format_args!("{number} is too large")),
            (Ok(numbers), Err(_)) => {
                value_error(format_args!("{numbers}: a number is negative or too large"))
            }
        }
    })
}

/// Reads bounds: one number for both, or a pair.
pub(crate) fn bounds<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<RangeInclusive<T>>
where
    T: Copy + FromPyObjectOwned<'py>,
{
    if value.is_instance_of::<PyTuple>() {
        let (least, most) = whole(value)?;
        return Ok(least..=most);
    }
    let number = whole(value)?;
    Ok(number..=number)
}

pub(crate) fn some_bounds<'py, T>(value: &Bound<'py, PyAny>) -> PyResult<Option<RangeInclusive<T>>>
where
    T: Copy + FromPyObjectOwned<'py>,
{
    if value.is_none() { Ok(None) } else { bounds(value).map(Some) }
}

/// Rejects a string where an iterable of strings is expected, because each character of it would be
/// read as a string.
pub(crate) fn not_a_string(value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_instance_of::<PyString>() {
        let message = "several strings are expected, and this is a single string: write a list";
        return Err(PyTypeError::new_err(message));
    }
    Ok(())
}

/// Reads an iterable of strings that is not itself a string.
pub(crate) fn strings(value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    not_a_string(value)?;
    value.try_iter()?.map(|text| text?.extract()).collect()
}

pub(crate) fn rows(value: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<String>>> {
    value.try_iter()?.map(|row| strings(&row?)).collect()
}
