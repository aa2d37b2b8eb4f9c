//! The parts that Latin squares and Sudoku boards share: symbols, reading, and the exact cover.
//!
//! The exact cover is the usual one (TAOCP 7.2.2.1, formula (30) for Sudoku). A house is a set of
//! cells, as many as there are symbols, that has each symbol once. An option puts a symbol into a
//! cell; its items are the cell and, for each house of the cell, the symbol in that house. A clue
//! leaves its cell only one option, so that contradictory clues make a problem without covers and
//! not an error.

use std::error::Error;
use std::fmt;

use crate::ids::OptionId;
use crate::problem::{BuildError, Model};

/// The largest side of a square that has symbols.
pub const MAX_SIDE: usize = 35;

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
    assert!((1..=MAX_SIDE).contains(&usize::from(value)), "{value} is not a value from 1 to {MAX_SIDE}");
    char::from_digit(value.into(), 36).unwrap_or('?').to_ascii_uppercase()
}

/// The value of a symbol; a small letter is as good as a large one. `None` for anything else, `0`
/// included.
#[must_use]
pub fn value(symbol: char) -> Option<u8> {
    symbol.to_digit(36).and_then(|value| u8::try_from(value).ok()).filter(|&value| value > 0)
}

/// What is wrong with the text of a square, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1, if it is one character that is wrong.
    pub column: Option<usize>,
    /// What is wrong.
    pub kind: TextErrorKind,
}

/// What can be wrong with the text of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A character that is neither a cell nor a part of a drawing.
    NotACell(char),
    /// A symbol that is beyond those of a square of this side.
    NotASymbol {
        /// The character.
        found: char,
        /// How many symbols there are.
        side: usize,
    },
    /// The number of cells is not that of the board.
    WrongCount {
        /// How many there are.
        cells: usize,
        /// The side of the board.
        side: usize,
    },
    /// The number of cells is not that of any square that there are symbols for.
    NotASquare {
        /// How many there are.
        cells: usize,
    },
    /// The square is written over several lines, and this one is not a row of it.
    WrongRow {
        /// How many cells are in the line.
        cells: usize,
        /// How many are in a row.
        side: usize,
    },
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.kind),
            None => write!(f, "line {}: {}", self.line, self.kind),
        }
    }
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotACell(found) => write!(
                f,
                "{found:?} is not a cell: write a digit or a letter, `.` or `0` for an empty cell, and `|`, `-`, `+` or \
                 blanks only for decoration"
            ),
            Self::NotASymbol { found, side } => {
                write!(f, "{found:?} is not a symbol of a square of side {side}: it has 1 to ")?;
                u8::try_from(side).map_or(Ok(()), |side| write!(f, "{}", symbol(side)))
            }
            Self::WrongCount { cells, side } => {
                write!(f, "{cells} cells by the end of this line, where a board of side {side} has {}", side * side)
            }
            Self::NotASquare { cells } => write!(
                f,
                "{cells} cells by the end of this line, which is not a square: write n rows of n, n from 1 to {MAX_SIDE}"
            ),
            Self::WrongRow { cells, side } => {
                write!(f, "{cells} cells, where a row has {side}: write a row a line, or all rows in one line")
            }
        }
    }
}

impl Error for TextError {}

