//! The dancing-links arena: the lists, and the moves on them.
//!
//! Nodes `0..items` are the heads of the items' lists; after them come the entries of the options, those of one option
//! side by side. Everything is an index of 32 bits into an array:
//!
//! ```text
//!          head of a   head of b   head of c  |  option 0: a c  |  option 1: a b
//! node         0           1           2      |     3     4     |     5     6
//! links      5,3         6,6         4,4      |   0,5   2,2     |   3,0   1,1       (up, down)
//! item_of      0           1           2      |     0     2     |     0     1
//! ```
//!
//! The layout was measured: links in pairs, with items, options and lengths each in an array of their own, is 5 to 25 %
//! faster than one struct of 12 or 16 bytes per node on matrices that fit in a cache, and up to 10 % slower on one of
//! 600,000 entries in random order; separate arrays for up and down lie between. The unchecked accesses of the two
//! innermost loops are worth 15 to 19 % on Sudoku and 25 % on pentominoes; elsewhere they would be worth less than 2 %,
//! so there are none. `docs/algorithms.md` has the tables.
//!
//! Invariants, on which the unsafe code rests:
//!
//! - `links`, `item_of` and `option_of` have the same length, and every link is below it. Only links change, and only to
//!   values that were links before or to the number of a node.
//! - Every value of `item_of` is below the number of items, the length of `len`.
//! - `starts` does not decrease, and its last value is the number of nodes.

#![allow(unsafe_code)]

use std::ops::Range;
use std::sync::Arc;

use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// Set in the length of a covered item: such an item never counts as short.
const COVERED: u32 = 1 << 31;
/// Set in the length of a secondary item, for the same reason: it is never a reason to branch or to give up.
const SECONDARY: u32 = 1 << 30;
// A length itself always stays below both.
const _: () = assert!(Problem::MAX_SIZE <= SECONDARY as usize);

/// A node's neighbours in the list of its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    up: u32,
    down: u32,
}

/// An item's neighbours in the list of the primary items that are to be covered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Neighbours {
    left: u32,
    right: u32,
}

/// A point to which [`Arena::undo`] can go back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    trail: usize,
    short: usize,
}

/// See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct Arena {
    links: Box<[Link]>,
    item_of: Box<[u32]>,
    option_of: Box<[u32]>,
    /// The nodes of option `o` are `starts[o]..starts[o + 1]`: none for an option without a primary item, which is in no
    /// list.
    starts: Box<[u32]>,
    /// How many options are in the list of each item, with the flags above.
    len: Box<[u32]>,
    /// For each item, and for one more at the end that is the head of the list.
    items: Box<[Neighbours]>,
    /// The options that are hidden, in the order in which it happened.
    trail: Vec<OptionId>,
    /// The items that came down to one option or to none while they were to be covered, in that order; what lies at
    /// `short_len` and after is left over. An item can be there twice, and can have been covered since.
    short: Box<[u32]>,
    short_len: usize,
    updates: u64,
    /// What the lists were at first, for arenas of up to [`KEPT`] nodes.
    initial: Option<Arc<Initial>>,
}

/// The parts of an arena that change, as they were at first.
#[derive(Debug)]
struct Initial {
    links: Box<[Link]>,
    len: Box<[u32]>,
    items: Box<[Neighbours]>,
    short_len: usize,
}

/// Copying the initial lists is faster than undoing when much is hidden. They are kept only where a copy stays within a
/// cache; a search of a larger problem is seldom the first of many.
const KEPT: usize = 1 << 16;

