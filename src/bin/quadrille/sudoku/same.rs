//! `quadrille same`: tests pairs of Sudokus for equivalence.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::sudoku::{Canonizer, Grid};
use serde::Serialize;

use crate::shared::error::Error;
use crate::shared::input::InputArgs;
use crate::shared::session::Session;

/// Test whether two Sudokus are equivalent
///
/// Two Sudokus are equivalent if one becomes the other by renaming digits, permuting the rows
/// within a band, the columns within a stack, the bands and the stacks, and by transposition. The
/// arguments may be puzzles or full grids.
///
/// The puzzles are given as to `quadrille solve`, and taken in pairs: the first and the second, the
/// third and the fourth, and so on. Each pair prints one line: `same` or `different`.
///
/// Exit status: 0 if the puzzles of every pair are equivalent; 1 if those of some pair are not; 2
/// for bad usage or input, after the valid pairs have been done; 128 plus the signal number if a
/// signal ended the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille same PUZZLE PUZZLE
  quadrille same --map PUZZLE PUZZLE     with the map from the first to the second
  quadrille same -f json FILE | jq .map  for programs
  quadrille same FILE                    lines 1 and 2, 3 and 4, and so on
  paste -d '\\n' FILE FILE | quadrille same")]
pub(crate) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Print after `same` and a tab the map from the first puzzle to the second
    ///
    /// The map begins with `transpose` if the grid is transposed first. Then come the new order of
    /// the rows, that of the columns, and the digits that replace 1 to 9.
    #[arg(short, long)]
    map: bool,

    /// The format of a result
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// `same` or `different`
    Line,
    /// A JSON object per line: the two puzzles, whether they are equivalent, and the map
    Json,
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzles: [&'a str; 2],
    same: bool,
    map: Option<String>,
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.input.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "pairs", false);
    let mut pairs = Pairs { args, canonizer: Canonizer::new(), first: None };
    let result =
        args.input.each_grid(&mut session, |session, puzzle, _| pairs.add(puzzle, session));
    let result = result.and_then(|()| pairs.end(&mut session));
    session.end(result)
}

struct Pairs<'a> {
    args: &'a Args,
    canonizer: Canonizer,
    /// The first puzzle of a pair, and its number among all puzzles.
    first: Option<(u64, Grid)>,
}

impl Pairs<'_> {
    fn add(&mut self, puzzle: &Grid, session: &mut Session) -> Result<(), Error> {
        // An invalid puzzle also takes its place in a pair, and its partner is not compared.
        let number = session.totals.problems + session.unread;
        if number.is_multiple_of(2) {
            self.first = Some((number, *puzzle));
            return Ok(());
        }
        match self.first.take() {
            Some((partner, first)) if partner + 1 == number => {
                self.compare(&first, puzzle, session)
            }
            _ => Ok(()),
        }
    }

    fn compare(&mut self, first: &Grid, second: &Grid, session: &mut Session) -> Result<(), Error> {
        session.totals.solutions += 1_u32;
        let [one, other] = [first, second].map(|puzzle| self.canonizer.canonical(puzzle));
        let same = one.grid == other.grid;
        if !same {
            session.no_solution();
        }
        let map = same.then(|| one.map.then(&other.map.inverse()).to_string());
        session.print(|output| match (self.args.format, map) {
            (Format::Json, map) => {
                let puzzles = [first.as_str(), second.as_str()];
                output.json(&Object { puzzles, same, map })
            }
            (Format::Line, None) => writeln!(output, "different"),
            (Format::Line, Some(map)) if self.args.map => writeln!(output, "same\t{map}"),
            (Format::Line, Some(_)) => writeln!(output, "same"),
        })
    }

    fn end(&self, session: &mut Session) -> Result<(), Error> {
        match self.first {
            Some((number, _)) if number + 1 == session.totals.problems + session.unread => {
                session.bad("the last puzzle has no partner: give an even number of puzzles")
            }
            _ => Ok(()),
        }
    }
}