/// Reads a square that is written in one line or a row a line, possibly drawn with `|`, `-` and `+`
/// between its boxes; of the given side, or of that which its number of cells has. `cell` says what
/// a character means, given the side.
pub(super) fn read<T>(
    text: &str,
    side: Option<usize>,
    cell: impl Fn(char, usize) -> Result<T, TextErrorKind>,
) -> Result<(usize, Vec<T>), TextError> {
    let mut found = Vec::new();
    // The lines that have cells, with how many they have.
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let before = found.len();
        let decoration = |c: char| c.is_whitespace() || matches!(c, '|' | '-' | '+');
        found.extend((1..).zip(content.chars()).filter(|&(_, c)| !decoration(c)).map(|(column, c)| (line, column, c)));
        if found.len() > before {
            rows.push((line, found.len() - before));
        }
    }
    let (cells, last_line) = (found.len(), rows.last().map_or(1, |&(line, _)| line));
    let root = cells.isqrt();
    let value = |&(line, column, c): &(usize, usize, char), side| {
        cell(c, side).map_err(|kind| TextError { line, column: Some(column), kind })
    };
    // Unknown characters first: what else is wrong may follow from them.
    for place in &found {
        if let Err(error @ TextError { kind: TextErrorKind::NotACell(_), .. }) = value(place, MAX_SIDE) {
            return Err(error);
        }
    }
    let side = match side {
        Some(side) => side,
        None if root > 0 && root <= MAX_SIDE && root * root == cells => root,
        None => return Err(TextError { line: last_line, column: None, kind: TextErrorKind::NotASquare { cells } }),
    };
    if rows.len() > 1
        && let Some(&(line, cells)) = rows.iter().find(|&&(_, cells)| cells != side)
    {
        return Err(TextError { line, column: None, kind: TextErrorKind::WrongRow { cells, side } });
    }
    if cells != side * side {
        return Err(TextError { line: last_line, column: None, kind: TextErrorKind::WrongCount { cells, side } });
    }
    let values = found.iter().map(|place| value(place, side)).collect::<Result<_, _>>()?;
    Ok((side, values))
}

/// A cell with a symbol of a square of this side, or an empty one.
pub(super) fn clue(found: char, side: usize) -> Result<Option<u8>, TextErrorKind> {
    match value(found) {
        _ if matches!(found, '.' | '0' | '*' | '_' | '?') => Ok(None),
        Some(value) if usize::from(value) <= side => Ok(Some(value)),
        Some(_) => Err(TextErrorKind::NotASymbol { found, side }),
        None => Err(TextErrorKind::NotACell(found)),
    }
}

/// Cells that must have each symbol once, and what items call them.
pub(super) struct House {
    pub(super) name: String,
    pub(super) cells: Vec<usize>,
}

/// The rows and columns of a square.
pub(super) fn lines(side: usize) -> Vec<House> {
    let row = |row| House { name: format!("r{}", row + 1), cells: (0..side).map(|i| row * side + i).collect() };
    let column =
        |column| House { name: format!("c{}", column + 1), cells: (0..side).map(|i| i * side + column).collect() };
    (0..side).map(row).chain((0..side).map(column)).collect()
}

/// The symbol, by its value, that an option puts into a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    cell: usize,
    value: u8,
}

/// The exact cover of a square whose houses have each symbol once, and whose cells have the symbols
/// of `clues`, if any.
pub(super) fn model(side: usize, houses: &[House], clues: &[Option<u8>]) -> Result<Model<Entry>, BuildError> {
    let mut builder = Model::builder();
    let values = || (1..=MAX_SIDE as u8).take(side);
    let cells = 0..side * side;
    let cell_name = |cell: usize| format!("r{}c{}", cell / side + 1, cell % side + 1);
    let in_house = |house: &House, value: u8| format!("{}={}", house.name, symbol(value));
    builder.primary(cells.clone().map(cell_name))?;
    for house in houses {
        builder.primary(values().map(|value| in_house(house, value)))?;
    }
    for cell in cells {
        let around: Vec<&House> = houses.iter().filter(|house| house.cells.contains(&cell)).collect();
        for value in values().filter(|&value| clues[cell].is_none_or(|clue| clue == value)) {
            let mut names = vec![cell_name(cell)];
            names.extend(around.iter().map(|house| in_house(house, value)));
            builder.option(Entry { cell, value }, &names)?;
        }
    }
    builder.build()
}

/// The values of the cells that a cover stands for.
pub(super) fn decode(model: &Model<Entry>, side: usize, cover: &[OptionId]) -> Vec<u8> {
    let mut values = vec![0; side * side];
    for &option in cover {
        let entry = model.value(option);
        values[entry.cell] = entry.value;
    }
    values
}
