//! Errors in reading a problem.

use std::error::Error;
use std::fmt::{self, Write};
use std::io;

use crate::problem::Problem;

/// The reason why a problem could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The text has an error.
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

read_error!(ReadError);

/// An error in the text of a problem, with its position.
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
    /// The column of the first character of the offending text, counted from 1 in characters.
    pub column: u64,
    /// The error at this position.
    pub kind: ParseErrorKind,
}

/// The kind of an error in the text of a problem. The text in a variant is the offending text,
/// unless the variant describes it otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text ends before a line that names the items.
    NoItems,
    /// A name is missing, as in `2|` in the line of items, or in `:red` in an option.
    EmptyName(String),
    /// Two items have the same name.
    DuplicateName(String),
    /// A name in the line of items contains a `:` that is not part of bounds.
    ColonInName(String),
    /// The line of items has a second `|` that is not part of bounds.
    SecondBar,
    /// The text before the `|` of an item is not of the form `2:3` or `2`.
    BadBounds(String),
    /// A lower bound is above the upper bound.
    ReversedBounds(String),
    /// An upper bound is 0.
    ZeroBound(String),
    /// A secondary item has bounds.
    BoundsOnSecondary(String),
    /// An option names an item that is not in the line of items.
    UnknownItem(String),
    /// An option names an item twice.
    RepeatedItem(String),
    /// An option gives a color to a primary item.
    ColorOnPrimary(String),
    /// A color is missing, as in `x:`.
    EmptyColor(String),
    /// An item of an option has a second `:`.
    SecondColor(String),
    /// An entry of an option has a `|` that is not at its beginning.
    BarInEntry(String),
    /// A `|` in an option is not followed by a number.
    BadCost(String),
    /// A bound is above 4294967295, or a cost does not fit in 64 bits.
    NumberTooLarge(String),
    /// The absolute values of the costs of the options up to here add up to more than
    /// 9223372036854775807. Holds the last cost.
    CostsTooLarge(String),
    /// No positive number follows `p ec`. Holds the text found there.
    NoItemCount(String),
    /// The number after `p ec` is above `limit`.
    TooManyItems {
        /// The number as written.
        text: String,
        /// The maximum number of items.
        limit: u32,
    },
    /// In the format with `p ec`, an option has no items.
    EmptyOption,
    /// There is a second line that begins with `p ec`.
    SecondHeader,
    /// A line after `p ec` begins with neither `s` nor `c`. Holds its first word.
    UnknownLine(String),
    /// In the format with `p ec`, an option has a word that is not the number of an item.
    UnknownNumber {
        /// The word.
        text: String,
        /// The number of items.
        items: u32,
    },
    /// The text is not UTF-8. Holds the first invalid byte.
    NotUtf8(u8),
    /// The text is in another encoding, or compressed. Holds the name of the encoding or format.
    OtherEncoding(&'static str),
    /// A line has more than this number of bytes.
    LineTooLong(usize),
    /// Items and entries together number [`Problem::MAX_SIZE`] or more.
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
            Self::NoItems => f.write_str(
                "there are no items: the first line that is neither blank nor a comment must name \
                 them",
            ),
            Self::EmptyName(text) => {
                write!(f, "{} lacks the name of an item: write one without blanks", Quoted(text))
            }
            Self::DuplicateName(name) => {
                write!(f, "two items are named {}: give each item its own name", Quoted(name))
            }
            Self::ColonInName(text) => write!(
                f,
                "{}: the name of an item cannot contain `:`; bounds are written `2:3|name`, and \
                 colors go into the options",
                Quoted(text)
            ),
            Self::SecondBar => f.write_str(
                "a second `|` among the items: write one, between the primary items and the \
                 secondary ones",
            ),
            Self::BadBounds(text) => write!(
                f,
                "{} has no bounds before its `|`: write `2:3|name` or `2|name`, and blanks around \
                 the `|` that ends the primary items",
                Quoted(text)
            ),
            Self::ReversedBounds(text) => {
                write!(f, "{}: the lower bound is above the upper one: exchange them", Quoted(text))
            }
            Self::ZeroBound(text) => write!(
                f,
                "{}: the upper bound is 0: make it at least 1, or leave out the item and every \
                 option that has it",
                Quoted(text)
            ),
            Self::BoundsOnSecondary(text) => write!(
                f,
                "{}: a secondary item cannot have bounds: drop them, or name the item before the \
                 `|` that ends the primary items",
                Quoted(text)
            ),
            Self::UnknownItem(name) => {
                let item = Quoted(name);
                write!(
                    f,
                    "there is no item {item}: name it in the first line that does not begin "
                )?;
                f.write_str("with `|`, or correct its spelling")?;
                // People write a cost like this.
                if !name.starts_with('+') && name.parse::<i64>().is_ok_and(|cost| cost > i64::MIN) {
                    write!(f, "; `|{name}` is a cost")
                } else {
                    Ok(())
                }
            }
            Self::RepeatedItem(name) => {
                write!(
                    f,
                    "item {} is in the option twice: an option is a set of items, so name it once",
                    Quoted(name)
                )
            }
            Self::ColorOnPrimary(text) => write!(
                f,
                "{}: the item is primary, and only a secondary one can have a color: drop the \
                 color, or name the item after a `|` in the line of items",
                Quoted(text)
            ),
            Self::EmptyColor(text) => {
                write!(
                    f,
                    "{} lacks a color after the `:`: write one, or drop the `:`",
                    Quoted(text)
                )
            }
            Self::SecondColor(text) => {
                write!(
                    f,
                    "{} has a second `:`: an item has one color, and a color has no `:`",
                    Quoted(text)
                )
            }
            Self::BarInEntry(text) => write!(
                f,
                "{} contains a `|`: names and colors have none, and a cost such as `|7` has a \
                 blank before it",
                Quoted(text)
            ),
            Self::BadCost(text) => write!(
                f,
                "{} is not a cost: write the `|` and a decimal number without a blank between \
                 them, such as `|7` or `|-7`",
                Quoted(text)
            ),
            Self::NumberTooLarge(text) => write!(
                f,
                "{}: the number is too large: bounds go up to {}, costs up to {}",
                Quoted(text),
                u32::MAX,
                i64::MAX
            ),
            Self::CostsTooLarge(text) => write!(
                f,
                "{}: the costs of the options up to here exceed {} together: use a larger unit",
                Quoted(text),
                i64::MAX
            ),
            Self::NoItemCount(text) if text.is_empty() => {
                f.write_str("`p ec` lacks the number of items: write `p ec 12`")
            }
            Self::NoItemCount(text) => {
                write!(
                    f,
                    "{} is not a number of items: write a positive number after `p ec`, such as \
                     `p ec 12`",
                    Quoted(text)
                )
            }
            Self::TooManyItems { text, limit } => {
                write!(
                    f,
                    "{}: the number of items is too large: it goes up to {limit}",
                    Quoted(text)
                )
            }
            Self::EmptyOption => f.write_str(
                "the option has no items, so it could be added to every cover: give it an item, or \
                 delete it",
            ),
            Self::SecondHeader => f.write_str(
                "a second `p ec`: a text has one problem, so put the other one in its own file",
            ),
            Self::UnknownLine(word) => write!(
                f,
                "a line after `p ec` begins with {}: options begin with `s` and comments with `c`",
                Quoted(word)
            ),
            Self::UnknownNumber { text, items } => {
                write!(
                    f,
                    "{} is not an item: items are the numbers from 1 to {items}, as given after `p \
                     ec`",
                    Quoted(text)
                )
            }
            Self::OtherEncoding(name) => write!(
                f,
                "this is {name}, and problems are read as plain text in UTF-8: convert it first"
            ),
            Self::NotUtf8(byte) => {
                write!(f, "the byte 0x{byte:02X} is not UTF-8: convert the text to UTF-8")
            }
            Self::LineTooLong(limit) => {
                write!(f, "the line is longer than {limit} bytes: is this a text?")
            }
            Self::TooLarge => {
                write!(
                    f,
                    "items and entries together reach the limit of {}: split the problem",
                    Problem::MAX_SIZE
                )
            }
        }
    }
}

impl Error for ParseError {}

/// A text quoted in a message: between backticks, escaped to stay on one line, and shortened if
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
