//! The options of the commands that search. Each struct has options that several commands share.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use quadrille::EngineChoice;
use quadrille::engine::memo::Memo;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::shared::values::{duration, named, positive, thread_count};

/// The limit on the number of solutions, and the option to count them.
#[derive(Debug, clap::Args)]
pub(crate) struct AmountArgs {
    /// Stop after N solutions of each problem
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,

    /// Count the solutions instead of printing them, with one line per problem
    ///
    /// After a limit or an interrupt a number is `N+`: at least N.
    #[arg(short, long)]
    pub(crate) count: bool,
}

/// The number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct ThreadArgs {
    /// Use N threads; 0 for all hardware threads
    #[arg(short = 'j', long, value_name = "N", default_value_t = NonZeroUsize::MIN, value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: NonZeroUsize,
}

/// The engine and the threads of a search.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// The search engine
    ///
    /// `auto` selects the best engine for the problem. `links` (dancing links) can search any
    /// problem, and `bits` (sets stored as bits) any problem of moderate size. `memo` counts with a
    /// cache of subproblems, and does not support items with bounds; to print solutions, it first
    /// builds a diagram of all of them.
    #[arg(long, value_name = "ENGINE", value_parser = named(EngineChoice::ALL, EngineChoice::name), default_value = "auto")]
    pub(crate) engine: EngineChoice,

    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// The options of the commands that list solutions.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) amount: AmountArgs,

    /// Stop after one solution of each problem
    #[arg(short = '1', long, conflicts_with = "limit")]
    first: bool,

    #[command(flatten)]
    pub(crate) with: EngineArgs,

    /// Print the results in the same order with any number of threads
    ///
    /// Without it, several threads may change the order. With it, a long search may be slower.
    #[arg(long)]
    pub(crate) ordered: bool,
}

impl SearchArgs {
    pub(crate) fn most(&self) -> Option<u64> {
        self.amount.limit.or(self.first.then_some(1))
    }

    /// True if any cover will do: the one that is found soonest, with any engine and in any order.
    /// Threads are not used, because restarts find a cover far sooner.
    pub(crate) fn is_for_any(&self) -> bool {
        self.first && self.with.engine == EngineChoice::Auto
    }
}

/// The time limit of commands that may take a long time.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct TimeoutArgs {
    /// Stop each search after this time, such as 10s or 2h
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
    /// Returns the end of work that begins now, if its time is limited.
    pub(crate) fn until(self) -> Option<Instant> {
        self.timeout.and_then(|timeout| Instant::now().checked_add(timeout))
    }
}

/// The time and node limits of commands that search.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct StopArgs {
    #[command(flatten)]
    pub(super) timeout: TimeoutArgs,

    /// Stop each search after N nodes of the search tree
    ///
    /// The search may enter more nodes before it stops.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true, global = true)]
    pub(crate) nodes: Option<u64>,
}

impl StopArgs {
    /// True if there is a limit.
    pub(crate) fn is_limited(self) -> bool {
        self.timeout.timeout.is_some() || self.nodes.is_some()
    }

    /// Returns how many nodes, up to `nodes`, a problem of a list may take before the clock is
    /// read. With a short time limit, the number is 0.
    pub(crate) fn unwatched(self, nodes: u64) -> u64 {
        const SHORT: Duration = Duration::from_millis(100);
        let is_short = self.timeout.timeout.is_some_and(|timeout| timeout < SHORT);
        if is_short { 0 } else { self.nodes.map_or(nodes, |most| most.min(nodes)) }
    }

    /// Returns the number of nodes left after `nodes` nodes: `u64::MAX` without a limit.
    pub(crate) fn nodes_left(self, nodes: u64) -> u64 {
        self.nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes))
    }
}

/// The limits of every search, and the report of its work.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct RunArgs {
    /// Print search statistics on standard error
    ///
    /// These include the time and the numbers of nodes and updates. If the command prints JSON,
    /// they are a JSON object on one line.
    #[arg(long)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) stop: StopArgs,
}

/// The memory limit of counting.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArgs {
    /// The memory limit for counting, such as 8G; by default half of the machine's memory
    ///
    /// With less memory, counting may take longer. `sample`, `nth`, `diagram` and often `count
    /// --option-counts` need a diagram of all covers, which must fit in half of SIZE.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true)]
    memory: Option<ByteSize>,
}

impl MemoryArgs {
    /// Returns the memory limit in bytes.
    pub(crate) fn limit(&self) -> usize {
        memory(self.asked())
    }

    pub(crate) fn asked(&self) -> Option<u64> {
        self.memory.map(|memory| memory.as_u64())
    }
}

/// Returns the memory limit in bytes: by default, half of the machine's or container's memory.
pub(crate) fn memory(asked: Option<u64>) -> usize {
    usize::try_from(asked.unwrap_or_else(half_of_the_machine)).unwrap_or(usize::MAX)
}

fn half_of_the_machine() -> u64 {
    let system = System::new_with_specifics(
        RefreshKind::nothing().with_memory(MemoryRefreshKind::everything()),
    );
    // A container may have less memory than the machine.
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    match system.total_memory().min(limit) {
        // The size of the memory is unknown.
        0 => Memo::MEMORY as u64,
        total => total / 2,
    }
}
