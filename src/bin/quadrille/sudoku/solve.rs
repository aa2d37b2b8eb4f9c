//! `quadrille solve`: the solutions of Sudokus.

use std::fmt;
use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use num_bigint::BigUint;
use quadrille::engine::memo::Memo;
use quadrille::search::{Engine, Step};
use quadrille::sudoku::{self, Counter, Grid, Puzzle, Solver};
use quadrille::{EngineChoice, Limits};

use crate::shared::counting;
use crate::shared::diagram_queries::{Query, QueryArgs};
use crate::shared::error::{self, Error};
use crate::shared::gathered::Work;
use crate::shared::input::{InputArgs, Place};
use crate::shared::lines::{LineArgs, Subject};
use crate::shared::search_args::SearchArgs;
use crate::shared::session::Session;
use crate::sudoku::checkpoint_of_count::CheckpointArgs;
use printed::{JsonResult, print_count, print_verdict, verdict};
use style::Style;

/// Solve Sudokus: print every solution as it is found
///
/// A puzzle is 81 cells, row by row: the digits 1 to 9, and any of 0 . * _ ? for an empty cell. All
/// empty cells of a grid may be - or x instead. Text may stand around the word of 81 cells, but not
/// a second puzzle, unless it is the solution. Nine lines with nine cells are a drawn grid, which
/// ends with a blank line; a name directly above, such as `Grid 01`, is skipped. A line that begins
/// with # is a comment. Other formats are read as well: files of SudoCue, SadMan Sudoku and Simple
/// Sudoku, lists, tables with a header, and grids of candidates; see `quadrille help convert`.
///
/// Exit status: 0 if every puzzle has a solution; 1 if some puzzle has none, with a message if two
/// of its clues conflict, or if none was found before --timeout or --nodes ended its search; 2 for
/// bad usage or input, after the valid puzzles have been done; 128 plus the signal number if a
/// signal ended the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
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
  quadrille solve -f json FILE | jq .   for programs")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print one line per puzzle: `unique`, `several` or `none`
    ///
    /// After --timeout or --nodes it is `undecided` where the search has found fewer than two
    /// solutions.
    #[arg(short, long, conflicts_with_all = ["count", "limit", "first", "sample", "nth", "option_counts", "checkpoint"])]
    unique: bool,

    /// Only print one solution of each class under the symmetries that keep the clues
    ///
    /// A symmetry permutes rows, columns, bands and digits, or transposes the grid, so that the
    /// clues stay the same. Most puzzles have none but the one that moves nothing. -n limits the
    /// classes. -c prints the number of classes and the number of all solutions. JSON has the size
    /// of the orbit, which is the number of solutions of the class, and the order of the
    /// stabilizer, which is the number of symmetries that keep the solution.
    #[arg(long, conflicts_with_all = [
        "unique", "threads", "ordered", "engine", "query", "checkpoint",
    ])]
    distinct: bool,

    /// Compare the sum of the sizes of all classes with the number of solutions
    ///
    /// See `quadrille help cover`.
    #[arg(long)]
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
    checkpoint: CheckpointArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// 81 digits in a line
    Line,
    /// Nine lines with lines between the boxes, and a blank line between grids
    Grid,
    /// A table with the columns `puzzle` and `solution`
    Csv,
    /// A JSON object per line: the puzzle, the solution, and its number counted from 1
    Json,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.format == Format::Grid && (self.search.count || self.unique) {
            let message = "`--format grid` draws solutions, and --count and --unique print none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let lists = !(self.search.count || self.unique || self.rank.is_some());
        if self.format == Format::Csv
            && (!lists || matches!(self.query.query(), Some(Query::OptionCounts)))
        {
            let message = "`--format csv` lists solutions, and --count, --unique, --rank and --option-counts print none";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.rank.is_some() && self.search.engine == EngineChoice::Memo {
            let message = "--rank counts with tables, and `--engine memo` has another order";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let query = self.query.query();
        let is_searched = matches!(self.search.engine, EngineChoice::Links | EngineChoice::Bits);
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

    /// True if each puzzle prints one line, whatever its solutions.
    fn has_line(&self) -> bool {
        self.unique || self.search.count
    }

    fn subject<'a>(&self, puzzle: &'a Puzzle, place: &'a Place) -> Subject<'a> {
        Subject::new(puzzle, self.puzzle, place)
    }
}

mod many;
pub(crate) mod printed;
mod queries;
mod style;

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "solutions", args.search.stats)
        .with_json(args.format == Format::Json)
        .with_stop(args.search.stop);
    session.set_lines(&args.lines, args.format == Format::Json);
    let result = solve(args, &mut session);
    session.end(result)
}

