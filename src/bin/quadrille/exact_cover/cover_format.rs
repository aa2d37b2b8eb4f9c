//! The text of covers and counts, as `cover`, `resume` and `run` print them.

use std::io::{self, Write};

use clap::ValueEnum;
use num_bigint::BigUint;
use quadrille::{Count, Cover, OptionId, Problem};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::shared::counting::json_number;
use crate::shared::gathered::{Found, Style, Work};
use crate::shared::output::Output;

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
    Cover {
        options: Vec<usize>,
        texts: Vec<String>,
        index: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<i64>,
    },
    Count {
        count: Box<RawValue>,
        complete: bool,
    },
    Option {
        option: usize,
        text: String,
        count: Box<RawValue>,
    },
}

/// Returns the function that a thread calls with each cover found. It prints the cover.
pub(crate) fn note_covers<'a>(
    problem: &'a Problem,
    format: Format,
) -> impl Fn(&[OptionId], &mut Found) + Sync + 'a {
    let style = format.style();
    move |cover, found| {
        found.add(style, |text| print_cover(text, format, problem, &Cover::from(cover), 0, None));
    }
}

impl<'a> Work<'a> {
    pub(crate) fn of_covers(
        note: &'a (dyn Fn(&[OptionId], &mut Found) + Sync),
        format: Format,
        counts: bool,
    ) -> Self {
        Self { each: counts.then_some(1), note, style: format.style() }
    }
}

impl Format {
    fn style(self) -> Style {
        if self == Self::Json { Style::Json } else { Style::Plain }
    }
}

/// Prints a cover. Its cost follows as a comment of the text format.
pub(crate) fn print_cover(
    output: &mut impl Write,
    format: Format,
    problem: &Problem,
    cover: &Cover,
    index: u64,
    cost: Option<i64>,
) -> io::Result<()> {
    let positions = cover.iter().map(|option| option.index() + 1);
    let mut texts = cover.iter().map(|&option| problem.option_text(option));
    match format {
        Format::Text => {
            texts.try_for_each(|text| writeln!(output, "{text}"))?;
            cost.map_or(Ok(()), |cost| writeln!(output, "| cost {cost}"))?;
            writeln!(output)
        }
        Format::Indices => {
            for (at, position) in positions.enumerate() {
                write!(output, "{}{position}", if at == 0 { "" } else { " " })?;
            }
            cost.map_or(Ok(()), |cost| write!(output, " | cost {cost}"))?;
            writeln!(output)
        }
        Format::Json => {
            let (options, texts) = (positions.collect(), texts.collect());
            serde_json::to_writer(&mut *output, &Object::Cover { options, texts, index, cost })?;
            output.write_all(b"\n")
        }
    }
}

/// Prints the number of covers.
pub(crate) fn print_count(
    output: &mut Output,
    format: Format,
    count: &Count<BigUint>,
) -> io::Result<()> {
    match format {
        Format::Json => {
            let complete = count.is_exact();
            output.json(&Object::Count { count: json_number(&count.clone().found()), complete })
        }
        Format::Text | Format::Indices => writeln!(output, "{count}"),
    }
}
