//! `quadrille generate`: new Sudokus.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use quadrille::sudoku::generate::{GaveUp, Generated, Generator, Symmetry};
use quadrille::sudoku::logic::Level;
use serde::Serialize;

use crate::shared::console::Session;
use crate::shared::range::range;
use crate::shared::search_args::threads;

/// Make Sudokus
///
/// Each puzzle has one solution, and no clue of it can be left out, unless a number of clues or a symmetry is asked for. It is
/// made from a full grid that is drawn at random, each with the same probability, by taking clues away in a random order; if
/// the outcome is not what is asked for, this is done again with another grid.
///
/// Minimal puzzles that are made in this way have 21 to 28 clues, most of them 24 or 25.
///
/// Exit status: 0 if all puzzles were made; 1 if it had to give up because no attempt met the wishes; 2 for bad usage.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille generate                                         a puzzle
  quadrille generate -n 100 --rating hard --symmetry rot180 --seed 7
  quadrille generate --clues 30..34 --rating easy -f grid
  quadrille generate -n 1000 --clues 22 --solution > puzzles.csv
  quadrille generate -n 10 --rating expert | quadrille explain")]
pub(crate) struct Args {
    /// How many puzzles to make
    #[arg(short = 'n', long = "number", value_name = "N", default_value_t = 1)]
    number: u64,

    /// The number of clues: a number, or a range as `24..28`, which has both of its ends
    #[arg(long, value_name = "A..B", value_parser = range)]
    clues: Option<RangeInclusive<usize>>,

    /// How hard, as `quadrille rate` says it without options
    #[arg(long, value_name = "LEVEL", value_parser = levels())]
    rating: Option<Level>,

    /// Which symmetry the cells with clues have
    #[arg(long, value_name = "SYMMETRY", value_parser = symmetries(), default_value = "none")]
    symmetry: Symmetry,

    /// Only puzzles without a superfluous clue, also with a symmetry or a number of clues
    ///
    /// With a symmetry few attempts get there: one out of 10 to 500.
    #[arg(long)]
    minimal: bool,

    /// Make the puzzles of this number: the same number, the same puzzles
    ///
    /// Without it every run makes others. With the same seed and wishes, the first puzzles are the same whatever N is.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Write the solution after each puzzle, with a comma between them
    #[arg(long)]
    solution: bool,

    /// How many times to try for each puzzle before giving up
    #[arg(long, value_name = "N", default_value_t = Generator::ATTEMPTS, value_parser = clap::value_parser!(u64).range(1..))]
    attempts: u64,

    /// Make them with N threads; 0 for as many as the machine runs at once
    ///
    /// The puzzles are the same in the same order.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// How to print a puzzle
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Line)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// 81 characters in a line, `.` for an empty cell
    Line,
    /// A drawing over eleven lines, with a blank line between grids
    Grid,
    /// An object in a line: the puzzle, its solution, the seed, and the number from 1 on
    Json,
}

/// Reads the name of a level; `beyond logic` without its blank.
fn levels() -> impl TypedValueParser<Value = Level> {
    let value = |level: Level| match level {
        Level::BeyondLogic => PossibleValue::new("beyond-logic").alias(level.name()),
        _ => PossibleValue::new(level.name()),
    };
    PossibleValuesParser::new(Level::ALL.map(value))
        .map(|name| name.replace('-', " ").parse().expect("only names of levels pass"))
}

fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name))
        .map(|name| name.parse().expect("only names of symmetries pass"))
}

impl Args {
    /// What is wrong with arguments that are right one by one.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        if self.solution && self.format != Format::Line {
            let message = "`--solution` is for lines: with --format json each object has the solution";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }

    fn generator(&self, seed: u64) -> Generator {
        let generator =
            Generator::new(seed).symmetry(self.symmetry).minimal(self.minimal).attempts_at_most(self.attempts);
        let generator = match &self.clues {
            Some(clues) => generator.clues(clues.clone()),
            None => generator,
        };
        match self.rating {
            Some(level) => generator.rating(level),
            None => generator,
        }
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("puzzles", "attempts", false);
    // A hasher of the standard library is seeded by the operating system.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let result = generate(args, seed, &mut session);
    session.end(result)
}

