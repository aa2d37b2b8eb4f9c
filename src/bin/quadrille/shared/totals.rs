//! The totals of a command, for `--stats` and the progress display.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::Count;
use quadrille::search::Stats;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::shared::output::json_number;
use crate::shared::progress::{explored, grouped};
use crate::shared::words::{counted, counted_plural};

/// The numbers of problems and solutions, and the work done.
pub(crate) struct Totals {
    /// The number of problems done.
    pub(crate) problems: u64,
    /// The number of their solutions.
    pub(crate) solutions: BigUint,
    stats: Stats,
    /// The command's words for problems and solutions: plurals.
    words: [&'static str; 2],
    started: Instant,
    /// Options that make the command quicker, for the end of the display.
    pub(crate) hint: Option<&'static str>,
    /// The name of the engine, and how it was used.
    pub(crate) engine: Option<&'static str>,
    pub(crate) how: Vec<String>,
    /// The profile of the search tree, if it was requested.
    pub(crate) levels: Option<Box<RawValue>>,
}

/// The statistics of `--stats` as an object.
#[derive(Serialize)]
struct StatsObject<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    how: &'a [String],
    problems: u64,
    solutions: Box<RawValue>,
    nodes: u64,
    updates: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<&'a RawValue>,
}

impl Totals {
    pub(crate) fn new(problems: &'static str, solutions: &'static str) -> Self {
        Self {
            problems: 0,
            solutions: BigUint::ZERO,
            stats: Stats::default(),
            words: [problems, solutions],
            started: Instant::now(),
            hint: None,
            engine: None,
            how: Vec::new(),
            levels: None,
        }
    }

    /// Adds the results of a search.
    pub(crate) fn add<N>(&mut self, found: N, stats: Stats)
    where
        BigUint: AddAssign<N>,
    {
        self.solutions += found;
        self.stats += stats;
    }

    /// Adds the results of a search. A small number needs no memory allocation, which matters
    /// because many puzzles take only a few microseconds.
    pub(crate) fn add_count(&mut self, found: &Count, stats: Stats) {
        match found.to_u64() {
            Some(found) => self.add(found, stats),
            None => self.add(found.to_big(), stats),
        }
    }

    /// True if no solution has been found so far.
    pub(crate) fn has_none(&self) -> bool {
        self.solutions == BigUint::ZERO
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the totals including a search in progress, for the display. `found` is `None` for
    /// work that finds no solutions before its end. `open` is the open share of the search tree, if
    /// it is known. A terminal may cut off the end, so the share and the time left come first.
    pub(crate) fn with(&self, found: Option<BigUint>, stats: Stats, open: Option<f64>) -> String {
        let [problems, solutions] = self.words;
        let mut parts = Vec::with_capacity(4);
        parts.extend(open.and_then(|open| explored(open, self.elapsed())));
        // The first problem, which may be the only one, needs no number.
        if self.problems > 0 {
            parts.push(counted_plural(grouped(self.problems), problems));
        }
        if let Some(found) = found {
            let found = grouped(&self.solutions + found);
            parts.push(counted_plural(found, solutions));
        }
        let nodes = self.stats.nodes + stats.nodes;
        // Commands that do not search have no nodes.
        if nodes > 0 {
            parts.push(counted(grouped(nodes), "node"));
        }
        parts.extend(self.hint.map(str::to_owned));
        parts.join(", ")
    }

    /// Returns the statistics as a JSON object.
    pub(crate) fn object(&self) -> String {
        let Stats { nodes, updates } = self.stats;
        let object = StatsObject {
            engine: self.engine,
            how: &self.how,
            problems: self.problems,
            solutions: json_number(&self.solutions),
            nodes,
            updates,
            seconds: self.elapsed().as_secs_f64(),
            levels: self.levels.as_deref(),
        };
        serde_json::to_string(&object).expect("it has texts and numbers only")
    }

    /// Returns the line of `--stats`.
    pub(crate) fn line(&self) -> String {
        let Self { problems, solutions, words: [puzzles, covers], stats, .. } = self;
        let Stats { nodes, updates } = stats;
        let seconds = self.elapsed().as_secs_f64();
        format!(
            "{}, {}, {}, {}, {seconds:.6} s, {} {covers}/s",
            counted_plural(problems, puzzles),
            counted_plural(solutions, covers),
            counted(nodes, "node"),
            counted(updates, "update"),
            rate(solutions, seconds)
        )
    }
}

/// Returns the number of solutions per second, with three significant digits above 10^15.
fn rate(solutions: &BigUint, seconds: f64) -> String {
    let digits = solutions.to_string();
    // A rounded number is enough for a rate.
    let rate = digits.parse::<f64>().unwrap_or(f64::INFINITY) / seconds;
    if rate.is_finite() {
        return if rate < 1e15 { format!("{rate:.0}") } else { format!("{rate:.2e}") };
    }
    // The number exceeds the range of floating-point numbers, so only its first digits are divided.
    let (first, rest) = digits.split_at(digits.len().min(20));
    let rate = first.parse::<f64>().unwrap_or_default() / seconds;
    let exponent = rate.log10().floor();
    format!("{:.2}e{}", rate / 10f64.powf(exponent), exponent + rest.len() as f64)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::rate;

    #[test]
    fn rates_above_a_thousand_million_million_have_three_digits() {
        let ten = BigUint::from(10_u32);
        assert_eq!(rate(&BigUint::from(1234_u32), 0.5), "2468");
        assert_eq!(rate(&ten.pow(14), 0.5), "200000000000000");
        assert_eq!(rate(&ten.pow(147), 0.5), "2.00e147");
        assert_eq!(rate(&ten.pow(400), 0.25), "4.00e400");
        assert_eq!(rate(&ten.pow(400), 4.0), "2.50e399");
    }
}
