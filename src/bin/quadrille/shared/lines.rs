//! Output with one line for each puzzle, and the place of a puzzle in messages.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The options of commands that print one line for each puzzle.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct LineArgs {
    /// Print one line for each line of the input, for use with `paste`
    ///
    /// The line is `-` (`null` in JSON) for a puzzle that is invalid or has no result, and empty
    /// for an input line that does not begin a puzzle, such as a comment.
    #[arg(long)]
    pub(crate) align: bool,

    /// Append the remark of each puzzle to its line, after a tab
    ///
    /// The remark is the text after a puzzle of the form `word`, which `quadrille help convert`
    /// describes. In JSON it is the field `remark`.
    #[arg(long)]
    pub(crate) keep: bool,
}

/// The options for lines, and the numbers of lines printed and of errors.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) keeps_remarks: bool,
    /// The line printed in place of a missing result, if lines are aligned.
    pub(crate) placeholder: Option<&'static [u8]>,
    pub(super) printed: u64,
    /// The number of lines of the inputs that have ended.
    pub(super) read: Arc<AtomicU64>,
    /// The number of errors so far, except each [`Fault`] in a line with a valid puzzle.
    pub(crate) unread: u64,
    /// The input with the last [`Fault`], and the number of its faults.
    pub(super) faults: (String, u64),
}

/// The maximum number of errors of one input that are reported one by one.
pub(crate) const MOST_FAULTS: u64 = 10;

impl Lines {
    pub(crate) fn new(args: &LineArgs, is_json: bool) -> Self {
        let placeholder: &[u8] = if is_json { b"null\n" } else { b"-\n" };
        let placeholder = args.align.then_some(placeholder);
        Self { keeps_remarks: args.keep, placeholder, ..Self::default() }
    }
}

/// The place of a puzzle, with a remark and a warning. It displays as `name:line`.
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

/// An error in an input of puzzles.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) name: String,
    /// The message, with the place.
    pub(crate) message: String,
    /// The number of the line among the lines of all inputs, if the error belongs to a line.
    pub(crate) number: Option<u64>,
    /// True if the puzzle in the line is valid nevertheless.
    pub(crate) has_puzzle: bool,
}

pub(crate) fn is_problem(file: &Path) -> bool {
    let extension = file.extension().and_then(OsStr::to_str);
    extension.is_some_and(|word| ["dlx", "ec", "xc", "mcc", "xcc"].contains(&word))
}
