//! The parser for the format with the header `p ec`. Collections of exact-cover problems use it,
//! for counting and for satisfiability: Junttila and Kaski, "Exact cover via satisfiability"
//! (2010).
//!
//! ```text
//! c n = 3, m = 7          a comment
//! p ec 3                  the items are the numbers from 1 to 3, all of them primary
//! s 1 2                   an option
//! s 3
//! ```

use std::io::BufRead;

use super::dlx::is_number;
use super::error::{ParseError, ParseErrorKind, ReadError};
use super::lines::{Lines, words};
use super::parsed::{Parsed, Places, Wrong, finish, translate};
use crate::ids::ItemId;
use crate::problem::{Builder, Problem};

/// True if a line is a comment or blank.
pub(super) fn is_comment(line: &str) -> bool {
    words(line).next().is_none_or(|(_, word)| word == "c")
}

/// True if a line is the header, which begins a problem in this format.
pub(super) fn is_header(line: &str) -> bool {
    words(line).map(|(_, word)| word).take(2).eq(["p", "ec"])
}

/// Reads a problem whose first line other than comments is the header.
pub(super) fn read(mut lines: Lines<impl BufRead>) -> Result<Parsed, ReadError> {
    let mut builder = Problem::builder();
    let mut items = None;
    let mut places = Places::default();
    while let Some((line, text)) = lines.next()? {
        let wrong = |wrong: Wrong| wrong.at(line, text);
        if is_comment(text) {
            continue;
        }
        match items {
            None => items = Some(header(&mut builder, text).map_err(wrong)?),
            Some(items) => {
                let option = option(&mut builder, items, text).map_err(wrong)?;
                places.push(option, line);
            }
        }
    }
    if items.is_none() {
        let line = lines.number().max(1);
        return Err(ParseError { line, column: 1, kind: ParseErrorKind::NoItems }.into());
    }
    finish(builder, places, lines.number())
}

/// The maximum number of items. With many more, the line of items in Knuth's format would be too
/// long to be read.
const MAX_ITEMS: u32 = 29_000_000;

/// Parses the header, `p ec ITEMS`, and declares the items. Any words after the number of items are
/// ignored: some collections have the number of options there.
fn header(builder: &mut Builder, line: &str) -> Result<u32, Wrong> {
    let mut words = words(line).skip(2);
    let Some((start, word)) = words.next() else {
        return Err(Wrong {
            start: line.trim_end().len(),
            kind: ParseErrorKind::NoItemCount(String::new()),
        });
    };
    let wrong = |kind| Wrong { start, kind };
    if !is_number(word) || word.bytes().all(|byte| byte == b'0') {
        return Err(wrong(ParseErrorKind::NoItemCount(word.to_owned())));
    }
    let Some(count) = word.parse().ok().filter(|&count| count <= MAX_ITEMS) else {
        return Err(wrong(ParseErrorKind::TooManyItems {
            text: word.to_owned(),
            limit: MAX_ITEMS,
        }));
    };
    builder.numbered_primary(count).map_err(|error| wrong(translate(error, word, word)))?;
    Ok(count)
}

/// Parses an option, `s ITEM...`, and adds it.
fn option(builder: &mut Builder, items: u32, line: &str) -> Result<crate::OptionId, Wrong> {
    let mut words = words(line);
    let begin = match words.next() {
        Some((start, "s")) => start,
        Some((start, word)) => {
            let kind = if is_header(line) {
                ParseErrorKind::SecondHeader
            } else {
                ParseErrorKind::UnknownLine(word.to_owned())
            };
            return Err(Wrong { start, kind });
        }
        None => unreachable!("a blank line is a comment"),
    };
    let mut entries = Vec::new();
    for (start, word) in words {
        match word.parse::<u32>() {
            Ok(item @ 1..) if item <= items && word.bytes().all(|byte| byte.is_ascii_digit()) => {
                entries.push((start, word, ItemId::new(item - 1)));
            }
            _ => {
                return Err(Wrong {
                    start,
                    kind: ParseErrorKind::UnknownNumber { text: word.to_owned(), items },
                });
            }
        }
    }
    if entries.is_empty() {
        // An option without items can be added to any cover, so in this format it doubles every
        // count. Under Knuth's rule it is in no cover, so the count would be half of what the
        // format defines. Knuth's format cannot express such an option at all.
        return Err(Wrong { start: begin, kind: ParseErrorKind::EmptyOption });
    }
    // The builder reads the entries one by one. If it rejects an entry, that is the last entry it
    // has read.
    let mut last = (0, "");
    let taken = entries.iter().map(|&(start, word, item)| {
        last = (start, word);
        item
    });
    builder
        .option(taken)
        .map_err(|error| Wrong { start: last.0, kind: translate(error, last.1, last.1) })
}

#[cfg(test)]
mod tests {
    use super::super::lines::MAX_LINE;
    use super::*;

    #[test]
    fn the_names_of_all_items_fit_in_a_line() {
        let digits = |count: u64| {
            (0..).map(|power| count.saturating_sub(10_u64.pow(power) - 1)).take(19).sum::<u64>()
        };
        assert_eq!((digits(9), digits(10), digits(123)), (9, 11, 9 + 180 + 72));
        let items = u64::from(MAX_ITEMS);
        assert!(digits(items) + items < MAX_LINE as u64);
    }
}
