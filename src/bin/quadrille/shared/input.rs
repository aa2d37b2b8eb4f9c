//! The sources of puzzles: arguments, files and standard input.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufReader, IsTerminal, Read};
use std::iter;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use clap::error::ErrorKind;
use quadrille::parallel::{OrderedMap, Stop};
use quadrille::puzzle::sudoku_board::MAX_SIDE;
use quadrille::sudoku::{ParseError, ParseErrorKind, Puzzle, ReadError, Reader};
use same_file::Handle;

use crate::shared::error::{self, Error, Result};
use crate::shared::interrupt;
use crate::shared::lines::{Fault, Place};
use crate::shared::output::{AnsweredInput, Output};
use crate::shared::session::Session;
use crate::shared::words::counted;

/// The puzzles of a command.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArgs {
    /// A puzzle of 81 cells, a file of puzzles, or `-` for standard input
    ///
    /// `-` is the default. `quadrille help convert` lists the forms of a puzzle.
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,
}

impl InputArgs {
    /// Checks that there is input: an argument, or standard input that is not a terminal.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.inputs.is_empty() && io::stdin().is_terminal() {
            let message = "no puzzle: give one as an argument, name a file, or pipe puzzles to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// Iterates over the arguments, which may be names of files. Without arguments, iterates over
    /// `-`, for standard input.
    pub(crate) fn files(&self) -> impl Iterator<Item = &OsStr> {
        let stdin = self.inputs.is_empty().then_some(OsStr::new("-"));
        stdin.into_iter().chain(self.inputs.iter().map(OsString::as_os_str))
    }

    /// Calls `each` with each puzzle as it is read, and reports invalid input.
    pub(crate) fn each(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Puzzle, Place<'_>) -> Result,
    ) -> Result {
        self.each_batch(session, |session, batch| {
            batch.iter().try_for_each(|(puzzle, place)| {
                session.begin_puzzle(place)?;
                each(session, puzzle, place)?;
                session.totals.problems += 1;
                session.tick()
            })
        })
    }

    /// Reads all puzzles, and reports invalid input. Meanwhile, a signal ends the program.
    pub(crate) fn all(&self, session: &mut Session) -> Result<Vec<Puzzle>> {
        let mut puzzles = Vec::new();
        for batch in self.batches(session, false) {
            batch.iter().try_for_each(|(_, place)| session.begin_puzzle(place))?;
            batch.fault.iter().try_for_each(|fault| session.bad_line(fault))?;
            puzzles.extend(batch.puzzles.into_iter().map(|Entry(puzzle, ..)| puzzle));
        }
        Ok(puzzles)
    }

    /// Calls `work` with each puzzle, with one thread or several, each with its own `state`. `work`
    /// passes on pieces of its result. `print` gets them in order, and then `end` gets the value
    /// that `work` returns. One thread prints each piece immediately. Several threads keep the
    /// pieces of a puzzle until its turn comes.
    pub(crate) fn stream<S, P: Send, R: Send>(
        &self,
        session: &mut Session,
        threads: NonZeroUsize,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Puzzle, Place<'_>, &mut Tell<'_, P>) -> Result<R> + Sync,
        mut print: impl FnMut(&mut Session, P) -> Result,
        mut end: impl FnMut(&mut Session, R, Place<'_>) -> Result,
    ) -> Result {
        if threads.get() == 1 {
            let mut state = state();
            return self.each(session, |session, puzzle, place| {
                let result = work(&mut state, puzzle, place, &mut |piece| match piece {
                    Some(piece) => print(session, piece),
                    None => session.tick(),
                })?;
                end(session, result, place)
            });
        }
        let work = |state: &mut S, batch: &Batch, goes_on: &dyn Fn() -> bool| -> Vec<_> {
            let puzzles = batch.iter().enumerate().take_while(|(at, _)| *at == 0 || goes_on());
            let one = puzzles.map(|(_, (puzzle, place))| {
                let mut pieces = Vec::new();
                let result = work(state, puzzle, place, &mut |piece| {
                    pieces.extend(piece);
                    error::check_signal()
                });
                (pieces, result)
            });
            one.collect()
        };
        self.map_batches(session, threads, false, state, work, |session, results, batch| {
            results.into_iter().zip(batch.iter()).try_for_each(|((pieces, result), (_, place))| {
                session.begin_puzzle(place)?;
                pieces.into_iter().try_for_each(|piece| print(session, piece))?;
                end(session, result?, place)?;
                session.totals.problems += 1;
                Ok(())
            })
        })
    }

