//! The table of the forms in which puzzles are read, and the classification of lines.

use super::fault::Fault;
use super::line::{self, Line};
use super::{rows, table};

/// A form of a line that a [`Reader`](super::Reader) recognizes: a whole puzzle, a row of a drawn
/// grid, or the header of a table. A line that has several forms is read in the form that comes
/// first in [`ALL`](Self::ALL).
///
/// ```
/// use quadrille::sudoku::InputForm;
/// let line = "5,3,,,7,,,,";
/// let forms: Vec<_> = InputForm::ALL.iter().filter(|form| form.matches(line)).collect();
/// assert_eq!(forms.len(), 1);
/// assert_eq!(forms[0].name, "row of fields");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InputForm {
    /// The name.
    pub name: &'static str,
    /// The meaning of a line of this form.
    pub description: &'static str,
    /// A line of this form, or its beginning if it ends in `...`.
    pub example: &'static str,
    read: fn(&[u8]) -> Option<Line>,
}

impl InputForm {
    /// All forms of lines. Nine rows are a puzzle, with or without lines between the boxes.
    pub const ALL: &[Self] = &[
        Self {
            name: "object",
            description: "JSON with the names puzzle and solution",
            example: "{\"puzzle\":\"53..7....6..1...",
            read: table::object,
        },
        Self {
            name: "hodoku",
            description: "a line of HoDoKu's library, with its deleted candidates",
            example: ":0000:x:53..7....6..1...",
            read: line::hodoku,
        },
        Self {
            name: "word",
            description: "81 cells, or 729 places for candidates, with other words around them",
            example: "17,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,easy",
            read: |text| {
                let is_named = || table::object(text).is_some() || line::hodoku(text).is_some();
                line::word(text).filter(|_| !is_named())
            },
        },
        Self {
            name: "rows",
            description: "nine words of nine cells",
            example: "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79",
            read: line::nine_words,
        },
        Self {
            name: "words",
            description: "81 words, each a cell or its candidates",
            example: "5 3 124 26 7 2468 1489 ...",
            read: |text| rows::spaced(text, 81).and_then(line::of_cells),
        },
        Self {
            name: "list",
            description: "81 fields between commas, semicolons or tabs",
            example: "[[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, ...",
            read: |text| rows::delimited(text, 81).and_then(line::of_cells),
        },
        Self {
            name: "table",
            description: "a header that names the columns; the puzzles follow",
            example: "id,puzzle,solution",
            read: |text| table::header(text).map(Line::Header),
        },
        Self {
            name: "row",
            description: "nine cells",
            example: "53..7....",
            read: |text| rows::word(text).map(Line::Row),
        },
        Self {
            name: "row of boxes",
            description: "three words of three cells",
            example: "|53.|.7.|...|",
            read: |text| rows::boxes(text).map(Line::Row),
        },
        Self {
            name: "row of words",
            description: "nine words, each a cell, a number or candidates",
            example: "5 3 . | . 7 . | . . .",
            read: |text| rows::words(text).map(Line::Row),
        },
        Self {
            name: "row of fields",
            description: "nine fields between commas, semicolons or tabs",
            example: "[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            read: |text| rows::fields(text).map(Line::Row),
        },
        Self {
            name: "row of bars",
            description: "nine cells between bars, with blanks for empty cells",
            example: "| 5 | 3 |   |   | 7 |   |   |   |   |",
            read: |text| rows::bars(text).map(Line::Row),
        },
    ];

    /// True if a line, without its line ending, has this form.
    #[must_use]
    pub fn matches(&self, line: &str) -> bool {
        (self.read)(line.as_bytes()).is_some()
    }
}

pub(super) fn classify(text: &[u8]) -> Line {
    let mut line = classify_plain(text);
    // A remark may contain characters for drawing boxes, so they are replaced only in a line
    // without a form.
    if let Line::Bad(_) = line
        && let Some(plain) = without_box_drawing(text)
    {
        line = classify_plain(plain.as_bytes());
        if let Line::Puzzle { remark: Some(at), .. } = &mut line {
            // The remark begins at the same character of the original line.
            let (original, before) = (String::from_utf8_lossy(text), plain[..*at].chars().count());
            *at = original.chars().take(before).map(char::len_utf8).sum();
        }
    }
    line
}

fn classify_plain(text: &[u8]) -> Line {
    let trimmed = text.trim_ascii();
    match trimmed {
        [] if rows::fields(text).is_none() => Line::Blank,
        [b'#', ..] => Line::Comment,
        _ if trimmed.eq_ignore_ascii_case(b"[Puzzle]") => Line::Clues,
        _ if trimmed.eq_ignore_ascii_case(b"[State]") => Line::State,
        _ if line::is_around(trimmed) => Line::Around,
        _ => line::frame(trimmed)
            .or_else(|| InputForm::ALL.iter().find_map(|form| (form.read)(text)))
            .unwrap_or_else(|| Line::Bad(Fault::of(text))),
    }
}

/// Replaces each character for drawing boxes (U+2500 to U+257F) with an ASCII character, each
/// no-break space with a blank, and each middle dot, which is an empty cell, with a dot. The
/// columns of the characters do not change. Returns `None` if the text is ASCII or not UTF-8.
fn without_box_drawing(text: &[u8]) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let plain = |c: char| match c {
        '\u{A0}' => ' ',
        '·' => '.',
        // Horizontal lines are between boxes.
        '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '╴' | '╶' | '╸' | '╺' => {
            '-'
        }
        '\u{2500}'..='\u{257F}' => '|',
        _ => c,
    };
    let text = str::from_utf8(text).ok()?;
    Some(text.chars().map(plain).collect())
}
