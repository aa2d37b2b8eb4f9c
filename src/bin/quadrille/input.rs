//! Where puzzles come from: an argument, a file, or standard input.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use quadrille::sudoku::{Grid, ParseError, ParseErrorKind, Reader};

use crate::output::{AnsweredInput, Output};

/// What messages call standard input.
pub(crate) const STDIN: &str = "stdin";

/// Opens a file for reading.
pub(crate) fn open(path: &OsStr) -> io::Result<File> {
    // Opening a directory succeeds on some systems, and reading it does not.
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(io::Error::other("it is a directory")),
        false => Ok(file),
    }
}

/// Opens a file for reading, with a buffer.
pub(crate) fn open_buffered(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(Box::new(buffered(open(path.as_os_str())?)))
}

/// A stream with a buffer of the size that suits the program.
pub(crate) fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(1 << 16, source)
}

/// The puzzles of one argument, and what to call it in messages.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) puzzles: Reader<BufReader<AnsweredInput>>,
}

impl Input {
    /// The input that an argument stands for: `-` for standard input, the text of a puzzle, or a file. `position` is that
    /// of the argument among its kind, counted from 1. Before it waits for more, it flushes the output.
    pub(crate) fn open(argument: &OsStr, position: usize, output: &Output) -> Result<Self, Unreadable> {
        if argument == "-" {
            return Ok(Self::stdin(output));
        }
        let parsed = argument.to_str().map(str::parse::<Grid>);
        if let (Some(text), Some(Ok(_))) = (argument.to_str(), parsed) {
            let text = io::Cursor::new(text.to_owned().into_bytes());
            return Ok(Self::new(argument_name(position), Box::new(text), output));
        }
        let file = open(argument);
        let name = argument.display().to_string();
        match (file, parsed) {
            (Ok(file), _) => Ok(Self::new(name, Box::new(file), output)),
            // Made of cells, but not of 81: it was meant to be a puzzle.
            (Err(_), Some(Err(error))) if !matches!(error.kind, ParseErrorKind::NotACell(_)) => {
                Err(Unreadable::Puzzle(position, error))
            }
            (Err(error), _) => Err(Unreadable::File(name, error)),
        }
    }

    pub(crate) fn stdin(output: &Output) -> Self {
        Self::new(STDIN.to_owned(), Box::new(io::stdin()), output)
    }

    fn new(name: String, source: Box<dyn Read>, output: &Output) -> Self {
        let source = AnsweredInput { source, output: output.clone() };
        Self { name, puzzles: Reader::new(buffered(source)) }
    }
}

fn argument_name(position: usize) -> String {
    format!("argument {position}")
}

/// An argument that is neither a puzzle nor a file.
pub(crate) enum Unreadable {
    /// The position of the argument, and what is wrong with the puzzle that it was meant to be.
    Puzzle(usize, ParseError),
    /// The name, and why there is no such file to read.
    File(String, io::Error),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Puzzle(position, error) => f.write_str(&at(&argument_name(*position), error)),
            Self::File(name, error) => {
                write!(f, "{name}: cannot be read: {error}; a puzzle as an argument has 81 cells, 1 to 9 or 0 . * _ ?")
            }
        }
    }
}

/// Says what is wrong with a puzzle, and where: `name:line:column: ...`.
pub(crate) fn at(name: &str, error: &ParseError) -> String {
    let column = error.column.map(|column| format!(":{column}")).unwrap_or_default();
    format!("{name}:{}{column}: {}", error.line, error.kind)
}
