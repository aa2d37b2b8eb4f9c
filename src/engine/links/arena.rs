//! The dancing-links arena: the lists of the options of each item, the list of the items that are
//! to be covered, and what else an item can ask for.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::lists::Lists;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// Added to the number of a covered item: such an item never counts as short.
const COVERED: u32 = 1 << 30;
/// Added to the number of a secondary item, for the same reason: it is never a reason to branch or
/// to give up.
pub(super) const SECONDARY: u32 = 1 << 29;
/// The numbers without these stay within this on both sides of 0, so that all three kinds can be
/// told apart.
const MARGIN: u32 = 1 << 28;
const _: () = assert!(Problem::MAX_SIZE <= MARGIN as usize);

fn is_covered(len: u32) -> bool {
    len.cast_signed() >= (COVERED - MARGIN).cast_signed()
}

/// An item's neighbours in the list of the primary items that are to be covered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighbours {
    pub(super) left: u32,
    pub(super) right: u32,
}

/// What the options chosen so far make of a secondary item to which they give a color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Paint {
    /// One more than the color, or 0 while there is none.
    pub(super) color: u32,
    /// The option that gave it.
    pub(super) by: OptionId,
}

/// How many more options a primary item takes.
///
/// At most `left` more, and at least `left - slack`. With `n` options in its list, let the next
/// option to be chosen be the first, or the second, and so on, the ones before it being ruled out;
/// or, if there need not be any, none. That makes `n + 1 - max(0, left - slack)` branches, the
/// branching degree. For the usual bounds of 1 to 1 it is `n`; 1 means that what to do is forced, 0
/// or less that nothing can be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    pub(super) left: u32,
    pub(super) slack: u32,
}

impl Bound {
    pub(super) fn new(bounds: RangeInclusive<u32>) -> Self {
        let (low, high) = bounds.into_inner();
        Self { left: high, slack: high - low }
    }

    /// How many options are needed at least.
    pub(super) fn needed(self) -> u32 {
        self.left.saturating_sub(self.slack)
    }
}

/// See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    /// An option without a primary item has no node, and so is in no list. The number of an item
    /// there is that of its options, or for one with bounds the branching degree, see [`Bound`];
    /// with what is added above.
    pub(super) lists: Lists,
    /// For each item, and for one more at the end that is the head of the list.
    pub(super) items: Box<[Neighbours]>,
    /// For each node 0 or one more than its color; empty if there are no colors.
    pub(super) color_of: Box<[u32]>,
    /// For each item the color that it has, and the option that gave it that; empty if there are no
    /// colors.
    pub(super) paint: Box<[Paint]>,
    /// For each primary item; empty if all bounds are 1 to 1.
    pub(super) bounds: Box<[Bound]>,
    /// For each option its cost less the taxes on its items; empty unless costs matter.
    pub(super) net_costs: Box<[u64]>,
    /// What the taxes amount to in each cover.
    pub(super) total_tax: u64,
    /// What changes beside the lists, as it was at first.
    pub(super) initial: Arc<Initial>,
}

/// The parts of an arena that change, beside its lists.
#[derive(Debug)]
pub(super) struct Initial {
    pub(super) items: Box<[Neighbours]>,
    pub(super) paint: Box<[Paint]>,
    pub(super) bounds: Box<[Bound]>,
}

impl Arena {
    /// Whether every primary item is covered.
    #[inline]
    pub(super) fn all_covered(&self) -> bool {
        let head = self.lists.item_count();
        self.items[head].right as usize == head
    }

    /// Brings everything back to what it was at first, if that can be done by a copy, and faster
    /// than by undoing; else does nothing and returns false.
    pub(super) fn restored_by_copy(&mut self) -> bool {
        if !self.lists.restored_by_copy() {
            return false;
        }
        self.items.copy_from_slice(&self.initial.items);
        self.paint.copy_from_slice(&self.initial.paint);
        self.bounds.copy_from_slice(&self.initial.bounds);
        true
    }

    #[inline]
    pub(super) fn is_covered(&self, item: u32) -> bool {
        is_covered(self.lists.len(item))
    }

