//! The parser and the writer of Sudokus in every format. Any bytes are read as puzzles and errors,
//! each with its place in the text. A puzzle is written in each format that can express it, alone
//! and in a collection, and read back. It is unchanged, except that only CSV keeps its solution,
//! and that the only pencil mark of a cell may become a clue. What is read does not depend on the
//! pieces in which a stream delivers a text.

use std::io::{BufRead, BufReader, Read};

use quadrille::sudoku::{Form, Grid, ParseError, Puzzle, ReadError, Reader};

use crate::text::check_place;

pub fn run(bytes: &[u8]) {
    let all = read(bytes);
    assert_eq!(all, read(BufReader::with_capacity(7, Slowly(bytes))), "in small pieces");
    let lines = lines(bytes);
    let mut before = 0;
    for result in &all {
        match result {
            Ok(puzzle) => check_place(&lines, puzzle.line, None, "a puzzle"),
            Err(error) => check_place(&lines, error.line, error.column, error),
        }
        let line = result.as_ref().map_or_else(|error| error.line, |puzzle| puzzle.line);
        // The line of a drawn grid is its first one. Errors inside it are reported before it.
        assert!(line >= before || result.is_err(), "line {line} after line {before}");
        before = before.max(if result.is_ok() { line } else { 0 });
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        alone(text, &all);
    }
    let puzzles: Vec<&Puzzle> = all.iter().flatten().collect();
    for form in Form::ALL {
        written(form, &puzzles);
    }
}

/// Returns the text with each carriage return replaced: by a space before a line feed, and by a
/// line feed where it ends a line by itself.
fn lines(bytes: &[u8]) -> Vec<u8> {
    let mut lines = bytes.to_vec();
    for at in 0..lines.len() {
        if lines[at] == b'\r' {
            lines[at] = if lines.get(at + 1) == Some(&b'\n') { b' ' } else { b'\n' };
        }
    }
    lines
}

/// Checks the text as a single puzzle.
fn alone(text: &str, all: &[Result<Puzzle, ParseError>]) {
    let puzzle = text.parse::<Puzzle>();
    match (&puzzle, all) {
        (Ok(puzzle), [Ok(only)]) => assert_eq!(puzzle, only),
        (Ok(puzzle), _) => panic!("{puzzle:?} is one of {all:?}"),
        (Err(error), _) => check_place(&lines(text.as_bytes()), error.line, error.column, error),
    }
    match (text.parse::<Grid>(), &puzzle) {
        (Ok(grid), Ok(puzzle)) => assert!(puzzle.candidates.is_none() && puzzle.grid == grid),
        (Ok(grid), Err(error)) => panic!("{grid} and {error}"),
        (Err(error), _) => check_place(&lines(text.as_bytes()), error.line, error.column, error),
    }
}

/// Writes each puzzle and then all puzzles in a format, and reads them back.
fn written(form: Form, puzzles: &[&Puzzle]) {
    let mut text = form.header().to_owned();
    let mut expected = Vec::new();
    for puzzle in puzzles {
        let Ok(written) = form.write(puzzle) else {
            let lists = matches!(form, Form::Candidates | Form::Csv);
            let marks = puzzle.candidates.as_deref().copied();
            let marks = marks.unwrap_or_else(|| puzzle.grid.pencil_marks());
            let has_empty_cell =
                (0..81).any(|cell| marks.digits(cell / 9, cell % 9).next().is_none());
            let is_clues = form != Form::Marks && puzzle.candidates.is_none();
            assert!(!lists && !is_clues, "{puzzle} in {form}");
            assert!(form != Form::Marks || has_empty_cell, "{puzzle} in {form}");
            continue;
        };
        let again = format!("{}{written}", form.header()).parse::<Puzzle>();
        let again = again.unwrap_or_else(|error| panic!("{puzzle} in {form}: {error}\n{written}"));
        let solution = puzzle.solution.clone().filter(|_| form == Form::Csv);
        let mut same = Puzzle { solution, line: again.line, ..(*puzzle).clone() };
        if form == Form::Marks && puzzle.candidates.is_none() {
            // The only mark of a cell may be read as a clue, although the other clues imply it.
            let marks = puzzle.grid.pencil_marks();
            assert!(again.grid.extends(&puzzle.grid), "in {form}:\n{written}");
            assert_eq!(again.grid.pencil_marks(), marks, "in {form}:\n{written}");
            same.grid = again.grid;
        }
        assert_eq!(again, same, "in {form}:\n{written}");
        if !expected.is_empty() {
            text.push_str(form.separator());
        }
        text.push_str(&written);
        expected.push(same);
    }
    let again: Vec<_> =
        read(text.as_bytes()).into_iter().collect::<Result<_, _>>().expect("they were written");
    let without_lines = |puzzles: Vec<Puzzle>| -> Vec<Puzzle> {
        puzzles.into_iter().map(|puzzle| Puzzle { line: 0, ..puzzle }).collect()
    };
    assert_eq!(without_lines(again), without_lines(expected), "in {form}:\n{text}");
}

fn read(input: impl BufRead) -> Vec<Result<Puzzle, ParseError>> {
    let results = Reader::new(input).map(|result| match result {
        Ok(puzzle) => Ok(puzzle),
        Err(ReadError::Parse(error)) => Err(error),
        Err(ReadError::Io(error)) => panic!("memory cannot be read: {error}"),
    });
    results.collect()
}

/// A stream that delivers small pieces.
struct Slowly<'a>(&'a [u8]);

impl Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = buffer.len().min(5);
        self.0.read(&mut buffer[..piece])
    }
}
