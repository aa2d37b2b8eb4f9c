//! Output with one line for each puzzle: placeholders, remarks, and the puzzles themselves.

use std::num::NonZeroUsize;

use crate::shared::search_args::ThreadArgs;

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
    /// The remark is the text after the 81st cell. In JSON it is the field `remark`.
    #[arg(long)]
    pub(crate) keep: bool,
}

/// The options of commands that print one line for each puzzle with several threads.
#[derive(Debug, clap::Args)]
pub(crate) struct PuzzleLineArgs {
    /// Begin each line with the puzzle and a tab
    #[arg(short, long)]
    pub(crate) puzzle: bool,

    #[command(flatten)]
    pub(crate) lines: LineArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

impl PuzzleLineArgs {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.threads()
    }
}

/// The lines printed so far, if they are aligned with those of the input.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) keeps_remarks: bool,
    /// The line printed in place of a missing result, if lines are aligned.
    pub(crate) placeholder: Option<&'static [u8]>,
    pub(super) printed: u64,
    /// The number of errors in the input.
    pub(crate) unread: u64,
    /// The input with the last error, and the number of errors in it.
    pub(super) faults: (String, u64),
}

/// The number of errors of one input that are reported one by one.
pub(crate) const MOST_FAULTS: u64 = 10;

impl Lines {
    pub(crate) fn new(args: &LineArgs, is_json: bool) -> Self {
        let placeholder: &[u8] = if is_json { b"null\n" } else { b"-\n" };
        Self {
            keeps_remarks: args.keep,
            placeholder: args.align.then_some(placeholder),
            ..Self::default()
        }
    }
}

/// Returns the text after a result, with the end of the line.
pub(crate) fn after(remark: Option<&str>) -> String {
    remark.map_or_else(|| "\n".to_owned(), |remark| format!("\t{remark}\n"))
}
