//! The linear relaxation, in steps.
//!
//! Solving it for a large problem takes seconds, so a call can stop after a number of entries.
//! Between two calls, the caller can check a clock or a signal. The steps are the same for every
//! number of entries per call.

use super::columns::Columns;
use super::simplex::Simplex;
use super::subgradient::Subgradient;
use super::{Aim, Covered, Ledger, Taxes, covered, scale};
use crate::problem::Problem;

/// The largest number of rows for the simplex method. The size of the inverse of the basis is the
/// square of the number of rows.
const MOST_ROWS: usize = 300;

/// A linear relaxation that computes taxes.
///
/// It is not solved if the problem has no costs, or costs so large that `scale` is 1. The taxes are
/// then those of the rule of DLX5.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Relaxation {
    covered: Vec<Covered>,
    costs: Vec<i64>,
    scale: i64,
    is_small: bool,
    columns: Columns,
    method: Method,
    is_begun: bool,
    is_over: bool,
}

#[derive(Clone, Debug)]
enum Method {
    Simplex(Simplex),
    Subgradient(Subgradient),
}

impl Relaxation {
    pub(in crate::engine) fn new(problem: &Problem, aim: Aim) -> Self {
        let covered = covered(problem);
        let costs: Vec<i64> =
            problem.options().map(|(option, _)| aim.sign(problem.cost(option))).collect();
        let scale = if problem.has_costs() { scale(problem, &costs) } else { 1 };
        let is_solved = scale > 1;
        let columns =
            if is_solved { Columns::new(problem, &covered, &costs) } else { Columns::default() };
        let method = if columns.items().len() <= MOST_ROWS {
            Method::Simplex(Simplex::new(&columns))
        } else {
            Method::Subgradient(Subgradient::new(&columns))
        };
        Self {
            covered,
            costs,
            scale,
            is_small: is_solved || !problem.has_costs(),
            columns,
            method,
            is_begun: false,
            is_over: !is_solved,
        }
    }

    /// Continues until about this many entries have been read or the relaxation has ended. Returns
    /// true if it has ended.
    pub(in crate::engine) fn advance(&mut self, entries: u64) -> bool {
        self.is_begun |= entries > 0;
        let mut left = entries;
        while left > 0 && !self.is_over {
            let work = match &mut self.method {
                Method::Simplex(simplex) => simplex.step(&self.columns),
                Method::Subgradient(subgradient) => subgradient.step(&self.columns),
            };
            match work {
                Some(work) => left = left.saturating_sub(work),
                None => self.is_over = true,
            }
        }
        self.is_over
    }

    pub(in crate::engine) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the number of entries of the problem that the relaxation uses.
    pub(in crate::engine) fn entries(&self) -> u64 {
        self.columns.entries()
    }

    /// Returns the taxes of the problem. They are valid even before the relaxation ends, but then
    /// the bound can be weaker. Before the first step they are those of the rule of DLX5.
    pub(in crate::engine) fn taxes(&self, problem: &Problem) -> Taxes {
        let mut ledger = Ledger::new(problem, &self.covered, &self.costs, self.scale);
        if self.is_begun && self.scale > 1 {
            ledger.impose(&self.rounded());
        }
        ledger.raise();
        ledger.finish(self.scale, self.is_small)
    }

    /// Returns the tax of each item, rounded to units of 1 / `scale`.
    fn rounded(&self) -> Vec<i64> {
        let taxes = match &self.method {
            Method::Simplex(simplex) => simplex.taxes(),
            Method::Subgradient(subgradient) => subgradient.best(),
        };
        let limit = 2.0 * self.costs.iter().map(|cost| cost.unsigned_abs() as f64).sum::<f64>();
        let mut of_item = vec![0; self.covered.len()];
        for (&item, &tax) in self.columns.items().iter().zip(taxes) {
            let tax =
                if tax.is_finite() { tax.clamp(-limit, limit) * self.scale as f64 } else { 0.0 };
            let tax = tax.round() as i64;
            let at_most_0 = self.covered[item] == Covered::AtMostOnce;
            of_item[item] = if at_most_0 { tax.min(0) } else { tax };
        }
        of_item
    }
}