fn generate(args: &Args, seed: u64, session: &mut Session) -> io::Result<()> {
    let mut generator = args.generator(seed);
    if let Err(impossible) = generator.check() {
        session.no_solution();
        return session.say(&impossible.to_string());
    }
    let threads = threads(args.threads).get();
    if threads > 1 {
        return by_threads(args, seed, &generator, threads, session);
    }
    for number in 0..args.number {
        let mut attempts = generator.attempts(number);
        while attempts.next().is_some() {
            session.solutions += 1;
            session.tick()?;
        }
        match attempts.result() {
            Ok(made) => print(args, seed, number, &made, session)?,
            Err(gave_up) => return give_up(number, &gave_up, session),
        }
        session.problems += 1;
    }
    Ok(())
}

fn give_up(number: u64, gave_up: &GaveUp, session: &mut Session) -> io::Result<()> {
    session.no_solution();
    session.say(&format!("puzzle {}: {gave_up}; ask for less, or raise --attempts", number + 1))
}

/// How far threads run ahead of the puzzle that is to be printed next.
const AHEAD: u64 = 10_000;

/// A puzzle depends on its number and not on what was made before, so that each thread takes the next number that nobody has.
fn by_threads(args: &Args, seed: u64, generator: &Generator, threads: usize, session: &mut Session) -> io::Result<()> {
    let (next, printed) = (AtomicU64::new(0), AtomicU64::new(0));
    let (send, made) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (mut generator, send, next, printed) = (generator.clone(), send.clone(), &next, &printed);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    while number >= printed.load(Ordering::Relaxed).saturating_add(AHEAD) {
                        thread::sleep(Duration::from_millis(1));
                    }
                    if number >= args.number {
                        return;
                    }
                    let mut attempts = generator.attempts(number);
                    let mut count = 0;
                    // Whoever waits for this has gone when the output has failed, or a puzzle before it.
                    while attempts.next().is_some() {
                        count += 1;
                        if printed.load(Ordering::Relaxed) == u64::MAX {
                            return;
                        }
                    }
                    if send.send((number, count, attempts.result())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let result = print_in_order(args, seed, &made, &printed, session);
        printed.store(u64::MAX, Ordering::Relaxed);
        next.store(args.number, Ordering::Relaxed);
        result
    })
}

/// Prints puzzles in the order of their numbers as they come.
fn print_in_order(
    args: &Args,
    seed: u64,
    made: &Receiver<(u64, u64, Result<Generated, GaveUp>)>,
    printed: &AtomicU64,
    session: &mut Session,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut number = 0;
    while number < args.number {
        match made.recv_timeout(Duration::from_millis(50)) {
            Ok((number, attempts, result)) => {
                session.solutions += attempts;
                early.insert(number, result);
            }
            Err(RecvTimeoutError::Timeout) => {}
            // The threads have panicked: that is found when they are joined.
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(result) = early.remove(&number) {
            match result {
                Ok(puzzle) => print(args, seed, number, &puzzle, session)?,
                Err(gave_up) => return give_up(number, &gave_up, session),
            }
            session.problems += 1;
            number += 1;
            printed.store(number, Ordering::Relaxed);
        }
        session.tick()?;
    }
    Ok(())
}

/// A line of `--format json`.
#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    solution: &'a str,
    seed: u64,
    number: u64,
}

fn print(args: &Args, seed: u64, number: u64, made: &Generated, session: &mut Session) -> io::Result<()> {
    let Generated { puzzle, solution } = made;
    session.print(|output| match args.format {
        Format::Line if args.solution => writeln!(output, "{puzzle},{solution}"),
        Format::Line => writeln!(output, "{puzzle}"),
        Format::Grid => writeln!(output, "{}{puzzle:#}", if number == 0 { "" } else { "\n" }),
        Format::Json => {
            let [puzzle, solution] = [puzzle.as_str(), solution.as_str()];
            output.json(&Object { puzzle, solution, seed, number: number + 1 })
        }
    })
}
