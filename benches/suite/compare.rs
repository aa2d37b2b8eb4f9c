//! The changes between two runs, beyond the noise.
//!
//! Counts, nodes and updates are exact, so a difference is a change. A difference in memory is a
//! change if it exceeds both 1% and 1000 bytes. Times are noisy. Noise only adds time, so the
//! comparison uses minima. Without a change, minima can differ
//!
//! - by [`FLOOR`] in any case;
//! - by twice the distance between the two best laps of a run, which indicates the accuracy of the
//!   minimum;
//! - by the speed of the machine. Each lap also times a fixed piece of work, the *yardstick*. If it
//!   took *x* times as long, a search may have taken up to *x*^1.5 times as long, because other
//!   work on the machine does not slow everything alike.
//!
//! A difference within these bounds is not a change. A larger one is measured again before it is
//! reported.

use serde::Serialize;

use super::record::{Figures, LapRow, Record, Row};

/// The fraction by which two minima of the same work may differ, for instance because memory
/// addresses differ between processes. On an idle machine, one of 38 minima differed by 5 to 7% in
/// each further run.
const FLOOR: f64 = 0.1;

/// The same fraction for a run of a single lap, whose noise is not known.
const FLOOR_OF_ONE_LAP: f64 = 0.2;

/// The shortest time of compiling that is compared, in nanoseconds. Compiling is measured once per
/// lap, and short times are easily disturbed.
const SHORTEST_COMPILATION: u64 = 1_000_000;

/// A figure that has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Change {
    pub(crate) case: String,
    pub(crate) engine: String,
    pub(crate) what: Quantity,
    pub(crate) before: u64,
    pub(crate) after: u64,
    /// The fraction by which the figure could differ without a change.
    pub(crate) noise: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Quantity {
    Time,
    Compiling,
    Nodes,
    Updates,
    Memory,
    Solutions,
}

impl Quantity {
    pub(crate) fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::Compiling)
    }
}

impl Change {
    /// True if the figure has increased.
    pub(crate) fn is_worse(&self) -> bool {
        self.after > self.before
    }
}

/// A comparison of the new run with the old one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Comparison {
    pub(crate) changes: Vec<Change>,
    /// The number of pairs of engine and case that were compared.
    pub(crate) compared: usize,
    /// The pairs of the new run that have figures in only one of the runs. A case with a changed
    /// input or task counts as another.
    pub(crate) not_compared: Vec<String>,
    /// True if both runs are from the same machine. Times are compared only then.
    pub(crate) same_machine: bool,
}

impl Comparison {
    pub(crate) fn new(old: &Record, new: &Record) -> Self {
        let same_machine = old.machine == new.machine;
        let mut comparison =
            Self { changes: Vec::new(), compared: 0, not_compared: Vec::new(), same_machine };
        for row in &new.results {
            let before = old.results.iter().find(|other| other.is_of(row));
            match before.and_then(|before| before.figures.as_ref()).zip(row.figures.as_ref()) {
                Some((before, after)) => {
                    comparison.compared += 1;
                    comparison.changes.extend(changes(row, before, after, same_machine));
                }
                None if row.figures.is_none()
                    && before.is_none_or(|before| before.figures.is_none()) => {}
                None => comparison.not_compared.push(format!("{} with {}", row.case, row.engine)),
            }
        }
        comparison
    }

    /// True if some figure has increased.
    pub(crate) fn is_worse(&self) -> bool {
        self.changes.iter().any(Change::is_worse)
    }
}

impl Row {
    fn is_of(&self, other: &Self) -> bool {
        let key = |row: &Self| {
            [row.case.clone(), row.engine.clone(), row.input.clone(), row.task.clone()]
        };
        key(self) == key(other)
    }
}

fn changes(row: &Row, before: &Figures, after: &Figures, same_machine: bool) -> Vec<Change> {
    let change = |what, before, after, noise| Change {
        case: row.case.clone(),
        engine: row.engine.clone(),
        what,
        before,
        after,
        noise,
    };
    let mut changes = Vec::new();
    let counters = [
        (Quantity::Solutions, before.solutions, after.solutions),
        (Quantity::Nodes, before.nodes, after.nodes),
        (Quantity::Updates, before.updates, after.updates),
    ];
    changes.extend(
        counters
            .into_iter()
            .filter(|(_, old, new)| old != new)
            .map(|(what, old, new)| change(what, old, new, 0.0)),
    );
    // The sizes of allocations can depend on the version of the standard library.
    let [old, new] = [before.memory_bytes, after.memory_bytes];
    if old.abs_diff(new) > 1000 && old.abs_diff(new) as f64 > 0.01 * old as f64 {
        changes.push(change(Quantity::Memory, old, new, 0.01));
    }
    if same_machine {
        let [old, new] =
            [before, after].map(|figures| Best::new(&figures.laps, |lap| lap.processor_ns));
        if let Some(noise) = differ(old, new) {
            changes.push(change(Quantity::Time, old.time, new.time, noise));
        }
        let [old, new] =
            [before, after].map(|figures| Best::new(&figures.laps, |lap| lap.compile_ns));
        if old.time.min(new.time) >= SHORTEST_COMPILATION
            && let Some(noise) = differ(old, new)
        {
            changes.push(change(Quantity::Compiling, old.time, new.time, noise));
        }
    }
    changes
}

#[derive(Clone, Copy, Debug)]
struct Best {
    time: u64,
    /// The distance to the time of the second best lap, as a fraction of the time.
    distance: Option<f64>,
    yardstick: u64,
}

impl Best {
    fn new(laps: &[LapRow], time: impl Fn(&LapRow) -> u64) -> Self {
        let mut times: Vec<_> =
            laps.iter().map(|lap| (time(lap).max(1), lap.yardstick_ns.max(1))).collect();
        times.sort_unstable();
        let (best, yardstick) = times[0];
        let distance = times.get(1).map(|&(second, _)| second as f64 / best as f64 - 1.0);
        Self { time: best, distance, yardstick }
    }

    fn noise(&self) -> f64 {
        self.distance.map_or(FLOOR_OF_ONE_LAP, |distance| FLOOR.max(2.0 * distance))
    }
}

/// Returns the fraction by which a time could differ without a change, if it differs by more.
fn differ(old: Best, new: Best) -> Option<f64> {
    let by_itself = 1.0 + old.noise().max(new.noise());
    let machine = (new.yardstick as f64 / old.yardstick as f64).powf(1.5);
    let [low, high] = [machine.min(1.0) / by_itself, machine.max(1.0) * by_itself];
    let ratio = new.time as f64 / old.time as f64;
    if ratio > high {
        Some(high - 1.0)
    } else if ratio < low {
        Some(1.0 - low)
    } else {
        None
    }
}
