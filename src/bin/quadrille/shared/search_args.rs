//! The options of every command that searches.

use std::num::NonZeroUsize;
use std::thread;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille::{EngineChoice, Limits};

/// What to look for, and with which engine.
#[derive(Debug, clap::Args)]
pub(crate) struct SearchArgs {
    /// Stop after N solutions of a problem
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Stop after the first solution of a problem: the same as -n 1
    #[arg(short = '1', long, conflicts_with = "limit")]
    first: bool,

    /// Print the number of solutions, a line for each problem; `N+` says that a limit or an
    /// interrupt cut the search short
    ///
    /// Without a limit, it is found without going through the solutions where that is faster.
    #[arg(short, long)]
    pub(crate) count: bool,

    /// Which engine searches
    ///
    /// `auto` takes the one that suits the problem best; `links`, dancing links, can search every
    /// problem; `bits`, sets as bits of machine words, is for problems without bounds that are not
    /// too large; `memo`, a cache of what is left to be done, is for counting such problems, and
    /// makes a diagram of all solutions before it prints the first.
    #[arg(long, value_name = "ENGINE", value_parser = engines(), default_value = "auto")]
    pub(crate) engine: EngineChoice,

    /// Search with N threads; 0 for as many as the machine runs at once
    ///
    /// What is found is the same. Covers and solutions come in any order, unless --ordered is
    /// given.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// With several threads, print what is found in the order of one thread
    ///
    /// What is found too early waits, in no more than 16 MB.
    #[arg(long)]
    pub(crate) ordered: bool,

    /// Say on standard error what the search did: nodes, updates, time, solutions a second
    #[arg(long)]
    pub(crate) stats: bool,
}

impl SearchArgs {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        threads(self.threads)
    }

    /// How many solutions are wanted at most.
    pub(crate) fn most(&self) -> Option<u64> {
        self.limit.or(self.first.then_some(1))
    }

    pub(crate) fn limits(&self) -> Limits {
        self.most().map_or(Limits::none(), |most| Limits::none().covers(most))
    }
}

/// So many threads; for 0, as many as the machine runs at once.
pub(crate) fn threads(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads)
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

/// The same, for those that search for one cover after the other.
pub(crate) fn searching_engines() -> impl TypedValueParser<Value = EngineChoice> {
    PossibleValuesParser::new(EngineChoice::SEARCHES.map(EngineChoice::name))
        .map(|name| name.parse().expect("only names of engines pass"))
}

/// Reads the name of an engine, and lists the names in the help.
pub(crate) fn engines() -> impl TypedValueParser<Value = EngineChoice> {
    PossibleValuesParser::new(EngineChoice::ALL.map(EngineChoice::name))
        .map(|name| name.parse().expect("only names of engines pass"))
}
