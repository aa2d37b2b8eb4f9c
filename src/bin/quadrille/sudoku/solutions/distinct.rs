//! `quadrille solutions distinct`: the solutions of Sudokus up to isomorphism.

use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::OptionId;
use quadrille::solve::{Distinct, DistinctCover};
use quadrille::sudoku::{self, Grid, Puzzle};

use super::{Printer, PuzzleArgs, SolutionArgs};
use crate::shared::distinct::Search;
use crate::shared::error::{self, Error};
use crate::shared::lines::LineArgs;
use crate::shared::place::Place;
use crate::shared::search_args::AmountArgs;
use crate::shared::session::Session;
use crate::sudoku::writer::Format;

/// Find the solutions up to symmetry: one of each class
///
/// A symmetry permutes rows, columns, bands and digits, or transposes the grid, and preserves the
/// clues. Most puzzles have only the trivial symmetry. -n limits the number of classes, and -c
/// prints the numbers of classes and of all solutions.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solutions distinct PUZZLE
  quadrille solutions distinct -c FILE   the number of classes, and of all solutions")]
pub(super) struct Args {
    #[command(flatten)]
    amount: AmountArgs,

    /// Compare the sum of the sizes of all classes with the number of solutions
    ///
    /// See `quadrille help distinct`.
    #[arg(long)]
    audit: bool,

    #[command(flatten)]
    pub(super) form: SolutionArgs,

    #[command(flatten)]
    pub(super) of: PuzzleArgs,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(super) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.amount.count && matches!(self.form.format, Format::Grid | Format::Csv) {
            let message =
                "`--format grid` and `--format csv` are for solutions, and --count prints none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }

    pub(super) fn run(&self) -> ExitCode {
        let SolutionArgs { format, puzzle } = self.form;
        let printer = Printer::new(format, puzzle);
        self.of.run(printer, &LineArgs::default(), |puzzle, place, printer, session| {
            self.print(puzzle, place, printer, session)
        })
    }

    /// Prints one solution of each class, or the numbers of classes and solutions.
    fn print(
        &self,
        puzzle: &Puzzle,
        place: Place<'_>,
        printer: &mut Printer,
        session: &mut Session,
    ) -> Result<bool, Error> {
        if puzzle.candidates.is_some() {
            session.bad_sukaku(place)?;
            return Ok(true);
        }
        let problem = sudoku::problem();
        let clues: Vec<OptionId> = puzzle.grid.options().collect();
        let distinct = Distinct::of(problem, &clues, &[]).expect("a digit in a cell is an option");
        let AmountArgs { limit: most, count: is_number } = self.amount;
        let search = Search { problem, chosen: &clues, most, audit: self.audit };
        let classes = match is_number {
            true => search.count(distinct, session)?,
            false => search.run(distinct, session, |class, index, session| {
                let DistinctCover { orbit_size, stabilizer_order, cover } = class;
                let fields =
                    format!("{index},\"orbit\":{orbit_size},\"stabilizer\":{stabilizer_order}");
                printer.solution(&Grid::from_options(cover), &fields, session)
            })?,
        };
        if is_number {
            let (number, covers) = (classes.count.to_big(), classes.all.to_big());
            let complete = classes.count.is_exact();
            let fields =
                format!("\"classes\":{number},\"covers\":{covers},\"complete\":{complete}");
            printer.print(session, |writer, text| writer.result(&classes, &fields, text))?;
        }
        if !classes.count.is_exact() {
            error::check_signal()?;
        }
        Ok(classes.count.is_at_least(1))
    }
}
