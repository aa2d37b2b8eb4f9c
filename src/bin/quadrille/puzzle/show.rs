//! `quadrille show`: the solutions of a puzzle, drawn.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::search::Step;
use quadrille::{Cheapest, Limits};

use crate::puzzle::args::{Kind, Shown, Solvable};
use crate::shared::console::SLICE;
use crate::shared::output::Output;
use crate::shared::progress::Progress;
use crate::shared::report;
use crate::shared::style::{Color, Look};

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
  quadrille show schedule puzzles/schedule.csv --best

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

    /// Draw the solutions that cost least, in order of cost
    #[arg(long, global = true)]
    best: bool,

    #[command(flatten)]
    color: Color,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let puzzle = match args.kind.puzzle() {
        Ok(puzzle) => puzzle,
        Err(message) => return report::bad(message),
    };
    if args.svg.is_some() && !puzzle.is_pictured() {
        return report::bad("a solution of this kind is text and no picture: leave out --svg");
    }
    let mut output = Output::stdout();
    let mut progress = Progress::new();
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
        Err(Failure::Picture(file, error)) => report::bad(format_args!("cannot write {}: {error}", file.display())),
    }
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

/// Draws the solutions that are wanted, and says how many there were.
fn show(args: &Args, puzzle: &dyn Solvable, output: &mut Output, progress: &mut Progress) -> Result<u64, Failure> {
    let look = args.color.look(output.is_terminal());
    let mut drawer = Drawer { args, look, drawn: 0 };
    if let Some(shown) = puzzle.unsolved() {
        drawer.draw(shown, output)?;
        return Ok(drawer.drawn);
    }
    if args.best {
        let mut cheapest = Cheapest::new(puzzle.problem(), usize::try_from(args.limit).unwrap_or(usize::MAX));
        while cheapest.advance(SLICE) != Step::Exhausted {
            let nodes = cheapest.stats().nodes;
            progress.tick(&[(cheapest.found() as u64, "solutions that may be the best"), (nodes, "nodes")]);
        }
        progress.clear();
        for (cover, _) in cheapest.into_covers() {
            drawer.draw(puzzle.solution(&cover), output)?;
        }
        return Ok(drawer.drawn);
    }
    let mut solutions = puzzle.problem().solutions().limited(Limits::none().covers(args.limit));
    loop {
        let step = solutions.advance(SLICE);
        if step == Step::Cover {
            progress.suspend(|| drawer.draw(puzzle.solution(solutions.cover()), output))?;
        }
        if step == Step::Exhausted || solutions.is_cut_short() {
            return Ok(drawer.drawn);
        }
        progress.tick(&[(drawer.drawn, "solutions"), (solutions.stats().nodes, "nodes")]);
        output.tick()?;
    }
}

/// Draws one solution after the other.
struct Drawer<'a> {
    args: &'a Args,
    look: Look,
    drawn: u64,
}

impl Drawer<'_> {
    fn draw(&mut self, shown: Shown, output: &mut Output) -> Result<(), Failure> {
        let (text, picture) = match shown {
            Shown::Text(text, picture) => (text, picture),
            Shown::Board(picture) => (self.look.draw(&picture), Some(picture)),
        };
        writeln!(output, "{}{text}", if self.drawn == 0 { "" } else { "\n" })?;
        self.drawn += 1;
        if let Some((file, picture)) = self.args.svg.as_ref().zip(picture) {
            let file = if self.args.limit == 1 { file.clone() } else { numbered(file, self.drawn) };
            fs::write(&file, picture.svg()).map_err(|error| Failure::Picture(file, error))?;
        }
        Ok(())
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
