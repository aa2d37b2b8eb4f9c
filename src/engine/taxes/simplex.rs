//! The linear relaxation by the revised simplex method with an explicit inverse of the basis.
//!
//! It begins with a basis of artificial columns, whose price is above that of any option. The right
//! sides are perturbed, so that the method cannot cycle on these degenerate problems. The columns
//! with the most negative reduced costs of one scan are candidates, which are used up before the
//! next scan.

use super::columns::Columns;

/// Returns a tax for each row, from an optimal basis, or from the last one if that takes too long.
pub(super) fn taxes(columns: &Columns) -> Vec<f64> {
    Simplex::new(columns).taxes()
}

/// A column that may enter the basis: a column of the problem, or the slack of a row.
#[derive(Clone, Copy)]
enum Entering {
    Column(usize),
    Slack(u32),
}

struct Simplex<'a> {
    columns: &'a Columns,
    /// The inverse of the basis, row by row, and the values of the basic columns.
    inverse: Vec<f64>,
    values: Vec<f64>,
    taxes: Vec<f64>,
    /// A reduced cost counts as negative below minus this.
    tolerance: f64,
}

impl<'a> Simplex<'a> {
    fn new(columns: &'a Columns) -> Self {
        let rows = columns.times().len();
        let artificial = 2.0 * columns.largest_cost() + 1.0;
        let mut inverse = vec![0.0; rows * rows];
        (0..rows).for_each(|row| inverse[row * rows + row] = 1.0);
        let mut state = 0x1234_5678_9ABC_DEF1_u64;
        let mut perturbed = |&times: &f64| {
            // xorshift64 (Marsaglia 2003).
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            times + 1e-3 * (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        Self {
            values: columns.times().iter().map(&mut perturbed).collect(),
            taxes: (0..rows)
                .map(|row| if columns.is_at_most_once(row) { 0.0 } else { artificial })
                .collect(),
            tolerance: 1e-7 * (1.0 + artificial),
            columns,
            inverse,
        }
    }

    /// Returns the taxes of an optimal basis, or of the last one if that takes too long.
    fn taxes(mut self) -> Vec<f64> {
        // Normal is about three pivots for each row.
        let mut pivots = 1_000 + 100 * self.taxes.len();
        let mut candidates = Vec::new();
        loop {
            self.find_candidates(&mut candidates);
            if candidates.is_empty() {
                return self.taxes;
            }
            let mut has_moved = false;
            while let Some((entering, reduced)) = self.best(&mut candidates) {
                if pivots == 0 || !self.pivot(entering, reduced) {
                    return self.taxes;
                }
                pivots -= 1;
                has_moved = true;
            }
            if !has_moved {
                return self.taxes;
            }
        }
    }

    /// Returns the reduced cost of a column, and its number of rows.
    fn reduced(&self, entering: Entering) -> (f64, usize) {
        match entering {
            Entering::Column(at) => {
                (self.columns.net_cost(at, &self.taxes), self.columns.rows(at).len())
            }
            Entering::Slack(row) => (-self.taxes[row as usize], 1),
        }
    }

    fn find_candidates(&self, candidates: &mut Vec<(f64, Entering)>) {
        candidates.clear();
        let slacks = (0..self.taxes.len()).filter(|&row| self.columns.is_at_most_once(row));
        let all = (0..self.columns.count()).map(Entering::Column);
        for entering in all.chain(slacks.map(|row| Entering::Slack(row as u32))) {
            let (reduced, rows) = self.reduced(entering);
            if reduced < -self.tolerance {
                candidates.push((reduced / rows as f64, entering));
            }
        }
        let keep = (self.taxes.len() / 4).max(40);
        if candidates.len() > keep {
            candidates.select_nth_unstable_by(keep, |one, other| one.0.total_cmp(&other.0));
            candidates.truncate(keep);
        }
    }

    /// Returns the best candidate with its reduced cost, and removes those that are no longer any.
    fn best(&self, candidates: &mut Vec<(f64, Entering)>) -> Option<(Entering, f64)> {
        let mut best: Option<(f64, Entering, f64)> = None;
        candidates.retain(|&(_, entering)| {
            let (reduced, rows) = self.reduced(entering);
            let rate = reduced / (rows as f64).sqrt();
            let is_candidate = reduced < -self.tolerance;
            if is_candidate && best.is_none_or(|(least, ..)| rate < least) {
                best = Some((rate, entering, reduced));
            }
            is_candidate
        });
        best.map(|(_, entering, reduced)| (entering, reduced))
    }

    /// Brings a column into the basis. Returns false if none can leave.
    fn pivot(&mut self, entering: Entering, reduced: f64) -> bool {
        let rows = self.taxes.len();
        let slack;
        let column = match entering {
            Entering::Column(at) => self.columns.rows(at),
            Entering::Slack(row) => {
                slack = [row];
                &slack
            }
        };
        let change: Vec<f64> = self
            .inverse
            .chunks_exact(rows)
            .map(|line| column.iter().map(|&row| line[row as usize]).sum())
            .collect();
        let steps = (0..rows).filter(|&row| change[row] > 1e-7);
        let leaving = steps
            .map(|row| (self.values[row] / change[row], row))
            .min_by(|one, other| one.0.total_cmp(&other.0));
        let Some((step, leaving)) = leaving else { return false };
        let line: Vec<f64> = self.inverse[leaving * rows..][..rows]
            .iter()
            .map(|entry| entry / change[leaving])
            .collect();
        for row in (0..rows).filter(|&row| row != leaving && change[row].abs() > 1e-12) {
            self.values[row] = (self.values[row] - change[row] * step).max(0.0);
            for (entry, new) in self.inverse[row * rows..][..rows].iter_mut().zip(&line) {
                *entry -= change[row] * new;
            }
        }
        self.values[leaving] = step;
        for (tax, new) in self.taxes.iter_mut().zip(&line) {
            *tax += reduced * new;
        }
        self.inverse[leaving * rows..][..rows].copy_from_slice(&line);
        true
    }
}
