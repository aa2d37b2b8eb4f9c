//! Solutions in the formats of `quadrille solve`, made from lines of 81 digits.

use quadrille::sudoku::Grid;

use super::Format;
use crate::shared::decimal::Decimal;
use crate::shared::lines::Subject;

/// The length of a line of digits with its line feed.
const LINE: usize = 82;

/// The text of a solution of a puzzle, of which only the digits and the number change.
pub(super) enum Style {
    /// The digits between two texts.
    Between { before: Vec<u8>, after: Vec<u8> },
    /// The same, and then a number and the end of an object.
    Numbered { before: Vec<u8>, after: Vec<u8>, next: Decimal },
    /// A drawing with its end, and the place of each cell in it. An empty line comes before each
    /// drawing but the first.
    Drawn { drawing: Vec<u8>, places: Vec<usize>, is_first: bool },
}

impl Style {
    /// Returns the style of the solutions of a puzzle. `is_first` is true if no solution was
    /// printed before.
    pub(super) fn new(format: Format, subject: &Subject<'_>, is_first: bool) -> Self {
        let puzzle = subject.puzzle;
        match format {
            Format::Line => Self::Between {
                before: subject.before().into_bytes(),
                after: subject.after().into_bytes(),
            },
            Format::Csv => {
                Self::Between { before: format!("{puzzle},").into_bytes(), after: b"\n".to_vec() }
            }
            Format::Json => {
                let remark = subject.remark.map_or_else(String::new, |remark| {
                    format!("\"remark\":{},", serde_json::Value::from(remark))
                });
                let before = format!("{{\"puzzle\":\"{puzzle}\",{remark}\"solution\":\"");
                Self::Numbered {
                    before: before.into_bytes(),
                    after: b"\",\"index\":".to_vec(),
                    next: Decimal::new(1),
                }
            }
            Format::Grid => {
                let drawing = format!("{:#}\n", Grid::EMPTY).into_bytes();
                let mut places = Vec::with_capacity(81);
                for (at, byte) in drawing.iter().enumerate() {
                    if *byte == b'.' || *byte == b'0' {
                        places.push(at);
                    }
                }
                Self::Drawn { drawing, places, is_first }
            }
        }
    }

    /// Appends solutions that are given as lines.
    pub(super) fn write(&mut self, lines: &[u8], text: &mut Vec<u8>) {
        for line in lines.chunks_exact(LINE) {
            let digits = &line[..LINE - 1];
            match self {
                Self::Between { before, after } => {
                    text.extend_from_slice(before);
                    text.extend_from_slice(digits);
                    text.extend_from_slice(after);
                }
                Self::Numbered { before, after, next } => {
                    text.extend_from_slice(before);
                    text.extend_from_slice(digits);
                    text.extend_from_slice(after);
                    text.extend_from_slice(next.as_bytes());
                    text.extend_from_slice(b"}\n");
                    next.increase();
                }
                Self::Drawn { drawing, places, is_first } => {
                    if !std::mem::take(is_first) {
                        text.push(b'\n');
                    }
                    for (&place, &digit) in places.iter().zip(digits) {
                        drawing[place] = digit;
                    }
                    text.extend_from_slice(drawing);
                }
            }
        }
    }
}
