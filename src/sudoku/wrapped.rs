//! Grids wrapped in something else: lists of a programming language, tables without a header, tags
//! of a forum, and puzzles behind a number or a name.
//!
//! These forms are tried on lines that are no grid by the plain rules, so nothing here changes how
//! those are read.

use super::grid::EMPTY_CELL;
use super::parse::{self, Line};
use super::{Digit, Grid, ParseErrorKind};

/// Classifies a line, which comes without its line end, by the plain rules or by these forms.
pub(super) fn line(text: &[u8]) -> Line {
    let plain = parse::line(text);
    if matches!(plain, Line::Bad { .. } | Line::Cells(_))
        && let Some(row) = between_tabs(text).or_else(|| between_bars(text))
    {
        return row;
    }
    match plain {
        bad @ Line::Bad { .. } => wrapped(text).unwrap_or(bad),
        // A row has too few cells if its minus signs are empty cells, and not a decoration.
        Line::Cells(part) if !part.is_empty() && part.len() < 9 => match wrapped(text) {
            Some(row @ (Line::Cells(_) | Line::Puzzle(_))) => row,
            _ => Line::Cells(part),
        },
        // So has a whole grid.
        Line::Cells(part) if (10..81).contains(&part.len()) => {
            other_empty_cells(text.trim_ascii()).unwrap_or(Line::Cells(part))
        }
        line => line,
    }
}

/// Reads a row of a spreadsheet: nine fields between tabs, of which the first and the last may be
/// empty as well.
fn between_tabs(text: &[u8]) -> Option<Line> {
    let cells = || text.split(|&byte| byte == b'\t').map(|field| cell(field.trim_ascii()));
    if !parse::has_nine_fields(text, b'\t') {
        return None;
    }
    Some(parse::line(&cells().collect::<Option<Vec<u8>>>()?))
}

/// Reads a drawn row with a bar on each side of each cell, in which blanks are an empty cell. There
/// may be two bars between boxes, and none at the ends of the line. A row without any digit is a
/// part of the drawing.
fn between_bars(text: &[u8]) -> Option<Line> {
    let trimmed = text.trim_ascii();
    if trimmed.iter().filter(|&&byte| byte == b'|').count() < 8 {
        return None;
    }
    let cells = |text: &[u8]| -> Option<Vec<u8>> {
        let bars = text.iter().filter(|&&byte| byte == b'|').count();
        let inner = match bars {
            10 => text.trim_ascii().strip_prefix(b"|")?.strip_suffix(b"|")?,
            _ => text,
        };
        let cells: Option<Vec<u8>> =
            inner.split(|&byte| byte == b'|').map(|field| cell(field.trim_ascii())).collect();
        cells.filter(|cells| cells.len() == 9 && cells.iter().any(u8::is_ascii_digit))
    };
    let single = || {
        let mut single = text.to_vec();
        single.dedup_by(|a, b| (*a, *b) == (b'|', b'|'));
        cells(&single)
    };
    Some(parse::line(&cells(text).or_else(single)?))
}

/// Returns what a line is by these forms, or `None` if it has none of them.
fn wrapped(text: &[u8]) -> Option<Line> {
    if let Some(plain) = without_box_drawing(text) {
        // The error is about another character, at the same column.
        return Some(line(&plain));
    }
    let trimmed = without_variable(text.trim_ascii());
    if is_tag(trimmed) {
        return Some(Line::Cells(Vec::new()));
    }
    hodoku(text)
        .or_else(|| other_empty_cells(trimmed))
        .or_else(|| fields(trimmed))
        .or_else(|| among_words(trimmed))
}

/// Returns the text with an ASCII character in place of each character for drawing boxes (U+2500
/// to U+257F), a blank for each no-break space, and a dot for each middle dot, which is an empty
/// cell; or `None` if there is none of them. The columns of the other characters stay as they are.
fn without_box_drawing(text: &[u8]) -> Option<Vec<u8>> {
    if text.is_ascii() {
        return None;
    }
    let text = str::from_utf8(text).ok()?;
    let is_drawing = |c: char| matches!(c, '\u{2500}'..='\u{257F}' | '\u{A0}' | '·');
    if !text.contains(is_drawing) {
        return None;
    }
    let plain = |c: char| match c {
        '\u{A0}' => ' ',
        '·' => '.',
        // Horizontal lines make a line a decoration.
        '─' | '━' | '═' => '-',
        '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '╴' | '╶' | '╸' | '╺' => '-',
        _ if is_drawing(c) => '|',
        _ => c,
    };
    Some(text.chars().map(plain).collect::<String>().into_bytes())
}

