//! Cells, candidates and links, and sets of cells and digits as the bits of one number.

use std::fmt;

use super::sets::list;
use crate::houses::{PEER_SETS, SETS};
use crate::sudoku::{Digit, House, Map};

/// A cell of a Sudoku. It displays as `r4c7`, with row and column counted from 1.
///
/// ```
/// use quadrille::sudoku::logic::Cell;
/// let cell = Cell::new(3, 6);
/// assert_eq!((cell.to_string(), cell.index()), ("r4c7".into(), 33));
/// assert!(cell.sees(Cell::new(3, 0)) && cell.sees(Cell::new(5, 8)) && !cell.sees(cell));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell at this row and column, both counted from 0.
    ///
    /// # Panics
    /// If the row or the column is above 8.
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Self {
        assert!(row < 9 && column < 9, "rows and columns go from 0 to 8");
        Self((row * 9 + column) as u8)
    }

    /// Returns the cell with this number, counted row by row from 0.
    ///
    /// # Panics
    /// If the number is above 80.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 81, "cells go from 0 to 80");
        Self(index as u8)
    }

    /// Iterates over all 81 cells, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..81).map(Self)
    }

    /// Returns the number, counted row by row from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, counted from 0.
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 9
    }

    /// Returns the column, counted from 0.
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % 9
    }

    /// Returns the box, counted from 0.
    #[must_use]
    pub const fn in_box(self) -> usize {
        self.row() / 3 * 3 + self.column() / 3
    }

    /// Returns the row, the column and the box of the cell.
    #[must_use]
    pub const fn houses(self) -> [House; 3] {
        [House::Row(self.row()), House::Column(self.column()), House::Box(self.in_box())]
    }

    /// Returns the twenty other cells of the cell's houses.
    #[must_use]
    pub const fn peers(self) -> Cells {
        Cells(PEER_SETS[self.index()])
    }

    /// True if the other cell is in a house of this cell. Then the two cannot have the same digit.
    #[must_use]
    pub const fn sees(self, other: Self) -> bool {
        self.peers().contains(other)
    }

    /// Returns the candidate of this digit in this cell.
    #[must_use]
    pub const fn with(self, digit: Digit) -> Candidate {
        Candidate { cell: self, digit }
    }

    pub(in crate::sudoku) fn mapped(self, map: &Map) -> Self {
        let (row, column) = map.cell(self.row(), self.column());
        Self::new(row, column)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A digit in a cell. It displays as `r4c7=5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

impl Candidate {
    /// Returns the candidate with the number `9 * cell + digit`, where both are counted from 0.
    pub(in crate::sudoku) fn of(number: usize) -> Self {
        let digit = Digit::new((number % 9) as u8 + 1).expect("digits go from 1 to 9");
        Cell::from_index(number / 9).with(digit)
    }

    pub(in crate::sudoku) fn mapped(self, map: &Map) -> Self {
        self.cell.mapped(map).with(map.digit(self.digit))
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.digit)
    }
}

impl fmt::Debug for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A candidate of a wing, a chain or a coloring, or one that stands out in another pattern.
///
/// In an XY-wing, each candidate of the pivot is followed by the candidate that it implies in
/// another cell; in an XYZ-wing, the third candidate of the pivot comes last. A W-wing or a chain
/// begins with a candidate that is assumed false; each later link is true or false as a
/// consequence. Forcing chains are several chains, which may also assume a candidate true. The
/// places of a group are links that follow from the same link: one of them is true, or all are
/// false. In a coloring, either all links that hold are true and the others false, or the reverse.
///
/// In some patterns, no link follows from another. In a unique rectangle, the links that
/// hold are the extra candidates of the corners, at least one of which is true; the other links are
/// the candidates of the cells that form a subset with them. In a finned fish, the links are the
/// fins; in a WXYZ-wing, the places of the removed digit in the four cells. In an ALS-XZ or a Sue
/// de Coq, the candidates of one set hold, and those of the other do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The candidate.
    pub candidate: Candidate,
    /// True if the candidate is true in the chain; in a coloring, the color; else, see [`Link`].
    pub holds: bool,
    /// The index of the link that implies this one, or of one of several that imply it together;
    /// `None` where the reasoning begins.
    pub from: Option<usize>,
}

/// A set of cells. It displays as a list: `r1c2, r1c7 and r5c2`.
///
/// ```
/// use quadrille::sudoku::logic::{Cell, Cells};
/// use quadrille::sudoku::House;
/// let corner = Cells::of_house(House::Row(0)) & Cells::of_house(House::Box(0));
/// assert_eq!(corner.to_string(), "r1c1, r1c2 and r1c3");
/// assert_eq!(corner.common_peers(), (Cells::of_house(House::Row(0)) | Cells::of_house(House::Box(0))) - corner);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cells(pub(in crate::sudoku) u128);

impl Cells {
    /// Returns the nine cells of a house.
    ///
    /// # Panics
    /// If the number of the house is above 8.
    #[must_use]
    pub const fn of_house(house: House) -> Self {
        let (first, number) = match house {
            House::Row(row) => (0, row),
            House::Column(column) => (9, column),
            House::Box(b) => (18, b),
        };
        assert!(number < 9, "a house has a number from 0 to 8");
        Self(SETS[first + number])
    }

    pub(in crate::sudoku) fn of_houses(houses: impl IntoIterator<Item = House>) -> Self {
        houses.into_iter().fold(Self::EMPTY, |all, house| all | Self::of_house(house))
    }

    /// True if the set has exactly one cell.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// Returns the cells that all cells of the set see. A digit that must be in one of the cells of
    /// the set cannot be in these.
    #[must_use]
    pub fn common_peers(self) -> Self {
        self.into_iter().fold(Self::ALL, |common, cell| common & cell.peers())
    }

    /// True if all cells of the set see each other. Then a digit is in at most one of them.
    pub(in crate::sudoku) fn see_each_other(self) -> bool {
        self.into_iter().all(|cell| (self - Self::one(cell)).is_subset(cell.peers()))
    }

    /// Iterates over the houses that contain the whole set; there are none if it is empty.
    pub fn common_houses(self) -> impl Iterator<Item = House> {
        let first = self.first().map(Cell::houses);
        first.into_iter().flatten().filter(move |&house| self.is_subset(Self::of_house(house)))
    }
}

set!(
    Cells of Cell, CellsIter, (1 << 81) - 1,
    |cell| cell.0, |bit| if bit < 81 { Some(Cell(bit)) } else { None }
);

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, *self, "and")
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// A set of digits. It displays as a list, `3, 7 and 9`; `{:#}` displays `379`.
///
/// ```
/// use quadrille::sudoku::logic::Digits;
/// use quadrille::sudoku::Digit;
/// let digits: Digits = [9, 3, 7].into_iter().filter_map(Digit::new).collect();
/// assert_eq!((digits.to_string(), format!("{digits:#}")), ("3, 7 and 9".into(), "379".into()));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Digits(pub(in crate::sudoku) u16);

set!(Digits of Digit, DigitsIter, 0x1FF, |digit| digit.index(), |bit| Digit::new(bit + 1));

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            self.into_iter().try_for_each(|digit| write!(f, "{digit}"))
        } else {
            list(f, *self, "and")
        }
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digits({self:#})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_agree_with_the_houses_of_a_grid() {
        for house in House::all() {
            let cells: Cells = house.cells().map(|(row, column)| Cell::new(row, column)).collect();
            assert_eq!(cells, Cells::of_house(house));
        }
        for cell in Cell::all() {
            assert_eq!(cell.peers().len(), 20);
            for other in Cell::all() {
                let share = cell.houses().iter().any(|house| other.houses().contains(house));
                assert_eq!(cell.sees(other), share && cell != other);
            }
        }
    }
}
