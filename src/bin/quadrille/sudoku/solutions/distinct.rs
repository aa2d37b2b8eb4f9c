//! `quadrille solutions distinct`: the solutions of Sudokus up to isomorphism.

use clap::error::ErrorKind;
use quadrille::OptionId;
use quadrille::solve::Distinct;
use quadrille::sudoku::{self, Grid};

use super::{Asked, PuzzleArgs};
use crate::shared::distinct::{Search, fields};
use crate::shared::error::{self, Error};
use crate::shared::format::Format;
use crate::shared::search_args::AmountArgs;
use crate::shared::session::Session;
use crate::sudoku::writer::SolutionArgs;

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
    pub(super) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.amount.count && matches!(self.form.format, Format::Grid | Format::Csv) {
            let message =
                "`--format grid` and `--format csv` are for solutions, and --count prints none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }

    /// Prints one solution of each class, or the numbers of classes and solutions. True if the
    /// puzzle has a solution.
    pub(super) fn run(&self, asked: &mut Asked<'_>, session: &mut Session) -> Result<bool, Error> {
        if asked.puzzle.candidates.is_some() {
            session.bad_sukaku(asked.place)?;
            return Ok(true);
        }
        let problem = sudoku::problem();
        let clues: Vec<OptionId> = asked.puzzle.grid.options().collect();
        let distinct = Distinct::of(problem, &clues, &[]).expect("a digit in a cell is an option");
        let AmountArgs { limit: most, count: is_number } = self.amount;
        let search = Search { problem, chosen: &clues, most, audit: self.audit };
        let classes = if is_number {
            let classes = search.count(distinct, session)?;
            let fields = classes.fields();
            asked.print(session, |writer, text| writer.result(&classes, fields, text))?;
            classes
        } else {
            search.run(distinct, session, |class, index, session| {
                asked.solution(&Grid::from_options(&class.cover), fields(class, index), session)
            })?
        };
        if !classes.count.is_exact() {
            error::check_signal()?;
        }
        Ok(classes.count.is_at_least(1))
    }
}
