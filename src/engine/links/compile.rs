//! The compilation of a problem into an arena.

use std::sync::Arc;

use super::arena::{Arena, Bound, Initial, Neighbours, Paint, SECONDARY};
use super::lists::{Lists, Parts};
use crate::ids::ItemId;
use crate::problem::Problem;

impl Arena {
    /// Compiles a problem. The lists are in order of net cost with `costs`, and otherwise in order
    /// of the options' numbers.
    pub(super) fn new(problem: &Problem, costs: bool) -> Self {
        let items = problem.item_count() as u32;
        let primary = problem.primary_count() as u32;
        let mut entries = Vec::with_capacity(problem.entry_count());
        let mut color_of = if problem.has_colors() { vec![0; items as usize] } else { Vec::new() };
        let mut starts = Vec::with_capacity(problem.option_count() + 1);
        starts.push(0);
        for (option, items) in problem.options() {
            if problem.is_choosable(option) {
                entries.extend(items.iter().map(|item| item.get()));
                if problem.has_colors() {
                    color_of.extend(
                        problem
                            .entries(option)
                            .map(|(_, color)| color.map_or(0, |color| color.get() + 1)),
                    );
                }
            }
            starts.push(entries.len() as u32);
        }

        let Taxed { net_costs, total_tax } =
            if costs { Taxed::new(problem) } else { Taxed::default() };
        let mut order: Vec<u32> = (0..problem.option_count() as u32).collect();
        if costs {
            order.sort_by_key(|&option| net_costs[option as usize]);
        }
        let bounds: Box<[Bound]> = if problem.has_bounds() {
            (0..primary)
                .filter_map(|item| problem.bounds(ItemId::new(item)))
                .map(Bound::new)
                .collect()
        } else {
            Box::default()
        };
        // The count of a primary item comes down to one and to 0 once each. With bounds it rises
        // when an option of the item is chosen, and can come down again.
        let shortages =
            2 * primary as usize + if problem.has_bounds() { 2 * entries.len() } else { 0 };
        let mut lists = Lists::new(Parts { items, entries, starts, order, shortages });
        (primary..items).for_each(|item| lists.add_to_len(item, SECONDARY));
        for (item, bound) in (0..primary).zip(&bounds) {
            // With too few options from the start, the count is 0 rather than negative.
            let (len, needed) = (lists.len(item), bound.needed());
            lists.add_to_len(item, (len + 1).saturating_sub(needed).wrapping_sub(len));
        }
        let short: Vec<u32> = (0..primary).filter(|&item| lists.len(item) <= 1).collect();
        lists.set_initial(short);

        // Primary items form a ring, and its head is the index after the last item. A secondary
        // item is a ring of its own, so that taking it and giving it back needs no special case.
        let neighbours = |item| match item {
            _ if item < primary => Neighbours {
                left: if item == 0 { items } else { item - 1 },
                right: if item + 1 == primary { items } else { item + 1 },
            },
            _ if item < items || primary == 0 => Neighbours { left: item, right: item },
            _ => Neighbours { left: primary - 1, right: 0 },
        };
        let painted = if problem.has_colors() { items as usize } else { 0 };
        let initial = Initial {
            items: (0..=items).map(neighbours).collect(),
            paint: vec![Paint::default(); painted].into(),
            bounds,
        };
        Self {
            lists,
            items: initial.items.clone(),
            color_of: color_of.into(),
            paint: initial.paint.clone(),
            bounds: initial.bounds.clone(),
            initial: Arc::new(initial),
            net_costs,
            total_tax,
        }
    }
}

/// Costs split into taxes and net costs (as in Knuth's DLX5). As much as possible of the cost of
/// each option is moved to its items as a tax, which every cover pays. The net costs then tell bad
/// choices from good ones.
#[derive(Default)]
struct Taxed {
    net_costs: Box<[u64]>,
    total_tax: u64,
}

impl Taxed {
    /// Taxes the primary items with equal bounds: every cover contains the same number of their
    /// options. The tax of an item is the lowest remaining cost of its options.
    fn new(problem: &Problem) -> Self {
        let mut net_costs: Box<[u64]> =
            problem.options().map(|(option, _)| problem.cost(option)).collect();
        let mut options_of = vec![Vec::new(); problem.primary_count()];
        for (option, items) in problem.options() {
            for item in items.iter().filter(|&&item| problem.is_primary(item)) {
                options_of[item.index()].push(option.index());
            }
        }
        let mut total_tax = 0;
        for (item, options) in (0..).map(ItemId::new).zip(&options_of) {
            let Some((low, high)) = problem.bounds(item).map(std::ops::RangeInclusive::into_inner)
            else {
                continue;
            };
            let tax = options.iter().map(|&option| net_costs[option]).min().unwrap_or(0);
            // With fewer options than the item needs there is no cover.
            if low == high && options.len() as u64 >= u64::from(low) {
                options.iter().for_each(|&option| net_costs[option] -= tax);
                // The sum of all taxes is at most the sum of all costs, which fits.
                total_tax += tax * u64::from(low);
            }
        }
        Self { net_costs, total_tax }
    }
}
