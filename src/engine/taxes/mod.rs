//! Costs split into taxes and net costs. The net costs distinguish good choices from bad ones.
//!
//! A *tax* (a Lagrange multiplier, a dual price) is an amount moved from the costs of the options
//! of an item to the item itself. Every cover pays the tax of an item as often as the item is
//! covered. The *net cost* of an option is its cost minus the taxes of its items. So covers have
//! the same order by net cost as by cost, apart from the taxes of secondary items, which not every
//! cover pays. Here no net cost is below 0 (for an exception see `Ledger::finish`), so the sum of
//! the taxes, each counted as often as its item can be covered, is a lower bound on the cost of a
//! cover. An option whose net cost exceeds the gap between this bound and the cost of a known cover
//! is in no better cover.
//!
//! The best taxes are a solution of the dual of the linear relaxation. `simplex.rs` and, for many
//! items, `subgradient.rs` approximate it in floating point, in the steps of `relaxation.rs`.
//! Any taxes give a valid bound, so the solution need not be exact, and the method may stop early.
//! The taxes are rounded to integers in a smaller unit, and all later numbers are integers. Taxes
//! that make a net cost negative are lowered. Then the tax of each item that is covered the same
//! number of times by every cover is raised by the smallest net cost of its options (the rule of
//! Knuth's DLX5). The tax of a secondary item is raised in the same way, but to at most 0.

mod columns;
mod relaxation;
mod simplex;
mod subgradient;

use crate::ids::ItemId;
use crate::problem::Problem;

pub(in crate::engine) use relaxation::Relaxation;

/// The goal of a search, which determines the sign of the costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) enum Aim {
    /// Covers of least cost.
    Cheapest,
    /// Covers of greatest cost. They have the least cost if all signs are reversed.
    Dearest,
}

impl Aim {
    /// Returns a cost with the sign that makes the requested covers the cheapest.
    pub(in crate::engine) fn sign(self, cost: i64) -> i64 {
        // The costs of a problem have absolute values that add up to at most `i64::MAX`.
        if self == Self::Cheapest { cost } else { -cost }
    }
}

/// The taxes of a problem.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Taxes {
    /// The net cost of each option, in units of 1 / `scale`.
    pub(in crate::engine) net_costs: Box<[u64]>,
    /// The tax of each item, in units of 1 / `scale`. It is at most 0 for a secondary item.
    pub(in crate::engine) taxes: Box<[i64]>,
    /// A lower bound on the cost of every cover, in units of 1 / `scale`. `Ledger::finish` computes
    /// it.
    pub(in crate::engine) bound: i128,
    /// The number of units in a cost of 1.
    pub(in crate::engine) scale: i64,
    /// True if sums of net costs along a cover are far from the limits of `i64`.
    pub(in crate::engine) is_small: bool,
}

/// The number of times that a cover covers an item, if the item can have a tax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Covered {
    Exactly(u32),
    AtMostOnce,
    /// The item has no tax: its bounds differ, it has colors, or it has too few options.
    Untaxed,
}

impl Taxes {
    /// Returns taxes with a good bound: those of the [relaxation](Relaxation), run to its end.
    pub(in crate::engine) fn new(problem: &Problem, aim: Aim) -> Self {
        let mut relaxation = Relaxation::new(problem, aim);
        while !relaxation.advance(u64::MAX) {}
        relaxation.taxes(problem)
    }
}

/// Returns the number of times each item is covered.
fn covered(problem: &Problem) -> Vec<Covered> {
    let mut options_of = vec![0_u64; problem.item_count()];
    let mut has_colors = vec![false; problem.item_count()];
    for (option, _) in problem.options() {
        for (item, color) in problem.entries(option) {
            options_of[item.index()] += 1;
            has_colors[item.index()] |= color.is_some();
        }
    }
    (0..problem.item_count())
        .map(|item| match problem.bounds(ItemId::new(item as u32)) {
            // An item with fewer options than it needs cannot be covered.
            Some(bounds)
                if bounds.start() == bounds.end()
                    && options_of[item] >= u64::from(*bounds.start()) =>
            {
                Covered::Exactly(*bounds.start())
            }
            None if !has_colors[item] => Covered::AtMostOnce,
            _ => Covered::Untaxed,
        })
        .collect()
}

