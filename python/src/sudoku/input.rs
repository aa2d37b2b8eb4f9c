//! A puzzle of what a caller passes.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyString};
use quadrille::sudoku::{Candidates, Digit, Grid, Puzzle};

use super::Sudoku;
use crate::error::value_error;
use crate::words::counted;

/// Reads a puzzle of text, of a `Sudoku`, or of numbers.
pub(super) fn puzzle(value: &Bound<'_, PyAny>) -> PyResult<Puzzle> {
    if let Ok(text) = value.cast::<PyString>() {
        return self::text(&text.to_cow()?);
    }
    if let Ok(sudoku) = value.cast::<Sudoku>() {
        return Ok(sudoku.get().puzzle.clone());
    }
    if let Ok(bytes) = value.extract::<&[u8]>() {
        return text(&String::from_utf8_lossy(bytes));
    }
    let mut numbers = Vec::new();
    flatten(value, &mut numbers)?;
    match numbers.len() {
        81 => grid(&numbers).map(Puzzle::from),
        729 => candidates(&numbers).map(Puzzle::from),
        len => Err(value_error(format_args!(
            "{}: a Sudoku has 81, with 0 for an empty cell, or 729 candidates",
            counted(len, "number")
        ))),
    }
}

fn text(text: &str) -> PyResult<Puzzle> {
    // The usual form, without a reader of streams.
    if text.len() == 81
        && let Ok(grid) = text.parse::<Grid>()
    {
        return Ok(grid.into());
    }
    text.parse().map_err(value_error)
}

/// Adds the numbers of a sequence, of sequences of them, or of an array.
fn flatten(value: &Bound<'_, PyAny>, numbers: &mut Vec<i64>) -> PyResult<()> {
    let list = match value.getattr("tolist") {
        Ok(to_list) => to_list.call0()?,
        Err(_) => value.clone(),
    };
    let Ok(values) = list.try_iter() else {
        return Err(PyTypeError::new_err(format!(
            "a puzzle is a string, a Sudoku, or 81 numbers, and this is of the type `{}`",
            value.get_type().name()?
        )));
    };
    for value in values {
        let value = value?;
        match value.extract::<i64>() {
            Ok(number) => numbers.push(number),
            // A string is a sequence of strings.
            Err(error) if value.is_instance_of::<PyString>() => return Err(error),
            Err(_) => flatten(&value, numbers)?,
        }
        if numbers.len() > 729 {
            break;
        }
    }
    Ok(())
}

pub(super) fn grid(numbers: &[i64]) -> PyResult<Grid> {
    let mut grid = Grid::EMPTY;
    for (cell, &number) in numbers.iter().enumerate() {
        let digit = u8::try_from(number).ok().and_then(Digit::new);
        if digit.is_none() && number != 0 {
            return Err(value_error(format_args!(
                "{number} in row {}, column {}: a cell is 1 to 9, or 0 if it is empty",
                cell / 9 + 1,
                cell % 9 + 1
            )));
        }
        grid.set(cell / 9, cell % 9, digit);
    }
    Ok(grid)
}

fn candidates(flags: &[i64]) -> PyResult<Candidates> {
    let mut candidates = Candidates::NONE;
    for (at, &flag) in flags.iter().enumerate() {
        let (cell, digit) = (at / 9, Digit::new((at % 9 + 1) as u8));
        match (flag, digit) {
            (0, _) => {}
            (1, Some(digit)) => candidates.insert(cell / 9, cell % 9, digit),
            _ => {
                return Err(value_error(format_args!(
                    "{flag} among the candidates: they are booleans, or 0 and 1"
                )));
            }
        }
    }
    Ok(candidates)
}
