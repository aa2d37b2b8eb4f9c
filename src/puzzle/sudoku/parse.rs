//! Reads the text of a grid: which characters are cells, what one line can be, what can be wrong with it.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::grid::EMPTY_CELL;
use super::{Digit, Grid, ReadError, Reader};

/// What is wrong with the text of a grid, and where.
///
/// ```
/// use quadrille::sudoku::{Grid, ParseErrorKind};
/// let error = "4.x".parse::<Grid>().unwrap_err();
/// assert_eq!((error.line, error.column), (1, Some(3)));
/// assert_eq!(error.kind, ParseErrorKind::NotACell('x'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from 1; the first one of a grid that is drawn over several.
    pub line: u64,
    /// The character in the line, counted from 1, if it is one character that is wrong.
    pub column: Option<u64>,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What can be wrong with the text of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character that is neither a cell nor one of the decorations of a drawn grid.
    NotACell(char),
    /// More than 81 cells in one line.
    TooManyCells,
    /// A character that may not follow the 81st cell of a line.
    NotASeparator(char),
    /// A line, or a grid drawn over several, has another number of cells than 81.
    WrongNumberOfCells {
        /// How many there are.
        cells: usize,
        /// The last line of the grid, counted from 1.
        last_line: u64,
    },
    /// A line that has no puzzle at its beginning goes on for longer than any form of a grid.
    LineTooLong,
    /// There is no grid in the text.
    NoGrid,
    /// There is a second grid where one is expected.
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

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACell(found) => {
                write!(f, "{found:?} is not a cell: write 1 to 9, or one of 0 . * _ ? for an empty cell")
            }
            Self::TooManyCells => {
                f.write_str("more than 81 cells in a line: a puzzle has 81, and a blank before anything else")
            }
            Self::NotASeparator(found) => write!(
                f,
                "{found:?} follows the 81st cell: put a blank, comma, tab, colon or semicolon before what is not the puzzle"
            ),
            Self::WrongNumberOfCells { cells, last_line } => write!(
                f,
                "{cells} cells by the end of line {last_line}, where a grid has 81: write them in one line, or draw nine lines of \
                 nine with a blank line after them"
            ),
            Self::LineTooLong => {
                write!(
                    f,
                    "the line is longer than {MAX_LINE} characters and does not begin with the 81 cells of a puzzle"
                )
            }
            Self::NoGrid => {
                f.write_str("there is no grid: expected 81 cells, 1 to 9 or one of 0 . * _ ? for an empty cell")
            }
            Self::SecondGrid => f.write_str("a second grid begins here, and one is expected"),
        }
    }
}

impl Error for ParseError {}

/// Longest line that can be part of a grid. A puzzle's own line may go on after the 81st cell for as long as it likes.
pub(super) const MAX_LINE: usize = 4096;

/// What a line of text is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// A whole puzzle.
    Puzzle(Grid),
    /// A part of a drawn grid: its cells, which may be none in a line of decorations.
    Cells(Vec<u8>),
    /// Something else; `cells` is how many cells it seems to have.
    Bad {
        column: u64,
        kind: ParseErrorKind,
        cells: usize,
    },
}

/// The byte that stands for a cell in a [`Grid`], if this character is a cell.
fn cell(byte: u8) -> Option<u8> {
    match byte {
        b'1'..=b'9' => Some(byte),
        b'0' | b'.' | b'*' | b'_' | b'?' => Some(EMPTY_CELL),
        _ => None,
    }
}

/// The puzzle of a line that begins with its 81 cells, as most do; `None` if there is anything else to be said of it.
///
/// The loop has no branch, so that it is compiled for several cells at a time: with a branch for each, which nobody can
/// predict, reading a puzzle took a fifth of the time of solving it.
fn whole_puzzle(text: &[u8]) -> Option<Grid> {
    let (cells, rest) = text.split_first_chunk::<81>()?;
    if !matches!(rest, [] | [b' ' | b',' | b'\t' | b':' | b';', ..]) {
        return None;
    }
    let mut all_are_cells = true;
    let mut text = [EMPTY_CELL; 81];
    for (to, &byte) in text.iter_mut().zip(cells) {
        let is_digit = byte.wrapping_sub(b'1') < 9;
        let is_empty = (byte == b'0') | (byte == b'.') | (byte == b'*') | (byte == b'_') | (byte == b'?');
        *to = if is_digit { byte } else { EMPTY_CELL };
        all_are_cells &= is_digit | is_empty;
    }
    all_are_cells.then(|| Grid::from_cells(text))
}

