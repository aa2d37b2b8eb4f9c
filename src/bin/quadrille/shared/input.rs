//! Where puzzles come from: an argument, a file, or standard input.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use clap::error::ErrorKind;
use quadrille::sudoku::{Grid, ParseError, ParseErrorKind, Puzzle, ReadError, Reader};

use crate::shared::error::Error;
use crate::shared::interrupt;
use crate::shared::output::{AnsweredInput, Output};
use crate::shared::session::Session;

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

    /// Does something with each puzzle as it comes, and says what is wrong with the others. Ends
    /// with what that returns, if it fails, or at an interrupt.
    pub(crate) fn each(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Puzzle, &Place<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.read(session, |session, read| {
            match read {
                Ok((puzzle, place)) => {
                    each(session, puzzle, place)?;
                    session.totals.problems += 1;
                }
                Err(message) => session.bad(&message)?,
            }
            session.tick()
        })
    }

    /// The same for puzzles of clues alone: a Sukaku is one of the others.
    pub(crate) fn each_grid(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Grid) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.read(session, |session, read| {
            match read {
                Ok((Puzzle { candidates: Some(_), .. }, place)) => {
                    session.bad(&format!("{place}: {}", ParseErrorKind::Sukaku))?;
                }
                Ok((puzzle, _)) => {
                    each(session, &puzzle.grid)?;
                    session.totals.problems += 1;
                }
                Err(message) => session.bad(&message)?,
            }
            session.tick()
        })
    }

    /// The same with up to so many puzzles at a time, each with its place.
    pub(crate) fn each_bunch(
        &self,
        session: &mut Session,
        size: usize,
        mut each: impl FnMut(&mut Session, &[(Puzzle, String)]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut bunch = Vec::with_capacity(size);
        let mut end = |session: &mut Session, bunch: &mut Vec<(Puzzle, String)>| {
            let result = each(session, bunch);
            bunch.clear();
            result.and_then(|()| session.tick())
        };
        self.read(session, |session, read| match read {
            Ok((puzzle, place)) => {
                bunch.push((puzzle.clone(), place.to_string()));
                if bunch.len() < size { Ok(()) } else { end(session, &mut bunch) }
            }
            Err(message) => {
                end(session, &mut bunch)?;
                session.bad(&message)
            }
        })?;
        end(session, &mut bunch)
    }

    /// Reads the puzzles one by one, and messages about what is none.
    fn read(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, Result<(&Puzzle, &Place<'_>), String>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.inputs.is_empty() {
            return Input::stdin(&session.console.output).read(session, &mut each);
        }
        for (argument, position) in self.inputs.iter().zip(1..) {
            match Input::open(argument, position, &session.console.output) {
                Ok(input) => input.read(session, &mut each)?,
                Err(unreadable) => each(session, Err(unreadable.to_string()))?,
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
        let parsed = argument.to_str().map(str::parse::<Puzzle>);
        if let (Some(text), Some(Ok(_))) = (argument.to_str(), &parsed) {
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

    /// Reads the puzzles one by one, and messages about what is none.
    fn read(
        mut self,
        session: &mut Session,
        each: &mut impl FnMut(&mut Session, Result<(&Puzzle, &Place<'_>), String>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        interrupt::watch();
        for puzzle in self.puzzles.by_ref() {
            // After an interrupt the input may have ended anywhere.
            interrupt::check()?;
            let read = match &puzzle {
                Ok(puzzle) => Ok((puzzle, &Place { name: &self.name, line: puzzle.line })),
                Err(ReadError::Parse(error)) => Err(at(&self.name, error)),
                Err(ReadError::Io(error)) => Err(format!("{}: cannot be read any further: {error}", self.name)),
            };
            each(session, read)?;
        }
        interrupt::check()
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
