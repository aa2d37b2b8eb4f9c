//! The faults of lines.

use super::cells::Cell;
use super::error::ParseErrorKind;
use super::rows::is_gap;
use crate::sudoku::Digit;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The character where the fault is, counted from 1, if there is such a place.
    pub(super) column: Option<u64>,
    pub(super) kind: ParseErrorKind,
    /// The number of cells that the line seems to have.
    pub(super) cells: usize,
}

impl Fault {
    /// Returns a fault at a byte of a puzzle on one line.
    pub(super) fn at(text: &[u8], at: usize, kind: ParseErrorKind) -> Self {
        Self { column: Some(column(text, at)), kind, cells: 81 }
    }

    /// Returns the fault of a line without a form.
    pub(super) fn of(text: &[u8]) -> Self {
        if let Some(cells) = other_board(text) {
            return Self { cells, ..Self::at(text, 0, ParseErrorKind::OtherBoard { cells }) };
        }
        if let Some((at, digit)) = disordered(text) {
            let kind = ParseErrorKind::RepeatedCandidate(digit);
            return Self { cells: 9, ..Self::at(text, at, kind) };
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
        if fault.is_none() && !matches!(count, 9 | 81) {
            // The reader sets the number of the line.
            let kind = ParseErrorKind::WrongNumberOfCells { cells: count, last_line: 0 };
            return Self { column: None, kind, cells: count };
        }
        let (at, kind) = fault.unwrap_or((0, ParseErrorKind::Words));
        Self { cells: count, ..Self::at(text, at, kind) }
    }
}

/// Returns the first digit that is not greater than the digit directly before it, and its place, if
/// a line has 9 or 81 words that are cells or groups of digits.
fn disordered(text: &[u8]) -> Option<(usize, Digit)> {
    let is_digit = |byte: &u8| (b'1'..=b'9').contains(byte);
    let is_group = |word: &&[u8]| match word {
        [byte] => Cell::of(*byte).is_some(),
        word => word.len() < 10 && word.iter().all(is_digit),
    };
    let words: Vec<&[u8]> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
    if !matches!(words.len(), 9 | 81) || !words.iter().all(is_group) {
        return None;
    }
    let is_wrong = |pair: &[u8]| pair.iter().all(is_digit) && pair[1] <= pair[0];
    let at = text.windows(2).position(is_wrong)? + 1;
    Some((at, Digit::new(text[at] - b'0')?))
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

/// Returns the number of the character that begins at a byte, counted from 1.
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
