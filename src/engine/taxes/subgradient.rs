//! Subgradient ascent (Held and Karp 1971; for set partitioning Fisher and Kedia 1990), for
//! problems with more rows than the simplex method can take.
//!
//! The bound of taxes is their sum, plus all net costs below 0. A row that the options of negative
//! net cost cover too seldom gets a higher tax, and one that they cover too often a lower one. The
//! direction is smoothed, and the step shrinks whenever the bound has stopped growing.

use super::columns::Columns;

/// The largest number of steps.
const STEPS: usize = 3_000;
/// The number of steps without progress after which the step is made smaller.
const PATIENCE: u32 = 20;

/// Returns a tax for each row.
pub(super) fn taxes(columns: &Columns) -> Vec<f64> {
    let rows = columns.times().len();
    let mut taxes = vec![0.0; rows];
    let (mut best, mut best_bound) = (taxes.clone(), f64::NEG_INFINITY);
    let (mut missing, mut direction) = (vec![0.0; rows], vec![0.0; rows]);
    let (mut rate, mut patience) = (0.02, PATIENCE);
    for _ in 0..STEPS {
        missing.copy_from_slice(columns.times());
        let mut bound: f64 =
            taxes.iter().zip(columns.times()).map(|(tax, times)| tax * times).sum();
        for column in 0..columns.count() {
            let net_cost = columns.net_cost(column, &taxes);
            if net_cost < 0.0 {
                bound += net_cost;
                columns.rows(column).iter().for_each(|&row| missing[row as usize] -= 1.0);
            }
        }
        if bound > best_bound + 1e-5 * (1.0 + bound.abs()) {
            patience = PATIENCE;
        } else {
            patience -= 1;
        }
        if bound > best_bound {
            best_bound = bound;
            best.copy_from_slice(&taxes);
        }
        if patience == 0 {
            patience = PATIENCE;
            rate *= 0.7;
            if rate < 1e-6 {
                break;
            }
            taxes.copy_from_slice(&best);
            direction.fill(0.0);
            continue;
        }
        for (smoothed, missing) in direction.iter_mut().zip(&missing) {
            *smoothed = missing + 0.7 * *smoothed;
        }
        let norm: f64 = direction.iter().map(|part| part * part).sum();
        if norm < 1e-12 {
            break;
        }
        let step = rate * (best_bound.abs() + 1e-3 * columns.largest_cost()) / norm;
        for (row, tax) in taxes.iter_mut().enumerate() {
            *tax += step * direction[row];
            if columns.is_at_most_once(row) {
                *tax = tax.min(0.0);
            }
        }
    }
    best
}
