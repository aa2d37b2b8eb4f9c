//! `quadrille canonical`: the form that all equivalent Sudokus share.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::sudoku::{Canonizer, Grid};
use serde::Serialize;

use crate::shared::input::InputArgs;
use crate::shared::lines::{self, Lines, PuzzleLineArgs};
use crate::shared::output::json_line;
use crate::shared::place::Place;
use crate::shared::session::Session;

/// Print the canonical forms of Sudokus
///
/// The canonical form is the smallest grid that results from renaming digits, permuting the rows
/// within a band, the columns within a stack, the bands and the stacks, and from transposition. An
/// empty cell is smaller than any digit. Two puzzles are equivalent if and only if their canonical
/// forms are equal.
///
/// Each puzzle prints one line, in the order of the input. Puzzles are given as to
/// `quadrille solve`.
///
/// Exit status: 0 on success; 2 for bad usage or input, after the valid puzzles have been done; 128
/// plus the signal number if a signal ended the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille canonical PUZZLE
  quadrille canonical PUZZLE PUZZLE | uniq | wc -l      1 if the two are equivalent
  quadrille canonical FILE | sort -u | wc -l            the number of inequivalent puzzles
  quadrille canonical -p FILE | sort -u -k2 | cut -f1   one puzzle of each equivalence class
  quadrille canonical -f json FILE | jq .automorphisms  the number of symmetries of each")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    each: PuzzleLineArgs,

    /// The format of a canonical form
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 81 characters in a line, `.` for an empty cell
    Line,
    /// A JSON object per line: the puzzle, its canonical form, the map between them, and the number
    /// of automorphisms
    Json,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.input.check()
    }
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<&'a str>,
    canonical: &'a str,
    map: String,
    automorphisms: u64,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "done", false);
    session.lines = Lines::new(&args.each.lines, args.format == Format::Json);
    let line = |canonizer: &mut Canonizer, puzzle: &Grid, place: Place<'_>| {
        line(args, puzzle, place, canonizer)
    };
    let print = |session: &mut Session, line: String, _: Place<'_>| {
        session.totals.solutions += 1_u32;
        session.print(|output| output.write_all(line.as_bytes()))
    };
    let threads = args.each.threads();
    let result = args.input.map_grids(&mut session, threads, Canonizer::new, line, print);
    session.end(result)
}

/// Returns the line of a puzzle.
fn line(args: &Args, puzzle: &Grid, place: Place<'_>, canonizer: &mut Canonizer) -> String {
    let canonical = canonizer.canonical(puzzle);
    let remark = place.remark;
    let end = lines::after(remark);
    match args.format {
        Format::Line if args.each.puzzle => format!("{puzzle}\t{}{end}", canonical.grid),
        Format::Line => format!("{}{end}", canonical.grid),
        Format::Json => json_line(&Object {
            puzzle: puzzle.as_str(),
            remark,
            canonical: canonical.grid.as_str(),
            map: canonical.map.to_string(),
            automorphisms: canonical.automorphisms,
        }),
    }
}