    /// Calls `each` with each batch as it is read, and reports invalid input. A batch ends at the
    /// latest where reading the next puzzle might wait.
    pub(crate) fn each_batch(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Batch) -> Result,
    ) -> Result {
        for batch in self.batches(session, true) {
            // An interrupt may have cut the input anywhere.
            error::check_signal()?;
            // From now on there is a result to print.
            interrupt::watch();
            each(session, &batch)?;
            batch.fault.iter().try_for_each(|fault| session.bad_line(fault))?;
            session.tick()?;
        }
        error::check_signal()
    }

    /// Applies `work` to the batches in several threads, each with its own `state`, and calls
    /// `take` with the results, in order. `work` may end early if the function that it gets returns
    /// false.
    ///
    /// If `work` itself ends soon after a signal (`ends_soon`), its next result is still taken.
    pub(crate) fn map_batches<S, R: Send>(
        &self,
        session: &mut Session,
        threads: NonZeroUsize,
        ends_soon: bool,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Batch, &dyn Fn() -> bool) -> R + Sync,
        mut take: impl FnMut(&mut Session, R, &Batch) -> Result,
    ) -> Result {
        let batches = self.batches(session, false).enumerate();
        let work = |state: &mut S, (number, batch): (usize, Batch), stop: &Stop| {
            // From now on there is a result to print.
            if number == 0 {
                interrupt::watch();
            }
            let goes_on = || !(stop.is_requested() || interrupt::is_requested());
            // After a signal, no work begins on batches other than the first.
            let result = (number == 0 || goes_on()).then(|| work(state, &batch, &goes_on));
            (batch, result)
        };
        let mut take = |batch: Option<(Batch, Option<R>)>| {
            let is_expected = batch.is_none() && ends_soon;
            if let Some((batch, Some(result))) = batch {
                take(session, result, &batch)?;
                batch.fault.iter().try_for_each(|fault| session.bad_line(fault))?;
            }
            match session.tick() {
                Err(Error::Interrupted) if is_expected => Ok(()),
                result => result,
            }
        };
        let map = OrderedMap::new(threads, 4 * threads.get());
        let ended = map.run(batches, state, work, |batch| {
            take(batch).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        let ended = ended.map_err(|error| {
            Error::Bad(format!("cannot start {}: {error}", counted(threads, "thread")))
        })?;
        ended.break_value().map_or_else(error::check_signal, Err)
    }

    /// Iterates over the batches. If `is_prompt`, a batch ends at the latest where reading the next
    /// puzzle might wait. Otherwise the first batches are small, so that several threads can share
    /// a few puzzles that take a long time.
    fn batches(&self, session: &Session, is_prompt: bool) -> impl Iterator<Item = Batch> + use<'_> {
        let (output, keeps_remarks) = (session.output.clone(), session.lines.keeps_remarks);
        let read = Arc::clone(&session.lines.read);
        let mut arguments = self.files().zip(1..);
        let (mut input, mut before) = (None, 0);
        let mut size = if is_prompt { Batch::SIZE } else { 0 };
        iter::from_fn(move || {
            size = (size + 1).min(Batch::SIZE);
            loop {
                let current = match &mut input {
                    Some(input) => input,
                    none => {
                        let (argument, at) = arguments.next()?;
                        match Input::open(argument, at, output.clone()) {
                            Ok(opened) => none.insert(opened),
                            Err(fault) => {
                                return Some(Batch { fault: Some(fault), ..Batch::default() });
                            }
                        }
                    }
                };
                let (name, puzzles) = (Arc::clone(&current.name), Vec::with_capacity(size));
                let mut batch = Batch { name, before, puzzles, fault: None };
                let mut has_next = true;
                while has_next && batch.fault.is_none() && batch.len() < size {
                    has_next = current.next(&mut batch, keeps_remarks);
                    if is_prompt && !current.is_ready() {
                        break;
                    }
                }
                if !has_next {
                    before += current.puzzles.line_count();
                    read.store(before, Relaxed);
                    input = None;
                }
                // An interrupt may have cut the input anywhere.
                if batch.fault.is_some() && interrupt::is_requested() {
                    return None;
                }
                if batch.len() > 0 || batch.fault.is_some() {
                    return Some(batch);
                }
            }
        })
    }
}

