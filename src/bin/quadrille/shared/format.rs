//! The formats of output, and options that take one of several values.

use std::ffi::{OsStr, OsString};

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

/// The values of an option, each with its name and its description in the help. The parser of the
/// option accepts these names.
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
        let names = PossibleValuesParser::new(self.values());
        // Text that is not Unicode is not a name either.
        let value = OsString::from(value.to_string_lossy().into_owned());
        let name = names.parse(command, argument, value)?;
        let chosen = self.0.iter().find(|(other, ..)| name == *other);
        Ok(chosen.expect("only names of values pass").1.clone())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values()))
    }
}

impl<T> OneOf<T> {
    fn values(&self) -> impl Iterator<Item = PossibleValue> + use<T> {
        self.0.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help))
    }
}
