//! The text of answers, in the formats of `quadrille solve`.

use std::fmt::Display;
use std::io::Write;

use clap::ValueEnum;
use clap::error::ErrorKind;
use quadrille::Count;
use quadrille::sudoku::Grid;

use crate::shared::decimal::Decimal;
use crate::shared::lines::{LineArgs, Subject};

/// A format of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// 81 digits on one line
    Line,
    /// A drawing over several lines, with a blank line between grids
    Grid,
    /// A table with the columns `puzzle` and `solution`
    Csv,
    /// An object per line: the puzzle, the solution, and its number
    Json,
}

impl Format {
    /// Checks that the format has one line for each result if an option needs that.
    pub(crate) fn check_lines(
        self,
        begins_with_puzzle: bool,
        lines: &LineArgs,
    ) -> Result<(), (ErrorKind, &'static str)> {
        let is_table = matches!(self, Self::Grid | Self::Csv);
        if is_table && (begins_with_puzzle || lines.align || lines.keep) {
            let message = "--align, --keep and --puzzle need one line for each result: leave out `--format grid` and `--format csv`";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }
}

/// The length of a line of digits with its line feed.
pub(crate) const LINE: usize = 82;

/// A writer of the answers to one puzzle after another. It reuses its texts, so a puzzle needs no
/// allocation.
#[derive(Clone)]
pub(crate) struct Writer {
    format: Format,
    /// The text before an answer and the text after it.
    before: Vec<u8>,
    after: Vec<u8>,
    /// The number of the next solution.
    next: Decimal,
    /// A drawing with its line ending, and the place of each cell in it.
    drawing: Vec<u8>,
    places: Vec<usize>,
}

impl Writer {
    pub(crate) fn new(format: Format) -> Self {
        let (before, after, next) = (Vec::new(), Vec::new(), Decimal::new(1));
        let (mut drawing, mut places) = (Vec::new(), Vec::new());
        if format == Format::Grid {
            drawing = format!("{:#}\n", Grid::EMPTY).into_bytes();
            let cells = drawing.iter().enumerate().filter(|(_, byte)| **byte == b'.');
            places = cells.map(|(at, _)| at).collect();
        }
        Self { format, before, after, next, drawing, places }
    }

    /// Begins with another puzzle.
    pub(crate) fn begin(&mut self, subject: &Subject<'_>) {
        let Self { before, after, .. } = self;
        before.clear();
        after.clear();
        let puzzle = subject.puzzle;
        let made = match self.format {
            Format::Line => subject.write_before(before).and_then(|()| subject.write_after(after)),
            Format::Csv => after.write_all(b"\n").and_then(|()| write!(before, "{puzzle},")),
            Format::Json => {
                let remark = subject.remark.map_or_else(String::new, |remark| {
                    format!("\"remark\":{},", serde_json::Value::from(remark))
                });
                after.extend_from_slice(b"}\n");
                self.next = Decimal::new(1);
                write!(before, "{{\"puzzle\":\"{puzzle}\",{remark}")
            }
            Format::Grid => Ok(()),
        };
        made.expect("writing to memory cannot fail");
    }

    /// Writes solutions that are given as lines. An empty line comes before each drawing.
    pub(crate) fn solutions(&mut self, lines: &[u8], text: &mut Vec<u8>) {
        if self.format == Format::Line && self.before.is_empty() && self.after.len() == 1 {
            return text.extend_from_slice(lines);
        }
        for line in lines.as_chunks::<LINE>().0 {
            let digits = line.first_chunk().expect("a line has more bytes");
            match self.format {
                Format::Grid => {
                    text.push(b'\n');
                    self.draw(digits, text);
                }
                Format::Json => {
                    self.object(digits, self.next.as_bytes(), text);
                    self.next.increase();
                }
                Format::Line | Format::Csv => {
                    self.line(text, |text| text.extend_from_slice(digits));
                }
            }
        }
    }

    /// Writes one solution, with its number.
    pub(crate) fn solution(&self, digits: &[u8; 81], index: &dyn Display, text: &mut Vec<u8>) {
        match self.format {
            Format::Grid => self.draw(digits, text),
            Format::Json => self.object(digits, index.to_string().as_bytes(), text),
            Format::Line | Format::Csv => self.line(text, |text| text.extend_from_slice(digits)),
        }
    }

