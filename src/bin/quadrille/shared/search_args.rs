//! The options of the commands that search. Each struct has those that some commands share.

use std::num::NonZeroUsize;
use std::thread;

use quadrille::EngineChoice;

use crate::shared::stop::StopArgs;
use crate::shared::values::{MOST_THREADS, named, positive, thread_count};

/// The number of solutions to print, or the option to print their number.
#[derive(Debug, clap::Args)]
pub(crate) struct AmountArgs {
    /// Stop after N solutions of each problem
    #[arg(short = 'n', long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,

    /// Print the number of solutions, one line per problem
    ///
    /// After a limit or an interrupt it is `N+`: at least N.
    #[arg(short, long)]
    pub(crate) count: bool,
}

/// The number of threads.
#[derive(Debug, clap::Args)]
pub(crate) struct ThreadArgs {
    /// Use N threads; 0 for all hardware threads
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = thread_count, allow_negative_numbers = true)]
    threads: usize,
}

impl ThreadArgs {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        threads(self.threads)
    }
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
    threads: ThreadArgs,
}

impl EngineArgs {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.threads()
    }
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
    /// Without it, several threads print them in any order. With it, a long search may be slower.
    #[arg(long)]
    pub(crate) ordered: bool,
}

impl SearchArgs {
    /// Returns the maximum number of solutions.
    pub(crate) fn most(&self) -> Option<u64> {
        self.amount.limit.or(self.first.then_some(1))
    }

    /// True if any cover will do: the one that is found soonest, with any engine and in any order.
    /// Threads are not used, because restarts find a cover far sooner.
    pub(crate) fn is_for_any(&self) -> bool {
        self.first && self.with.engine == EngineChoice::Auto
    }
}

/// The limits of every search, and the report of its work.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct RunArgs {
    /// Print search statistics on standard error
    ///
    /// These are the engine, nodes, updates, time, and solutions per second; with `-f json`, a JSON
    /// object on one line.
    #[arg(long)]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) stop: StopArgs,
}

/// Returns the number of threads for a requested number; 0 stands for all hardware threads. It is
/// at most [`MOST_THREADS`], even if a checkpoint requests more.
pub(crate) fn threads(threads: usize) -> NonZeroUsize {
    let threads = NonZeroUsize::new(threads)
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    threads.min(const { NonZeroUsize::new(MOST_THREADS).expect("there is one") })
}
