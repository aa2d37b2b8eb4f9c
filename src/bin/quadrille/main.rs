//! The command-line program. It uses only the public interface of the library.

#![forbid(unsafe_code)]

mod cli;
mod exact_cover;
mod needs;
mod other;
mod puzzle;
mod shared;
mod sudoku;
mod tips;

use std::ffi::OsString;
use std::process::ExitCode;
use std::{env, io};

use anstream::{AutoStream, ColorChoice};
use clap::FromArgMatches;
use clap::error::ErrorKind;

use crate::cli::{Cli, Command};
use crate::exact_cover::{
    best, count, cover, diagram, distinct, estimate, resume, solver_files, symmetries, trace, units,
};
use crate::other::{completions, man};
use crate::puzzle::{make, show};
use crate::shared::error::{self, Error};
use crate::shared::output::Output;
use crate::sudoku::{
    canonical, check, convert, explain, generate, minimize, rate, sheet, solutions, solve,
};

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    run(&env::args_os().collect::<Vec<_>>())
}

/// Runs the program with these arguments. The first is its name. The Python package calls this.
pub fn run(arguments: &[OsString]) -> ExitCode {
    let with_solve = tips::with_solve(arguments);
    let cli = match parse(&with_solve) {
        Ok(cli) => cli,
        Err(usage) => {
            return error::end(print_usage(&tips::with_tip(usage, arguments), &with_solve));
        }
    };
    match cli.command {
        Command::Solve(args) => checked("solve", args.check(), || solve::run(&args)),
        Command::Solutions(args) => {
            let (command, check) = args.check();
            checked(command, check, || solutions::run(&args))
        }
        Command::Cover(args) => checked("cover", args.check(), || cover::run(&args)),
        Command::Count(args) => checked("count", args.check(), || count::run(&args)),
        Command::Best(args) => checked("best", args.question.check(false), || best::run(&args)),
        Command::Sample(args) => {
            checked("sample", args.question.check(false), || diagram::sample(&args))
        }
        Command::Nth(args) => checked("nth", args.question.check(false), || diagram::nth(&args)),
        Command::Distinct(args) => {
            checked("distinct", args.question.check(args.amount.count), || distinct::run(&args))
        }
        Command::Diagram(args) => {
            checked("diagram", args.of.problem.check(), || diagram::write(&args))
        }
        Command::Export(args) => {
            checked("export", args.of.problem.check(), || solver_files::export(&args))
        }
        Command::Import(args) => {
            checked("import", args.of.problem.check(), || solver_files::import(&args))
        }
        Command::Trace(args) => {
            checked("trace", args.question.check(args.amount.count), || trace::run(&args))
        }
        Command::Explain(args) => checked("explain", args.check(), || explain::run(&args)),
        Command::Rate(args) => checked("rate", args.input.check(), || rate::run(&args)),
        Command::Generate(args) => checked("generate", args.check(), || generate::run(&args)),
        Command::Convert(args) => checked("convert", args.check(), || convert::run(&args)),
        Command::Check(args) => checked("check", args.check(), || check::run(&args)),
        Command::Minimize(args) => checked("minimize", args.check(), || minimize::run(&args)),
        Command::Sheet(args) => checked("sheet", args.input.check(), || sheet::run(&args)),
        Command::Canonical(args) => {
            checked("canonical", args.input.check(), || canonical::run(&args))
        }
        Command::Estimate(args) => {
            checked("estimate", args.problem.check(), || estimate::run(&args))
        }
        Command::Symmetries(args) => {
            checked("symmetries", args.problem.check(), || symmetries::run(&args))
        }
        Command::Split(args) => checked("split", args.problem.check(), || units::split::run(&args)),
        Command::Resume(args) => resume::run(&args),
        Command::Run(args) => units::run::run(&args),
        Command::Merge(args) => units::merge::run(&args),
        Command::Make(args) => make::run(&args, arguments),
        Command::Show(args) => show::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::whole()),
        Command::Man(args) => man::run(&args, Cli::program()),
    }
}

/// Parses the arguments. Exits if an option would have no effect.
fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let matches = Cli::program().try_get_matches_from(arguments)?;
    needs::check(&matches);
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut Cli::program()))
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

/// Runs a command unless its arguments conflict.
fn checked(
    command: &str,
    check: Result<(), (ErrorKind, &'static str)>,
    run: impl FnOnce() -> ExitCode,
) -> ExitCode {
    match check {
        Ok(()) => run(),
        Err((kind, message)) => Cli::exit_for_usage(command, kind, message),
    }
}
