//! Puzzles read from arguments.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyString};
use quadrille::sudoku::{Candidates, Digit, Grid, Puzzle};

use super::Sudoku;
use crate::error::value_error;
use crate::words::counted;

/// The maximum depth of nested sequences that are read. The candidates of a puzzle have depth 3.
const DEPTH: usize = 16;

/// Reads a puzzle from text, a `Sudoku`, or numbers.
pub(super) fn puzzle(value: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    if let Ok(text) = value.cast::<PyString>() {
        return self::text(utf8(&text.encode_utf8()?)?);
    }
    if let Ok(sudoku) = value.cast::<Sudoku>() {
        return Ok(sudoku.get().puzzle.clone());
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return text(&String::from_utf8_lossy(bytes.as_bytes()));
    }
    if value.is_instance_of::<PyInt>() {
        return whole(value);
    }
    let mut numbers = Vec::new();
    flatten(value, &mut numbers, DEPTH)?;
    match numbers.len() {
        81 => grid(&numbers).map(Puzzle::from),
        729 => candidates(&numbers).map(Puzzle::from),
        len => {
            let count = match len {
                ..730 => counted(len, "number"),
                _ => "more than 729 numbers".to_owned(),
            };
            Err(value_error(format_args!(
                "{count}: a Sudoku has 81, with 0 for an empty cell, or 729 candidates"
            )))
        }
    }
}

/// Returns bytes, such as those of `PyString::encode_utf8`, as text. The stable interface of Python
/// 3.9 cannot lend the text of a string, and `encode_utf8` makes only one copy.
pub(super) fn utf8<'a>(bytes: &'a Bound<'_, PyBytes>) -> PyResult<&'a str> {
    str::from_utf8(bytes.as_bytes()).map_err(value_error)
}

pub(super) fn text(text: &str) -> PyResult<Puzzle> {
    // The usual form, which needs no stream reader.
    if text.len() == 81
        && let Ok(grid) = text.parse::<Grid>()
    {
        return Ok(grid.into());
    }
    text.parse().map_err(value_error)
}

/// Reads a whole number, into which pandas converts a text of 81 digits. The zeros at the start of
/// the text are lost. If the puzzle has one solution, there are at most 17 of them: with 18, the
/// first two rows are empty and can be exchanged.
fn whole(value: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    let digits = value.str()?.to_string();
    if (64..=81).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return text(&format!("{digits:0>81}"));
    }
    Err(PyTypeError::new_err(format!(
        "a puzzle is a string, a Sudoku, or 81 numbers, and this is of type `{}`: read a file \
         of puzzles as text, in pandas with `dtype=str`",
        value.get_type().name()?
    )))
}

/// Adds the numbers of a sequence, of nested sequences, of an array or of a table, until there are
/// more than 729.
///
/// # Errors
/// `TypeError` if a value is neither a number nor a sequence, if a sequence contains a string, or
/// if more than `depth` sequences are inside one another. Without that limit, the recursion might
/// not end: a list may contain itself, and the items of a `UserString` are again of this type.
fn flatten(value: &Bound<'_, PyAny>, numbers: &mut Vec<f64>, depth: usize) -> PyResult<()> {
    if depth == 0 {
        return Err(PyTypeError::new_err(format!(
            "more than {DEPTH} sequences inside one another, the last of type `{}`: a puzzle is a \
             string, a Sudoku, or 81 numbers, such as nine rows of nine",
            value.get_type().name()?
        )));
    }
    let list = if let Some(to_list) = value.getattr_opt("tolist")? {
        to_list.call0()?
    } else if let Some(to_array) = value.getattr_opt("__array__")? {
        to_array.call0()?.call_method0("tolist")?
    } else {
        value.clone()
    };
    let Ok(values) = list.try_iter() else {
        return Err(PyTypeError::new_err(format!(
            "a puzzle is a string, a Sudoku, or 81 numbers, and this is of type `{}`",
            value.get_type().name()?
        )));
    };
    for value in values {
        let value = value?;
        match number(&value)? {
            Some(number) => numbers.push(number),
            // A string is a sequence of strings, so the recursion would go on up to the limit.
            None if value.is_instance_of::<PyString>() => {
                return Err(PyTypeError::new_err(
                    "a cell is a number, 0 if it is empty, and this is a string",
                ));
            }
            None => flatten(&value, numbers, depth - 1)?,
        }
        if numbers.len() > 729 {
            break;
        }
    }
    Ok(())
}

/// Returns a value as a number if it is one. `None` becomes NaN, and a number out of range becomes
/// infinity.
fn number(value: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if value.is_none() {
        return Ok(Some(f64::NAN));
    }
    // Arrays also have `__float__`.
    let is_number = value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
        || (value.hasattr("__float__")? && !value.hasattr("__len__")?);
    if !is_number {
        return Ok(None);
    }
    match value.extract::<f64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Ok(Some(f64::INFINITY))
        }
        number => number.map(Some),
    }
}

fn grid(numbers: &[f64]) -> PyResult<Grid> {
    let mut grid = Grid::EMPTY;
    for (cell, &number) in numbers.iter().enumerate() {
        let digit = Digit::new(number as u8).filter(|digit| f64::from(digit.get()) == number);
        if digit.is_none() && number != 0.0 {
            let what = if number.is_nan() { "a missing value" } else { &number.to_string() };
            return Err(value_error(format_args!(
                "{what} in row {}, column {}: a cell is 1 to 9, or 0 if it is empty",
                cell / 9 + 1,
                cell % 9 + 1
            )));
        }
        grid.set(cell / 9, cell % 9, digit);
    }
    Ok(grid)
}

fn candidates(flags: &[f64]) -> PyResult<Candidates> {
    let mut candidates = Candidates::NONE;
    for (at, &flag) in flags.iter().enumerate() {
        let (cell, digit) = (at / 9, Digit::new((at % 9 + 1) as u8));
        match digit {
            _ if flag == 0.0 => {}
            Some(digit) if flag == 1.0 => candidates.insert(cell / 9, cell % 9, digit),
            _ => {
                return Err(value_error(format_args!(
                    "{flag} among the candidates: they are booleans, or 0 and 1"
                )));
            }
        }
    }
    Ok(candidates)
}
