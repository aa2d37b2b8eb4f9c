//! The text of answers, in the formats of `quadrille solve`.

use std::fmt::{Arguments, Display};
use std::io::Write;

use clap::error::ErrorKind;
use quadrille::Count;
use quadrille::sudoku::{Grid, Puzzle};

use crate::shared::decimal::Decimal;
use crate::shared::{Format, LineArgs, OneOf};

/// The form of solutions.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SolutionArgs {
    /// The format of a solution
    #[arg(short, long, value_name = "FORMAT", default_value = "line", value_parser = OneOf(&[
        ("line", Format::Line, "81 digits on one line"),
        ("grid", Format::Grid, "A drawing over several lines, with a blank line between grids"),
        ("csv", Format::Csv, "A table with the columns `puzzle` and `solution`"),
        ("json", Format::Json, "An object per line, with the puzzle and the solution"),
    ]))]
    pub(crate) format: Format,

    /// Begin each line with the puzzle and a tab
    #[arg(short, long)]
    pub(crate) puzzle: bool,
}

impl SolutionArgs {
    /// Checks that the format has one line for each result if an option needs that.
    pub(crate) fn check(&self, lines: LineArgs) -> Result<(), (ErrorKind, &'static str)> {
        let is_table = matches!(self.format, Format::Grid | Format::Csv);
        if is_table && (self.puzzle || lines.align || lines.keep) {
            let message = "--align, --keep and --puzzle need one line for each result: leave out `--format grid` and `--format csv`";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }

    /// Returns the text before all solutions.
    pub(crate) fn header(&self) -> &'static [u8] {
        if self.format == Format::Csv { b"puzzle,solution\n" } else { b"" }
    }
}

/// The length of a line of digits with its line feed.
pub(crate) const LINE: usize = 82;

/// A writer of the answers to one puzzle after another. It reuses the memory of its texts from
/// puzzle to puzzle.
#[derive(Clone)]
pub(crate) struct Writer {
    pub(crate) form: SolutionArgs,
    /// The text before an answer and the text after it.
    before: Vec<u8>,
    after: Vec<u8>,
    /// In JSON, the number of solutions that [`Self::solutions`] has written for the puzzle.
    last: Decimal,
    /// A drawing with its line ending, and the place of each cell in it.
    drawing: Vec<u8>,
    places: Vec<usize>,
}

impl Writer {
    pub(crate) fn new(form: SolutionArgs) -> Self {
        let (before, after, last) = Default::default();
        let drawing = format!("{:#}\n", Grid::EMPTY).into_bytes();
        let cells = drawing.iter().enumerate().filter(|(_, byte)| **byte == b'.');
        let places = cells.map(|(at, _)| at).collect();
        Self { form, before, after, last, drawing, places }
    }

    /// Begins with another puzzle. `remark` is the remark to write in each line of its answers.
    pub(crate) fn begin(&mut self, puzzle: &Puzzle, remark: Option<&str>) {
        let Self { before, after, .. } = self;
        before.clear();
        after.clear();
        match self.form.format {
            Format::Line => {
                if self.form.puzzle {
                    write(before, format_args!("{puzzle}\t"));
                }
                if let Some(remark) = remark {
                    write(after, format_args!("\t{remark}"));
                }
            }
            Format::Csv => write(before, format_args!("{puzzle},")),
            Format::Json => {
                write(before, format_args!("{{\"puzzle\":\"{puzzle}\","));
                if let Some(remark) = remark.map(serde_json::Value::from) {
                    write(before, format_args!("\"remark\":{remark},"));
                }
                after.push(b'}');
                self.last.clear();
            }
            _ => {}
        }
        after.push(b'\n');
    }

    /// True if the text of solutions is their lines, without changes.
    pub(crate) fn is_plain(&self) -> bool {
        self.form.format == Format::Line && self.before.is_empty() && self.after.len() == 1
    }

    /// Writes solutions that are given as lines. An empty line comes before each drawing.
    pub(crate) fn solutions(&mut self, lines: &[u8], text: &mut Vec<u8>) {
        if self.is_plain() {
            return text.extend_from_slice(lines);
        }
        for line in lines.as_chunks::<LINE>().0 {
            if self.form.format == Format::Grid {
                text.push(b'\n');
            }
            let digits = line.first_chunk().expect("a line has more bytes");
            self.last.increase();
            self.solution(digits, self.last.as_bytes(), text);
        }
    }

