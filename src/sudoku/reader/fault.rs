//! The faults of a line that is not a puzzle in any form.

use super::cells::Cell;
use super::error::ParseErrorKind;
use super::rows::is_gap;
use crate::sudoku::Digit;

/// A fault in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The character, counted from 1.
    pub(super) column: u64,
    pub(super) kind: ParseErrorKind,
    /// The number of cells that the line seems to have.
    pub(super) cells: usize,
}

impl Fault {
    /// Returns a fault at a byte of a puzzle on one line.
    pub(super) fn at(text: &[u8], at: usize, kind: ParseErrorKind) -> Self {
        Self { column: column(text, at), kind, cells: 81 }
    }

    /// Returns the first fault of a line without a form.
    pub(super) fn of(text: &[u8]) -> Self {
        if let Some(cells) = other_board(text) {
            return Self { column: 1, kind: ParseErrorKind::OtherBoard { cells }, cells };
        }
        if let Some((at, digit)) = disordered(text) {
            let kind = ParseErrorKind::RepeatedCandidate(digit);
            return Self { column: column(text, at), kind, cells: 9 };
        }
        let (mut count, mut class, mut fault) = (0, None, None);
        for (at, &byte) in text.iter().enumerate() {
            let cell = Cell::of(byte);
            let kind = match (count, cell) {
                (81, Some(_)) => ParseErrorKind::TooManyCells,
                (_, Some(cell)) => {
                    count += 1;
                    let is_other =
                        cell.empty.is_some() && class.is_some_and(|of| Some(of) != cell.empty);
                    class = class.or(cell.empty);
                    if !is_other {
                        continue;
                    }
                    ParseErrorKind::EmptyCells(char::from(byte))
                }
                (81, None) if is_gap(&byte) || b",:;".contains(&byte) => break,
                (_, None) if is_gap(&byte) || b"+=".contains(&byte) || byte & 0xC0 == 0x80 => {
                    continue;
                }
                (81, None) => ParseErrorKind::NotASeparator(char_at(text, at)),
                (_, None) => {
                    // The wrong character counts as a cell. That distinguishes a bad puzzle from a
                    // bad row.
                    count += 1;
                    ParseErrorKind::NotACell(char_at(text, at))
                }
            };
            fault = fault.or(Some((at, kind)));
        }
        match fault {
            Some((at, kind)) => Self { column: column(text, at), kind, cells: count },
            None => {
                let kind = match count {
                    9 | 81 => ParseErrorKind::Words,
                    // The reader sets the number of the line.
                    cells => ParseErrorKind::WrongNumberOfCells { cells, last_line: 0 },
                };
                Self { column: 1, kind, cells: count }
            }
        }
    }
}

/// Returns the first digit that is not above the one before it, if a line has 9 or 81 groups of
/// digits.
fn disordered(text: &[u8]) -> Option<(usize, Digit)> {
    let words = || text.split(is_gap).filter(|word| !word.is_empty());
    let is_group =
        |word: &[u8]| word.len() < 10 && word.iter().all(|byte| (b'1'..=b'9').contains(byte));
    let mut all = words();
    if !matches!(words().count(), 9 | 81)
        || !all.all(|word| is_group(word) || matches!(word, [byte] if Cell::of(*byte).is_some()))
    {
        return None;
    }
    let mut pairs = text.windows(2).enumerate();
    let is_digit = |byte: u8| (b'1'..=b'9').contains(&byte);
    let (at, pair) =
        pairs.find(|(_, pair)| is_digit(pair[0]) && is_digit(pair[1]) && pair[1] <= pair[0])?;
    Some((at + 1, Digit::new(pair[1] - b'0')?))
}

/// Returns the number of cells of a larger board with boxes, if a line is one word of that length.
fn other_board(text: &[u8]) -> Option<usize> {
    let word = text.trim_ascii();
    let side = word.len().isqrt();
    // 729 characters may be a list of candidates.
    let has_boxes = side > 9 && side != 27 && (2..side).any(|rows| side.is_multiple_of(rows));
    let is_cell = |&byte: &u8| Cell::of(byte).is_some() || byte.is_ascii_alphanumeric();
    (has_boxes && side * side == word.len() && word.iter().all(is_cell)).then_some(side * side)
}

/// Returns the place of a part in a text.
pub(super) fn place(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Returns the number of the character that a byte belongs to, counted from 1.
pub(super) fn column(text: &[u8], at: usize) -> u64 {
    let is_start = |byte: &&u8| **byte & 0xC0 != 0x80;
    text[..at.min(text.len())].iter().filter(is_start).count() as u64 + 1
}

/// Returns the character that begins at a byte, for a message: the replacement character if the
/// text is not UTF-8 there.
fn char_at(text: &[u8], at: usize) -> char {
    let end = text.len().min(at + 4);
    let chunk = text[at..end].utf8_chunks().next();
    chunk.and_then(|chunk| chunk.valid().chars().next()).unwrap_or(char::REPLACEMENT_CHARACTER)
}
