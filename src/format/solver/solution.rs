//! The parser for the solutions of other solvers.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io::{self, BufRead};

use super::cnf;
use super::rows::Rows;
use crate::ids::OptionId;
use crate::problem::{Cover, CoverError, Problem};

/// The reason why no solution of a problem could be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolutionError {
    /// The text says that there is no solution.
    Infeasible {
        /// The line, counted from 1.
        line: usize,
    },
    /// The text does not give a value to any variable.
    NoValues,
    /// A value of a variable is neither 0 nor 1.
    Fraction {
        /// The line, counted from 1.
        line: usize,
        /// The variable with its value.
        text: String,
    },
    /// A variable has two different values.
    Contradiction {
        /// The line of the second value, counted from 1.
        line: usize,
        /// The variable.
        variable: u64,
        /// The line of the first value.
        first: usize,
    },
    /// A `v` line has a word that is not a literal.
    NoLiteral {
        /// The line, counted from 1.
        line: usize,
        /// The word.
        word: String,
    },
    /// The file that was written for the solver does not have this variable.
    UnknownVariable {
        /// The line, counted from 1.
        line: usize,
        /// The variable as it is written, such as `x3` or `3`.
        variable: String,
        /// The number of variables of that file.
        variables: u64,
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
                "no variable has a value: a line such as `x1 1` or `v 1 -2 0` is needed",
            ),
            Self::Fraction { line, text } => write!(
                f,
                "line {line}: `{text}` is neither 0 nor 1: let the solver solve the integer \
                 problem, not its relaxation"
            ),
            Self::Contradiction { line, variable, first } => write!(
                f,
                "line {line}: variable x{variable} is 0 and 1, here and on line {first}: keep one \
                 answer of the solver"
            ),
            Self::NoLiteral { line, word } => write!(
                f,
                "line {line}: `{word}` is not a literal such as 3, -3, x3 or -x3: delete it"
            ),
            Self::UnknownVariable { line, variable, variables } => write!(
                f,
                "line {line}: there is no variable {variable}: this problem has {variables}. Give \
                 the problem that was written for the solver"
            ),
            Self::NoCover(error) => {
                f.write_str("not a cover of this problem: ")?;
                // In the file, the options are variables, counted from 1.
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
/// It accepts these forms: lines with the name of a variable, such as `x3`, and its value, as
/// integer programming solvers write them (HiGHS, CBC, SCIP, Gurobi); the `v` lines of SAT and
/// pseudo-Boolean competitions; and a line of literals such as `1 -2 0`. A variable that is not
/// named is 0. This also holds if the text only says that the solution is optimal, or has a `v`
/// line without variables, because solvers write the empty cover in this way. Everything else is
/// skipped, and reading ends at a line that begins with `# Dual`.
///
/// # Errors
/// [`SolutionError`] in each of these cases:
///
/// - The text says that there is no solution, or has no values.
/// - A value is neither 0 nor 1, contradicts another value, or belongs to a variable that the
///   problem does not have.
/// - A `v` line has a word that is not a literal.
/// - The values are not a cover.
/// - The stream fails.
pub fn read_solution(problem: &Problem, input: &mut impl BufRead) -> Result<Cover, SolutionError> {
    let mut answer = Answer { problem, values: BTreeMap::new(), is_complete: false, known: None };
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if input.read_line(&mut line).map_err(SolutionError::Io)? == 0 {
            break;
        }
        if line.trim_start().starts_with("# Dual") {
            break;
        }
        // A text may begin with a byte order mark.
        let line = if number == 1 { line.trim_start_matches('\u{feff}') } else { &line };
        answer.line(number, line)?;
    }
    if answer.values.is_empty() && !answer.is_complete {
        return Err(SolutionError::NoValues);
    }
    let options = problem.option_count() as u64;
    let chosen = answer.values.iter().filter(|&(&x, &(is_true, _))| is_true && x <= options);
    let cover: Cover = chosen.map(|(&x, _)| OptionId::new((x - 1) as u32)).collect();
    problem.check(&cover).map_err(SolutionError::NoCover)?;
    Ok(cover)
}

