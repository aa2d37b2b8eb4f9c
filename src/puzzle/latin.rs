//! Latin squares: n rows of n symbols, each symbol once in each row and in each column.
//!
//! The exact cover is that of Sudoku without the boxes (TAOCP 7.2.2.1): item `r1c2` for a cell, `r1=3` for a symbol in a
//! row, `c2=3` for a symbol in a column; an option `r1c2 r1=3 c2=3` for each of the n³ ways to put a symbol into a cell.
//! So a Latin square is a 3-dimensional matching, and whether a partial one can be completed is NP-complete (Colbourn,
//! Discrete Applied Mathematics 8, 1984).

use std::error::Error;
use std::fmt;

use super::square::{self, Entry, MAX_SIDE, Symbols, TextError};
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
    symbols: Symbols,
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
            Ok(Self::with_clues(Symbols::usual(order), &vec![None; order * order]))
        } else {
            Err(LatinError::Order(order))
        }
    }

    /// All Latin squares that have the symbols of a partial one. Its text is read as by
    /// [`Layout::puzzle`](super::sudoku_board::Layout::puzzle); the order is that which its number of cells has. A partial
    /// square whose symbols contradict each other has no completion.
    ///
    /// # Errors
    /// [`LatinError::Text`].
    pub fn complete(partial: &str) -> Result<Self, LatinError> {
        let (symbols, clues) = square::read_clues(partial, None, None).map_err(LatinError::Text)?;
        Ok(Self::with_clues(symbols, &clues))
    }

    /// The same, written with these symbols. The order is their number.
    ///
    /// # Errors
    /// [`LatinError::Text`].
    ///
    /// ```
    /// use quadrille::puzzle::Puzzle;
    /// use quadrille::puzzle::latin::Latin;
    /// use quadrille::puzzle::square::Symbols;
    /// let squares = Latin::complete_with("x..\n.x.\n..z", &Symbols::new("xyz")?)?;
    /// assert_eq!(squares.solutions().count(), 0);
    /// let squares = Latin::complete_with("x..\n.x.\n..x", &Symbols::new("xyz")?)?;
    /// assert_eq!(squares.solutions().next().ok_or("none")?.to_string(), "x y z\nz x y\ny z x");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complete_with(partial: &str, symbols: &Symbols) -> Result<Self, LatinError> {
        let (symbols, clues) = square::read_clues(partial, None, Some(symbols)).map_err(LatinError::Text)?;
        Ok(Self::with_clues(symbols, &clues))
    }

    fn with_clues(symbols: Symbols, clues: &[Option<u8>]) -> Self {
        let model = square::model(&symbols, &square::lines(symbols.len()), clues);
        Self { symbols, model: model.expect("the names are distinct, and so are the items of an option") }
    }

    /// How many rows, columns and symbols the squares have.
    #[must_use]
    pub fn order(&self) -> usize {
        self.symbols.len()
    }
}

impl Puzzle for Latin {
    type Solution = LatinSquare;

    fn problem(&self) -> &Problem {
        self.model.problem()
    }

    fn decode(&self, cover: &[OptionId]) -> LatinSquare {
        LatinSquare { symbols: self.symbols.clone(), values: square::decode(&self.model, self.symbols.len(), cover) }
    }
}

/// A Latin square. It displays as its rows, with blanks between the symbols; [`Latin::complete`] reads that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LatinSquare {
    symbols: Symbols,
    values: Vec<u8>,
}

impl LatinSquare {
    /// How many rows, columns and symbols it has.
    #[must_use]
    pub fn order(&self) -> usize {
        self.symbols.len()
    }

    /// The value at this row and column, counted from 0: 1 for the first symbol.
    ///
    /// # Panics
    /// If the row or the column is beyond the square.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> u8 {
        assert!(
            row < self.order() && column < self.order(),
            "row {row}, column {column} of a square of {}",
            self.order()
        );
        self.values[row * self.order() + column]
    }
}

impl fmt::Display for LatinSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &value) in self.values.iter().enumerate() {
            f.write_str(match at {
                0 => "",
                _ if at % self.order() == 0 => "\n",
                _ => " ",
            })?;
            write!(f, "{}", self.symbols.name(value))?;
        }
        Ok(())
    }
}

/// The regions are the symbols, so that the picture shows where each symbol is.
impl Drawn for LatinSquare {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.order(), self.order());
        for (at, &value) in self.values.iter().enumerate() {
            picture.set(at / self.order(), at % self.order(), value.into(), self.symbols.name(value));
        }
        picture
    }
}
