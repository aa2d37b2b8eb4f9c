//! Problems as text: Knuth's DLX format, read and written.
//!
//! [`read()`] takes it from any stream, a line at a time, in memory for the problem and for the
//! longest line; [`write()`] gives it to any other. For a text in memory there is
//! `text.parse::<Problem>()`, for a file [`Problem::read`](crate::Problem::read). Every problem
//! that is read can be written, and is read back the same. What is read is what Knuth's programs
//! DLX1, DLX2, DLX3 and DLX5 read, all of it in one format:
//!
//! ```text
//! | an example with everything          a comment, here or between the options
//! A B 2:3|C | X Y                       primary items, one of them with bounds; then secondary ones
//! A B X:0 Y:0                           an option, which gives colors to secondary items
//! A C X:1 Y:1 |7                        an option that costs 7
//! ```
//!
//! The other format of the field is read as well, and told apart by its first lines: comments that
//! begin with `c`, and `p ec 3`, which says that the items are the numbers up to 3; then options,
//! `s 1 2`. What is written is in Knuth's format.
//!
//! `docs/format.md` in the repository has every rule with an example.
//!
//! ```
//! use quadrille::format;
//! let text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";
//! let problem: quadrille::Problem = text.parse()?;
//! let cover = problem.first().ok_or("no cover")?;
//! assert_eq!(cover.iter().map(|option| option.get() + 1).collect::<Vec<_>>(), [1, 4, 5]);
//!
//! let mut written = Vec::new();
//! format::write(&problem, &mut written)?;
//! assert_eq!(String::from_utf8(written)?, text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dlx;
mod ec;
mod error;
mod file;
mod lines;
mod parsed;
mod read;
mod write;

pub use error::{ParseError, ParseErrorKind, ReadError};
pub use file::FileError;
pub use parsed::{Parsed, Warning};
pub use read::read;
pub use write::{WriteError, write};

/// Whether a byte separates names. These are the blanks of C, which Knuth's programs go by; every
/// other character may be in a name, but for `|` and `:`.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// What some programs put at the beginning of a text in UTF-8.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";
