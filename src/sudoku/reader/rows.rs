//! The forms of a row: a line with nine cells.

use super::cells::{self, Cell, Empty};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The cells, with their digits as bits.
    pub(super) cells: [u16; 9],
    /// The class of the characters for empty cells, if there are any.
    pub(super) empty: Option<Empty>,
    /// True if the line may be something other than a row: the numbers of the columns, or nine
    /// empty fields, above the rows of a grid.
    pub(super) is_doubtful: bool,
}

impl Row {
    /// Returns the row of these cells, or `None` if there are not nine of them or their empty cells
    /// are of several classes.
    fn of(cells: &[Cell]) -> Option<Self> {
        let cells: &[Cell; 9] = cells.try_into().ok()?;
        let empty = cells::class(*cells)?;
        Some(Self { cells: cells.map(|cell| cell.digits), empty, is_doubtful: false })
    }

    /// Returns the row of nine fields. It is doubtful if all of them are blank, or if they are the
    /// column numbers, counted from 0 or 1.
    fn of_fields(cells: &[Cell]) -> Option<Self> {
        let are_numbers =
            |cells: &[Cell]| cells.iter().zip(0..).all(|(cell, place)| cell.digits == 1 << place);
        let is_zero = |cell: &Cell| cell.empty == Some(Empty::Plain);
        let is_numbers = are_numbers(cells)
            || matches!(cells, [first, rest @ ..] if is_zero(first) && are_numbers(rest));
        let is_doubtful = is_numbers || cells.iter().all(|&cell| cell == Cell::BLANK);
        Self::of(cells).map(|row| Self { is_doubtful, ..row })
    }
}

/// Reads nine cells without blanks: `53..7....`. Nine minus signs do not count.
pub(super) fn word(text: &[u8]) -> Option<Row> {
    let row = Row::of(&cells::word::<9>(trim(string(text), is_gap))?)?;
    (row.empty != Some(Empty::Minus) || row.cells != [0; 9]).then_some(row)
}

/// Reads three words of three cells: `|53.|.7.|...|`. Three numbers such as `5.0` do not count.
pub(super) fn boxes(text: &[u8]) -> Option<Row> {
    let mut cells = Vec::with_capacity(9);
    let words = || string(text).split(is_gap).filter(|word| !word.is_empty());
    for word in words() {
        cells.extend(cells::word::<3>(word).filter(|_| cells.len() < 9)?);
    }
    let are_numbers = words().all(|word| Cell::of_number(word).is_some());
    if are_numbers { None } else { Row::of(&cells) }
}

/// Reads nine words with a cell each: `5 3 . | . 7 . | . . .`.
pub(super) fn words(text: &[u8]) -> Option<Row> {
    let cells = spaced(text, 9)?;
    let is_plain = !text.iter().any(|byte| *byte == b'|' || is_bracket(byte));
    if is_plain { Row::of_fields(&cells) } else { Row::of(&cells) }
}

/// Reads nine fields with a cell each, or with nothing for an empty one: `5,3,,,7,,,,`.
pub(super) fn fields(text: &[u8]) -> Option<Row> {
    let cells = delimited(text, 9)?;
    if text.iter().any(is_bracket) { Row::of(&cells) } else { Row::of_fields(&cells) }
}

/// Reads nine cells with a bar on each side, or with bars only between them: `| 5 | 3 | |...`.
/// Blanks stand for an empty cell. The bars around boxes may be doubled.
pub(super) fn bars(text: &[u8]) -> Option<Row> {
    let runs = text.chunk_by(|a, b| a == b).filter(|run| run[0] == b'|').count();
    let text = match runs {
        8 => text,
        10 => trim(text.trim_ascii(), |byte| *byte == b'|'),
        _ => return None,
    };
    let pieces = || text.split(|&byte| byte == b'|').filter(|piece| !piece.is_empty());
    let cell = |piece: &[u8]| match piece.trim_ascii() {
        // Not a blank field: such rows are not skipped like blank lines of a spreadsheet.
        b"" => Cell::of(b'.'),
        field => Cell::of_group(field),
    };
    let cells: Vec<Cell> = pieces().take(10).map(cell).collect::<Option<_>>()?;
    let row = Row::of_fields(&cells)?;
    let is_blank = pieces().all(|piece| piece.trim_ascii().is_empty());
    Some(Row { is_doubtful: row.is_doubtful || is_blank, ..row })
}

