//! `quadrille solve`: the solutions of Sudokus.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::search::Engine;
use quadrille::sudoku;

use crate::shared::search_args::SearchArgs;
use crate::shared::{Error, Format, InputArgs, LineArgs, Lines, RunArgs, Session, counting};
use crate::sudoku::writer::SolutionArgs;
use way::Job;

/// Solve Sudokus: print every solution as it is found
///
/// A puzzle is a word of 81 cells, row by row, and other words may surround it. A cell is a digit,
/// or one of 0 . * _ ? if it is empty. Nine lines of nine cells are a puzzle too. A line that
/// begins with # is a comment. `quadrille help convert` lists the other forms.
///
/// Exit status: 0 if every puzzle has a solution; 1 if some puzzle has none (a message names two
/// conflicting clues, if there are any), or none was found before a limit. `quadrille help` lists
/// the other statuses.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille solve 027800061000030008910005420500016030000970200070000096700000080006027000030480007
  echo 0278... | quadrille solve        every solution of each puzzle on standard input
  quadrille solve -1 -f grid FILE       the first solution of each puzzle in a file, drawn
  quadrille solve -c -n 1000 FILE       the number of solutions of each; `1000+` is at least 1000
  quadrille solve -u FILE               `unique`, `several` or `none` for each
  quadrille solve -u -p FILE | grep -w unique | cut -f1   the puzzles with one solution
  quadrille solve -1 --align FILE | paste FILE -          each puzzle with its solution or `-`

See also: `quadrille solutions`, for solutions at random or by number.")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print one line per puzzle: `unique`, `several` or `none`
    ///
    /// The line is `undecided` if --timeout or --nodes ends the search with fewer than two
    /// solutions.
    #[arg(short, long, conflicts_with_all = ["count", "limit", "first", "checkpoint"])]
    unique: bool,

    #[command(flatten)]
    form: SolutionArgs,

    #[command(flatten)]
    lines: LineArgs,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    run: RunArgs,

    /// With --count, regularly save the count in FILE, a new file; `quadrille resume FILE`
    /// continues it
    ///
    /// A signal such as Ctrl-C saves it too. The input must be one puzzle.
    #[arg(long, value_name = "FILE", requires = "count", conflicts_with_all = ["limit", "first", "engine", "align", "keep", "puzzle"])]
    checkpoint: Option<PathBuf>,
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.form.format == Format::Grid && self.has_line() {
            let message = "`--format grid` draws solutions, and --count and --unique print none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.form.format == Format::Csv && self.has_line() {
            let message = "`--format csv` lists solutions, and --count and --unique print none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.lines.align && self.search.most() != Some(1) && !self.has_line() {
            let message = "--align needs one line for each puzzle: add -1, -u or -c";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        self.form.check(self.lines)?;
        self.input.check()
    }

    /// True if the program prints one line for each puzzle, whatever the number of its solutions.
    fn has_line(&self) -> bool {
        self.unique || self.search.amount.count
    }
}

pub(crate) mod checkpoint;
mod way;

pub(crate) fn run(args: &Args) -> ExitCode {
    let is_json = args.form.format.is_json();
    let session = Session::new("puzzles", "solutions").with_run(args.run, is_json);
    session.command(|session| {
        session.lines = Lines::new(&args.lines, args.form.format.is_json());
        if let Some(file) = &args.checkpoint {
            let puzzles = args.input.all(session)?;
            let [puzzle] = puzzles.as_slice() else {
                return Err(Error::Bad(format!(
                    "--checkpoint counts one puzzle, and the input has {}: give one as the argument",
                    puzzles.len()
                )));
            };
            return checkpoint::count(puzzle, file, args, session);
        }
        session.print(|output| output.write_all(args.form.header()))?;
        let mut job = Job::new(args);
        match args.search.with.threads.threads {
            threads if threads.get() == 1 => {
                args.input.each_batch(session, |session, batch| job.solve(batch, session))?;
            }
            threads => {
                let helper = job.helper();
                args.input.map_batches(
                    session,
                    threads,
                    args.search.amount.count,
                    || helper.clone(),
                    |helper, batch, goes_on| helper.answer_all(batch, goes_on),
                    |session, text, batch| job.print(batch, 0, &text, false, session),
                )?;
            }
        }
        match job.counter.engine() {
            Some(solver) => session.note_engine(solver.name(), || {
                counting::reason(solver, args.search.with.engine, sudoku::problem())
            }),
            None => Ok(()),
        }
    })
}
