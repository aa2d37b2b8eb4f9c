//! The text of covers and counts, as `cover`, `resume` and `run` print them.

use std::io::{self, Write};

use clap::ValueEnum;
use quadrille::Count;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::shared::gathered::Style;
use crate::shared::output::{Output, json_number};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// The options, one per line, with a blank line after each cover
    Text,
    /// The positions of the options in the file, counted from 1, in a line
    Indices,
    /// A JSON object per line: the positions of the options, their texts, and the number of the
    /// cover, counted from 1
    Json,
}

/// A line of `--format json`.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Object {
    Count { count: Box<RawValue>, complete: bool },
    Option { option: usize, text: String, count: Box<RawValue> },
}

impl Format {
    pub(super) fn style(self) -> Style {
        if self == Self::Json { Style::Json } else { Style::Plain }
    }
}

/// Prints the number of covers.
pub(crate) fn print_count(output: &mut Output, format: Format, count: &Count) -> io::Result<()> {
    match format {
        Format::Json => {
            let complete = count.is_exact();
            output.json(&Object::Count { count: json_number(&count.to_big()), complete })
        }
        Format::Text | Format::Indices => writeln!(output, "{count}"),
    }
}
