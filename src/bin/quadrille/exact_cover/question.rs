//! Problems that a command reads as a whole, questions about their covers, and the formats of the
//! answers. The commands for exact covers share them.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::format::{self, ParseErrorKind, Parsed, ReadError, WriteError};
use quadrille::search::{Cube, Unsupported};
use quadrille::sudoku::Puzzle;
use quadrille::{Count, EngineChoice, OptionId, Problem};
use sha2::{Digest, Sha256};

use crate::shared::error::{self, Error};
use crate::shared::format::{Format, OneOf};
use crate::shared::input;
use crate::shared::journal::hex;
use crate::shared::output::Output;
use crate::shared::progress::{Progress, Reading};
use crate::shared::search_args::RunArgs;
use crate::shared::session::Session;
use crate::shared::words::counted;

#[derive(Debug, clap::Args)]
pub(crate) struct ProblemArgs {
    /// A file with a problem; `-`, the default, is standard input
    file: Option<OsString>,
}

impl ProblemArgs {
    /// Checks that there is input: an argument, or standard input that is not a terminal.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.file.is_none() && io::stdin().is_terminal() {
            let message = "no problem: name a file, or pipe a problem to standard input";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// Returns the file to read, or `None` for standard input.
    pub(crate) fn file(&self) -> Option<&OsStr> {
        self.file.as_deref().filter(|&file| file != "-")
    }

    /// Reads the problem, and prints warnings. Returns it with its name in messages.
    pub(crate) fn load(&self, session: &mut Session) -> Result<(Problem, String), Error> {
        self.load_with(session, |source, _| format::read(input::buffered(source)))
    }

    /// Does the same as [`load`](Self::load), but reads the problem with `read`.
    pub(crate) fn load_with(
        &self,
        session: &mut Session,
        read: impl FnOnce(&mut dyn Read, &Progress) -> Result<Parsed, ReadError>,
    ) -> Result<(Problem, String), Error> {
        let progress = &session.output.progress;
        let (name, read) = match self.file() {
            None => {
                let mut source = Reading::new(io::stdin().lock(), None, progress);
                (input::STDIN.to_owned(), read(&mut source, progress))
            }
            Some(file) => {
                let opened = input::open(file).map_err(ReadError::Io);
                let read =
                    opened.and_then(|file| read(&mut Reading::file(file, progress), progress));
                (file.display().to_string(), read)
            }
        };
        progress.announce("preparing the search");
        let parsed = read.map_err(|error| Error::Bad(unreadable(&name, &error)))?;
        for warning in parsed.warnings.iter().take(MAX_WARNINGS) {
            session.say(&format!("{name}:{}: warning: {warning}", warning.line))?;
        }
        let more = parsed.warnings.len().saturating_sub(MAX_WARNINGS);
        if more > 0 {
            session.say(&format!("{name}: warning: {more} more options have no primary item"))?;
        }
        Ok((parsed.problem, name))
    }
}

/// Returns the message about a problem that cannot be read.
pub(crate) fn unreadable(name: &str, error: &ReadError) -> String {
    let (message, word) = match error {
        ReadError::Parse(error) => (
            format!("{name}:{}:{}: {}", error.line, error.column, error.kind),
            if let ParseErrorKind::UnknownItem(item) = &error.kind { item } else { "" },
        ),
        ReadError::Io(error) => (format!("{name}: cannot be read: {error}"), name),
    };
    match word.parse::<Puzzle>() {
        Ok(_) => format!("{message}; `quadrille solve` and `quadrille solutions` are for Sudokus"),
        Err(_) => message,
    }
}

/// The maximum number of warnings printed for a file. A generated file can cause any number of
/// warnings, all of one kind.
const MAX_WARNINGS: usize = 20;

/// Returns the hash that identifies a problem: the first 32 hexadecimal digits of the SHA-256 of
/// the text that [`format::write`] writes for it, so comments and blanks in a file do not matter.
pub(crate) fn hash(problem: &Problem) -> Result<String, WriteError> {
    let mut hashed = Sha256::new();
    format::write(problem, &mut hashed)?;
    Ok(hex(hashed))
}

pub(crate) const FORMATS: &[(&str, Format, &str)] = &[
    ("text", Format::Text, "The options, one per line, and a blank line"),
    ("indices", Format::Indices, "The positions of the options in the file, on one line: 1 4 5"),
    ("json", Format::Json, "An object per line: positions, texts, and the number of the cover"),
];

