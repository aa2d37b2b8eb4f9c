//! The writer for Knuth's format.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io;
use std::ops::RangeInclusive;

use super::error::Quoted;
use super::{BYTE_ORDER_MARK, is_blank};
use crate::encoding::other_encoding;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// The reason why a problem could not be written. Unless the stream failed, nothing was written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The name of an item or of a color is empty, or contains a blank, `|` or `:`.
    Name(String),
    /// The problem has no primary item. Its line of items would be blank or a comment.
    NoPrimaryItem,
    /// This option has no items. Its line would be blank or a comment.
    EmptyOption(OptionId),
    /// The stream failed.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "the name {} cannot be written: a name must not be empty or contain a blank, `|` \
                 or `:`",
                Quoted(name)
            ),
            Self::NoPrimaryItem => {
                f.write_str("the problem has no primary item, and the format requires one: add one")
            }
            Self::EmptyOption(option) => {
                write!(
                    f,
                    "option {option}, counted from 0, has no items, and the format requires one: \
                     leave it out"
                )
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes a problem as text: a line of items, then a line for each option in order, with one call
/// of `write_all` for each line. The stream is not flushed.
///
/// Reading the text gives an equal problem if all items have names. An item without a name is
/// written as `#` and its number, as in [`Problem::option_text`]. If some item already has such a
/// name, all items without names are written with more `#`. When the text is read, the written name
/// becomes the item's name, so a primary item is then [preferred](Problem::is_preferred).
///
/// # Errors
/// [`WriteError::Name`], [`WriteError::NoPrimaryItem`] and [`WriteError::EmptyOption`] if the
/// format cannot express the problem. [`WriteError::Io`] if the stream fails.
///
/// ```
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["A", "B"])?;
/// builder.bounded(["C"], 2..=3)?;
/// builder.unnamed_primary(1)?;
/// builder.secondary(["X"])?;
/// builder.option_with_cost([("A", None), ("X", Some("red"))], 7)?;
/// builder.option([quadrille::ItemId::new(2), quadrille::ItemId::new(3)])?;
/// let problem = builder.build()?;
///
/// let mut text = Vec::new();
/// quadrille::format::write(&problem, &mut text)?;
/// assert_eq!(String::from_utf8(text)?, "A B 2:3|C #3 | X\nA X:red |7\nC #3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write<W: io::Write + ?Sized>(problem: &Problem, output: &mut W) -> Result<(), WriteError> {
    check(problem)?;
    let mut line = Line { text: String::new(), marks: marks(problem), problem };
    line.items();
    output.write_all(line.text.as_bytes())?;
    for (option, _) in problem.options() {
        line.option(option);
        output.write_all(line.text.as_bytes())?;
    }
    Ok(())
}

/// Displays as the text that [`format::write`](write()) writes.
///
/// If the format cannot express the problem, formatting does not fail, but the text is not valid or
/// describes another problem.
///
/// ```
/// let text = "a b | x\na x:red\nb |3\n";
/// assert_eq!(text.parse::<quadrille::Problem>()?.to_string(), text);
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Line { text: String::new(), marks: marks(self), problem: self };
        line.items();
        f.write_str(&line.text)?;
        for (option, _) in self.options() {
            line.option(option);
            f.write_str(&line.text)?;
        }
        Ok(())
    }
}

fn check(problem: &Problem) -> Result<(), WriteError> {
    let is_writable = |name: &str| {
        !name.is_empty() && !name.bytes().any(|byte| is_blank(byte) || byte == b'|' || byte == b':')
    };
    let colors = (0..).map_while(|color| problem.color_name(color.into()));
    match items(problem)
        .filter_map(|item| problem.name(item))
        .chain(colors)
        .find(|name| !is_writable(name))
    {
        Some(name) => return Err(WriteError::Name(name.to_owned())),
        None if problem.primary_count() == 0 => return Err(WriteError::NoPrimaryItem),
        None => {}
    }
    match problem.options().find(|(_, items)| items.is_empty()) {
        Some((option, _)) => Err(WriteError::EmptyOption(option)),
        None => Ok(()),
    }
}

fn items(problem: &Problem) -> impl Iterator<Item = ItemId> {
    (0..problem.item_count() as u32).map(ItemId::new)
}

/// Returns the smallest number of `#` that makes the written names of items without names unique.
fn marks(problem: &Problem) -> usize {
    let is_free = |marks: &usize| {
        let marks = "#".repeat(*marks);
        items(problem)
            .filter(|&item| problem.name(item).is_none())
            .all(|item| problem.item(&format!("{marks}{item}")).is_none())
    };
    (1..).find(is_free).expect("there are fewer names than numbers")
}

/// A writer of lines. Its buffer holds one line at a time.
struct Line<'a> {
    text: String,
    marks: usize,
    problem: &'a Problem,
}

impl Line<'_> {
    fn items(&mut self) {
        for item in items(self.problem) {
            if item.index() == self.problem.primary_count() {
                self.text.push_str("| ");
            }
            match self.problem.bounds(item).map(RangeInclusive::into_inner) {
                Some((1, 1)) if item.index() == 0 && self.looks_like_the_other_format() => {
                    self.text.push_str("1|");
                }
                None | Some((1, 1)) => {}
                Some((low, high)) if low == high => self.put(format_args!("{low}|")),
                Some((low, high)) => self.put(format_args!("{low}:{high}|")),
            }
            self.item(item);
            self.text.push(' ');
        }
        self.end();
        if self.text.starts_with(BYTE_ORDER_MARK) || other_encoding(self.text.as_bytes()).is_some()
        {
            // At the beginning of a text, a name could be taken for a byte order mark, or for the
            // start of another encoding or of a compressed file. The blank line prevents that.
            self.text.insert(0, '\n');
        }
    }

    /// True if the line of items could be read as a comment or the header of the format with
    /// `p ec`. Bounds written before the first name prevent that.
    fn looks_like_the_other_format(&self) -> bool {
        let name = |item| self.problem.name(ItemId::new(item));
        name(0) == Some("c") || (name(0), name(1)) == (Some("p"), Some("ec"))
    }

    fn option(&mut self, option: OptionId) {
        self.text.clear();
        for (item, color) in self.problem.entries(option) {
            self.item(item);
            if let Some(color) = color.and_then(|color| self.problem.color_name(color)) {
                self.text.push(':');
                self.text.push_str(color);
            }
            self.text.push(' ');
        }
        match self.problem.cost(option) {
            0 => {}
            cost => self.put(format_args!("|{cost} ")),
        }
        self.end();
    }

    fn item(&mut self, item: ItemId) {
        match self.problem.name(item) {
            Some(name) => self.text.push_str(name),
            None => {
                self.text.extend(std::iter::repeat_n('#', self.marks));
                self.put(format_args!("{item}"));
            }
        }
    }

    fn put(&mut self, text: fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("writing to a string cannot fail");
    }

    /// Replaces the last blank with a line ending. There is no blank if nothing has been written.
    fn end(&mut self) {
        self.text.pop();
        self.text.push('\n');
    }
}