impl Arena {
    pub(super) fn new(problem: &Problem) -> Self {
        let items = problem.item_count() as u32;
        let primary = problem.primary_count() as u32;
        let mut links: Vec<Link> = (0..items).map(|item| Link { up: item, down: item }).collect();
        let mut item_of: Vec<u32> = (0..items).collect();
        // Heads belong to no option. Any number does for them, since they are never hidden.
        let mut option_of = vec![u32::MAX; items as usize];
        let mut starts = vec![items];
        let mut len = vec![0; items as usize];
        let mut longest = 0;
        for (option, entries) in problem.options() {
            if problem.is_choosable(option) {
                longest = longest.max(entries.len());
                for item in entries.iter().map(|item| item.get()) {
                    let node = links.len() as u32;
                    let last = links[item as usize].up;
                    links.push(Link { up: last, down: item });
                    links[last as usize].down = node;
                    links[item as usize].up = node;
                    item_of.push(item);
                    option_of.push(option.get());
                    len[item as usize] += 1;
                }
            }
            starts.push(links.len() as u32);
        }
        for len in &mut len[primary as usize..] {
            *len |= SECONDARY;
        }
        // Primary items form a ring with its head behind the last item; a secondary one is a ring of its own, which makes
        // taking it out of the list and putting it back the same as for a primary one.
        let neighbours = |item| match item {
            _ if item < primary => Neighbours {
                left: if item == 0 { items } else { item - 1 },
                right: if item + 1 == primary { items } else { item + 1 },
            },
            _ if item < items || primary == 0 => Neighbours { left: item, right: item },
            _ => Neighbours { left: primary - 1, right: 0 },
        };
        let mut arena = Self {
            links: links.into(),
            item_of: item_of.into(),
            option_of: option_of.into(),
            starts: starts.into(),
            len: len.into(),
            items: (0..=items).map(neighbours).collect(),
            trail: Vec::with_capacity(problem.option_count()),
            // Each primary item once at one option and once at none, and room for what `hide` writes and leaves over.
            short: vec![0; 2 * primary as usize + longest + 1].into(),
            short_len: 0,
            updates: 0,
            initial: None,
        };
        for item in 0..primary {
            if arena.len[item as usize] <= 1 {
                arena.short[arena.short_len] = item;
                arena.short_len += 1;
            }
        }
        if arena.links.len() <= KEPT {
            arena.initial = Some(Arc::new(Initial {
                links: arena.links.clone(),
                len: arena.len.clone(),
                items: arena.items.clone(),
                short_len: arena.short_len,
            }));
        }
        arena
    }

    /// Brings everything back to what it was at first, if a copy does that faster than undoing would; else does nothing
    /// and returns false. A Sudoku with one solution ends with all its options hidden: undoing that took a fifth of
    /// the time of an easy one.
    pub(super) fn restored_by_copy(&mut self) -> bool {
        let Some(initial) = &self.initial else { return false };
        // Copying it all takes about as long as undoing an eighth of the options (30 KB and 90 options of a Sudoku).
        if self.trail.len() * 8 < self.option_count() {
            return false;
        }
        self.links.copy_from_slice(&initial.links);
        self.len.copy_from_slice(&initial.len);
        self.items.copy_from_slice(&initial.items);
        self.short_len = initial.short_len;
        self.trail.clear();
        true
    }

    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    pub(super) fn reset_updates(&mut self) {
        self.updates = 0;
    }

    pub(super) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether every primary item is covered.
    pub(super) fn all_covered(&self) -> bool {
        self.items[self.len.len()].right as usize == self.len.len()
    }

    /// The first primary item with fewest options of those that are to be covered; there must be one. When no item is
    /// short, nothing is better than two options, so that the search through the items ends at the first such.
    pub(super) fn item_with_fewest_options(&self) -> ItemId {
        let head = self.len.len() as u32;
        let mut item = self.items[head as usize].right;
        let (mut fewest, mut best) = (u32::MAX, item);
        while item != head && fewest > 2 {
            let len = self.len[item as usize];
            if len < fewest {
                (fewest, best) = (len, item);
            }
            item = self.items[item as usize].right;
        }
        ItemId::new(best)
    }

    /// The next item at or after `*position` among the short ones that is still to be covered, and how many options it
    /// has, one or none; leaves the position behind it.
    #[inline]
    pub(super) fn next_short(&self, position: &mut usize) -> Option<(ItemId, u32)> {
        while let Some(&item) = self.short().get(*position) {
            *position += 1;
            let len = self.len[item as usize];
            if len & COVERED == 0 {
                return Some((ItemId::new(item), len));
            }
        }
        None
    }

