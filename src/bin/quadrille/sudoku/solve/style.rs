//! Solutions in the formats of `quadrille solve`, made from lines of 81 digits.

use std::io::Write;

use quadrille::sudoku::Grid;

use super::Format;
use crate::shared::decimal::Decimal;
use crate::shared::lines::Subject;

/// The length of a line of digits with its line feed.
const LINE: usize = 82;

/// The text of the solutions of a puzzle, of which only the digits and the number change. It is
/// kept from one puzzle to the next, so that a puzzle needs no allocation.
#[derive(Clone)]
pub(super) struct Style {
    /// The text before the digits and the text behind them.
    before: Vec<u8>,
    after: Vec<u8>,
    /// The number of the next solution, before the end of an object.
    next: Option<Decimal>,
    /// A drawing with its end, and the place of each cell in it. An empty line comes before each
    /// drawing but the first.
    drawing: Vec<u8>,
    places: Vec<usize>,
    is_first: bool,
}

impl Style {
    pub(super) fn new(format: Format) -> Self {
        let mut style = Self {
            before: Vec::new(),
            after: Vec::new(),
            next: None,
            drawing: Vec::new(),
            places: Vec::new(),
            is_first: true,
        };
        if format == Format::Grid {
            style.drawing = format!("{:#}\n", Grid::EMPTY).into_bytes();
            let places = style.drawing.iter().enumerate();
            style.places.extend(places.filter(|(_, byte)| **byte == b'.').map(|(at, _)| at));
        }
        style
    }

    /// Begins with the solutions of a puzzle. `is_first` is true if no solution was printed before.
    pub(super) fn begin(&mut self, format: Format, subject: &Subject<'_>, is_first: bool) {
        let Self { before, after, next, .. } = self;
        before.clear();
        after.clear();
        let puzzle = subject.puzzle;
        let made = match format {
            Format::Line => subject.write_before(before).and_then(|()| subject.write_after(after)),
            Format::Csv => after.write_all(b"\n").and_then(|()| write!(before, "{puzzle},")),
            Format::Json => {
                *next = Some(Decimal::new(1));
                let remark = subject.remark.map_or_else(String::new, |remark| {
                    format!("\"remark\":{},", serde_json::Value::from(remark))
                });
                after.extend_from_slice(b"\",\"index\":");
                write!(before, "{{\"puzzle\":\"{puzzle}\",{remark}\"solution\":\"")
            }
            Format::Grid => Ok(()),
        };
        made.expect("writing to memory cannot fail");
        self.is_first = is_first;
    }

    /// Appends solutions that are given as lines.
    pub(super) fn write(&mut self, lines: &[u8], text: &mut Vec<u8>) {
        for line in lines.chunks_exact(LINE) {
            let digits = &line[..LINE - 1];
            if !self.places.is_empty() {
                if !std::mem::take(&mut self.is_first) {
                    text.push(b'\n');
                }
                for (&place, &digit) in self.places.iter().zip(digits) {
                    self.drawing[place] = digit;
                }
                text.extend_from_slice(&self.drawing);
                continue;
            }
            text.extend_from_slice(&self.before);
            text.extend_from_slice(digits);
            text.extend_from_slice(&self.after);
            if let Some(next) = &mut self.next {
                text.extend_from_slice(next.as_bytes());
                text.extend_from_slice(b"}\n");
                next.increase();
            }
        }
    }
}
