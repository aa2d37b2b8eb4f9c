//! What can be wrong with the text of a problem.

use std::error::Error;
use std::fmt::{self, Write};
use std::io;

use crate::problem::Problem;

/// Why a problem could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text is not that of a problem.
    Parse(ParseError),
    /// The stream failed.
    Io(io::Error),
}

impl From<ParseError> for ReadError {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Parse(error) => Some(error),
            Self::Io(error) => Some(error),
        }
    }
}

/// What is wrong with the text of a problem, and where.
///
/// ```
/// use quadrille::format::{self, ParseErrorKind, ReadError};
/// let Err(ReadError::Parse(error)) = format::read("a b\na c\n".as_bytes()) else { panic!() };
/// assert_eq!((error.line, error.column), (2, 3));
/// assert_eq!(error.kind, ParseErrorKind::UnknownItem("c".into()));
/// assert!(error.to_string().starts_with("line 2, column 3: there is no item `c`: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from 1.
    pub line: u64,
    /// The character in the line at which the offending text begins, counted from 1.
    pub column: u64,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What can be wrong with the text of a problem. Those that hold a text hold the offending one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text ends before any line has named items.
    NoItems,
    /// Nothing where a name should be: `2|` in the line of items, `:red` in an option.
    EmptyName(String),
    /// Two items have the same name.
    DuplicateName(String),
    /// A `:` in the line of items that belongs to no bounds.
    ColonInName(String),
    /// A second `|` in the line of items.
    SecondBar,
    /// What stands before the `|` of an item is not `2:3` or `2`.
    BadBounds(String),
    /// A lower bound that is above the upper one.
    ReversedBounds(String),
    /// An upper bound of 0.
    ZeroBound(String),
    /// A secondary item with bounds.
    BoundsOnSecondary(String),
    /// An option names an item that is not in the line of items.
    UnknownItem(String),
    /// An option names the same item twice.
    RepeatedItem(String),
    /// An option gives a color to a primary item.
    ColorOnPrimary(String),
    /// Nothing where a color should be: `x:`.
    EmptyColor(String),
    /// A second `:` behind an item of an option.
    SecondColor(String),
    /// A `|` in the middle of an entry of an option.
    BarInEntry(String),
    /// A `|` in an option, and no number behind it.
    BadCost(String),
    /// A bound above 4294967295, or a cost above 18446744073709551615.
    NumberTooLarge(String),
    /// The costs of all options up to here do not fit in 64 bits. Holds the last of them.
    CostsTooLarge(String),
    /// `p ec` without a number of items behind it, which is 1 at least. Holds the text found there.
    NoItemCount(String),
    /// `p ec` with more items than the format can have.
    TooManyItems {
        /// The number as it is written.
        text: String,
        /// The largest number of items.
        limit: u32,
    },
    /// An option behind `p ec` without items.
    EmptyOption,
    /// A second line that begins with `p ec`.
    SecondHeader,
    /// A line behind `p ec` that begins with neither `s` nor `c`. Holds its first word.
    UnknownLine(String),
    /// An option behind `p ec` has something that is no number of an item.
    UnknownNumber {
        /// What stands there.
        text: String,
        /// How many items there are.
        items: u32,
    },
    /// Bytes that are not UTF-8. Holds the first of them.
    NotUtf8(u8),
    /// A line of more than this many bytes.
    LineTooLong(usize),
    /// Items and entries together are [`Problem::MAX_SIZE`] or more.
    TooLarge,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoItems => {
                f.write_str("there are no items: the first line that is not blank and no comment has to name them")
            }
            Self::EmptyName(text) => write!(f, "{} lacks the name of an item: write one without blanks", Quoted(text)),
            Self::DuplicateName(name) => {
                write!(f, "two items are named {}: give each item a name of its own", Quoted(name))
            }
            Self::ColonInName(text) => write!(
                f,
                "{}: the name of an item has no `:`; bounds are written `2:3|name`, and colors go into the options",
                Quoted(text)
            ),
            Self::SecondBar => {
                f.write_str("a second `|` among the items: write one, between the primary items and the secondary ones")
            }
            Self::BadBounds(text) => write!(
                f,
                "{} has no bounds before its `|`: write `2:3|name` or `2|name`, and blanks around the `|` that ends the \
                 primary items",
                Quoted(text)
            ),
            Self::ReversedBounds(text) => {
                write!(f, "{}: the lower bound is above the upper one: exchange them", Quoted(text))
            }
            Self::ZeroBound(text) => write!(
                f,
                "{}: the upper bound is 0: make it 1 at least, or leave out the item and every option that has it",
                Quoted(text)
            ),
            Self::BoundsOnSecondary(text) => write!(
                f,
                "{}: a secondary item has no bounds: drop them, or name the item before the `|` that ends the primary items",
                Quoted(text)
            ),
            Self::UnknownItem(name) => write!(
                f,
                "there is no item {}: add it to the line that names the items, or correct its spelling",
                Quoted(name)
            ),
            Self::RepeatedItem(name) => {
                write!(f, "item {} is in the option twice: an option is a set of items, so name it once", Quoted(name))
            }
            Self::ColorOnPrimary(text) => write!(
                f,
                "{}: the item is primary, and only a secondary one can have a color: drop the color, or name the item \
                 after a `|` in the line of items",
                Quoted(text)
            ),
            Self::EmptyColor(text) => {
                write!(f, "{} lacks a color behind the `:`: write one, or drop the `:`", Quoted(text))
            }
            Self::SecondColor(text) => {
                write!(f, "{} has a second `:`: an item has one color, and a color has no `:`", Quoted(text))
            }
            Self::BarInEntry(text) => write!(
                f,
                "{} has a `|` in the middle: names and colors have none, and a cost such as `|7` has a blank before it",
                Quoted(text)
            ),
            Self::BadCost(text) => write!(
                f,
                "{} is not a cost: write the `|` and a decimal number without a blank between them, such as `|7`",
                Quoted(text)
            ),
            Self::NumberTooLarge(text) => write!(
                f,
                "{}: the number is too large: bounds go up to {}, costs up to {}",
                Quoted(text),
                u32::MAX,
                u64::MAX
            ),
            Self::CostsTooLarge(text) => write!(
                f,
                "{}: the costs of the options up to here exceed {} together: use a larger unit",
                Quoted(text),
                u64::MAX
            ),
            Self::NoItemCount(text) if text.is_empty() => {
                f.write_str("`p ec` lacks the number of items: write `p ec 12`")
            }
            Self::NoItemCount(text) => {
                write!(f, "{} is not a number of items: write one from 1 on behind `p ec`, as `p ec 12`", Quoted(text))
            }
            Self::TooManyItems { text, limit } => {
                write!(f, "{}: the number of items is too large: it goes up to {limit}", Quoted(text))
            }
            Self::EmptyOption => f.write_str(
                "the option has no items, so that every cover is one with it and without it: give it one, or delete it",
            ),
            Self::SecondHeader => {
                f.write_str("a second `p ec`: a text has one problem, so give the other one a file of its own")
            }
            Self::UnknownLine(word) => write!(
                f,
                "a line behind `p ec` that begins with {}: options begin with `s` and comments with `c`",
                Quoted(word)
            ),
            Self::UnknownNumber { text, items } => {
                write!(f, "{} is not an item: items are the numbers from 1 to {items}, as `p ec` says", Quoted(text))
            }
            Self::NotUtf8(byte) => write!(f, "the byte 0x{byte:02X} is not UTF-8: convert the text to UTF-8"),
            Self::LineTooLong(limit) => write!(f, "the line is longer than {limit} bytes: is this a text?"),
            Self::TooLarge => {
                write!(f, "items and entries together reach the limit of {}: split the problem", Problem::MAX_SIZE)
            }
        }
    }
}

impl Error for ParseError {}

/// A text as a message shows it: between backticks, in one line whatever is in it, and cut if it is
/// long.
pub(super) struct Quoted<'a>(pub(super) &'a str);

const MAX_QUOTED: usize = 60;

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('`')?;
        for (count, c) in self.0.chars().enumerate() {
            match c {
                _ if count == MAX_QUOTED => {
                    f.write_str("...")?;
                    break;
                }
                '\'' | '"' | '\\' => f.write_char(c)?,
                _ => write!(f, "{}", c.escape_debug())?,
            }
        }
        f.write_char('`')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_of_reasonable_length() {
        assert_eq!(Quoted("x:'é\\").to_string(), "`x:'é\\`");
        assert_eq!(Quoted("a\0\u{1b}[2J").to_string(), "`a\\0\\u{1b}[2J`");
        assert_eq!(Quoted(&"x".repeat(60)).to_string(), format!("`{}`", "x".repeat(60)));
        assert_eq!(Quoted(&"x".repeat(61)).to_string(), format!("`{}...`", "x".repeat(60)));
    }
}
