//! The kinds of lines, and the forms of a puzzle on one line.

use super::cells::{self, Cell};
use super::error::ParseErrorKind;
use super::fault::{Fault, place};
use super::rows::{self, Row, is_bracket, is_gap};
use crate::sudoku::{Digit, Puzzle};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) delimiter: u8,
    pub(super) puzzle: usize,
    pub(super) solution: Option<usize>,
}

#[derive(Debug)]
pub(super) enum Line {
    Blank,
    Comment,
    /// A line between boxes, or above or below a grid.
    Frame,
    /// Nine minus signs: a row of empty cells, or a line between boxes.
    Minus,
    /// A line around grids, as [`is_around`] defines it.
    Around,
    /// The header of the clues in a file of SudoCue or SadMan Sudoku.
    Clues,
    /// The header of the state of a player's work in a file of SudoCue or SadMan Sudoku.
    State,
    Header(Columns),
    Row(Row),
    /// A whole puzzle, the place where a remark may begin after it, and the error in the solution
    /// that is given for it.
    Puzzle {
        puzzle: Puzzle,
        remark: Option<usize>,
        error: Option<Fault>,
    },
    /// Any other line.
    Bad(Fault),
}

impl Line {
    /// Returns a bad line with an error at a byte.
    pub(super) fn bad(text: &[u8], at: usize, kind: ParseErrorKind) -> Self {
        Self::Bad(Fault::at(text, at, kind))
    }

    fn puzzle(puzzle: Puzzle, remark: Option<usize>) -> Self {
        Self::Puzzle { puzzle, remark, error: None }
    }
}

fn is_one_of(names: &[&str], word: &[u8]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name.as_bytes()))
}

