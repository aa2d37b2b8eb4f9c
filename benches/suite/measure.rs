//! The measurements.
//!
//! A measurement has *laps*. In each lap every engine has one turn on every case, so a disturbance
//! of the machine affects all alike. In a turn the engine is compiled, runs once to warm up, and
//! then runs for some *rounds*. A round has enough runs to take a few milliseconds. If the first
//! run fills the turn, it is the only round.

use std::time::{Duration, Instant};

use quadrille::EngineChoice;

use super::entry::Entry;
use super::stopwatch::{Stopwatch, Times};
use super::{memory, yardstick};
use crate::cases::Expected;
use crate::cases::work::{Outcome, Prepared};

/// The intended minimum time of a round: long compared with the clock's resolution, short compared
/// with a disturbance.
const ROUND: Duration = Duration::from_millis(4);

/// An engine on a case, and its results so far.
#[derive(Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) engine: EngineChoice,
    pub(crate) state: State,
}

#[derive(Debug)]
pub(crate) enum State {
    Waiting,
    /// The case is not measured with this engine, for this reason.
    Unsupported(String),
    /// A run took too long.
    Stopped,
    Measured(Measured),
}

#[derive(Debug)]
pub(crate) struct Measured {
    /// The result of the first lap.
    pub(crate) result: Expected,
    pub(crate) outcome: Outcome,
    /// True if, in each lap, all runs found the same number of solutions, and all laps had this
    /// result.
    pub(crate) is_steady: bool,
    /// The peak memory of the engine and its first search, in bytes.
    pub(crate) memory: usize,
    pub(crate) laps: Vec<Lap>,
}

#[derive(Debug)]
pub(crate) struct Lap {
    /// The processor time of the yardstick, in nanoseconds.
    pub(crate) yardstick: f64,
    pub(crate) compile: Times,
    /// The mean time of a run in each round.
    pub(crate) rounds: Vec<Times>,
}

impl Lap {
    /// Returns the processor time of a run in the fastest round.
    pub(crate) fn processor(&self) -> f64 {
        self.rounds.iter().map(|times| times.processor).fold(f64::INFINITY, f64::min)
    }
}

/// The minimum is accepted if the second-best lap takes at most this much longer, as a fraction of
/// the best.
const SETTLED: f64 = 0.02;

impl<'a> Pair<'a> {
    pub(crate) fn new(entry: &'a Entry, engine: EngineChoice) -> Self {
        Self { entry, engine, state: State::Waiting }
    }

    pub(crate) fn result(&self) -> Option<&Expected> {
        match &self.state {
            State::Measured(measured) => Some(&measured.result),
            State::Waiting | State::Unsupported(_) | State::Stopped => None,
        }
    }

    /// True if another lap may improve the minimum: no two laps agree on it yet.
    pub(crate) fn is_unsettled(&self) -> bool {
        let State::Measured(measured) = &self.state else { return false };
        let mut times: Vec<_> = measured.laps.iter().map(Lap::processor).collect();
        times.sort_by(f64::total_cmp);
        times.get(1).is_none_or(|second| *second > times[0] * (1.0 + SETTLED))
    }

    /// Runs one turn, with rounds for the time of `slot`, or with a single run if that takes as
    /// long. `go_on` is called during a run with its time so far; when it returns false, this turn
    /// ends, and later ones do nothing.
    pub(crate) fn measure(&mut self, slot: Duration, mut go_on: impl FnMut(Duration) -> bool) {
        if matches!(self.state, State::Unsupported(_) | State::Stopped) {
            return;
        }
        if !self.entry.is_for(self.engine) {
            self.state = State::Unsupported("the case is not for this engine".to_owned());
            return;
        }
        let yardstick_before = yardstick::measure();
        let (first, memory) = memory::peak_of(|| self.compile_and_run(&mut go_on));
        let (mut prepared, compile, took, outcome) = match first {
            Ok(first) => first,
            Err(reason) => return self.state = State::Unsupported(reason),
        };
        let Some(outcome) = outcome else {
            self.state = State::Stopped;
            return;
        };
        let mut rounds = Vec::new();
        let mut is_steady = true;
        if took.clock >= slot.as_nanos() as f64 {
            rounds.push(took);
        } else {
            let runs = (ROUND.as_nanos() as f64 / took.clock) as u32 + 1;
            let started = Instant::now();
            while started.elapsed() < slot {
                let round = Stopwatch::start();
                for _ in 0..runs {
                    let run = Instant::now();
                    match prepared.run(|| go_on(run.elapsed())) {
                        Some(again) => is_steady &= again.solutions == outcome.solutions,
                        None => return self.state = State::Stopped,
                    }
                }
                rounds.push(round.elapsed().of_one(runs));
            }
        }
        let result = prepared.result(&outcome);
        let yardstick = yardstick_before.min(yardstick::measure());
        let lap = Lap { yardstick, compile, rounds };
        match &mut self.state {
            State::Measured(measured) => {
                measured.is_steady &= is_steady && measured.result == result;
                measured.laps.push(lap);
            }
            state => {
                *state = State::Measured(Measured {
                    result,
                    outcome,
                    is_steady,
                    memory,
                    laps: vec![lap],
                });
            }
        }
    }

    /// Compiles the engine and runs it once. Returns the engine, the time of compiling, the time of
    /// the run, and its result, or `None` if `go_on` ended it.
    fn compile_and_run(
        &self,
        go_on: &mut impl FnMut(Duration) -> bool,
    ) -> Result<(Prepared<'a>, Times, Times, Option<Outcome>), String> {
        let entry = self.entry;
        let stopwatch = Stopwatch::start();
        let mut prepared = entry.compile(self.engine)?;
        let compile = stopwatch.elapsed();
        let started = Instant::now();
        let stopwatch = Stopwatch::start();
        let outcome = prepared.run(|| go_on(started.elapsed()));
        let took = stopwatch.elapsed();
        Ok((prepared, compile, took, outcome))
    }
}
