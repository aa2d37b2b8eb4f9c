//! The solutions of a board.

use std::fmt;
use std::sync::Arc;

use super::{Board, Layout};
use crate::puzzle::square::Symbols;
use crate::puzzle::{Drawn, Picture, Role};

/// A board with a symbol in each cell. It displays as a drawing. [`Layout::puzzle_with`] reads the
/// drawing with the same symbols. [`Layout::puzzle`] also reads the drawing if it recognizes the
/// symbols and `0` is not one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    layout: Layout,
    symbols: Symbols,
    clues: Arc<[Option<u8>]>,
    values: Vec<u8>,
}

pub(super) fn text(symbols: &Symbols, cells: impl Iterator<Item = Option<u8>>) -> String {
    let names: Vec<&str> =
        cells.map(|cell| cell.map_or(".", |value| symbols.name(value))).collect();
    names.join(if symbols.are_numbers() { " " } else { "" })
}

impl Filled {
    pub(crate) fn new(board: &Board, values: Vec<u8>) -> Self {
        let Board { layout, symbols, clues, .. } = board;
        let (layout, symbols, clues) = (layout.clone(), symbols.clone(), Arc::clone(clues));
        Self { layout, symbols, clues, values }
    }

    /// Returns the value at this row and column, counted from 0. The first symbol has the value 1.
    ///
    /// # Panics
    /// If the row or the column is outside the board.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> u8 {
        self.values[self.layout.cell(row, column)]
    }

    /// Returns the symbols row by row, on one line. If they are numbers, blanks separate them.
    #[must_use]
    pub fn text(&self) -> String {
        text(&self.symbols, self.values.iter().copied().map(Some))
    }
}

impl Drawn for Filled {
    fn picture(&self) -> Picture {
        self.layout.picture(|picture, (row, column), cell, region| {
            picture.set(row, column, region, self.symbols.name(self.values[cell]));
            picture.set_role(
                row,
                column,
                if self.clues[cell].is_some() { Role::Given } else { Role::Found },
            );
        })
    }
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().fmt(f)
    }
}
