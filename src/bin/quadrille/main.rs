//! The command-line program. It uses the library through its public interface only.

mod cli;
mod completions;
mod input;
mod man;
mod output;
mod progress;
mod report;
mod solve;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    // Bad usage ends the program here, with a message and status 2.
    let cli = Cli::parse();
    match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
