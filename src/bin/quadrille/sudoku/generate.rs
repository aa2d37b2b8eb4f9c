//! `quadrille generate`: new Sudokus.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use clap::error::ErrorKind;
use quadrille::parallel::{OrderedMap, Stop};
use quadrille::sudoku::generate::{
    BoardGenerator, GaveUp, Generated, GeneratedBoard, Generator, Symmetry,
};
use quadrille::sudoku::logic::{Cell, Cells, Level};

use crate::shared::values::{named, positive, range, size, whole};
use crate::shared::{
    Error, Format, Object, OneOf, Session, ThreadArgs, counted, interrupt, random,
};

/// Generate Sudokus
///
/// Each puzzle has one solution and is minimal: no clue can be removed. With --clues, --symmetry or
/// --pattern it need not be minimal. Without --pattern, clues are removed in a random order from a
/// full grid drawn uniformly at random. Nearly all minimal puzzles made in this way have 21 to 28
/// clues, and most have 24 or 25. If a puzzle does not meet the options, another grid is tried.
///
/// On boards of other sizes (with --boxes), full grids are not equally likely, and --rating,
/// --pattern and --symmetry are not supported. `quadrille show sudoku` solves such boards, and
/// `quadrille make sudoku` writes them as exact-cover problems.
///
/// Exit status: 1 if all attempts at a puzzle failed to meet the options.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille generate                                         a puzzle
  quadrille generate -n 100 --rating hard --symmetry rot180 --seed 7
  quadrille generate --clues 30..34 --rating easy -f grid
  quadrille generate -n 1000 --clues 22 --solution > puzzles.csv
  quadrille generate -n 3 --pattern heart.txt --minimal
  quadrille generate --boxes 4x4 > p; quadrille show sudoku p --boxes 4x4
  quadrille generate -n 6 | quadrille sheet > sheet.svg      a page to print
  quadrille generate --rating expert | quadrille explain")]
pub(crate) struct Args {
    /// The number of puzzles
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    number: u64,

    /// The rows and columns of a box: `2x3` for a board of 6x6 cells, `4x4` for one of 16x16
    ///
    /// A box has at least two rows and two columns, and at most 36 cells. The symbols are 1 to 9
    /// and then A, B, C, ..., or 0 to 9 and A to Z if there are 36. Puzzles with more than 16
    /// symbols may take a very long time.
    #[arg(long, value_name = "RxC", value_parser = size, default_value = "3x3")]
    boxes: (usize, usize),

    /// The number of clues: a number, or an inclusive range such as `24..28`
    #[arg(long, value_name = "A..B", value_parser = range, allow_negative_numbers = true)]
    clues: Option<RangeInclusive<usize>>,

    /// The level of `quadrille rate`: `easy`, `medium`, `hard`, `expert` or `extreme`, or a range
    /// such as `medium..hard`
    ///
    /// `extreme` puzzles need forcing chains. The level `beyond logic` is not offered.
    #[arg(long, value_name = "LEVEL", value_parser = levels)]
    rating: Option<RangeInclusive<Level>>,

    /// The cells with clues: 81 characters, with `.`, `0` or `_` for an empty cell, or a file with
    /// them
    ///
    /// The cells may be drawn on several lines with `|`, `-` and `+`; a puzzle with `.`, `0` or `_`
    /// for empty cells is a pattern too. Few clues or large empty areas take many attempts.
    #[arg(long, value_name = "FILE", value_parser = pattern, conflicts_with_all = ["clues", "symmetry"])]
    pattern: Option<Cells>,

    /// The symmetry of the cells with clues
    ///
    /// `rot180` is half a turn, `rot90` a quarter turn; `mirror` exchanges left and right,
    /// `up-down` top and bottom; `diagonal` and `anti-diagonal` exchange the two sides of a
    /// diagonal.
    #[arg(long, value_name = "SYMMETRY", value_parser = named(Symmetry::ALL, Symmetry::name), default_value = "none")]
    symmetry: Symmetry,

