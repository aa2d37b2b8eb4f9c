//! The time and node limits of a search.

use std::time::{Duration, Instant};

use quadrille::Limits;

use crate::shared::values::{duration, positive};

/// The time limit of commands that may take a long time.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct TimeoutArgs {
    /// Stop the search of each problem after this time, such as 10s or 2h
    ///
    /// The results so far are printed. If a count is incomplete, `N+` means at least N.
    #[arg(
        long,
        alias = "time",
        value_name = "TIME",
        value_parser = duration, allow_hyphen_values = true,
        global = true
    )]
    pub(crate) timeout: Option<Duration>,
}

impl TimeoutArgs {
    /// Returns the end of work that begins now.
    pub(crate) fn until(self) -> Option<Instant> {
        self.timeout.and_then(|timeout| Instant::now().checked_add(timeout))
    }
}

/// The time and node limits of every command that searches.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct StopArgs {
    #[command(flatten)]
    pub(super) timeout: TimeoutArgs,

    /// Stop the search of each problem after N nodes of the search tree
    ///
    /// With one thread, every run gives the same results.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true, global = true)]
    pub(crate) nodes: Option<u64>,
}

impl StopArgs {
    /// Returns how many of `nodes` nodes a problem of a list may take before the clock is read.
    /// These nodes take a few milliseconds. With a short time limit, the number is 0.
    pub(crate) fn unwatched(self, nodes: u64) -> u64 {
        const SHORT: Duration = Duration::from_millis(100);
        let is_short = self.timeout.timeout.is_some_and(|timeout| timeout < SHORT);
        if is_short { 0 } else { self.nodes.map_or(nodes, |most| most.min(nodes)) }
    }
}

/// The time and node limits of one search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stop {
    pub(super) args: StopArgs,
    /// The end of the search, if it has begun and its time is limited.
    pub(super) until: Option<Instant>,
}

impl Stop {
    /// Returns the limits for a search of the library.
    pub(crate) fn limits(self) -> Limits {
        let limits = Limits::none().nodes(self.nodes_left(0));
        match self.until {
            Some(until) => limits.until(until),
            None => limits,
        }
    }

    /// Returns the number of nodes left after `nodes` nodes.
    pub(crate) fn nodes_left(self, nodes: u64) -> u64 {
        self.args.nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes))
    }

    /// Returns the option whose limit is reached, if one is. `nodes` is the number of nodes so far.
    pub(crate) fn reached(self, nodes: u64) -> Option<&'static str> {
        if self.nodes_left(nodes) == 0 {
            Some("--nodes")
        } else {
            self.until.filter(|&until| Instant::now() >= until).map(|_| "--timeout")
        }
    }
}
