//! `quadrille minimize`: Sudokus without the clues that are not needed.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::sudoku::Grid;
use quadrille::sudoku::clues::ClueTester;
use quadrille::sudoku::logic::Cell;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Serialize;

use crate::shared::diagram_queries::below;
use crate::shared::error::{self, Error};
use crate::shared::input::InputArgs;
use crate::shared::lines::{self, Lines, PuzzleLineArgs};
use crate::shared::output::json_line;
use crate::shared::place::Place;
use crate::shared::session::Session;
use crate::shared::stop::TimeoutArgs;
use crate::shared::values::{positive, whole};
use crate::sudoku::listing::{Listed, Most, Print, list, print_lists};

/// Remove redundant clues from Sudokus until every clue is needed
///
/// A clue is redundant if the other clues imply it. Each puzzle prints one line: a minimal puzzle
/// with some of its clues and the same solution. Which one it is depends on the order in which the
/// clues are tried: from the last cell to the first, or in a random order with --seed. A full grid
/// is a puzzle too. A puzzle without exactly one solution has no minimal puzzle and prints no line
/// but with --align.
///
/// Puzzles are given as to `quadrille solve`.
///
/// Exit status: 0 on success; 1 if some puzzle does not have exactly one solution; 2 for bad usage
/// or input, after the valid puzzles have been done; 128 plus the signal number if a signal ended
/// the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille minimize PUZZLE
  quadrille minimize --seed 7 FILE         in a random order, the same for every seed
  quadrille minimize --all PUZZLE          every minimal puzzle among the clues
  quadrille minimize -p FILE               the puzzle and the minimal one, separated by a tab
  quadrille solve -1 PUZZLE | quadrille minimize --seed 1   another puzzle with this solution")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print every minimal puzzle among the clues of a puzzle, a line each
    ///
    /// There may be a great many: with twenty redundant clues, often millions. Each is printed as
    /// soon as it is found; with several threads, those of a puzzle are printed together.
    #[arg(short, long, conflicts_with = "seed")]
    all: bool,

    /// With --all, stop after N minimal puzzles of each puzzle
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    #[command(flatten)]
    timeout: TimeoutArgs,

    /// Try the clues in a random order that depends on the seed and on the number of the line
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    each: PuzzleLineArgs,

    /// The format of a minimal puzzle
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 81 characters in a line, `.` for an empty cell
    Line,
    /// A JSON object per line: the puzzle, the minimal puzzle, and the cells of the clues removed
    Json,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.all && self.each.lines.align {
            let message = "--align needs one line for each puzzle, and --all prints any number";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.timeout.timeout.is_some() && !self.all {
            let message = "--timeout ends the search for all minimal puzzles: add --all";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        self.input.check()
    }

    /// Returns the cells in the order in which their clues are tried.
    fn order(&self, place: Place<'_>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Cell::all().collect();
        cells.reverse();
        if let Some(seed) = self.seed {
            // Weyl's sequence gives each line a seed of its own.
            let seed = seed.wrapping_add(place.number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            for last in (1..cells.len()).rev() {
                cells.swap(last, below(&mut random, last as u128 + 1) as usize);
            }
        }
        cells
    }
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
    minimal: &'a str,
    clues: usize,
    removed: Vec<String>,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "minimal puzzles", false);
    session.lines = Lines::new(&args.each.lines, args.format == Format::Json);
    let threads = args.each.threads();
    let result = if args.all {
        let all =
            |tester: &mut ClueTester, puzzle: &Grid, place: Place<'_>, print: &mut Print<'_>| {
                let most =
                    Most { lines: args.limit.unwrap_or(u64::MAX), until: args.timeout.until() };
                list(most, print, tester.minimal_puzzles(puzzle), |all| {
                    line(args, puzzle, &all.puzzle(), place)
                })
            };
        print_lists(&args.input, &mut session, threads, ClueTester::new, all, end_list)
    } else {
        let minimize = |tester: &mut ClueTester, puzzle: &Grid, place: Place<'_>| {
            let minimal = tester.minimized(puzzle, args.order(place));
            minimal.map(|minimal| line(args, puzzle, &minimal, place))
        };
        let print = |session: &mut Session, line: Option<String>, place: Place<'_>| {
            let Some(line) = line else { return not_proper(place, session) };
            session.totals.solutions += 1_u32;
            session.print(|output| output.write_all(line.as_bytes()))
        };
        args.input.map_grids(&mut session, threads, ClueTester::new, minimize, print)
    };
    session.end(result)
}

/// Reports the end of the minimal puzzles of a puzzle, if there is something to say.
fn end_list(session: &mut Session, listed: Listed, place: Place<'_>) -> Result<(), Error> {
    match listed {
        Listed { is_stopped: true, count } => {
            if count == 0 {
                session.no_solution();
            }
            let message = error::stopped_search("--timeout", true, "minimal puzzle");
            session.say(&format!("{place}: {message}"))
        }
        Listed { count: 0, .. } => not_proper(place, session),
        Listed { .. } => Ok(()),
    }
}

/// Reports a puzzle that does not have exactly one solution.
fn not_proper(place: Place<'_>, session: &mut Session) -> Result<(), Error> {
    session.no_solution();
    session.no_result()?;
    session.say(&format!(
        "{place}: it does not have exactly one solution, so no clue can be said to be redundant"
    ))
}

/// Returns the line of a minimal puzzle.
fn line(args: &Args, puzzle: &Grid, minimal: &Grid, place: Place<'_>) -> String {
    let remark = place.remark;
    let end = lines::after(remark);
    match args.format {
        Format::Line if args.each.puzzle => format!("{puzzle}\t{minimal}{end}"),
        Format::Line => format!("{minimal}{end}"),
        Format::Json => {
            let has = |grid: &Grid, cell: Cell| grid.get(cell.row(), cell.column()).is_some();
            let removed = Cell::all().filter(|&cell| has(puzzle, cell) && !has(minimal, cell));
            json_line(&Object {
                puzzle: puzzle.as_str(),
                remark,
                minimal: minimal.as_str(),
                clues: minimal.clue_count(),
                removed: removed.map(|cell| cell.to_string()).collect(),
            })
        }
    }
}