pub(super) fn is_puzzle_name(word: &[u8]) -> bool {
    is_one_of(&["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "question"], word)
}

pub(super) fn is_solution_name(word: &[u8]) -> bool {
    is_one_of(&["solution", "solutions", "answer", "answers"], word)
}

/// True if a line is a tag or a code fence around a grid, brackets of a list of rows, or the
/// beginning or the end of a string of several lines, as in `grid = """`.
pub(super) fn is_around(trimmed: &[u8]) -> bool {
    const TAGS: [&[u8]; 6] = [b"[code]", b"[/code]", b"<pre>", b"</pre>", b"<code>", b"</code>"];
    let inner = rows::unwrapped(trimmed);
    TAGS.iter().any(|tag| trimmed.eq_ignore_ascii_case(tag))
        || trimmed.starts_with(b"```")
        || matches!(inner, b"\"\"\"" | b"'''")
        || (trimmed.iter().any(is_bracket) && inner.iter().all(|byte| b"[](){},; ".contains(byte)))
}

/// Reads a line between boxes, or a line of minus signs that may be one. In some of these lines,
/// the corners are characters that could be empty cells.
pub(super) fn frame(trimmed: &[u8]) -> Option<Line> {
    let is_of_frame = |byte: &u8| is_gap(byte) || b"-=+.':*".contains(byte);
    let count = |bytes: &[u8]| trimmed.iter().filter(|byte| bytes.contains(byte)).count();
    if !trimmed.iter().all(is_of_frame) || count(b"-=+") == 0 {
        return None;
    }
    let has_cells = count(b".*") > 0;
    let has_line = trimmed.windows(3).any(|three| matches!(three, b"---" | b"==="));
    if has_cells && (!has_line || matches!(count(b".*-"), 9 | 81)) {
        return None;
    }
    let words = || trimmed.split(is_gap).filter(|word| !word.is_empty());
    let first = words().next().map_or(0, <[u8]>::len);
    let is_minus =
        count(b"=+.':*") == 0 && words().all(|word| word.len() == first) && 81 % first == 0;
    Some(match count(b"-") {
        // With bars between all columns, it may be a line of Markdown.
        9 if is_minus && first == 1 && count(b"|") < 8 => return None,
        9 if is_minus && first <= 9 => Line::Minus,
        81 if is_minus => Line::bad(trimmed, 0, ParseErrorKind::MinusSigns),
        _ => Line::Frame,
    })
}

/// Reads one word of 81 or 729 characters anywhere among separators. Everything from the first word
/// that begins with `#` is ignored. A second puzzle is an error, unless it is the solution of the
/// first. A first puzzle that is named as a solution is an error too.
pub(super) fn word(text: &[u8]) -> Option<Line> {
    let is_between =
        |byte: &u8| byte.is_ascii_whitespace() || is_bracket(byte) || b",;:|\"'=`<>".contains(byte);
    let mut found: Option<(Puzzle, usize)> = None;
    let (mut at, mut is_solution) = (0, false);
    for word in text.split(is_between) {
        match cells::puzzle_word(word) {
            _ if word.starts_with(b"#") => break,
            None => {}
            Some(Err((place, kind))) => return Some(Line::bad(text, at + place, kind)),
            Some(Ok(second)) => match &found {
                None if is_solution => {
                    return Some(Line::bad(text, at, ParseErrorKind::NamedSolution));
                }
                None => found = Some((second, at + word.len())),
                Some((first, _)) if !first.grid.is_full() && first.is_solved_by(&second.grid) => {}
                Some(_) => return Some(Line::bad(text, at, ParseErrorKind::TwoPuzzles)),
            },
        }
        is_solution =
            is_solution_name(word) || (is_solution && word.iter().all(|byte| *byte == b'='));
        at += word.len() + 1;
    }
    found.map(|(puzzle, end)| Line::puzzle(puzzle, Some(end)))
}

/// Reads nine words of nine cells: the rows of a puzzle.
pub(super) fn nine_words(text: &[u8]) -> Option<Line> {
    let mut all = Vec::with_capacity(81);
    for word in rows::string(text).split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        all.extend(cells::word::<9>(word).filter(|_| all.len() < 81)?);
    }
    // Nine words of all nine digits in order are a row of candidates.
    let is_row = all.iter().zip(0..).all(|(cell, place)| cell.digits == 1 << (place % 9));
    if is_row { None } else { of_cells(all) }
}

/// Returns the puzzle of 81 cells with one class of empty cells.
pub(super) fn of_cells(all: Vec<Cell>) -> Option<Line> {
    let cells = <[Cell; 81]>::try_from(all).ok()?;
    cells::class(cells)?;
    Some(match cells::puzzle(&cells.map(|cell| cell.digits)) {
        Ok(puzzle) => Line::puzzle(puzzle, None),
        Err(kind) => Line::bad(&[], 0, kind),
    })
}

/// Reads a line of HoDoKu's library, `:0000:x:CELLS:...`. Each digit that is not a clue has a `+`
/// before it; here it counts as a clue. The next field lists the deleted candidates, such as
/// `512 528` for the 5 in r1c2 and in r2c8.
pub(super) fn hodoku(text: &[u8]) -> Option<Line> {
    let mut fields = text.trim_ascii().strip_prefix(b":")?.split(|&byte| byte == b':');
    let all: Vec<u8> = fields.nth(2)?.iter().copied().filter(|&byte| byte != b'+').collect();
    let grid = cells::puzzle_word(&all)?.ok()?.grid;
    let marks = grid.pencil_marks();
    let mut left = marks;
    let deleted = fields.next().unwrap_or_default().split(u8::is_ascii_whitespace);
    for candidate in deleted.filter(|word| !word.is_empty()) {
        let digits = <[u8; 3]>::try_from(candidate).ok();
        let digits = digits.map(|bytes| bytes.map(|byte| Digit::new(byte.wrapping_sub(b'0'))));
        let Some([Some(digit), Some(row), Some(column)]) = digits else {
            let at = place(text, candidate);
            return Some(Line::bad(text, at, ParseErrorKind::NotADeletion));
        };
        left.remove(row.index(), column.index(), digit);
    }
    let puzzle = if left == marks { Puzzle::from(grid) } else { Puzzle::from(left) };
    Some(Line::puzzle(puzzle, None))
}
