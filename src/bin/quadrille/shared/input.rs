//! The sources of puzzles: arguments, files and standard input.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::{iter, mem};

use clap::error::ErrorKind;
use quadrille::parallel::{OrderedMap, Stop};
use quadrille::puzzle::sudoku_board::MAX_SIDE;
use quadrille::sudoku::{Grid, ParseError, ParseErrorKind, Puzzle, ReadError, Reader};

use crate::shared::error::{self, Error};
use crate::shared::interrupt;
use crate::shared::output::{AnsweredInput, Output};
use crate::shared::session::{Fault, Session};
use crate::shared::words::counted;

/// The puzzles of a command.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A puzzle of 81 cells, a file of puzzles, or `-` for standard input
    ///
    /// The default is standard input, unless it is a terminal.
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,
}

impl InputArgs {
    /// Checks the arguments. The error describes the conflict.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.inputs.is_empty() && io::stdin().is_terminal() {
            let message = "no puzzle: give one as an argument, name a file, or pipe puzzles to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// The arguments that may be names of files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &OsStr> {
        self.inputs.iter().map(OsString::as_os_str)
    }

    /// Calls `each` with each puzzle as it is read, and reports invalid input. Ends with the error
    /// of `each`, if there is one, or at an interrupt.
    pub(crate) fn each(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Puzzle, &Place) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.read(session, |session, read| {
            // Not before the first puzzle is read: from now on it has a result.
            interrupt::watch();
            match read {
                Ok((puzzle, place)) => {
                    session.begin_puzzle(place)?;
                    each(session, puzzle, place)?;
                    session.totals.problems += 1;
                }
                Err(fault) => session.bad_line(&fault)?,
            }
            session.end_puzzle()
        })
    }

    /// Does the same for puzzles with clues only. A Sukaku is reported as invalid.
    pub(crate) fn each_grid(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Grid, &Place) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.read(session, |session, read| {
            interrupt::watch();
            match read {
                Ok((Puzzle { candidates: Some(_), .. }, place)) => session.bad_sukaku(place)?,
                Ok((puzzle, place)) => {
                    session.begin_puzzle(place)?;
                    each(session, &puzzle.grid, place)?;
                    session.totals.problems += 1;
                }
                Err(fault) => session.bad_line(&fault)?,
            }
            session.tick()
        })
    }

    /// Reads all puzzles, and reports invalid input. A signal ends the program meanwhile.
    pub(crate) fn all(&self, session: &mut Session) -> Result<Vec<Puzzle>, Error> {
        let mut puzzles = Vec::new();
        self.read(session, |session, read| match read {
            Ok((puzzle, place)) => {
                puzzles.push(puzzle.clone());
                session.begin_puzzle(place)
            }
            Err(fault) => session.bad_line(&fault),
        })?;
        Ok(puzzles)
    }

    /// Calls `print` with the result of `work` for each puzzle with clues, in order, with one
    /// thread or several, each with its own `state`. A Sukaku is reported as invalid. `work` takes
    /// a moment only.
    pub(crate) fn map_grids<S, R: Send>(
        &self,
        session: &mut Session,
        threads: NonZeroUsize,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Grid, &Place) -> R + Sync,
        mut print: impl FnMut(&mut Session, R, &Place) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if threads.get() == 1 {
            let mut state = state();
            return self.each_grid(session, |session, grid, place| {
                print(session, work(&mut state, grid, place), place)
            });
        }
        let work = |state: &mut S, puzzle: &Puzzle, place: &Place| {
            puzzle.candidates.is_none().then(|| work(state, &puzzle.grid, place))
        };
        self.map_in_order(session, threads, state, (work, false), |session, result, _, place| {
            match result {
                Some(result) => {
                    session.totals.problems += 1;
                    print(session, result, place)
                }
                None => session.bad_sukaku(place),
            }
        })
    }

    /// Does the same for all puzzles, Sukakus among them.
    pub(crate) fn map<S, R: Send>(
        &self,
        session: &mut Session,
        threads: NonZeroUsize,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Puzzle, &Place) -> R + Sync,
        mut print: impl FnMut(&mut Session, R, &Place) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if threads.get() == 1 {
            let mut state = state();
            return self.each(session, |session, puzzle, place| {
                print(session, work(&mut state, puzzle, place), place)
            });
        }
        self.map_in_order(session, threads, state, (work, false), |session, result, _, place| {
            session.totals.problems += 1;
            print(session, result, place)
        })
    }

    /// Applies `work` to each puzzle in one of several threads, each with its own `state`, and
    /// calls `print` with the results and the places of the puzzles, in order. Reports invalid
    /// input. Ends as [`each`](Self::each) does.
    ///
    /// If `work` itself ends soon after a signal (`ends_soon`), its next result is still printed.
    pub(crate) fn map_in_order<S, R: Send>(
        &self,
        session: &mut Session,
        threads: NonZeroUsize,
        state: impl Fn() -> S + Sync,
        (work, ends_soon): (impl Fn(&mut S, &Puzzle, &Place) -> R + Sync, bool),
        mut print: impl FnMut(&mut Session, R, &Puzzle, &Place) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let output = session.console.output.clone();
        let mut puzzles = self.puzzles(&output, session.keeps_remarks());
        let batches = iter::from_fn(|| PuzzleBatch::read(&mut puzzles)).enumerate();
        let work = |state: &mut S, (number, batch): (usize, PuzzleBatch), stop: &Stop| {
            // Not before the work on the first puzzle: from now on it has a result.
            let mut is_first = number == 0;
            if is_first {
                interrupt::watch();
            }
            let goes_on = |_: &_| {
                mem::take(&mut is_first) || !(stop.is_requested() || interrupt::is_requested())
            };
            let puzzles = batch.puzzles.iter().take_while(goes_on);
            let results: Vec<R> =
                puzzles.map(|(puzzle, place)| work(state, puzzle, place)).collect();
            (batch, results)
        };
        let mut take = |batch: Option<(PuzzleBatch, Vec<R>)>| {
            if batch.is_none() && ends_soon && interrupt::is_requested() {
                return Ok(());
            }
            if let Some((PuzzleBatch { puzzles, fault }, results)) = batch {
                for (result, (puzzle, place)) in results.into_iter().zip(puzzles) {
                    session.begin_puzzle(&place)?;
                    print(session, result, &puzzle, &place)?;
                }
                fault.map_or(Ok(()), |fault| session.bad_line(&fault))?;
            }
            session.tick()
        };
        let map = OrderedMap::new(threads, 4 * threads.get());
        let ended = map.run(batches, state, work, |batch| match take(batch) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        });
        let ended = ended.map_err(|error| {
            Error::Bad(format!("cannot start {}: {error}", counted(threads, "thread")))
        })?;
        ended.break_value().map_or_else(error::check_signal, Err)
    }

    /// Iterates over the puzzles with their places, and over messages about invalid input.
    fn puzzles(
        &self,
        output: &Output,
        keeps_remarks: bool,
    ) -> impl Iterator<Item = Result<(Puzzle, Place), Fault>> {
        let lines = Rc::new(Cell::new(0));
        self.sources(output).flat_map(move |input| {
            let (input, unreadable) = match input {
                Ok(input) => (Some(input), None),
                Err(fault) => (None, Some(Err(fault))),
            };
            let lines = Rc::clone(&lines);
            let puzzles = input.map(move |mut input| {
                iter::from_fn(move || {
                    let next = input.next(lines.get(), keeps_remarks);
                    if next.is_none() {
                        lines.set(lines.get() + input.puzzles.line_count());
                    }
                    next
                })
                .fuse()
            });
            unreadable.into_iter().chain(puzzles.into_iter().flatten())
        })
    }

    /// Reads the puzzles one by one, and messages about invalid input.
    fn read(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, Result<(&Puzzle, &Place), Fault>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let keeps_remarks = session.keeps_remarks();
        let mut lines = 0;
        for input in self.sources(&session.console.output.clone()) {
            let mut input = match input {
                Ok(input) => input,
                Err(unreadable) => {
                    each(session, Err(unreadable))?;
                    continue;
                }
            };
            while let Some(read) = input.next(lines, keeps_remarks) {
                // An interrupt may have cut the input anywhere.
                error::check_signal()?;
                match read {
                    Ok((puzzle, place)) => each(session, Ok((&puzzle, &place)))?,
                    Err(fault) => each(session, Err(fault))?,
                }
            }
            error::check_signal()?;
            lines += input.puzzles.line_count();
        }
        Ok(())
    }

    /// Iterates over the inputs, and over messages about those that cannot be opened.
    fn sources(&self, output: &Output) -> impl Iterator<Item = Result<Input, Fault>> {
        let stdin = self.inputs.is_empty().then(|| Ok(Input::stdin(output)));
        let opened = self.inputs.iter().zip(1..).map(move |(argument, position)| {
            Input::open(argument, position, output).map_err(|unreadable| unreadable.fault(argument))
        });
        stdin.into_iter().chain(opened)
    }
}

