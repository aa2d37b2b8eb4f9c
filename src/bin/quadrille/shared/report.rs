//! What the program says besides its results: messages on standard error, and the exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Every problem has a solution.
pub(crate) const SOLVED: u8 = 0;
/// Some problem has none.
pub(crate) const NO_SOLUTION: u8 = 1;
/// Bad usage, bad input, or output that could not be written.
pub(crate) const BAD: u8 = 2;

/// Says something on standard error. That nobody listens there is no reason to stop.
pub(crate) fn message(text: impl Display) {
    let _ = writeln!(io::stderr(), "quadrille: {text}");
}

/// The exit status after writing to standard output: a reader that has gone away has had enough, anything else is said.
pub(crate) fn written(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            message(format_args!("cannot write to standard output: {error}"));
            ExitCode::from(BAD)
        }
    }
}

pub(crate) fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Says what is wrong with the usage or the input; the exit status.
pub(crate) fn bad(text: impl Display) -> ExitCode {
    message(text);
    ExitCode::from(BAD)
}
