//! The reader of the text of a grid: the characters of cells, the kinds of lines, and the errors.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::candidates::bit;
use super::grid::EMPTY_CELL;
use super::{Candidates, Digit, Grid, Puzzle};
use crate::counted::Cells;

/// An error in the text of a grid, with its place.
///
/// ```
/// use quadrille::sudoku::{Grid, ParseErrorKind};
/// let error = "4.x".parse::<Grid>().unwrap_err();
/// assert_eq!((error.line, error.column), (1, Some(3)));
/// assert_eq!(error.kind, ParseErrorKind::NotACell('x'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from 1; the first line of a grid that is drawn over several lines.
    pub line: u64,
    /// The character in the line, counted from 1, if the error is in one character.
    pub column: Option<u64>,
    /// The kind of error.
    pub kind: ParseErrorKind,
}

/// The kinds of errors in the text of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A character is neither a cell nor a part of the drawing around a grid.
    NotACell(char),
    /// A line has more than 81 cells.
    TooManyCells,
    /// A character may not follow the 81st cell of a line.
    NotASeparator(char),
    /// A line, or a grid drawn over several lines, does not have 81 cells.
    WrongNumberOfCells {
        /// The number of cells.
        cells: usize,
        /// The last line of the grid, counted from 1.
        last_line: u64,
    },
    /// A line is a board of another size.
    OtherBoard {
        /// The number of cells.
        cells: usize,
    },
    /// A cell has the same digit twice among its candidates.
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
    /// In a line of HoDoKu's library, a deleted candidate is not three digits.
    NotADeletion,
    /// A line of a table lacks the field with the puzzle.
    MissingField,
    /// The solution that a table gives for a puzzle is not a solution. A
    /// [`Reader`](super::Reader) returns the puzzle next.
    NotItsSolution,
    /// Cells lack digits that no clue excludes, where a grid of clues is expected.
    Sukaku,
    /// A line that does not begin with a puzzle is longer than any form of a grid.
    LineTooLong,
    /// The text is not UTF-8 but in another form, which is named.
    OtherEncoding(&'static str),
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
                "{} by the end of line {last_line}, where a grid has 81: write them in one line, or draw nine lines of \
                 nine with a blank line after them",
                Cells(*cells)
            ),
            Self::OtherBoard { cells } => write!(f, "a board of {}, where a grid has 81", Cells(*cells)),
            Self::RepeatedCandidate(digit) => {
                write!(f, "{digit} is twice among the digits of a cell: write each of them once")
            }
            Self::MisplacedCandidate { found, place } => write!(
                f,
                "{found} in the place of {place}: a list of 729 characters has for each cell the digits 1 to 9 in their places, \
                 and . for those that it may not have"
            ),
            Self::EmptyAmongCandidates => f.write_str(
                "some cells have several digits, and another has none: write in each cell the digits that it may have, \
                 123456789 if that is not known",
            ),
            Self::NotADeletion => f.write_str(
                "this is no deleted candidate of HoDoKu's library: write three digits for each, the candidate, its row and \
                 its column, as in 512",
            ),
            Self::MissingField => f.write_str("no puzzle in the column that the header names for it"),
            Self::NotItsSolution => {
                f.write_str("this is no solution of the puzzle, which is read without it: give the right one, or leave the field empty")
            }
            Self::Sukaku => {
                f.write_str("cells lack digits for another reason than clues, so that this is no grid of clues")
            }
            Self::LineTooLong => {
                write!(
                    f,
                    "the line is longer than {MAX_LINE} characters and does not begin with the 81 cells of a puzzle"
                )
            }
            Self::OtherEncoding(name) => {
                write!(f, "this is {name}, and puzzles are read as plain text in UTF-8: convert it first")
            }
            Self::NoGrid => {
                f.write_str("there is no grid: expected 81 cells, 1 to 9 or one of 0 . * _ ? for an empty cell")
            }
            Self::SecondGrid => f.write_str("a second grid begins here, and one is expected"),
        }
    }
}

impl Error for ParseError {}

/// The longest line that can be part of a grid. A line that begins with a puzzle may be longer.
pub(super) const MAX_LINE: usize = 4096;

