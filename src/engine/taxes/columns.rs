//! The matrix of the taxed items and the options.

use super::Covered;
use crate::problem::Problem;

/// The taxed items as rows, and the options as columns. Options without an item that is covered a
/// fixed number of times are left out, because only the taxes of such items can be positive.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    /// The item of each row.
    items: Vec<usize>,
    /// The number of times each row is covered, or 1 for a row that is covered at most once.
    times: Vec<f64>,
    /// True for the rows that are covered at most once.
    at_most_once: Vec<bool>,
    /// The rows of column `c` are `rows[starts[c]..starts[c + 1]]`.
    starts: Vec<u32>,
    rows: Vec<u32>,
    costs: Vec<f64>,
}

impl Columns {
    pub(super) fn new(problem: &Problem, covered: &[Covered], costs: &[i64]) -> Self {
        let items: Vec<usize> =
            (0..covered.len()).filter(|&item| covered[item] != Covered::Untaxed).collect();
        let mut row_of = vec![u32::MAX; covered.len()];
        for (row, &item) in (0..).zip(&items) {
            row_of[item] = row;
        }
        let times = |&item: &usize| match covered[item] {
            Covered::Exactly(times) => f64::from(times),
            _ => 1.0,
        };
        let mut columns = Self {
            times: items.iter().map(times).collect(),
            at_most_once: items.iter().map(|&at| covered[at] == Covered::AtMostOnce).collect(),
            items,
            starts: vec![0],
            rows: Vec::new(),
            costs: Vec::new(),
        };
        for (option, items) in problem.options() {
            let exact = |at: usize| matches!(covered[at], Covered::Exactly(_));
            if items.iter().any(|item| exact(item.index())) {
                let rows = items.iter().map(|item| row_of[item.index()]);
                columns.rows.extend(rows.filter(|&row| row != u32::MAX));
                columns.starts.push(columns.rows.len() as u32);
                columns.costs.push(costs[option.index()] as f64);
            }
        }
        columns
    }

    pub(super) fn items(&self) -> &[usize] {
        &self.items
    }

    pub(super) fn times(&self) -> &[f64] {
        &self.times
    }

    pub(super) fn is_at_most_once(&self, row: usize) -> bool {
        self.at_most_once[row]
    }

    pub(super) fn count(&self) -> usize {
        self.costs.len()
    }

    pub(super) fn entries(&self) -> u64 {
        self.rows.len() as u64
    }

    pub(super) fn rows(&self, column: usize) -> &[u32] {
        &self.rows[self.starts[column] as usize..self.starts[column + 1] as usize]
    }

    pub(super) fn cost(&self, column: usize) -> f64 {
        self.costs[column]
    }

    /// Returns the cost of a column minus these taxes on its rows.
    #[inline]
    pub(super) fn net_cost(&self, column: usize, taxes: &[f64]) -> f64 {
        let paid: f64 = self.rows(column).iter().map(|&row| taxes[row as usize]).sum();
        self.costs[column] - paid
    }

    /// Returns the largest absolute value of a cost.
    pub(super) fn largest_cost(&self) -> f64 {
        self.costs.iter().fold(0.0, |largest: f64, cost| largest.max(cost.abs()))
    }
}