/// Consecutive puzzles of the input with their places, and the error if invalid input follows them.
struct PuzzleBatch {
    puzzles: Vec<(Puzzle, Place)>,
    fault: Option<Fault>,
}

impl PuzzleBatch {
    /// The number of puzzles in a batch: small enough for prompt output, large enough to amortize
    /// the message passing.
    const SIZE: usize = 50;

    /// Reads the next batch. Returns `None` at the end of the input.
    fn read(puzzles: &mut impl Iterator<Item = Result<(Puzzle, Place), Fault>>) -> Option<Self> {
        let mut batch = Self { puzzles: Vec::with_capacity(Self::SIZE), fault: None };
        while batch.puzzles.len() < Self::SIZE && batch.fault.is_none() {
            match puzzles.next() {
                Some(Ok(puzzle)) => batch.puzzles.push(puzzle),
                // An interrupt may have cut the input anywhere.
                Some(Err(_)) if interrupt::is_requested() => return None,
                Some(Err(fault)) => batch.fault = Some(fault),
                None if batch.puzzles.is_empty() => return None,
                None => break,
            }
        }
        Some(batch)
    }
}

/// The place where a puzzle was read. It displays as `name:line`.
pub(crate) struct Place {
    name: Arc<str>,
    line: u64,
    /// The number of the line among those of all inputs, counted from 1.
    pub(crate) number: u64,
    /// The remark behind the puzzle, if remarks are kept and there is one.
    pub(crate) remark: Option<Box<str>>,
    /// A warning of how the puzzle is read.
    pub(crate) warning: Option<&'static str>,
}

