//! `quadrille canonical`: the form that all equivalent Sudokus have in common.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::sudoku::{Canonizer, Grid};
use serde::Serialize;

use crate::shared::error::Error;
use crate::shared::input::InputArgs;
use crate::shared::session::Session;

/// Bring Sudokus into their canonical form
///
/// The canonical form is the least of all grids that are the same but for the names of the digits,
/// the order of rows within a band, of columns within a stack, of bands and of stacks, and for
/// transposition; an empty cell is less than any digit. Two puzzles are equivalent if and only if
/// they have the same.
///
/// A line for each puzzle, in the order of the input. Puzzles are given as to `quadrille solve`.
///
/// Exit status: 0; 2 for bad usage or input, after the good puzzles have been done; 128 and the
/// number of the signal if one has cut it short.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille canonical 005176000400000001000800309100000090503000807090000004207008000600000003000429700
  quadrille canonical FILE | sort -u | wc -l           how many of them are different
  quadrille canonical -p FILE | sort -u -k2 | cut -f1  one of each kind
  quadrille canonical -f json FILE | jq .automorphisms how symmetric they are")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Begin each line with the puzzle, and a tab
    #[arg(short, long)]
    puzzle: bool,

    /// How to print a canonical form
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 81 characters in a line, `.` for an empty cell
    Line,
    /// An object in a line: the puzzle, its canonical form, the map that makes it, the number of
    /// automorphisms
    Json,
}

impl Args {
    /// What is wrong with arguments that are right one by one.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.input.check()
    }
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    canonical: &'a str,
    map: String,
    automorphisms: u64,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "done", false);
    let mut canonizer = Canonizer::new();
    let result = args.input.each_grid(&mut session, |session, puzzle| {
        session.totals.solutions += 1_u32;
        print(args, puzzle, &mut canonizer, session)
    });
    session.end(result)
}

fn print(
    args: &Args,
    puzzle: &Grid,
    canonizer: &mut Canonizer,
    session: &mut Session,
) -> Result<(), Error> {
    let canonical = canonizer.canonical(puzzle);
    session.print(|output| match args.format {
        Format::Line if args.puzzle => writeln!(output, "{puzzle}\t{}", canonical.grid),
        Format::Line => writeln!(output, "{}", canonical.grid),
        Format::Json => output.json(&Object {
            puzzle: puzzle.as_str(),
            canonical: canonical.grid.as_str(),
            map: canonical.map.to_string(),
            automorphisms: canonical.automorphisms,
        }),
    })
}
