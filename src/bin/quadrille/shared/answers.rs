//! Commands that answer each puzzle of their input, in lines of text or JSON.
//!
//! Each of these commands consists of its arguments and a function that makes the answers.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use num_bigint::BigUint;
use quadrille::search::{Advance, Step};
use quadrille::sudoku::{ParseErrorKind, Puzzle};

use crate::shared::error::{self, Result};
use crate::shared::format::Format;
use crate::shared::input::{InputArgs, Tell};
use crate::shared::lines::{LineArgs, Lines, Place};
use crate::shared::output::Object;
use crate::shared::search_args::ThreadArgs;
use crate::shared::session::Session;

/// The input and the options of commands that answer each puzzle of their input.
#[derive(Debug, clap::Args)]
pub(crate) struct EachArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    #[command(flatten)]
    pub(crate) lines: LineArgs,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// [`EachArgs`], for commands that can begin each line with the puzzle.
#[derive(Debug, clap::Args)]
pub(crate) struct PuzzleLineArgs {
    /// Begin each line with the puzzle and a tab
    #[arg(short, long)]
    pub(crate) puzzle: bool,

    #[command(flatten)]
    pub(crate) each: EachArgs,
}

/// The end of the answers to a puzzle.
pub(crate) enum End {
    Done,
    /// The solution that the command needs is missing. The message, if any, gives the reason.
    NoSolution(Option<String>),
    /// The time limit has ended the search. The text is a singular noun for the results.
    Stopped(&'static str),
    /// This command does not support the puzzle. The message gives the reason.
    Bad(String),
}

/// A command that answers each puzzle of its input.
pub(crate) struct LineCommand<'a> {
    pub(crate) each: &'a EachArgs,
    pub(crate) is_json: bool,
    /// True if a line of text begins with the puzzle.
    pub(crate) is_named: bool,
    /// True if this command accepts a Sukaku.
    pub(crate) takes_sukakus: bool,
    /// The word after the number of answers on the progress display, such as `rated`.
    pub(crate) word: &'static str,
    /// Options that make the command quicker, for the progress display.
    pub(crate) hint: Option<&'static str>,
    /// The text before all answers, and the text between two answers.
    pub(crate) header: &'static str,
    pub(crate) separator: &'static str,
}

impl<'a> LineCommand<'a> {
    /// Returns a command for puzzles with clues.
    pub(crate) fn new(args: &'a PuzzleLineArgs, format: Format, word: &'static str) -> Self {
        Self {
            each: &args.each,
            is_json: format.is_json(),
            is_named: args.puzzle,
            takes_sukakus: false,
            word,
            hint: None,
            header: "",
            separator: "",
        }
    }

    /// Runs the command. `answer` passes on the answers to a puzzle. Each thread has a `state`.
    pub(crate) fn run<S>(
        &self,
        state: impl Fn() -> S + Sync,
        answer: impl Fn(&mut S, &Puzzle, Place<'_>, &mut Answers<'_>) -> Result<End> + Sync,
    ) -> ExitCode {
        let &Self { each, is_json, separator, .. } = self;
        let work = |state: &mut S, puzzle: &Puzzle, place: Place<'_>, tell: &mut Tell<'_, _>| {
            let (command, count, is_result) = (self, 0, true);
            let mut answers = Answers { command, puzzle, place, tell, count, is_result };
            let end = match puzzle.candidates {
                Some(_) if !self.takes_sukakus => End::Bad(ParseErrorKind::Sukaku.to_string()),
                _ => answer(state, puzzle, place, &mut answers)?,
            };
            Ok((answers.count, end))
        };
        let print = |session: &mut Session, (text, is_result): (String, bool)| {
            let separator = if session.totals.has_none() { "" } else { separator };
            session.totals.solutions += BigUint::from(is_result);
            session.print(|output| write!(output, "{separator}{text}"))
        };
        let end = |session: &mut Session, (count, end): (u64, End), place: Place<'_>| {
            end.report(session, place, count)
        };
        Session::new("puzzles", self.word).command(|session| {
            session.lines = Lines::new(&each.lines, is_json);
            session.totals.hint = self.hint;
            session.print(|output| output.write_all(self.header.as_bytes()))?;
            each.input.stream(session, each.threads.threads, state, work, print, end)
        })
    }
}

impl End {
    /// Reports the end of the answers to a puzzle. `count` is the number of answers.
    pub(crate) fn report(self, session: &mut Session, place: Place<'_>, count: u64) -> Result {
        let message = match self {
            Self::Done => return Ok(()),
            Self::Bad(message) => return session.bad_puzzle(place, message),
            Self::NoSolution(message) => {
                session.no_solution();
                message
            }
            Self::Stopped(name) => Some(error::stopped_search("--timeout", count > 0, name)),
        };
        if count == 0 {
            session.no_solution();
            session.no_result()?;
        }
        message.map_or(Ok(()), |message| session.say(&format!("{place}: {message}")))
    }
}

pub(crate) struct Answers<'a> {
    command: &'a LineCommand<'a>,
    puzzle: &'a Puzzle,
    place: Place<'a>,
    tell: &'a mut Tell<'a, (String, bool)>,
    /// The number of answers so far.
    pub(crate) count: u64,
    /// True if the progress display counts the next answer.
    pub(crate) is_result: bool,
}

impl Answers<'_> {
    /// Passes on an answer: the `text` of a line, or a JSON object to which `fields` adds fields.
    pub(crate) fn add(
        &mut self,
        text: impl FnOnce() -> String,
        fields: impl FnOnce(&mut Object),
    ) -> Result {
        let Self { puzzle, place: Place { remark, .. }, .. } = *self;
        let text = if self.command.is_json {
            let mut object = Object::new();
            object.with("puzzle", puzzle.to_string()).with_some("remark", remark);
            fields(&mut object);
            format!("{object}\n")
        } else {
            let name = if self.command.is_named { format!("{puzzle}\t") } else { String::new() };
            let remark = remark.map(|remark| format!("\t{remark}")).unwrap_or_default();
            format!("{name}{}{remark}\n", text())
        };
        self.count += 1;
        (self.tell)(Some((text, self.is_result)))
    }

    /// Checks for signals. Called regularly during long work.
    pub(crate) fn tick(&mut self) -> Result {
        (self.tell)(None)
    }

    /// Calls `add` with each result of a search, up to `most` and up to a point in time. Returns
    /// true if the search was stopped at that time.
    pub(crate) fn list<S: Advance>(
        &mut self,
        most: u64,
        until: Option<Instant>,
        mut search: S,
        add: impl Fn(&mut Self, &S) -> Result,
    ) -> Result<bool> {
        while self.count < most {
            // A node takes up to a few milliseconds.
            match search.advance(1) {
                Step::Cover => add(self, &search)?,
                Step::Paused => {}
                Step::Exhausted => break,
            }
            self.tick()?;
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(self.count < most);
            }
        }
        Ok(false)
    }
}
