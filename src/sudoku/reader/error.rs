//! The errors in the text of a grid.

use std::error::Error;
use std::{fmt, io};

use super::{LONGEST_ROW, MAX_LINE};
use crate::counted::Cells;
use crate::sudoku::Digit;

/// The reason why a Sudoku could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text has an error. The reader continues, except after
    /// [`ParseErrorKind::OtherEncoding`].
    Parse(ParseError),
    /// The stream failed. The reader has ended.
    Io(io::Error),
}

read_error!(ReadError);

/// An error in the text of a Sudoku, with its place.
///
/// ```
/// use quadrille::sudoku::{Grid, ParseErrorKind};
/// let error = "4.y".parse::<Grid>().unwrap_err();
/// assert_eq!((error.line, error.column), (1, Some(3)));
/// assert_eq!(error.kind, ParseErrorKind::NotACell('y'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from 1. For an error in a grid as a whole, its first line.
    pub line: u64,
    /// The character in the line where the error is, counted from 1, if there is such a place.
    pub column: Option<u64>,
    /// The kind of error.
    pub kind: ParseErrorKind,
}

impl ParseError {
    /// Returns an error without a column.
    pub(super) fn at(line: u64, kind: ParseErrorKind) -> Self {
        Self { line, column: None, kind }
    }
}

/// The kinds of errors in the text of a Sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character is neither a cell nor a part of the drawing around a grid.
    NotACell(char),
    /// Characters that must not be mixed stand for empty cells in the same line or grid. This is
    /// one of them.
    EmptyCells(char),
    /// A line has more than 81 cells.
    TooManyCells,
    /// A character that is not a separator follows the 81st cell of a line.
    NotASeparator(char),
    /// A line has 9 or 81 cells, but they are in words of wrong lengths.
    Words,
    /// A line, or a grid drawn over several lines, does not have 81 cells.
    WrongNumberOfCells {
        /// The number of cells.
        cells: usize,
        /// The last line of the grid, counted from 1.
        last_line: u64,
    },
    /// A line is a puzzle of another size.
    OtherBoard {
        /// The number of cells.
        cells: usize,
    },
    /// A line has two puzzles, and the second is not read as the solution of the first.
    TwoPuzzles,
    /// The first puzzle of a line is named as a solution.
    NamedSolution,
    /// Minus signs may be a line of empty cells, or a line between boxes.
    MinusSigns,
    /// There are more than nine rows, and the first may be a row, the numbers of the columns or a
    /// blank line.
    FirstRow {
        /// The number of rows.
        rows: usize,
    },
    /// A line between boxes follows a row that does not end a box.
    BetweenBoxes {
        /// The number of rows above the line.
        rows: usize,
    },
    /// Rows remain after grids without a blank line between them: one of these grids may lack a
    /// row.
    RowsLeft {
        /// The number of rows.
        rows: usize,
    },
    /// Nine rows were skipped because a line above them is an error.
    Skipped,
    /// The digits of a cell are not in increasing order: this digit is repeated or out of order.
    RepeatedCandidate(Digit),
    /// A list of 729 characters has a digit in the place of another digit.
    MisplacedCandidate {
        /// The digit in this place.
        found: Digit,
        /// The digit that belongs to this place.
        place: Digit,
    },
    /// Some cells have several candidates, and another cell has none.
    EmptyAmongCandidates,
    /// In a line of HoDoKu's library, a deleted candidate is not written as three digits.
    NotADeletion,
    /// A line of a table lacks the field with the puzzle.
    MissingField,
    /// The solution that a table or a JSON object gives for a puzzle is not one of its solutions. A
    /// [`Reader`](super::Reader) also returns the puzzle, after this error.
    NotItsSolution,
    /// Cells lack digits that no clue excludes, where a grid of clues is expected.
    Sukaku,
    /// A line that is not a comment has more than 4096 bytes.
    LineTooLong,
    /// The input begins like text in another encoding than UTF-8 or like a compressed file. Holds a
    /// description of it, such as `text in UTF-16`.
    OtherEncoding(&'static str),
    /// There is no grid in the text.
    NoGrid,
    /// There is a second grid where only one is expected.
    SecondGrid,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.kind),
            None => write!(f, "line {}: {}", self.line, self.kind),
        }
    }
}

