//! Tables and JSON objects that name their puzzles and solutions.

use super::cells;
use super::error::ParseErrorKind;
use super::fault::{Fault, column, place};
use super::line::{Columns, Line, is_puzzle_name, is_solution_name};
use super::rows::trim;

/// Returns the columns that a header names, or `None` if the line does not name a column of puzzles
/// among several.
pub(super) fn header(text: &[u8]) -> Option<Columns> {
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let position = |is_name: fn(&[u8]) -> bool| fields(text, delimiter).position(is_name);
        text.contains(&delimiter).then_some(())?;
        Some(Columns {
            delimiter,
            puzzle: position(is_puzzle_name)?,
            solution: position(is_solution_name),
        })
    })
}

/// True if a line consists of nine different words, the names of the columns of a grid.
pub(super) fn is_names(text: &[u8]) -> bool {
    [b',', b';', b'\t'].into_iter().any(|delimiter| {
        let names: Vec<&[u8]> = fields(text, delimiter).collect();
        let is_name = |(place, name): (usize, &&[u8])| {
            name.first().is_some_and(u8::is_ascii_alphabetic)
                && name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !names[..place].contains(name)
        };
        names.len() == 9 && names.iter().enumerate().all(is_name)
    })
}

/// Iterates over the fields of a line, without surrounding blanks and quotation marks.
fn fields(text: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let mut quoted = false;
    let parts = text.split(move |&byte| {
        // A delimiter within quotation marks does not count.
        quoted ^= byte == b'"';
        byte == delimiter && !quoted
    });
    parts.map(|part| trim(part, |byte| byte.is_ascii_whitespace() || *byte == b'"'))
}

/// Reads a line below the header.
pub(super) fn row(columns: &Columns, text: &[u8]) -> Line {
    let field =
        |place| fields(text, columns.delimiter).nth(place).filter(|field| !field.is_empty());
    match field(columns.puzzle) {
        Some(puzzle) => named(text, puzzle, columns.solution.and_then(field)),
        None => Line::bad(text, text.len().saturating_sub(1), ParseErrorKind::MissingField),
    }
}

/// Reads a JSON object that names the puzzle: `{"puzzle":"53..7....6..` with or without its
/// `"solution"`. Other values are skipped.
pub(super) fn object(text: &[u8]) -> Option<Line> {
    let begin = text.iter().find(|byte| !byte.is_ascii_whitespace() && **byte != b'[')?;
    (*begin == b'{').then_some(())?;
    let parts: Vec<&[u8]> = text.split(|&byte| byte == b'"').collect();
    let values = |is_name: fn(&[u8]) -> bool| {
        let strings = parts.windows(3).skip(1).step_by(2);
        strings
            .filter(move |part| is_name(part[0]) && part[1].trim_ascii() == b":")
            .map(|part| part[2])
    };
    let mut puzzles = values(is_puzzle_name);
    let (first, second) = (puzzles.next()?, puzzles.next());
    Some(match second {
        Some(second) => Line::bad(text, place(text, second), ParseErrorKind::TwoPuzzles),
        None => named(text, first, values(is_solution_name).next()),
    })
}

/// Reads a puzzle and its solution, which are parts of a line. If the solution is not a solution of
/// the puzzle, the result is the puzzle with an error.
fn named(text: &[u8], puzzle: &[u8], solution: Option<&[u8]>) -> Line {
    let mut puzzle = match cells::puzzle_word(puzzle) {
        Some(Ok(read)) => read,
        Some(Err((at, kind))) => return Line::bad(text, place(text, puzzle) + at, kind),
        None => {
            let fault = Fault::of(puzzle);
            let column = fault.column.map(|at| column(text, place(text, puzzle)) + at - 1);
            return Line::Bad(Fault { column, ..fault });
        }
    };
    let solved = solution.and_then(|given| Some(cells::puzzle_word(given)?.ok()?.grid));
    puzzle.solution = solved.filter(|grid| puzzle.is_solved_by(grid)).map(Box::new);
    let wrong = solution.filter(|_| puzzle.solution.is_none());
    let error =
        wrong.map(|given| Fault::at(text, place(text, given), ParseErrorKind::NotItsSolution));
    Line::Puzzle { puzzle, remark: None, error }
}

/// Returns true for a line that names a grid anywhere: the [names](is_names) of its columns, or a
/// word with a number, a colon or both after it. Returns false for a word alone, which names a grid
/// except among rows, and `None` for any other line. The word has two letters or more. A word of
/// nine letters, as long as a row, needs a number.
pub(super) fn heading(text: &[u8]) -> Option<bool> {
    if is_names(text) {
        return Some(true);
    }
    // A word after a tab is a field.
    let whole = str::from_utf8(text).ok()?.trim_end().trim_start_matches(' ');
    let name = whole.strip_suffix(':').unwrap_or(whole);
    let (word, number) = name.split_once([' ', '\t']).unwrap_or((name, ""));
    let number = number.trim();
    let letters = word.chars().count();
    let is_name = letters >= 2
        && word.chars().all(char::is_alphabetic)
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && (letters != 9 || !number.is_empty());
    is_name.then_some(word.len() < whole.len())
}
