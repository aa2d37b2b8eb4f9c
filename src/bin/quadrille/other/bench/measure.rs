//! The measuring itself.
//!
//! It goes in *laps*: in each one every engine has its turn at every case. So what else goes on in the machine for a while
//! falls on all alike, and each has the others' quiet moments as well as its own. In a turn the engine is compiled, runs once
//! to warm up, and then for some *rounds*, each of as many runs as take a few milliseconds.

use std::time::{Duration, Instant};

use quadrille::EngineChoice;

use super::cases::Expected;
use super::cases::work::{Outcome, Prepared};
use super::stopwatch::{Stopwatch, Times};
use super::suite::Entry;
use super::{memory, yardstick};

/// The least time that a round takes: long beside the clock's resolution, short beside what disturbs it.
const ROUND: Duration = Duration::from_millis(4);

/// An engine at a case, and what is known of it up to now.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    pub(super) entry: &'a Entry,
    pub(super) engine: EngineChoice,
    pub(super) state: State,
}

#[derive(Debug)]
pub(super) enum State {
    /// It has not had its turn yet.
    Waiting,
    /// Why the engine cannot do this, or is not to do it.
    Unsupported(String),
    /// A run took longer than anyone had the patience for.
    Stopped,
    Measured(Measured),
}

#[derive(Debug)]
pub(super) struct Measured {
    /// What came out of the first run.
    pub(super) result: Expected,
    pub(super) outcome: Outcome,
    /// Whether the same came out of all others.
    pub(super) is_steady: bool,
    /// How many bytes the engine and its first search took at their peak.
    pub(super) memory: usize,
    pub(super) laps: Vec<Lap>,
}

#[derive(Debug)]
pub(super) struct Lap {
    /// The processor's time for a fixed piece of work, in nanoseconds.
    pub(super) yardstick: f64,
    /// How long it took to compile the engine.
    pub(super) compile: Times,
    /// How long a run took in each round.
    pub(super) rounds: Vec<Times>,
}

impl Lap {
    /// The least time that the processor took for a run.
    pub(super) fn processor(&self) -> f64 {
        self.rounds.iter().map(|times| times.processor).fold(f64::INFINITY, f64::min)
    }
}

/// How close the two best laps must be for their times to be believed.
const SETTLED: f64 = 0.02;

impl<'a> Pair<'a> {
    pub(super) fn new(entry: &'a Entry, engine: EngineChoice) -> Self {
        Self { entry, engine, state: State::Waiting }
    }

    /// What came out, if something did.
    pub(super) fn result(&self) -> Option<&Expected> {
        match &self.state {
            State::Measured(measured) => Some(&measured.result),
            State::Waiting | State::Unsupported(_) | State::Stopped => None,
        }
    }

    /// Whether another lap might well be better than all before it: no two of these agree on the least time.
    pub(super) fn is_unsettled(&self) -> bool {
        let State::Measured(measured) = &self.state else { return false };
        let mut times: Vec<_> = measured.laps.iter().map(Lap::processor).collect();
        times.sort_by(f64::total_cmp);
        times.get(1).is_none_or(|second| *second > times[0] * (1.0 + SETTLED))
    }

    /// One turn, of about the time of `slot`, or of one run if that takes longer. `go_on` is asked now and then with the time
    /// that the run has taken; if it says no, that was the last turn.
    pub(super) fn measure(&mut self, slot: Duration, mut go_on: impl FnMut(Duration) -> bool) {
        if matches!(self.state, State::Unsupported(_) | State::Stopped) {
            return;
        }
        if !self.entry.is_for(self.engine) {
            self.state = State::Unsupported("the case is not for it".to_owned());
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
            // No run after it would be the less disturbed for it.
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
            state => *state = State::Measured(Measured { result, outcome, is_steady, memory, laps: vec![lap] }),
        }
    }

    /// The engine, how long it took to compile, how long the first run took, and what came of it.
    fn compile_and_run(
        &self,
        go_on: &mut impl FnMut(Duration) -> bool,
    ) -> Result<(Prepared<'a>, Times, Times, Option<Outcome>), String> {
        let entry = self.entry;
        let stopwatch = Stopwatch::start();
        let mut prepared = entry.work.compile(entry.task, self.engine)?;
        let compile = stopwatch.elapsed();
        let started = Instant::now();
        let stopwatch = Stopwatch::start();
        let outcome = prepared.run(|| go_on(started.elapsed()));
        let took = stopwatch.elapsed();
        Ok((prepared, compile, took, outcome))
    }
}