/// Says what a line is; it comes without its line end.
pub(super) fn line(text: &[u8]) -> Line {
    if let Some(grid) = whole_puzzle(text) {
        return Line::Puzzle(grid);
    }
    match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => return Line::Blank,
        Some(b'#') => return Line::Comment,
        Some(_) => {}
    }
    let mut cells = Vec::with_capacity(81);
    let mut wrong = None;
    for (at, &byte) in text.iter().enumerate() {
        let full = cells.len() == 81;
        if let Some(cell) = cell(byte) {
            if full {
                wrong = wrong.or(Some((at, ParseErrorKind::TooManyCells)));
                break;
            }
            cells.push(cell);
        } else if full && matches!(byte, b' ' | b',' | b'\t' | b':' | b';') {
            break;
        } else if matches!(byte, b'|' | b'+' | b'-' | b'=') || byte.is_ascii_whitespace() {
        } else if full {
            wrong = wrong.or(Some((at, ParseErrorKind::NotASeparator(char_at(text, at)))));
            break;
        } else if is_char_start(byte) {
            // It takes the place of a cell, which tells a bad puzzle in one line from a bad line of a drawn grid.
            wrong = wrong.or(Some((at, ParseErrorKind::NotACell(char_at(text, at)))));
            cells.push(EMPTY_CELL);
        }
    }
    match wrong {
        Some((at, kind)) => {
            let column = text[..at].iter().filter(|&&byte| is_char_start(byte)).count() as u64 + 1;
            Line::Bad { column, kind, cells: cells.len() }
        }
        None => grid(&cells).map_or(Line::Cells(cells), Line::Puzzle),
    }
}

/// The grid of 81 cells; `None` if it is another number of them.
pub(super) fn grid(cells: &[u8]) -> Option<Grid> {
    (cells.len() == 81).then(|| {
        let mut grid = Grid::EMPTY;
        for (at, &cell) in cells.iter().enumerate() {
            grid.set_digit(at, Digit::new(cell.wrapping_sub(b'0')));
        }
        grid
    })
}

/// Whether a byte of UTF-8 begins a character.
fn is_char_start(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// The character that begins at a byte, for a message: the replacement character if the text is not UTF-8 there.
fn char_at(text: &[u8], at: usize) -> char {
    let end = text.len().min(at + 4);
    let chunk = text[at..end].utf8_chunks().next();
    chunk.and_then(|chunk| chunk.valid().chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Reads one grid, in any of the forms that a [`Reader`] reads.
impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if !text.contains('\n')
            && let Some(grid) = whole_puzzle(text.as_bytes())
        {
            return Ok(grid);
        }
        let mut reader = Reader::new(text.as_bytes());
        let mut next = || match reader.next() {
            None => Ok(None),
            Some(Ok(puzzle)) => Ok(Some(puzzle)),
            Some(Err(ReadError::Parse(error))) => Err(error),
            Some(Err(ReadError::Io(error))) => unreachable!("reading from memory failed: {error}"),
        };
        let Some(first) = next()? else {
            return Err(ParseError { line: 1, column: None, kind: ParseErrorKind::NoGrid });
        };
        match next()? {
            None => Ok(first.grid),
            Some(second) => Err(ParseError { line: second.line, column: None, kind: ParseErrorKind::SecondGrid }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "2.80460*.00_100?83109803004002300108480520000301000206600400879050078010010009060";

    fn bad(text: &str) -> (u64, ParseErrorKind, usize) {
        match line(text.as_bytes()) {
            Line::Bad { column, kind, cells } => (column, kind, cells),
            other => panic!("{text:?} is {other:?}"),
        }
    }

    #[test]
    fn a_line_is_what_it_says() {
        let puzzle: Grid = PUZZLE.parse().unwrap();
        assert_eq!(&puzzle.as_str()[..16], "2.8.46......1...");
        assert_eq!(line(b" \t\r"), Line::Blank);
        assert_eq!(line(b"  # 123"), Line::Comment);
        for rest in ["", " # hard", ",solution", "\tx", ":1", ";1", " 123", "|", "| x"] {
            assert_eq!(line(format!("{PUZZLE}{rest}").as_bytes()), Line::Puzzle(puzzle), "{rest:?}");
        }
        assert_eq!(line(b"| 1 . * | _ ? 0 |"), Line::Cells(b"1.....".into()));
        assert_eq!(line(b"+===+---+"), Line::Cells(vec![]));
    }

    #[test]
    fn a_fault_is_found_at_its_column() {
        assert_eq!(bad("bad"), (1, ParseErrorKind::NotACell('b'), 3));
        assert_eq!(bad("12€4"), (3, ParseErrorKind::NotACell('€'), 4));
        assert_eq!(bad(&format!("{PUZZLE}1")), (82, ParseErrorKind::TooManyCells, 81));
        assert_eq!(bad(&format!("{PUZZLE}x")), (82, ParseErrorKind::NotASeparator('x'), 81));
        assert_eq!(bad(&PUZZLE.replace('7', "x")), (62, ParseErrorKind::NotACell('x'), 81));
        let Line::Bad { kind, .. } = line(&[b'1', 0xFF]) else { panic!() };
        assert_eq!(kind, ParseErrorKind::NotACell(char::REPLACEMENT_CHARACTER));
    }

    #[test]
    fn from_str_takes_exactly_one_grid() {
        let kind = |text: &str| text.parse::<Grid>().map_err(|error| (error.line, error.kind));
        assert_eq!(kind(""), Err((1, ParseErrorKind::NoGrid)));
        assert_eq!(kind("# nothing\n"), Err((1, ParseErrorKind::NoGrid)));
        assert_eq!(kind(&format!("{PUZZLE}\n\n{PUZZLE}")), Err((3, ParseErrorKind::SecondGrid)));
        assert_eq!(kind(&PUZZLE[1..]), Err((1, ParseErrorKind::WrongNumberOfCells { cells: 80, last_line: 1 })));
    }
}
