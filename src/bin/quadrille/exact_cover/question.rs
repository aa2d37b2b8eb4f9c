//! A question about the covers of a problem, and the formats of the answer, which `cover`, `resume`
//! and `run` share.

use std::io::{self, Write};

use quadrille::search::{Cube, Unsupported};
use quadrille::{Count, EngineChoice, OptionId, Problem};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::shared::error::Error;
use crate::shared::format::Format;
use crate::shared::output::{Output, json_number};
use crate::shared::search_args::SearchArgs;
use crate::shared::session::Session;

/// The formats of a cover.
pub(crate) const FORMATS: &[(&str, Format, &str)] = &[
    ("text", Format::Text, "The options, one per line, with a blank line after each cover"),
    (
        "indices",
        Format::Indices,
        "The positions of the options in the file, counted from 1, in a line",
    ),
    (
        "json",
        Format::Json,
        "A JSON object per line: the positions of the options, their texts, and the number of the \
         cover, counted from 1",
    ),
];

/// A problem whose covers are asked for.
pub(crate) struct Question<'a> {
    /// The name of the problem in messages.
    pub(crate) name: &'a str,
    pub(crate) problem: &'a Problem,
    /// The options that every cover must contain.
    pub(crate) chosen: &'a [OptionId],
    pub(crate) format: Format,
    pub(crate) search: &'a SearchArgs,
}

impl Question<'_> {
    /// Returns the cube of the covers that contain every chosen option.
    pub(crate) fn cube(&self) -> Cube {
        Cube::from(self.chosen)
    }

    /// Prints the only cover of an answer.
    pub(crate) fn print(
        &self,
        cover: &[OptionId],
        cost: Option<i64>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let mut text = Vec::new();
        CoverPrinter::new(self.problem, self.format).print(&mut text, cover, 0, b"1", cost);
        session.print(|output| output.write_all(&text))
    }
}

/// Returns the error of an engine that does not support the problem.
pub(crate) fn unsuited(name: &str, engine: EngineChoice, error: &Unsupported) -> Error {
    let remedy = "`--engine auto` finds one";
    Error::Bad(format!("{name}: not for the engine `{engine}`: {error}; {remedy}"))
}

/// The number of covers in a line of JSON.
#[derive(Serialize)]
struct CountObject {
    count: Box<RawValue>,
    complete: bool,
}

/// Prints the number of covers.
pub(crate) fn print_count(output: &mut Output, format: Format, count: &Count) -> io::Result<()> {
    if !format.is_json() {
        return writeln!(output, "{count}");
    }
    let (complete, count) = (count.is_exact(), json_number(&count.to_big()));
    output.json(&CountObject { count, complete })
}
