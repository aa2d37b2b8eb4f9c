//! Problems made at once: of arrays, of text, and by the helpers that are written in Python.

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use quadrille::format;

use super::Problem;
use super::state::{Arrays, State};
use crate::error::value_error;

/// Returns the bounds of an item: a pair, or one number for both.
pub(super) fn bounds(value: &Bound<'_, PyAny>) -> PyResult<Option<(u32, u32)>> {
    if let Ok(both) = value.extract::<u32>() {
        return Ok(Some((both, both)));
    }
    value.extract().map(Some).map_err(|_| {
        value_error(format_args!(
            "the bounds {value}: write a pair of numbers such as (0, 2), or one number for both"
        ))
    })
}

/// Calls a function of `quadrille._making`, which returns the arguments of a problem.
pub(super) fn by_helper<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Problem> {
    let made = py.import("quadrille._making")?.getattr(name)?.call1(arguments)?;
    Ok(Problem::new_with(made.extract::<Arguments<'_>>()?.state(py)?))
}

/// A problem as arrays and lists: the form in which it is pickled.
#[derive(FromPyObject)]
pub(crate) struct Arguments<'py>(
    /// The primary items.
    Bound<'py, PyAny>,
    /// The secondary items.
    Bound<'py, PyAny>,
    /// The bounds of items that have other bounds than 1 and 1.
    Option<Bound<'py, PyDict>>,
    /// The number of entries of each option, as 32-bit numbers.
    Bound<'py, PyBytes>,
    /// The entries of all options.
    Bound<'py, PyBytes>,
    /// The color of each entry plus 1, or 0; empty if there are none.
    Bound<'py, PyBytes>,
    /// The colors.
    Vec<Bound<'py, PyAny>>,
    /// The values.
    Option<Vec<Option<Py<PyAny>>>>,
    /// The costs.
    Option<Vec<Bound<'py, PyAny>>>,
);

impl Arguments<'_> {
    pub(super) fn state(self, py: Python<'_>) -> PyResult<State> {
        let Self(primary, secondary, all_bounds, lengths, items, colors, names, values, costs) =
            self;
        let mut state = State::new(&primary, &secondary, |name| match &all_bounds {
            Some(all) => all.get_item(name)?.map_or(Ok(None), |value| bounds(&value)),
            None => Ok(None),
        })?;
        for name in &names {
            state.colors.add(name)?;
        }
        let costs: Vec<u64> =
            costs.unwrap_or_default().iter().map(super::cost).collect::<PyResult<_>>()?;
        let options = lengths.as_bytes().len() / 4;
        if !costs.is_empty() && costs.len() != options {
            return Err(PyValueError::new_err(format!(
                "{} costs for {options} options: give one cost for each option",
                costs.len()
            )));
        }
        let arrays = Arrays {
            lengths: lengths.as_bytes(),
            items: items.as_bytes(),
            colors: colors.as_bytes(),
            costs: &costs,
        };
        state.extend(py, &arrays, values)?;
        Ok(state)
    }
}

/// Returns the arguments that make a problem again.
pub(super) fn arguments<'py>(py: Python<'py>, state: &mut State) -> PyResult<Bound<'py, PyTuple>> {
    let problem = std::sync::Arc::clone(&state.built(py)?.problem);
    let (mut lengths, mut items, mut colors) = (Vec::new(), Vec::new(), Vec::new());
    for (option, entries) in problem.options() {
        lengths.extend((entries.len() as u32).to_le_bytes());
        for (item, color) in problem.entries(option) {
            items.extend(item.get().to_le_bytes());
            if problem.has_colors() {
                let color = color.map_or(0, |color| state.color(&problem, color) as u32 + 1);
                colors.extend(color.to_le_bytes());
            }
        }
    }
    let names = state.items.list(py);
    let bounds = PyDict::new(py);
    if problem.has_bounds() {
        for item in 0..state.primary {
            let range = problem.bounds(quadrille::ItemId::new(item as u32)).unwrap_or(1..=1);
            if range != (1..=1) {
                bounds.set_item(names.get_item(item)?, (range.start(), range.end()))?;
            }
        }
    }
    let costs: Option<Vec<u64>> = problem
        .has_costs()
        .then(|| problem.options().map(|(option, _)| problem.cost(option)).collect());
    let values: Vec<_> =
        state.values.iter().map(|value| value.as_ref().map(|value| value.clone_ref(py))).collect();
    let values = values.iter().any(Option::is_some).then_some(values);
    PyTuple::new(
        py,
        [
            names.get_slice(0, state.primary).into_any(),
            names.get_slice(state.primary, names.len()).into_any(),
            bounds.into_any(),
            PyBytes::new(py, &lengths).into_any(),
            PyBytes::new(py, &items).into_any(),
            PyBytes::new(py, &colors).into_any(),
            state.colors.list(py).get_slice(0, state.colors.len(py)).into_any(),
            values.into_pyobject(py)?.into_any(),
            costs.into_pyobject(py)?.into_any(),
        ],
    )
}

/// Reads a problem from text or from a file.
pub(super) fn from_dlx(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Problem> {
    let text = source.cast::<PyString>().ok().map(|text| text.to_string());
    let (bytes, place) = match text {
        Some(text) if text.contains('\n') => (text.into_bytes(), String::new()),
        _ => {
            let file = py.import("io")?.getattr("open")?.call1((source, "rb"))?;
            let bytes: Vec<u8> = file.call_method0("read")?.cast::<PyBytes>()?.as_bytes().to_vec();
            file.call_method0("close")?;
            (bytes, format!("{}: ", source.str()?))
        }
    };
    let parsed = py
        .detach(|| format::read(bytes.as_slice()))
        .map_err(|error| value_error(format_args!("{place}{error}")))?;
    for warning in &parsed.warnings {
        let message = format!("{place}line {}: {warning}", warning.line);
        let message = std::ffi::CString::new(message).map_err(value_error)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
    }
    Problem::of(py, parsed.problem)
}
