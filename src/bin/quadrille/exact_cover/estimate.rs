//! `quadrille estimate`: estimates the size of a search.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use quadrille::engine::memo::Memo;
use quadrille::search::{Compile, Cube, Engine, Step};
use quadrille::solve::{Estimate, Guess};
use quadrille::{AnyEngine, Count, Counter, EngineChoice, Limits, Problem};
use serde_json::value::RawValue;

use crate::exact_cover::question::{ProblemArgs, unsuited};
use crate::shared::error::{self, Error};
use crate::shared::format::{Format, OneOf};
use crate::shared::output::{Object, json_number};
use crate::shared::search_args::{StopArgs, ThreadArgs};
use crate::shared::session::Session;
use crate::shared::values::{named, positive, whole};
use crate::shared::{counting, interrupt, progress, words};

/// Estimate the size of a search before running it
///
/// Takes many random walks down the search tree to a leaf (Knuth 1975), the same number in each of
/// at least 64 parts of the tree. Prints their mean estimates of the numbers of nodes and covers,
/// each with an interval that contains the true number in about 99 of 100 cases, or less often if a
/// few branches hold most of the tree. The interval narrows with the square root of the number of
/// walks. There is no interval if all walks agree, if a part has had fewer than two walks, or if
/// the number is above about 1e140. The number of covers has no interval if no walk finds a cover.
/// A small tree is searched instead, and has no intervals.
///
/// A third line estimates the time of a search for all covers with one thread. The program also
/// runs `quadrille count` for up to a second if that time is long, the engine is `auto`, and `memo`
/// supports the problem. That command counts equal subproblems only once. A fourth line then gives
/// the time of the count, or says that a count may take a fraction of the search time.
///
/// If the program is stopped after the first walk, it prints an estimate. The first walk starts at
/// the root. Until each part has had a walk too, the estimate comes from the first walk alone.
///
/// Exit status: 1 if a limit was reached before the end of the first walk.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille estimate problem.dlx
  quadrille make queens 20 | quadrille estimate -w 100000
  quadrille estimate -w 1000000 -j 0 FILE          with all hardware threads
  quadrille estimate --timeout 1m FILE
  quadrille estimate -f json FILE | jq .nodes.mean")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,

    /// The approximate number of walks
    #[arg(short, long, value_name = "N", default_value_t = 20_000, value_parser = positive, allow_negative_numbers = true)]
    walks: u64,

    /// The seed of the walks
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole, allow_negative_numbers = true)]
    seed: u64,

    /// The search engine
    #[arg(long, value_name = "ENGINE", value_parser = named(EngineChoice::SEARCHES, EngineChoice::name), default_value = "auto")]
    engine: EngineChoice,

    #[command(flatten)]
    threads: ThreadArgs,

    /// The format of the estimate
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = OneOf(&[
        ("text", Format::Text, "Three lines, or four"),
        ("json", Format::Json, "A JSON object on one line"),
    ]))]
    format: Format,

    #[command(flatten)]
    stop: StopArgs,
}

/// Returns a guess as a JSON object. If its error is unknown, `high` is `null`.
fn interval(guess: Guess) -> Box<RawValue> {
    let (low, high) = guess.interval();
    Object::new().with("mean", guess.mean).with("low", low).with("high", high).value()
}