    /// The first primary item with fewest branches of those that are to be covered; there must be
    /// one. When no item is short, nothing is better than two, so that the search through the items
    /// ends at the first such.
    pub(super) fn item_with_fewest_branches(&self) -> ItemId {
        let head = self.lists.item_count() as u32;
        let mut item = self.items[head as usize].right;
        let (mut fewest, mut best) = (u32::MAX, item);
        while item != head && fewest > 2 {
            let len = self.lists.len(item);
            if len < fewest {
                (fewest, best) = (len, item);
            }
            item = self.items[item as usize].right;
        }
        ItemId::new(best)
    }

    /// The next item at or after `*position` among the short ones that is still to be covered, and
    /// its branching degree; leaves the position behind it.
    #[inline]
    pub(super) fn next_short(&self, position: &mut u32) -> Option<(ItemId, i32)> {
        while let Some(&item) = self.lists.short().get(*position as usize) {
            *position += 1;
            if !self.is_covered(item) {
                return Some((ItemId::new(item), self.degree(ItemId::new(item))));
            }
        }
        None
    }

    /// In how many ways the search can go on at an item that is to be covered; not more than 0 if
    /// in none.
    #[inline]
    pub(super) fn degree(&self, item: ItemId) -> i32 {
        self.lists.len(item.get()).cast_signed()
    }

    /// Whether an option is in no list, because it has no primary item.
    pub(super) fn is_dropped(&self, option: OptionId) -> bool {
        self.lists.nodes_of(option).is_empty()
    }

    /// Whether an item of this option is covered, or has a color that the option does not give it.
    pub(super) fn is_excluded(&self, option: OptionId) -> bool {
        self.lists.nodes_of(option).any(|node| {
            let item = self.lists.item_of(node);
            let paint = self.paint.get(item as usize).copied().unwrap_or_default();
            self.is_covered(item) || (paint.color != 0 && paint.color != self.color_of[node])
        })
    }

    /// Hides all options of an item that is to be covered; true if another such item has run out of
    /// options.
    #[inline]
    pub(super) fn hide_options(&mut self, item: ItemId) -> bool {
        // So that it does not count as short itself.
        self.lists.add_to_len(item.get(), COVERED);
        let ran_out = self.lists.hide_options::<false>(item.get(), |_| true);
        self.lists.take_from_len(item.get(), COVERED);
        ran_out
    }

    /// Takes an item out of those that are to be covered. Its options stay until they are hidden.
    #[inline]
    pub(super) fn take(&mut self, item: u32) {
        self.lists.add_to_len(item, COVERED);
        let Neighbours { left, right } = self.items[item as usize];
        self.items[left as usize].right = right;
        self.items[right as usize].left = left;
    }

    /// Undoes [`take`](Self::take), in reverse order of the takings.
    #[inline]
    pub(super) fn give(&mut self, item: u32) {
        self.lists.take_from_len(item, COVERED);
        let Neighbours { left, right } = self.items[item as usize];
        self.items[left as usize].right = item;
        self.items[right as usize].left = item;
    }
}

#[cfg(test)]
impl Arena {
    /// Whether this arena is, to the last link, what a newly compiled one is. The counters do not
    /// matter.
    pub(super) fn is_as_new(&self, new: &Self) -> bool {
        self.lists.are_as_new(&new.lists)
            && self.items == new.items
            && self.paint == new.paint
            && self.bounds == new.bounds
    }

    /// Checks that the lists agree with each other and with the numbers of the items.
    pub(super) fn assert_sane(&self, new: &Self) {
        let head = self.lists.item_count() as u32;
        for item in 0..=head {
            let Neighbours { left, right } = self.items[item as usize];
            // A secondary item is always its own neighbour.
            let listed = item == head || left == item || !self.is_covered(item);
            let found =
                self.items[left as usize].right == item && self.items[right as usize].left == item;
            assert_eq!(found, listed, "item {item} in the list of items");
        }
        for item in 0..head {
            // What the number is made of; it began with the same, except for items that have too
            // few options.
            let parts = |arena: &Self| {
                let needed = arena.bounds.get(item as usize).map_or(0, |bound| bound.needed());
                let covered = if arena.is_covered(item) { COVERED } else { 0 };
                arena.lists.assert_sane(item).wrapping_sub(needed).wrapping_add(covered)
            };
            let change = self.lists.len(item).wrapping_sub(new.lists.len(item));
            assert_eq!(change, parts(self).wrapping_sub(parts(new)), "the number of item {item}");
        }
    }
}