    /// Generate only minimal puzzles, even with --symmetry, --pattern or --clues
    ///
    /// With a symmetry, a puzzle may take a thousand attempts.
    #[arg(long)]
    minimal: bool,

    /// The seed: the same seed and options give the same puzzles; random by default
    ///
    /// With a larger --number, the first puzzles stay the same.
    #[arg(long, value_name = "S", value_parser = whole, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Write the solution after each puzzle, separated by a comma
    #[arg(long)]
    solution: bool,

    /// The maximum number of attempts for each puzzle; by default 20000, or 1000 with --boxes
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    attempts: Option<u64>,

    #[command(flatten)]
    threads: ThreadArgs,

    /// The format of a puzzle
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "A character for each cell, `.` for an empty cell"),
        ("grid", Format::Grid, "A drawing over several lines, with a blank line between grids"),
        ("json", Format::Json, "An object per line: the puzzle, its solution, its number, and the seed"),
    ]))]
    format: Format,
}

fn levels(text: &str) -> Result<RangeInclusive<Level>, String> {
    let level = |name: &str| match name.replace('-', " ").parse() {
        Ok(Level::BeyondLogic) => Err(format!(
            "forcing chains solve nearly every puzzle, so `{name}` is not offered: ask for `extreme`"
        )),
        Ok(level) => Ok(level),
        Err(_) => {
            let levels = Level::ALL.into_iter().filter(|&level| level != Level::BeyondLogic);
            let names: Vec<&str> = levels.map(Level::name).collect();
            Err(format!("there is no level `{name}`: choose one of {}", names.join(", ")))
        }
    };
    let (easiest, hardest) = text.split_once("..").unwrap_or((text, text));
    Ok(level(easiest)?..=level(hardest.trim_start_matches('='))?)
}

fn pattern(argument: &str) -> Result<Cells, String> {
    cells(argument).or_else(|_| match fs::read_to_string(argument) {
        Ok(text) => cells(&text),
        Err(error) => Err(format!(
            "it is not a pattern of 81 cells, and no file of this name can be read ({error})"
        )),
    })
}

fn cells(text: &str) -> Result<Cells, String> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '|' | '-' | '+' | '\u{FEFF}');
    let drawn: Vec<char> = text.chars().filter(|&c| !is_between(c)).collect();
    if drawn.len() != 81 {
        return Err(format!(
            "the pattern has {}, but a grid has 81: write `.` for an empty cell",
            counted(drawn.len(), "cell")
        ));
    }
    let clues = drawn.iter().zip(Cell::all()).filter(|(c, _)| !matches!(c, '.' | '0' | '_'));
    Ok(clues.map(|(_, cell)| cell).collect())
}

