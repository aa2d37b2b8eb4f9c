//! The totals of a command, for `--stats` and the progress display.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use quadrille::search::Stats;

use crate::shared::progress::{explored, grouped};
use crate::shared::words::counted;

/// The numbers of problems and solutions, and the work done.
pub(crate) struct Totals {
    /// The number of problems done.
    pub(crate) problems: u64,
    /// The number of their solutions.
    pub(crate) solutions: BigUint,
    stats: Stats,
    /// The command's words for problems and solutions.
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

    /// Adds the results of a search.
    pub(crate) fn add<N>(&mut self, found: N, stats: Stats)
    where
        BigUint: AddAssign<N>,
    {
        self.solutions += found;
        self.stats += stats;
    }

    /// Returns the work done.
    pub(crate) fn stats(&self) -> Stats {
        self.stats
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the totals including a search in progress, for the display. `found` is `None` for
    /// work that finds no solutions before its end. `open` is the open share of the search tree, if
    /// it is known.
    pub(crate) fn with(&self, found: Option<BigUint>, stats: Stats, open: Option<f64>) -> String {
        let [problems, solutions] = self.words;
        let mut text = format!("{} {problems}", grouped(&self.problems.to_string()));
        if let Some(found) = found {
            text += &format!(", {} {solutions}", grouped(&(&self.solutions + found).to_string()));
        }
        let nodes = self.stats.nodes + stats.nodes;
        // Commands that do not search have no nodes.
        if nodes > 0 {
            text += &format!(", {}", counted(grouped(&nodes.to_string()), "node"));
        }
        if let Some(explored) = open.and_then(|open| explored(open, self.elapsed())) {
            text += &format!(", {explored}");
        }
        text
    }

    /// Returns the line of `--stats`.
    pub(crate) fn line(&self) -> String {
        let Self { problems, solutions, words: [puzzles, covers], stats, .. } = self;
        let Stats { nodes, updates } = stats;
        let seconds = self.elapsed().as_secs_f64();
        // A rounded number is enough for a rate.
        let rate = solutions.to_string().parse::<f64>().unwrap_or(f64::INFINITY) / seconds;
        format!(
            "{problems} {puzzles}, {solutions} {covers}, {nodes} nodes, {updates} updates, {seconds:.6} s, \
             {rate:.0} {covers}/s"
        )
    }
}
