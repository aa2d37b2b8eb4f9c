//! Questions about the covers of a problem, and the formats of the answers. The commands for exact
//! covers share them.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::search::{Cube, Unsupported};
use quadrille::{Count, EngineChoice, OptionId, Problem};

use crate::exact_cover::problem_file::ProblemArgs;
use crate::shared::error::{self, Error};
use crate::shared::format::{Format, OneOf};
use crate::shared::output::Output;
use crate::shared::search_args::RunArgs;
use crate::shared::session::Session;
use crate::shared::words::counted;

/// The formats of a cover.
pub(crate) const FORMATS: &[(&str, Format, &str)] = &[
    ("text", Format::Text, "The options, one per line, and a blank line"),
    ("indices", Format::Indices, "The positions of the options in the file, on one line: 1 4 5"),
    ("json", Format::Json, "An object per line: positions, texts, and the number of the cover"),
];

/// A problem whose covers a command searches.
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

    /// Find only covers that contain these options, numbered from 1, as in 3,7
    #[arg(long, value_name = "OPTION", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
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
    /// Checks for conflicting arguments. `is_number` is true if the answer is a number.
    pub(crate) fn check(&self, is_number: bool) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Indices && is_number {
            let message = "`--format indices` prints covers, and the answer is their number";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.of.problem.check()
    }

    /// Runs a command that answers the question.
    pub(crate) fn run(
        &self,
        answer: impl FnOnce(&Question<'_>, &mut Session) -> Result<(), Error>,
    ) -> ExitCode {
        self.of.run(self.format, self.run, answer)
    }
}

impl Question<'_> {
    /// Records that the problem is done, and whether a cover was found. Unless the output
    /// `is_number`, reports the limit that ended the search, or that there is no cover.
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

    /// Ends a search that has found this number of covers, and prints the number if it `is_asked`
    /// for.
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

/// Returns the error for an engine that does not support the problem.
pub(crate) fn unsuited(name: &str, engine: EngineChoice, error: &Unsupported) -> Error {
    let remedy = "`--engine auto` finds one";
    Error::about(name, format_args!("not for the engine `{engine}`: {error}; {remedy}"))
}

/// Prints the number of covers.
pub(crate) fn print_count(output: &mut Output, format: Format, count: &Count) -> io::Result<()> {
    if format.is_json() {
        let (number, is_exact) = (count.to_big(), count.is_exact());
        writeln!(output, "{{\"count\":{number},\"complete\":{is_exact}}}")
    } else {
        writeln!(output, "{count}")
    }
}
