//! `quadrille show`: draws the solutions of a puzzle.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use quadrille::search::Step;
use quadrille::{Cheapest, Limits};

use crate::puzzle::args::{Kind, Shown};
use crate::shared::error::{self, Error};
use crate::shared::interrupt;
use crate::shared::session::{SLICE, Session};
use crate::shared::style::{BoardStyle, Color};

/// Solve a puzzle and draw its solutions
///
/// Solutions are drawn on standard output, with blank lines between them, and with --svg also in
/// files.
///
/// Exit status: 0 if there is a solution; 1 if there is none; 2 for bad usage or arguments; 128
/// plus the signal number if a signal ended the program.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille show queens 8
  quadrille show langford 7 -n 10
  quadrille show polyomino pentominoes 6x10 --svg tiling.svg
  quadrille show polycube soma 3x3x3 -n 2 --svg soma.svg     writes soma-1.svg and soma-2.svg
  quadrille show schedule puzzles/schedule.csv --best

`quadrille show KIND --help` describes a kind.")]
pub(crate) struct Args {
    #[command(subcommand)]
    kind: Kind,

    /// The maximum number of solutions to draw
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        default_value_t = 1,
        global = true
    )]
    limit: u64,

    /// Also write the solution as an SVG picture to a file
    ///
    /// With -n 2 or more, each solution has its own file, with the number of the solution before
    /// the extension: tiling-1.svg, tiling-2.svg, and so on.
    #[arg(long, value_name = "FILE", global = true)]
    svg: Option<PathBuf>,

    /// Draw the solutions of least cost, in order of cost
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

/// Draws the requested solutions.
fn show(args: &Args, session: &mut Session) -> Result<(), Error> {
    let puzzle = args.kind.puzzle().map_err(Error::Bad)?;
    if args.svg.is_some() && !puzzle.is_pictured() {
        return Err(Error::Bad(
            "the solutions of this puzzle are text, not pictures: leave out --svg".to_owned(),
        ));
    }
    let style = args.color.style(session.console.output.is_terminal());
    let mut drawer = Drawer { args, style, drawn: 0 };
    if let Some(shown) = puzzle.unsolved() {
        return drawer.draw(shown, session);
    }
    if args.best {
        let most = usize::try_from(args.limit).unwrap_or(usize::MAX);
        let mut cheapest = Cheapest::new(puzzle.problem(), most);
        let found = session.search(&mut cheapest, |cheapest, _| Ok(cheapest.advance(SLICE)))?;
        if !found.is_exact() {
            // The solutions found so far need not be the best.
            error::check_signal()?;
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
            error::check_signal()?;
        }
    }
    if drawer.drawn == 0 {
        session.no_solution();
        session.say("no solution")?;
    }
    Ok(())
}

/// The printer of solutions, one after the other.
struct Drawer<'a> {
    args: &'a Args,
    style: BoardStyle,
    drawn: u64,
}

impl Drawer<'_> {
    fn draw(&mut self, shown: Shown, session: &mut Session) -> Result<(), Error> {
        let (text, picture) = match shown {
            Shown::Text(text, picture) => (text, picture),
            Shown::Board(picture) => (self.style.draw(&picture), Some(picture)),
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

/// Returns the file name for the solution with this number: `tiling-2.svg` for `tiling.svg`.
fn numbered(file: &Path, number: u64) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}
