//! Places in a text, and problems as text.

use std::fmt::Display;

use quadrille::{Problem, format};

/// Returns the lines of a text as the parsers count them: a line feed at the end of the text does
/// not start another line.
pub(crate) fn lines(text: &[u8]) -> Vec<&[u8]> {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.split(|&byte| byte == b'\n').collect()
}

/// Panics unless a message is one line and its place is inside the text. A column may be one past
/// the end of its line.
pub(crate) fn check_place(text: &[u8], line: u64, column: Option<u64>, error: impl Display) {
    let message = error.to_string();
    assert_eq!(message.lines().count(), 1, "{message:?}");
    let lines = lines(text);
    assert!(
        (1..=lines.len() as u64).contains(&line),
        "{message}: the text has {} lines",
        lines.len()
    );
    if let Some(column) = column {
        let line = lines[line as usize - 1];
        let longest = line.len() as u64 + 1;
        assert!((1..=longest).contains(&column), "{message}: the line has {} bytes", line.len());
        if let Ok(line) = std::str::from_utf8(line) {
            assert!(column <= line.chars().count() as u64 + 1, "{message}: in {line:?}");
        }
    }
}

/// Panics if a problem cannot be written, or is not read back unchanged.
pub(crate) fn check_written(problem: &Problem) {
    let mut text = Vec::new();
    format::write(problem, &mut text).expect("it can be written");
    let again = format::read(&*text).expect("what was written can be read");
    assert_eq!(&again.problem, problem);
}
