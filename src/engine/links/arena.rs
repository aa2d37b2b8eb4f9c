//! The dancing-links arena: the option lists of all items, the list of the items to be covered, and
//! the colors, bounds and costs.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::lists::Lists;
use crate::engine::weights::Weights;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// A number added to the count of a covered item, to keep the item from counting as short.
const COVERED: u32 = 1 << 30;
/// A number added to the count of a secondary item, to keep it from causing a branch or a dead end.
pub(super) const SECONDARY: u32 = 1 << 29;
/// The largest absolute value of a count before these additions. So a count shows whether the item
/// is covered, secondary or neither.
const MARGIN: u32 = 1 << 28;
const _: () = assert!(Problem::MAX_SIZE <= MARGIN as usize);

fn is_covered(len: u32) -> bool {
    len.cast_signed() >= (COVERED - MARGIN).cast_signed()
}

/// The neighbours of an item in the list of the primary items left to cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Neighbours {
    pub(super) left: u32,
    pub(super) right: u32,
}

/// The color that the chosen options give to a secondary item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Paint {
    /// The color plus one, or 0 if there is none yet.
    pub(super) color: u32,
    /// The option that gave the color.
    pub(super) by: OptionId,
}

/// The bounds on the number of further options of a primary item.
///
/// The item takes at most `left` more options and at least `left - slack`. Let its list have `n`
/// options. Branch `k`, counted from 0, excludes the first `k` options of the list and chooses the
/// next one. If the item needs no further option, the last branch excludes all options. There are
/// `n + 1 - max(0, left - slack)` branches. This number is the branching degree. For the usual
/// bounds of 1 to 1 it is `n`. Degree 1 means that the branch is forced, and degree 0 or less means
/// a dead end.
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

    /// Returns the smallest number of further options that the item needs.
    pub(super) fn needed(self) -> u32 {
        self.left.saturating_sub(self.slack)
    }
}

/// The arena of a search. The file comment describes it.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    /// The lists of options. An option without a primary item has no nodes, so it is in no list.
    /// The count of an item is its number of options or, with bounds, its branching degree (see
    /// [`Bound`]), plus [`COVERED`] or [`SECONDARY`] where they apply.
    pub(super) lists: Lists,
    /// The neighbours of each item, with the head of the list as one more item at the end.
    pub(super) items: Box<[Neighbours]>,
    /// For each node, the color plus one, or 0 if it has none. Empty if there are no colors.
    pub(super) color_of: Box<[u32]>,
    /// For each item, its color. Empty if there are no colors.
    pub(super) paint: Box<[Paint]>,
    /// For each primary item, its bound. Empty if all bounds are 1 to 1.
    pub(super) bounds: Box<[Bound]>,
    /// For each option, its net cost (`Taxes::net_costs`). Empty unless the search uses costs.
    pub(super) net_costs: Box<[u64]>,
    /// For each primary item, true if it is preferred: see [`Problem::is_preferred`]. Empty if no
    /// item is preferred, or all are.
    pub(super) preferred: Box<[bool]>,
    /// The initial state of the parts that change, without the lists.
    pub(super) initial: Arc<Initial>,
}

/// The initial state of the parts of an arena that change, without its lists.
#[derive(Debug)]
pub(super) struct Initial {
    pub(super) items: Box<[Neighbours]>,
    pub(super) paint: Box<[Paint]>,
    pub(super) bounds: Box<[Bound]>,
}

impl Arena {
    #[inline]
    pub(super) fn all_covered(&self) -> bool {
        let head = self.lists.item_count();
        self.items[head].right as usize == head
    }

