//! Counting: runs a counter, shares its search among threads, and announces the time left.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::engine::bands::Tables;
use quadrille::parallel::WorkerPool;
use quadrille::search::{Advance, Cube, Engine, Step};
use quadrille::solve::WeightedCubes;
use quadrille::{AnyEngine, Count, Counter, EngineChoice, Problem};

use crate::shared::drive;
use crate::shared::error::Result;
use crate::shared::gathered::{self, Work};
use crate::shared::session::Session;

/// Counts until the number is known, a limit is reached, or an interrupt arrives. Several threads
/// share the part of the work that the counter would do by search; `take_remaining` returns this
/// part. `is_steady` is true if the fraction done predicts the remaining time.
pub(crate) fn count<C: Advance>(
    counter: &mut C,
    take_remaining: impl Fn(&mut C) -> Option<(AnyEngine, Vec<WeightedCubes>)>,
    is_steady: bool,
    most: Option<u64>,
    threads: NonZeroUsize,
    session: &mut Session,
) -> Result<Count> {
    let mut rest = None;
    let mut announcement = Announcement::default();
    session.drive(counter, |counter, nodes, session| {
        let step = counter.advance(nodes);
        if step == Step::Paused && !counter.is_cut_short() {
            rest = if threads.get() > 1 { take_remaining(counter) } else { None };
            if rest.is_some() {
                return Ok(Step::Exhausted);
            }
            if is_steady {
                announcement.consider(counter.open(), session)?;
            }
        }
        Ok(step)
    })?;
    let count = counter.count_so_far();
    let Some((engine, groups)) = rest else { return Ok(count) };
    let mut all = count.to_big();
    for group in groups {
        // The subtraction cannot underflow: the counter and each group stop at the limit.
        let most = most.map_or(u128::MAX, |most| {
            u128::try_from(BigUint::from(most) - &all).unwrap_or(u128::MAX)
        });
        let pool = WorkerPool::new(engine.clone(), threads).with_parts(group.cubes);
        let found = gathered::gather(pool, group.weight, most, &Work::counting(), None, session)?.0;
        all += found.to_big();
        if !found.is_exact() {
            return Ok(Count::at_least(all));
        }
    }
    Ok(all.into())
}

/// Counts the covers of a cube until the number is known, a limit of the counter is reached, or an
/// interrupt arrives. The problem must have the options of the cube.
pub(crate) fn count_cube(
    counter: &mut Counter,
    cube: &Cube,
    session: &mut Session,
) -> Result<Count> {
    counter.start(cube).expect("the options have been checked");
    // If the limits of the session apply, the counter already has them.
    let stop = (std::mem::take(&mut session.stop), session.until.take());
    let outcome =
        session.run(counter, drive::advance, |counter| (Some(BigUint::ZERO), Some(counter.open())));
    (session.stop, session.until) = stop;
    outcome.map(|_| counter.count_so_far())
}

pub(crate) fn finish(tables: &mut Tables, session: &mut Session) -> Result {
    let mut announcement = Announcement::default();
    session.finish(tables, |tables, nodes, session| {
        let step = tables.advance(nodes);
        announcement.consider(tables.open().filter(|_| tables.is_planned()), session)?;
        Ok(step)
    })
}

/// The announcement of the time that a count will still take.
#[derive(Default)]
pub(crate) struct Announcement {
    /// The time when the fraction of the work left was first known, and that fraction.
    start: Option<(Instant, f64)>,
    is_made: bool,
}

impl Announcement {
    /// Announces the time that the count will still take, once it is known, if it is long. `open`
    /// is the fraction of the work that is left, if it is known.
    pub(crate) fn consider(&mut self, open: Option<f64>, session: &mut Session) -> Result {
        /// The minima of the time before the announcement and of the time that is announced.
        const ANNOUNCED_AFTER: Duration = Duration::from_secs(1);
        const LONG: Duration = Duration::from_secs(5);
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
            Err(_) => session.say("the count will take too long to estimate"),
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