pub(crate) fn run(args: &Args) -> ExitCode {
    Session::new("problems", "walks").with_stop(args.stop).command(|session| {
        let (problem, name) = args.problem.load(session)?;
        session.begin_search();
        let engine = AnyEngine::new(&problem, args.engine);
        let mut engine = engine.map_err(|error| unsuited(&name, args.engine, &error))?;
        interrupt::watch();
        let mut estimate = Estimate::begin(&Cube::default(), args.seed);
        let ended = estimate.run(&mut engine, args.threads.threads, args.walks, |estimate| {
            session.go_on(estimate.entered(), |_| progress_of(estimate, args.walks))
        });
        let [nodes, covers] = [estimate.nodes(), estimate.covers()];
        let exact = estimate.is_exact();
        // Until the first round is complete, the estimate uses only the first walk.
        let walks = match nodes.rounds {
            0 => u64::from(!exact),
            rounds => rounds * estimate.strata() as u64,
        };
        if ended.is_break() {
            if !estimate.has_error() && estimate.walks() == 0 {
                let nodes = words::counted(estimate.entered(), "node");
                session
                    .say(&format!("{name}: no walk has ended: the search has at least {nodes}"))?;
                return Err(session.without_result());
            }
            if let Some(by) = session.stopped {
                let message = error::stopped(by, words::counted(walks, "walk"));
                session.say(&format!("{name}: {message}"))?;
            }
        }
        session.totals.solutions = walks.into();
        let seconds = nodes.mean / speed(&mut engine);
        let counted = counted(&problem, args.engine, seconds, session)?;
        session.print(|output| {
            if args.format == Format::Json {
                let mut object = Object::new();
                object.with("nodes", interval(nodes)).with("covers", interval(covers));
                object.with("seconds", seconds).with("walks", walks).with("exact", exact);
                if let Some((count, seconds)) = counted.filter(|(count, _)| count.is_exact()) {
                    let mut counted = Object::new();
                    counted.with("covers", json_number(&count)).with("seconds", seconds);
                    object.with("counted", counted.value());
                }
                return writeln!(output, "{object}");
            }
            for (guess, what) in [(nodes, "nodes"), (covers, "covers")] {
                let (low, high) = guess.interval();
                let (mean, low, high) = (short(guess.mean), short(low), short(high));
                let text = match guess.rounds {
                    // With bounds, one search enters other nodes than searches of its parts.
                    _ if exact && what == "nodes" && problem.has_bounds() => mean,
                    _ if exact => format!("{}, exactly", guess.mean),
                    0 => format!("{mean}, a guess from one walk"),
                    1 => {
                        let parts = words::counted(walks, "part");
                        format!("{mean}, a guess from one walk in each of {parts}")
                    }
                    _ if guess.mean == 0.0 => format!("{mean}; none of {walks} walks found one"),
                    _ if guess.error.is_infinite() => format!("{mean} or many more"),
                    _ if guess.error > 0.0 => format!("{mean}, between {low} and {high}"),
                    _ => format!("{mean}; all {walks} walks agree"),
                };
                writeln!(output, "{what} {text}")?;
            }
            writeln!(output, "time {}, with one thread", long(seconds))?;
            let Some((count, seconds)) = counted else { return Ok(()) };
            let takes = match count.is_exact() {
                true => format!("takes {} to count all {count}", long(seconds)),
                false => "may take a fraction of this time".to_owned(),
            };
            writeln!(output, "`count` {takes}: it counts equal subproblems once")
        })?;
        if ended.is_break() { error::check_signal() } else { Ok(()) }
    })
}

fn progress_of(estimate: &Estimate, wanted: u64) -> String {
    let [walks, wanted, entered] =
        [estimate.walks(), wanted, estimate.entered()].map(progress::grouped);
    let (wanted, entered) = (words::counted(wanted, "walk"), words::counted(entered, "node"));
    let mut text = format!("{walks} of {wanted}, {entered}");
    if estimate.has_error() || estimate.walks() > 0 {
        text += &format!(", about {} nodes in all", short(estimate.nodes().mean));
    }
    text
}

/// The minimum time in seconds of a search for which counting is tried, and the time of the trial.
const LONG: f64 = 5.0;
const TRIAL: Duration = Duration::from_secs(1);

/// Tries for a second to count all covers without listing them, if a search for them would take a
/// long time. Returns the count, which may be incomplete, and its time in seconds. Returns `None`
/// if the search is short or stopped, an engine is requested, or counting would be a search too.
fn counted(
    problem: &Problem,
    choice: EngineChoice,
    seconds: f64,
    session: &mut Session,
) -> Result<Option<(Count, f64)>, Error> {
    if choice != EngineChoice::Auto
        || seconds < LONG
        || interrupt::is_requested()
        || session.stopped.is_some()
        || Memo::supports(problem).is_err()
    {
        return Ok(None);
    }
    let begun = Instant::now();
    let mut counter = Counter::new(problem).limited(Limits::none().until(begun + TRIAL));
    let count = counting::count_cube(&mut counter, &Cube::default(), session)?;
    Ok(Some((count, begun.elapsed().as_secs_f64())))
}

/// Returns the number of nodes that the engine visits per second.
fn speed(engine: &mut AnyEngine) -> f64 {
    let begun = Instant::now();
    let mut nodes = 0;
    // A small search is repeated until its time can be measured.
    let is_short = || begun.elapsed() < Duration::from_millis(200);
    while is_short() {
        engine.start(&Cube::default()).expect("this cube names no option");
        // A node of a very large problem takes a long time.
        while engine.skip(u64::MAX, 20).1 == Step::Paused && is_short() {}
        nodes += engine.stats().nodes;
    }
    nodes as f64 / begun.elapsed().as_secs_f64()
}

/// Formats a number with three significant digits, or as a whole number if below a thousand.
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
