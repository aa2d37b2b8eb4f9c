//! The lines of a stream, read one at a time.

use std::collections::VecDeque;
use std::io::{BufRead, Read};

use super::error::{ParseError, ParseErrorKind, ReadError};
use super::{BYTE_ORDER_MARK, is_blank};
use crate::encoding::other_encoding;

/// A reader of lines that skips blank lines and comments.
pub(super) struct Lines<R> {
    input: R,
    text: Vec<u8>,
    number: u64,
    limit: usize,
    /// The lines read by [`look_ahead`](Self::look_ahead) and not yet returned by `next`, with
    /// their numbers.
    ahead: VecDeque<(u64, String)>,
}

/// The maximum number of lines that `look_ahead` skips.
const MAX_AHEAD: usize = 10_000;

/// The maximum length of a line in bytes. This is enough for the names of all items that a header
/// `p ec` can declare. A file with a longer line is probably not a text.
pub(super) const MAX_LINE: usize = 1 << 28;

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, text: Vec::new(), number: 0, limit: MAX_LINE, ahead: VecDeque::new() }
    }

    /// Returns the number of the last line that was read, counted from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the next line that is neither blank nor a comment, and its number. The line may
    /// include its line ending, which counts as a blank.
    ///
    /// A comment is a line whose first non-blank character is `|`, before or after the line of
    /// items. It may contain bytes that are not UTF-8.
    pub(super) fn next(&mut self) -> Result<Option<(u64, &str)>, ReadError> {
        if let Some((number, text)) = self.ahead.pop_front() {
            self.text = text.into_bytes();
            return Ok(Some((
                number,
                std::str::from_utf8(&self.text).expect("it was checked when it was read"),
            )));
        }
        self.read()
    }

    /// Reads ahead to the first line for which `is_skipped` is false, and returns it. At the end of
    /// the input, or after `MAX_AHEAD` skipped lines, returns the last line that was read. `next`
    /// still returns all of these lines.
    pub(super) fn look_ahead(
        &mut self,
        is_skipped: impl Fn(&str) -> bool,
    ) -> Result<Option<&str>, ReadError> {
        let mut ahead = VecDeque::new();
        while let Some((number, text)) = self.read()? {
            let is_last = !is_skipped(text) || ahead.len() == MAX_AHEAD;
            ahead.push_back((number, text.to_owned()));
            if is_last {
                break;
            }
        }
        self.ahead = ahead;
        Ok(self.ahead.back().map(|(_, text)| &**text))
    }

    fn read(&mut self) -> Result<Option<(u64, &str)>, ReadError> {
        let start = loop {
            self.text.clear();
            // One byte more than allowed, to detect a line that is too long.
            let limit = self.limit as u64 + 1;
            if self.input.by_ref().take(limit).read_until(b'\n', &mut self.text)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if self.text.len() > self.limit {
                return Err(self.error(1, ParseErrorKind::LineTooLong(self.limit)));
            }
            if let Some(name) = other_encoding(&self.text).filter(|_| self.number == 1) {
                return Err(self.error(1, ParseErrorKind::OtherEncoding(name)));
            }
            let start = match self.text.strip_prefix(BYTE_ORDER_MARK.as_bytes()) {
                Some(_) if self.number == 1 => BYTE_ORDER_MARK.len(),
                _ => 0,
            };
            match self.text[start..].iter().find(|&&byte| !is_blank(byte)) {
                None | Some(b'|') => {}
                Some(_) => break start,
            }
        };
        match std::str::from_utf8(&self.text[start..]) {
            Ok(text) => Ok(Some((self.number, text))),
            Err(error) => {
                let (valid, rest) = self.text[start..].split_at(error.valid_up_to());
                let column = String::from_utf8_lossy(valid).chars().count() as u64 + 1;
                Err(self.error(column, ParseErrorKind::NotUtf8(rest[0])))
            }
        }
    }

    fn error(&self, column: u64, kind: ParseErrorKind) -> ReadError {
        ParseError { line: self.number, column, kind }.into()
    }
}

/// Iterates over the words of a line, each with its position in bytes.
pub(super) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = line.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while bytes.get(at).is_some_and(|&byte| is_blank(byte)) {
            at += 1;
        }
        let start = at;
        while bytes.get(at).is_some_and(|&byte| !is_blank(byte)) {
            at += 1;
        }
        (start < at).then(|| (start, &line[start..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_and_comments_are_passed_over_and_counted() {
        let text =
            b"\xEF\xBB\xBF| caf\xE9\n\n \t\r\n a b\r\n  | c\nx | c\n|\n\x0b\x0c\n\xEF\xBB\xBFlast";
        let mut lines = Lines::new(&text[..]);
        let mut found = Vec::new();
        while let Some((number, text)) = lines.next().unwrap() {
            found.push((number, text.to_owned()));
        }
        let expected = [(4, " a b\r\n"), (6, "x | c\n"), (9, "\u{FEFF}last")];
        assert_eq!(found, expected.map(|(number, text)| (number, text.to_owned())));
        assert_eq!(lines.number(), 9);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let mut lines =
            Lines { limit: 1000, ..Lines::new(std::io::BufReader::new(std::io::repeat(0))) };
        let Err(ReadError::Parse(error)) = lines.next() else { panic!() };
        assert_eq!(
            error,
            ParseError { line: 1, column: 1, kind: ParseErrorKind::LineTooLong(1000) }
        );
        assert!(lines.text.capacity() < 10_000);

        let text = format!("{}\nb\n", "a".repeat(999));
        let mut lines = Lines { limit: 1000, ..Lines::new(text.as_bytes()) };
        assert_eq!(lines.next().unwrap().unwrap().1.len(), 1000);
        assert_eq!(lines.next().unwrap(), Some((2, "b\n")));
    }
}
