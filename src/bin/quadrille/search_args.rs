//! The options of every command that searches.

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

    /// Print the number of solutions, a line for each problem; `N+` says that a limit cut the search short
    #[arg(short, long)]
    pub(crate) count: bool,

    /// Which engine searches
    ///
    /// `auto` takes the one that suits the problem best; `links`, dancing links, can search every problem; `bits`, sets as
    /// bits of machine words, is for problems without bounds that are not too large.
    #[arg(long, value_name = "ENGINE", value_parser = engines(), default_value = "auto")]
    pub(crate) engine: EngineChoice,

    /// Say on standard error what the search did: nodes, updates, time, solutions a second
    #[arg(long)]
    pub(crate) stats: bool,
}

impl SearchArgs {
    pub(crate) fn limits(&self) -> Limits {
        match self.limit {
            Some(limit) => Limits::none().covers(limit),
            None if self.first => Limits::none().covers(1),
            None => Limits::none(),
        }
    }
}

/// Reads the name of an engine, and lists the names in the help.
pub(crate) fn engines() -> impl TypedValueParser<Value = EngineChoice> {
    PossibleValuesParser::new(EngineChoice::ALL.map(EngineChoice::name))
        .map(|name| name.parse().expect("only names of engines pass"))
}
