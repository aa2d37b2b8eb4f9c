//! The reasons why a command ends early, and the exit statuses of the program.

use std::fmt::Display;
use std::io::{self, Write};

use num_bigint::BigUint;

use crate::shared::interrupt;

/// Success: no error, and no solution is missing.
pub(crate) const SOLVED: u8 = 0;
/// For example, a problem has no solution, or none was found before a limit.
pub(crate) const NO_SOLUTION: u8 = 1;
/// Bad usage, bad input, or output that could not be written.
pub(crate) const BAD: u8 = 2;
/// The program has found that one of its results is wrong.
pub(crate) const FAULT: u8 = 3;

/// The reason why a command ends early.
///
/// There is no `From<io::Error>`: errors of files and of standard output are handled differently,
/// so each call site converts its own.
#[derive(Debug)]
pub(crate) enum Error {
    /// The input or an argument is wrong, a file cannot be used, or a thread cannot be started.
    Bad(String),
    /// A result is wrong because of a bug in the program. The message describes it.
    Fault(String),
    /// Standard output cannot be written.
    Stdout(io::Error),
    /// A signal ends the program. Results that are valid without the rest have been printed.
    Interrupted,
    /// The limit that this option sets has ended a search that has no result before its end.
    Stopped(&'static str),
}

/// The result of a step of a command.
pub(crate) type Result<T = (), E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns an error about the thing with this name, such as a file or a line of it.
    pub(crate) fn about(name: impl Display, what: impl Display) -> Self {
        Self::Bad(format!("{name}: {what}"))
    }

    /// Prints any error but a closed pipe. Returns `status`, or the exit status for the error.
    pub(crate) fn report(self, status: u8) -> u8 {
        let (text, status) = match self {
            Self::Bad(text) => (text, BAD),
            Self::Fault(text) => {
                (format!("a bug in this program; please report it with the input: {text}"), FAULT)
            }
            // The reader of the output has closed the pipe.
            Self::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe => return status,
            Self::Stdout(error) => (format!("cannot write to standard output: {error}"), BAD),
            Self::Interrupted => {
                (format!("interrupted by {}", interrupt::name()), interrupt::status())
            }
            Self::Stopped(by) => (without_result(by), status.max(NO_SOLUTION)),
        };
        line(&message(text));
        status
    }
}

/// Returns the message that `by` has ended a search that has no result before its end.
pub(crate) fn without_result(by: &str) -> String {
    format!("stopped by {by}, before there was a result")
}

/// Returns the message that `by`, an option or a signal, has ended a search, followed by `what`.
pub(crate) fn stopped(by: &str, what: impl Display) -> String {
    format!("stopped by {by}: {what}")
}

/// Returns the message that `by` has ended a search. `name` is what it was searching for, in the
/// singular, and `is_found` tells whether it has found one.
pub(crate) fn stopped_search(by: &str, is_found: bool, name: &str) -> String {
    match is_found {
        true => stopped(by, format_args!("there may be more {name}s")),
        false => stopped(by, format_args!("no {name} was found, but there may be some")),
    }
}

pub(crate) fn no_such_solution(index: &BigUint, total: &dyn Display) -> String {
    format!("there is no solution number {index}: the number of solutions is {total}")
}

/// Returns [`Error::Interrupted`] if a signal has arrived.
pub(crate) fn check_signal() -> Result {
    if interrupt::is_requested() { Err(Error::Interrupted) } else { Ok(()) }
}

pub(crate) fn message(text: impl Display) -> String {
    format!("quadrille: {text}")
}

/// Prints a line on standard error. A failure to print it is ignored.
pub(crate) fn line(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
