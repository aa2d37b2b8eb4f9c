//! The maps that turn a puzzle into an equivalent one.

use std::fmt;

use super::super::{Digit, Grid, House};
use crate::arrays::inverse;

/// A map of grids that preserves the rules of Sudoku: it permutes bands, stacks, rows within a band
/// and columns within a stack, may transpose the grid, and renames digits. There are 3,359,232 * 9!
/// such maps.
///
/// It displays as its steps in order.
///
/// ```
/// use quadrille::sudoku::{Digit, Grid, Map};
/// let digits: Vec<Digit> = Digit::all().collect();
/// let rows = [1, 0, 2, 6, 7, 8, 3, 4, 5];
/// let map = Map::new(true, rows, [0, 1, 2, 3, 4, 5, 6, 7, 8], digits.try_into().map_err(|_| "not nine")?).ok_or("no map")?;
/// assert_eq!(map.to_string(), "transpose; rows 2 1 3 7 8 9 4 5 6; columns 1 2 3 4 5 6 7 8 9; digits 1 2 3 4 5 6 7 8 9");
/// let mut grid = Grid::EMPTY;
/// grid.set(3, 1, Digit::new(7)); // at row 1 and column 3 when transposed
/// assert_eq!(map.apply(&grid).get(0, 3), Digit::new(7));
/// assert_eq!(map.inverse().apply(&map.apply(&grid)), grid);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Map {
    transposes: bool,
    /// The rows of the grid, which may have been transposed, in their new order.
    rows: [u8; 9],
    /// The columns in the same way.
    columns: [u8; 9],
    /// The new name of each digit.
    digits: [Digit; 9],
}

impl Map {
    /// Returns the map with these three steps. It transposes the grid, if requested. Then it takes
    /// the rows and columns in the given order, counted from 0: the new first row is row `rows[0]`.
    /// Then it renames the digits: 1 becomes `digits[0]`.
    ///
    /// Returns `None` if the map breaks a rule: each row, column and digit must occur once, and the
    /// rows of a band and the columns of a stack must stay together.
    #[must_use]
    pub fn new(
        transposes: bool,
        rows: [u8; 9],
        columns: [u8; 9],
        digits: [Digit; 9],
    ) -> Option<Self> {
        let keeps_bands = |order: [u8; 9]| {
            order.chunks(3).all(|lines| lines.iter().all(|line| line / 3 == lines[0] / 3))
                && is_permutation(order)
        };
        let is_map = keeps_bands(rows)
            && keeps_bands(columns)
            && is_permutation(digits.map(|digit| digit.get() - 1));
        is_map.then_some(Self { transposes, rows, columns, digits })
    }

    /// Returns the image of a grid.
    #[must_use]
    pub fn apply(&self, grid: &Grid) -> Grid {
        let mut image = Grid::EMPTY;
        for cell in 0..81 {
            let (row, column) =
                (usize::from(self.rows[cell / 9]), usize::from(self.columns[cell % 9]));
            let digit =
                grid.digit(if self.transposes { 9 * column + row } else { 9 * row + column });
            image.set_digit(cell, digit.map(|digit| self.digit(digit)));
        }
        image
    }

    /// Returns the row and the column that a cell moves to, counted from 0.
    ///
    /// ```
    /// use quadrille::sudoku::{Digit, House, Map};
    /// let digits = [2, 1, 3, 4, 5, 6, 7, 8, 9].map(|digit| Digit::new(digit).unwrap());
    /// let map = Map::new(true, [1, 0, 2, 6, 7, 8, 3, 4, 5], [0, 1, 2, 3, 4, 5, 6, 7, 8], digits).ok_or("no map")?;
    /// assert_eq!(map.cell(3, 1), (0, 3)); // at row 1 and column 3 when transposed
    /// assert_eq!((map.house(House::Row(3)), map.house(House::Box(1))), (House::Column(3), House::Box(6)));
    /// assert_eq!(map.digit(digits[0]), digits[1]);
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Panics
    /// If the row or the column is above 8.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = if self.transposes { (column, row) } else { (row, column) };
        let place =
            |order: &[u8; 9], old: usize| order.iter().position(|&line| usize::from(line) == old);
        let new = (place(&self.rows, row), place(&self.columns, column));
        let (Some(row), Some(column)) = new else { panic!("rows and columns go from 0 to 8") };
        (row, column)
    }

    /// Returns the new name of a digit.
    #[must_use]
    pub fn digit(&self, digit: Digit) -> Digit {
        self.digits[digit.index()]
    }

    /// Returns the house that the cells of a house move to.
    ///
    /// # Panics
    /// If the number of the house is above 8.
    #[must_use]
    pub fn house(&self, house: House) -> House {
        let (row, column) = match house {
            House::Row(row) => self.cell(row, 0),
            House::Column(column) => self.cell(0, column),
            House::Box(b) => self.cell(b / 3 * 3, b % 3 * 3),
        };
        match (house, self.transposes) {
            (House::Row(_), false) | (House::Column(_), true) => House::Row(row),
            (House::Column(_), false) | (House::Row(_), true) => House::Column(column),
            (House::Box(_), _) => House::Box(row / 3 * 3 + column / 3),
        }
    }

    /// Returns the inverse map.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let [rows, columns] = [self.rows, self.columns].map(inverse);
        let (rows, columns) = if self.transposes { (columns, rows) } else { (rows, columns) };
        let mut digits = self.digits;
        for (digit, image) in Digit::all().zip(self.digits) {
            digits[image.index()] = digit;
        }
        Self { transposes: self.transposes, rows, columns, digits }
    }

    /// Returns this map followed by another one.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let (rows, columns) =
            if next.transposes { (self.columns, self.rows) } else { (self.rows, self.columns) };
        Self {
            transposes: self.transposes != next.transposes,
            rows: next.rows.map(|row| rows[usize::from(row)]),
            columns: next.columns.map(|column| columns[usize::from(column)]),
            digits: self.digits.map(|digit| next.digit(digit)),
        }
    }
}

fn is_permutation(order: [u8; 9]) -> bool {
    order.iter().fold(0_u32, |seen, &line| seen | 1 << line.min(9)) == 0x1ff
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.transposes {
            f.write_str("transpose; ")?;
        }
        let digits = self.digits.map(|digit| digit.get() - 1);
        [("rows", self.rows), ("; columns", self.columns), ("; digits", digits)]
            .into_iter()
            .try_for_each(|(kind, order)| {
                f.write_str(kind)?;
                order.iter().try_for_each(|at| write!(f, " {}", at + 1))
            })
    }
}
