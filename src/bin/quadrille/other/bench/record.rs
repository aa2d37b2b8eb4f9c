//! What was measured, as it is saved and as `--json` prints it.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::cases::Expected;
use super::machine::Machine;
use super::measure::{Lap, Measured, Pair, State};

/// What the first entry of a saved run says that it is.
const FORMAT: &str = "quadrille bench";

/// Changes when older programs could no longer read what is saved.
const FORMAT_VERSION: u32 = 1;

/// One run of `bench`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    format: String,
    format_version: u32,
    /// The version of this program.
    pub(super) version: String,
    /// When it was, as `2026-11-20T16:15:18Z`.
    pub(super) date: String,
    pub(super) machine: Machine,
    pub(super) results: Vec<Row>,
}

/// An engine at a case. Times are in nanoseconds, and of one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) case: String,
    pub(super) input: String,
    #[serde(rename = "do")]
    pub(super) task: String,
    /// How many problems the input is.
    pub(super) problems: u64,
    pub(super) engine: String,
    pub(super) status: Status,
    /// Why it is unsupported, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// What came out, if the status is `ok` or `wrong`.
    #[serde(flatten)]
    pub(super) figures: Option<Figures>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// What was expected has come out; or, where nothing is expected, what the other engines found.
    Ok,
    /// Something else has.
    Wrong,
    /// The engine cannot do it, or the case is not for it.
    Unsupported,
    /// A run took too long.
    Stopped,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Figures {
    /// How many solutions were found, those of all problems together.
    pub(super) solutions: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) costs: Option<Vec<u64>>,
    /// By the clock, as are the others but those of the laps.
    pub(super) minimum_ns: u64,
    pub(super) median_ns: u64,
    /// By the minimum time.
    pub(super) solutions_per_second: f64,
    /// By the minimum time.
    pub(super) puzzles_per_second: f64,
    pub(super) nodes: u64,
    pub(super) updates: u64,
    /// What the engine and its search took at their peak.
    pub(super) memory_bytes: u64,
    pub(super) compile_minimum_ns: u64,
    pub(super) compile_median_ns: u64,
    pub(super) rounds: u64,
    pub(super) laps: Vec<LapRow>,
}

/// The least times of a lap that the processor took for a run, for compiling, and for the yardstick.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct LapRow {
    pub(super) processor_ns: u64,
    pub(super) compile_ns: u64,
    pub(super) yardstick_ns: u64,
}

impl Record {
    pub(super) fn new(pairs: &[Pair<'_>]) -> Self {
        Self {
            format: FORMAT.to_owned(),
            format_version: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            machine: Machine::this(),
            results: pairs.iter().map(|pair| Row::new(pair, pairs)).collect(),
        }
    }

    /// # Errors
    /// It cannot be read, or it is no saved run; with the file's name in front.
    pub(super) fn read(file: &Path) -> Result<Self, String> {
        let name = file.display();
        let text = fs::read(file).map_err(|error| format!("{name}: cannot be read: {error}"))?;
        let head: Result<Head, _> = serde_json::from_slice(&text);
        match head {
            Ok(head) if head.format == FORMAT && head.format_version != FORMAT_VERSION => {
                let Head { format_version, .. } = head;
                return Err(format!(
                    "{name}: a run saved in format {format_version}, where this program has format {FORMAT_VERSION}: \
                     save one with the same version of the program"
                ));
            }
            Ok(head) if head.format == FORMAT => {}
            _ => return Err(format!("{name}: not a run that `quadrille bench --save` has saved")),
        }
        let damaged = |error: &dyn fmt::Display| format!("{name}: a saved run that is damaged: {error}");
        let record: Self = serde_json::from_slice(&text).map_err(|error| damaged(&error))?;
        match record.results.iter().find(|row| !row.is_whole()) {
            Some(row) => {
                Err(damaged(&format_args!("figures of `{}` with {} are missing or wrong", row.case, row.engine)))
            }
            None => Ok(record),
        }
    }

    /// # Errors
    /// It cannot be written; with the file's name in front.
    pub(super) fn write(&self, file: &Path) -> Result<(), String> {
        let mut text = serde_json::to_vec_pretty(self).expect("a record has nothing that JSON has not");
        text.push(b'\n');
        fs::write(file, text).map_err(|error| unwritable(file, &error))
    }
}

/// What is said of a file that cannot be written.
pub(super) fn unwritable(file: &Path, error: &dyn fmt::Display) -> String {
    format!("{}: cannot be written: {error}", file.display())
}

/// What must be right before the rest is looked at.
#[derive(Deserialize)]
struct Head {
    format: String,
    format_version: u32,
}

impl Row {
    /// Whether it has the figures that it should have.
    fn is_whole(&self) -> bool {
        match (self.status, &self.figures) {
            (Status::Ok | Status::Wrong, Some(figures)) => !figures.laps.is_empty(),
            (Status::Unsupported | Status::Stopped, figures) => figures.is_none(),
            _ => false,
        }
    }

