//! Sudokus from text, in any form that the program reads.

use quadrille::sudoku::{Grid, House, Puzzle, ReadError, Reader};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{error, to_js};

#[derive(Serialize)]
struct Text {
    /// The puzzles, each as 81 characters, or as 729 for a Sukaku.
    puzzles: Vec<String>,
    errors: Vec<Fault>,
    /// True if the text has more puzzles or errors than requested.
    more: bool,
}

/// An error or a warning, with its place counted from 1.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// The line, or 0 if it has no place.
    pub line: u64,
    /// The column, if it has one.
    pub column: Option<u64>,
    /// The error or the warning in words.
    pub message: String,
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Parse(error) => {
                Self { line: error.line, column: error.column, message: error.kind.to_string() }
            }
            ReadError::Io(error) => Self { line: 0, column: None, message: error.to_string() },
        }
    }
}

/// Reads puzzles from a text, up to `most` puzzles and `most` errors.
///
/// # Errors
/// None that depends on the text: its errors are part of the result.
#[wasm_bindgen]
pub fn read_puzzles(text: &[u8], most: usize) -> Result<JsValue, JsError> {
    let mut read = Text { puzzles: Vec::new(), errors: Vec::new(), more: false };
    for puzzle in Reader::new(text) {
        match puzzle {
            Ok(_) if read.puzzles.len() == most => {
                read.more = true;
                break;
            }
            Ok(puzzle) => read.puzzles.push(puzzle.to_string()),
            Err(_) if read.errors.len() == most => {
                read.more = true;
                break;
            }
            Err(fault) => read.errors.push(fault.into()),
        }
    }
    to_js(&read)
}

/// Returns the cells with a digit that occurs more than once in a house, in order.
///
/// # Errors
/// If the text is not a puzzle.
#[wasm_bindgen]
pub fn clashes(puzzle: &str) -> Result<Vec<u8>, JsError> {
    let Puzzle { grid, .. } = puzzle.parse().map_err(error)?;
    Ok(clashing(&grid))
}

fn clashing(grid: &Grid) -> Vec<u8> {
    let mut clashes = [false; 81];
    for house in House::all() {
        let cells: Vec<(usize, usize)> = house.cells().collect();
        for &(row, column) in &cells {
            let digit = grid.get(row, column);
            clashes[9 * row + column] |= digit.is_some()
                && cells.iter().filter(|&&(r, c)| grid.get(r, c) == digit).count() > 1;
        }
    }
    (0..81).filter(|&cell| clashes[usize::from(cell)]).collect()
}
