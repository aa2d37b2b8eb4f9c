//! `cover --distinct`: the covers up to isomorphism.

use std::io::Write;

use quadrille::search::Step;
use quadrille::solve::{Distinct, DistinctCover};
use quadrille::{Count, Limits, OptionId, Problem};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::exact_cover::cover_format::Format;
use crate::exact_cover::cover_printer::CoverPrinter;
use crate::shared::counting::json_number;
use crate::shared::error::{self, Error};
use crate::shared::search_args::SearchArgs;
use crate::shared::session::Session;

/// A cover in a line of JSON.
#[derive(Serialize)]
struct Object {
    options: Vec<u32>,
    texts: Vec<String>,
    index: u64,
    orbit: Box<RawValue>,
    stabilizer: Box<RawValue>,
}

/// The numbers of classes and of covers as an object of JSON.
#[derive(Serialize)]
struct CountObject {
    classes: Box<RawValue>,
    covers: Box<RawValue>,
    complete: bool,
}

/// A problem, and the options that every cover must contain.
pub(crate) struct Job<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) prefix: &'a [OptionId],
    pub(crate) format: Format,
}

impl Job<'_> {
    /// Prints one cover of each class, or their number. True if there is a cover.
    pub(crate) fn print(&self, args: &SearchArgs, session: &mut Session) -> Result<bool, Error> {
        let Self { problem, prefix, format } = *self;
        let limits = Limits::none().covers(args.most().unwrap_or(u64::MAX));
        let distinct = Distinct::of(problem, prefix, &[]).expect("the options have been checked");
        let mut distinct = distinct.limited(session.limits(limits));
        let mut printer = CoverPrinter::new(problem, format);
        let (mut text, mut index) = (Vec::new(), 0);
        let counts = args.count;
        let count = session.search(&mut distinct, |distinct, output, nodes| {
            let step = distinct.advance(nodes);
            if let (Step::Cover, false, Some(class)) = (step, counts, distinct.current()) {
                index += 1;
                if format == Format::Json {
                    output.json(&object(problem, class, index))?;
                } else {
                    printer.print(&mut text, &class.cover, 0, b"0", None);
                    output.write_all(&text)?;
                    text.clear();
                }
            }
            Ok(step)
        })?;
        if counts {
            let covers = distinct.covers_so_far();
            session.print(|output| match format {
                Format::Json => output.json(&CountObject {
                    classes: json_number(&count.to_big()),
                    covers: json_number(covers),
                    complete: count.is_exact(),
                }),
                Format::Text | Format::Indices => {
                    let covers = match count.is_exact() {
                        true => Count::from(covers.clone()),
                        false => Count::at_least(covers.clone()),
                    };
                    writeln!(output, "{count} up to isomorphism, {covers} in all")
                }
            })?;
        }
        if !count.is_exact() {
            // After an interrupt there may be more covers.
            error::check_signal()?;
        }
        Ok(count.is_at_least(1))
    }
}

fn object(problem: &Problem, class: &DistinctCover, index: u64) -> Object {
    Object {
        options: class.cover.iter().map(|option| option.get() + 1).collect(),
        texts: class.cover.iter().map(|&option| problem.option_text(option).to_string()).collect(),
        index,
        orbit: json_number(&class.orbit_size),
        stabilizer: json_number(&class.stabilizer_order),
    }
}
