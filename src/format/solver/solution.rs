//! Solutions of other solvers, read back as covers.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead};

use crate::ids::OptionId;
use crate::problem::{Cover, CoverError, Problem};

/// The reason why a text is not a solution of a problem.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolutionError {
    /// The text says that there is no solution.
    Infeasible {
        /// The line, counted from 1.
        line: usize,
    },
    /// The text has no value of a variable.
    NoValues,
    /// A value of a variable is neither 0 nor 1.
    Fraction {
        /// The line, counted from 1.
        line: usize,
        /// The variable with its value.
        text: String,
    },
    /// The options are not a cover of the problem.
    NoCover(CoverError),
    /// The stream failed.
    Io(io::Error),
}

impl fmt::Display for SolutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Infeasible { line } => {
                write!(f, "line {line}: the solver found no solution")
            }
            Self::NoValues => f.write_str(
                "there is no value of a variable: a line such as `x1 1`, or `v 1 -2 0`, is needed",
            ),
            Self::Fraction { line, text } => write!(
                f,
                "line {line}: `{text}` is neither 0 nor 1: let the solver solve the integer \
                 problem, not its relaxation"
            ),
            Self::NoCover(error) => {
                f.write_str("not a cover of this problem: ")?;
                // The file has the options as variables, counted from 1.
                let variable = |option: &OptionId| format!("x{}", option.index() + 1);
                match error {
                    CoverError::CoveredTwice { item, options: [first, second] } => {
                        let (first, second) = (variable(first), variable(second));
                        write!(f, "item `{item}` is covered twice, by {first} and {second}")
                    }
                    CoverError::NotChoosable(option) => {
                        write!(f, "{} has no primary item, so it is 0", variable(option))
                    }
                    error => error.fmt(f),
                }
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for SolutionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NoCover(error) => Some(error),
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Reads the answer of a solver to a problem that
/// [`write_for_solver`](super::write_for_solver) wrote, and checks that it is a cover.
///
/// These forms are known: lines with the name of a variable, such as `x3`, and its value, as
/// integer programming solvers write them (HiGHS, CBC, SCIP, Gurobi); the `v` lines of SAT and
/// pseudo-Boolean competitions; and a line of literals that ends in 0. A variable that is not named
/// is 0. Everything else is skipped.
///
/// # Errors
/// [`SolutionError`] if the text has no values, or they are not a cover.
pub fn read_solution(problem: &Problem, input: &mut impl BufRead) -> Result<Cover, SolutionError> {
    let mut answer =
        Answer { options: problem.option_count(), chosen: Vec::new(), has_values: false };
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if input.read_line(&mut line).map_err(SolutionError::Io)? == 0 {
            break;
        }
        if line.trim_start().starts_with("# Dual") {
            break;
        }
        answer.line(number, &line)?;
    }
    if !answer.has_values {
        return Err(SolutionError::NoValues);
    }
    answer.chosen.sort_unstable();
    answer.chosen.dedup();
    let cover = Cover::from(&*answer.chosen);
    problem.check(&cover).map_err(SolutionError::NoCover)?;
    Ok(cover)
}

struct Answer {
    options: usize,
    chosen: Vec<OptionId>,
    has_values: bool,
}

impl Answer {
    fn line(&mut self, number: usize, line: &str) -> Result<(), SolutionError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let upper = line.to_ascii_uppercase();
        if ["UNSAT", "INFEASIBLE"].iter().any(|word| upper.contains(word)) {
            return Err(SolutionError::Infeasible { line: number });
        }
        match &*words {
            ["v", literals @ ..] => literals.iter().for_each(|literal| self.literal(literal)),
            [.., "0"] if words.iter().all(|word| word.parse::<i64>().is_ok()) => {
                words.iter().for_each(|literal| self.literal(literal));
            }
            _ => {
                for pair in words.windows(2) {
                    if let (Some(x), Ok(value)) = (variable(pair[0]), pair[1].parse::<f64>()) {
                        self.value(number, x, value)?;
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes a literal: `x3`, `-x3`, `3` or `-3`.
    fn literal(&mut self, literal: &str) {
        let (is_true, name) = match literal.strip_prefix('-') {
            Some(name) => (false, name),
            None => (true, literal),
        };
        if let Some(x) = variable(name).or_else(|| name.parse().ok()) {
            self.set(x, is_true);
        }
    }

    fn value(&mut self, line: usize, x: u64, value: f64) -> Result<(), SolutionError> {
        // Solvers take an integer for found if it is within about this of one.
        if (value - value.round()).abs() > 1e-5 || !(0.0..=1.0).contains(&value.round()) {
            return Err(SolutionError::Fraction { line, text: format!("x{x} {value}") });
        }
        self.set(x, value.round() == 1.0);
        Ok(())
    }

    fn set(&mut self, x: u64, is_true: bool) {
        self.has_values |= x > 0;
        if is_true && (1..=self.options as u64).contains(&x) {
            self.chosen.push(OptionId::new((x - 1) as u32));
        }
    }
}

/// Returns the number of a variable from its name, such as `x3`.
fn variable(name: &str) -> Option<u64> {
    name.strip_prefix('x').filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()
}
