//! Generated puzzles.

use js_sys::Function;
use quadrille::sudoku::generate::{Generator, Symmetry};
use quadrille::sudoku::logic::Level;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::counting::call;
use crate::error;

#[derive(Deserialize)]
struct Wish {
    seed: u64,
    /// The number of the puzzle among those of the seed.
    number: u64,
    /// The level, or an empty text for any level.
    level: String,
    symmetry: String,
    clues: Option<(usize, usize)>,
    minimal: bool,
    attempts: u64,
}

/// Makes a puzzle with one solution, the same as the program makes with the same options. Calls
/// `report` now and then with the number of attempts.
///
/// # Errors
/// If an option is invalid, no puzzle can meet the options, or no attempt succeeded.
#[wasm_bindgen]
pub fn make_puzzle(wish: JsValue, report: &Function) -> Result<String, JsError> {
    let wish: Wish = serde_wasm_bindgen::from_value(wish)?;
    let symmetry: Symmetry = wish.symmetry.parse().map_err(error)?;
    let mut generator = Generator::new(wish.seed)
        .symmetry(symmetry)
        .minimal(wish.minimal)
        .attempts_at_most(wish.attempts);
    if let Some((fewest, most)) = wish.clues {
        generator = generator.clues(fewest..=most);
    }
    if !wish.level.is_empty() {
        generator = generator.rating(wish.level.parse::<Level>().map_err(error)?);
    }
    generator.check().map_err(error)?;
    let mut attempts = generator.attempts(wish.number);
    let mut number = 0_u64;
    while attempts.next().is_some() {
        number += 1;
        if number.is_multiple_of(20) {
            call(report, &number.to_string());
        }
    }
    attempts.result().map(|made| made.puzzle.to_string()).map_err(error)
}
