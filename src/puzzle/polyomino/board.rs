//! The board that pieces fill: a rectangle, one with a hole in its centre, or one that is drawn.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Cells in rows and columns, some of which are holes.
///
/// ```
/// use quadrille::puzzle::polyomino::Board;
/// let board: Board = "8x8-2x2".parse()?;
/// assert_eq!((board.rows(), board.columns(), board.cells().count()), (8, 8, 60));
/// assert!(!board.contains(3, 4));
/// # Ok::<(), quadrille::puzzle::polyomino::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// Row by row: whether there is a cell.
    present: Vec<bool>,
}

impl Board {
    /// The most cells of a board, holes included.
    pub const MAX_CELLS: usize = 10_000;

    /// A rectangle.
    ///
    /// # Errors
    /// [`BoardError::NoCells`], [`BoardError::TooLarge`].
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, BoardError> {
        match rows.checked_mul(columns) {
            Some(0) => Err(BoardError::NoCells),
            Some(cells) if cells <= Self::MAX_CELLS => Ok(Self { rows, columns, present: vec![true; cells] }),
            _ => Err(BoardError::TooLarge),
        }
    }

    /// A rectangle with a smaller one cut out of its centre.
    ///
    /// # Errors
    /// Those of [`rectangle`](Self::rectangle), and [`BoardError::NotCentred`].
    pub fn with_hole(rows: usize, columns: usize, hole_rows: usize, hole_columns: usize) -> Result<Self, BoardError> {
        let mut board = Self::rectangle(rows, columns)?;
        if hole_rows == 0 || hole_columns == 0 {
            return Err(BoardError::NoCells);
        }
        let margin =
            |side: usize, hole: usize| side.checked_sub(hole).filter(|rest| rest % 2 == 0).map(|rest| rest / 2);
        let (Some(top), Some(left)) = (margin(rows, hole_rows), margin(columns, hole_columns)) else {
            return Err(BoardError::NotCentred { board: (rows, columns), hole: (hole_rows, hole_columns) });
        };
        for row in top..top + hole_rows {
            board.present[row * columns + left..][..hole_columns].fill(false);
        }
        board.checked()
    }

    /// A board that is drawn: a line is a row, `.` and a blank are holes, and every other character is a cell. Empty lines
    /// before and after the drawing, and blanks on the left of all of it, do not count. A line that begins with `|` is a
    /// comment.
    ///
    /// # Errors
    /// [`BoardError::NoCells`], [`BoardError::TooLarge`].
    ///
    /// ```
    /// let board = quadrille::puzzle::polyomino::Board::drawn(".##.\n####\n.##.")?;
    /// assert_eq!(board.cells().count(), 8);
    /// # Ok::<(), quadrille::puzzle::polyomino::BoardError>(())
    /// ```
    pub fn drawn(text: &str) -> Result<Self, BoardError> {
        let mut cells = Vec::new();
        for (row, line) in text.lines().filter(|line| !line.starts_with('|')).enumerate() {
            for (column, letter) in line.chars().enumerate() {
                if letter != '.' && !letter.is_whitespace() {
                    cells.push((row, column));
                }
            }
        }
        let bounds =
            |of: fn(&(usize, usize)) -> usize| Some((cells.iter().map(of).min()?, cells.iter().map(of).max()?));
        let (Some((top, bottom)), Some((left, right))) = (bounds(|cell| cell.0), bounds(|cell| cell.1)) else {
            return Err(BoardError::NoCells);
        };
        let mut board = Self::rectangle(bottom - top + 1, right - left + 1)?;
        board.present.fill(false);
        for (row, column) in cells {
            board.present[(row - top) * board.columns + column - left] = true;
        }
        Ok(board)
    }

    fn checked(self) -> Result<Self, BoardError> {
        if self.present.contains(&true) { Ok(self) } else { Err(BoardError::NoCells) }
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns it has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether there is a cell at this row and column; false outside the board.
    #[must_use]
    pub fn contains(&self, row: usize, column: usize) -> bool {
        row < self.rows && column < self.columns && self.present[row * self.columns + column]
    }

    /// Its cells, row by row, without the holes.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|&(row, column)| self.contains(row, column))
    }
}

/// Reads `6x10`, six rows of ten cells, or `8x8-2x2`, the same with a hole in the centre.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let size = |text: &str| {
            let (rows, columns) = text.split_once('x')?;
            Some((number(rows)?, number(columns)?))
        };
        let not_a_size = || BoardError::NotASize(text.to_owned());
        match text.split_once('-') {
            None => {
                let (rows, columns) = size(text).ok_or_else(not_a_size)?;
                Self::rectangle(rows, columns)
            }
            Some((board, hole)) => {
                let ((rows, columns), (hole_rows, hole_columns)) =
                    size(board).zip(size(hole)).ok_or_else(not_a_size)?;
                Self::with_hole(rows, columns, hole_rows, hole_columns)
            }
        }
    }
}

/// A number in digits alone. One that is too large for the machine is too large for a board, and stays so.
fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(usize::MAX))
}

/// What is wrong with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not of the form `6x10` or `8x8-2x2`.
    NotASize(String),
    /// The board has no cell, or the hole has none.
    NoCells,
    /// The board has more than [`Board::MAX_CELLS`].
    TooLarge,
    /// The hole is larger than the board, or would not be in its centre.
    NotCentred {
        /// The rows and columns of the board.
        board: (usize, usize),
        /// Those of the hole.
        hole: (usize, usize),
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASize(text) => {
                write!(f, "`{text}` is not a board: write rows and columns as in `6x10`, or with a hole `8x8-2x2`")
            }
            Self::NoCells => f.write_str("a board, and its hole if it has one, must have a cell at least"),
            Self::TooLarge => write!(f, "the board is too large: it may have {} cells", Board::MAX_CELLS),
            Self::NotCentred { board: (rows, columns), hole: (hole_rows, hole_columns) } => write!(
                f,
                "a hole of {hole_rows}x{hole_columns} has no place in the centre of a board of {rows}x{columns}: \
                 take one that leaves as many cells above as below, and on the left as on the right, or draw the board"
            ),
        }
    }
}

impl Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_is_in_the_centre() {
        let hole: Board = "3x5-1x3".parse().unwrap();
        assert_eq!(Ok(&hole), Board::drawn("\n  #####\n  #...#\n  #####\n\n").as_ref());
        assert_eq!("3x4".parse(), Board::rectangle(3, 4));
    }

    #[test]
    fn boards_that_are_wrong() {
        for text in ["", "6", "6x", "x6", "6x10x2", "+6x10", "6 x 10", "8x8-2", "8x8-", "-1x4", "6x10-1x1-1x1"] {
            assert_eq!(text.parse::<Board>(), Err(BoardError::NotASize(text.into())));
        }
        for text in ["0x5", "5x0", "8x8-0x2", "2x2-2x2"] {
            assert_eq!(text.parse::<Board>(), Err(BoardError::NoCells), "{text}");
        }
        for text in ["101x100", "99999999999999999999999x1", "4294967296x4294967296"] {
            assert_eq!(text.parse::<Board>(), Err(BoardError::TooLarge), "{text}");
        }
        for text in ["8x8-3x2", "8x8-2x3", "4x4-6x2", "4x4-99999999999999999999999x2"] {
            assert!(matches!(text.parse::<Board>(), Err(BoardError::NotCentred { .. })), "{text}");
        }
        assert_eq!(Board::drawn("| ##\n . \n"), Err(BoardError::NoCells));
        assert_eq!(Board::drawn(&format!("#{}#", " ".repeat(10_000))), Err(BoardError::TooLarge));
    }
}
