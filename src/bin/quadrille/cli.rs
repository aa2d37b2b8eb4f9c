//! The program's commands and what it says about itself.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use quadrille::EngineChoice;

use crate::{completions, man, solve};

/// Exact covers and Sudoku: every solution, lazily
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::Args),
    Completions(completions::Args),
    Man(man::Args),
}

const EXAMPLES: &str = "\
Examples:
  quadrille solve 027800061000030008910005420500016030000970200070000096700000080006027000030480007
  echo 0278... | quadrille solve      every solution of each puzzle on standard input
  quadrille solve -u puzzles.txt      is each of them unique?

`quadrille help COMMAND` says more about a command.";

/// Reads the name of an engine, and lists the names in the help.
pub(crate) fn engine_parser() -> impl TypedValueParser<Value = EngineChoice> {
    PossibleValuesParser::new(EngineChoice::ALL.map(EngineChoice::name))
        .map(|name| name.parse().expect("only names of engines pass"))
}
