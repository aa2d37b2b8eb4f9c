//! The parser for Knuth's format.

use std::io::BufRead;

use super::error::{ParseError, ParseErrorKind, ReadError};
use super::lines::{Lines, words};
use super::parsed::{Parsed, Places, Wrong, finish, translate};
use crate::ids::OptionId;
use crate::problem::{BuildError, Builder, Problem};

/// Reads a problem in Knuth's format: its first line other than comments names the items.
pub(super) fn read(mut lines: Lines<impl BufRead>) -> Result<Parsed, ReadError> {
    let mut builder = Problem::builder();
    match lines.next()? {
        Some((line, text)) => items(&mut builder, text).map_err(|wrong| wrong.at(line, text))?,
        None => {
            let line = lines.number().max(1);
            return Err(ParseError { line, column: 1, kind: ParseErrorKind::NoItems }.into());
        }
    }
    let mut entries = Vec::new();
    let mut places = Places::default();
    while let Some((line, text)) = lines.next()? {
        let option =
            option(&mut builder, &mut entries, text).map_err(|wrong| wrong.at(line, text))?;
        places.push(option, line);
    }
    finish(builder, places, lines.number())
}

fn items(builder: &mut Builder, line: &str) -> Result<(), Wrong> {
    let mut secondary = false;
    for (start, word) in words(line) {
        let wrong = |kind| Wrong { start, kind };
        // Knuth's programs do not require a blank after the `|`.
        let word = match word.strip_prefix('|') {
            Some(rest) if secondary || rest.starts_with('|') => {
                return Err(wrong(ParseErrorKind::SecondBar));
            }
            Some(rest) => {
                secondary = true;
                if rest.is_empty() {
                    continue;
                }
                rest
            }
            None => word,
        };
        item(builder, word, secondary).map_err(wrong)?;
    }
    Ok(())
}

fn item(builder: &mut Builder, word: &str, secondary: bool) -> Result<(), ParseErrorKind> {
    let owned = || word.to_owned();
    let (bounds, name) = match word.rsplit_once('|') {
        Some(_) if secondary => return Err(ParseErrorKind::BoundsOnSecondary(owned())),
        Some((bounds, name)) => {
            let (low, high) = bounds.split_once(':').unwrap_or((bounds, bounds));
            if ![low, high].into_iter().all(is_number) {
                return Err(ParseErrorKind::BadBounds(owned()));
            }
            let [low, high] = [low, high].map(str::parse::<u32>);
            let (Ok(low), Ok(high)) = (low, high) else {
                return Err(ParseErrorKind::NumberTooLarge(owned()));
            };
            (low..=high, name)
        }
        None => (1..=1, word),
    };
    if name.contains(':') {
        return Err(ParseErrorKind::ColonInName(owned()));
    }
    if name.is_empty() {
        return Err(ParseErrorKind::EmptyName(owned()));
    }
    let declared =
        if secondary { builder.secondary([name]) } else { builder.bounded([name], bounds) };
    declared.map(|_| ()).map_err(|error| translate(error, word, name))
}

/// The position of an entry in the line of its option, in bytes.
struct Entry {
    start: usize,
    /// The end of the name. If it is not the end of the entry, a `:` and the color follow.
    name_end: usize,
    end: usize,
}

/// Adds the option of a line. `entries` is a buffer that all lines share.
fn option(builder: &mut Builder, entries: &mut Vec<Entry>, line: &str) -> Result<OptionId, Wrong> {
    entries.clear();
    let mut cost = 0_i128;
    let mut last_cost = 0..0;
    for (start, word) in words(line) {
        let wrong = |kind| Wrong { start, kind };
        if let Some(number) = word.strip_prefix('|') {
            cost += i128::from(parse_cost(number, word).map_err(wrong)?);
            last_cost = start..start + word.len();
        } else {
            entries.push(entry(start, word).map_err(wrong)?);
        }
    }
    let cost = i64::try_from(cost).map_err(|_| Wrong {
        start: last_cost.start,
        kind: ParseErrorKind::CostsTooLarge(line[last_cost.clone()].to_owned()),
    })?;
    // The builder reads the entries one by one. If it rejects an entry, that is the last entry it
    // has read.
    let mut last = None;
    let taken = entries.iter().map(|entry| {
        last = Some(entry);
        let color = (entry.name_end < entry.end).then(|| &line[entry.name_end + 1..entry.end]);
        (&line[entry.start..entry.name_end], color)
    });
    builder.option_with_cost(taken, cost).map_err(|error| match (error, last) {
        (BuildError::CostTooLarge, _) | (_, None) => {
            let word = &line[last_cost.clone()];
            Wrong { start: last_cost.start, kind: translate(BuildError::CostTooLarge, word, word) }
        }
        (error, Some(&Entry { start, name_end, end })) => {
            Wrong { start, kind: translate(error, &line[start..end], &line[start..name_end]) }
        }
    })
}

fn entry(start: usize, word: &str) -> Result<Entry, ParseErrorKind> {
    let end = start + word.len();
    let entry = match word.bytes().position(|byte| byte == b':' || byte == b'|') {
        None => Entry { start, name_end: end, end },
        Some(_) if word.contains('|') => return Err(ParseErrorKind::BarInEntry(word.to_owned())),
        Some(0) => return Err(ParseErrorKind::EmptyName(word.to_owned())),
        Some(colon) if colon + 1 == word.len() => {
            return Err(ParseErrorKind::EmptyColor(word.to_owned()));
        }
        Some(colon) if word[colon + 1..].contains(':') => {
            return Err(ParseErrorKind::SecondColor(word.to_owned()));
        }
        Some(colon) => Entry { start, name_end: start + colon, end },
    };
    Ok(entry)
}

fn parse_cost(number: &str, word: &str) -> Result<i64, ParseErrorKind> {
    if !is_number(number.strip_prefix('-').unwrap_or(number)) {
        return Err(ParseErrorKind::BadCost(word.to_owned()));
    }
    number.parse().map_err(|_| ParseErrorKind::NumberTooLarge(word.to_owned()))
}

/// True if a text is a decimal number without a sign. (`parse` also accepts a sign.)
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
