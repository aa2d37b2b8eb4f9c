//! The command-line program. It uses the library through its public interface only.

mod bench;
mod canonical;
mod checkpoint;
mod cli;
mod completions;
mod cover;
mod crew;
mod estimate;
mod explain;
mod family;
mod generate;
mod input;
mod interrupt;
mod kind;
mod look;
mod make;
mod man;
mod output;
mod problem_file;
mod progress;
mod rate;
mod report;
mod resume;
mod same;
mod search_args;
mod session;
mod show;
mod solve;
mod units;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    // Bad usage ends the program here, with a message and status 2.
    match Cli::parse().command {
        Command::Solve(args) => match args.check() {
            Ok(()) => solve::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("solve", kind, message),
        },
        Command::Cover(args) => match args.check() {
            Ok(()) => cover::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("cover", kind, message),
        },
        Command::Explain(args) => match args.check() {
            Ok(()) => explain::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("explain", kind, message),
        },
        Command::Rate(args) => match args.check() {
            Ok(()) => rate::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("rate", kind, message),
        },
        Command::Generate(args) => match args.check() {
            Ok(()) => generate::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("generate", kind, message),
        },
        Command::Canonical(args) => match args.check() {
            Ok(()) => canonical::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("canonical", kind, message),
        },
        Command::Same(args) => match args.check() {
            Ok(()) => same::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("same", kind, message),
        },
        Command::Estimate(args) => match args.check() {
            Ok(()) => estimate::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("estimate", kind, message),
        },
        Command::Split(args) => match args.check() {
            Ok(()) => units::split::run(&args),
            Err((kind, message)) => Cli::exit_for_usage("split", kind, message),
        },
        Command::Resume(args) => resume::run(&args),
        Command::Run(args) => units::run::run(&args),
        Command::Merge(args) => units::merge::run(&args),
        Command::Make(args) => make::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    }
}
