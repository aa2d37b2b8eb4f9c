//! Two clues that exclude each other.

use std::fmt;

use super::{Digit, Grid};

/// A row, a column or a box, numbered from 0 to 8. It displays with numbers from 1, as in `row 1`.
/// A number above 8 is invalid: its cells are outside the grid. Rows come before columns, and
/// columns before boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum House {
    /// A row, counted from the top.
    Row(usize),
    /// A column, counted from the left.
    Column(usize),
    /// A box of three by three cells, counted row by row.
    Box(usize),
}

impl House {
    /// Iterates over all 27 houses.
    pub fn all() -> impl Iterator<Item = Self> {
        const ALL: [House; 27] = {
            let mut all = [House::Row(0); 27];
            let mut at = 0;
            while at < 9 {
                all[at] = House::Row(at);
                all[9 + at] = House::Column(at);
                all[18 + at] = House::Box(at);
                at += 1;
            }
            all
        };
        ALL.into_iter()
    }

    /// Iterates over the row and the column of each of its nine cells.
    ///
    /// ```
    /// use quadrille::sudoku::House;
    /// assert_eq!(House::Box(5).cells().nth(3), Some((4, 6)));
    /// ```
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        (0..9).map(move |i| match self {
            Self::Row(row) => (row, i),
            Self::Column(column) => (i, column),
            Self::Box(b) => (b / 3 * 3 + i / 3, b % 3 * 3 + i % 3),
        })
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {}", row.saturating_add(1)),
            Self::Column(column) => write!(f, "column {}", column.saturating_add(1)),
            Self::Box(b) => write!(f, "box {}", b.saturating_add(1)),
        }
    }
}

/// The same digit twice in one house. A grid with a clash has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clash {
    /// The digit.
    pub digit: Digit,
    /// The house.
    pub house: House,
    /// The row and the column of each of the two cells.
    pub cells: [(usize, usize); 2],
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { digit, house, cells: [a, b] } = self;
        let name = |(row, column): &(usize, usize)| format!("r{}c{}", row + 1, column + 1);
        write!(f, "two {digit}s in {house}, at {} and {}", name(a), name(b))
    }
}

impl Grid {
    /// Returns the first two clues that exclude each other, in the order of rows, columns and
    /// boxes. `None` means that there are no such clues; it does not mean that the grid has a
    /// solution.
    ///
    /// ```
    /// let grid: quadrille::sudoku::Grid = format!("5......5.{}", ".".repeat(72)).parse()?;
    /// let clash = grid.clash().ok_or("no clash")?;
    /// assert_eq!(clash.to_string(), "two 5s in row 1, at r1c1 and r1c8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn clash(&self) -> Option<Clash> {
        House::all().find_map(|house| {
            let mut seen: [Option<(usize, usize)>; 10] = [None; 10];
            house.cells().find_map(|(row, column)| {
                let digit = self.get(row, column)?;
                let first = seen[usize::from(digit.get())].replace((row, column))?;
                Some(Clash { digit, house, cells: [first, (row, column)] })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clash_is_found_in_each_kind_of_house() {
        for (cells, expected) in [
            ([(2, 3), (2, 8)], "two 4s in row 3, at r3c4 and r3c9"),
            ([(0, 3), (8, 3)], "two 4s in column 4, at r1c4 and r9c4"),
            ([(6, 6), (8, 8)], "two 4s in box 9, at r7c7 and r9c9"),
        ] {
            let mut grid = Grid::EMPTY;
            cells.iter().for_each(|&(row, column)| grid.set(row, column, Digit::new(4)));
            assert_eq!(grid.clash().map(|clash| clash.to_string()).as_deref(), Some(expected));
        }
        assert_eq!(Grid::EMPTY.clash(), None);
    }
}
