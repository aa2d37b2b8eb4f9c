//! `quadrille solutions`: questions about all solutions of Sudokus.

mod distinct;
mod tables;

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::sudoku::{Grid, Puzzle};

use crate::shared::error::{self, Error};
use crate::shared::format::Format;
use crate::shared::input::InputArgs;
use crate::shared::lines::{LineArgs, Lines};
use crate::shared::place::Place;
use crate::shared::search_args::RunArgs;
use crate::shared::session::Session;
use crate::sudoku::writer::{SolutionArgs, Writer};

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

impl Question {
    /// Returns the puzzles, and the form of the answers.
    fn parts(&self) -> (&PuzzleArgs, SolutionArgs, LineArgs) {
        let none = LineArgs::default();
        match self {
            Self::Sample(args) => (&args.of, args.form, none),
            Self::Nth(args) => (&args.of, args.form, args.lines),
            Self::Rank(args) => {
                let form = SolutionArgs { format: args.format, puzzle: args.puzzle };
                (&args.of, form, args.lines)
            }
            Self::Candidates(args) => {
                let form = SolutionArgs { format: args.format, puzzle: false };
                (&args.of, form, none)
            }
            Self::Distinct(args) => (&args.of, args.form, none),
        }
    }
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        let (of, form, lines) = self.question.parts();
        let amount = match &self.question {
            Question::Distinct(args) => args.check(),
            _ => Ok(()),
        };
        form.check(lines).and(amount).and_then(|()| of.input.check())
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let (of, form, lines) = args.question.parts();
    let is_json = form.format.is_json();
    let session = Session::new("puzzles", "solutions").with_run(of.run, is_json);
    session.command(|session| {
        session.lines = Lines::new(&lines, is_json);
        session.print(|output| output.write_all(form.header()))?;
        let (mut writer, mut separates) = (Writer::new(form), false);
        of.input.each(session, |session, puzzle, place| {
            session.begin_search();
            writer.begin(puzzle, place.remark);
            let asked = &mut Asked { puzzle, place, writer: &writer, separates: &mut separates };
            let answer = match &args.question {
                Question::Sample(args) => args.run(asked, session),
                Question::Nth(args) => args.run(asked, session),
                Question::Rank(args) => args.run(asked, session),
                Question::Candidates(args) => args.run(asked, session),
                Question::Distinct(args) => args.run(asked, session),
            };
            match answer {
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

/// A puzzle that a question is about, and the printer of its answers. The question is answered with
/// true if the puzzle has a solution.
struct Asked<'a> {
    puzzle: &'a Puzzle,
    place: Place<'a>,
    writer: &'a Writer,
    /// True if an empty line separates solutions, and one has been printed.
    separates: &'a mut bool,
}

impl Asked<'_> {
    /// Prints a text that `write` makes.
    fn print(
        &self,
        session: &mut Session,
        write: impl FnOnce(&Writer, &mut Vec<u8>),
    ) -> Result<(), Error> {
        let mut text = Vec::new();
        write(self.writer, &mut text);
        session.print(|output| output.write_all(&text))
    }

    /// Prints a solution. `index` is its number, or several JSON fields that begin with its number.
    fn solution(
        &mut self,
        solution: &Grid,
        index: impl Display,
        session: &mut Session,
    ) -> Result<(), Error> {
        let separates = std::mem::replace(self.separates, self.writer.form.format == Format::Grid);
        self.print(session, |writer, text| {
            text.extend(separates.then_some(b'\n'));
            writer.solution(solution.as_bytes(), index.to_string().as_bytes(), text);
        })?;
        session.tick()
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
