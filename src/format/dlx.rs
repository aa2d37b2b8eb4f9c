//! Reads a problem: what each line is, and what can be wrong with it.

use std::fmt;
use std::io::BufRead;

use super::error::{ParseError, ParseErrorKind, ReadError};
use super::lines::Lines;
use super::{ec, is_blank};
use crate::ids::OptionId;
use crate::problem::{BuildError, Builder, EntryRef, Problem};

/// A problem that was read, and what is to be said of the text it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The problem. Its options are numbered in the order of their lines: the one with number 0 is the first.
    pub problem: Problem,
    /// What is no error, but hardly what was meant, in the order of the lines.
    pub warnings: Vec<Warning>,
    places: Places,
}

impl Parsed {
    /// The line of an option, counted from 1; `None` if the problem has no such option.
    ///
    /// ```
    /// use quadrille::{OptionId, format};
    /// let parsed = format::read("| two options\na\n\na\n\na\n".as_bytes())?;
    /// assert_eq!(parsed.problem.option_count(), 2);
    /// assert_eq!([0, 1, 2].map(|option| parsed.line(OptionId::new(option))), [Some(4), Some(6), None]);
    /// # Ok::<(), format::ReadError>(())
    /// ```
    #[must_use]
    pub fn line(&self, option: OptionId) -> Option<u64> {
        (option.index() < self.problem.option_count()).then(|| self.places.line(option))
    }
}

/// An option that has no primary item. It keeps its number, and no cover has it (Knuth's rule).
///
/// ```
/// let parsed = quadrille::format::read("a | x\nx\na x\n".as_bytes())?;
/// let warning = parsed.warnings[0];
/// assert_eq!((warning.line, warning.option.get()), (2, 0));
/// assert_eq!(warning.to_string(), "option 1 has no primary item, so that it is in no cover: give it one, or delete it");
/// # Ok::<(), quadrille::format::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Warning {
    /// The line of the option, counted from 1.
    pub line: u64,
    /// The option.
    pub option: OptionId,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.option.index() + 1;
        write!(f, "option {position} has no primary item, so that it is in no cover: give it one, or delete it")
    }
}

/// Reads a problem from a stream of text, a line at a time.
///
/// - A line whose first character other than a blank is `|` is a comment; it and blank lines are passed over.
/// - The first other line names the items: the primary ones, then, after a `|`, the secondary ones. `2:3|C` is a primary
///   item named `C` with bounds 2 to 3, `2|C` one with bounds 2 to 2.
/// - Every other line is an option: names of items, `x:red` for a secondary item with a color, and `|7` for a cost of 7;
///   several costs add up. The first entry of an option names an item, or else the line would be a comment.
/// - Names and colors are of any length, in UTF-8, without blanks, `|` and `:`.
///
/// # Errors
/// [`ReadError::Parse`] says what is wrong in the first bad line, and where; [`ReadError::Io`] that the stream failed.
///
/// ```
/// let text = "| DLX3's example\nA B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1 |7\nC X:0\nB X:1\nC Y:1\n";
/// let problem = quadrille::format::read(text.as_bytes())?.problem;
/// assert_eq!((problem.primary_count(), problem.item_count(), problem.option_count()), (3, 5, 5));
/// assert_eq!(problem.item("C").and_then(|item| problem.bounds(item)), Some(2..=3));
/// assert_eq!((problem.option_text(1.into()), problem.cost(1.into())), ("A C X:1 Y:1".to_owned(), 7));
/// # Ok::<(), quadrille::format::ReadError>(())
/// ```
pub fn read(input: impl BufRead) -> Result<Parsed, ReadError> {
    let mut lines = Lines::new(input);
    if lines.look_ahead(ec::is_comment)?.is_some_and(ec::is_header) {
        return ec::read(lines);
    }
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
        let option = option(&mut builder, &mut entries, text).map_err(|wrong| wrong.at(line, text))?;
        places.push(option, line);
    }
    finish(builder, places, lines.number())
}

/// The problem whose last option was in this line at the latest.
pub(super) fn finish(builder: Builder, places: Places, last_line: u64) -> Result<Parsed, ReadError> {
    let problem = builder.build().map_err(|error| {
        let wrong = Wrong { start: 0, kind: translate(error, "", "") };
        wrong.at(last_line, "")
    })?;
    let warnings = problem
        .options()
        .filter(|&(option, _)| !problem.is_choosable(option))
        .map(|(option, _)| Warning { line: places.line(option), option })
        .collect();
    Ok(Parsed { problem, warnings, places })
}

/// The lines of the options. They nearly always follow one another, so it is enough to remember where one does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// An option that is not in the line after that of the option before it, and its line.
    breaks: Vec<(OptionId, u64)>,
}