/// The warning of pencil marks from which the clues cannot be told.
const IMPLIED: &str = "a single pencil mark that the other clues imply is taken for a clue; other such grids are \
     not reported";

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// The name of standard input in messages.
pub(crate) const STDIN: &str = "stdin";

/// Opens a file for reading.
pub(crate) fn open(path: &OsStr) -> io::Result<File> {
    // On some systems opening a directory succeeds and only reading it fails. On Windows opening it
    // fails as if it were a file that may not be read.
    match Path::new(path).is_dir() {
        true => Err(io::Error::other("it is a directory")),
        false => File::open(path),
    }
}

/// Opens a file for buffered reading.
pub(crate) fn open_buffered(path: &Path) -> io::Result<BufReader<File>> {
    Ok(buffered(open(path.as_os_str())?))
}

/// Returns a reader with a buffer of the program's usual size.
pub(crate) fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(1 << 16, source)
}

/// The puzzles of one argument, and its name in messages.
struct Input {
    name: Arc<str>,
    puzzles: Reader<BufReader<AnsweredInput>>,
    /// True if there was a warning of pencil marks.
    has_warned: bool,
}

impl Input {
    /// Opens the input that an argument names: `-` for standard input, the text of a puzzle, or a
    /// file. `position` is the argument's position among the inputs, counted from 1. The input
    /// flushes the output before it waits for more.
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
            // The argument consists of cells, but not of 81 of them: it was meant as a puzzle.
            (Err(_), Some(Err(error))) if !matches!(error.kind, ParseErrorKind::NotACell(_)) => {
                Err(Unreadable::Puzzle(position, error))
            }
            (Err(error), _) => Err(Unreadable::File(name, error)),
        }
    }

    /// Reads the next puzzle, or a message about invalid input. `before` is the number of lines of
    /// the inputs before this one.
    fn next(&mut self, before: u64, keeps_remarks: bool) -> Option<Result<(Puzzle, Place), Fault>> {
        Some(match self.puzzles.next()? {
            Ok(puzzle) => {
                let is_doubtful =
                    !self.has_warned && self.puzzles.has_marks() && has_implied_clue(&puzzle);
                let warning = is_doubtful.then_some(IMPLIED);
                self.has_warned |= warning.is_some();
                let remark = self.puzzles.remark().filter(|_| keeps_remarks).map(Box::from);
                let (name, line) = (Arc::clone(&self.name), puzzle.line);
                Ok((puzzle, Place { name, line, number: before + line, remark, warning }))
            }
            Err(error) => Err(fault(&self.name, before, &error)),
        })
    }

    fn stdin(output: &Output) -> Self {
        Self::new(STDIN.to_owned(), Box::new(io::stdin()), output)
    }

    fn new(name: String, source: Box<dyn Read>, output: &Output) -> Self {
        let source = AnsweredInput { source, output: output.clone() };
        Self { name: name.into(), puzzles: Reader::new(buffered(source)), has_warned: false }
    }
}

