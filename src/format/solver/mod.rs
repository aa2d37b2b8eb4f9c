//! The writer of problems for integer programming, pseudo-Boolean and SAT solvers, and the parser
//! for their solutions.
//!
//! The variable `x1` is 1 if the first option is chosen, `x2` for the second, and so on. A primary
//! item is a row with its bounds. A secondary item is a row that is at most 1. Each of its colors
//! is an additional variable, which the options with that color imply. Rows that always hold are
//! left out, with the variables of their colors. The variable of an option without a primary item
//! must be 0.

mod cnf;
mod linear;
mod rows;
mod solution;

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::ops::RangeInclusive;

use crate::ids::OptionId;
use crate::problem::{Problem, UnknownOption};
use rows::Rows;

pub use solution::{SolutionError, read_solution};

/// A file format of other solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverFormat {
    /// The LP format of CPLEX, which integer programming solvers read.
    Lp,
    /// The free MPS format, which integer programming solvers read.
    Mps,
    /// The OPB format of pseudo-Boolean solvers.
    Opb,
    /// The DIMACS CNF format of SAT solvers. It has no costs.
    Cnf,
}

/// The reason why a problem cannot be written for a solver.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolverWriteError {
    /// The options have costs, and the format has none.
    Costs,
    /// An item has these bounds, and the format cannot count.
    Bounds {
        /// The item's name, or `#` and its number.
        item: String,
        /// Its bounds.
        bounds: RangeInclusive<u32>,
    },
    /// A chosen option does not belong to the problem.
    UnknownOption(UnknownOption),
    /// The stream failed.
    Io(io::Error),
}

impl fmt::Display for SolverWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Costs => f.write_str(
                "the options have costs, and the CNF format has none: write `opb`, `lp` or `mps`, \
                 or remove the costs",
            ),
            Self::Bounds { item, bounds } => write!(
                f,
                "item `{item}` has bounds {}:{}, and the CNF format cannot count: write `opb`, \
                 `lp` or `mps`",
                bounds.start(),
                bounds.end()
            ),
            Self::UnknownOption(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for SolverWriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for SolverWriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Writes the problem of finding a cover of lowest cost, for another solver. Takes time and memory
/// nearly proportional to the number of items and entries.
///
/// ```
/// use quadrille::format::{SolverFormat, read_solution, write_for_solver};
/// let problem: quadrille::Problem = "a b\na |3\nb |4\na b |9\n".parse()?;
/// let mut text = Vec::new();
/// write_for_solver(&problem, SolverFormat::Opb, &mut text)?;
/// assert_eq!(
///     String::from_utf8(text)?,
///     "* #variable= 3 #constraint= 2\nmin: +3 x1 +4 x2 +9 x3 ;\n\
///      +1 x1 +1 x3 = 1 ;\n+1 x2 +1 x3 = 1 ;\n"
/// );
/// // A solver answers:
/// let cover = read_solution(&problem, &mut "s OPTIMUM FOUND\nv x1 x2 -x3\n".as_bytes())?;
/// assert_eq!(cover.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolverWriteError`] if the format cannot express the problem, or if the stream fails.
pub fn write_for_solver(
    problem: &Problem,
    format: SolverFormat,
    output: &mut impl Write,
) -> Result<(), SolverWriteError> {
    write_for_solver_with(problem, &[], format, output)
}

/// Writes the problem of finding a cover of lowest cost that contains all chosen options, for
/// another solver. For each chosen option, a row sets its variable to 1.
///
/// ```
/// use quadrille::OptionId;
/// use quadrille::format::{SolverFormat, write_for_solver_with};
/// let problem: quadrille::Problem = "a b\na\nb\na b\n".parse()?;
/// let mut text = Vec::new();
/// write_for_solver_with(&problem, &[OptionId::new(1)], SolverFormat::Opb, &mut text)?;
/// assert!(String::from_utf8(text)?.ends_with("+1 x2 +1 x3 = 1 ;\n+1 x2 = 1 ;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolverWriteError`] if the problem lacks one of the options, if the format cannot express the
/// problem, or if the stream fails.
pub fn write_for_solver_with(
    problem: &Problem,
    chosen: &[OptionId],
    format: SolverFormat,
    output: &mut impl Write,
) -> Result<(), SolverWriteError> {
    for &option in chosen {
        UnknownOption::check(option, problem.option_count())
            .map_err(SolverWriteError::UnknownOption)?;
    }
    let rows = Rows::new(problem, chosen);
    match format {
        SolverFormat::Lp => linear::write_lp(problem, &rows, output)?,
        SolverFormat::Mps => linear::write_mps(problem, &rows, output)?,
        SolverFormat::Opb => linear::write_opb(problem, &rows, output)?,
        SolverFormat::Cnf => cnf::write(problem, &rows, output)?,
    }
    Ok(())
}