    /// Restores the initial state from a copy if that is possible and faster than undoing.
    /// Otherwise does nothing and returns false.
    pub(super) fn restore_by_copy(&mut self) -> bool {
        if !self.lists.restore_by_copy() {
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

    /// Returns the first of the items to be covered that have the fewest branches. Preferred items
    /// come before all others. At least one item must be left to cover, and none may be short. So
    /// no degree is below two, and the scan ends at the first item of degree two.
    pub(super) fn item_with_fewest_branches(&self) -> ItemId {
        if let Some(item) = self.preferred_item() {
            return item;
        }
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

    /// Returns the first of the items to be covered that have the smallest [`Weights::measure`].
    /// Preferred items come before all others, and among them the fewest branches decide. At least
    /// one item must be left to cover.
    pub(super) fn item_by_weight(&self, weights: &Weights) -> ItemId {
        if let Some(item) = self.preferred_item() {
            return item;
        }
        let head = self.lists.item_count() as u32;
        let mut item = self.items[head as usize].right;
        let (mut least, mut best) = (f32::INFINITY, item);
        while item != head {
            let measure = weights.measure(item as usize, self.lists.len(item));
            if measure < least {
                (least, best) = (measure, item);
            }
            item = self.items[item as usize].right;
        }
        ItemId::new(best)
    }

    /// Returns the first of the preferred items to be covered that have the fewest branches, if any
    /// is left.
    fn preferred_item(&self) -> Option<ItemId> {
        if self.preferred.is_empty() {
            return None;
        }
        let head = self.lists.item_count() as u32;
        let mut item = self.items[head as usize].right;
        let mut best = None;
        while item != head {
            let len = self.lists.len(item);
            if self.preferred[item as usize] && best.is_none_or(|(fewest, _)| len < fewest) {
                best = Some((len, item));
            }
            item = self.items[item as usize].right;
        }
        best.map(|(_, item)| ItemId::new(item))
    }

    /// Returns the first short item from `*position` on that is still to be covered, with its
    /// branching degree, and moves the position past it.
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

    /// Returns the number of branches at an item that is to be covered. It is 0 or less at a dead
    /// end.
    #[inline]
    pub(super) fn degree(&self, item: ItemId) -> i32 {
        self.lists.len(item.get()).cast_signed()
    }

    /// True if an option is in no list because it has no primary item.
    pub(super) fn is_dropped(&self, option: OptionId) -> bool {
        self.lists.nodes_of(option).is_empty()
    }

    /// True if an item of this option is covered, or has a color that the option does not give it.
    pub(super) fn is_excluded(&self, option: OptionId) -> bool {
        self.lists.nodes_of(option).any(|node| {
            let item = self.lists.item_of(node);
            let paint = self.paint.get(item as usize).copied().unwrap_or_default();
            self.is_covered(item) || (paint.color != 0 && paint.color != self.color_of[node])
        })
    }

    /// Hides all options of an item that is to be covered. Returns true if another item that is to
    /// be covered has run out of options.
    #[inline]
    pub(super) fn hide_options(&mut self, item: ItemId) -> bool {
        // The item itself must not count as short.
        self.lists.add_to_len(item.get(), COVERED);
        let ran_out = self.lists.hide_options::<false>(item.get(), |_| true);
        self.lists.take_from_len(item.get(), COVERED);
        ran_out
    }

    /// Removes an item from the list of items to be covered. Its options stay until they are
    /// hidden.
    #[inline]
    pub(super) fn take(&mut self, item: u32) {
        self.lists.add_to_len(item, COVERED);
        let Neighbours { left, right } = self.items[item as usize];
        self.items[left as usize].right = right;
        self.items[right as usize].left = left;
    }

    /// Undoes [`take`](Self::take). Items must be given back in the reverse order of the takes.
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
    /// True if this arena equals a newly compiled one. The counters are not compared.
    pub(super) fn is_as_new(&self, new: &Self) -> bool {
        self.lists.are_as_new(&new.lists)
            && self.items == new.items
            && self.paint == new.paint
            && self.bounds == new.bounds
    }

    /// Checks that the lists are consistent and agree with the counts of the items.
    pub(super) fn assert_sane(&self, new: &Self) {
        let head = self.lists.item_count() as u32;
        for item in 0..=head {
            let Neighbours { left, right } = self.items[item as usize];
            // The links of a secondary item always point to the item itself.
            let listed = item == head || left == item || !self.is_covered(item);
            let found =
                self.items[left as usize].right == item && self.items[right as usize].left == item;
            assert_eq!(found, listed, "item {item} in the list of items");
        }
        for item in 0..head {
            // The parts of a count. At the start, the count can differ from their sum, so the check
            // compares changes.
            let parts = |arena: &Self| {
                let needed = arena.bounds.get(item as usize).map_or(0, |bound| bound.needed());
                let covered = if arena.is_covered(item) { COVERED } else { 0 };
                arena.lists.assert_sane(item).wrapping_sub(needed).wrapping_add(covered)
            };
            let change = self.lists.len(item).wrapping_sub(new.lists.len(item));
            assert_eq!(change, parts(self).wrapping_sub(parts(new)), "the count of item {item}");
        }
    }
}