impl Args {
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.solution && self.format != Format::Line {
            let message =
                "`--solution` needs --format line; with --format json each object has the solution";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        let is_for_nine =
            self.rating.is_some() || self.pattern.is_some() || self.symmetry != Symmetry::None;
        if self.boxes != (3, 3) && is_for_nine {
            let message = "`--rating`, `--pattern` and `--symmetry` are for boards of 9x9 cells: leave out `--boxes`, or \
                 use only `--clues`";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let seed = random::seed(args.seed);
    Session::new("puzzles", "attempts").command(|session| {
        if args.boxes != (3, 3) {
            let (rows, columns) = args.boxes;
            let mut generator = BoardGenerator::boxes(rows, columns, seed)
                .map_err(bad)?
                .minimal(args.minimal)
                .attempts_at_most(args.attempts.unwrap_or(BoardGenerator::ATTEMPTS));
            if let Some(clues) = &args.clues {
                generator = generator.clues(clues.clone());
            }
            generator.check().map_err(bad)?;
            let make = |generator: &mut BoardGenerator, number, go_on: &dyn Fn(u64) -> bool| {
                let made = generator.puzzle_while(number, || go_on(0));
                go_on(made.as_ref().map_or_else(|gave_up| gave_up.attempts, |_| 1));
                let GeneratedBoard { puzzle, solution } = made?;
                Ok([puzzle.text(), solution.text(), puzzle.to_string().trim_end().to_owned()])
            };
            return print_all(args, seed, &generator, make, session);
        }
        let mut generator = Generator::new(seed)
            .symmetry(args.symmetry)
            .minimal(args.minimal)
            .attempts_at_most(args.attempts.unwrap_or(Generator::ATTEMPTS));
        if let Some(clues) = &args.clues {
            generator = generator.clues(clues.clone());
        }
        if let Some(pattern) = args.pattern {
            generator = generator.pattern(pattern);
        }
        if let Some(levels) = &args.rating {
            generator = generator.ratings(levels.clone());
        }
        generator.check().map_err(bad)?;
        let make = |generator: &mut Generator, number, go_on: &dyn Fn(u64) -> bool| {
            let mut attempts = generator.attempts(number);
            while attempts.next().is_some() && go_on(1) {}
            let Generated { puzzle, solution } = attempts.result()?;
            Ok([puzzle.to_string(), solution.to_string(), format!("{puzzle:#}")])
        };
        print_all(args, seed, &generator, make, session)
    })
}

fn bad(error: impl Display) -> Error {
    Error::Bad(error.to_string())
}

/// The maximum number of puzzles that threads make ahead of the next puzzle to print.
const AHEAD: usize = 10_000;

/// Makes the puzzles in other threads, and prints them. A puzzle does not depend on earlier ones.
///
/// `make` makes the puzzle with the given number: its line, the line of its solution, and its
/// drawing. It regularly calls the given function with a number of attempts to add to the total.
/// Once that function returns false, the result of `make` has no meaning.
fn print_all<G: Clone + Sync>(
    args: &Args,
    seed: u64,
    generator: &G,
    make: impl Fn(&mut G, u64, &dyn Fn(u64) -> bool) -> Result<[String; 3], GaveUp> + Sync,
    session: &mut Session,
) -> Result<(), Error> {
    interrupt::watch();
    let attempts = AtomicU64::new(0);
    let work = |generator: &mut G, number: u64, stop: &Stop| {
        let made = make(generator, number, &|more| {
            attempts.fetch_add(more, Relaxed);
            !stop.is_requested()
        });
        let text = made.map(|[puzzle, solution, drawing]| match args.format {
            Format::Grid if number > 0 => format!("\n{drawing}\n"),
            Format::Grid => drawing + "\n",
            Format::Json => {
                let mut object = Object::new();
                object.with("puzzle", puzzle).with("solution", solution);
                object.with("seed", seed).with("number", number + 1);
                format!("{object}\n")
            }
            _ if args.solution => format!("{puzzle},{solution}\n"),
            _ => puzzle + "\n",
        });
        (number, text)
    };
    let print = |made: Option<(u64, Result<String, GaveUp>)>| {
        session.totals.solutions = attempts.load(Relaxed).into();
        let printed = match made {
            Some((_, Ok(text))) => {
                session.totals.problems += 1;
                session.print(|output| output.write_all(text.as_bytes()))
            }
            Some((number, Err(gave_up))) => {
                session.no_solution();
                let advice = "relax the options, or raise --attempts";
                let said = session.say(&format!("puzzle {}: {gave_up}; {advice}", number + 1));
                return ControlFlow::Break(said);
            }
            None => Ok(()),
        };
        match printed.and_then(|()| session.tick()) {
            Ok(()) => ControlFlow::Continue(()),
            ended => ControlFlow::Break(ended),
        }
    };
    let threads = args.threads.threads;
    // One thread does not work ahead: it makes only puzzles that are printed.
    let ahead = if threads.get() == 1 { 1 } else { AHEAD };
    let map = OrderedMap::new(threads, ahead);
    let ended = map.run(0..args.number, || generator.clone(), work, print).map_err(|error| {
        Error::Bad(format!("cannot start {}: {error}", counted(threads, "thread")))
    })?;
    ended.break_value().unwrap_or(Ok(()))
}