/// The kinds of lines. The candidates of a cell are bits; an empty cell has none.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    Comment,
    /// A whole puzzle.
    Puzzle(Grid),
    /// The digits that each cell may have.
    Candidates(Box<Candidates>),
    /// A part of a drawn grid: its cells; a line of decorations has none.
    Cells(Vec<u16>),
    /// The header of a part of a file.
    Section(Section),
    /// Any other line; `cells` is the number of cells that it seems to have.
    Bad {
        column: u64,
        kind: ParseErrorKind,
        cells: usize,
    },
}

/// A part of a file of SudoCue or SadMan Sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// The clues.
    Puzzle,
    /// The state of a player's work.
    State,
}

/// Returns the cell that a character stands for.
fn cell(byte: u8) -> Option<u16> {
    match byte {
        b'1'..=b'9' => Some(1 << (byte - b'1')),
        _ => is_empty_cell(byte).then_some(0),
    }
}

/// True if a character is a cell.
pub(super) fn is_cell(byte: u8) -> bool {
    cell(byte).is_some()
}

/// True if a line has nine fields, some of which may be empty.
pub(super) fn has_nine_fields(text: &[u8], delimiter: u8) -> bool {
    text.iter().filter(|&&byte| byte == delimiter).count() == 8
}

fn is_empty_cell(byte: u8) -> bool {
    matches!(byte, b'0' | b'.' | b'*' | b'_' | b'?')
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\t' | b':' | b';')
}

/// Returns the puzzle of a line that begins with its 81 cells, as most lines do, or `None` for any
/// other line.
///
/// The loop has no branch, so that the compiler vectorizes it. With a branch for each cell, which
/// is mispredicted often, reading a puzzle took a fifth of the time of solving it.
pub(super) fn whole_puzzle(text: &[u8]) -> Option<Grid> {
    let (cells, rest) = text.split_first_chunk::<81>()?;
    if !matches!(rest, [] | [b' ' | b',' | b'\t' | b':' | b';', ..]) {
        return None;
    }
    let mut all_are_cells = true;
    let mut text = [EMPTY_CELL; 81];
    for (to, &byte) in text.iter_mut().zip(cells) {
        let is_digit = byte.wrapping_sub(b'1') < 9;
        let is_empty =
            (byte == b'0') | (byte == b'.') | (byte == b'*') | (byte == b'_') | (byte == b'?');
        *to = if is_digit { byte } else { EMPTY_CELL };
        all_are_cells &= is_digit | is_empty;
    }
    all_are_cells.then(|| Grid::from_cells(text))
}

/// Classifies a line, which comes without its line end.
pub(super) fn line(text: &[u8]) -> Line {
    if let Some(grid) = whole_puzzle(text) {
        return Line::Puzzle(grid);
    }
    let trimmed = text.trim_ascii();
    match trimmed {
        [] => Line::Blank,
        [b'#', ..] => Line::Comment,
        _ if is_decoration(trimmed) => Line::Cells(Vec::new()),
        _ if trimmed.eq_ignore_ascii_case(b"[Puzzle]") => Line::Section(Section::Puzzle),
        _ if trimmed.eq_ignore_ascii_case(b"[State]") => Line::Section(Section::State),
        _ => list(text).or_else(|| groups(text)).unwrap_or_else(|| cells(text)),
    }
}

/// True if a line is one between the boxes of a drawn grid, or above or below it. In some of these
/// lines, the corners are characters that could be empty cells.
fn is_decoration(trimmed: &[u8]) -> bool {
    trimmed.windows(3).any(|three| matches!(three, b"---" | b"==="))
        && trimmed.iter().all(|byte| {
            matches!(byte, b'-' | b'=' | b'+' | b'|' | b'.' | b'\'' | b':' | b'*' | b' ' | b'\t')
        })
}

/// Reads a line of 729 characters: nine places for each cell, each with its digit or empty.
fn list(text: &[u8]) -> Option<Line> {
    let begin = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let (list, rest) = text[begin..].split_at_checked(729)?;
    if !list.iter().all(|&byte| cell(byte).is_some())
        || !rest.first().is_none_or(|&byte| is_separator(byte))
    {
        return None;
    }
    let mut cells = [0; 81];
    for (at, &byte) in list.iter().enumerate() {
        let place = Digit::new((at % 9 + 1) as u8)?;
        match Digit::new(byte.wrapping_sub(b'0')) {
            Some(found) if found != place => {
                let kind = ParseErrorKind::MisplacedCandidate { found, place };
                return Some(Line::Bad { column: column(text, begin + at), kind, cells: 81 });
            }
            found => cells[at / 9] |= found.map_or(0, bit),
        }
    }
    Some(Line::Candidates(Box::new(Candidates::from_bits(cells))))
}

