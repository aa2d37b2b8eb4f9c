//! `quadrille check`: what the clues of Sudokus are worth.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::sudoku::clues::{Change, ClueTester, backdoors};
use quadrille::sudoku::logic::Cell;
use quadrille::sudoku::{Grid, Solver};
use serde::Serialize;

use crate::shared::error::{self, Error};
use crate::shared::input::InputArgs;
use crate::shared::lines::{self, Lines, PuzzleLineArgs};
use crate::shared::output::json_line;
use crate::shared::place::Place;
use crate::shared::session::Session;
use crate::shared::stop::TimeoutArgs;
use crate::sudoku::listing::{Listed, Most, Print, list, print_lists};

/// Check whether Sudokus are minimal, and find redundant clues, backdoors and neighbours
///
/// Each puzzle prints one line with three fields, separated by tabs:
///
/// 1. `minimal` if it has exactly one solution and needs every clue; `redundant` if the other clues
///    imply some clue; `several` or `none` if it does not have exactly one solution;
///
/// 2. the number of clues;
///
/// 3. the cells of the redundant clues, each of which can be left out by itself, or `-`.
///
/// With --backdoors there are two more: the smallest number of cells whose digits leave a puzzle
/// for naked and hidden singles, and all sets of so many cells, as r1c2+r3c4. They are `0` and `-`
/// if singles are enough.
///
/// With --neighbours, each minimal puzzle that differs by the change prints a line instead.
///
/// Puzzles are given as to `quadrille solve`.
///
/// Exit status: 0 if every puzzle has exactly one solution; 1 if some puzzle has several or none; 2
/// for bad usage or input, after the valid puzzles have been done; 128 plus the signal number if a
/// signal ended the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille check PUZZLE
  quadrille check -p FILE | grep -w minimal | cut -f1   the minimal puzzles of a list
  quadrille check --backdoors 2 FILE                    backdoors of up to two cells
  quadrille check --neighbours -1+1 PUZZLE              {-1+1}: one clue replaced by another
  quadrille check --neighbours -2+1 PUZZLE              minimal puzzles with a clue less
  quadrille check --neighbours -1+2 PUZZLE              minimal puzzles with a clue more
  quadrille check --neighbours -1+1 FILE | quadrille canonical | sort -u   inequivalent ones")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Find the smallest backdoors of up to N cells, 3 at most
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    backdoors: Option<u8>,

    /// Print the minimal puzzles that differ by removed and added clues, as in -1+1
    ///
    /// The solution may change. A change by +1 or -1 alone is possible too: a puzzle with several
    /// solutions may have neighbours by +1, and one with a redundant clue may have some by -1. The
    /// neighbours of a 17-clue puzzle take milliseconds by -1+1, and seconds by -2+1 or -1+2.
    #[arg(
        short,
        long,
        value_name = "CHANGE",
        allow_hyphen_values = true,
        conflicts_with = "backdoors"
    )]
    neighbours: Option<Change>,

    #[command(flatten)]
    timeout: TimeoutArgs,

    #[command(flatten)]
    each: PuzzleLineArgs,

    /// The format of a result
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Fields separated by tabs, or with --neighbours a puzzle
    Line,
    /// A JSON object per line: the puzzle and the result
    Json,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.neighbours.is_some() && self.each.lines.align {
            let message =
                "--align needs one line for each puzzle, and --neighbours prints any number";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if self.timeout.timeout.is_some() && self.neighbours.is_none() {
            let message = "--timeout ends the search for neighbours: add --neighbours";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        self.input.check()
    }
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
    verdict: &'static str,
    clues: usize,
    solution: Option<String>,
    redundant: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    backdoors: Option<Backdoors>,
}

/// The smallest backdoors.
#[derive(Serialize)]
struct Backdoors {
    /// The number of cells of each; `None` if there is none of up to the given size.
    size: Option<usize>,
    sets: Vec<Vec<String>>,
}

/// A line of `--neighbours --format json`.
#[derive(Serialize)]
struct Neighbour<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
    neighbour: &'a str,
    removed: Vec<String>,
    added: Vec<String>,
}

/// The line of a puzzle, and whether it has exactly one solution.
struct Checked {
    line: String,
    is_proper: bool,
}

