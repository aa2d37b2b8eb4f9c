//! Where puzzles come from: an argument, a file, or standard input.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use clap::error::ErrorKind;
use quadrille::parallel::{OrderedMap, Stop};
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

    /// Applies `work` to each puzzle in one of several threads, each with a `state` of its own, and
    /// calls `print` with the results and the places of the puzzles, in order. Says what is wrong
    /// with the others. Ends as [`each`](Self::each) does.
    pub(crate) fn map_in_order<S, R: Send>(
        &self,
        session: &mut Session,
        threads: NonZeroUsize,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Puzzle) -> R + Sync,
        mut print: impl FnMut(&mut Session, R, &Puzzle, &str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let output = session.console.output.clone();
        let mut puzzles = self.puzzles(&output);
        let bunches = iter::from_fn(|| Bunch::read(&mut puzzles));
        let work = |state: &mut S, bunch: Bunch, stop: &Stop| {
            let puzzles = bunch.puzzles.iter().take_while(|_| !stop.is_requested());
            let results: Vec<R> = puzzles.map(|(puzzle, _)| work(state, puzzle)).collect();
            (bunch, results)
        };
        let mut take = |bunch: Option<(Bunch, Vec<R>)>| {
            if let Some((Bunch { puzzles, message }, results)) = bunch {
                for (result, (puzzle, place)) in results.into_iter().zip(puzzles) {
                    print(session, result, &puzzle, &place)?;
                }
                message.map_or(Ok(()), |message| session.bad(&message))?;
            }
            session.tick()
        };
        interrupt::watch();
        let map = OrderedMap::new(threads, 4 * threads.get());
        let ended = map.run(bunches, state, work, |bunch| match take(bunch) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        });
        let ended = ended
            .map_err(|error| Error::Bad(format!("cannot start {threads} threads: {error}")))?;
        ended.break_value().map_or_else(interrupt::check, Err)
    }

    /// The puzzles with their places, and messages about what is none.
    fn puzzles(&self, output: &Output) -> impl Iterator<Item = Result<(Puzzle, String), String>> {
        let stdin = self.inputs.is_empty().then(|| Ok(Input::stdin(output)));
        let opened = self.inputs.iter().zip(1..).map(move |(argument, position)| {
            Input::open(argument, position, output).map_err(|unreadable| unreadable.to_string())
        });
        stdin.into_iter().chain(opened).flat_map(|input| {
            let (input, unreadable) = match input {
                Ok(input) => (Some(input), None),
                Err(message) => (None, Some(Err(message))),
            };
            unreadable.into_iter().chain(input.into_iter().flat_map(Input::puzzles))
        })
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

/// Some puzzles that lie side by side in the input, with their places, and what is wrong with what
/// comes after them, if it is none.
struct Bunch {
    puzzles: Vec<(Puzzle, String)>,
    message: Option<String>,
}

impl Bunch {
    /// The number of puzzles: few enough to be printed soon, enough to be worth a message.
    const SIZE: usize = 50;

    /// The next bunch; `None` at the end of the input.
    fn read(puzzles: &mut impl Iterator<Item = Result<(Puzzle, String), String>>) -> Option<Self> {
        let mut bunch = Self { puzzles: Vec::with_capacity(Self::SIZE), message: None };
        while bunch.puzzles.len() < Self::SIZE && bunch.message.is_none() {
            match puzzles.next() {
                Some(Ok(puzzle)) => bunch.puzzles.push(puzzle),
                // After an interrupt the input may have ended anywhere.
                Some(Err(_)) if interrupt::is_requested() => return None,
                Some(Err(message)) => bunch.message = Some(message),
                None if bunch.puzzles.is_empty() => return None,
                None => break,
            }
        }
        Some(bunch)
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
pub(crate) fn open_buffered(path: &Path) -> io::Result<BufReader<File>> {
    Ok(buffered(open(path.as_os_str())?))
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
    /// The input that an argument stands for: `-` for standard input, the text of a puzzle, or a
    /// file. `position` is that of the argument among its kind, counted from 1. Before it waits for
    /// more, it flushes the output.
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
                Err(error) => Err(unread(&self.name, error)),
            };
            each(session, read)?;
        }
        interrupt::check()
    }

    /// The puzzles with their places, and messages about what is none.
    fn puzzles(self) -> impl Iterator<Item = Result<(Puzzle, String), String>> {
        let Self { name, puzzles } = self;
        puzzles.map(move |read| match read {
            Ok(puzzle) => {
                let place = Place { name: &name, line: puzzle.line }.to_string();
                Ok((puzzle, place))
            }
            Err(error) => Err(unread(&name, &error)),
        })
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
                write!(
                    f,
                    "{name}: cannot be read: {error}; a puzzle as an argument has 81 cells, 1 to 9 or 0 . * _ ?"
                )
            }
        }
    }
}

/// Says what is wrong with a puzzle, and where: `name:line:column: ...`.
fn at(name: &str, error: &ParseError) -> String {
    let column = error.column.map(|column| format!(":{column}")).unwrap_or_default();
    format!("{name}:{}{column}: {}", error.line, error.kind)
}

/// Says what is wrong with something that is no puzzle.
fn unread(name: &str, error: &ReadError) -> String {
    match error {
        ReadError::Parse(error) => at(name, error),
        ReadError::Io(error) => format!("{name}: cannot be read any further: {error}"),
    }
}