/// Reads a line with a group of digits for each of nine or 81 cells, separated by blanks or bars.
/// Returns `None` if the line can be read as single cells.
fn groups(text: &[u8]) -> Option<Line> {
    let is_between = |byte: &u8| *byte == b'|' || byte.is_ascii_whitespace();
    let groups = || {
        text.chunk_by(move |a, b| is_between(a) == is_between(b))
            .filter(move |group| !is_between(&group[0]))
    };
    let (mut count, mut digits) = (0, 0);
    for group in groups() {
        let is_cell = group.iter().all(|byte| (b'1'..=b'9').contains(byte))
            || (group.len() == 1 && is_empty_cell(group[0]));
        if !is_cell {
            return None;
        }
        (count, digits) = (count + 1, digits + group.len());
    }
    // Nine groups of nine digits are a full grid, unless all groups are the same.
    let is_full = digits == 81 && groups().any(|group| group != b"123456789");
    if !matches!(count, 9 | 81) || digits == count || is_full {
        return None;
    }
    let (mut cells, mut at) = (Vec::with_capacity(81), 0);
    for chunk in text.chunk_by(|a, b| is_between(a) == is_between(b)) {
        if !is_between(&chunk[0]) {
            let mut set = 0;
            for (place, digit) in chunk
                .iter()
                .enumerate()
                .filter_map(|(place, byte)| Some((place, Digit::new(byte.wrapping_sub(b'0'))?)))
            {
                if set & bit(digit) != 0 {
                    let kind = ParseErrorKind::RepeatedCandidate(digit);
                    return Some(Line::Bad {
                        column: column(text, at + place),
                        kind,
                        cells: count,
                    });
                }
                set |= bit(digit);
            }
            if set == 0 && count == 81 {
                let kind = ParseErrorKind::EmptyAmongCandidates;
                return Some(Line::Bad { column: column(text, at), kind, cells: count });
            }
            cells.push(set);
        }
        at += chunk.len();
    }
    match <[u16; 81]>::try_from(cells) {
        Ok(cells) => Some(Line::Candidates(Box::new(Candidates::from_bits(cells)))),
        Err(row) => Some(Line::Cells(row)),
    }
}

/// Reads a line with one character for each cell, and skips decorations.
fn cells(text: &[u8]) -> Line {
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
        } else if full && is_separator(byte) {
            break;
        } else if matches!(byte, b'|' | b'+' | b'-' | b'=') || byte.is_ascii_whitespace() {
        } else if full {
            wrong = wrong.or(Some((at, ParseErrorKind::NotASeparator(char_at(text, at)))));
            break;
        } else if is_char_start(byte) {
            // The wrong character counts as a cell, which tells a bad puzzle in one line from a bad
            // line of a drawn grid.
            wrong = wrong.or(Some((at, ParseErrorKind::NotACell(char_at(text, at)))));
            cells.push(0);
        }
    }
    match wrong {
        Some((at, kind)) => match other_board(text) {
            Some(cells) => {
                Line::Bad { column: 1, kind: ParseErrorKind::OtherBoard { cells }, cells }
            }
            None => Line::Bad { column: column(text, at), kind, cells: cells.len() },
        },
        None => match <[u16; 81]>::try_from(cells) {
            Ok(all) => Line::Puzzle(Candidates::from_bits(all).singles()),
            Err(part) => Line::Cells(part),
        },
    }
}

/// Returns the number of cells of a larger board with boxes, if a line is one word of that length.
fn other_board(text: &[u8]) -> Option<usize> {
    let word = text.trim_ascii();
    let side = word.len().isqrt();
    // 729 characters may be a list of candidates.
    let has_boxes = side > 9 && side != 27 && (2..side).any(|rows| side.is_multiple_of(rows));
    let is_cell = |&byte: &u8| cell(byte).is_some() || byte.is_ascii_alphanumeric();
    (has_boxes && side * side == word.len() && word.iter().all(is_cell)).then_some(side * side)
}