/// A problem, and the covers to find.
pub(crate) struct Question<'a> {
    /// The name of the problem in messages.
    pub(crate) name: &'a str,
    /// Its file, unless it is standard input.
    pub(crate) file: Option<&'a Path>,
    pub(crate) problem: &'a Problem,
    /// The covers that contain every chosen option.
    pub(crate) cube: &'a Cube,
    pub(crate) format: Format,
}

/// A problem, and the options that its covers must contain.
#[derive(Debug, clap::Args)]
pub(crate) struct ChosenArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// Accept only covers that contain these options, numbered from 1, as in 3,7
    #[arg(long, value_name = "OPTION", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true)]
    choose: Vec<u32>,
}

impl ChosenArgs {
    /// Runs a command that answers a question about the problem.
    pub(crate) fn run(
        &self,
        format: Format,
        run: RunArgs,
        answer: impl FnOnce(&Question<'_>, &mut Session) -> Result<(), Error>,
    ) -> ExitCode {
        let session = Session::new("problems", "covers").with_run(run, format == Format::Json);
        session.command(|session| {
            let (problem, name) = self.problem.load(session)?;
            let count = problem.option_count();
            if let Some(position) = self.choose.iter().find(|&&option| option as usize > count) {
                let count = counted(count, "option");
                let what =
                    format!("there is no option {position} to choose: the problem has {count}");
                return Err(Error::about(name, what + ", counted from 1"));
            }
            let chosen = self.choose.iter().map(|position| OptionId::new(position - 1));
            let cube = &chosen.collect::<Vec<_>>().into();
            session.begin_search();
            let (name, file, problem) = (&*name, self.problem.file().map(Path::new), &problem);
            answer(&Question { name, file, problem, cube, format }, session)
        })
    }
}

/// A question about the covers of a problem, which a search answers.
#[derive(Debug, clap::Args)]
pub(crate) struct QuestionArgs {
    #[command(flatten)]
    pub(crate) of: ChosenArgs,

    /// The format of the output
    #[arg(short, long, value_name = "FORMAT", value_parser = OneOf(FORMATS), default_value = "text")]
    pub(crate) format: Format,

    #[command(flatten)]
    run: RunArgs,
}

impl QuestionArgs {
    /// Checks for conflicts and missing input. `is_number` is true if the answer is a number.
    pub(crate) fn check(&self, is_number: bool) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Indices && is_number {
            let message = "`--format indices` prints covers, and the answer is their number";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.of.problem.check()
    }

    pub(crate) fn run(
        &self,
        answer: impl FnOnce(&Question<'_>, &mut Session) -> Result<(), Error>,
    ) -> ExitCode {
        self.of.run(self.format, self.run, answer)
    }
}

impl Question<'_> {
    /// Records that the problem is done, and whether a cover was found. Reports the limit that
    /// ended the search, if any. Reports that a complete search found no cover, unless `is_number`.
    pub(crate) fn end(
        &self,
        has_cover: bool,
        is_number: bool,
        session: &mut Session,
    ) -> Result<(), Error> {
        session.totals.problems += 1;
        if !has_cover {
            session.no_solution();
        }
        let message = match session.stopped {
            Some(by) => error::stopped_search(by, has_cover, "cover"),
            None if has_cover || is_number => return Ok(()),
            None => "no cover".to_owned(),
        };
        session.say(&format!("{}: {message}", self.name))
    }

    /// Ends a search that has found this number of covers, and prints the number if `is_asked`.
    pub(crate) fn end_count(
        &self,
        count: &Count,
        is_asked: bool,
        session: &mut Session,
    ) -> Result<(), Error> {
        if is_asked {
            session.print(|output| print_count(output, self.format, count))?;
        }
        if !count.is_exact() {
            // After a signal, the number is incomplete and no further message is needed.
            error::check_signal()?;
        }
        self.end(count.is_at_least(1), is_asked, session)
    }
}

pub(crate) fn unsuited(name: &str, engine: EngineChoice, error: &Unsupported) -> Error {
    let remedy = "`--engine auto` selects one that supports it";
    Error::about(name, format_args!("not for the engine `{engine}`: {error}; {remedy}"))
}

pub(crate) fn print_count(output: &mut Output, format: Format, count: &Count) -> io::Result<()> {
    if format.is_json() {
        let (number, is_exact) = (count.to_big(), count.is_exact());
        writeln!(output, "{{\"count\":{number},\"complete\":{is_exact}}}")
    } else {
        writeln!(output, "{count}")
    }
}
