//! `quadrille sheet`: a printable page of Sudokus.

use std::io::Write;
use std::process::ExitCode;

use quadrille::puzzle::{self, Drawn, Paper};
use quadrille::sudoku::{Puzzle, Solver};

use crate::shared::{Error, InputArgs, LineArgs, Lines, OneOf, Session};

/// Draw Sudokus on a printable page, as an SVG picture
///
/// Draws at most 80 puzzles on one page, with their numbers and remarks. More puzzles are an error.
/// Browsers and drawing programs can print the page or convert it to PDF.
///
/// Exit status: 1 with --solved if some puzzle does not have exactly one solution.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille generate -n 6 --rating medium > six.txt
  quadrille sheet six.txt > sheet.svg
  quadrille sheet --solved --columns 3 six.txt > solutions.svg
  quadrille rate -p FILE | quadrille sheet --title 'This week' > week.svg   with ratings
  head -12 FILE | tail -6 | quadrille sheet > second-page.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// The number of puzzles side by side; by default it depends on the number of puzzles
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20), allow_negative_numbers = true)]
    columns: Option<u8>,

    /// Draw the solutions, with the clues in bold
    #[arg(long)]
    solved: bool,

    /// The title at the top of the page
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,

    /// The size of the page
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = OneOf(&[
        ("a4", Paper::A4, "210 by 297 millimetres"),
        ("letter", Paper::Letter, "8.5 by 11 inches"),
    ]))]
    paper: Paper,
}

/// The maximum number of puzzles on a page: more would be too small to read.
const MOST: usize = 80;

pub(crate) fn run(args: &Args) -> ExitCode {
    Session::new("puzzles", "drawn").command(|session| {
        session.lines = Lines::new(&LineArgs { align: false, keep: true }, false);
        let mut solver = Solver::new();
        let mut pictures = Vec::new();
        args.input.each(session, |session, puzzle, place| {
            let only =
                args.solved.then(|| solver.solutions_of(puzzle).uniqueness().only()).flatten();
            if args.solved && only.is_none() {
                session.no_solution();
                return session
                    .say(&format!("{place}: it does not have exactly one solution to draw"));
            }
            if pictures.len() == MOST {
                return Err(Error::Bad(format!(
                    "a page has room for {MOST} puzzles: give fewer, as with `head -{MOST}`"
                )));
            }
            let drawn = Puzzle { solution: only.map(Box::new), ..puzzle.clone() };
            let mut picture = drawn.picture();
            let number = pictures.len() + 1;
            picture.caption(match place.remark {
                Some(remark) => format!("{number}. {}", remark.trim_start_matches(['#', ' '])),
                None => format!("{number}."),
            });
            pictures.push(picture);
            session.totals.solutions += 1_u32;
            Ok(())
        })?;
        if pictures.is_empty() {
            let is_empty = session.totals.problems == 0 && session.lines.unread == 0;
            let message = "no puzzle to draw: the input has none".to_owned();
            return if is_empty { Err(Error::Bad(message)) } else { Ok(()) };
        }
        // A page is taller than it is wide.
        let chosen = (1..).find(|columns| columns * (columns + 1) >= pictures.len());
        let columns = args.columns.map(usize::from).or(chosen).unwrap_or(1);
        let page = puzzle::sheet(&pictures, columns, &args.title, args.paper);
        session.print(|output| output.write_all(page.as_bytes()))
    })
}
