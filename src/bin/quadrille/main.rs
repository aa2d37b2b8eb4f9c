//! The command-line program. It uses only the public interface of the library.

#![forbid(unsafe_code)]

mod cli;
mod exact_cover;
mod other;
mod puzzle;
mod shared;
mod sudoku;
mod tips;

use std::ffi::OsString;
use std::process::ExitCode;
use std::{env, io};

use anstream::{AutoStream, ColorChoice};
use clap::error::ErrorKind;

use crate::cli::Cli;
use crate::shared::error::{self, Error};
use crate::shared::output::Output;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(&env::args_os().collect::<Vec<_>>())
}

/// Runs the program with these arguments. The first is its name. The Python package calls this.
pub fn run(arguments: &[OsString]) -> ExitCode {
    let with_solve = tips::with_solve(arguments);
    Cli::run(&with_solve, arguments).unwrap_or_else(|usage| {
        error::end(print_usage(&tips::with_tip(usage, arguments), &with_solve))
    })
}

/// Prints the help or the version, or else the usage error.
fn print_usage(usage: &clap::Error, arguments: &[OsString]) -> Result<u8, Error> {
    if usage.use_stderr() {
        // A failure to print the message is ignored: there is nowhere left to report it.
        let _ = usage.print();
        return Ok(error::BAD);
    }
    let is_long = usage.kind() == ErrorKind::DisplayHelp
        && arguments.iter().any(|argument| argument == "--help" || argument == "help");
    let text = if is_long { Cli::long_help(arguments) } else { usage.render() };
    let is_styled = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let text = if is_styled { text.ansi().to_string() } else { text.to_string() };
    Output::stdout().print(text.as_bytes())?;
    Ok(error::SOLVED)
}
