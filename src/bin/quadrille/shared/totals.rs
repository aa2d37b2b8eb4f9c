//! The totals of a command, for `--stats` and the progress display.

use std::ops::AddAssign;

use num_bigint::BigUint;
use quadrille::Count;
use quadrille::search::Stats;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::shared::output::json_number;
use crate::shared::progress::{explored, grouped};
use crate::shared::words::{counted, counted_plural};

/// The numbers of problems and solutions, and the work done. Their JSON is the object of `--stats`.
#[derive(Default, Serialize)]
pub(crate) struct Totals {
    /// The name of the engine, and notes on its choice and on the method used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) how: Vec<String>,
    /// The number of problems done.
    pub(crate) problems: u64,
    /// The number of their solutions.
    #[serde(serialize_with = "number")]
    pub(crate) solutions: BigUint,
    pub(super) nodes: u64,
    pub(super) updates: u64,
    /// The time since the start of the command. It is set before the totals are shown.
    pub(super) seconds: f64,
    /// The profile of the search tree, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) levels: Option<Box<RawValue>>,
    /// The command's words for problems and solutions, such as plurals.
    #[serde(skip)]
    pub(super) words: [&'static str; 2],
    /// Options that make the command quicker, for the end of the display.
    #[serde(skip)]
    pub(crate) hint: Option<&'static str>,
}

fn number<S: Serializer>(number: &BigUint, serializer: S) -> Result<S::Ok, S::Error> {
    json_number(number).serialize(serializer)
}

impl Totals {
    pub(crate) fn add<N>(&mut self, found: N, stats: Stats)
    where
        BigUint: AddAssign<N>,
    {
        self.solutions += found;
        self.nodes += stats.nodes;
        self.updates += stats.updates;
    }

    /// Adds the results of a search. A small number needs no memory allocation, which matters
    /// because many puzzles take only a few microseconds.
    pub(crate) fn add_count(&mut self, found: &Count, stats: Stats) {
        match found.to_u64() {
            Some(found) => self.add(found, stats),
            None => self.add(found.to_big(), stats),
        }
    }

    pub(crate) fn has_none(&self) -> bool {
        self.solutions == BigUint::ZERO
    }

    /// Returns the totals including a search in progress, for the display. `found` is `None` for
    /// work that finds no solutions before its end. `open` is the open share of the search tree, if
    /// it is known. The end may be cut off, so the share and the time left come first.
    pub(crate) fn with(&self, found: Option<BigUint>, stats: Stats, open: Option<f64>) -> String {
        let [problems, solutions] = self.words;
        let mut parts = Vec::with_capacity(4);
        parts.extend(open.and_then(|open| explored(open, self.seconds)));
        // The first problem, which may be the only one, needs no number.
        if self.problems > 0 {
            parts.push(counted_plural(grouped(self.problems), problems));
        }
        if let Some(found) = found {
            let found = grouped(&self.solutions + found);
            parts.push(counted_plural(found, solutions));
        }
        let nodes = self.nodes + stats.nodes;
        // Commands that do not search have no nodes.
        if nodes > 0 {
            parts.push(counted(grouped(nodes), "node"));
        }
        parts.extend(self.hint.map(str::to_owned));
        parts.join(", ")
    }

    /// Returns the line of `--stats`.
    pub(crate) fn line(&self) -> String {
        let Self { problems, solutions, words: [puzzles, covers], seconds, .. } = self;
        format!(
            "{}, {}, {}, {}, {seconds:.6} s, {} {covers}/s",
            counted_plural(problems, puzzles),
            counted_plural(solutions, covers),
            counted(self.nodes, "node"),
            counted(self.updates, "update"),
            rate(solutions, *seconds)
        )
    }
}

/// Returns the number of solutions per second: from 10^15 on, only its first three digits.
fn rate(solutions: &BigUint, seconds: f64) -> String {
    // The number of solutions may be too large for a floating-point number.
    let nanoseconds = (seconds * 1e9).max(1.0) as u128;
    let digits = (solutions * 1_000_000_000_u32 + nanoseconds / 2) / nanoseconds;
    let digits = digits.to_string();
    match digits.len() {
        ..=15 => digits,
        length => format!("{}.{}e{}", &digits[..1], &digits[1..3], length - 1),
    }
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
        assert_eq!(rate(&ten.pow(400), 4.0), "2.50e399");
    }
}
