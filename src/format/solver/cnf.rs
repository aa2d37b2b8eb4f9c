//! The DIMACS CNF format. A row becomes clauses if its limits are 0 or 1, or if all its variables
//! must be 1.

use std::io::Write;

use super::SolverWriteError;
use super::rows::{Row, Rows};
use crate::problem::Problem;

/// For up to this number of variables, "at most one" is written as a clause for each pair.
const PAIRWISE: usize = 5;

struct Clauses {
    variables: i64,
    clauses: Vec<Vec<i64>>,
}

impl Clauses {
    fn add(&mut self, clause: &[i64]) {
        self.clauses.push(clause.to_vec());
    }

    /// Adds clauses that allow at most one of these variables to be true. For many variables, uses
    /// the sequential counter (Sinz 2005), which adds a variable for each of them except the last.
    /// The variable added for one of them is true if that one or an earlier one is true.
    fn at_most_one(&mut self, all: &[i64]) {
        if all.len() <= PAIRWISE {
            for (at, &one) in all.iter().enumerate() {
                all[at + 1..].iter().for_each(|&other| self.add(&[-one, -other]));
            }
            return;
        }
        let mut before: Option<i64> = None;
        for (at, &x) in all.iter().enumerate() {
            if let Some(before) = before {
                self.add(&[-before, -x]);
            }
            if at + 1 < all.len() {
                self.variables += 1;
                let so_far = self.variables;
                self.add(&[-x, so_far]);
                if let Some(before) = before {
                    self.add(&[-before, so_far]);
                }
                before = Some(so_far);
            }
        }
    }

    /// Adds the clauses of a row. Returns false if the row needs counting.
    fn row(&mut self, row: &Row) -> bool {
        let plus: Vec<i64> = row.plus.iter().map(|&x| x.into()).collect();
        // All variables must be 1.
        if row.low.is_some_and(|low| low as usize == plus.len()) {
            plus.iter().for_each(|&x| self.add(&[x]));
            return true;
        }
        if row.low.is_some_and(|low| low > 1) || row.high.is_some_and(|high| high > 1) {
            return false;
        }
        if row.low == Some(1) {
            self.add(&plus);
        }
        match (row.high, row.minus) {
            (Some(0), Some(minus)) => plus.iter().for_each(|&x| self.add(&[-x, minus.into()])),
            (Some(0), None) => plus.iter().for_each(|&x| self.add(&[-x])),
            (Some(_), _) => self.at_most_one(&plus),
            (None, _) => {}
        }
        true
    }
}

/// Returns the number of variables in the CNF of a problem. It is at least the number of variables
/// of the rows.
///
/// # Errors
/// [`SolverWriteError`] if the problem cannot be written as CNF.
pub(super) fn variables(problem: &Problem, rows: &Rows) -> Result<u64, SolverWriteError> {
    clauses(problem, rows).map(|clauses| clauses.variables.unsigned_abs())
}

fn clauses(problem: &Problem, rows: &Rows) -> Result<Clauses, SolverWriteError> {
    if problem.has_costs() {
        return Err(SolverWriteError::Costs);
    }
    let mut clauses = Clauses { variables: rows.variables.into(), clauses: Vec::new() };
    for row in &rows.rows {
        if !clauses.row(row)
            && let Some(item) = row.item
            && let Some(bounds) = problem.bounds(item)
        {
            let name = problem.name(item).map_or_else(|| format!("#{item}"), str::to_owned);
            return Err(SolverWriteError::Bounds { item: name, bounds });
        }
    }
    Ok(clauses)
}

pub(super) fn write(
    problem: &Problem,
    rows: &Rows,
    output: &mut impl Write,
) -> Result<(), SolverWriteError> {
    let Clauses { variables, clauses } = clauses(problem, rows)?;
    writeln!(output, "c 1 is true if the first option is chosen, 2 for the second, and so on.")?;
    writeln!(output, "p cnf {variables} {}", clauses.len())?;
    for clause in clauses {
        for literal in clause {
            write!(output, "{literal} ")?;
        }
        writeln!(output, "0")?;
    }
    Ok(())
}
