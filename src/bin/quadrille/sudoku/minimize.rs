//! `quadrille minimize`: Sudokus without their redundant clues.

use std::process::ExitCode;

use clap::error::ErrorKind;
use quadrille::sudoku::Grid;
use quadrille::sudoku::clues::ClueTester;
use quadrille::sudoku::logic::Cell;

use crate::shared::random::{below, random};
use crate::shared::values::{positive, whole};
use crate::shared::{
    Answers, End, Error, Format, LineCommand, OneOf, Place, PuzzleLineArgs, TimeoutArgs,
};

/// Remove redundant clues from Sudokus until every clue is needed
///
/// Prints one line for each puzzle with exactly one solution: a minimal puzzle with some of its
/// clues and the same solution. The result depends on the order in which the clues are tried: from
/// the last cell to the first, or at random with --seed. A full grid is a puzzle too.
///
/// Exit status: 1 if some puzzle has several solutions or none, or no result before --timeout.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille minimize PUZZLE
  quadrille minimize --seed 7 FILE         in a random order, which depends on the seed
  quadrille minimize --all PUZZLE          every minimal puzzle among the clues
  quadrille minimize -p FILE               the puzzle and the minimal one, separated by a tab
  quadrille solve -1 PUZZLE | quadrille minimize --seed 1   another puzzle with this solution")]
pub(crate) struct Args {
    /// Print every minimal puzzle whose clues are all in the puzzle, one per line
    ///
    /// There may be millions of them. With one thread, each is printed when it is found. With
    /// several threads, the minimal puzzles of each puzzle are printed together.
    #[arg(short, long, conflicts_with = "seed")]
    all: bool,

    /// With --all, stop after N minimal puzzles of each puzzle
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    limit: Option<u64>,

    #[command(flatten)]
    timeout: TimeoutArgs,

    /// Try the clues in a random order that depends on the seed and on the line number
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    line: PuzzleLineArgs,

    /// The format of a minimal puzzle
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "81 characters on one line, `.` for an empty cell"),
        ("json", Format::Json, "An object per line: the puzzle, the minimal puzzle, and the \
          cells of the clues removed"),
    ]))]
    format: Format,
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.all && self.line.each.lines.align {
            let message = "--align needs one line for each puzzle, and --all prints any number";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        if !self.all && self.timeout.timeout.is_some() {
            let message = "--timeout ends the search for all minimal puzzles: add --all";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        self.line.each.input.check()
    }

    /// Returns the cells in the order in which their clues are tried.
    fn order(&self, place: Place<'_>) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Cell::all().collect();
        cells.reverse();
        if let Some(seed) = self.seed {
            // A Weyl sequence gives each line its own seed.
            let line = place.number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut random = random(Some(seed.wrapping_add(line)));
            for last in (1..cells.len()).rev() {
                cells.swap(last, below(&mut random, last as u128 + 1) as usize);
            }
        }
        cells
    }
}

fn add(answers: &mut Answers<'_>, puzzle: &Grid, minimal: &Grid) -> Result<(), Error> {
    let has = |grid: &Grid, cell: Cell| grid.get(cell.row(), cell.column()).is_some();
    let removed = Cell::all().filter(|&cell| has(puzzle, cell) && !has(minimal, cell));
    answers.add(
        || minimal.to_string(),
        |object| {
            object.with("minimal", minimal.to_string());
            object.with("clues", minimal.clue_count()).texts("removed", removed);
        },
    )
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let command = LineCommand::new(&args.line, args.format, "minimal puzzles");
    command.run(ClueTester::new, |tester, puzzle, place, answers| {
        let grid = &puzzle.grid;
        if args.all {
            let (most, until) = (args.limit.unwrap_or(u64::MAX), args.timeout.until());
            let all = tester.minimal_puzzles(grid);
            if answers.list(most, until, all, |answers, all| add(answers, grid, &all.puzzle()))? {
                return Ok(End::Stopped("minimal puzzle"));
            }
        } else if let Some(minimal) = tester.minimized(grid, args.order(place)) {
            add(answers, grid, &minimal)?;
        }
        let message =
            "it does not have exactly one solution, so no clue can be said to be redundant";
        let is_proper = answers.count > 0;
        Ok(if is_proper { End::Done } else { End::NoSolution(Some(message.to_owned())) })
    })
}
