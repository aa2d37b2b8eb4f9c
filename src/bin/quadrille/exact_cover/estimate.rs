//! `quadrille estimate`: estimates the size of a search.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::search::{Cube, Engine};
use quadrille::solve::{Estimate, Guess};
use quadrille::{AnyEngine, EngineChoice};
use serde::Serialize;

use crate::exact_cover::problem_file::{Loaded, ProblemArgs};
use crate::shared::error::{self, Error};
use crate::shared::session::Session;
use crate::shared::{interrupt, progress};

/// Estimate the number of nodes and covers of a search before running it
///
/// Takes many random walks from the root of the search tree to a leaf, choosing a branch at random
/// at each node (Knuth 1975). Prints the means of their estimates, each with an interval that
/// contains the true number in about 99 cases of 100, and less often if a few branches hold most of
/// the tree. More walks narrow the interval by the square root of their number.
///
/// A third line estimates the time of a search for all covers with one thread, from the measured
/// speed of the engine.
///
/// Exit status: 0 on success; 2 for bad usage or input; 128 plus the signal number if a signal
/// ended the program: the estimate is then that of the walks up to the signal.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille estimate problem.dlx
  quadrille make queens 20 | quadrille estimate -w 100000
  quadrille estimate -f json FILE | jq .nodes.mean")]
pub(crate) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,

    /// The approximate number of walks
    #[arg(short, long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    walks: u64,

    /// The seed of the walks
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The engine: `auto`, `links` or `bits`
    #[arg(long, value_name = "ENGINE", value_parser = crate::shared::search_args::searching_engines(), default_value = "auto")]
    engine: EngineChoice,

    /// The format of the estimate
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Three lines
    Text,
    /// A JSON object in a line
    Json,
}

#[derive(Serialize)]
struct Object {
    nodes: Interval,
    covers: Interval,
    seconds: f64,
    walks: u64,
    exact: bool,
}

#[derive(Serialize)]
struct Interval {
    mean: f64,
    low: f64,
    high: f64,
}

impl From<Guess> for Interval {
    fn from(guess: Guess) -> Self {
        let (low, high) = guess.interval();
        Self { mean: guess.mean, low, high }
    }
}

impl Args {
    /// Checks for conflicting arguments.
    pub(crate) fn check(&self) -> Result<(), (ErrorKind, &'static str)> {
        self.problem.check()
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut session = Session::new("problems", "walks", false);
    let result = estimate(args, &mut session);
    session.end(result)
}

fn estimate(args: &Args, session: &mut Session) -> Result<(), Error> {
    let Loaded { problem, name, .. } = args.problem.load(session)?;
    let mut engine = AnyEngine::new(&problem, args.engine).map_err(|error| {
        Error::Bad(format!(
            "{name}: not for the engine `{}`: {error}; `--engine auto` finds one",
            args.engine
        ))
    })?;
    let mut estimate = Estimate::new(&mut engine, &Cube::default(), args.seed);
    let mut walks = 0;
    interrupt::watch();
    // After an interrupt, a few walks are enough.
    while !estimate.is_exact() && walks < args.walks && !(interrupt::is_requested() && walks > 0) {
        estimate.walk(&mut engine);
        let strata = estimate.strata() as u64;
        walks += strata;
        session.totals.solutions += strata;
        match session.tick() {
            Err(Error::Interrupted) | Ok(()) => {}
            Err(error) => return Err(error),
        }
    }
    let [nodes, covers] = [estimate.nodes(), estimate.covers()];
    let seconds = nodes.mean / speed(&mut engine);
    session.print(|output| match args.format {
        Format::Json => {
            let object = Object {
                nodes: nodes.into(),
                covers: covers.into(),
                seconds,
                walks,
                exact: estimate.is_exact(),
            };
            output.json(&object)
        }
        Format::Text => {
            for (guess, what) in [(nodes, "nodes"), (covers, "covers")] {
                let (low, high) = guess.interval();
                let (mean, low, high) = (short(guess.mean), short(low), short(high));
                if guess.error > 0.0 {
                    writeln!(output, "{what} {mean}, between {low} and {high}")?;
                } else if estimate.is_exact() {
                    writeln!(output, "{what} {}, exactly", guess.mean)?;
                } else {
                    writeln!(output, "{what} {mean}; all walks agree")?;
                }
            }
            writeln!(output, "time {}, with one thread", long(seconds))
        }
    })?;
    if estimate.is_exact() || walks >= args.walks { Ok(()) } else { error::check_signal() }
}

/// Returns the number of nodes that the engine visits per second.
fn speed(engine: &mut AnyEngine) -> f64 {
    let begun = Instant::now();
    let mut nodes = 0;
    // A small search is repeated until its time can be measured.
    while begun.elapsed() < Duration::from_millis(200) {
        engine.start(&Cube::default()).expect("this cube names no option");
        while engine.skip(u64::MAX, 1_000).1 == quadrille::search::Step::Paused
            && begun.elapsed() < Duration::from_millis(200)
        {}
        nodes += engine.stats().nodes;
    }
    nodes as f64 / begun.elapsed().as_secs_f64()
}

/// Formats a number with three significant digits, or a whole number below a thousand.
fn short(number: f64) -> String {
    if number < 1000.0 { format!("{number:.0}") } else { format!("{number:.2e}") }
}

/// Formats seconds in a suitable unit.
fn long(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 0.001 => "less than a millisecond".to_owned(),
        seconds if seconds < 1.0 => format!("{:.0} ms", seconds * 1000.0),
        seconds if seconds < 120.0 => format!("{seconds:.1} s"),
        seconds if seconds < 1000.0 * 86400.0 => progress::time(seconds),
        seconds => format!("{} years", short(seconds / (365.25 * 86400.0))),
    }
}