/// Returns the list behind the name of a variable, as in `grid = [[5, 3, ...`, or else the text.
fn without_variable(trimmed: &[u8]) -> &[u8] {
    let Some(at) = trimmed.iter().position(|&byte| byte == b'=') else { return trimmed };
    let (name, list) = (&trimmed[..at], trimmed[at + 1..].trim_ascii_start());
    // Beside the name there may be a type, as in `int grid[9][9] = {`.
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ :<>[],&;".contains(byte);
    let is_variable = name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(is_of_name)
        && matches!(list, [b'[' | b'(' | b'{', ..]);
    if is_variable { list } else { trimmed }
}

/// True if a line is a tag around a grid, or a bracket of a list of rows.
fn is_tag(trimmed: &[u8]) -> bool {
    const TAGS: [&[u8]; 6] = [b"[code]", b"[/code]", b"<pre>", b"</pre>", b"<code>", b"</code>"];
    TAGS.iter().any(|tag| trimmed.eq_ignore_ascii_case(tag))
        || trimmed.starts_with(b"```")
        || is_quote(trimmed)
        || (trimmed.iter().all(|byte| b"[](){},;".contains(byte))
            && !matches!(trimmed, b",,,,,,,," | b";;;;;;;;"))
}

/// True if a line begins or ends a string of several lines in Python, as in `grid = """`.
fn is_quote(trimmed: &[u8]) -> bool {
    let before = trimmed.strip_suffix(b"\"\"\"").or_else(|| trimmed.strip_suffix(b"'''"));
    let Some(before) = before.map(<[u8]>::trim_ascii_end) else { return false };
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_name = |name: &[u8]| {
        name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(is_of_name)
    };
    before.is_empty()
        || before.strip_suffix(b"=").is_some_and(|name| is_name(name.trim_ascii_end()))
}