/// Returns the cells of words between blanks. Bars are allowed only at the borders of boxes.
pub(super) fn spaced(text: &[u8], count: usize) -> Option<Vec<Cell>> {
    let mut cells = Vec::with_capacity(count);
    for word in unwrapped(text).chunk_by(|a, b| is_gap(a) == is_gap(b)) {
        if !is_gap(&word[0]) {
            let place = cells.len();
            cells.push(Cell::of_group(item(word, place)).filter(|_| place < count)?);
        } else if word.contains(&b'|') && cells.len() % 3 != 0 {
            return None;
        }
    }
    (cells.len() == count).then_some(cells)
}

/// Returns the cells of fields between commas, semicolons or tabs.
pub(super) fn delimited(text: &[u8], count: usize) -> Option<Vec<Cell>> {
    let has = |text: &[u8], delimiter| {
        text.iter().filter(|&&byte| byte == delimiter).count() == count - 1
    };
    let inner = unwrapped(text);
    let (inner, delimiter) = match inner {
        // `unwrapped` would remove the tabs of empty fields at the ends.
        _ if has(text, b'\t') => (text, b'\t'),
        inner if has(inner, b',') => (inner, b','),
        inner if has(inner, b';') => (inner, b';'),
        _ => return None,
    };
    let fields = inner.split(|&byte| byte == delimiter).enumerate();
    fields
        .map(|(place, field)| match item(field.trim_ascii(), place) {
            b"" => Some(Cell::BLANK),
            field => Cell::of_number(field),
        })
        .collect()
}

/// Returns an item of a list, without its quotation marks and the brackets around nine items.
fn item(mut text: &[u8], place: usize) -> &[u8] {
    if place.is_multiple_of(9) {
        text = trim(text, |byte| matches!(byte, b'[' | b'(' | b'{' | b' '));
    }
    if place % 9 == 8 {
        text = trim(text, |byte| matches!(byte, b']' | b')' | b'}' | b' '));
    }
    unquoted(text)
}

/// Returns a list without the name of its variable, the brackets around it, and the comma or
/// semicolon after them.
pub(super) fn unwrapped(text: &[u8]) -> &[u8] {
    let list = without_variable(text.trim_ascii());
    let before = list.strip_suffix(b",").or_else(|| list.strip_suffix(b";")).unwrap_or(list);
    let is_closed = matches!(before.trim_ascii_end().last(), Some(b']' | b')' | b'}'));
    let list = if is_closed { before } else { list };
    trim(list, |byte| is_bracket(byte) || byte.is_ascii_whitespace())
}

/// Returns the text of a string in a list: without brackets, quotation marks, and the comma after
/// them.
pub(super) fn string(text: &[u8]) -> &[u8] {
    let inner = unwrapped(text);
    match inner.strip_suffix(b",").map(|text| (text, unquoted(text))) {
        Some((quoted, text)) if text.len() < quoted.len() => text,
        _ => unquoted(inner),
    }
}

fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner.trim_ascii(),
        text => text,
    }
}

/// Returns the list after the name of a variable, as in `grid = [[5, 3, ...`, or the whole text if
/// there is no such name.
fn without_variable(trimmed: &[u8]) -> &[u8] {
    let Some(at) = trimmed.iter().position(|&byte| byte == b'=') else { return trimmed };
    let (name, list) = (&trimmed[..at], trimmed[at + 1..].trim_ascii_start());
    // The name may have a type, as in `int grid[9][9] = {`.
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ :<>[],&;".contains(byte);
    let is_variable = name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(is_of_name)
        && matches!(list, [b'[' | b'(' | b'{' | b'"' | b'\'', ..]);
    if is_variable { list } else { trimmed }
}

/// True if a character separates words of a drawing.
pub(super) fn is_gap(byte: &u8) -> bool {
    *byte == b'|' || byte.is_ascii_whitespace()
}

pub(super) fn is_bracket(byte: &u8) -> bool {
    matches!(byte, b'[' | b']' | b'(' | b')' | b'{' | b'}')
}

/// Returns a text without these characters at its ends.
pub(super) fn trim(text: &[u8], is_around: impl Fn(&u8) -> bool) -> &[u8] {
    let begin = text.iter().take_while(|byte| is_around(byte)).count();
    let end = text[begin..].iter().rev().take_while(|byte| is_around(byte)).count();
    &text[begin..text.len() - end]
}
