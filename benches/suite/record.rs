//! The results of a run, as saved and as printed by `--json`.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::machine::Machine;
use super::measure::{Lap, Measured, Pair, State};
use crate::cases::Expected;

/// The name of the format, in the first entry of a saved run.
const FORMAT: &str = "quadrille bench";

/// The version of the format. It changes when older versions of quadrille can no longer read a
/// saved run.
const FORMAT_VERSION: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    format: String,
    format_version: u32,
    pub(crate) version: String,
    /// The time after the run, as `2026-11-20T16:15:18Z`.
    pub(crate) date: String,
    pub(crate) machine: Machine,
    pub(crate) results: Vec<Row>,
}

/// The results of an engine on a case. Times are in nanoseconds, for one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) case: String,
    pub(crate) input: String,
    #[serde(rename = "do")]
    pub(crate) task: String,
    /// The number of problems in the input.
    pub(crate) problems: u64,
    pub(crate) engine: String,
    pub(crate) status: Status,
    /// The reason, if the case is unsupported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// The results, if the status is `ok` or `wrong`.
    #[serde(flatten)]
    pub(crate) figures: Option<Figures>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// The result is the expected one: that of the case, or else that of the first engine with a
    /// result.
    Ok,
    /// The result differs from the expected one, or between runs.
    Wrong,
    /// The engine does not support the case, or the case is not for this engine.
    Unsupported,
    /// A run took too long.
    Stopped,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// The number of solutions, of all problems together.
    pub(crate) solutions: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) costs: Option<Vec<i64>>,
    /// The minimum clock time. Only the times of laps are processor times.
    pub(crate) minimum_ns: u64,
    pub(crate) median_ns: u64,
    /// The rate at the minimum time.
    pub(crate) solutions_per_second: f64,
    /// The rate at the minimum time.
    pub(crate) puzzles_per_second: f64,
    pub(crate) nodes: u64,
    pub(crate) updates: u64,
    /// The peak memory of the engine and its search, in bytes.
    pub(crate) memory_bytes: u64,
    pub(crate) compile_minimum_ns: u64,
    pub(crate) compile_median_ns: u64,
    pub(crate) rounds: u64,
    pub(crate) laps: Vec<LapRow>,
}

/// The processor times of a lap: of a run in the fastest round, of compiling, and of the yardstick.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct LapRow {
    pub(crate) processor_ns: u64,
    pub(crate) compile_ns: u64,
    pub(crate) yardstick_ns: u64,
}

impl Record {
    pub(crate) fn new(pairs: &[Pair<'_>]) -> Self {
        Self {
            format: FORMAT.to_owned(),
            format_version: FORMAT_VERSION,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            machine: Machine::this(),
            results: pairs.iter().map(|pair| Row::new(pair, pairs)).collect(),
        }
    }

    /// Reads a saved run.
    ///
    /// # Errors
    /// A message, beginning with the name of the file, if it cannot be read, is not a saved run, is
    /// damaged, or is in another version of the format.
    pub(crate) fn read(file: &Path) -> Result<Self, String> {
        let name = file.display();
        let text = fs::read(file).map_err(|error| format!("{name}: cannot be read: {error}"))?;
        let head: Result<Head, _> = serde_json::from_slice(&text);
        match head {
            Ok(head) if head.format == FORMAT && head.format_version != FORMAT_VERSION => {
                let Head { format_version, .. } = head;
                return Err(format!(
                    "{name}: a run saved in format {format_version}, but this version uses format {FORMAT_VERSION}: \
                     save one with the same version"
                ));
            }
            Ok(head) if head.format == FORMAT => {}
            _ => return Err(format!("{name}: not a run that --save has saved")),
        }
        let damaged =
            |error: &dyn fmt::Display| format!("{name}: a saved run that is damaged: {error}");
        let record: Self = serde_json::from_slice(&text).map_err(|error| damaged(&error))?;
        match record.results.iter().find(|row| !row.is_whole()) {
            Some(row) => Err(damaged(&format_args!(
                "figures of `{}` with {} are missing or wrong",
                row.case, row.engine
            ))),
            None => Ok(record),
        }
    }

    /// Saves a run.
    ///
    /// # Errors
    /// A message, beginning with the name of the file, if it cannot be written.
    pub(crate) fn write(&self, file: &Path) -> Result<(), String> {
        let mut text = serde_json::to_vec_pretty(self).expect("a record is JSON");
        text.push(b'\n');
        fs::write(file, text).map_err(|error| unwritable(file, &error))
    }
}

pub(crate) fn unwritable(file: &Path, error: &dyn fmt::Display) -> String {
    format!("{}: cannot be written: {error}", file.display())
}

/// The fields to check before the rest is read.
#[derive(Deserialize)]
struct Head {
    format: String,
    format_version: u32,
}

impl Row {
    /// True if there are figures, with a lap, for `Ok` and `Wrong`, and none for other statuses.
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
                let is_right = measured.is_steady
                    && expected(pair, pairs).is_none_or(|it| *it == measured.result);
                let status = if is_right { Status::Ok } else { Status::Wrong };
                (status, Some(Figures::new(measured, entry.work.problems())))
            }
        };
        Self {
            case: entry.name.clone(),
            input: entry.input.clone(),
            task: entry.what(),
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

/// Returns the expected result: that of the case, or else that of the first engine with a result.
fn expected<'a>(pair: &'a Pair<'_>, pairs: &'a [Pair<'_>]) -> Option<&'a Expected> {
    let of_this_entry = pairs.iter().filter(|other| std::ptr::eq(other.entry, pair.entry));
    pair.entry.expected().or_else(|| of_this_entry.filter_map(Pair::result).next())
}

pub(crate) fn found_and_expected<'a>(
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
        let (compile_minimum, compile_median) =
            minimum_and_median(laps.iter().map(|lap| lap.compile.clock));
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

/// Returns the minimum and the median of one or more times.
fn minimum_and_median(times: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut sorted: Vec<f64> = times.collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let median = if sorted.len() % 2 == 1 {
        sorted[middle]
    } else {
        (sorted[middle - 1] + sorted[middle]) / 2.0
    };
    (sorted[0], median)
}
