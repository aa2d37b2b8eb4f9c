//! The reasons for which a command ends early, and the exit statuses of the program.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::shared::interrupt;

/// Every problem has a solution.
pub(crate) const SOLVED: u8 = 0;
/// Some problem has none.
pub(crate) const NO_SOLUTION: u8 = 1;
/// Bad usage, bad input, or output that could not be written.
pub(crate) const BAD: u8 = 2;

/// The reason for which a command ends before its work is done.
///
/// There is no `From<io::Error>`: an error of a file and one of standard output are different
/// things, and whoever meets one says which it is.
#[derive(Debug)]
pub(crate) enum Error {
    /// The input or an argument is wrong, or a file cannot be written. The message says which, and
    /// how to mend it.
    Bad(String),
    /// Standard output cannot be written.
    Stdout(io::Error),
    /// The reader of standard output has closed it: it has read enough.
    ClosedPipe,
    /// A signal asks the program to end. What was known has been printed.
    Interrupted,
}

impl Error {
    /// An error of standard output.
    pub(crate) fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Stdout(error)
        }
    }

    /// Says on standard error what is wrong, if anybody has to know.
    pub(crate) fn report(&self) {
        match self {
            Self::Bad(text) => message(text),
            Self::Stdout(error) => {
                message(format_args!("cannot write to standard output: {error}"));
            }
            Self::ClosedPipe => {}
            Self::Interrupted => message(format_args!("interrupted by {}", interrupt::name())),
        }
    }

    /// The exit status, if it would have been `status` without the error.
    pub(crate) fn status(&self, status: u8) -> u8 {
        match self {
            Self::Bad(_) | Self::Stdout(_) => BAD,
            Self::ClosedPipe => status,
            Self::Interrupted => interrupt::status(),
        }
    }
}

/// Says something on standard error. It is no error if nobody can read it.
pub(crate) fn message(text: impl Display) {
    let _ = writeln!(io::stderr(), "quadrille: {text}");
}

/// Ends a command that has no session: says what is wrong, and returns the exit status.
pub(crate) fn end(result: Result<u8, Error>) -> ExitCode {
    ExitCode::from(result.unwrap_or_else(|error| {
        error.report();
        error.status(SOLVED)
    }))
}
