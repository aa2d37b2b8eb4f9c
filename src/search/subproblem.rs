//! The subproblem at a node of a search, for an engine that continues the search from there.

use crate::ids::{Color, ItemId, OptionId};

/// The items left to cover and the options left, with the items renumbered. Refilling it reuses its
/// memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subproblem {
    /// The number of items to be covered. They have the first numbers.
    primary: usize,
    /// The items, by their numbers in the whole problem, in order of their numbers here.
    items: Vec<ItemId>,
    /// For each item of the whole problem, its number here or [`NONE`].
    number: Vec<u32>,
    /// The options, by their numbers in the whole problem, each with the end of its entries.
    options: Vec<(OptionId, u32)>,
    entries: Vec<(u32, Option<Color>)>,
}

const NONE: u32 = u32::MAX;

impl Subproblem {
    /// Empties the subproblem, for a problem with `item_count` items.
    pub(crate) fn begin(&mut self, item_count: usize) {
        for item in self.items.drain(..) {
            self.number[item.index()] = NONE;
        }
        self.number.resize(item_count, NONE);
        self.primary = 0;
        self.options.clear();
        self.entries.clear();
    }

    /// Adds an item that is to be covered. All calls must come before the first option.
    pub(crate) fn add_primary(&mut self, item: ItemId) {
        self.number_of(item);
        self.primary = self.items.len();
    }

    /// Adds an option. Its items that were not added as primary become secondary.
    pub(crate) fn add_option(
        &mut self,
        option: OptionId,
        entries: impl IntoIterator<Item = (ItemId, Option<Color>)>,
    ) {
        for (item, color) in entries {
            let number = self.number_of(item);
            self.entries.push((number, color));
        }
        self.options.push((option, self.entries.len() as u32));
    }

    fn number_of(&mut self, item: ItemId) -> u32 {
        let number = &mut self.number[item.index()];
        if *number == NONE {
            *number = self.items.len() as u32;
            self.items.push(item);
        }
        *number
    }

    /// True if this item of the whole problem is to be covered.
    pub(crate) fn is_primary(&self, item: ItemId) -> bool {
        (self.number[item.index()] as usize) < self.primary
    }

    pub(crate) fn primary_count(&self) -> usize {
        self.primary
    }

    pub(crate) fn item_count(&self) -> usize {
        self.items.len()
    }

    pub(crate) fn option_count(&self) -> usize {
        self.options.len()
    }

    /// Iterates over the options, each with its items, by their numbers here.
    pub(crate) fn options(
        &self,
    ) -> impl Iterator<Item = (OptionId, impl Iterator<Item = (ItemId, Option<Color>)>)> + Clone
    {
        (0..self.options.len()).map(|at| {
            let start = if at == 0 { 0 } else { self.options[at - 1].1 };
            let (option, end) = self.options[at];
            let entries = self.entries[start as usize..end as usize].iter();
            (option, entries.map(|&(number, color)| (ItemId::new(number), color)))
        })
    }
}
