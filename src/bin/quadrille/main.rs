//! The command-line program. It uses only the public interface of the library.

#![forbid(unsafe_code)]

mod cli;
mod exact_cover;
mod puzzle;
mod shared;
mod sudoku;
mod tips;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::error::ErrorKind;

use crate::cli::Cli;
use crate::shared::error;
use crate::shared::session::Session;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(&env::args_os().collect::<Vec<_>>())
}

/// Runs the program with these arguments. The first is its name. The Python package calls this.
pub fn run(arguments: &[OsString]) -> ExitCode {
    let with_solve = tips::with_solve(arguments);
    Cli::run(&with_solve, arguments)
        .unwrap_or_else(|usage| print_usage(&tips::with_tip(usage, arguments), &with_solve))
}

/// Prints the help or the version, or else the usage error.
fn print_usage(usage: &clap::Error, arguments: &[OsString]) -> ExitCode {
    let text = match usage.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Cli::help(usage, arguments)
        }
        _ => usage.render(),
    };
    if usage.use_stderr() {
        // A failure to print the message is ignored: there is nowhere left to report it.
        let _ = write!(anstream::stderr(), "{}", text.ansi());
        return error::BAD.into();
    }
    let is_styled = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let text = if is_styled { text.ansi().to_string() } else { text.to_string() };
    Session::printing(|session| session.print(|output| output.write_all(text.as_bytes())))
}