    /// The items that came down to one option or none, see the field.
    fn short(&self) -> &[u32] {
        &self.short[..self.short_len]
    }

    /// An item of an option, or `None` if the option is in no list because it has no primary item.
    pub(super) fn first_item(&self, option: OptionId) -> Option<ItemId> {
        self.item_of[self.nodes_of(option)].first().map(|&item| ItemId::new(item))
    }

    /// Whether an item of this option is covered.
    pub(super) fn is_excluded(&self, option: OptionId) -> bool {
        self.item_of[self.nodes_of(option)].iter().any(|&item| self.len[item as usize] & COVERED != 0)
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), short: self.short_len }
    }

    /// The options hidden between two marks, as positions for [`hidden`](Self::hidden).
    pub(super) fn hidden_between(before: Mark, after: Mark) -> Range<usize> {
        before.trail..after.trail
    }

    /// The option that was hidden at this position of the trail.
    pub(super) fn hidden(&self, position: usize) -> OptionId {
        self.trail[position]
    }

    /// Covers an item: takes it out of those that are to be covered, and hides its options.
    #[inline]
    pub(super) fn cover(&mut self, item: ItemId) {
        self.take(item.get());
        self.hide_options::<false>(item.get());
    }

    /// Undoes [`cover`](Self::cover).
    #[inline]
    pub(super) fn uncover(&mut self, item: ItemId, before: Mark) {
        self.undo(before);
        self.give(item.get());
    }

    /// Covers the items of an option except `item`, which is covered already; stops half way and returns false as soon as
    /// an item that is to be covered has no option left. Items that ran out since `before` count.
    ///
    /// All items are taken before the first list is hidden: an item without options is then a dead end, and not one that
    /// this very option covers.
    #[inline]
    pub(super) fn cover_others(&mut self, option: OptionId, item: ItemId, before: Mark) -> bool {
        for node in self.nodes_of(option) {
            let other = self.item_of[node];
            if other != item.get() {
                self.take(other);
            }
        }
        if self.short()[before.short..].iter().any(|&item| self.len[item as usize] == 0) {
            return false;
        }
        for node in self.nodes_of(option) {
            let other = self.item_of[node];
            if other != item.get() && !self.hide_options::<true>(other) {
                return false;
            }
        }
        true
    }

    /// Undoes [`cover_others`](Self::cover_others), however far it came.
    #[inline]
    pub(super) fn uncover_others(&mut self, option: OptionId, item: ItemId, before: Mark) {
        self.undo(before);
        for node in self.nodes_of(option).rev() {
            let other = self.item_of[node];
            if other != item.get() {
                self.give(other);
            }
        }
    }

    #[inline]
    fn nodes_of(&self, option: OptionId) -> Range<usize> {
        self.starts[option.index()] as usize..self.starts[option.index() + 1] as usize
    }

    /// Takes an item out of those that are to be covered. Its options stay until they are hidden.
    #[inline]
    fn take(&mut self, item: u32) {
        self.len[item as usize] |= COVERED;
        let Neighbours { left, right } = self.items[item as usize];
        self.items[left as usize].right = right;
        self.items[right as usize].left = left;
    }

    /// Undoes [`take`](Self::take), in reverse order of the takings.
    #[inline]
    fn give(&mut self, item: u32) {
        self.len[item as usize] &= !COVERED;
        let Neighbours { left, right } = self.items[item as usize];
        self.items[left as usize].right = item;
        self.items[right as usize].left = item;
    }

    /// Hides every option of an item, which must have been taken; with `STOP` ends early and returns false when some
    /// item that is to be covered has run out of options.
    #[inline]
    fn hide_options<const STOP: bool>(&mut self, head: u32) -> bool {
        let mut node = self.links[head as usize].down;
        while node != head {
            // Read before the node is taken out, although it would still be there after.
            let next = self.links[node as usize].down;
            let ran_out = self.hide(self.option_of[node as usize]);
            if STOP && ran_out {
                return false;
            }
            node = next;
        }
        true
    }

    /// Takes an option out of all its lists; true if an item that is to be covered has no option left now.
    #[inline]
    fn hide(&mut self, option: u32) -> bool {
        let nodes = self.starts[option as usize]..self.starts[option as usize + 1];
        self.trail.push(OptionId::new(option));
        self.updates += u64::from(nodes.end - nodes.start);
        // One test for the whole option keeps the writes below within the array whatever the caller did.
        assert!(self.short_len + nodes.len() <= self.short.len(), "an item came down to one option more than twice");
        let mut ran_out = false;
        for node in nodes {
            // SAFETY: `node` is below the last value of `starts`, the number of nodes; links and items are in range by
            // the invariants of the arena, which the writes to `links` keep; `short_len` grows by at most one for each
            // of the option's nodes, for all of which there was room.
            unsafe {
                let Link { up, down } = *self.links.get_unchecked(node as usize);
                self.links.get_unchecked_mut(up as usize).down = down;
                self.links.get_unchecked_mut(down as usize).up = up;
                let item = *self.item_of.get_unchecked(node as usize);
                let len = self.len.get_unchecked_mut(item as usize);
                // Wraps only for a caller that undid out of order; the flags make no difference to it.
                *len = len.wrapping_sub(1);
                let len = *len;
                // Written always and kept rarely: a branch here is mispredicted too often (20 % on queens).
                *self.short.get_unchecked_mut(self.short_len) = item;
                self.short_len += usize::from(len <= 1);
                ran_out |= len == 0;
            }
        }
        ran_out
    }

    /// Puts back, last first, what was hidden since the mark.
    #[inline]
    fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            if let Some(option) = self.trail.pop() {
                self.unhide(option);
            }
        }
        self.short_len = self.short_len.min(mark.short);
    }

    #[inline]
    fn unhide(&mut self, option: OptionId) {
        let nodes = self.starts[option.index()]..self.starts[option.index() + 1];
        for node in nodes.rev() {
            // SAFETY: as in `hide`; the links that are written are the node itself.
            unsafe {
                let Link { up, down } = *self.links.get_unchecked(node as usize);
                self.links.get_unchecked_mut(up as usize).down = node;
                self.links.get_unchecked_mut(down as usize).up = node;
                let item = *self.item_of.get_unchecked(node as usize);
                let len = self.len.get_unchecked_mut(item as usize);
                *len = len.wrapping_add(1);
            }
        }
    }
}

