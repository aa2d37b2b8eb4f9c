//! Where puzzles come from: an argument, a file, or standard input.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use clap::error::ErrorKind;
use quadrille::sudoku::{Grid, ParseError, ParseErrorKind, ReadError, Reader};

use crate::output::{AnsweredInput, Output};
use crate::session::Session;

/// The puzzles of a command.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A puzzle of 81 cells, a file of puzzles, or `-` for standard input
    ///
    /// Without any, puzzles are read from standard input, unless that is a terminal.
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,
}

impl InputArgs {
    /// What is wrong with them.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.inputs.is_empty() && io::stdin().is_terminal() {
            let message = "no puzzle: give one as an argument, name a file, or pipe puzzles to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// Does something with each puzzle as it comes, and says what is wrong with the others. Fails only if the output does.
    pub(crate) fn each(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Grid, &Place<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut read = |mut input: Input, session: &mut Session| -> io::Result<()> {
            for puzzle in input.puzzles.by_ref() {
                match puzzle {
                    Ok(puzzle) => {
                        each(session, &puzzle.grid, &Place { name: &input.name, line: puzzle.line })?;
                        session.problems += 1;
                    }
                    Err(ReadError::Parse(error)) => session.bad(&at(&input.name, &error))?,
                    Err(ReadError::Io(error)) => {
                        session.bad(&format!("{}: cannot be read any further: {error}", input.name))?;
                    }
                }
                session.tick()?;
            }
            Ok(())
        };
        if self.inputs.is_empty() {
            return read(Input::stdin(&session.output), session);
        }
        for (argument, position) in self.inputs.iter().zip(1..) {
            match Input::open(argument, position, &session.output) {
                Ok(input) => read(input, session)?,
                Err(unreadable) => session.bad(&unreadable.to_string())?,
            }
        }
        Ok(())
    }
}

/// Where a puzzle was read. It displays as `name:line`.
pub(crate) struct Place<'a> {
    name: &'a str,
    line: u64,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

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
struct Input {
    name: String,
    puzzles: Reader<BufReader<AnsweredInput>>,
}

impl Input {
    /// The input that an argument stands for: `-` for standard input, the text of a puzzle, or a file. `position` is that
    /// of the argument among its kind, counted from 1. Before it waits for more, it flushes the output.
    fn open(argument: &OsStr, position: usize, output: &Output) -> Result<Self, Unreadable> {
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

    fn stdin(output: &Output) -> Self {
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
enum Unreadable {
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
fn at(name: &str, error: &ParseError) -> String {
    let column = error.column.map(|column| format!(":{column}")).unwrap_or_default();
    format!("{name}:{}{column}: {}", error.line, error.kind)
}