/// Returns the number of units in a cost of 1. It is the largest power of two up to 2^10 that keeps
/// every sum along a cover far from the limits of `i64`, or 1 if there is none.
fn scale(problem: &Problem, costs: &[i64]) -> i64 {
    let total: i128 = costs.iter().map(|&cost| i128::from(cost.unsigned_abs())).sum();
    let length = problem.options().map(|(_, items)| items.len()).max().unwrap_or(0);
    // No tax of the relaxation exceeds twice the total. A net cost is a cost minus at most `length`
    // taxes. If no item is covered several times, the bound contains at most one tax for each item.
    let taxes = length.max(problem.item_count()).max(1) as i128;
    let largest = (total + 1) * (4 * taxes + 4);
    (0..=10)
        .rev()
        .map(|bits| 1_i64 << bits)
        .find(|&scale| largest * i128::from(scale) < 1 << 60)
        .unwrap_or(1)
}

/// The taxes under construction. All sums are exact.
struct Ledger<'a> {
    problem: &'a Problem,
    covered: &'a [Covered],
    /// The choosable options of each taxed item.
    options_of: Vec<Vec<u32>>,
    taxes: Vec<i128>,
    net_costs: Vec<i128>,
}

impl<'a> Ledger<'a> {
    fn new(problem: &'a Problem, covered: &'a [Covered], costs: &[i64], scale: i64) -> Self {
        let mut options_of = vec![Vec::new(); covered.len()];
        for (option, items) in problem.options().filter(|&(option, _)| problem.is_choosable(option))
        {
            for item in items.iter().map(|item| item.index()) {
                if covered[item] != Covered::Untaxed {
                    options_of[item].push(option.get());
                }
            }
        }
        let net_costs = costs.iter().map(|&cost| i128::from(cost) * i128::from(scale)).collect();
        Self { problem, covered, options_of, taxes: vec![0; covered.len()], net_costs }
    }

    fn add(&mut self, item: usize, tax: i128) {
        self.taxes[item] += tax;
        for &option in &self.options_of[item] {
            self.net_costs[option as usize] -= tax;
        }
    }

    /// Imposes these taxes, and lowers some of them until no choosable option with a
    /// [`Covered::Exactly`] item has a net cost below 0.
    fn impose(&mut self, taxes: &[i64]) {
        for (item, &tax) in taxes.iter().enumerate().filter(|(_, tax)| **tax != 0) {
            self.add(item, i128::from(tax));
        }
        for (option, items) in self.problem.options() {
            let net_cost = self.net_costs[option.index()];
            let exact = |item: &&ItemId| matches!(self.covered[item.index()], Covered::Exactly(_));
            if net_cost < 0
                && self.problem.is_choosable(option)
                && let Some(item) = items.iter().find(exact)
            {
                self.add(item.index(), net_cost);
            }
        }
    }

    /// Raises the tax of each taxed item by the smallest net cost of its choosable options, or
    /// lowers it if that net cost is below 0. The tax of a secondary item is not lowered, and stays
    /// at most 0.
    fn raise(&mut self) {
        for item in 0..self.covered.len() {
            let net_costs = self.options_of[item].iter().map(|&at| self.net_costs[at as usize]);
            let Some(least) = net_costs.min() else { continue };
            match self.covered[item] {
                Covered::Exactly(_) => self.add(item, least),
                Covered::AtMostOnce if least > 0 => {
                    let tax = least.min(-self.taxes[item]);
                    self.add(item, tax);
                }
                _ => {}
            }
        }
    }

    fn finish(self, scale: i64, is_small: bool) -> Taxes {
        let times = |item: usize| match self.covered[item] {
            Covered::Exactly(times) => i128::from(times),
            _ => 1,
        };
        let mut bound: i128 =
            self.taxes.iter().enumerate().map(|(item, tax)| tax * times(item)).sum();
        // An option can have a net cost below 0 if none of its primary items is taxed. A cover
        // contains it at most once. The bound assumes that every cover contains it, and its net
        // cost becomes 0.
        for (option, _) in self.problem.options() {
            if self.problem.is_choosable(option) {
                bound += self.net_costs[option.index()].min(0);
            }
        }
        // The absolute values of all costs add up to at most `i64::MAX`, and with the taxes of the
        // rule of DLX5, no net cost exceeds that sum. See `scale` for the other taxes.
        let net_costs = self.net_costs.iter().map(|&net| net.max(0) as u64).collect();
        let taxes = self.taxes.iter().map(|&tax| tax as i64).collect();
        Taxes { net_costs, taxes, bound, scale, is_small }
    }
}
