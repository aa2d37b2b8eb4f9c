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
            2 * primary as usize + if problem.has_bounds() { 2 * entries.len() } else { 0 };
        let mut lists = Lists::new(Parts { items, entries, starts, order, shortages });
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
            preferred: if problem.has_preferences() {
                (0..primary).map(|item| problem.is_preferred(ItemId::new(item))).collect()
            } else {
                Box::default()
            },
        }
    }
}
