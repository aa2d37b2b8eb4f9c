//! `quadrille show`: the solutions of a puzzle, drawn.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::Limits;
use quadrille::engine::Step;

use crate::kind::{Kind, Solvable};
use crate::output::Output;
use crate::progress::Progress;
use crate::report;

/// Solve a puzzle and draw its solutions
///
/// Solutions are drawn on standard output, with blank lines between them, and with --svg in files as well.
///
/// Exit status: 0 if there is a solution; 1 if there is none; 2 for bad usage or arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show queens 8
  quadrille show langford 7 -n 10
  quadrille show polyomino pentominoes 6x10 --svg tiling.svg
  quadrille show polycube soma 3x3x3 -n 2 --svg soma.svg     writes soma-1.svg and soma-2.svg

`quadrille show KIND --help` says more about a kind.")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,

    /// How many solutions to draw, if there are as many
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        default_value_t = 1,
        global = true
    )]
    limit: u64,

    /// Write the solution as an SVG picture to a file too
    ///
    /// With -n 2 or more each solution has a file of its own, whose name has the number of the solution before its
    /// extension: tiling-1.svg, tiling-2.svg, and so on.
    #[arg(long, value_name = "FILE", global = true)]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let puzzle = match args.kind.puzzle() {
        Ok(puzzle) => puzzle,
        Err(message) => return bad(&message),
    };
    if args.svg.is_some() && !puzzle.is_pictured() {
        return bad("a solution of this kind is text and no picture: leave out --svg");
    }
    let mut output = Output::stdout();
    let mut progress = Progress::new(!output.is_terminal());
    let shown = show(args, &*puzzle, &mut output, &mut progress).and_then(|found| {
        output.flush().map_err(Failure::Output)?;
        Ok(found)
    });
    progress.clear();
    match shown {
        Ok(0) => {
            report::message("no solution");
            ExitCode::from(report::NO_SOLUTION)
        }
        Ok(_) => ExitCode::from(report::SOLVED),
        Err(Failure::Output(error)) => report::written(Err(error)),
        Err(Failure::Picture(file, error)) => bad(&format!("cannot write {}: {error}", file.display())),
    }
}

fn bad(message: &str) -> ExitCode {
    report::message(message);
    ExitCode::from(report::BAD)
}

/// What could not be written.
enum Failure {
    Output(io::Error),
    Picture(PathBuf, io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// How many nodes to search between two looks at the clock: a few milliseconds' worth.
const SLICE: u64 = 10_000;

/// Draws the solutions that are wanted, and says how many there were.
fn show(args: &Args, puzzle: &dyn Solvable, output: &mut Output, progress: &mut Progress) -> Result<u64, Failure> {
    let mut solutions = puzzle.problem().solutions().limited(Limits::none().covers(args.limit));
    let mut found = 0;
    loop {
        let step = solutions.advance(SLICE);
        if step == Step::Cover {
            found += 1;
            let (text, picture) = puzzle.solution(solutions.cover());
            progress.suspend(|| writeln!(output, "{}{text}", if found == 1 { "" } else { "\n" }))?;
            if let Some((file, picture)) = args.svg.as_ref().zip(picture) {
                let file = if args.limit == 1 { file.clone() } else { numbered(file, found) };
                fs::write(&file, picture.svg()).map_err(|error| Failure::Picture(file, error))?;
            }
        }
        if step == Step::Exhausted || solutions.is_cut_short() {
            return Ok(found);
        }
        progress.tick(0, found, solutions.stats().nodes);
        output.tick()?;
    }
}

/// The name of the file for the solution of this number: `tiling-2.svg` for `tiling.svg`.
fn numbered(file: &Path, number: u64) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}
