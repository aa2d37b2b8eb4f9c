//! The formats of output, and options that take one of several values.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::{Deserialize, Serialize};

/// A format of output. Each command lists the formats that it supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// A line for each result.
    Line,
    /// Any lines of text.
    #[default]
    Text,
    /// A drawing over several lines.
    Grid,
    /// A table with commas between the columns.
    Csv,
    /// The positions of options.
    Indices,
    /// A JSON object on one line.
    Json,
}

impl Format {
    pub(crate) fn is_json(self) -> bool {
        self == Self::Json
    }
}

/// The parser of an option with these values, each with its name and its help.
#[derive(Clone)]
pub(crate) struct OneOf<T: 'static>(pub(crate) &'static [(&'static str, T, &'static str)]);

impl<T: Clone + Send + Sync> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let names = PossibleValuesParser::new(self.possible_values().into_iter().flatten());
        // Text that is not Unicode is not a name either.
        let name = names.parse(command, argument, value.to_string_lossy().into_owned().into())?;
        let chosen = self.0.iter().find(|(other, ..)| name == *other);
        Ok(chosen.expect("only names of values pass").1.clone())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |(name, _, help): &(&'static str, T, &'static str)| {
            PossibleValue::new(*name).help(*help)
        };
        Some(Box::new(self.0.iter().map(value)))
    }
}
