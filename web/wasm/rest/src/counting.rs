//! Counts of the solutions of a Sudoku, in total and by candidate.

use js_sys::Function;
use quadrille::search::{SLICE, Step};
use quadrille::sudoku::{CandidateCounts, Counter, Puzzle};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{error, to_js};

/// Counts the solutions. Now and then, `report` is called with the number found so far.
///
/// # Errors
/// If the text is not a puzzle.
#[wasm_bindgen]
pub fn count_solutions(puzzle: &str, memory: usize, report: &Function) -> Result<String, JsError> {
    let puzzle: Puzzle = puzzle.parse().map_err(error)?;
    let mut counter = Counter::new().with_memory(memory);
    counter.start_puzzle(&puzzle);
    while counter.advance(SLICE) == Step::Paused {
        call(report, &counter.count_so_far().to_big().to_string());
    }
    Ok(counter.count_so_far().to_big().to_string())
}

#[derive(Serialize)]
struct Counts {
    total: String,
    /// The number of solutions with each of the 729 candidates, cell by cell.
    counts: Vec<String>,
    /// These numbers as fractions of the total.
    parts: Vec<f64>,
}

/// Counts the solutions with each candidate. `report` is called with the fraction that is done.
///
/// # Errors
/// If the text is not a puzzle.
#[wasm_bindgen]
pub fn count_candidates(puzzle: &str, report: &Function) -> Result<JsValue, JsError> {
    let puzzle: Puzzle = puzzle.parse().map_err(error)?;
    let mut counts = CandidateCounts::new(&puzzle);
    while counts.advance(SLICE) == Step::Paused {
        call(report, &counts.done().to_string());
    }
    let numbers: Vec<String> = counts.counts().iter().map(ToString::to_string).collect();
    let total = counts.total().to_string();
    let parts = numbers.iter().map(|count| part(count, &total)).collect();
    to_js(&Counts { total, parts, counts: numbers })
}

/// Returns the quotient of two decimal numbers below about 1.8e308, or 0 if the total is 0.
pub(crate) fn part(count: &str, total: &str) -> f64 {
    let number = |text: &str| text.parse::<f64>().unwrap_or(0.0);
    let (count, total) = (number(count), number(total));
    if total == 0.0 { 0.0 } else { count / total }
}

/// Calls a function of the worker. The function only passes on a message, so a failure is ignored.
pub(crate) fn call(report: &Function, text: &str) {
    let _ = report.call1(&JsValue::NULL, &JsValue::from_str(text));
}
