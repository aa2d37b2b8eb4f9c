//! The sources of puzzles: arguments, files and standard input.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, IsTerminal, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clap::error::ErrorKind;
use quadrille::parallel::{OrderedMap, Stop};
use quadrille::puzzle::sudoku_board::MAX_SIDE;
use quadrille::sudoku::{ParseError, ParseErrorKind, Puzzle, ReadError, Reader};

use crate::shared::error::{self, Error};
use crate::shared::interrupt;
use crate::shared::output::{AnsweredInput, Output};
use crate::shared::place::{Fault, Place};
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

    /// Iterates over the arguments, which may be names of files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &OsStr> {
        self.inputs.iter().map(OsString::as_os_str)
    }

    /// Calls `each` with each puzzle as it is read, and reports invalid input. Ends with the error
    /// of `each`, if there is one, or at an interrupt.
    pub(crate) fn each(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Puzzle, Place<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
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
    pub(crate) fn all(&self, session: &mut Session) -> Result<Vec<Puzzle>, Error> {
        let mut puzzles = Vec::new();
        let batches = self.batches(session);
        for batch in batches {
            batch.iter().try_for_each(|(_, place)| session.begin_puzzle(place))?;
            batch.fault.iter().try_for_each(|fault| session.bad_line(fault))?;
            puzzles.extend(batch.puzzles.into_iter().map(|entry| entry.puzzle));
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
        work: impl Fn(&mut S, &Puzzle, Place<'_>, &mut Tell<'_, P>) -> Result<R, Error> + Sync,
        mut print: impl FnMut(&mut Session, P) -> Result<(), Error>,
        mut end: impl FnMut(&mut Session, R, Place<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
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

    /// Calls `each` with each batch of puzzles as it is read, and reports invalid input. A batch
    /// has the puzzles that can be read without waiting.
    pub(crate) fn each_batch(
        &self,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Batch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let batches = Batches { is_prompt: true, size: Batch::SIZE, ..self.batches(session) };
        for batch in batches {
            // An interrupt may have cut the input anywhere.
            error::check_signal()?;
            // Signals are watched only once the first puzzle has been read: from now on there is a
            // result to print.
            interrupt::watch();
            each(session, &batch)?;
            batch.fault.iter().try_for_each(|fault| session.bad_line(fault))?;
            session.tick()?;
        }
        error::check_signal()
    }

    /// Applies `work` to each batch in one of several threads, each with its own `state`, and calls
    /// `take` with the results, in order. Reports invalid input. `work` may end early if the
    /// function that it gets returns false.
    ///
    /// If `work` itself ends soon after a signal (`ends_soon`), its next result is still taken.
    pub(crate) fn map_batches<S, R: Send>(
        &self,
        session: &mut Session,
        threads: NonZeroUsize,
        ends_soon: bool,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Batch, &dyn Fn() -> bool) -> R + Sync,
        mut take: impl FnMut(&mut Session, R, &Batch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let batches = self.batches(session).enumerate();
        let work = |state: &mut S, (number, batch): (usize, Batch), stop: &Stop| {
            // Signals are watched only once work on the first puzzle begins: from now on there is a
            // result to print.
            if number == 0 {
                interrupt::watch();
            }
            let goes_on = || !(stop.is_requested() || interrupt::is_requested());
            // A signal after the first batch leaves the others without a result.
            let result = (number == 0 || goes_on()).then(|| work(state, &batch, &goes_on));
            (batch, result)
        };
        let mut take = |batch: Option<(Batch, Option<R>)>| {
            match batch {
                None if ends_soon && interrupt::is_requested() => return Ok(()),
                Some((batch, Some(result))) => {
                    take(session, result, &batch)?;
                    batch.fault.iter().try_for_each(|fault| session.bad_line(fault))?;
                }
                _ => {}
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

    fn batches(
        &self,
        session: &Session,
    ) -> Batches<impl Iterator<Item = Result<Input, Fault>> + use<'_>> {
        let output = session.output.clone();
        let stdin = self.inputs.is_empty().then_some(OsStr::new("-"));
        let arguments = stdin.into_iter().chain(self.files()).zip(1..);
        Batches {
            inputs: arguments.map(move |(argument, at)| Input::open(argument, at, &output)),
            input: None,
            before: 0,
            keeps_remarks: session.lines.keeps_remarks,
            is_prompt: false,
            size: 0,
        }
    }
}

/// The receiver of pieces of a result. It is called with `None` while there is no piece. Its error
/// ends the work.
pub(crate) type Tell<'a, P> = dyn FnMut(Option<P>) -> Result<(), Error> + 'a;

/// Consecutive puzzles of one input, and the error if invalid input follows them.
#[derive(Default)]
pub(crate) struct Batch {
    name: Arc<str>,
    /// The number of lines of the inputs before this one.
    before: u64,
    puzzles: Vec<Entry>,
    fault: Option<Fault>,
}

struct Entry {
    puzzle: Puzzle,
    remark: Option<Box<str>>,
    warning: Option<&'static str>,
}

impl Batch {
    /// The maximum number of puzzles in a batch: small enough for prompt output, large enough to
    /// amortize passing messages and reading the clock.
    const SIZE: usize = 50;

    pub(crate) fn len(&self) -> usize {
        self.puzzles.len()
    }

    pub(crate) fn puzzles(&self) -> impl Iterator<Item = &Puzzle> {
        self.puzzles.iter().map(|entry| &entry.puzzle)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Puzzle, Place<'_>)> {
        self.puzzles.iter().map(|Entry { puzzle, remark, warning }| {
            let (remark, number) = (remark.as_deref(), self.before + puzzle.line);
            let line = puzzle.line;
            (puzzle, Place { name: &self.name, line, number, remark, warning: *warning })
        })
    }
}

struct Batches<I> {
    inputs: I,
    input: Option<Input>,
    before: u64,
    keeps_remarks: bool,
    /// True if a batch ends where reading the next puzzle would wait.
    is_prompt: bool,
    /// The size of the last batch. The first batches are small, so that several threads can share a
    /// few puzzles that take a long time.
    size: usize,
}

impl<I: Iterator<Item = Result<Input, Fault>>> Iterator for Batches<I> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        self.size = (self.size + 1).min(Batch::SIZE);
        loop {
            let input = match &mut self.input {
                Some(input) => input,
                none => match self.inputs.next()? {
                    Ok(input) => none.insert(input),
                    Err(fault) => return Some(Batch { fault: Some(fault), ..Batch::default() }),
                },
            };
            let (name, puzzles) = (Arc::clone(&input.name), Vec::with_capacity(self.size));
            let mut batch = Batch { name, before: self.before, puzzles, fault: None };
            let mut has_next = true;
            while has_next && batch.fault.is_none() && batch.len() < self.size {
                has_next = input.next(&mut batch, self.keeps_remarks);
                if self.is_prompt && !input.is_ready() {
                    break;
                }
            }
            if !has_next {
                self.before += input.puzzles.line_count();
                self.input = None;
            }
            // An interrupt may have cut the input anywhere.
            if batch.fault.is_some() && interrupt::is_requested() {
                return None;
            }
            if batch.len() > 0 || batch.fault.is_some() {
                return Some(batch);
            }
        }
    }
}

/// The warning about pencil marks that do not determine the clues.
const IMPLIED: &str = "a single pencil mark that the other clues imply is read as a clue; further \
                       grids like this are not reported";

pub(crate) const STDIN: &str = "stdin";

/// Opens a file for reading.
pub(crate) fn open(path: impl AsRef<Path>) -> io::Result<File> {
    // On some systems, a directory can be opened and only reading it fails. On Windows, opening it
    // fails with the error for a file without read permission.
    match path.as_ref().is_dir() {
        true => Err(io::Error::other("it is a directory")),
        false => File::open(path),
    }
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
    /// file. `position` is that of the argument, counted from 1. The input flushes the output
    /// before it waits for more.
    fn open(argument: &OsStr, position: usize, output: &Output) -> Result<Self, Fault> {
        if argument == "-" {
            return Ok(Self::new(STDIN.to_owned(), Box::new(io::stdin()), output));
        }
        let place = format!("argument {position}");
        let parsed = argument.to_str().map(str::parse::<Puzzle>);
        if let (Some(text), Some(Ok(_))) = (argument.to_str(), &parsed) {
            let text = io::Cursor::new(text.to_owned().into_bytes());
            return Ok(Self::new(place, Box::new(text), output));
        }
        let name = argument.display().to_string();
        let message = match (open(argument), parsed) {
            (Ok(file), _) => return Ok(Self::new(name, Box::new(file), output)),
            // The argument consists of cells, but not of 81 of them: it was meant to be a puzzle.
            (Err(_), Some(Err(error))) if !matches!(error.kind, ParseErrorKind::NotACell(_)) => {
                at(&place, &error)
            }
            (Err(error), _) => format!(
                "{name}: cannot be read: {error}; a puzzle as an argument has 81 cells, 1 to 9 or 0 . * _ ? - x"
            ),
        };
        Err(Fault { name, message, number: None, has_puzzle: false })
    }

    /// Reads the next puzzle, or a message about invalid input. Returns false at the end.
    fn next(&mut self, batch: &mut Batch, keeps_remarks: bool) -> bool {
        match self.puzzles.next() {
            Some(Ok(puzzle)) => {
                let is_doubtful =
                    !self.has_warned && self.puzzles.has_marks() && has_implied_clue(&puzzle);
                let warning = is_doubtful.then_some(IMPLIED);
                self.has_warned |= warning.is_some();
                let remark = self.puzzles.remark().filter(|_| keeps_remarks).map(Box::from);
                batch.puzzles.push(Entry { puzzle, remark, warning });
            }
            Some(Err(error)) => batch.fault = Some(fault(&self.name, batch.before, &error)),
            None => return false,
        }
        true
    }

    /// True if the next puzzle can be read without waiting: the buffer has a line whose first word
    /// is long enough for a puzzle. Reading a puzzle of several lines may wait.
    fn is_ready(&self) -> bool {
        let text = self.puzzles.get_ref().buffer();
        // The buffer may begin with the rest of the previous line ending.
        let text = text.strip_prefix(b"\n").unwrap_or(text);
        text.split_first_chunk::<81>().is_some_and(|(word, rest)| {
            word.iter().fold(true, |all, byte| all & byte.is_ascii_graphic())
                && rest.contains(&b'\n')
        })
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

/// Returns the hint about the command for boards with this number of cells, if `quadrille generate
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

/// Returns the error for input that cannot be read as a puzzle. `before` is the number of lines of
/// the inputs before this one.
fn fault(name: &str, before: u64, error: &ReadError) -> Fault {
    let (message, number, has_puzzle) = match error {
        ReadError::Parse(error) => {
            let has_puzzle = matches!(error.kind, ParseErrorKind::NotItsSolution);
            (at(name, error), Some(before + error.line), has_puzzle)
        }
        ReadError::Io(error) => {
            (format!("{name}: cannot be read any further: {error}"), None, false)
        }
    };
    Fault { name: name.to_owned(), message, number, has_puzzle }
}

#[cfg(test)]
mod tests {
    use super::{InputArgs, Session};

    #[test]
    fn the_first_batches_are_small() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/seeds.txt");
        let input = InputArgs { inputs: vec![file.into()] };
        let session = Session::new("puzzles", "rated");
        assert!(input.batches(&session).map(|batch| batch.len()).eq([1, 2, 3]));
    }
}