    /// Writes one solution. `index` is its number, or JSON fields that begin with its number.
    pub(crate) fn solution(&self, digits: &[u8; 81], index: &[u8], text: &mut Vec<u8>) {
        match self.form.format {
            Format::Grid => {
                let start = text.len();
                text.extend_from_slice(&self.drawing);
                for (&place, &digit) in self.places.iter().zip(digits) {
                    text[start + place] = digit;
                }
            }
            Format::Json => self.line(text, |text| {
                text.extend_from_slice(b"\"solution\":\"");
                text.extend_from_slice(digits);
                text.extend_from_slice(b"\",\"index\":");
                text.extend_from_slice(index);
            }),
            _ => self.line(text, |text| text.extend_from_slice(digits)),
        }
    }

    fn line(&self, text: &mut Vec<u8>, answer: impl FnOnce(&mut Vec<u8>)) {
        text.extend_from_slice(&self.before);
        answer(text);
        text.extend_from_slice(&self.after);
    }

    /// Writes the line of a puzzle whose solutions are not printed: `plain`, or the `fields` of a
    /// JSON object.
    pub(crate) fn result(&self, plain: impl Display, fields: impl Display, text: &mut Vec<u8>) {
        self.line(text, |text| match self.form.format {
            Format::Json => write(text, format_args!("{fields}")),
            _ => write(text, format_args!("{plain}")),
        });
    }

    pub(crate) fn count(&self, count: &Count, text: &mut Vec<u8>) {
        let complete = count.is_exact();
        let number: &dyn Display = match count.to_u64() {
            Some(number) => &{ number },
            None => &count.to_big(),
        };
        self.result(count, format_args!("\"count\":{number},\"complete\":{complete}"), text);
    }

    /// Writes a verdict, which has up to two solutions in JSON. They are given as lines.
    pub(crate) fn verdict(&self, verdict: &str, solutions: &[u8], text: &mut Vec<u8>) {
        self.line(text, |text| {
            if self.form.format != Format::Json {
                return text.extend_from_slice(verdict.as_bytes());
            }
            write(text, format_args!("\"verdict\":\"{verdict}\",\"solutions\":["));
            for (at, line) in solutions.as_chunks::<LINE>().0.iter().enumerate() {
                text.extend_from_slice(if at > 0 { b",\"" } else { b"\"" });
                text.extend_from_slice(line.trim_ascii_end());
                text.push(b'"');
            }
            text.push(b']');
        });
    }

    /// Writes the number of solutions with each candidate. Outside JSON, a cell takes three lines
    /// with three counts each, for the digits 1 to 9.
    pub(crate) fn candidates(&self, solutions: &Count, counts: &[Count], text: &mut Vec<u8>) {
        if self.form.format == Format::Json {
            let texts = |counts: &[Count]| counts.iter().map(Count::to_string).collect::<Vec<_>>();
            let cells = counts.chunks(9).map(|counts| format!("[{}]", texts(counts).join(",")));
            let cells = cells.collect::<Vec<_>>().join(",");
            let fields = format!("\"solutions\":{solutions},\"counts\":[{cells}]");
            return self.result("", fields, text);
        }
        let number = |count: &Count| if *count == 0 { ".".to_owned() } else { count.to_string() };
        let numbers: Vec<String> = counts.iter().map(number).collect();
        let width = numbers.iter().map(String::len).max().unwrap_or(1);
        for row in 0..27 {
            if row > 0 && row % 3 == 0 {
                let dashes = if row % 9 == 0 { "=" } else { "-" }.repeat(9 * (width + 1) + 5);
                write(text, format_args!("{dashes}+{dashes}+{dashes}\n"));
            }
            let cell = |column: usize| -> String {
                let first = (row / 3 * 9 + column) * 9 + row % 3 * 3;
                numbers[first..first + 3].iter().map(|text| format!(" {text:>width$}")).collect()
            };
            let stacks = [0, 3, 6].map(|first| [0, 1, 2].map(|at| cell(first + at)).join(" :"));
            write(text, format_args!("{}\n", stacks.join(" |")));
        }
        text.push(b'\n');
    }
}

fn write(text: &mut Vec<u8>, written: Arguments<'_>) {
    text.write_fmt(written).expect("writing to memory cannot fail");
}
