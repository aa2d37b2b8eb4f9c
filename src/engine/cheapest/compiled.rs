//! A problem with its taxes, in the form that the search over masks requires.

use crate::engine::taxes::Taxes;
use crate::problem::Problem;

/// The number of an entry that stands for no option: the slack of a secondary item.
pub(super) const NO_OPTION: u32 = u32::MAX;

/// A problem for a search over masks: choose entries that contain each item of `items` exactly
/// once, and each other item at most once.
///
/// A secondary item with a tax is one of `items`. It has one more entry, its slack, which stands
/// for no option. A cover without the item does not pay the tax, and the net cost of the slack
/// makes up for this.
pub(super) struct Compiled {
    pub(super) items: Vec<u32>,
    /// The entries, in order of net cost.
    pub(super) entries: Vec<CompiledEntry>,
    pub(super) bound: i64,
}

pub(super) struct CompiledEntry {
    pub(super) items: Vec<u32>,
    pub(super) net_cost: i64,
    pub(super) option: u32,
}

impl Compiled {
    pub(super) fn new(problem: &Problem, taxes: &Taxes) -> Self {
        let primary = problem.primary_count();
        let taxed = |item: usize| item >= primary && taxes.taxes[item] < 0;
        let options = problem.options().filter(|&(option, _)| problem.is_choosable(option));
        let options = options.map(|(option, items)| CompiledEntry {
            items: items.iter().map(|item| item.get()).collect(),
            // `Taxes::is_small` guarantees that net costs are far below `i64::MAX`.
            net_cost: taxes.net_costs[option.index()] as i64,
            option: option.get(),
        });
        let slacks = (0..problem.item_count()).filter(|&item| taxed(item));
        let slacks = slacks.map(|item| CompiledEntry {
            items: vec![item as u32],
            net_cost: -taxes.taxes[item],
            option: NO_OPTION,
        });
        let is_item = |&item: &u32| (item as usize) < primary || taxed(item as usize);
        let mut entries: Vec<CompiledEntry> = options.chain(slacks).collect();
        entries.sort_by_key(|entry| entry.net_cost);
        Self {
            items: (0..problem.item_count() as u32).filter(is_item).collect(),
            entries,
            bound: taxes.bound as i64,
        }
    }
}