    fn draw(&self, digits: &[u8; 81], text: &mut Vec<u8>) {
        let start = text.len();
        text.extend_from_slice(&self.drawing);
        for (&place, &digit) in self.places.iter().zip(digits) {
            text[start + place] = digit;
        }
    }

    fn object(&self, digits: &[u8; 81], index: &[u8], text: &mut Vec<u8>) {
        self.line(text, |text| {
            text.extend_from_slice(b"\"solution\":\"");
            text.extend_from_slice(digits);
            text.extend_from_slice(b"\",\"index\":");
            text.extend_from_slice(index);
        });
    }

    /// Writes the line of a puzzle.
    fn line(&self, text: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
        text.extend_from_slice(&self.before);
        write(text);
        text.extend_from_slice(&self.after);
    }

    /// Writes the line of a puzzle whose solutions are not printed: `plain`, or the `fields` of a
    /// JSON object.
    pub(crate) fn result(&self, plain: &dyn Display, fields: &dyn Display, text: &mut Vec<u8>) {
        self.line(text, |text| {
            let result = if self.format == Format::Json { fields } else { plain };
            write!(text, "{result}").expect("writing to memory cannot fail");
        });
    }

    pub(crate) fn count(&self, count: &Count, text: &mut Vec<u8>) {
        let complete = count.is_exact();
        let number: &dyn Display = match count.to_u64() {
            Some(number) => &{ number },
            None => &count.to_big(),
        };
        self.result(count, &format_args!("\"count\":{number},\"complete\":{complete}"), text);
    }

    /// Writes a verdict, which has up to two solutions in JSON.
    pub(crate) fn verdict(&self, verdict: &str, solutions: &[u8], text: &mut Vec<u8>) {
        let solutions = solutions.trim_ascii_end().split(|&byte| byte == b'\n');
        self.line(text, |text| {
            if self.format != Format::Json {
                return text.extend_from_slice(verdict.as_bytes());
            }
            text.extend_from_slice(b"\"verdict\":\"");
            text.extend_from_slice(verdict.as_bytes());
            text.extend_from_slice(b"\",\"solutions\":[");
            for (at, solution) in solutions.filter(|solution| !solution.is_empty()).enumerate() {
                text.extend_from_slice(if at > 0 { b",\"" } else { b"\"" });
                text.extend_from_slice(solution);
                text.push(b'"');
            }
            text.push(b']');
        });
    }

    /// Writes the number of solutions with each candidate. A cell takes three lines, with the
    /// counts of the digits 1 to 9 in their places.
    pub(crate) fn candidates(&self, solutions: &Count, counts: &[Count], text: &mut Vec<u8>) {
        if self.format == Format::Json {
            let list = |counts: &[Count]| {
                let counts: Vec<String> = counts.iter().map(Count::to_string).collect();
                format!("[{}]", counts.join(","))
            };
            let cells: Vec<String> = counts.chunks(9).map(list).collect();
            let fields = format!("\"solutions\":{solutions},\"counts\":[{}]", cells.join(","));
            return self.result(&"", &fields, text);
        }
        let width = counts.iter().map(|count| count.to_string().len()).max().unwrap_or(1);
        let line = |cells: &str| format!("{cells}+{cells}+{cells}\n");
        let (thin, thick) = ("-".repeat(9 * (width + 1) + 5), "=".repeat(9 * (width + 1) + 5));
        for row in 0..27 {
            match row {
                9 | 18 => text.extend_from_slice(line(&thick).as_bytes()),
                row if row % 3 == 0 && row > 0 => text.extend_from_slice(line(&thin).as_bytes()),
                _ => {}
            }
            for column in 0..27 {
                let cell = row / 3 * 9 + column / 3;
                let count = &counts[cell * 9 + row % 3 * 3 + column % 3];
                let number = if *count == 0 { ".".to_owned() } else { count.to_string() };
                let before = match column {
                    9 | 18 => " |",
                    column if column % 3 == 0 && column > 0 => " :",
                    _ => "",
                };
                text.extend_from_slice(format!("{before} {number:>width$}").as_bytes());
            }
            text.push(b'\n');
        }
        text.push(b'\n');
    }
}
