//! The options for chains, in the commands that solve by logic.

use quadrille::sudoku::logic::Settings;

/// The limits of chains.
#[derive(Debug, clap::Args)]
pub(crate) struct ChainArgs {
    /// The maximum number of candidates in a chain; below 4 there are no chains at all
    #[arg(long, value_name = "N", default_value_t = Settings::LONGEST_CHAIN)]
    longest_chain: usize,

    /// Do not use forcing chains, which take seconds for the hardest known puzzles
    #[arg(long)]
    no_forcing_chains: bool,
}

impl ChainArgs {
    /// Returns the settings of the options, without the assumption that solutions are unique.
    pub(crate) fn settings(&self) -> Settings {
        Settings::default()
            .longest_chain(self.longest_chain)
            .forcing_chains(self.has_forcing_chains())
    }

    /// True if forcing chains are used.
    pub(crate) fn has_forcing_chains(&self) -> bool {
        !self.no_forcing_chains && self.longest_chain >= 4
    }
}