#[cfg(test)]
impl Arena {
    /// Makes it undo everything step by step, as a large arena does.
    pub(super) fn forget_initial(&mut self) {
        self.initial = None;
    }

    /// Whether this arena is, to the last link, what a newly compiled one is. The counters do not matter.
    pub(super) fn is_as_new(&self, new: &Self) -> bool {
        self.links == new.links
            && self.len == new.len
            && self.items == new.items
            && self.trail == new.trail
            && self.short() == new.short()
    }

    /// Checks that the lists agree with each other and with the lengths (Knuth's `sanity`).
    pub(super) fn assert_sane(&self) {
        for item in 0..self.len.len() as u32 {
            let mut count = 0;
            let mut node = item;
            loop {
                let down = self.links[node as usize].down;
                assert_eq!(self.links[down as usize].up, node, "up and down disagree in the list of item {item}");
                assert_eq!(self.item_of[down as usize], item, "a node is in the wrong list");
                node = down;
                if node == item {
                    break;
                }
                count += 1;
            }
            assert_eq!(self.len[item as usize] & !(COVERED | SECONDARY), count, "length of item {item}");
        }
        for item in 0..self.items.len() as u32 {
            let Neighbours { left, right } = self.items[item as usize];
            let covered = self.len.get(item as usize).is_some_and(|len| len & COVERED != 0);
            assert_eq!(self.items[left as usize].right == item && self.items[right as usize].left == item, {
                // A secondary item is always its own neighbour.
                !covered || left == item
            });
        }
    }
}