/// The receiver of pieces of a result. It is called with `None` while there is no piece.
pub(crate) type Tell<'a, P> = dyn FnMut(Option<P>) -> Result + 'a;

/// Consecutive puzzles of one input, and the error if invalid input follows them.
#[derive(Default)]
pub(crate) struct Batch {
    name: Arc<str>,
    /// The number of lines of the inputs before this one.
    before: u64,
    puzzles: Vec<Entry>,
    fault: Option<Fault>,
}

/// A puzzle with its remark and a warning: see [`Place`].
struct Entry(Puzzle, Option<Box<str>>, Option<&'static str>);

impl Batch {
    /// The maximum number of puzzles in a batch: small enough for prompt output, large enough to
    /// amortize passing messages and reading the clock.
    const SIZE: usize = 50;

    pub(crate) fn len(&self) -> usize {
        self.puzzles.len()
    }

    pub(crate) fn puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        self.puzzles.iter().map(|Entry(puzzle, ..)| puzzle)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Puzzle, Place<'_>)> {
        self.puzzles.iter().map(|&Entry(ref puzzle, ref remark, warning)| {
            let (name, remark, line) = (&*self.name, remark.as_deref(), puzzle.line);
            (puzzle, Place { name, line, number: self.before + line, remark, warning })
        })
    }
}

/// The warning about pencil marks that do not determine the clues.
const IMPLIED: &str = "a single pencil mark that the other clues imply is read as a clue; further \
                       grids like this are not reported";

pub(crate) const STDIN: &str = "stdin";

pub(crate) fn open(path: impl AsRef<Path>) -> io::Result<File> {
    // On some systems, a directory can be opened and only reading it fails. On Windows, opening it
    // fails with the error for a file without read permission.
    match path.as_ref().is_dir() {
        true => Err(io::Error::other("it is a directory")),
        false => File::open(path),
    }
}

/// True if an input is also the standard output: the program would read what it has written,
/// perhaps without end.
fn is_output(input: io::Result<Handle>) -> bool {
    let (Ok(input), Ok(output)) = (input, Handle::stdout()) else { return false };
    let is_file = |there: fs::Metadata| there.is_file() && there.len() > 0;
    input == output && output.as_file().metadata().is_ok_and(is_file)
}

pub(crate) fn open_or_stdin(file: &OsStr) -> io::Result<Box<dyn Read>> {
    if file == "-" { Ok(Box::new(io::stdin())) } else { Ok(Box::new(open(file)?)) }
}

/// Returns a reader with a buffer of the program's usual size.
pub(crate) fn buffered<R: Read>(source: R) -> BufReader<R> {
    BufReader::with_capacity(1 << 16, source)
}

/// The puzzles of one argument, and its name in messages.
struct Input {
    name: Arc<str>,
    puzzles: Reader<BufReader<AnsweredInput>>,
    has_warned: bool,
}

