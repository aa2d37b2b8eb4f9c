//! Subgradient ascent (Held and Karp 1971; for set partitioning Fisher and Kedia 1990), for
//! problems with more than `MOST_ROWS` rows.
//!
//! The bound that taxes give is their sum, each counted as often as its row may be covered, plus
//! all net costs below 0. The options with net costs below 0 cover some rows too rarely and others
//! too often. The tax of a row is raised if it is covered too rarely, and lowered if it is covered
//! too often. The direction is smoothed, and the step shrinks whenever the bound stops growing.

use super::columns::Columns;

/// The largest number of steps.
const STEPS: usize = 3_000;
/// The number of steps without progress after which the step size is reduced.
const PATIENCE: u32 = 20;

#[derive(Clone, Debug)]
pub(super) struct Subgradient {
    taxes: Vec<f64>,
    /// The taxes with the highest bound so far.
    best: Vec<f64>,
    best_bound: f64,
    missing: Vec<f64>,
    direction: Vec<f64>,
    rate: f64,
    patience: u32,
    steps_left: usize,
}

impl Subgradient {
    pub(super) fn new(columns: &Columns) -> Self {
        let nothing = vec![0.0; columns.times().len()];
        Self {
            taxes: nothing.clone(),
            best: nothing.clone(),
            best_bound: f64::NEG_INFINITY,
            missing: nothing.clone(),
            direction: nothing,
            rate: 0.02,
            patience: PATIENCE,
            steps_left: STEPS,
        }
    }

    /// Returns the taxes that gave the highest bound, one for each row.
    pub(super) fn best(&self) -> &[f64] {
        &self.best
    }

    /// Takes a step. Returns the approximate number of entries read, or `None` if the ascent has
    /// ended.
    pub(super) fn step(&mut self, columns: &Columns) -> Option<u64> {
        self.steps_left = self.steps_left.checked_sub(1)?;
        self.missing.copy_from_slice(columns.times());
        let mut bound: f64 =
            self.taxes.iter().zip(columns.times()).map(|(tax, times)| tax * times).sum();
        for column in 0..columns.count() {
            let net_cost = columns.net_cost(column, &self.taxes);
            if net_cost < 0.0 {
                bound += net_cost;
                columns.rows(column).iter().for_each(|&row| self.missing[row as usize] -= 1.0);
            }
        }
        if bound > self.best_bound + 1e-5 * (1.0 + bound.abs()) {
            self.patience = PATIENCE;
        } else {
            self.patience -= 1;
        }
        if bound > self.best_bound {
            self.best_bound = bound;
            self.best.copy_from_slice(&self.taxes);
        }
        let work = columns.entries() + 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.rate *= 0.7;
            if self.rate < 1e-6 {
                return None;
            }
            self.taxes.copy_from_slice(&self.best);
            self.direction.fill(0.0);
            return Some(work);
        }
        for (smoothed, missing) in self.direction.iter_mut().zip(&self.missing) {
            *smoothed = missing + 0.7 * *smoothed;
        }
        let norm: f64 = self.direction.iter().map(|part| part * part).sum();
        if norm < 1e-12 {
            return None;
        }
        let step = self.rate * (self.best_bound.abs() + 1e-3 * columns.largest_cost()) / norm;
        for (row, tax) in self.taxes.iter_mut().enumerate() {
            *tax += step * self.direction[row];
            if columns.is_at_most_once(row) {
                *tax = tax.min(0.0);
            }
        }
        Some(work)
    }
}
