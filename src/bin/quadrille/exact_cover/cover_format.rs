//! The text of covers and counts, as `cover`, `resume` and `run` print them.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clap::ValueEnum;
use num_bigint::BigUint;
use quadrille::{Count, OptionId, Problem};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::cover_printer::CoverPrinter;
use crate::shared::counting::json_number;
use crate::shared::gathered::{Found, Note, Recorder, Style, Work};
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
    Count { count: Box<RawValue>, complete: bool },
    Option { option: usize, text: String, count: Box<RawValue> },
}

/// The printers of covers for the threads of a search.
pub(crate) struct CoverNote<'a> {
    problem: &'a Problem,
    format: Format,
    /// The printers that no thread is using. They keep the texts of the options.
    printers: Mutex<Vec<CoverPrinter<'a>>>,
}

impl<'a> CoverNote<'a> {
    pub(crate) fn new(problem: &'a Problem, format: Format) -> Self {
        Self { problem, format, printers: Mutex::new(Vec::new()) }
    }

    fn printers(&self) -> MutexGuard<'_, Vec<CoverPrinter<'a>>> {
        self.printers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Note for CoverNote<'_> {
    fn recorder(&self) -> Box<dyn Recorder + '_> {
        let printer = self.printers().pop();
        let printer = printer.unwrap_or_else(|| CoverPrinter::new(self.problem, self.format));
        Box::new(CoverRecorder { note: self, printer: Some(printer), is_first: true })
    }
}

/// A printer in use by a thread.
struct CoverRecorder<'a, 'p> {
    note: &'a CoverNote<'p>,
    /// Always a printer, until it is given back.
    printer: Option<CoverPrinter<'p>>,
    /// True before the first cover.
    is_first: bool,
}

impl Recorder for CoverRecorder<'_, '_> {
    #[inline]
    fn record(&mut self, cover: &[OptionId], unchanged: usize, found: &mut Found) {
        // The last cover of the printer can be one of another search.
        let unchanged = if std::mem::take(&mut self.is_first) { 0 } else { unchanged };
        if let Some(printer) = &mut self.printer {
            found.add(self.note.format.style(), |text| {
                printer.print(text, cover, unchanged, b"0", None);
                Ok(())
            });
        }
    }
}

impl Drop for CoverRecorder<'_, '_> {
    fn drop(&mut self) {
        let printer = self.printer.take();
        self.note.printers().extend(printer);
    }
}

impl<'a> Work<'a> {
    pub(crate) fn of_covers(note: &'a CoverNote<'_>, format: Format, counts: bool) -> Self {
        Self { each: counts.then_some(1), note, style: format.style() }
    }
}

impl Format {
    fn style(self) -> Style {
        if self == Self::Json { Style::Json } else { Style::Plain }
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
