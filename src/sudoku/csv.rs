//! Tables: a header that names the columns, then a puzzle in a field of each line.

use super::parse::{self, Line};
use super::{ParseError, ParseErrorKind, Puzzle};

/// The columns of a table that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    delimiter: u8,
    puzzle: usize,
    solution: Option<usize>,
}

/// The names of a column of puzzles, and of a column of solutions.
const PUZZLES: [&str; 6] = ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "question"];
const SOLUTIONS: [&str; 4] = ["solution", "solutions", "answer", "answers"];

/// Returns the columns that a header names, or `None` if the line is not a header.
pub(super) fn header(text: &[u8]) -> Option<Columns> {
    [b',', b';', b'\t'].into_iter().find_map(|delimiter| {
        let position = |names: &[&str]| {
            let is_named = |(_, field): &(usize, &[u8])| {
                names.iter().any(|name| field.eq_ignore_ascii_case(name.as_bytes()))
            };
            fields(text, delimiter).position(|field| is_named(&field))
        };
        Some(Columns { delimiter, puzzle: position(&PUZZLES)?, solution: position(&SOLUTIONS) })
    })
}

/// What the first line of a table with a column for each column of a grid is, if it is no row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leader {
    /// The numbers of the columns, from this one: 0 or 1.
    Numbers(u8),
    /// An empty line, as a spreadsheet writes it: nothing between eight of these delimiters.
    Empty(u8),
}

/// Returns what a line is if it is no row of a grid, or `None` if it can be a row only.
pub(super) fn leader(text: &[u8]) -> Option<Leader> {
    let delimiter = [b',', b';', b'\t']
        .into_iter()
        .find(|&delimiter| parse::has_nine_fields(text, delimiter))?;
    let has = |field: fn(usize) -> Option<u8>| {
        fields(text, delimiter).enumerate().all(|(place, (_, found))| match field(place) {
            None => found.is_empty(),
            Some(number) => found == [number],
        })
    };
    if has(|_| None) {
        Some(Leader::Empty(delimiter))
    } else if has(|place| Some(b'0' + place as u8)) {
        Some(Leader::Numbers(0))
    } else {
        has(|place| Some(b'1' + place as u8)).then_some(Leader::Numbers(1))
    }
}

/// True if a line may be the names of the columns of a grid: nine different words.
pub(super) fn is_names(text: &[u8]) -> bool {
    let Some(delimiter) =
        [b',', b';', b'\t'].into_iter().find(|&delimiter| parse::has_nine_fields(text, delimiter))
    else {
        return false;
    };
    let names: Vec<&[u8]> = fields(text, delimiter).map(|(_, name)| name).collect();
    names.iter().enumerate().all(|(place, name)| {
        name.first().is_some_and(u8::is_ascii_alphabetic)
            && name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !names[..place].contains(name)
    })
}

/// Iterates over the fields of a line, without surrounding blanks and quotation marks, with the
/// place at which each begins.
fn fields(text: &[u8], delimiter: u8) -> impl Iterator<Item = (usize, &[u8])> {
    let mut quoted = false;
    let parts = text.split(move |&byte| {
        // A delimiter within quotation marks does not count.
        quoted ^= byte == b'"';
        byte == delimiter && !quoted
    });
    let mut next = 0;
    parts.map(move |part| {
        let at = next;
        next += part.len() + 1;
        let is_around = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'"';
        let begin = part.iter().take_while(is_around).count();
        let end = part.iter().rev().take_while(is_around).count();
        (at + begin, part.get(begin..part.len() - end).unwrap_or_default())
    })
}

/// Reads the puzzle of a line below the header. With it comes an error if the solution that is
/// given for it is none.
pub(super) fn row(
    columns: &Columns,
    text: &[u8],
    line: u64,
) -> Result<(Puzzle, Option<ParseError>), ParseError> {
    let error = |at: usize, kind| ParseError { line, column: Some(parse::column(text, at)), kind };
    let wrong = |at: usize, kind| Err(error(at, kind));
    let all: Vec<(usize, &[u8])> = fields(text, columns.delimiter).collect();
    let Some(&(at, field)) = all.get(columns.puzzle).filter(|(_, field)| !field.is_empty()) else {
        return wrong(text.len().saturating_sub(1), ParseErrorKind::MissingField);
    };
    let mut puzzle = match parse::line(field) {
        Line::Puzzle(grid) => Puzzle::from(grid),
        Line::Candidates(candidates) => Puzzle::from(*candidates),
        Line::Bad { column, kind, .. } => {
            return Err(ParseError {
                line,
                column: Some(parse::column(text, at) + column - 1),
                kind,
            });
        }
        Line::Cells(cells) => {
            return wrong(
                at,
                ParseErrorKind::WrongNumberOfCells { cells: cells.len(), last_line: line },
            );
        }
        Line::Blank | Line::Comment | Line::Section(_) => {
            return wrong(at, ParseErrorKind::MissingField);
        }
    };
    puzzle.line = line;
    if let Some(&(at, field)) = columns
        .solution
        .and_then(|solution| all.get(solution))
        .filter(|(_, field)| !field.is_empty())
    {
        match parse::line(field) {
            Line::Puzzle(solution) if puzzle.is_solved_by(&solution) => {
                puzzle.solution = Some(Box::new(solution));
            }
            _ => return Ok((puzzle, Some(error(at, ParseErrorKind::NotItsSolution)))),
        }
    }
    Ok((puzzle, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_name_their_columns() {
        let columns =
            |text: &str| header(text.as_bytes()).map(|columns| (columns.puzzle, columns.solution));
        assert_eq!(columns("puzzle,solution"), Some((0, Some(1))));
        assert_eq!(columns("quizzes,solutions"), Some((0, Some(1))));
        assert_eq!(columns("id;\"Solution\"; Puzzle ;difficulty"), Some((2, Some(1))));
        assert_eq!(columns("id\tpuzzle"), Some((1, None)));
        assert_eq!(columns("Puzzle"), Some((0, None)));
        assert_eq!(columns("this is no puzzle, is it"), None);
    }

    #[test]
    fn delimiters_within_quotation_marks_are_none() {
        let all: Vec<(usize, &[u8])> = fields(b"1,\"a,b\", c ,", b',').collect();
        assert_eq!(all, [(0, &b"1"[..]), (3, b"a,b"), (9, b"c"), (12, b"")]);
    }
}
