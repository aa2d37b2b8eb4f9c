//! The parts that Latin squares and Sudoku boards share: symbols, a reader, and the exact cover.
//!
//! The exact cover is the usual one (TAOCP 7.2.2.1, formula (30) for Sudoku). A house is a set of
//! cells that has each symbol once. Its size is the number of symbols. An option puts a symbol into
//! a cell; its items are the cell and, for each house of the cell, the symbol in that house.
//! [Cages](super::sudoku_board) add more items and options. A clue leaves its cell only one option.
//! Contradictory clues are not an error, but make a problem without covers.

mod symbols;
mod text;

use super::cages::Cage;
use crate::ids::OptionId;
use crate::problem::{BuildError, Model};
pub use symbols::{Symbols, SymbolsError};
pub use text::{TextError, TextErrorKind};
pub(super) use text::{read, read_clues};

/// The maximum side of a square with symbols.
pub const MAX_SIDE: usize = 36;

/// Returns the symbol of a value from 1 to 35: a digit from 1 to 9, then a letter from A to Z.
///
/// # Panics
/// If the value is not from 1 to 35.
///
/// ```
/// use quadrille::puzzle::square::{symbol, value};
/// assert_eq!([1, 9, 10, 35].map(symbol), ['1', '9', 'A', 'Z']);
/// assert_eq!(['1', 'A', 'a', '0', '.'].map(value), [Some(1), Some(10), Some(10), None, None]);
/// ```
#[must_use]
pub fn symbol(value: u8) -> char {
    assert!((1..=35).contains(&value), "{value} is not a value from 1 to 35");
    char::from_digit(value.into(), 36).unwrap_or('?').to_ascii_uppercase()
}

/// Returns the value of a symbol in upper or lower case, and `None` for anything else, including
/// `0`.
#[must_use]
pub fn value(symbol: char) -> Option<u8> {
    symbol.to_digit(36).and_then(|value| u8::try_from(value).ok()).filter(|&value| value > 0)
}

/// Cells that must have each symbol once, and their name in items.
pub(super) struct House {
    pub(super) name: String,
    pub(super) cells: Vec<usize>,
}

pub(super) fn lines(side: usize) -> Vec<House> {
    let row = |row| House {
        name: format!("r{}", row + 1),
        cells: (0..side).map(|i| row * side + i).collect(),
    };
    let column = |column| House {
        name: format!("c{}", column + 1),
        cells: (0..side).map(|i| i * side + column).collect(),
    };
    (0..side).map(row).chain((0..side).map(column)).collect()
}

/// The cell of an option, and the value of the symbol that the option puts there. The value is 0 if
/// the option is a set of values of a cage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    cell: usize,
    value: u8,
}

#[cfg(feature = "generate")]
impl Entry {
    pub(super) fn parts(self) -> (usize, u8) {
        (self.cell, self.value)
    }
}

/// Returns the exact-cover problem of a square with these houses, cages and clues.
pub(super) fn model(
    symbols: &Symbols,
    houses: &[House],
    cages: &[Cage],
    clues: &[Option<u8>],
) -> Result<Model<Entry>, BuildError> {
    let side = symbols.len();
    let mut builder = Model::builder();
    let values = || (1..=MAX_SIDE as u8).take(side);
    let cells = 0..side * side;
    let cell_name = |cell: usize| format!("r{}c{}", cell / side + 1, cell % side + 1);
    let in_house = |house: &House, value: u8| format!("{}={}", house.name, symbols.name(value));
    builder.primary(cells.clone().map(cell_name))?;
    for house in houses {
        builder.primary(values().map(|value| in_house(house, value)))?;
    }
    let in_cage = |cage: usize, value: u8| format!("k{}={}", cage + 1, symbols.name(value));
    for (number, cage) in cages.iter().enumerate() {
        builder.primary([format!("k{}", number + 1)])?;
        builder.primary(values().map(|value| in_cage(number, value)))?;
        for set in cage.sets(side).unwrap_or_default() {
            let mut names = vec![format!("k{}", number + 1)];
            let others = values().filter(|value| !set.contains(value));
            names.extend(others.map(|value| in_cage(number, value)));
            builder.option(Entry { cell: 0, value: 0 }, &names)?;
        }
    }
    for cell in cells {
        let cage = cages.iter().position(|cage| cage.cells.contains(&cell));
        let around: Vec<&House> =
            houses.iter().filter(|house| house.cells.contains(&cell)).collect();
        for value in values().filter(|&value| clues[cell].is_none_or(|clue| clue == value)) {
            let mut names = vec![cell_name(cell)];
            names.extend(around.iter().map(|house| in_house(house, value)));
            names.extend(cage.map(|cage| in_cage(cage, value)));
            builder.option(Entry { cell, value }, &names)?;
        }
    }
    builder.build()
}

pub(super) fn decode(model: &Model<Entry>, side: usize, cover: &[OptionId]) -> Vec<u8> {
    let mut values = vec![0; side * side];
    for &option in cover {
        let entry = model.value(option);
        if entry.value > 0 {
            values[entry.cell] = entry.value;
        }
    }
    values
}