impl Places {
    /// Adds the next option.
    pub(super) fn push(&mut self, option: OptionId, line: u64) {
        if self.breaks.is_empty() || self.line(option) != line {
            self.breaks.push((option, line));
        }
    }

    fn line(&self, option: OptionId) -> u64 {
        let (first, line) = self.breaks[self.breaks.partition_point(|&(first, _)| first <= option) - 1];
        line + u64::from(option.get() - first.get())
    }
}

/// Something wrong in a line, from this byte on.
pub(super) struct Wrong {
    pub(super) start: usize,
    pub(super) kind: ParseErrorKind,
}

impl Wrong {
    pub(super) fn at(self, line: u64, text: &str) -> ParseError {
        let column = text[..self.start].chars().count() as u64 + 1;
        ParseError { line, column, kind: self.kind }
    }
}

/// The words of a line, each with the byte at which it starts.
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

/// Declares the items that a line names.
fn items(builder: &mut Builder, line: &str) -> Result<(), Wrong> {
    let mut secondary = false;
    for (start, word) in words(line) {
        let wrong = |kind| Wrong { start, kind };
        // Knuth's programs do not ask for a blank behind the `|`.
        let word = match word.strip_prefix('|') {
            Some(rest) if secondary || rest.starts_with('|') => return Err(wrong(ParseErrorKind::SecondBar)),
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
            let (Ok(low), Ok(high)) = (low, high) else { return Err(ParseErrorKind::NumberTooLarge(owned())) };
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
    let declared = if secondary { builder.secondary([name]) } else { builder.bounded([name], bounds) };
    declared.map_err(|error| translate(error, word, name))
}

/// An entry of an option as places in its line.
struct Entry {
    start: usize,
    /// Where the name ends. If that is not the end of the entry, a `:` and the color follow.
    name_end: usize,
    end: usize,
}

/// Adds the option in a line. `entries` is room for its entries, which one line after the other uses.
fn option(builder: &mut Builder, entries: &mut Vec<Entry>, line: &str) -> Result<OptionId, Wrong> {
    entries.clear();
    let mut cost = 0_u64;
    // Where the last cost is.
    let mut last_cost = 0..0;
    for (start, word) in words(line) {
        let wrong = |kind| Wrong { start, kind };
        if let Some(number) = word.strip_prefix('|') {
            cost = cost
                .checked_add(parse_cost(number, word).map_err(wrong)?)
                .ok_or_else(|| wrong(ParseErrorKind::CostsTooLarge(word.to_owned())))?;
            last_cost = start..start + word.len();
        } else {
            entries.push(entry(start, word).map_err(wrong)?);
        }
    }
    // The builder takes the entries one by one: if it refuses one, it is the one that it took last.
    let mut last = None;
    let taken = entries.iter().map(|entry| {
        last = Some(entry);
        let color = (entry.name_end < entry.end).then(|| line[entry.name_end + 1..entry.end].into());
        EntryRef { item: line[entry.start..entry.name_end].into(), color }
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
        Some(colon) if colon + 1 == word.len() => return Err(ParseErrorKind::EmptyColor(word.to_owned())),
        Some(colon) if word[colon + 1..].contains(':') => return Err(ParseErrorKind::SecondColor(word.to_owned())),
        Some(colon) => Entry { start, name_end: start + colon, end },
    };
    Ok(entry)
}

fn parse_cost(number: &str, word: &str) -> Result<u64, ParseErrorKind> {
    if !is_number(number) {
        return Err(ParseErrorKind::BadCost(word.to_owned()));
    }
    number.parse().map_err(|_| ParseErrorKind::NumberTooLarge(word.to_owned()))
}

/// True if a text is a decimal number without a sign, which `parse` would take.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What the builder has against a word of a line; `name` is the name in it.
pub(super) fn translate(error: BuildError, word: &str, name: &str) -> ParseErrorKind {
    match error {
        BuildError::DuplicateName(name) => ParseErrorKind::DuplicateName(name),
        BuildError::UnknownItem(_) => ParseErrorKind::UnknownItem(name.to_owned()),
        BuildError::RepeatedItem(_) => ParseErrorKind::RepeatedItem(name.to_owned()),
        BuildError::ColorOnPrimary(_) => ParseErrorKind::ColorOnPrimary(word.to_owned()),
        BuildError::BadBounds { high: 0, .. } => ParseErrorKind::ZeroBound(word.to_owned()),
        BuildError::BadBounds { .. } => ParseErrorKind::ReversedBounds(word.to_owned()),
        BuildError::CostTooLarge => ParseErrorKind::CostsTooLarge(word.to_owned()),
        BuildError::TooLarge => ParseErrorKind::TooLarge,
        BuildError::PrimaryAfterSecondary => unreachable!("the primary items of a line come first"),
    }
}