    fn new(pair: &Pair<'_>, pairs: &[Pair<'_>]) -> Self {
        let entry = pair.entry;
        let (status, figures) = match &pair.state {
            State::Waiting | State::Unsupported(_) => (Status::Unsupported, None),
            State::Stopped => (Status::Stopped, None),
            State::Measured(measured) => {
                let is_right = measured.is_steady && expected(pair, pairs).is_none_or(|it| *it == measured.result);
                let status = if is_right { Status::Ok } else { Status::Wrong };
                (status, Some(Figures::new(measured, entry.work.problems())))
            }
        };
        Self {
            case: entry.name.clone(),
            input: entry.input.clone(),
            task: entry.task.to_string(),
            problems: entry.work.problems(),
            engine: pair.engine.name().to_owned(),
            status,
            reason: match &pair.state {
                State::Unsupported(reason) => Some(reason.clone()),
                _ => None,
            },
            figures,
        }
    }
}

/// What must come out: what the case says, or else what came out with the first engine that could do it.
fn expected<'a>(pair: &'a Pair<'_>, pairs: &'a [Pair<'_>]) -> Option<&'a Expected> {
    let of_this_entry = pairs.iter().filter(|other| std::ptr::eq(other.entry, pair.entry));
    pair.entry.expected().or_else(|| of_this_entry.filter_map(Pair::result).next())
}

/// What came out with an engine at a case, and what should have.
pub(super) fn found_and_expected<'a>(
    pair: &'a Pair<'_>,
    pairs: &'a [Pair<'_>],
) -> Option<(&'a Expected, &'a Expected)> {
    pair.result().zip(expected(pair, pairs))
}

impl Figures {
    fn new(measured: &Measured, problems: u64) -> Self {
        let Measured { result, outcome, memory, laps, .. } = measured;
        let rounds = || laps.iter().flat_map(|lap| &lap.rounds);
        let (minimum, median) = minimum_and_median(rounds().map(|times| times.clock));
        let (compile_minimum, compile_median) = minimum_and_median(laps.iter().map(|lap| lap.compile.clock));
        let per_second = |count: u64| count as f64 / (minimum * 1e-9);
        let costs = match result {
            Expected::Solutions(_) => None,
            Expected::Costs(costs) => Some(costs.clone()),
        };
        let lap = |lap: &Lap| LapRow {
            processor_ns: lap.processor() as u64,
            compile_ns: lap.compile.processor as u64,
            yardstick_ns: lap.yardstick as u64,
        };
        Self {
            solutions: outcome.solutions,
            costs,
            minimum_ns: minimum as u64,
            median_ns: median as u64,
            solutions_per_second: per_second(outcome.solutions),
            puzzles_per_second: per_second(problems),
            nodes: outcome.stats.nodes,
            updates: outcome.stats.updates,
            memory_bytes: *memory as u64,
            compile_minimum_ns: compile_minimum as u64,
            compile_median_ns: compile_median as u64,
            rounds: rounds().count() as u64,
            laps: laps.iter().map(lap).collect(),
        }
    }
}

/// The least of some times, of which there is at least one, and the median.
fn minimum_and_median(times: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut sorted: Vec<f64> = times.collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 };
    (sorted[0], median)
}