/// True if a clue is the only digit that the other clues leave for its cell.
fn has_implied_clue(puzzle: &Puzzle) -> bool {
    let is_implied = |cell: usize| {
        let (row, column) = (cell / 9, cell % 9);
        let mut others = puzzle.grid;
        others.set(row, column, None);
        others != puzzle.grid && others.pencil_marks().digits(row, column).count() == 1
    };
    puzzle.candidates.is_none() && (0..81).any(is_implied)
}

fn argument_name(position: usize) -> String {
    format!("argument {position}")
}

/// An argument that is neither a puzzle nor a file.
enum Unreadable {
    /// The position of the argument, and the error of the puzzle that it was meant to be.
    Puzzle(usize, ParseError),
    /// The name of the file, and the reason why it cannot be read.
    File(String, io::Error),
}

impl Unreadable {
    fn fault(&self, argument: &OsStr) -> Fault {
        Fault {
            name: argument.display().to_string(),
            message: self.to_string(),
            number: None,
            has_puzzle: false,
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Puzzle(position, error) => f.write_str(&at(&argument_name(*position), error)),
            Self::File(name, error) => {
                write!(
                    f,
                    "{name}: cannot be read: {error}; a puzzle as an argument has 81 cells, 1 to 9 or 0 . * _ ? - x"
                )
            }
        }
    }
}

/// Returns the hint at the command for boards with this number of cells, if `quadrille generate
/// --boxes` makes such boards.
fn other_board(cells: usize) -> Option<String> {
    let side = cells.isqrt();
    let rows = (2..=side.isqrt()).rev().find(|rows| side.is_multiple_of(*rows))?;
    let boxes = format!("{rows}x{}", side / rows);
    (side * side == cells && side != 9 && side <= MAX_SIDE).then(|| {
        format!("; `quadrille show sudoku --boxes {boxes}` solves a board of {cells} cells")
    })
}

/// Returns the message about an invalid puzzle: `name:line:column: ...`.
fn at(name: &str, error: &ParseError) -> String {
    let column = error.column.map(|column| format!(":{column}")).unwrap_or_default();
    let hint = match error.kind {
        ParseErrorKind::OtherBoard { cells } => other_board(cells),
        // A list of small boards looks like the rows of a grid.
        ParseErrorKind::WrongNumberOfCells { cells, last_line } => {
            let lines = (last_line - error.line + 1) as usize;
            let in_line = Some(cells / lines).filter(|_| cells.is_multiple_of(lines));
            other_board(cells).or_else(|| other_board(in_line?))
        }
        _ => None,
    };
    let hint = hint.unwrap_or_default();
    format!("{name}:{}{column}: {}{hint}", error.line, error.kind)
}

/// Returns the error of input that cannot be read as a puzzle. `before` is the number of lines of
/// the inputs before this one.
fn fault(name: &str, before: u64, error: &ReadError) -> Fault {
    let (message, number) = match error {
        ReadError::Parse(error) => (at(name, error), Some(before + error.line)),
        ReadError::Io(error) => (format!("{name}: cannot be read any further: {error}"), None),
    };
    let has_puzzle =
        matches!(error, ReadError::Parse(ParseError { kind: ParseErrorKind::NotItsSolution, .. }));
    Fault { name: name.to_owned(), message, number, has_puzzle }
}
