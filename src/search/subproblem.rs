//! What is left of a problem at a node of a search, for an engine that goes on from there.

use crate::ids::{Color, ItemId, OptionId};

/// A problem of its own: the items that are to be covered and the options that are left, with
/// numbers of its own for items. Meant to be filled again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subproblem {
    /// How many items are to be covered: these have the first numbers.
    primary: usize,
    /// Which items have which numbers.
    items: Vec<ItemId>,
    /// For each item of the whole problem its number here, or [`NONE`].
    number: Vec<u32>,
    /// The options, by their numbers in the whole problem, and where the entries of each end.
    options: Vec<(OptionId, u32)>,
    entries: Vec<(u32, Option<Color>)>,
}

const NONE: u32 = u32::MAX;

impl Subproblem {
    /// Begins anew, for a problem with so many items.
    pub(crate) fn begin(&mut self, item_count: usize) {
        for item in self.items.drain(..) {
            self.number[item.index()] = NONE;
        }
        self.number.resize(item_count, NONE);
        self.primary = 0;
        self.options.clear();
        self.entries.clear();
    }

    /// Adds an item that is to be covered. All of them come before the options.
    pub(crate) fn add_primary(&mut self, item: ItemId) {
        self.number_of(item);
        self.primary = self.items.len();
    }

    /// Adds an option. Its items that are not to be covered are secondary.
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

    /// Whether an item of the whole problem is to be covered.
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

    /// The options, each with the numbers of its items.
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