/// Returns the puzzle of 81 cells, each with its candidates as bits; an empty cell has none.
pub(super) fn puzzle(cells: &[u16; 81]) -> Result<Puzzle, ParseErrorKind> {
    let candidates = Candidates::from_bits(*cells);
    if cells.iter().all(|cell| cell.count_ones() < 2) {
        return Ok(Puzzle::from(candidates.singles()));
    }
    if cells.contains(&0) {
        Err(ParseErrorKind::EmptyAmongCandidates)
    } else {
        Ok(Puzzle::from(candidates))
    }
}

/// Returns the number of the character that a byte belongs to, counted from 1.
pub(super) fn column(text: &[u8], at: usize) -> u64 {
    text[..at.min(text.len())].iter().filter(|&&byte| is_char_start(byte)).count() as u64 + 1
}

/// True if a byte of UTF-8 begins a character.
fn is_char_start(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// Returns the character that begins at a byte, for a message: the replacement character if the
/// text is not UTF-8 there.
fn char_at(text: &[u8], at: usize) -> char {
    let end = text.len().min(at + 4);
    let chunk = text[at..end].utf8_chunks().next();
    chunk.and_then(|chunk| chunk.valid().chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Reads one grid, in any of the forms that a [`Reader`](super::Reader) reads. Candidates are read
/// if clues can stand for them.
impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if !text.contains('\n')
            && let Some(grid) = whole_puzzle(text.as_bytes())
        {
            return Ok(grid);
        }
        match text.parse()? {
            Puzzle { candidates: Some(_), line, .. } => {
                Err(ParseError { line, column: None, kind: ParseErrorKind::Sukaku })
            }
            puzzle => Ok(puzzle.grid),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "2.80460*.00_100?83109803004002300108480520000301000206600400879050078010010009060";

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
            assert_eq!(
                line(format!("{PUZZLE}{rest}").as_bytes()),
                Line::Puzzle(puzzle),
                "{rest:?}"
            );
        }
        assert_eq!(line(b"| 1 . * | _ ? 0 |"), Line::Cells(vec![1, 0, 0, 0, 0, 0]));
        assert_eq!(line(b"+===+---+"), Line::Cells(vec![]));
    }

    #[test]
    fn a_fault_is_found_at_its_column() {
        assert_eq!(bad("bad"), (1, ParseErrorKind::NotACell('b'), 3));
        assert_eq!(bad("12€4"), (3, ParseErrorKind::NotACell('€'), 4));
        assert_eq!(bad(&format!("{PUZZLE}1")), (82, ParseErrorKind::TooManyCells, 81));
        assert_eq!(bad(&format!("{PUZZLE}x")), (82, ParseErrorKind::NotASeparator('x'), 81));
        assert_eq!(bad(&PUZZLE.replace('7', "x")), (62, ParseErrorKind::NotACell('x'), 81));
        let board = |cells| (1, ParseErrorKind::OtherBoard { cells }, cells);
        assert_eq!(bad(&"1.G.".repeat(64)), board(256));
        assert_eq!(bad(&"1234".repeat(36)), board(144));
        assert_eq!(bad(&"12".repeat(50)), board(100));
        // Boards of side 11 have no boxes.
        assert_eq!(bad(&"1".repeat(121)), (82, ParseErrorKind::TooManyCells, 81));
        let Line::Bad { kind, .. } = line(&[b'1', 0xFF]) else { panic!() };
        assert_eq!(kind, ParseErrorKind::NotACell(char::REPLACEMENT_CHARACTER));
    }

    #[test]
    fn from_str_takes_exactly_one_grid() {
        let kind = |text: &str| text.parse::<Grid>().map_err(|error| (error.line, error.kind));
        assert_eq!(kind(""), Err((1, ParseErrorKind::NoGrid)));
        assert_eq!(kind("# nothing\n"), Err((1, ParseErrorKind::NoGrid)));
        assert_eq!(kind(&format!("{PUZZLE}\n\n{PUZZLE}")), Err((3, ParseErrorKind::SecondGrid)));
        assert_eq!(
            kind(&PUZZLE[1..]),
            Err((1, ParseErrorKind::WrongNumberOfCells { cells: 80, last_line: 1 }))
        );
    }
}
