//! `quadrille show`: the solutions of a puzzle, drawn.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::search::Step;
use quadrille::{Cheapest, Limits};

use crate::puzzle::args::{Kind, Shown};
use crate::shared::error::Error;
use crate::shared::interrupt;
use crate::shared::session::{SLICE, Session};
use crate::shared::style::{Color, Look};

/// Solve a puzzle and draw its solutions
///
/// Solutions are drawn on standard output, with blank lines between them, and with --svg in files
/// as well.
///
/// Exit status: 0 if there is a solution; 1 if there is none; 2 for bad usage or arguments; 128
/// and the number of the signal if one has cut it short.
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
    /// With -n 2 or more each solution has a file of its own, whose name has the number of the
    /// solution before its extension: tiling-1.svg, tiling-2.svg, and so on.
    #[arg(long, value_name = "FILE", global = true)]
    svg: Option<PathBuf>,

    /// Draw the solutions that cost least, in order of cost
    #[arg(long, global = true)]
    best: bool,

    #[command(flatten)]
    color: Color,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "solutions", false);
    let result = show(args, &mut session);
    session.end(result)
}

/// Draws the solutions that are wanted.
fn show(args: &Args, session: &mut Session) -> Result<(), Error> {
    let puzzle = args.kind.puzzle().map_err(Error::Bad)?;
    if args.svg.is_some() && !puzzle.is_pictured() {
        return Err(Error::Bad(
            "a solution of this kind is text and no picture: leave out --svg".to_owned(),
        ));
    }
    let look = args.color.look(session.console.output.is_terminal());
    let mut drawer = Drawer { args, look, drawn: 0 };
    if let Some(shown) = puzzle.unsolved() {
        return drawer.draw(shown, session);
    }
    if args.best {
        let most = usize::try_from(args.limit).unwrap_or(usize::MAX);
        let mut cheapest = Cheapest::new(puzzle.problem(), most);
        let found = session.search(&mut cheapest, |cheapest, _| Ok(cheapest.advance(SLICE)))?;
        if !found.is_exact() {
            // Those that were found need not be the best.
            interrupt::check()?;
        }
        for (cover, _) in cheapest.into_covers() {
            drawer.draw(puzzle.solution(&cover), session)?;
        }
    } else {
        interrupt::watch();
        let mut solutions = puzzle.problem().solutions().limited(Limits::none().covers(args.limit));
        loop {
            let step = solutions.advance(SLICE);
            if step == Step::Cover {
                drawer.draw(puzzle.solution(solutions.cover()), session)?;
                session.totals.solutions += 1_u32;
            }
            if step == Step::Exhausted || solutions.is_cut_short() {
                break;
            }
            session.watch_building(solutions.stats())?;
            interrupt::check()?;
        }
    }
    if drawer.drawn == 0 {
        session.no_solution();
        session.say("no solution")?;
    }
    Ok(())
}

/// Draws one solution after the other.
struct Drawer<'a> {
    args: &'a Args,
    look: Look,
    drawn: u64,
}

impl Drawer<'_> {
    fn draw(&mut self, shown: Shown, session: &mut Session) -> Result<(), Error> {
        let (text, picture) = match shown {
            Shown::Text(text, picture) => (text, picture),
            Shown::Board(picture) => (self.look.draw(&picture), Some(picture)),
        };
        let separator = if self.drawn == 0 { "" } else { "\n" };
        session.print(|output| writeln!(output, "{separator}{text}"))?;
        self.drawn += 1;
        if let Some((file, picture)) = self.args.svg.as_ref().zip(picture) {
            let file = if self.args.limit == 1 { file.clone() } else { numbered(file, self.drawn) };
            fs::write(&file, picture.svg())
                .map_err(|error| Error::Bad(format!("cannot write {}: {error}", file.display())))?;
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
