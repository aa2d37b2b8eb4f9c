//! The places of puzzles and errors in the input.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// The place where a puzzle was read. It displays as `name:line`.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) name: &'a str,
    pub(crate) line: u64,
    /// The number of the line among the lines of all inputs, counted from 1.
    pub(crate) number: u64,
    /// The remark after the puzzle, if remarks are kept and there is one.
    pub(crate) remark: Option<&'a str>,
    /// A warning about the interpretation of the puzzle.
    pub(crate) warning: Option<&'static str>,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// An error in an input of many puzzles.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) name: String,
    /// The message, with the place.
    pub(crate) message: String,
    /// The number of its line among the lines of all inputs, if it belongs to a line.
    pub(crate) number: Option<u64>,
    /// True if the puzzle in the line is valid nevertheless.
    pub(crate) has_puzzle: bool,
}

/// True if a file has the extension of an exact-cover problem.
pub(crate) fn is_problem(file: &Path) -> bool {
    let extension = file.extension().and_then(OsStr::to_str);
    extension.is_some_and(|word| ["dlx", "ec", "xc", "mcc", "xcc"].contains(&word))
}
