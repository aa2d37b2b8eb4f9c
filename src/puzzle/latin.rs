//! Latin squares: n rows of n symbols, each symbol once in each row and in each column.
//!
//! The exact cover is that of Sudoku without the boxes (TAOCP 7.2.2.1): item `r1c2` for a cell, `r1=3` for a symbol in a
//! row, `c2=3` for a symbol in a column; an option `r1c2 r1=3 c2=3` for each of the n³ ways to put a symbol into a cell.
//! So a Latin square is a 3-dimensional matching, and whether a partial one can be completed is NP-complete (Colbourn,
//! Discrete Applied Mathematics 8, 1984).

use std::error::Error;
use std::fmt;

use super::square::{self, Entry, MAX_SIDE, TextError};
use super::{Drawn, Picture, Puzzle};
use crate::ids::OptionId;
use crate::problem::{Model, Problem};

/// All Latin squares of an order, or all that complete a partial one.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::latin::Latin;
/// assert_eq!(Latin::new(4)?.solutions().count(), 576);
///
/// let partial = Latin::complete("1..\n..1\n...")?;
/// let squares: Vec<String> = partial.solutions().map(|square| square.to_string()).collect();
/// assert_eq!(squares.len(), 2);
/// assert!(squares.contains(&"1 2 3\n2 3 1\n3 1 2".into()));
/// # Ok::<(), quadrille::puzzle::latin::LatinError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Latin {
    order: usize,
    model: Model<Entry>,
}

/// What is wrong with a wish for Latin squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LatinError {
    /// There are no symbols for squares of this order.
    Order(usize),
    /// The text of a partial square is not one.
    Text(TextError),
}

impl fmt::Display for LatinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(order) => {
                write!(f, "Latin squares of order {order}: there are symbols for orders from 1 to {MAX_SIDE}")
            }
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl Error for LatinError {}

impl Latin {
    /// All Latin squares of this order.
    ///
    /// # Errors
    /// [`LatinError::Order`].
    pub fn new(order: usize) -> Result<Self, LatinError> {
        if (1..=MAX_SIDE).contains(&order) {
            Ok(Self::with_clues(order, &vec![None; order * order]))
        } else {
            Err(LatinError::Order(order))
        }
    }

    /// All Latin squares that have the symbols of a partial one: digits from 1, then letters, and `.` or `0` for an empty
    /// cell; a row a line, or all of them in one line. A partial square whose symbols contradict each other has no
    /// completion.
    ///
    /// # Errors
    /// [`LatinError::Text`].
    pub fn complete(partial: &str) -> Result<Self, LatinError> {
        let (order, clues) = square::read(partial, None, square::clue).map_err(LatinError::Text)?;
        Ok(Self::with_clues(order, &clues))
    }

    fn with_clues(order: usize, clues: &[Option<u8>]) -> Self {
        let model = square::model(order, &square::lines(order), clues);
        Self { order, model: model.expect("the names are distinct, and so are the items of an option") }
    }

    /// How many rows, columns and symbols the squares have.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }
}

impl Puzzle for Latin {
    type Solution = LatinSquare;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> LatinSquare {
        LatinSquare { order: self.order, values: square::decode(&self.model, self.order, cover) }
    }
}

/// A Latin square. It displays as its rows, with blanks between the symbols; [`Latin::complete`] reads that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LatinSquare {
    order: usize,
    values: Vec<u8>,
}

impl LatinSquare {
    /// How many rows, columns and symbols it has.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }

    /// The value at this row and column, counted from 0: 1 for the first symbol.
    ///
    /// # Panics
    /// If the row or the column is beyond the square.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> u8 {
        assert!(row < self.order && column < self.order, "row {row}, column {column} of a square of {}", self.order);
        self.values[row * self.order + column]
    }
}

impl fmt::Display for LatinSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &value) in self.values.iter().enumerate() {
            f.write_str(match at {
                0 => "",
                _ if at % self.order == 0 => "\n",
                _ => " ",
            })?;
            write!(f, "{}", square::symbol(value))?;
        }
        Ok(())
    }
}

/// The regions are the symbols, so that the picture shows where each symbol is.
impl Drawn for LatinSquare {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.order, self.order);
        for (at, &value) in self.values.iter().enumerate() {
            picture.set(at / self.order, at % self.order, value.into(), square::symbol(value));
        }
        picture
    }
}
