//! Cells as text: characters, numbers, and groups of digits.

use super::error::ParseErrorKind;
use crate::sudoku::candidates::bit;
use crate::sudoku::grid::EMPTY_CELL;
use crate::sudoku::{Candidates, Digit, Grid, Puzzle};

/// A class of characters for empty cells. A word, a row or a grid uses only one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Empty {
    /// One of `0 . * _ ?`.
    Plain,
    /// A minus sign, which also draws lines between boxes.
    Minus,
    /// `x` or `X`.
    X,
}

/// A cell: its digits as bits, or, if it is empty, the class of its character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) digits: u16,
    pub(super) empty: Option<Empty>,
}

impl Cell {
    /// An empty cell without a character.
    pub(super) const BLANK: Self = Self { digits: 0, empty: None };

    pub(super) fn of(byte: u8) -> Option<Self> {
        let empty = match byte {
            b'1'..=b'9' => return Some(Self { digits: 1 << (byte - b'1'), empty: None }),
            b'0' | b'.' | b'*' | b'_' | b'?' => Empty::Plain,
            b'-' => Empty::Minus,
            b'x' | b'X' => Empty::X,
            _ => return None,
        };
        Some(Self { digits: 0, empty: Some(empty) })
    }

    /// Returns the cell that a word stands for: a character, a number as programs print it (`5.0`,
    /// `5.` or `5.000e+00`), or a name for a missing value.
    pub(super) fn of_number(word: &[u8]) -> Option<Self> {
        match word {
            b"None" | b"null" | b"nan" | b"NaN" | b"<NA>" => Some(Self::BLANK),
            [byte] => Self::of(*byte),
            [digit @ b'0'..=b'9', b'.', rest @ ..] => {
                let zeros = rest.strip_suffix(b"e+00").unwrap_or(rest);
                zeros.iter().all(|&byte| byte == b'0').then(|| Self::of(*digit)).flatten()
            }
            _ => None,
        }
    }

    /// Returns the cell that a word stands for: a word for [`of_number`](Self::of_number), or
    /// several digits in increasing order.
    pub(super) fn of_group(word: &[u8]) -> Option<Self> {
        let is_group = word.len() > 1
            && word.iter().all(|byte| (b'1'..=b'9').contains(byte))
            && word.is_sorted_by(|a, b| a < b);
        let digits = |word: &[u8]| word.iter().fold(0, |all, byte| all | 1 << (byte - b'1'));
        Self::of_number(word)
            .or_else(|| is_group.then(|| Self { digits: digits(word), empty: None }))
    }
}

/// Returns the class of the empty cells, `Some(None)` if no character is an empty cell, or `None`
/// if there are two classes.
pub(super) fn class(cells: impl IntoIterator<Item = Cell>) -> Option<Option<Empty>> {
    cells.into_iter().try_fold(None, |class: Option<Empty>, cell| match (class, cell.empty) {
        (Some(class), Some(empty)) if class != empty => None,
        (class, empty) => Some(class.or(empty)),
    })
}

/// Returns the cells of a word of this length, with one class of empty cells.
pub(super) fn word<const N: usize>(word: &[u8]) -> Option<[Cell; N]> {
    let word: &[u8; N] = word.try_into().ok()?;
    let mut cells = [Cell::BLANK; N];
    for (cell, &byte) in cells.iter_mut().zip(word) {
        *cell = Cell::of(byte)?;
    }
    class(cells).is_some().then_some(cells)
}

/// Returns the puzzle of a word of 81 cells, or of 729 places for candidates. `None` if the word is
/// neither; an error, with its place in the word, if a digit is in the place of another.
pub(super) fn puzzle_word(text: &[u8]) -> Option<Result<Puzzle, (usize, ParseErrorKind)>> {
    if let Some(cells) = word::<81>(text) {
        return Some(puzzle(&cells.map(|cell| cell.digits)).map_err(|kind| (0, kind)));
    }
    let places = word::<729>(text)?;
    let mut cells = [0; 81];
    for (at, digits) in places.iter().map(|cell| cell.digits).enumerate() {
        let place = Digit::new((at % 9 + 1) as u8)?;
        match Digit::new(text[at].wrapping_sub(b'0')) {
            Some(found) if digits != bit(place) => {
                return Some(Err((at, ParseErrorKind::MisplacedCandidate { found, place })));
            }
            _ => cells[at / 9] |= digits,
        }
    }
    Some(Ok(Puzzle::from(Candidates::from_bits(cells))))
}

/// Returns the puzzle of 81 cells, each with its candidates as bits; an empty cell has none.
pub(super) fn puzzle(cells: &[u16; 81]) -> Result<Puzzle, ParseErrorKind> {
    let candidates = Candidates::from_bits(*cells);
    if cells.iter().all(|cell| cell.count_ones() < 2) {
        Ok(Puzzle::from(candidates.singles()))
    } else if cells.contains(&0) {
        Err(ParseErrorKind::EmptyAmongCandidates)
    } else {
        Ok(Puzzle::from(candidates))
    }
}

/// Returns the grid of 81 cells without minus signs or `x`. Most lines begin with such a grid.
///
/// The loop has no branch, so the compiler vectorizes it. With a branch for each cell, which was
/// often mispredicted, reading a puzzle took a fifth of the time of solving it.
pub(super) fn plain_grid(cells: &[u8; 81]) -> Option<Grid> {
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
