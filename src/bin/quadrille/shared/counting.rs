//! Counting of covers: with one thread while a cache pays, then with all threads.

use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::engine::bands::Tables;
use quadrille::search::{Engine, OpenCube, Stats};
use quadrille::solve::SearchState;
use quadrille::{AnyEngine, Count, Counter, EngineChoice, Problem, sudoku};
use serde_json::value::RawValue;

use crate::shared::error::{self, Error};
use crate::shared::gathered::{self, Work};
use crate::shared::interrupt;
use crate::shared::search_args::SearchArgs;
use crate::shared::session::{SLICE, Session};

/// A counter of covers, or of completions of a Sudoku.
pub(crate) trait Counting {
    fn advance(&mut self, nodes: u64) -> bool;
    fn count_so_far(&self) -> Count<BigUint>;
    fn stats(&self) -> Stats;
    fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<OpenCube>)>;
    /// Returns the fraction of the work that is left, if it is known.
    fn open(&self) -> Option<f64>;
}

macro_rules! counting {
    ($counter:ty) => {
        impl Counting for $counter {
            fn advance(&mut self, nodes: u64) -> bool {
                self.advance(nodes)
            }

            fn count_so_far(&self) -> Count<BigUint> {
                self.count_so_far()
            }

            fn stats(&self) -> Stats {
                self.stats()
            }

            fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<OpenCube>)> {
                self.take_remaining()
            }

            fn open(&self) -> Option<f64> {
                SearchState::open(self)
            }
        }
    };
}

counting!(Counter<'_>);
counting!(sudoku::Counter);

/// Counts until the number is known, the limit is reached, or an interrupt arrives. With several
/// threads, the part of the work that the counter would do by search is shared among them, as
/// `work` describes.
pub(crate) fn count(
    counter: &mut impl Counting,
    args: &SearchArgs,
    work: &Work<'_>,
    session: &mut Session,
) -> Result<Count<BigUint>, Error> {
    interrupt::watch();
    let mut rest = None;
    let mut announcement = Announcement::default();
    while !counter.advance(SLICE) && !interrupt::is_requested() {
        if args.threads().get() > 1 {
            rest = counter.take_remaining();
            if rest.is_some() {
                break;
            }
        }
        session.watch_counting(&counter.count_so_far().found(), counter.stats(), counter.open())?;
        announcement.consider(counter.open(), session)?;
    }
    let count = counter.count_so_far();
    let (Count::Exactly(found) | Count::AtLeast(found)) = &count;
    session.totals.add(found, counter.stats());
    let Some((engine, parts)) = rest else { return Ok(count) };
    let counted = count.found();
    // The subtraction cannot underflow: the counter stops at the limit.
    let most = args.most().map_or(u128::MAX, |most| {
        u128::try_from(BigUint::from(most) - &counted).unwrap_or(u128::MAX)
    });
    let rest = gathered::run(args, engine, parts, most, work, session)?;
    Ok(rest.map(|rest| counted + rest))
}

/// Finishes the tables of a Sudoku.
///
/// # Errors
/// [`Error::Interrupted`] after a signal.
pub(crate) fn finish(tables: &mut Tables, session: &mut Session) -> Result<(), Error> {
    interrupt::watch();
    let mut announcement = Announcement::default();
    while !tables.advance(SLICE) {
        let stats = Stats { nodes: tables.nodes(), ..Stats::default() };
        let open = 1.0 - tables.done();
        session.watch_counting(&tables.at_least().into(), stats, Some(open))?;
        error::check_signal()?;
        announcement.consider(Some(open).filter(|_| tables.is_planned()), session)?;
    }
    session.totals.add(0_u32, Stats { nodes: tables.nodes(), ..Stats::default() });
    Ok(())
}

/// The time after which a long count is announced, and the time that is long.
const ANNOUNCED_AFTER: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_secs(5);

/// The announcement of the time that a count will take.
#[derive(Default)]
pub(crate) struct Announcement {
    /// The time and the fraction of the work left when the latter was first known.
    start: Option<(Instant, f64)>,
    is_made: bool,
}

impl Announcement {
    /// Says how long the count will take, once that can be told, and if it is long. `open` is the
    /// fraction of the work that is left, if it is known.
    pub(crate) fn consider(
        &mut self,
        open: Option<f64>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let Some(open) = open else { return Ok(()) };
        let (start, open_at_start) = *self.start.get_or_insert_with(|| (Instant::now(), open));
        let elapsed = start.elapsed();
        let done = open_at_start - open;
        if self.is_made || elapsed < ANNOUNCED_AFTER || done <= 0.0 {
            return Ok(());
        }
        self.is_made = true;
        let left = elapsed.as_secs_f64() * open / done;
        match Duration::try_from_secs_f64(left.round()) {
            Ok(left) if left < LONG => Ok(()),
            Ok(left) => {
                let left = humantime::format_duration(left);
                session.say(&format!("the count will take about {left}"))
            }
            Err(_) => session.say("the count will take longer than can be told"),
        }
    }
}

/// Returns the line of `--stats` that names the engine and the reason for its choice.
pub(crate) fn reason(engine: &AnyEngine, choice: EngineChoice, problem: &Problem) -> String {
    let name = engine.name();
    match choice {
        EngineChoice::Auto => format!("engine `{name}`: {}", engine.reason(problem)),
        _ => format!("engine `{name}`: chosen with --engine {choice}"),
    }
}

/// Returns a number of any length as a JSON number.
pub(crate) fn json_number(number: &BigUint) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("decimal digits are a number")
}
