//! Problems as text, read and written in Knuth's DLX format.
//!
//! [`read()`] reads a problem from any stream, a line at a time. It needs memory for the problem,
//! for the longest line, and for comments before a header `p ec`. [`write()`] writes a problem to
//! any stream. `text.parse::<Problem>()` parses a text in memory, and
//! [`Problem::read`](crate::Problem::read) reads a file. Every problem that was read can be
//! written, and reading it again gives an equal problem. The format combines those of Knuth's
//! programs DLX1, DLX2, DLX3 and DLX5:
//!
//! ```text
//! | an example with everything          a comment, here or between the options
//! A B 2:3|C | X Y                       primary items, one with bounds; then secondary ones
//! A B X:0 Y:0                           an option, which gives colors to secondary items
//! A C X:1 Y:1 |7                        an option that costs 7
//! ```
//!
//! [`read()`] also recognizes a second common format by its first lines. Its comments begin with
//! `c`. Its header, such as `p ec 3`, gives the number of items, which are named 1, 2, 3. Its
//! options have the form `s 1 2`. [`write()`] uses only Knuth's format.
//!
//! [`write_for_solver`] writes a problem for integer programming, pseudo-Boolean and SAT solvers,
//! and [`read_solution`] reads their answers.
//!
//! `docs/format.md` in the repository describes all rules, with examples.
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
mod solver;
mod write;

pub use error::{ParseError, ParseErrorKind, ReadError};
pub use file::FileError;
pub use parsed::{Parsed, Warning};
pub use read::read;
pub use solver::{
    SolutionError, SolverFormat, SolverWriteError, read_solution, write_for_solver,
    write_for_solver_with,
};
pub use write::{WriteError, write};

/// True if a byte separates names. These are the whitespace characters of C, as in Knuth's
/// programs. All other characters except `|` and `:` may be in a name.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The byte order mark that some programs write at the beginning of a UTF-8 text.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";
