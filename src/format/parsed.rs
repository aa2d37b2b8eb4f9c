//! The result of reading a text: a problem, the lines of its options, and warnings.

use std::fmt;

use super::error::{ParseError, ParseErrorKind, ReadError};
use crate::ids::OptionId;
use crate::problem::{BuildError, Builder, Problem};

/// A problem that was read, with the lines of its options and with warnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The problem. Its options are numbered from 0 in the order of their lines.
    pub problem: Problem,
    /// Warnings for lines that are valid but probably not intended, in order.
    pub warnings: Vec<Warning>,
    places: Places,
}

impl Parsed {
    /// Returns the line of an option, counted from 1, or `None` if the problem has no such option.
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

/// A warning about an option that no cover contains, because it has no primary item (Knuth's rule).
/// The option still has a number.
///
/// ```
/// let parsed = quadrille::format::read("a | x\nx\na x\n".as_bytes())?;
/// let warning = parsed.warnings[0];
/// assert_eq!((warning.line, warning.option.get()), (2, 0));
/// assert_eq!(warning.to_string(), "option 1 has no primary item, so it is in no cover: give it one, or delete it");
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
        write!(
            f,
            "option {position} has no primary item, so it is in no cover: give it one, or delete it"
        )
    }
}

/// Builds the problem. The last option is on `last_line` or before it.
pub(super) fn finish(
    builder: Builder,
    places: Places,
    last_line: u64,
) -> Result<Parsed, ReadError> {
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

/// The lines of the options. Consecutive options are nearly always on consecutive lines, so only
/// the exceptions are stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    /// Each option that is not on the line directly after that of the previous option, and its
    /// line.
    breaks: Vec<(OptionId, u64)>,
}

impl Places {
    pub(super) fn push(&mut self, option: OptionId, line: u64) {
        if self.breaks.is_empty() || self.line(option) != line {
            self.breaks.push((option, line));
        }
    }

    fn line(&self, option: OptionId) -> u64 {
        let (first, line) =
            self.breaks[self.breaks.partition_point(|&(first, _)| first <= option) - 1];
        line + u64::from(option.get() - first.get())
    }
}

/// An error in a line, with the byte at which it starts.
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

/// Translates an error of the builder about `word`. The part of `word` that names the item is
/// `name`.
pub(super) fn translate(error: BuildError, word: &str, name: &str) -> ParseErrorKind {
    match error {
        BuildError::DuplicateName(name) => ParseErrorKind::DuplicateName(name),
        BuildError::UnknownItem(_) | BuildError::ColorInName { .. } => {
            ParseErrorKind::UnknownItem(name.to_owned())
        }
        BuildError::RepeatedItem(_) => ParseErrorKind::RepeatedItem(name.to_owned()),
        BuildError::ColorOnPrimary(_) => ParseErrorKind::ColorOnPrimary(word.to_owned()),
        BuildError::BadBounds { high: 0, .. } => ParseErrorKind::ZeroBound(word.to_owned()),
        BuildError::BadBounds { .. } => ParseErrorKind::ReversedBounds(word.to_owned()),
        BuildError::CostTooLarge => ParseErrorKind::CostsTooLarge(word.to_owned()),
        BuildError::TooLarge => ParseErrorKind::TooLarge,
        BuildError::PrimaryAfterSecondary => unreachable!("the primary items of a line come first"),
    }
}
