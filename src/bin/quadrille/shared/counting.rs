//! Counting of covers: with a cache while it pays, then by search.

use std::fmt::Display;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::engine::bands::Tables;
use quadrille::search::{Advance, Cube, Engine, SLICE, Stats, Step};
use quadrille::solve::WeightedCubes;
use quadrille::{AnyEngine, Count, Counter, EngineChoice, Problem, sudoku};
use serde_json::value::RawValue;

use crate::shared::error::Error;
use crate::shared::gathered::{self, Work};
use crate::shared::interrupt;
use crate::shared::search_args::SearchArgs;
use crate::shared::session::Session;

/// A counter of covers, or of completions of a Sudoku.
pub(crate) trait Counting: Advance {
    fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<WeightedCubes>)>;
    /// True if the system has refused memory for the cache.
    fn lacks_memory(&self) -> bool;
    /// True if the time that the open fraction takes can be told from the time of the rest.
    fn is_steady(&self) -> bool;
}

macro_rules! counting {
    ($counter:ty, $is_steady:literal) => {
        impl Counting for $counter {
            fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<WeightedCubes>)> {
                self.take_remaining()
            }

            fn lacks_memory(&self) -> bool {
                self.lacks_memory()
            }

            fn is_steady(&self) -> bool {
                $is_steady
            }
        }
    };
}

// A cache finds equal subproblems more and more often.
counting!(Counter<'_>, false);
counting!(sudoku::Counter, true);

/// Counts until the number is known, the limit is reached, or an interrupt arrives. With several
/// threads, the part of the work that the counter would do by search is shared among them, as
/// `work` describes.
pub(crate) fn count(
    counter: &mut impl Counting,
    args: &SearchArgs,
    work: &Work<'_>,
    session: &mut Session,
) -> Result<Count, Error> {
    interrupt::watch();
    let mut rest = None;
    let mut announcement = Announcement::default();
    let mut begun = None;
    loop {
        if counter.advance(session.pace.nodes()) == Step::Exhausted
            || counter.is_cut_short()
            || interrupt::is_requested()
        {
            break;
        }
        // The first slice is not measured: most counts have no other, and looking at the clock
        // takes some of their time.
        let now = Instant::now();
        if let Some(before) = begun.replace(now) {
            session.pace.adapt(now - before);
        }
        session.note_memory(counter.lacks_memory())?;
        if args.threads().get() > 1 {
            rest = counter.take_remaining();
            if rest.is_some() {
                break;
            }
        }
        session.watch_counting(counter.stats(), || {
            (counter.count_so_far().to_big(), counter.open())
        })?;
        if counter.is_steady() {
            announcement.consider(counter.open(), session)?;
        }
    }
    if rest.is_none() && counter.is_cut_short() {
        session.note_stop(counter.stats().nodes);
    }
    let count = counter.count_so_far();
    session.totals.add_count(&count, counter.stats());
    let Some((engine, groups)) = rest else { return Ok(count) };
    let mut all = count.to_big();
    for group in groups {
        // The subtraction cannot underflow: the counter stops at the limit.
        let most = args.most().map_or(u128::MAX, |most| {
            u128::try_from(BigUint::from(most) - &all).unwrap_or(u128::MAX)
        });
        let found = gathered::run(args, engine.clone(), group, most, work, session)?;
        all += found.to_big();
        if !found.is_exact() {
            return Ok(Count::at_least(all));
        }
    }
    Ok(all.into())
}

/// Counts the covers of a cube, whose options are those of the problem, until the number is known,
/// a limit is reached, or an interrupt arrives.
pub(crate) fn count_cube(
    counter: &mut Counter<'_>,
    cube: &Cube,
    session: &mut Session,
) -> Result<Count, Error> {
    interrupt::watch();
    counter.start(cube).expect("the options have been checked");
    while counter.advance(session.pace.nodes()) == Step::Paused
        && !counter.is_cut_short()
        && !interrupt::is_requested()
    {
        let open = || (BigUint::ZERO, Advance::open(counter));
        session.watch_counting(counter.stats(), open)?;
    }
    Ok(counter.count_so_far())
}

/// Finishes the tables of a Sudoku.
///
/// # Errors
/// [`Error::Interrupted`] after a signal, [`Error::Stopped`] at a limit.
pub(crate) fn finish(tables: &mut Tables, session: &mut Session) -> Result<(), Error> {
    interrupt::watch();
    let mut announcement = Announcement::default();
    while tables.advance(SLICE) == Step::Paused {
        let stats = Stats { nodes: tables.nodes(), ..Stats::default() };
        let open = 1.0 - tables.done();
        session.watch_counting(stats, || (tables.at_least().into(), Some(open)))?;
        session.check_stop(tables.nodes())?;
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

/// Returns a whole number of any length as a JSON number.
pub(crate) fn json_number(number: &dyn Display) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("decimal digits are a number")
}
