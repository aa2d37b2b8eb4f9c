//! Reads a problem in the format of the collections of exact covers for counting and for satisfiability: Junttila and Kaski,
//! "Exact cover via satisfiability" (2010), and what followed.
//!
//! ```text
//! c n = 3, m = 7          a comment
//! p ec 3                  the items are the numbers from 1 to 3, all of them primary
//! s 1 2                   an option
//! s 3
//! ```

use std::io::BufRead;

use super::error::{ParseError, ParseErrorKind, ReadError};
use super::lines::{Lines, words};
use super::parsed::{Parsed, Places, Wrong, finish, translate};
use crate::ids::ItemId;
use crate::problem::{Builder, Problem};

/// Whether a line is a comment, or blank.
pub(super) fn is_comment(line: &str) -> bool {
    words(line).next().is_none_or(|(_, word)| word == "c")
}

/// Whether a line is the one that begins a problem in this format.
pub(super) fn is_header(line: &str) -> bool {
    words(line).map(|(_, word)| word).take(2).eq(["p", "ec"])
}

/// Reads a problem whose first line that is no comment is the header.
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

/// `p ec ITEMS`; what follows, the number of options in some collections, says nothing that the options do not say.
fn header(builder: &mut Builder, line: &str) -> Result<u32, Wrong> {
    let mut words = words(line).skip(2);
    let Some((start, word)) = words.next() else {
        return Err(Wrong { start: line.trim_end().len(), kind: ParseErrorKind::NoItemCount(String::new()) });
    };
    let wrong = |kind| Wrong { start, kind };
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong(ParseErrorKind::NoItemCount(word.to_owned())));
    }
    let count = word.parse().ok().filter(|&count| (count as usize) < Problem::MAX_SIZE);
    let Some(count) = count else { return Err(wrong(ParseErrorKind::TooLarge)) };
    builder
        .primary((1..=count).map(|item: u32| item.to_string()))
        .map_err(|error| wrong(translate(error, word, word)))?;
    Ok(count)
}

/// `s ITEM...`
fn option(builder: &mut Builder, items: u32, line: &str) -> Result<crate::OptionId, Wrong> {
    let mut words = words(line);
    match words.next() {
        Some((_, "s")) => {}
        Some((start, word)) => {
            let kind = if is_header(line) {
                ParseErrorKind::SecondHeader
            } else {
                ParseErrorKind::UnknownLine(word.to_owned())
            };
            return Err(Wrong { start, kind });
        }
        None => unreachable!("a blank line is a comment"),
    }
    let mut entries = Vec::new();
    for (start, word) in words {
        match word.parse::<u32>() {
            Ok(item @ 1..) if item <= items && word.bytes().all(|byte| byte.is_ascii_digit()) => {
                entries.push((start, word, ItemId::new(item - 1)));
            }
            _ => return Err(Wrong { start, kind: ParseErrorKind::UnknownNumber { text: word.to_owned(), items } }),
        }
    }
    // The builder takes the entries one by one: if it refuses one, it is the one that it took last.
    let mut last = (0, "");
    let taken = entries.iter().map(|&(start, word, item)| {
        last = (start, word);
        item
    });
    builder.option(taken).map_err(|error| Wrong { start: last.0, kind: translate(error, last.1, last.1) })
}