/// True if a line may be the name of a grid: a word of two letters or more, and at most a number
/// and a colon behind it. Nine letters are as long as a row, so they are none.
pub(super) fn is_heading(text: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(text) else { return false };
    let text = text.trim();
    let text = text.strip_suffix(':').unwrap_or(text);
    let (word, number) = text.split_once([' ', '\t']).unwrap_or((text, ""));
    let word_length = word.chars().count();
    let is_name = word_length >= 2 && word.chars().all(char::is_alphabetic);
    let number = number.trim();
    is_name
        && (word_length != 9 || !number.is_empty())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a line of HoDoKu's library, `:0000:x:CELLS:...`. A `+` stands before each digit that is
/// not a clue. It counts as a clue here. The next field has the candidates that are deleted, such
/// as `512 528` for the 5 in r1c2 and in r2c8.
fn hodoku(text: &[u8]) -> Option<Line> {
    let mut fields = text.trim_ascii().strip_prefix(b":")?.split(|&byte| byte == b':');
    let cells: Vec<u8> = fields.nth(2)?.iter().copied().filter(|&byte| byte != b'+').collect();
    let grid = whole(&cells)?;
    let marks = grid.pencil_marks();
    let mut left = marks;
    let deleted = fields.next().unwrap_or_default().split(u8::is_ascii_whitespace);
    for candidate in deleted.filter(|word| !word.is_empty()) {
        let digit = |at: usize| Digit::new(candidate[at].wrapping_sub(b'0'));
        match (candidate.len() == 3).then(|| (digit(0), digit(1), digit(2))) {
            Some((Some(digit), Some(row), Some(column))) => {
                left.remove(usize::from(row.get()) - 1, usize::from(column.get()) - 1, digit);
            }
            _ => {
                // The word is a part of the text.
                let at = candidate.as_ptr().addr() - text.as_ptr().addr();
                let (column, kind) = (parse::column(text, at), ParseErrorKind::NotADeletion);
                return Some(Line::Bad { column, kind, cells: 81 });
            }
        }
    }
    Some(if left == marks { Line::Puzzle(grid) } else { Line::Candidates(Box::new(left)) })
}

/// Reads a line of nine or 81 cells in which `x` or `-` is an empty cell, if no other character is.
/// There may be blanks and bars between the cells.
fn other_empty_cells(trimmed: &[u8]) -> Option<Line> {
    let first = trimmed.split(|byte| byte.is_ascii_whitespace()).next()?;
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'|';
    let cells: Vec<u8> = match first.len() {
        // A remark may follow.
        81 => first.to_vec(),
        _ => trimmed.iter().copied().filter(|byte| !is_between(byte)).collect(),
    };
    if !matches!(cells.len(), 9 | 81) {
        return None;
    }
    // Minus signs alone are a line between boxes.
    let has_other = cells.iter().any(|&byte| byte != b'-');
    let is_cell = |byte: &u8| matches!(byte, b'1'..=b'9' | b'x' | b'X' | b'-');
    if !has_other || !cells.iter().all(is_cell) {
        return None;
    }
    let plain: Vec<u8> =
        cells.iter().map(|&byte| if byte.is_ascii_digit() { byte } else { EMPTY_CELL }).collect();
    Some(parse::line(&plain))
}

/// Reads nine or 81 fields with a cell each, or with nothing for an empty cell: a row of a table,
/// or of a list. Commas, semicolons or tabs separate them. Brackets and quotation marks are
/// skipped.
fn fields(trimmed: &[u8]) -> Option<Line> {
    let is_wrapper =
        |byte: &u8| matches!(byte, b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'"' | b'\'');
    let inner: Vec<u8> = trimmed.iter().copied().filter(|byte| !is_wrapper(byte)).collect();
    // A row of a list may have a comma behind its bracket, and the last one a semicolon.
    let before_end = trimmed.strip_suffix(b",").or_else(|| trimmed.strip_suffix(b";"));
    let ends_in_bracket = before_end.is_some_and(|list| {
        list.trim_ascii_end().last().is_some_and(|last| matches!(last, b']' | b')' | b'}'))
    });
    let inner = if ends_in_bracket { &inner[..inner.len() - 1] } else { &inner[..] };
    for delimiter in [b',', b';', b'\t'] {
        let cells: Option<Vec<u8>> =
            inner.split(|&byte| byte == delimiter).map(|field| cell(field.trim_ascii())).collect();
        if let Some(cells) = cells
            && matches!(cells.len(), 9 | 81)
        {
            return Some(parse::line(&cells));
        }
    }
    // Blanks separate the cells of an array as NumPy prints it.
    if inner.len() < trimmed.len() {
        let words = inner.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
        if let Some(cells) = words.map(cell).collect::<Option<Vec<u8>>>()
            && matches!(cells.len(), 9 | 81)
        {
            return Some(parse::line(&cells));
        }
    }
    // One text in quotation marks.
    if inner.len() < trimmed.len() {
        let text = inner.strip_suffix(b",").unwrap_or(inner).trim_ascii();
        if matches!(text.len(), 9 | 81) {
            return Some(parse::line(text)).filter(|line| !matches!(line, Line::Bad { .. }));
        }
    }
    None
}

/// Returns the cell in a field: a character, a number as `5.0`, or nothing, `None` or `nan` for an
/// empty one.
fn cell(field: &[u8]) -> Option<u8> {
    match field {
        b"" | b"None" | b"null" | b"nan" | b"NaN" | b"<NA>" => Some(EMPTY_CELL),
        &[digit @ b'0'..=b'9', b'.', b'0'] => Some(digit),
        &[byte] if parse::is_cell(byte) => Some(byte),
        _ => None,
    }
}

/// Returns the first word of a line that is a puzzle: the 81 cells behind a number, a name, or
/// anything else.
fn among_words(trimmed: &[u8]) -> Option<Line> {
    let is_between = |byte: &u8| {
        byte.is_ascii_whitespace()
            || matches!(byte, b',' | b';' | b':' | b'|' | b'"' | b'\'' | b'=' | b'`')
            || matches!(byte, b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'<' | b'>')
    };
    trimmed.split(is_between).find_map(whole).map(Line::Puzzle)
}

/// Returns the puzzle of exactly 81 cells.
fn whole(cells: &[u8]) -> Option<Grid> {
    (cells.len() == 81).then(|| parse::whole_puzzle(cells)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn reads(text: &str) {
        let expected = Line::Puzzle(PUZZLE.parse().unwrap());
        assert_eq!(line(text.as_bytes()), expected, "{text}");
    }

    #[test]
    fn puzzles_stand_behind_anything() {
        reads(&format!("17,{PUZZLE}"));
        reads(&format!("0001 {PUZZLE} ED=7.1"));
        reads(&format!("Easter;{PUZZLE};x"));
        reads(&format!("  '{PUZZLE}',"));
        reads(&format!("puzzle = \"{PUZZLE}\""));
        reads(&format!("[code]{PUZZLE}[/code]"));
        reads(&format!("<pre>{PUZZLE}</pre>"));
        reads(&format!("`{PUZZLE}`"));
        reads(&format!("See this puzzle (`{PUZZLE}`), please."));
        reads(&format!(":0000:x:{PUZZLE}:::"));
        let placed = PUZZLE.replacen('7', "+7", 1);
        reads(&format!(":0701:9:{placed}:912 921::"));
        reads(&PUZZLE.replace('.', "-"));
        reads(&PUZZLE.replace('.', "x"));
        reads(&format!("{} a remark", PUZZLE.replace('.', "-")));
        // Deleted candidates: the 1 in r1c3, and others that the clues exclude.
        let Line::Candidates(left) = line(format!(":0701:9:{placed}:113 213 912:921::").as_bytes())
        else {
            panic!()
        };
        let mut marks = PUZZLE.parse::<Grid>().unwrap().pencil_marks();
        for digit in [1, 2] {
            marks.remove(0, 2, Digit::new(digit).unwrap());
        }
        assert_eq!(*left, marks);
        for (deleted, column) in [("113 9x2", 95), ("11", 91), ("013", 91), ("1134", 91)] {
            let bad = line(format!(":0000:x:{PUZZLE}:{deleted}::").as_bytes());
            let kind = ParseErrorKind::NotADeletion;
            assert_eq!(bad, Line::Bad { column, kind, cells: 81 }, "{deleted}");
        }
        assert!(matches!(line(format!("17 {PUZZLE}1").as_bytes()), Line::Bad { .. }));
    }

    #[test]
    fn lists_and_tables_have_a_field_for_each_cell() {
        let all: Vec<String> = PUZZLE.replace('.', "0").chars().map(String::from).collect();
        reads(&all.join(","));
        let rows: Vec<String> = all.chunks(9).map(|row| format!("[{}]", row.join(", "))).collect();
        reads(&format!("[{}]", rows.join(", ")));
        let row = Line::Cells(vec![1 << 4, 1 << 2, 0, 0, 1 << 6, 0, 0, 0, 0]);
        for text in [
            "5,3,,,7,,,,",
            "5;3;0;0;7;0;0;0;0",
            "5.0,3.0,nan,NaN,7.0,,0.0,<NA>,",
            "5.0\t3.0\t\t\t7.0\t\t\t\t",
            "[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "[[5, 3, None, None, 7, None, None, None, None],",
            "\"5\",\"3\",\"\",\"\",\"7\",\"\",\"\",\"\",\"\"",
            "['53..7....',",
            "53xx7xxxx",
            "53--7----",
            "5 3 - - 7 - - - -",
            "53- -7- ---",
            "5 3 x | x 7 x | x x x |",
            "| 5 3 - | - 7 - | - - - |",
            "grid = [[5, 3, 0, 0, 7, 0, 0, 0, 0],",
            "board: list[list[int]] = [[5,3,0,0,7,0,0,0,0],",
            "int grid[9][9] = {{5, 3, 0, 0, 7, 0, 0, 0, 0},",
            "[5, 3, 0, 0, 7, 0, 0, 0, 0]];",
            "[[5 3 0 0 7 0 0 0 0]",
            " ['5' '3' '.' '.' '7' '.' '.' '.' '.']]",
            "│ 5 3 . │ . 7 . │ . . . │",
            "║5│3│.║.│7│.║.│.│.║",
            "│ 5 3 · │ · 7 · │ · · · │",
            "53··7····",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "|5|3| | |7| | | | |",
            "|5|3|||7|||||",
            "|| 5 | 3 |   ||   | 7 |   ||   |   |   ||",
            " 5 | 3 |   |   | 7 |   |   |   |   ",
            "│ 5 │ 3 │   │   │ 7 │   │   │   │   │",
            "║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║",
        ] {
            assert_eq!(line(text.as_bytes()), row, "{text}");
        }
        for text in [
            "[code]",
            "[/CODE]",
            "```text",
            "╔═══╤═══╦═══╗",
            "├───┼───┤",
            "]",
            "],[",
            "grid = [",
            "};",
        ] {
            assert_eq!(line(text.as_bytes()), Line::Cells(vec![]), "{text}");
        }
    }

    /// A wrong character among cells stays an error.
    #[test]
    fn other_characters_for_empty_cells_do_not_mix() {
        for text in ["xxxxxxxxx", "x x x X X X x x x"] {
            assert_eq!(line(text.as_bytes()), Line::Cells(vec![0; 9]), "{text}");
        }
        for text in ["- - - - - - - - -", "- - - + - - - + - - -", "---------"] {
            assert_eq!(line(text.as_bytes()), Line::Cells(vec![]), "{text}");
        }
        for text in ["53.x7....", "53-07----", "53yy7yyyy", "5,3,x,,7,,,,", "5 3 - 0 7 - - - -"] {
            assert!(matches!(line(text.as_bytes()), Line::Bad { .. } | Line::Cells(_)));
            assert_ne!(
                line(text.as_bytes()),
                Line::Cells(vec![1 << 4, 1 << 2, 0, 0, 1 << 6, 0, 0, 0, 0]),
                "{text}"
            );
        }
    }
}