impl Input {
    /// Opens the input that an argument names: `-` for standard input, the text of a puzzle, or a
    /// file. The position of the argument is counted from 1.
    fn open(argument: &OsStr, position: usize, output: Output) -> Result<Self, Fault> {
        let name = argument.display().to_string();
        let place = format!("argument {position}");
        let parsed = argument.to_str().map(str::parse::<Puzzle>);
        let mut handle = None;
        let (name, source): (_, Box<dyn Read>) = if argument == "-" {
            handle = Some(Handle::stdin());
            (STDIN.to_owned(), Box::new(io::stdin()))
        } else if let Some(Ok(_)) = parsed {
            (place, Box::new(io::Cursor::new(name)))
        } else {
            match open(argument) {
                Ok(file) => {
                    handle = Some(file.try_clone().and_then(Handle::from_file));
                    (name, Box::new(file))
                }
                Err(error) => {
                    let message = match parsed {
                        // The argument consists of cells, so it was meant to be a puzzle.
                        Some(Err(error)) if !matches!(error.kind, ParseErrorKind::NotACell(_)) => {
                            at(&place, &error)
                        }
                        _ => format!(
                            "{name}: cannot be read: {error}; a puzzle as an argument has 81 cells, 1 to 9 or 0 . * _ ? - x"
                        ),
                    };
                    return Err(Fault { name, message, number: None, has_puzzle: false });
                }
            }
        };
        if handle.is_some_and(is_output) {
            let message = format!("{name}: it is also the standard output: write to another file");
            return Err(Fault { name, message, number: None, has_puzzle: false });
        }
        let puzzles = Reader::new(buffered(AnsweredInput { source, output }));
        Ok(Self { name: name.into(), puzzles, has_warned: false })
    }

    /// Adds the next puzzle, or the error in its place, to the batch. Returns false at the end.
    fn next(&mut self, batch: &mut Batch, keeps_remarks: bool) -> bool {
        match self.puzzles.next() {
            Some(Ok(puzzle)) => {
                let is_doubtful =
                    !self.has_warned && self.puzzles.has_marks() && has_implied_clue(&puzzle);
                let warning = is_doubtful.then_some(IMPLIED);
                self.has_warned |= warning.is_some();
                let remark = self.puzzles.remark().filter(|_| keeps_remarks).map(Box::from);
                batch.puzzles.push(Entry(puzzle, remark, warning));
            }
            Some(Err(ReadError::Parse(error))) => {
                let (name, message) = (self.name.to_string(), at(&self.name, &error));
                let number = Some(batch.before + error.line);
                let has_puzzle = error.kind == ParseErrorKind::NotItsSolution;
                batch.fault = Some(Fault { name, message, number, has_puzzle });
            }
            Some(Err(ReadError::Io(error))) => {
                let name = self.name.to_string();
                let message = format!("{name}: cannot be read any further: {error}");
                batch.fault = Some(Fault { name, message, number: None, has_puzzle: false });
            }
            None => return false,
        }
        true
    }

    /// True if the buffer begins with a whole line whose first word is long enough for a puzzle.
    /// The next puzzle can then be read without waiting, unless it takes several lines.
    fn is_ready(&self) -> bool {
        let text = self.puzzles.get_ref().buffer();
        // The buffer may begin with the rest of the previous line ending.
        let text = text.strip_prefix(b"\n").unwrap_or(text);
        text.split_first_chunk::<81>().is_some_and(|(word, rest)| {
            word.iter().fold(true, |all, byte| all & byte.is_ascii_graphic())
                && rest.contains(&b'\n')
        })
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

/// Returns the hint about the command for boards with this number of cells, if there is one.
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

#[cfg(test)]
mod tests {
    use super::{InputArgs, Session};

    #[test]
    fn the_first_batches_are_small() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/seeds.txt");
        let input = InputArgs { inputs: vec![file.into()] };
        let session = Session::new("puzzles", "rated");
        assert!(input.batches(&session, false).map(|batch| batch.len()).eq([1, 2, 3]));
    }
}
