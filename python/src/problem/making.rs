//! Problems as text and as arrays, and problems made by helpers written in Python.

use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple, PyType};
use quadrille::format;

use super::Problem;
use super::state::{Arrays, State};
use crate::error::value_error;
use crate::words::counted;

#[pymethods]
impl Problem {
    /// Writes the problem in Knuth's text format.
    ///
    /// A name that is not a string is written as its `str`, without blanks.
    ///
    /// Returns
    /// -------
    /// str
    ///     A line of items, and a line for each option.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the problem has no primary item, an option is empty, two items or two colors have the
    ///     same written name, or a written name is empty, contains a blank, ``|`` or ``:``, or is
    ///     not valid Unicode.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem(["a", "b"], secondary=["x"])
    /// >>> p.add(["a", "b", ("x", "red")], cost=2)
    /// 0
    /// >>> p.to_dlx()
    /// 'a b | x\na b x:red |2\n'
    fn to_dlx<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let problem = self.state.lock(py)?.named(py)?;
        let mut text = Vec::new();
        py.detach(|| format::write(&problem, &mut text)).map_err(value_error)?;
        Ok(PyString::new(py, &String::from_utf8(text).map_err(value_error)?))
    }

    /// Reads a problem in Knuth's text format, or in the format with the header ``p ec``.
    ///
    /// Parameters
    /// ----------
    /// source : str or os.PathLike
    ///     The text, if it contains a newline, or else the path of a file.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the text is invalid. The message gives the line, the column, and usually a remedy.
    /// OSError
    ///     If the file cannot be read.
    ///
    /// Warns
    /// -----
    /// UserWarning
    ///     If an option has no primary item, so no solution contains it.
    ///
    /// Examples
    /// --------
    /// >>> p = q.Problem.from_dlx("a b c\na b\nc\n")
    /// >>> [[p.option(number) for number in cover] for cover in p]
    /// [[['a', 'b'], ['c']]]
    /// >>> q.Problem.from_dlx("a b\na d\n")
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: line 2, column 3: there is no item `d`: name it in the first line that does not begin with `|`, or correct its spelling
    #[classmethod]
    fn from_dlx(cls: &Bound<'_, PyType>, source: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_dlx(cls.py(), source)
    }

    /// Makes a problem from a matrix: an item for each column, an option for each row.
    ///
    /// Parameters
    /// ----------
    /// matrix : array_like, SciPy sparse matrix, pandas.DataFrame, or list of rows
    ///     The entries are 0 and 1, or booleans. The names of the items are the column numbers. For
    ///     a DataFrame, they are its column labels, and the default values are its row labels.
    /// secondary : iterable, optional
    ///     The columns that are covered at most once.
    /// bounds : dict, optional
    ///     As in `Problem`.
    /// costs : dict or iterable of int, optional
    ///     The cost of each row: a dict from the values or numbers of rows to costs, or costs in
    ///     the order of the rows.
    /// values : iterable, optional
    ///     The value of each row in the solutions, instead of its number. ``None`` means the
    ///     number.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the matrix does not have two dimensions, or an entry is neither 0 nor 1.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np
    /// >>> list(q.Problem.from_matrix(np.array([[1, 1, 0], [0, 0, 1], [1, 0, 1]])))
    /// [[0, 1]]
    /// >>> list(q.Problem.from_matrix([[1, 1, 0], [0, 0, 1], [1, 0, 1]], values="ABC"))
    /// [['A', 'B']]
    #[classmethod]
    #[pyo3(signature = (matrix, *, secondary = None, bounds = None, costs = None, values = None))]
    fn from_matrix(
        cls: &Bound<'_, PyType>,
        matrix: &Bound<'_, PyAny>,
        secondary: Option<Bound<'_, PyAny>>,
        bounds: Option<Bound<'_, PyAny>>,
        costs: Option<Bound<'_, PyAny>>,
        values: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        by_helper(cls.py(), "from_matrix", (matrix, secondary, bounds, costs, values))
    }

    /// Makes a problem from a dict of sets: each key is an option, and its set contains the items.
    ///
    /// Parameters
    /// ----------
    /// sets : Mapping
    ///     The sets. A solution is a list of keys, which must not be ``None``.
    /// universe : iterable, optional
    ///     The primary items. By default, all items of the sets except the secondary ones.
    /// secondary : iterable, optional
    ///     The items that are covered at most once.
    /// costs : dict or iterable of int, optional
    ///     The cost of each set, for `best`: a dict with the same keys, or costs in the order of
    ///     the sets.
    ///
    /// Examples
    /// --------
    /// The example from Wikipedia's article "Knuth's Algorithm X":
    ///
    /// >>> sets = {"A": {1, 4, 7}, "B": {1, 4}, "C": {4, 5, 7},
    /// ...         "D": {3, 5, 6}, "E": {2, 3, 6, 7}, "F": {2, 7}}
    /// >>> q.Problem.from_sets(sets).first()
    /// ['B', 'D', 'F']
    /// >>> q.Problem.from_sets({"A": {1}, "B": {1}}, costs={"A": 5, "B": 3}).best()
    /// [(['B'], 3)]
    #[classmethod]
    #[pyo3(signature = (sets, *, universe = None, secondary = None, costs = None))]
    fn from_sets(
        cls: &Bound<'_, PyType>,
        sets: &Bound<'_, PyAny>,
        universe: Option<Bound<'_, PyAny>>,
        secondary: Option<Bound<'_, PyAny>>,
        costs: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        by_helper(cls.py(), "from_sets", (sets, universe, secondary, costs))
    }

    #[staticmethod]
    fn _of_arrays(py: Python<'_>, arrays: Arguments<'_>) -> PyResult<Self> {
        Ok(Self::new_with(arrays.state(py)?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let make = py.get_type::<Self>().getattr("_of_arrays")?;
        let mut state = slf.get().state.lock(py)?;
        (make, (arguments(py, &mut state)?,)).into_pyobject(py)
    }
}

/// Reads the bounds of an item: a pair, or one number for both.
pub(super) fn bounds(value: &Bound<'_, PyAny>) -> PyResult<(u32, u32)> {
    if let Ok(both) = value.extract::<u32>() {
        return Ok((both, both));
    }
    value.extract().map_err(|_| {
        value_error(format_args!(
            "the bounds {value}: write a pair of numbers such as (0, 2), or one number for both"
        ))
    })
}

/// Makes a problem with a function of `quadrille._making`.
pub(super) fn by_helper<'py>(
    py: Python<'py>,
    name: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Problem> {
    let made = py.import("quadrille._making")?.getattr(name)?.call1(arguments)?;
    Ok(Problem::new_with(made.extract::<Arguments<'_>>()?.state(py)?))
}

/// Returns the number of ones in each row of a matrix, and their columns, both as 32-bit numbers.
/// The matrix has a bit for each entry, row by row, with the lowest bit of each byte first.
#[pyfunction]
pub(crate) fn _ones<'py>(
    py: Python<'py>,
    bits: &[u8],
    height: usize,
    width: usize,
) -> (Bound<'py, PyBytes>, Bound<'py, PyBytes>) {
    let (lengths, columns) = py.detach(|| {
        let (mut lengths, mut columns) = (Vec::with_capacity(height * 4), Vec::new());
        let (mut begun, width) = (0, width.max(1));
        // The positions of the first column of the current row and of the next row.
        let (mut start, mut end) = (0, width);
        let finish = |columns: &Vec<u8>, begun: &mut usize, lengths: &mut Vec<u8>| {
            lengths.extend((((columns.len() - *begun) / 4) as u32).to_le_bytes());
            *begun = columns.len();
        };
        for (at, bytes) in bits.chunks(8).enumerate() {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let mut word = u64::from_le_bytes(word);
            while word != 0 {
                let place = at * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                while place >= end {
                    finish(&columns, &mut begun, &mut lengths);
                    (start, end) = (end, end + width);
                }
                columns.extend(((place - start) as u32).to_le_bytes());
            }
        }
        while lengths.len() < height * 4 {
            finish(&columns, &mut begun, &mut lengths);
        }
        (lengths, columns)
    });
    (PyBytes::new(py, &lengths), PyBytes::new(py, &columns))
}

/// A problem as arrays and lists, the form in which it is pickled.
#[derive(FromPyObject)]
pub(crate) struct Arguments<'py>(
    /// The primary items, or only their count if they are named by their numbers and there are no
    /// secondary items.
    Bound<'py, PyAny>,
    /// The secondary items.
    Bound<'py, PyAny>,
    /// The bounds of items, unless they are 1 and 1.
    Option<Bound<'py, PyDict>>,
    /// The number of entries of each option, as 32-bit numbers.
    Bound<'py, PyBytes>,
    /// The item of each entry, as 32-bit numbers.
    Bound<'py, PyBytes>,
    /// The color of each entry plus 1, or 0 without a color; empty if there are no colors.
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
        let Self(primary, secondary, bounds, lengths, items, colors, names, values, costs) = self;
        let mut state = match primary.cast::<PyInt>() {
            Ok(items) => State::numbered(py, items.extract()?)?,
            Err(_) => State::new(&primary, &secondary, bounds.as_deref())?,
        };
        for name in &names {
            state.colors.add(name)?;
        }
        let options = lengths.as_bytes().len() / 4;
        if let Some(costs) = &costs
            && costs.len() != options
        {
            return Err(PyValueError::new_err(format!(
                "{} for {}: give one cost for each option",
                counted(costs.len(), "cost"),
                counted(options, "option")
            )));
        }
        let costs: Vec<i64> =
            costs.unwrap_or_default().iter().map(super::cost).collect::<PyResult<_>>()?;
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

/// Returns the arguments that recreate a problem.
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
    let costs: Option<Vec<i64>> = problem
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
    let (bytes, place) = match source.cast::<PyString>() {
        Ok(text) if text.contains("\n")? => {
            (text.to_cow()?.into_owned().into_bytes(), String::new())
        }
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
        // The library's own text is not used, because it counts options from 1.
        let message = format!(
            "{place}line {}: option {} has no primary item, so no solution contains it: give it \
             one, or delete it",
            warning.line,
            warning.option.get()
        );
        let message = std::ffi::CString::new(message).map_err(value_error)?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)?;
    }
    Problem::of(py, parsed.problem)
}