const EMPTY: &str = "one of 0 . * _ ? - x for an empty cell";

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: &str = match *self {
            Self::NotACell(found) => &format!("{found:?} is not a cell: write 1 to 9, or {EMPTY}"),
            Self::EmptyCells(found) => &format!(
                "{found:?} and another character are empty cells here: use only one of them"
            ),
            Self::NotASeparator(found) => &format!(
                "{found:?} follows the 81st cell: put a blank before text that is not the puzzle"
            ),
            // Rows have nine cells each, so these are on one line.
            Self::WrongNumberOfCells { cells, last_line }
                if (LONGEST_ROW + 1..81).contains(&cells) && !cells.is_multiple_of(9) =>
            {
                &format!(
                    "{} on line {last_line}, but a grid has 81: write {} more",
                    Cells(cells),
                    Cells(81 - cells)
                )
            }
            Self::WrongNumberOfCells { cells, last_line } => &format!(
                "{} by the end of line {last_line}, but a grid has 81: write them on one line, \
                 or draw nine lines of nine with a blank line after them",
                Cells(cells)
            ),
            Self::OtherBoard { cells } => {
                &format!("a board of {}, but a grid has 81", Cells(cells))
            }
            Self::FirstRow { rows } => &format!(
                "{rows} rows, and the first may be a row, the numbers of the columns or a blank \
                 line: delete it if it is not a row, and put a blank line after each grid"
            ),
            Self::BetweenBoxes { rows } => &format!(
                "a line between boxes after row {rows}: put such lines after rows 3 and 6, and \
                 write . for an empty cell"
            ),
            Self::RowsLeft { rows } => &format!(
                "rows are left over after the grids above ({rows}): give each grid nine rows and a \
                 blank line after them"
            ),
            Self::RepeatedCandidate(digit) => &format!(
                "{digit} is not in order among the digits of a cell: write each of them once, \
                 the smallest first"
            ),
            Self::MisplacedCandidate { found, place } => &format!(
                "{found} in the place of {place}: a list of 729 characters has, for each cell, the \
                 digits 1 to 9 in their places, and . for those that it may not have"
            ),
            Self::LineTooLong => &format!(
                "a line may have {MAX_LINE} bytes, unless it is a comment: shorten the text beside \
                 the puzzle"
            ),
            Self::OtherEncoding(name) => &format!(
                "this is {name}, and puzzles are read as plain text in UTF-8: convert it first"
            ),
            Self::NoGrid => &format!("there is no grid: expected 81 cells, 1 to 9 or {EMPTY}"),
            Self::TooManyCells => {
                "more than 81 cells in a line: a puzzle has 81; put a blank before anything else"
            }
            Self::Words => {
                "the cells are in words of wrong lengths: write 9 or 81 cells as one word, or \
                 each cell as a word"
            }
            Self::TwoPuzzles => {
                "two puzzles on one line, or a puzzle and a grid that is not its solution: give \
                 each a line, write # before the second, or name the columns in a header such as \
                 puzzle,solution"
            }
            Self::NamedSolution => {
                "this is named as a solution, and no puzzle is before it: write the puzzle before \
                 it, or # before the line"
            }
            Self::MinusSigns => {
                "minus signs may be empty cells or lines between boxes: write . for an empty cell"
            }
            Self::Skipped => {
                "nine rows are skipped because a line above them is an error: put a blank line \
                 before each grid"
            }
            Self::EmptyAmongCandidates => {
                "some cells have several digits, and another cell has none: write the possible \
                 digits in every cell"
            }
            Self::NotADeletion => {
                "this is not a deleted candidate of HoDoKu's library: write digit, row and \
                 column, as in 512"
            }
            Self::MissingField => "this line has no field in the column that has the puzzles",
            Self::NotItsSolution => {
                "this is not a solution of the puzzle, which is read without it: give the right \
                 one, or none"
            }
            Self::Sukaku => {
                "some cells lack digits that no clue excludes: this is not a grid of clues"
            }
            Self::SecondGrid => "a second grid begins here, but only one is expected",
        };
        f.write_str(text)
    }
}

impl Error for ParseError {}
