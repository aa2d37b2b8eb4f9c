//! Tells the formats apart.

use std::io::BufRead;

use super::error::ReadError;
use super::lines::Lines;
use super::parsed::Parsed;
use super::{dlx, ec};

/// Reads a problem from a stream of text, a line at a time.
///
/// - A line whose first character other than a blank is `|` is a comment; it and blank lines are
///   passed over.
/// - The first other line names the items: the primary ones, then, after a `|`, the secondary ones.
///   `2:3|C` is a primary item named `C` with bounds 2 to 3, `2|C` one with bounds 2 to 2.
/// - Every other line is an option: names of items, `x:red` for a secondary item with a color, and
///   `|7` for a cost of 7; several costs add up. The first entry of an option names an item, or
///   else the line would be a comment.
/// - Names and colors are of any length, in UTF-8, without blanks, `|` and `:`.
///
/// # Errors
/// [`ReadError::Parse`] says what is wrong in the first bad line, and where; [`ReadError::Io`] that
/// the stream failed.
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
    dlx::read(lines)
}
