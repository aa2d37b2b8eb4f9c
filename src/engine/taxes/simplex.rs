//! The linear relaxation, solved by the revised simplex method with an explicit inverse of the
//! basis.
//!
//! The first basis has a slack for each row that is covered at most once, and for each other row an
//! artificial column, which costs more than any option. The right-hand sides are perturbed to keep
//! the method from cycling on these degenerate problems. A scan prices the slacks and the active
//! columns, which at first are the cheapest of each row. Those with the most negative ratios of
//! reduced cost to number of rows are candidates, which are used up before the next scan. When a
//! scan finds no candidate, all other columns are priced, and the best by this measure become
//! active.

use super::columns::Columns;

/// A column that may enter the basis: a column of the problem, or the slack of a row.
#[derive(Clone, Copy, Debug)]
enum Entering {
    Column(usize),
    Slack(u32),
}

/// The minimum number of columns of each row that are active from the start. A row with fewer
/// columns has only active ones.
const ACTIVE_PER_ROW: u32 = 6;

/// The next action of [`Simplex::step`].
#[derive(Clone, Copy, Debug)]
enum Next {
    Begin,
    Scan,
    Pivot { has_moved: bool },
}

#[derive(Clone, Debug)]
pub(super) struct Simplex {
    next: Next,
    /// The candidates left from the latest scan, each with its ratio of reduced cost to number of
    /// rows in that scan.
    candidates: Vec<(f64, Entering)>,
    pivots_left: usize,
    /// The columns of the problem that are priced in each scan.
    active: Vec<u32>,
    is_active: Vec<bool>,
    /// The inverse of the basis, row by row, and the values of the basic columns.
    inverse: Vec<f64>,
    values: Vec<f64>,
    taxes: Vec<f64>,
    /// The tolerance: a reduced cost counts as negative if it is below `-tolerance`.
    tolerance: f64,
}

impl Simplex {
    pub(super) fn new(columns: &Columns) -> Self {
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
            next: Next::Begin,
            candidates: Vec::new(),
            // About three pivots for each row are normal.
            pivots_left: 1_000 + 100 * rows,
            active: Vec::new(),
            is_active: vec![false; columns.count()],
            values: columns.times().iter().map(&mut perturbed).collect(),
            taxes: (0..rows)
                .map(|row| if columns.is_at_most_once(row) { 0.0 } else { artificial })
                .collect(),
            tolerance: 1e-7 * (1.0 + artificial),
            inverse,
        }
    }

    /// Returns the tax of each row, in the current basis.
    pub(super) fn taxes(&self) -> &[f64] {
        &self.taxes
    }

    /// Takes the next action. Returns the approximate number of entries read, or `None` if the
    /// basis is optimal, no column can leave it, or no pivots are left.
    pub(super) fn step(&mut self, columns: &Columns) -> Option<u64> {
        let rows = self.taxes.len() as u64;
        match self.next {
            Next::Begin => {
                self.activate_cheapest(columns);
                self.next = Next::Scan;
                Some(columns.entries() + 1)
            }
            Next::Scan => {
                self.find_candidates(columns);
                if !self.candidates.is_empty() {
                    self.next = Next::Pivot { has_moved: false };
                } else if !self.activate_candidates(columns) {
                    return None;
                }
                Some(columns.entries() + 1)
            }
            Next::Pivot { has_moved } => {
                let Some((entering, reduced)) = self.best(columns) else {
                    self.next = Next::Scan;
                    return has_moved.then_some(1);
                };
                self.pivots_left = self.pivots_left.checked_sub(1)?;
                if !self.pivot(columns, entering, reduced) {
                    return None;
                }
                self.next = Next::Pivot { has_moved: true };
                Some(rows * rows + 1)
            }
        }
    }

    /// Returns the reduced cost of a column, and its number of rows.
    fn reduced(&self, columns: &Columns, entering: Entering) -> (f64, usize) {
        match entering {
            Entering::Column(at) => (columns.net_cost(at, &self.taxes), columns.rows(at).len()),
            Entering::Slack(row) => (-self.taxes[row as usize], 1),
        }
    }

    /// Makes the cheapest columns of each row active, by the ratio of cost to number of rows.
    fn activate_cheapest(&mut self, columns: &Columns) {
        let mut order: Vec<(f64, u32)> = (0..columns.count())
            .map(|at| (columns.cost(at) / columns.rows(at).len() as f64, at as u32))
            .collect();
        order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let mut active_of = vec![0_u32; self.taxes.len()];
        for (_, at) in order {
            let rows = columns.rows(at as usize);
            if rows.iter().any(|&row| active_of[row as usize] < ACTIVE_PER_ROW) {
                rows.iter().for_each(|&row| active_of[row as usize] += 1);
                self.activate(at);
            }
        }
    }

    /// Prices the columns that are not active, and activates those with the most negative ratios of
    /// reduced cost to number of rows. Returns false if no reduced cost is negative.
    fn activate_candidates(&mut self, columns: &Columns) -> bool {
        let mut found = Vec::new();
        for at in (0..columns.count()).filter(|&at| !self.is_active[at]) {
            let (reduced, rows) = self.reduced(columns, Entering::Column(at));
            if reduced < -self.tolerance {
                found.push((reduced / rows as f64, at as u32));
            }
        }
        let keep = 2 * self.taxes.len() + 50;
        if found.len() > keep {
            found.select_nth_unstable_by(keep, |one, other| one.0.total_cmp(&other.0));
            found.truncate(keep);
        }
        found.iter().for_each(|&(_, at)| self.activate(at));
        !found.is_empty()
    }

    fn activate(&mut self, column: u32) {
        self.active.push(column);
        self.is_active[column as usize] = true;
    }

    fn find_candidates(&mut self, columns: &Columns) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let slacks = (0..self.taxes.len()).filter(|&row| columns.is_at_most_once(row));
        let all = self.active.iter().map(|&column| Entering::Column(column as usize));
        for entering in all.chain(slacks.map(|row| Entering::Slack(row as u32))) {
            let (reduced, rows) = self.reduced(columns, entering);
            if reduced < -self.tolerance {
                candidates.push((reduced / rows as f64, entering));
            }
        }
        let keep = (self.taxes.len() / 4).max(40);
        if candidates.len() > keep {
            candidates.select_nth_unstable_by(keep, |one, other| one.0.total_cmp(&other.0));
            candidates.truncate(keep);
        }
        self.candidates = candidates;
    }

    /// Returns the candidate with the lowest ratio of reduced cost to the square root of the number
    /// of rows, with its reduced cost. Removes columns that are no longer candidates.
    fn best(&mut self, columns: &Columns) -> Option<(Entering, f64)> {
        let mut candidates = std::mem::take(&mut self.candidates);
        let mut best: Option<(f64, Entering, f64)> = None;
        candidates.retain(|&(_, entering)| {
            let (reduced, rows) = self.reduced(columns, entering);
            let rate = reduced / (rows as f64).sqrt();
            let is_candidate = reduced < -self.tolerance;
            if is_candidate && best.is_none_or(|(least, ..)| rate < least) {
                best = Some((rate, entering, reduced));
            }
            is_candidate
        });
        self.candidates = candidates;
        best.map(|(_, entering, reduced)| (entering, reduced))
    }

    /// Brings a column into the basis. Returns false if no column can leave.
    fn pivot(&mut self, columns: &Columns, entering: Entering, reduced: f64) -> bool {
        let rows = self.taxes.len();
        let slack;
        let column = match entering {
            Entering::Column(at) => columns.rows(at),
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