fn solve(args: &Args, session: &mut Session) -> Result<(), Error> {
    let engine = args.search.engine;
    let counter = Counter::with_engine(engine)
        .with_memory(args.query.memory())
        .with_threads(args.search.threads());
    let mut job = Job {
        args,
        limits: args.search.limits(),
        solver: Solver::with_engine(engine),
        counter,
        memo: None,
        is_first: true,
        style: Style::new(args.format),
        lines: vec![0; 82],
        text: Vec::new(),
    };
    let threads = args.search.threads();
    if args.checkpoint.is_wanted() {
        return count_with_checkpoints(args, session);
    }
    if args.format == Format::Csv {
        session.print(|output| output.write_all(b"puzzle,solution\n"))?;
    }
    if threads.get() == 1 || args.query.query().is_some() || args.rank.is_some() {
        args.input.each(session, |session, puzzle, place| {
            session.begin_search();
            match job.solve(puzzle, place, session) {
                Ok(found) => job.end(found, puzzle, place, session),
                // The next puzzle may take less time.
                Err(Error::Stopped(by)) => {
                    session.no_solution();
                    session.no_result()?;
                    session.say(&format!("{place}: {}", error::stopped(by)))
                }
                Err(error) => Err(error),
            }
        })?;
    } else {
        many::solve(args, &mut job, threads, session)?;
    }
    match job.counter.engine() {
        Some(solver) if args.query.query().is_none() => {
            session.note_engine(solver.name());
            session.say_how(|| counting::reason(solver, engine, sudoku::problem()))
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

/// The state shared by all puzzles.
#[derive(Clone)]
struct Job<'a> {
    args: &'a Args,
    limits: Limits,
    solver: Solver,
    counter: Counter,
    /// The engine for queries about all solutions.
    memo: Option<Memo>,
    /// True if no grid has been drawn yet.
    is_first: bool,
    /// The text of solutions.
    style: Style,
    /// A buffer for solutions.
    lines: Vec<u8>,
    /// A buffer for solutions in another format.
    text: Vec<u8>,
}

/// The size of the buffer for solutions, in bytes: small enough for the cache that is nearest to
/// the processor.
const BUFFER: usize = 400 * 82;

impl Job<'_> {
    /// Prints the requested results of a puzzle. True if it has a solution.
    fn solve(
        &mut self,
        puzzle: &Puzzle,
        place: &Place,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let subject = &self.args.subject(puzzle, place);
        if let Some(solution) = &self.args.rank {
            self.print_rank(solution, subject, place, session)
        } else if let Some(query) = self.args.query.query() {
            self.answer(&query, subject, place, session)
        } else if self.args.unique {
            self.print_uniqueness(subject, session)
        } else if self.args.distinct {
            self.print_distinct(subject, place, session)
        } else if self.args.search.count {
            self.print_count(subject, session)
        } else {
            self.print_solutions(subject, session)
        }
    }

    fn print_solutions(
        &mut self,
        subject: &Subject<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let is_plain = self.args.format == Format::Line && subject.is_bare();
        let is_first = session.totals.solutions == BigUint::ZERO;
        let style = &mut self.style;
        if !is_plain {
            style.begin(self.args.format, subject, is_first);
        }
        let limits = session.limits(self.limits.clone());
        let solutions = self.solver.solutions_of(subject.puzzle).limited(limits);
        let mut lines = std::mem::take(&mut self.lines);
        let mut text = std::mem::take(&mut self.text);
        let count = session.search(solutions, |solutions, output, nodes| {
            // The first lines are few, so that the first solution does not wait for the others.
            let (written, step) = solutions.write_lines(&mut lines, nodes);
            let new = &lines[..82 * written as usize];
            if is_plain {
                output.write_all(new)?;
            } else {
                text.clear();
                style.write(new, &mut text);
                output.write_all(&text)?;
            }
            if lines.len() < BUFFER && step == Step::Cover {
                lines.resize(BUFFER.min(2 * lines.len()), 0);
            }
            Ok(step)
        })?;
        self.text = text;
        self.lines = lines;
        if !count.is_exact() {
            // A limit ends the search of this puzzle only; an interrupt ends the command.
            error::check_signal()?;
        }
        Ok(count.is_at_least(1))
    }

    fn print_count(&mut self, subject: &Subject<'_>, session: &mut Session) -> Result<bool, Error> {
        self.counter.limit(session.limits(self.limits.clone()));
        self.counter.start_puzzle(subject.puzzle);
        let count =
            counting::count(&mut self.counter, &self.args.search, &Work::counting(), session)?;
        session.print(|output| print_count(output, self.args.format, subject, &count))?;
        if !count.is_exact() {
            // A number that is not known is not printed.
            error::check_signal()?;
        }
        Ok(count.is_at_least(1))
    }

    fn print_uniqueness(
        &mut self,
        subject: &Subject<'_>,
        session: &mut Session,
    ) -> Result<bool, Error> {
        let wants_solutions = self.args.format == Format::Json;
        let mut witnesses = Vec::new();
        let limits = session.limits(Limits::none().covers(2));
        let solutions = self.solver.solutions_of(subject.puzzle).limited(limits);
        let count = session.search(solutions, |solutions, _, nodes| {
            if !wants_solutions {
                return Ok(solutions.skip_solutions(2, nodes).1);
            }
            let step = solutions.advance(nodes);
            if step == Step::Cover {
                witnesses.push(solutions.solution());
            }
            Ok(step)
        })?;
        if !count.is_at_least(2) {
            // Two solutions decide the matter. Fewer do not after an interrupt.
            error::check_signal()?;
        }
        let verdict = verdict(count.to_u64().unwrap_or(2), session.stopped.is_some());
        let result = || JsonResult::Unique {
            verdict,
            solutions: witnesses.iter().map(Grid::as_str).collect(),
        };
        let format = self.args.format;
        session.print(|output| print_verdict(output, format, subject, &verdict, result))?;
        Ok(count.is_at_least(1))
    }

    /// Records whether a solution of a puzzle was found. If a limit has ended the search, or if two
    /// clues of a puzzle without solution conflict, reports that. Prints nothing more if the output
    /// already has a line for the puzzle.
    fn end(
        &self,
        found: bool,
        puzzle: &Puzzle,
        place: &dyn fmt::Display,
        session: &mut Session,
    ) -> Result<(), Error> {
        let has_line = self.args.has_line();
        if !found {
            session.no_solution();
            if !has_line {
                session.no_result()?;
            }
        }
        if let Some(by) = session.stopped {
            return match (has_line, found) {
                (true, _) => Ok(()),
                (_, true) => {
                    session.say(&format!("{place}: stopped by {by}: there may be more solutions"))
                }
                (_, false) => session.say(&format!(
                    "{place}: stopped by {by}: no solution was found, and there may be some"
                )),
            };
        }
        if found {
            return Ok(());
        }
        match puzzle.grid.clash() {
            Some(clash) => session.say(&format!("{place}: no solution: {clash}")),
            None if has_line => Ok(()),
            None => session.say(&format!("{place}: no solution")),
        }
    }
}
