//! `quadrille solutions`: questions about all solutions of Sudokus.

mod distinct;
mod tables;

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::sudoku::{Grid, Puzzle};

use crate::shared::error::{self, Error};
use crate::shared::input::InputArgs;
use crate::shared::lines::{LineArgs, Lines, Subject};
use crate::shared::place::Place;
use crate::shared::search_args::RunArgs;
use crate::shared::session::Session;
use crate::sudoku::writer::{Format, Writer};

/// Print solutions of Sudokus at random, by number or up to symmetry
///
/// `quadrille solve` lists the solutions, and `quadrille solve -c` counts them. These commands
/// answer other questions without listing all solutions, even if there are billions of them.
///
/// Exit status: as for `quadrille solve`; also 1 if the requested solution does not exist; 3 if an
/// audit finds a bug in this program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solutions sample -n 3 FILE       three solutions of each puzzle at random
  quadrille solutions nth 1000 PUZZLE        the thousandth solution
  quadrille solutions rank SOLUTION PUZZLE   its number, the inverse of nth
  quadrille solutions candidates PUZZLE      the number of solutions with each candidate
  quadrille solutions distinct PUZZLE        the solutions up to symmetries of the clues")]
pub(crate) struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    Sample(tables::SampleArgs),
    Nth(tables::NthArgs),
    Rank(tables::RankArgs),
    Candidates(tables::CandidatesArgs),
    Distinct(distinct::Args),
}

/// The input of a question, and its limits.
#[derive(Debug, clap::Args)]
struct PuzzleArgs {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    run: RunArgs,
}

/// The form of the solutions in an answer.
#[derive(Clone, Copy, Debug, clap::Args)]
struct SolutionArgs {
    /// The format of a solution
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,

    /// Begin each line with the puzzle and a tab
    #[arg(short, long)]
    puzzle: bool,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        let none = &LineArgs::default();
        let (of, form) = match &self.question {
            Question::Sample(args) => (&args.of, Some((args.form, none))),
            Question::Nth(args) => (&args.of, Some((args.form, &args.lines))),
            Question::Rank(args) => (&args.of, None),
            Question::Candidates(args) => (&args.of, None),
            Question::Distinct(args) => (&args.of, Some((args.form, none))),
        };
        let form = form.map_or(Ok(()), |(SolutionArgs { format, puzzle }, lines)| {
            format.check_lines(puzzle, lines)
        });
        let amount = match &self.question {
            Question::Distinct(args) => args.check(),
            _ => Ok(()),
        };
        form.and(amount).and_then(|()| of.input.check())
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match &args.question {
        Question::Sample(args) => args.run(),
        Question::Nth(args) => args.run(),
        Question::Rank(args) => args.run(),
        Question::Candidates(args) => args.run(),
        Question::Distinct(args) => args.run(),
    }
}

/// The printer of the answers.
struct Printer {
    writer: Writer,
    is_named: bool,
    /// True if an empty line separates solutions, and one has been printed.
    separates: bool,
    format: Format,
    text: Vec<u8>,
}

impl Printer {
    fn new(format: Format, is_named: bool) -> Self {
        let writer = Writer::new(format);
        Self { writer, is_named, separates: false, format, text: Vec::new() }
    }

    /// Prints a text that `write` makes.
    fn print(
        &mut self,
        session: &mut Session,
        write: impl FnOnce(&Writer, &mut Vec<u8>),
    ) -> Result<(), Error> {
        self.text.clear();
        write(&self.writer, &mut self.text);
        session.print(|output| output.write_all(&self.text))
    }

    /// Prints a solution. `index` is its number, or several JSON fields that begin with its number.
    fn solution(
        &mut self,
        solution: &Grid,
        index: &dyn Display,
        session: &mut Session,
    ) -> Result<(), Error> {
        let is_drawn = self.format == Format::Grid;
        let separates = std::mem::replace(&mut self.separates, is_drawn);
        self.print(session, |writer, text| {
            text.extend(separates.then_some(b'\n'));
            writer.solution(solution.as_bytes(), index, text);
        })?;
        session.tick()
    }
}

impl PuzzleArgs {
    /// Runs a question. `answer` prints the answer for a puzzle, and returns true if the puzzle has
    /// a solution.
    fn run(
        &self,
        mut printer: Printer,
        lines: &LineArgs,
        mut answer: impl FnMut(&Puzzle, Place<'_>, &mut Printer, &mut Session) -> Result<bool, Error>,
    ) -> ExitCode {
        let is_json = printer.format == Format::Json;
        let session = Session::new("puzzles", "solutions").with_run(self.run, is_json);
        session.command(|session| {
            session.lines = Lines::new(lines, is_json);
            let header: &[u8] =
                if printer.format == Format::Csv { b"puzzle,solution\n" } else { b"" };
            session.print(|output| output.write_all(header))?;
            self.input.each(session, |session, puzzle, place| {
                session.begin_search();
                printer.writer.begin(&Subject::new(puzzle, printer.is_named, place));
                match answer(puzzle, place, &mut printer, session) {
                    Ok(found) => session.end_puzzle(found, false, puzzle, place),
                    // The other puzzles are still answered: they may take less time.
                    Err(Error::Stopped(by)) => {
                        without_result(error::without_result(by), place, session)
                    }
                    Err(error) => Err(error),
                }
            })
        })
    }
}

/// Reports that a puzzle has no result, with the reason.
fn without_result(
    message: impl Display,
    place: Place<'_>,
    session: &mut Session,
) -> Result<(), Error> {
    session.no_solution();
    session.no_result()?;
    session.say(&format!("{place}: {message}"))
}
