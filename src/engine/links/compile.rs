//! The compilation of a problem into an arena.

use std::sync::Arc;

use super::arena::{Arena, Bound, Initial, Neighbours, Paint, SECONDARY};
use super::lists::{Lists, Parts};
use crate::engine::taxes::Taxes;
use crate::ids::ItemId;
use crate::problem::Problem;

impl Arena {
    /// Compiles a problem. With `taxes`, the lists are in order of net cost. Otherwise they are in
    /// order of the options' numbers.
    pub(super) fn new(problem: &Problem, taxes: Option<Taxes>) -> Self {
        let items = problem.item_count() as u32;
        let primary = problem.primary_count() as u32;
        let (ends, entries, colors) = problem.arrays();
        let mut item_of = Vec::with_capacity(items as usize + entries.len());
        item_of.extend(0..items);
        let mut color_of = vec![0; if colors.is_empty() { 0 } else { items as usize }];
        // An option without a primary item is in no list.
        let is_listed = |option: &[ItemId]| option.iter().any(|item| item.get() < primary);
        let starts = if problem.options().all(|(_, option)| is_listed(option)) {
            item_of.extend(entries.iter().map(|item| item.get()));
            color_of.extend_from_slice(colors);
            ends.iter().map(|end| items + end).collect()
        } else {
            let mut starts = vec![items];
            for ends in ends.windows(2) {
                let option = ends[0] as usize..ends[1] as usize;
                if is_listed(&entries[option.clone()]) {
                    item_of.extend(entries[option.clone()].iter().map(|item| item.get()));
                    color_of.extend_from_slice(colors.get(option).unwrap_or_default());
                }
                starts.push(item_of.len() as u32);
            }
            starts
        };

        let net_costs = taxes.map_or_else(Box::default, |taxes| taxes.net_costs);
        let mut order: Vec<u32> = (0..problem.option_count() as u32).collect();
        if !net_costs.is_empty() {
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
        // The count of a primary item falls to 1 and to 0 at most once each. With bounds, it rises
        // when an option of the item is chosen, and can fall again.
        let shortages =
            2 * primary as usize + if problem.has_bounds() { 2 * item_of.len() } else { 0 };
        let mut lists = Lists::new(Parts { items, item_of, starts, order, shortages });
        (primary..items).for_each(|item| lists.add_to_len(item, SECONDARY));
        for (item, bound) in (0..primary).zip(&bounds) {
            // An item with too few options from the start has count 0, not a negative count.
            let (len, needed) = (lists.len(item), bound.needed());
            lists.add_to_len(item, (len + 1).saturating_sub(needed).wrapping_sub(len));
        }
        let short: Vec<u32> = (0..primary).filter(|&item| lists.len(item) <= 1).collect();
        lists.set_initial(short);

        // Primary items form a ring, with its head at the index after the last item. Each secondary
        // item is a ring of its own, so `take` and `give` need no special case for it.
        let neighbours = |item| match item {
            _ if item < primary => Neighbours {
                left: if item == 0 { items } else { item - 1 },
                right: if item + 1 == primary { items } else { item + 1 },
            },
            _ if item < items || primary == 0 => Neighbours { left: item, right: item },
            _ => Neighbours { left: primary - 1, right: 0 },
        };
        let painted = if colors.is_empty() { 0 } else { items as usize };
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
            preferred: if problem.has_preferences() {
                (0..primary).map(|item| problem.is_preferred(ItemId::new(item))).collect()
            } else {
                Box::default()
            },
        }
    }
}
