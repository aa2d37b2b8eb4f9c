//! Boards of triangles.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::Cell;

/// The maximum number of triangles, of rows and of columns of a board.
pub const MAX_CELLS: usize = 10_000;

/// A board of triangles.
///
/// [`FromStr`] reads `4x9` (a parallelogram with 4 rows of 9 triangles that point up and 9 that
/// point down), and `triangle-5` and `hexagon-3`, where the number is the length of a side. It
/// reads text of several lines as a [drawing](Board::drawn).
///
/// ```
/// use quadrille::puzzle::polyiamond::Board;
/// for (board, cells) in [("4x9", 72), ("triangle-5", 25), ("hexagon-3", 54), (".#.\n###", 4)] {
///     assert_eq!(board.parse::<Board>()?.cells().len(), cells);
/// }
/// # Ok::<(), quadrille::puzzle::polyiamond::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) cells: Vec<Cell>,
}

impl Board {
    /// Returns the board of these cells, in any order. A cell that is given twice counts once.
    /// Cells after the first million are ignored.
    ///
    /// # Errors
    /// [`BoardError::NoCells`] and [`BoardError::TooLarge`].
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Result<Self, BoardError> {
        let cells: BTreeSet<Cell> = cells.into_iter().take(100 * MAX_CELLS).collect();
        let is_far = |cell: &Cell| cell.iter().any(|&at| at >= MAX_CELLS);
        match cells.len() {
            0 => Err(BoardError::NoCells),
            count if count > MAX_CELLS || cells.iter().any(is_far) => Err(BoardError::TooLarge),
            _ => Ok(Self { cells: cells.into_iter().collect() }),
        }
    }

    /// Returns a drawn board: a line is a row, `.` and whitespace are not cells, and every other
    /// character is a cell. The first character of the first row points up, the next one down. A
    /// line that begins with `|` is a comment, not a row.
    ///
    /// # Errors
    /// [`BoardError::NoCells`] if nothing is drawn, and [`BoardError::TooLarge`].
    pub fn drawn(text: &str) -> Result<Self, BoardError> {
        let rows = text.lines().filter(|line| !line.starts_with('|')).enumerate();
        Self::new(rows.flat_map(|(row, line)| {
            let letters = line.chars().enumerate();
            let cells = letters.filter(|(_, letter)| *letter != '.' && !letter.is_whitespace());
            cells.map(move |(column, _)| [row, column])
        }))
    }

    /// Returns the cells in order, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let number = |digits: &str| digits.parse::<usize>().ok();
        let side = |prefix: &str| text.strip_prefix(prefix).and_then(number);
        // No board within the limit has a longer side.
        let is_too_long = |side: usize| side > MAX_CELLS;
        if text.trim().contains('\n') {
            Self::drawn(text)
        } else if let Some(side) = side("triangle-") {
            if is_too_long(side) {
                return Err(BoardError::TooLarge);
            }
            let middle = side.saturating_sub(1).next_multiple_of(2);
            Self::new(
                (0..side).flat_map(|row| (middle - row..=middle + row).map(move |at| [row, at])),
            )
        } else if let Some(side) = side("hexagon-") {
            if is_too_long(side) {
                return Err(BoardError::TooLarge);
            }
            let first = side.saturating_sub(1).next_multiple_of(2);
            Self::new((0..2 * side).flat_map(|row| {
                let margin = if row < side { row } else { 2 * side - 1 - row };
                let length = 2 * (side + margin) + 1;
                (first - margin..first - margin + length).map(move |at| [row, at])
            }))
        } else if let Some((rows, columns)) =
            text.split_once('x').map(|(a, b)| (number(a), number(b)))
        {
            let unknown = || BoardError::Unknown(text.to_owned());
            let (rows, columns) = (rows.ok_or_else(unknown)?, columns.ok_or_else(unknown)?);
            match rows.saturating_mul(columns) {
                0 => return Err(BoardError::NoCells),
                1..=MAX_CELLS => {}
                _ => return Err(BoardError::TooLarge),
            }
            // Each row begins half a side before the one above it, with a triangle that points up.
            Self::new((0..rows).flat_map(|row| {
                let left = (rows - 1 - row) + (rows - 1) % 2;
                (0..2 * columns).map(move |at| [row, left + at])
            }))
        } else {
            Err(BoardError::Unknown(text.to_owned()))
        }
    }
}

/// An error in the description of a board of triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not a board.
    Unknown(String),
    /// The board has no cell.
    NoCells,
    /// The board has more than [`MAX_CELLS`] cells, rows or columns.
    TooLarge,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) => write!(
                f,
                "`{text}` is not a board: write rows and columns as in `4x9`, `triangle-5` or \
                 `hexagon-3`"
            ),
            Self::NoCells => f.write_str("no cells: a board needs at least one triangle"),
            Self::TooLarge => write!(
                f,
                "too large: a board may have at most {MAX_CELLS} triangles, rows and columns"
            ),
        }
    }
}

impl Error for BoardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_their_outlines() {
        let columns = |board: &str| -> Vec<(usize, usize, usize)> {
            let board: Board = board.parse().unwrap();
            let rows = 0..=board.cells.last().unwrap()[0];
            rows.map(|at| {
                let row = || board.cells.iter().filter(|cell| cell[0] == at).map(|cell| cell[1]);
                (row().min().unwrap(), row().max().unwrap(), row().count())
            })
            .collect()
        };
        assert_eq!(columns("2x2"), [(2, 5, 4), (1, 4, 4)]);
        assert_eq!(columns("triangle-3"), [(2, 2, 1), (1, 3, 3), (0, 4, 5)]);
        assert_eq!(columns("hexagon-1"), [(0, 2, 3), (0, 2, 3)]);
        for (text, error) in [
            ("0x5", BoardError::NoCells),
            ("18446744073709551615x0", BoardError::NoCells),
            ("triangle-0", BoardError::NoCells),
            ("hexagon-0", BoardError::NoCells),
            ("100x100", BoardError::TooLarge),
            ("triangle-101", BoardError::TooLarge),
            ("hexagon-99999999999", BoardError::TooLarge),
            ("99999999999x99999999999", BoardError::TooLarge),
            ("hexagon", BoardError::Unknown("hexagon".to_owned())),
            ("4x", BoardError::Unknown("4x".to_owned())),
        ] {
            assert_eq!(text.parse::<Board>(), Err(error), "{text}");
        }
        assert_eq!(Board::drawn("| ..\n.\n"), Err(BoardError::NoCells));
        for cell in [[usize::MAX, 0], [0, usize::MAX], [MAX_CELLS, 0]] {
            assert_eq!(Board::new([[0, 0], cell]), Err(BoardError::TooLarge));
        }
        assert_eq!(Board::drawn("..#\n.###").unwrap(), "triangle-2".parse().unwrap());
    }
}
