//! `quadrille check`: redundant clues, backdoors and neighbours of Sudokus.

use std::borrow::Cow;
use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::sudoku::clues::{Change, ClueTester, backdoors};
use quadrille::sudoku::logic::Cell;
use quadrille::sudoku::{Grid, Solver};
use serde::Serialize;

use crate::shared::answers::{Answer, End, LineCommand, text_is};
use crate::shared::format::{Format, OneOf};
use crate::shared::input::InputArgs;
use crate::shared::lines::PuzzleLineArgs;
use crate::shared::stop::TimeoutArgs;

/// Check Sudokus for redundant clues, backdoors and neighbours
///
/// Prints one line for each puzzle, with three fields separated by tabs:
///
/// 1. `minimal` if every clue is needed, `redundant` if some clue follows from the other clues;
///    `several` or `none` if the puzzle does not have exactly one solution;
///
/// 2. the number of clues;
///
/// 3. the cells of the redundant clues, each redundant by itself, or `-`.
///
/// --backdoors adds two fields: the size of the smallest backdoors, and all backdoors of this size,
/// as in r1c2+r3c4, or `-`. A backdoor is a set of cells: once they are filled in, naked and hidden
/// singles solve the puzzle. The size is 0 if singles solve the puzzle itself.
///
/// With --neighbours, prints one line for each neighbouring minimal puzzle instead.
///
/// Exit status: 0 if every puzzle has exactly one solution; 1 if some puzzle has several or none.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille check PUZZLE
  quadrille check -p FILE | grep -w minimal | cut -f1   the minimal puzzles of a list
  quadrille check --backdoors 2 FILE                    backdoors of up to two cells
  quadrille check --neighbours -1+1 PUZZLE              {-1+1}: one clue replaced by another
  quadrille check --neighbours -2+1 PUZZLE              minimal puzzles with one clue fewer
  quadrille check --neighbours -1+1 FILE | quadrille canonical | sort -u   inequivalent ones")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Find the smallest backdoors of up to N cells, 3 at most
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=3))]
    backdoors: Option<u8>,

    /// Print the minimal puzzles that differ by these numbers of removed and added clues, as in
    /// -1+1
    ///
    /// The solution may change. +1 by itself is for puzzles with several solutions, and -1 for
    /// puzzles with a redundant clue. With 17 clues, -1+1 takes milliseconds, and -2+1 or -1+2
    /// takes seconds.
    #[arg(long, value_name = "CHANGE", allow_hyphen_values = true, conflicts_with = "backdoors")]
    neighbours: Option<Change>,

    #[command(flatten)]
    timeout: TimeoutArgs,

    #[command(flatten)]
    each: PuzzleLineArgs,

    /// The format of a result
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "Fields separated by tabs, or with --neighbours a puzzle"),
        ("json", Format::Json, "An object per line: the puzzle and the result"),
    ]))]
    format: Format,
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

/// The verdict on the clues of a puzzle.
#[derive(Serialize)]
struct Checked {
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
    /// The number of cells of each; `None` if there is no backdoor of up to the given size.
    size: Option<usize>,
    sets: Vec<Vec<String>>,
}

/// A minimal puzzle near another one.
#[derive(Serialize)]
struct Neighbour {
    neighbour: String,
    removed: Vec<String>,
    added: Vec<String>,
}

impl Answer for Checked {
    fn text(&self) -> Cow<'_, str> {
        let Self { verdict, clues, redundant, .. } = self;
        let text = format!("{verdict}\t{clues}\t{}", joined(redundant));
        let Some(Backdoors { size, sets }) = &self.backdoors else { return text.into() };
        let size = size.map_or_else(|| "-".to_owned(), |size| size.to_string());
        // The backdoor without cells has no name.
        let sets = sets.iter().filter(|set| !set.is_empty());
        let sets: Vec<String> = sets.map(|set| set.join("+")).collect();
        format!("{text}\t{size}\t{}", joined(&sets)).into()
    }
}

text_is!(Neighbour.neighbour);

pub(crate) fn run(args: &Args) -> ExitCode {
    let word = if args.neighbours.is_some() { "neighbours" } else { "done" };
    let command = LineCommand::new(&args.input, &args.each, args.format, word);
    // The solver distinguishes no solution from several.
    let state = || (ClueTester::new(), Solver::new());
    command.run(state, |(tester, solver), puzzle, _, answers| match args.neighbours {
        Some(change) => {
            let until = args.timeout.until();
            let grid = &puzzle.grid;
            let is_stopped =
                answers.list(u64::MAX, until, tester.neighbours(grid, change), |neighbours| {
                    Neighbour::new(grid, &neighbours.puzzle())
                })?;
            // A puzzle without exactly one solution may have neighbours, and a puzzle with one may
            // have none.
            Ok(if is_stopped { End::Stopped("neighbour") } else { End::Done })
        }
        None => {
            let checked = Checked::new(args, &puzzle.grid, tester, solver);
            answers.add(&checked)?;
            let is_proper = checked.solution.is_some();
            Ok(if is_proper { End::Done } else { End::NoSolution(None) })
        }
    })
}

impl Checked {
    fn new(args: &Args, puzzle: &Grid, tester: &mut ClueTester, solver: &mut Solver) -> Self {
        let solution = tester.solution(puzzle);
        let redundant = tester.redundant(puzzle).unwrap_or_default();
        let verdict = match solution {
            Some(_) if redundant.is_empty() => "minimal",
            Some(_) => "redundant",
            None if solver.solutions(puzzle).next().is_some() => "several",
            None => "none",
        };
        let found = solution.and_then(|solution| {
            let all = |size| (size, backdoors(puzzle, &solution, size));
            let sizes = 0..=usize::from(args.backdoors?);
            sizes.map(all).find(|(_, sets)| !sets.is_empty())
        });
        Self {
            verdict,
            clues: puzzle.clue_count(),
            solution: solution.map(|solution| solution.to_string()),
            redundant: names(&redundant),
            backdoors: args.backdoors.map(|_| Backdoors {
                size: found.as_ref().map(|(size, _)| *size),
                sets: found.iter().flat_map(|(_, sets)| sets).map(|set| names(set)).collect(),
            }),
        }
    }
}

impl Neighbour {
    fn new(puzzle: &Grid, neighbour: &Grid) -> Self {
        Self {
            neighbour: neighbour.to_string(),
            removed: clues_beside(puzzle, neighbour),
            added: clues_beside(neighbour, puzzle),
        }
    }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Joins words with blanks; `-` if there are none.
fn joined(words: &[String]) -> String {
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
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
