//! `quadrille export` and `import`: problems for other solvers, and their answers.

use std::ffi::OsString;
use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use quadrille::format::{SolverFormat, SolverWriteError, read_solution, write_for_solver_with};
use quadrille::search::Cube;

use crate::exact_cover::cover_printer::CoverPrinter;
use crate::exact_cover::question::{ChosenArgs, FORMATS, Question};
use crate::shared::error::Error;
use crate::shared::format::{Format, OneOf};
use crate::shared::input;
use crate::shared::search_args::RunArgs;

/// Write a problem for another solver: LP, MPS, OPB or CNF
///
/// The variable x1 is 1 if the first option is chosen, and so on. With --choose, an extra
/// constraint for each chosen option sets its variable to 1. `quadrille import` reads the answer.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille export --to lp problem.dlx > problem.lp
  quadrille export --to cnf --choose 3 FILE   the covers with the third option, for a SAT solver")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) of: ChosenArgs,

    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = OneOf(&[
        ("lp", SolverFormat::Lp, "The LP format of CPLEX, for integer programming"),
        ("mps", SolverFormat::Mps, "The free MPS format, for integer programming"),
        ("opb", SolverFormat::Opb, "The OPB format, for pseudo-Boolean solvers"),
        ("cnf", SolverFormat::Cnf, "The DIMACS CNF format, which has no costs, for SAT solvers"),
    ]))]
    to: SolverFormat,
}

/// Read the answer of another solver, and print it as a cover
///
/// The answer must be for a file that `quadrille export` wrote for this problem. The program checks
/// that the answer is a cover. With --choose, a cover that lacks a chosen option is an error.
///
/// Exit status: 2 if the answer is not a cover.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quadrille import answer.txt problem.dlx
  quadrille import -f indices answer.txt < problem.dlx")]
pub(crate) struct ImportArgs {
    /// The file with the answer; `-` is standard input
    #[arg(value_name = "ANSWER")]
    answer: OsString,

    #[command(flatten)]
    pub(crate) of: ChosenArgs,

    /// The format of the cover
    #[arg(short, long, value_name = "FORMAT", value_parser = OneOf(FORMATS), default_value = "text")]
    format: Format,
}

pub(crate) fn export(args: &ExportArgs) -> ExitCode {
    args.of.run(Format::Text, RunArgs::default(), |question, session| {
        let &Question { problem, cube: Cube { chosen, .. }, name, .. } = question;
        let written = write_for_solver_with(problem, chosen, args.to, &mut session.output);
        written.map_err(|error| match error {
            SolverWriteError::Io(error) => Error::Stdout(error),
            error => Error::about(name, error),
        })
    })
}

pub(crate) fn import(args: &ImportArgs) -> ExitCode {
    args.of.run(args.format, RunArgs::default(), |question, session| {
        let &Question { problem, cube: Cube { chosen, .. }, .. } = question;
        let bad = |what: &dyn Display| Error::about(args.answer.display(), what);
        if args.answer == "-" && args.of.problem.file().is_none() {
            return Err(bad(&"it cannot be both the answer and the problem: name a file"));
        }
        let opened = input::open_or_stdin(&args.answer);
        let opened = opened.map_err(|error| bad(&format_args!("cannot be read: {error}")))?;
        let cover = read_solution(problem, &mut io::BufReader::new(opened));
        let cover = cover.map_err(|error| bad(&error))?;
        if let Some(option) = chosen.iter().find(|option| !cover.contains(option)) {
            let remedy = "which --choose asks for: give the same --choose to `export`";
            let position = option.get() + 1;
            return Err(bad(&format_args!("the cover lacks option {position}, {remedy}")));
        }
        let cost = cover.iter().map(|&option| problem.cost(option)).sum();
        let cost = problem.has_costs().then_some(cost);
        CoverPrinter::new(problem, args.format).write(&cover, &1, cost, session)
    })
}
