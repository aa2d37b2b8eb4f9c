//! The option `--engine`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille::EngineChoice;

/// Reads the name of an engine, and lists the names in the help.
pub(crate) fn parser() -> impl TypedValueParser<Value = EngineChoice> {
    PossibleValuesParser::new(EngineChoice::ALL.map(EngineChoice::name))
        .map(|name| name.parse().expect("only names of engines pass"))
}
