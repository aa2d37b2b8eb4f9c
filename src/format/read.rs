//! The function that reads a problem in either format.

use std::io::BufRead;

use super::error::ReadError;
use super::lines::Lines;
use super::parsed::Parsed;
use super::{dlx, ec};

/// Reads a problem from a stream of text, a line at a time.
///
/// - A line whose first non-blank character is `|` is a comment. Comments and blank lines are
///   skipped.
/// - The first line that is not skipped names the items: the primary items and, if there are
///   secondary items, a `|` and these. `2:3|C` is a primary item named `C` with bounds 2 to 3, and
///   `2|C` has bounds 2 to 2.
/// - Each remaining line is an option. It consists of names of items, `x:red` for a secondary item
///   with a color, and `|7` for a cost of 7. Several costs are added up. The first entry must name
///   an item, because a line that begins with `|` is a comment.
/// - Names and colors are nonempty UTF-8 strings without blanks, `|` or `:`.
///
/// The format with `p ec` (see the [module](super)) is recognized too.
///
/// # Errors
/// [`ReadError::Parse`] for an error in the text, with its position. [`ReadError::Io`] if the
/// stream fails.
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
