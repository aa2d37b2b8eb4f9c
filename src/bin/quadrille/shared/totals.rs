//! What a command has done, as `--stats` and the display of the progress say it.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::search::Stats;

use crate::shared::progress::{explored, grouped};

/// The numbers of problems and solutions, and the work that they took.
pub(crate) struct Totals {
    /// The number of problems that are done.
    pub(crate) problems: u64,
    /// The number of their solutions.
    pub(crate) solutions: BigUint,
    stats: Stats,
    /// What this command calls problems and solutions.
    words: [&'static str; 2],
    started: Instant,
}

impl Totals {
    pub(crate) fn new(problems: &'static str, solutions: &'static str) -> Self {
        Self {
            problems: 0,
            solutions: BigUint::ZERO,
            stats: Stats::default(),
            words: [problems, solutions],
            started: Instant::now(),
        }
    }

    /// Adds what a search has done.
    pub(crate) fn add<N>(&mut self, found: N, stats: Stats)
    where
        BigUint: AddAssign<N>,
    {
        self.solutions += found;
        self.stats += stats;
    }

    /// The time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The totals with those of a search that is under way, for the display. `found` is `None` for
    /// work that has no solutions before it is done; `open` is the share of its search tree that is
    /// open, if it is known.
    pub(crate) fn with(&self, found: Option<BigUint>, stats: Stats, open: Option<f64>) -> String {
        let [problems, solutions] = self.words;
        let mut text = format!("{} {problems}", grouped(&self.problems.to_string()));
        if let Some(found) = found {
            text += &format!(", {} {solutions}", grouped(&(&self.solutions + found).to_string()));
        }
        let nodes = self.stats.nodes + stats.nodes;
        // A command that does not search has none.
        if nodes > 0 {
            text += &format!(", {} nodes", grouped(&nodes.to_string()));
        }
        if let Some(explored) = open.and_then(|open| explored(open, self.elapsed())) {
            text += &format!(", {explored}");
        }
        text
    }

    /// The line of `--stats`.
    pub(crate) fn line(&self) -> String {
        let Self { problems, solutions, words: [puzzles, covers], stats, .. } = self;
        let Stats { nodes, updates } = stats;
        let seconds = self.elapsed().as_secs_f64();
        // The nearest number with a fraction is enough for a rate.
        let rate = solutions.to_string().parse::<f64>().unwrap_or(f64::INFINITY) / seconds;
        format!(
            "{problems} {puzzles}, {solutions} {covers}, {nodes} nodes, {updates} updates, {seconds:.6} s, \
             {rate:.0} {covers}/s"
        )
    }
}