/// The state of a thread.
struct Job {
    tester: ClueTester,
    /// Tells apart no solution and several.
    solver: Solver,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let found = if args.neighbours.is_some() { "neighbours" } else { "done" };
    let mut session = Session::new("puzzles", found, false);
    session.lines = Lines::new(&args.each.lines, args.format == Format::Json);
    let state = || Job { tester: ClueTester::new(), solver: Solver::new() };
    let threads = args.each.threads();
    let result = if let Some(change) = args.neighbours {
        let neighbours = |job: &mut Job, puzzle: &Grid, place: Place<'_>, print: &mut Print<'_>| {
            let most = Most { lines: u64::MAX, until: args.timeout.until() };
            list(most, print, job.tester.neighbours(puzzle, change), |neighbours| {
                neighbour(args, puzzle, &neighbours.puzzle(), place)
            })
        };
        print_lists(&args.input, &mut session, threads, state, neighbours, end_list)
    } else {
        let check =
            |job: &mut Job, puzzle: &Grid, place: Place<'_>| check(args, puzzle, place, job);
        let print = |session: &mut Session, checked: Checked, _: Place<'_>| {
            session.totals.solutions += 1_u32;
            if !checked.is_proper {
                session.no_solution();
            }
            session.print(|output| output.write_all(checked.line.as_bytes()))
        };
        args.input.map_grids(&mut session, threads, state, check, print)
    };
    session.end(result)
}

/// Reports the end of the neighbours of a puzzle, if there is something to say.
fn end_list(session: &mut Session, listed: Listed, place: Place<'_>) -> Result<(), Error> {
    // A puzzle that is not proper has neighbours too, and a proper one may have none.
    if !listed.is_stopped {
        return Ok(());
    }
    if listed.count == 0 {
        session.no_solution();
    }
    let message = error::stopped_search("--timeout", true, "neighbour");
    session.say(&format!("{place}: {message}"))
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Returns the line of a puzzle.
fn check(args: &Args, puzzle: &Grid, place: Place<'_>, job: &mut Job) -> Checked {
    let solution = job.tester.solution(puzzle);
    let redundant = job.tester.redundant(puzzle).unwrap_or_default();
    let verdict = match solution {
        Some(_) if redundant.is_empty() => "minimal",
        Some(_) => "redundant",
        None if job.solver.solutions(puzzle).next().is_some() => "several",
        None => "none",
    };
    let found = solution.and_then(|solution| {
        let all = |size| (size, backdoors(puzzle, &solution, size));
        let sizes = 0..=usize::from(args.backdoors?);
        sizes.map(all).find(|(_, sets)| !sets.is_empty())
    });
    let (redundant, clues) = (names(&redundant), puzzle.clue_count());
    let remark = place.remark;
    let line = match args.format {
        Format::Json => json_line(&Object {
            puzzle: puzzle.as_str(),
            remark,
            verdict,
            clues,
            solution: solution.map(|solution| solution.to_string()),
            redundant,
            backdoors: args.backdoors.map(|_| Backdoors {
                size: found.as_ref().map(|(size, _)| *size),
                sets: found.iter().flat_map(|(_, sets)| sets).map(|set| names(set)).collect(),
            }),
        }),
        Format::Line => {
            let mut line = String::new();
            if args.each.puzzle {
                line += &format!("{puzzle}\t");
            }
            line += &format!("{verdict}\t{clues}\t{}", joined(&redundant));
            match &found {
                Some((size, sets)) => {
                    // The only backdoor of no cells has no name.
                    let sets = sets.iter().filter(|set| !set.is_empty());
                    let sets: Vec<String> = sets.map(|set| names(set).join("+")).collect();
                    line += &format!("\t{size}\t{}", joined(&sets));
                }
                None if args.backdoors.is_some() => line += "\t-\t-",
                None => {}
            }
            line + &lines::after(remark)
        }
    };
    Checked { line, is_proper: solution.is_some() }
}

/// Joins words with blanks; `-` if there is nothing to be listed.
fn joined(words: &[String]) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// Returns the line of a neighbour of a puzzle.
fn neighbour(args: &Args, puzzle: &Grid, neighbour: &Grid, place: Place<'_>) -> String {
    let remark = place.remark;
    let end = lines::after(remark);
    match args.format {
        Format::Line if args.each.puzzle => format!("{puzzle}\t{neighbour}{end}"),
        Format::Line => format!("{neighbour}{end}"),
        Format::Json => json_line(&Neighbour {
            puzzle: puzzle.as_str(),
            remark,
            neighbour: neighbour.as_str(),
            removed: clues_beside(puzzle, neighbour),
            added: clues_beside(neighbour, puzzle),
        }),
    }
}

/// Returns the clues of the first puzzle that the second does not have, as in r4c7=5.
fn clues_beside(first: &Grid, second: &Grid) -> Vec<String> {
    let clue = |cell: Cell| {
        let digit = first.get(cell.row(), cell.column())?;
        let is_common = second.get(cell.row(), cell.column()) == Some(digit);
        (!is_common).then(|| format!("{cell}={digit}"))
    };
    Cell::all().filter_map(clue).collect()
}
