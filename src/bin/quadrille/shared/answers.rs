//! Commands that answer each puzzle of their input, in lines of text or JSON, with one or more
//! threads.
//!
//! Each of these commands has its arguments, an [`Answer`], and a function that makes the answers.

use std::borrow::Cow;
use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

use num_bigint::BigUint;
use quadrille::search::{Advance, Step};
use quadrille::sudoku::{ParseErrorKind, Puzzle};
use serde::Serialize;

use crate::shared::error::{self, Error};
use crate::shared::format::Format;
use crate::shared::input::{InputArgs, Tell};
use crate::shared::lines::{LineArgs, Lines, PuzzleLineArgs, after};
use crate::shared::output::json_line;
use crate::shared::place::Place;
use crate::shared::session::Session;

/// An answer: the fields of a JSON object.
pub(crate) trait Answer: Serialize {
    /// Returns the fields of a line.
    fn text(&self) -> Cow<'_, str>;

    /// True if the progress display counts it.
    fn is_result(&self) -> bool {
        true
    }
}

/// Makes a field the text of an answer.
macro_rules! text_is {
    ($answer:ident.$field:ident) => {
        impl crate::shared::answers::Answer for $answer {
            fn text(&self) -> std::borrow::Cow<'_, str> {
                (&self.$field).into()
            }
        }
    };
}

pub(crate) use text_is;

/// An answer in JSON.
#[derive(Serialize)]
struct AnswerObject<'a, A> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
    #[serde(flatten)]
    answer: &'a A,
}

/// The end of the answers to a puzzle.
pub(crate) enum End {
    Done,
    /// The puzzle does not have exactly one solution. The message, if there is one, says so.
    NoSolution(Option<String>),
    /// The time limit has ended the search. The text is what it was searching for, in the singular.
    Stopped(&'static str),
    /// This command does not support the puzzle, as the message says.
    Bad(String),
}

/// A command that answers each puzzle of its input.
pub(crate) struct LineCommand<'a> {
    pub(crate) input: &'a InputArgs,
    pub(crate) lines: &'a LineArgs,
    pub(crate) threads: NonZeroUsize,
    pub(crate) is_json: bool,
    /// True if a line of text begins with the puzzle.
    pub(crate) is_named: bool,
    /// True if this command accepts a Sukaku.
    pub(crate) takes_sukakus: bool,
    /// The word for answers on the progress display, such as a plural noun.
    pub(crate) word: &'static str,
    /// Options that make the command quicker, for the progress display.
    pub(crate) hint: Option<&'static str>,
    /// The text before all answers, and the text between two answers.
    pub(crate) header: &'static str,
    pub(crate) separator: &'static str,
}

impl<'a> LineCommand<'a> {
    /// Returns a command for puzzles with clues.
    pub(crate) fn new(
        input: &'a InputArgs,
        each: &'a PuzzleLineArgs,
        format: Format,
        word: &'static str,
    ) -> Self {
        Self {
            input,
            lines: &each.lines,
            threads: each.threads(),
            is_json: format.is_json(),
            is_named: each.puzzle,
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
        answer: impl Fn(&mut S, &Puzzle, Place<'_>, &mut Answers<'_>) -> Result<End, Error> + Sync,
    ) -> ExitCode {
        let &Self { threads, is_json, is_named, takes_sukakus, separator, .. } = self;
        let work = |state: &mut S, puzzle: &Puzzle, place: Place<'_>, tell: &mut Tell<'_, _>| {
            let mut answers = Answers { is_json, is_named, puzzle, place, tell, count: 0 };
            let end = match puzzle.candidates {
                Some(_) if !takes_sukakus => End::Bad(ParseErrorKind::Sukaku.to_string()),
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
            session.lines = Lines::new(self.lines, is_json);
            session.totals.hint = self.hint;
            session.print(|output| output.write_all(self.header.as_bytes()))?;
            self.input.stream(session, threads, state, work, print, end)
        })
    }
}

impl End {
    /// Reports the end of a puzzle with this number of answers.
    fn report(self, session: &mut Session, place: Place<'_>, count: u64) -> Result<(), Error> {
        let (lacks_solution, message) = match self {
            Self::Done => return Ok(()),
            Self::NoSolution(message) => (true, message),
            Self::Stopped(name) => {
                (count == 0, Some(error::stopped_search("--timeout", true, name)))
            }
            Self::Bad(message) => {
                session.bad(&format!("{place}: {message}"))?;
                return session.no_result();
            }
        };
        if lacks_solution {
            session.no_solution();
        }
        if count == 0 {
            session.no_result()?;
        }
        message.map_or(Ok(()), |message| session.say(&format!("{place}: {message}")))
    }
}

/// The answers to a puzzle.
pub(crate) struct Answers<'a> {
    is_json: bool,
    is_named: bool,
    puzzle: &'a Puzzle,
    place: Place<'a>,
    tell: &'a mut Tell<'a, (String, bool)>,
    /// The number of answers so far.
    pub(crate) count: u64,
}

impl Answers<'_> {
    /// Passes on an answer.
    pub(crate) fn add(&mut self, answer: &impl Answer) -> Result<(), Error> {
        let Self { puzzle, place: Place { remark, .. }, .. } = *self;
        let text = if self.is_json {
            json_line(&AnswerObject { puzzle: &puzzle.to_string(), remark, answer })
        } else if self.is_named {
            format!("{puzzle}\t{}{}", answer.text(), after(remark))
        } else {
            format!("{}{}", answer.text(), after(remark))
        };
        self.count += 1;
        (self.tell)(Some((text, answer.is_result())))
    }

    /// Checks for signals. Called regularly during long work.
    pub(crate) fn tick(&mut self) -> Result<(), Error> {
        (self.tell)(None)
    }

    /// Passes on an answer for each result of a search, up to `most` and up to a point in time.
    /// Returns true if the search was stopped at that time.
    pub(crate) fn list<S: Advance, A: Answer>(
        &mut self,
        most: u64,
        until: Option<Instant>,
        mut search: S,
        answer: impl Fn(&S) -> A,
    ) -> Result<bool, Error> {
        while self.count < most {
            // A node takes up to a few milliseconds.
            match search.advance(1) {
                Step::Cover => self.add(&answer(&search))?,
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
