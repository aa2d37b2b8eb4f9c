//! `quadrille solve`: the solutions of Sudokus.

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::EngineChoice;
use quadrille::search::Engine;
use quadrille::sudoku::{self, Grid, Puzzle};

use crate::shared::counting;
use crate::shared::diagram_queries::{Query, QueryArgs};
use crate::shared::error::{self, Error};
use crate::shared::input::InputArgs;
use crate::shared::lines::{LineArgs, Lines, Subject};
use crate::shared::place::Place;
use crate::shared::search_args::{RunArgs, SearchArgs};
use crate::shared::session::Session;
use crate::sudoku::checkpoint_of_count::CheckpointArgs;
use crate::sudoku::writer::Format;
use way::Job;

/// Solve Sudokus: print every solution as it is found
///
/// A puzzle is 81 cells, row by row: the digits 1 to 9, and any of 0 . * _ ? for an empty cell. All
/// empty cells of a grid may be - or x instead. Other text may surround the word of 81 cells, but
/// not a second puzzle, unless it is the solution. Nine lines of nine cells are a drawn grid. It
/// ends with a blank line; a name directly above it, such as `Grid 01`, is skipped. A line that
/// begins with # is a comment. Other formats are supported too: files of SudoCue, SadMan Sudoku and
/// Simple Sudoku, lists, tables with a header, and grids of candidates; see `quadrille help
/// convert`.
///
/// Exit status: 0 if every puzzle has a solution; 1 if some puzzle has none (a message says so if
/// two of its clues conflict), or if none was found before --timeout or --nodes ended its search; 2
/// for bad usage or input, after the valid puzzles have been done; 128 plus the signal number if a
/// signal ended the program.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "\
Examples:
  quadrille solve 027800061000030008910005420500016030000970200070000096700000080006027000030480007
  echo 0278... | quadrille solve        every solution of each puzzle on standard input
  quadrille solve -1 -f grid FILE       the first solution of each puzzle in a file, drawn
  quadrille solve -c -n 1000 FILE       the number of solutions of each; `1000+` is at least 1000
  quadrille solve -u FILE               `unique`, `several` or `none` for each",
    after_long_help = "\
Examples:
  quadrille solve 027800061000030008910005420500016030000970200070000096700000080006027000030480007
  echo 0278... | quadrille solve        every solution of each puzzle on standard input
  quadrille solve -1 -f grid FILE       the first solution of each puzzle in a file, drawn
  quadrille solve -c -n 1000 FILE       the number of solutions of each; `1000+` is at least 1000
  quadrille solve --sample 3 FILE       three solutions of each puzzle at random
  quadrille solve --nth 1000 PUZZLE     the thousandth solution; --rank SOLUTION is the inverse
  quadrille solve --option-counts FILE  the number of solutions with each candidate
  quadrille solve --distinct FILE       the solutions up to symmetries that keep the clues
  quadrille solve -u FILE               `unique`, `several` or `none` for each
  quadrille solve -u -p FILE | grep -w unique | cut -f1   the puzzles with one solution
  quadrille solve -1 --align FILE | paste FILE -          each puzzle with its solution or `-`
  quadrille solve -j 0 FILE             with all cores
  quadrille solve -c --timeout 1s FILE  at most a second for each puzzle; `1000+` is at least 1000
  quadrille solve -c --checkpoint COUNT PUZZLE  a long count; `quadrille resume COUNT` goes on
  quadrille solve -f json FILE | jq .   for programs"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print one line per puzzle: `unique`, `several` or `none`
    ///
    /// After --timeout or --nodes the line is `undecided` if the search has found fewer than two
    /// solutions.
    #[arg(short, long, conflicts_with_all = ["count", "limit", "first", "sample", "nth", "option_counts", "checkpoint"])]
    unique: bool,

    /// Print one solution of each class under the symmetries of the clues
    ///
    /// A symmetry permutes rows, columns, bands and digits, or transposes the grid, and keeps the
    /// clues. Most puzzles have only the trivial symmetry. -n limits the number of classes. -c
    /// prints the number of classes and the number of all solutions. JSON has the size of the orbit
    /// (the number of solutions of the class) and the order of the stabilizer (the number of
    /// symmetries that keep the solution).
    #[arg(long, conflicts_with_all = [
        "unique", "threads", "ordered", "engine", "query", "checkpoint",
    ])]
    distinct: bool,

    /// Compare the sum of the sizes of all classes with the number of solutions
    ///
    /// See `quadrille help distinct`.
    #[arg(long, hide_short_help = true)]
    audit: bool,

    /// The format of a solution
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,

    /// Begin each line with the puzzle and a tab
    #[arg(short, long)]
    puzzle: bool,

    #[command(flatten)]
    lines: LineArgs,

    #[command(flatten)]
    query: QueryArgs,

    /// Print the number of a solution, counted from 1: the inverse of --nth
    #[arg(long, value_name = "SOLUTION", group = "query", conflicts_with_all = ["count", "limit", "first", "unique"])]
    rank: Option<Grid>,

    #[command(flatten)]
    search: SearchArgs,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    checkpoint: CheckpointArgs,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Grid && (self.search.amount.count || self.unique) {
            let message = "`--format grid` draws solutions, and --count and --unique print none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let lists = !(self.search.amount.count || self.unique || self.rank.is_some());
        if self.format == Format::Csv
            && (!lists || matches!(self.query.query(), Some(Query::OptionCounts)))
        {
            let message = "`--format csv` lists solutions, and --count, --unique, --rank and --option-counts print none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.rank.is_some() && self.search.with.engine == EngineChoice::Memo {
            let message = "--rank counts with tables, and `--engine memo` has another order";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let query = self.query.query();
        let is_searched =
            matches!(self.search.with.engine, EngineChoice::Links | EngineChoice::Bits);
        if (self.rank.is_some() || query.is_some()) && is_searched {
            let message =
                "--sample, --nth, --rank and --option-counts count with tables: leave out --engine";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.lines.align && matches!(query, Some(Query::Sample { .. } | Query::OptionCounts)) {
            let message = "--align needs one line for each puzzle, and --sample and --option-counts print any number";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let has_one_line = self.rank.is_some() || query.is_some() || self.has_line();
        if self.lines.align && self.search.most() != Some(1) && !has_one_line {
            let message = "--align needs one line for each puzzle: add -1, -u or -c";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        let is_table = matches!(self.format, Format::Grid | Format::Csv)
            || matches!(self.query.query(), Some(Query::OptionCounts));
        if (self.lines.align || self.lines.keep || self.puzzle) && is_table {
            let message = "--align, --keep and --puzzle are for one line for each result: leave out `--format grid`, `--format csv` and --option-counts";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        self.input.check()
    }

    /// True if each puzzle prints one line for any number of solutions.
    fn has_line(&self) -> bool {
        self.unique || self.search.amount.count
    }

    fn subject<'a>(&self, puzzle: &'a Puzzle, place: Place<'a>) -> Subject<'a> {
        Subject::new(puzzle, self.puzzle, place)
    }

    /// True if an empty line separates solutions.
    fn separates(&self) -> bool {
        self.format == Format::Grid && !self.has_line()
    }
}

mod queries;
mod way;

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "solutions", args.run.stats)
        .with_json(args.format == Format::Json)
        .with_stop(args.run.stop);
    session.lines = Lines::new(&args.lines, args.format == Format::Json);
    let result = solve(args, &mut session);
    session.end(result)
}

fn solve(args: &Args, session: &mut Session) -> Result<(), Error> {
    if args.checkpoint.is_wanted() {
        return count_with_checkpoints(args, session);
    }
    if args.format == Format::Csv {
        session.print(|output| output.write_all(b"puzzle,solution\n"))?;
    }
    let mut job = Job::new(args);
    let is_query = args.query.query().is_some() || args.rank.is_some() || args.distinct;
    match args.search.with.threads() {
        _ if is_query => args.input.each(session, |session, puzzle, place| {
            session.begin_search();
            match job.query(puzzle, place, session) {
                Ok(found) => job.end(found, puzzle, place, session),
                // The next puzzle may take less time.
                Err(Error::Stopped(by)) => {
                    session.no_solution();
                    session.no_result()?;
                    session.say(&format!("{place}: {}", error::without_result(by)))
                }
                Err(error) => Err(error),
            }
        })?,
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
        Some(solver) if args.query.query().is_none() => {
            session.note_engine(solver.name());
            session.say_how(|| counting::reason(solver, args.search.with.engine, sudoku::problem()))
        }
        _ => Ok(()),
    }
}

/// Counts the solutions of the only puzzle of the input, with checkpoints.
fn count_with_checkpoints(args: &Args, session: &mut Session) -> Result<(), Error> {
    let puzzles = args.input.all(session)?;
    match puzzles.as_slice() {
        [puzzle] => args.checkpoint.count(puzzle, args.format, &args.search, session),
        _ => Err(Error::Bad(format!(
            "--checkpoint counts one puzzle, and the input has {}: give one as the argument",
            puzzles.len()
        ))),
    }
}
