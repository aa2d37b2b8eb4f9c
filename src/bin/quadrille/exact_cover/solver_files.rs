//! `quadrille cover --to` and `--from-solution`: problems for other solvers, and their answers.

use std::ffi::OsString;
use std::fmt::Display;
use std::io;

use quadrille::format::{SolverFormat, SolverWriteError, read_solution, write_for_solver_with};
use quadrille::{Cover, OptionId, Problem};

use crate::shared::error::Error;
use crate::shared::format::OneOf;
use crate::shared::input;
use crate::shared::session::Session;

#[derive(Debug, clap::Args)]
pub(crate) struct SolverFileArgs {
    /// Write the problem for an integer programming, pseudo-Boolean or SAT solver
    ///
    /// The variable x1 is 1 if the first option is chosen, and so on. With --choose, a further row
    /// for each of those options says that its variable is 1.
    #[arg(long, value_name = "FORMAT", group = "query", conflicts_with_all = ["count", "limit", "first", "best", "format"], value_parser = OneOf(&[
        ("lp", SolverFormat::Lp, "The LP format of CPLEX, for integer programming"),
        ("mps", SolverFormat::Mps, "The free MPS format, for integer programming"),
        ("opb", SolverFormat::Opb, "The OPB format, for pseudo-Boolean solvers"),
        ("cnf", SolverFormat::Cnf, "The DIMACS CNF format, for SAT solvers; without costs"),
    ]))]
    pub(crate) to: Option<SolverFormat>,

    /// Read the answer of such a solver from FILE, check it, and print it as a cover
    ///
    /// With --choose, a cover that lacks one of those options is an error.
    #[arg(long, value_name = "FILE", group = "query", conflicts_with_all = ["count", "limit", "first", "best"])]
    pub(crate) from_solution: Option<OsString>,
}

/// Writes a problem, whose covers must contain the chosen options, to standard output.
pub(crate) fn write(
    problem: &Problem,
    chosen: &[OptionId],
    to: SolverFormat,
    name: &str,
    session: &mut Session,
) -> Result<(), Error> {
    let mut refused = None;
    session.print(|output| match write_for_solver_with(problem, chosen, to, output) {
        Err(SolverWriteError::Io(error)) => Err(error),
        Err(error) => {
            refused = Some(error);
            Ok(())
        }
        Ok(()) => Ok(()),
    })?;
    refused.map_or(Ok(()), |error| Err(Error::Bad(format!("{name}: {error}"))))
}

/// Reads the answer of a solver, and checks that it is a cover with the chosen options.
pub(crate) fn read(
    problem: &Problem,
    chosen: &[OptionId],
    file: &OsString,
) -> Result<Cover, Error> {
    let bad = |what: &dyn Display| Error::Bad(format!("{}: {what}", file.display()));
    let opened = input::open(file);
    let opened = opened.map_err(|error| bad(&format_args!("cannot be read: {error}")))?;
    let read = read_solution(problem, &mut io::BufReader::new(opened));
    let cover = read.map_err(|error| bad(&error))?;
    match chosen.iter().find(|option| !cover.contains(option)) {
        None => Ok(cover),
        Some(option) => Err(bad(&format_args!(
            "the cover lacks option {}, which --choose asks for: give the same --choose to --to",
            option.get() + 1
        ))),
    }
}