struct Answer<'a> {
    problem: &'a Problem,
    /// The value of each variable, and the line that first gives it.
    values: BTreeMap<u64, (bool, usize)>,
    /// True if the text is a solution even if it names no variable.
    is_complete: bool,
    /// The number of variables with a name such as `x3`, and the number of all variables, including
    /// those with only a number.
    known: Option<[u64; 2]>,
}

impl Answer<'_> {
    fn line(&mut self, number: usize, line: &str) -> Result<(), SolutionError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        // A comment of a SAT or pseudo-Boolean solver may contain any words, such as `UNSAT`.
        if words.first() == Some(&"c") {
            return Ok(());
        }
        let upper = line.to_ascii_uppercase();
        if ["UNSAT", "INFEASIBLE"].iter().any(|word| upper.contains(word)) {
            return Err(SolutionError::Infeasible { line: number });
        }
        self.is_complete |= upper.contains("OPTIMAL");
        match &*words {
            ["v", literals @ ..] => self.literals(number, literals)?,
            [.., "0"] if words.iter().all(|word| is_literal(word)) => {
                self.literals(number, &words)?;
            }
            _ => {
                for pair in words.windows(2) {
                    if let (Some(x), Ok(value)) = (variable(pair[0], "x"), pair[1].parse::<f64>()) {
                        self.value(number, pair[0], x, value)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Records literals: `x3`, `-x3`, `3` or `-3`. Skips a 0, which ends them.
    fn literals(&mut self, line: usize, literals: &[&str]) -> Result<(), SolutionError> {
        self.is_complete = true;
        for literal in literals {
            let (is_true, name) = match literal.strip_prefix('-') {
                Some(name) => (false, name),
                None => (true, *literal),
            };
            match variable(name, "x").or_else(|| variable(name, "")) {
                Some(0) if name == "0" => {}
                Some(x) => self.set(line, name, x, is_true)?,
                None => return Err(SolutionError::NoLiteral { line, word: (*literal).to_owned() }),
            }
        }
        Ok(())
    }

    fn value(&mut self, line: usize, name: &str, x: u64, value: f64) -> Result<(), SolutionError> {
        // Solvers accept a value as integral if it is within about this distance of an integer.
        if (value - value.round()).abs() > 1e-5 || !(0.0..=1.0).contains(&value.round()) {
            return Err(SolutionError::Fraction { line, text: format!("{name} {value}") });
        }
        self.set(line, name, x, value.round() == 1.0)
    }

    fn set(
        &mut self,
        line: usize,
        name: &str,
        variable: u64,
        is_true: bool,
    ) -> Result<(), SolutionError> {
        let options = self.problem.option_count() as u64;
        if !(1..=options).contains(&variable) {
            // This may be the variable of a color or, in a CNF, of a sequential counter.
            let problem = self.problem;
            let [named, all] = *self.known.get_or_insert_with(|| {
                let rows = Rows::new(problem, &[]);
                let named = rows.variables.into();
                [named, cnf::variables(problem, &rows).unwrap_or(named)]
            });
            let variables = if name.starts_with('x') { named } else { all };
            if !(1..=variables).contains(&variable) {
                let variable = name.to_owned();
                return Err(SolutionError::UnknownVariable { line, variable, variables });
            }
        }
        match *self.values.entry(variable).or_insert((is_true, line)) {
            (before, first) if before != is_true => {
                Err(SolutionError::Contradiction { line, variable, first })
            }
            _ => Ok(()),
        }
    }
}

/// Returns the number in the name of a variable, such as `x3` with the prefix `x`. Numbers that are
/// too large become the largest number, which no variable has.
fn variable(name: &str, prefix: &str) -> Option<u64> {
    let digits = name.strip_prefix(prefix).filter(|digits| !digits.is_empty())?;
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().unwrap_or(u64::MAX))
}

/// True if a word is a literal without a name, such as `3` or `-3`, or the 0 at the end.
fn is_literal(word: &str) -> bool {
    variable(word.strip_prefix('-').unwrap_or(word), "").is_some()
}
