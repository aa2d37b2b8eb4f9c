//! A Sudoku grid: 81 cells, each empty or with a digit.

use std::fmt;
use std::num::NonZeroU8;

use crate::arrays::filled;

/// A digit from 1 to 9.
///
/// ```
/// use quadrille::sudoku::Digit;
/// assert_eq!(Digit::new(7).map(Digit::get), Some(7));
/// assert_eq!(Digit::new(0), None);
/// assert_eq!(Digit::new(10), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// Returns the digit with this value, or `None` if the value is not from 1 to 9.
    #[must_use]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(value) if value.get() <= 9 => Some(Self(value)),
            _ => None,
        }
    }

    /// Returns the value, from 1 to 9.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns the value minus one: the index in a list of nine.
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.get() as usize - 1
    }

    /// Iterates over the nine digits in increasing order.
    pub fn all() -> impl Iterator<Item = Self> {
        const ALL: [Digit; 9] = {
            let mut all = [Digit(NonZeroU8::MIN); 9];
            let mut at = 1;
            while at < 9 {
                all[at] = Digit(all[at - 1].0.saturating_add(1));
                at += 1;
            }
            all
        };
        ALL.into_iter()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A Sudoku grid: a puzzle, a solution, or anything in between.
///
/// It holds its 81 cells as text, row by row: `1` to `9`, and `.` for an empty cell.
/// [`as_str`](Self::as_str) and `Display` give this text; `{:#}` draws the grid with its boxes.
/// `FromStr` reads one grid in any of the forms that a [`Reader`](super::Reader) reads.
///
/// Rows and columns are counted from 0 to 8 in code, and from 1 to 9 in messages (`r1c1` is the
/// first cell).
///
/// ```
/// use quadrille::sudoku::{Digit, Grid};
/// let mut grid = Grid::EMPTY;
/// grid.set(0, 4, Digit::new(7));
/// assert_eq!(grid.get(0, 4), Digit::new(7));
/// assert_eq!(&grid.as_str()[..9], "....7....");
/// assert_eq!(grid.to_string().parse(), Ok(grid));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    /// The cells as ASCII characters: each is `.` or `1` to `9`.
    cells: [u8; 81],
}

pub(super) const EMPTY_CELL: u8 = b'.';

impl Grid {
    /// The empty grid.
    pub const EMPTY: Self = Self { cells: [EMPTY_CELL; 81] };

    /// Returns the grid with these cells: each byte is an ASCII digit from `1` to `9`, or anything
    /// else for an empty cell. Returns `None` if there are not 81 bytes.
    #[must_use]
    pub fn from_text(cells: &[u8]) -> Option<Self> {
        let cells: &[u8; 81] = cells.try_into().ok()?;
        let cell = |byte: u8| if matches!(byte, b'1'..=b'9') { byte } else { EMPTY_CELL };
        Some(Self { cells: filled(EMPTY_CELL, |at| cell(cells[at])) })
    }

    /// Returns the digit at this row and column, or `None` if the cell is empty.
    ///
    /// # Panics
    /// If the row or the column is above 8.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> Option<Digit> {
        self.digit(index(row, column))
    }

    /// Puts a digit at this row and column; `None` empties the cell. The digits are not checked:
    /// they may [clash](Self::clash).
    ///
    /// # Panics
    /// If the row or the column is above 8.
    pub fn set(&mut self, row: usize, column: usize, digit: Option<Digit>) {
        self.set_digit(index(row, column), digit);
    }

    /// Iterates over the cells row by row.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// assert_eq!(Grid::EMPTY.cells().flatten().count(), 0);
    /// ```
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Option<Digit>> {
        (0..81).map(|cell| self.digit(cell))
    }

    /// Returns the number of cells that have a digit.
    #[must_use]
    pub fn clue_count(&self) -> usize {
        self.cells.iter().filter(|&&cell| cell != EMPTY_CELL).count()
    }

    /// True if every cell has a digit; the digits may clash.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.clue_count() == 81
    }

    /// True if every digit of `puzzle` is at the same place in this grid.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let solution = Grid::EMPTY.solutions().next().ok_or("none")?;
    /// assert!(solution.extends(&Grid::EMPTY) && !Grid::EMPTY.extends(&solution));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn extends(&self, puzzle: &Self) -> bool {
        let mut pairs = puzzle.cells.iter().zip(&self.cells);
        pairs.all(|(&theirs, &ours)| theirs == EMPTY_CELL || theirs == ours)
    }

    /// Returns the 81 cells as text, row by row, with `.` for an empty cell.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.cells).expect("a grid holds ASCII characters only")
    }

    /// Returns the 81 cells as ASCII bytes, row by row, with `.` for an empty cell.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 81] {
        &self.cells
    }

    /// Returns the grid of these cells, which are `1` to `9` or `.`.
    #[inline]
    pub(super) fn from_cells(cells: [u8; 81]) -> Self {
        debug_assert!(cells.iter().all(|&cell| matches!(cell, EMPTY_CELL | b'1'..=b'9')));
        Self { cells }
    }

    /// Returns the digit of the cell with this number, counted row by row from 0.
    pub(super) fn digit(&self, cell: usize) -> Option<Digit> {
        Digit::new(self.cells[cell].wrapping_sub(b'0'))
    }

    pub(super) fn set_digit(&mut self, cell: usize, digit: Option<Digit>) {
        self.cells[cell] = digit.map_or(EMPTY_CELL, |digit| b'0' + digit.get());
    }
}

/// Returns the number of a cell, counted row by row from 0.
pub(super) fn index(row: usize, column: usize) -> usize {
    assert!(row < 9 && column < 9, "row {row}, column {column}: both go from 0 to 8");
    row * 9 + column
}

impl Default for Grid {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl AsRef<str> for Grid {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// Displays the cells as text. `{:#}` draws eleven lines, which a [`Reader`](super::Reader) reads
/// back. The last line has no line ending.
///
/// ```
/// let solution = "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
/// let grid: quadrille::sudoku::Grid = solution.parse()?;
/// let drawn = format!("{grid:#}");
/// assert_eq!(drawn.lines().next(), Some("9 3 5 | 1 7 6 | 4 8 2"));
/// assert_eq!(drawn.lines().nth(3), Some("------+-------+------"));
/// assert_eq!(drawn.parse(), Ok(grid));
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.pad(self.as_str());
        }
        for (at, &cell) in self.cells.iter().enumerate() {
            f.write_str(match (at / 9, at % 9) {
                (0, 0) => "",
                (3 | 6, 0) => "\n------+-------+------\n",
                (_, 0) => "\n",
                (_, 3 | 6) => " | ",
                _ => " ",
            })?;
            write!(f, "{}", char::from(cell))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({})", self.as_str())
    }
}
