//! Latin squares: n rows of n symbols, with each symbol once in each row and each column.
//!
//! The exact cover is that of Sudoku without boxes (TAOCP 7.2.2.1). The items are `r1c2` for a
//! cell, `r1=3` for a symbol in a row and `c2=3` for a symbol in a column. Without clues, there is
//! an option `r1c2 r1=3 c2=3` for each of the n³ ways to put a symbol into a cell. A Latin square
//! is thus a 3-dimensional matching. Completing a partial Latin square is NP-complete (Colbourn,
//! Discrete Applied Mathematics 8, 1984).

use std::error::Error;
use std::fmt;

use super::square::{self, Entry, MAX_SIDE, Symbols, TextError};
use super::{Drawn, Picture, Puzzle};
use crate::ids::OptionId;
use crate::problem::{Model, Problem};

/// All Latin squares of an order, or all completions of a partial one.
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

/// The reason why a problem of Latin squares cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LatinError {
    /// There are no symbols for squares of this order.
    Order(usize),
    /// The text is not a partial square.
    Text(TextError),
}

impl fmt::Display for LatinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(order) => {
                write!(
                    f,
                    "Latin squares of order {order}: there are symbols for orders from 1 to {MAX_SIDE}"
                )
            }
            Self::Text(error) => error.fmt(f),
        }
    }
}

impl Error for LatinError {}

impl Latin {
    /// Returns all Latin squares of this order.
    ///
    /// # Errors
    /// [`LatinError::Order`] if the order is 0 or there are not enough symbols.
    pub fn new(order: usize) -> Result<Self, LatinError> {
        if (1..=MAX_SIDE).contains(&order) {
            Ok(Self::with_clues(Symbols::usual(order), &vec![None; order * order]))
        } else {
            Err(LatinError::Order(order))
        }
    }

    /// Returns all completions of a partial square. The text is read by the rules of
    /// [`Layout::puzzle`](super::sudoku_board::Layout::puzzle); the number of cells determines the
    /// order. A partial square with contradictory symbols has no completion.
    ///
    /// # Errors
    /// [`LatinError::Text`] if the text is not a square, or its symbols are ambiguous.
    pub fn complete(partial: &str) -> Result<Self, LatinError> {
        let (symbols, clues) = square::read_clues(partial, None, None).map_err(LatinError::Text)?;
        Ok(Self::with_clues(symbols, &clues))
    }

    /// Returns all completions of a partial square that is written with these symbols. Its order is
    /// the number of symbols.
    ///
    /// # Errors
    /// [`LatinError::Text`] if the text is not a square of this order with these symbols.
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
        let (symbols, clues) =
            square::read_clues(partial, None, Some(symbols)).map_err(LatinError::Text)?;
        Ok(Self::with_clues(symbols, &clues))
    }

    fn with_clues(symbols: Symbols, clues: &[Option<u8>]) -> Self {
        let model = square::model(&symbols, &square::lines(symbols.len()), &[], clues);
        Self {
            symbols,
            model: model.expect("the names are distinct, and so are the items of an option"),
        }
    }

    /// Returns the number of rows, which is also the number of columns and symbols.
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
        LatinSquare {
            symbols: self.symbols.clone(),
            values: square::decode(&self.model, self.symbols.len(), cover),
        }
    }
}

/// A Latin square. It displays as its rows, with blanks between the symbols.
/// [`Latin::complete_with`] reads this text with the same symbols.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LatinSquare {
    symbols: Symbols,
    values: Vec<u8>,
}

impl LatinSquare {
    /// Returns the number of rows, which is also the number of columns and symbols.
    #[must_use]
    pub fn order(&self) -> usize {
        self.symbols.len()
    }

    /// Returns the value at this row and column, counted from 0. The first symbol has the value 1.
    ///
    /// # Panics
    /// If the row or the column is outside the square.
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

/// Draws the cells of each symbol as a region, so the picture shows the places of the symbol.
impl Drawn for LatinSquare {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.order(), self.order());
        for (at, &value) in self.values.iter().enumerate() {
            picture.set(
                at / self.order(),
                at % self.order(),
                value.into(),
                self.symbols.name(value),
            );
        }
        picture
    }
}
