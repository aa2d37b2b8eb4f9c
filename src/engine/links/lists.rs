//! The lists that dance: which options are left for each item, and taking options out of all their
//! lists and putting them back.
//!
//! Nodes `0..items` are the heads of the items' lists; after them come the entries of the options,
//! those of one option side by side. Everything is an index of 32 bits into an array:
//!
//! ```text
//!          head of a   head of b   head of c  |  option 0: a c  |  option 1: a b
//! node         0           1           2      |     3     4     |     5     6
//! links      5,3         6,6         4,4      |   0,5   2,2     |   3,0   1,1       (up, down)
//! item_of      0           1           2      |     0     2     |     0     1
//! ```
//!
//! The layout was measured: links in pairs, with items, options and lengths each in an array of
//! their own, is 5 to 25 % faster than one struct of 12 or 16 bytes per node on matrices that fit
//! in a cache, and up to 10 % slower on one of 600,000 entries in random order; separate arrays for
//! up and down lie between. The unchecked accesses of the two innermost loops are worth 15 to 19 %
//! on Sudoku and 25 % on pentominoes; elsewhere they would be worth less than 2 %, so there are
//! none. `docs/engines/links.md` has the figures.
//!
//! Invariants, on which the unsafe code rests, and which nothing outside of this file can break:
//!
//! - `links`, `item_of` and `option_of` have the same length, and every link is below it. Only
//!   links change, and only to values that were links before or to the number of a node.
//! - Every value of `item_of` is below the number of items, the length of `len`.
//! - `starts` does not decrease, and its last value is the number of nodes.

#![allow(unsafe_code)]

use std::ops::Range;
use std::sync::Arc;

use crate::ids::OptionId;

/// A node's neighbours in the list of its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    up: u32,
    down: u32,
}

/// A point to which [`Lists::undo`] can go back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    trail: u32,
    short: u32,
}

impl Mark {
    /// The options that were hidden between this mark and a later one, as positions for
    /// [`Lists::hidden`]: the first, and the one behind the last.
    pub(super) fn hidden_until(self, after: Self) -> (u32, u32) {
        (self.trail, after.trail)
    }
}

/// See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    links: Box<[Link]>,
    item_of: Box<[u32]>,
    option_of: Box<[u32]>,
    /// The nodes of option `o` are `starts[o]..starts[o + 1]`.
    starts: Box<[u32]>,
    /// For each item a number that is lowered by one for each of its options that is hidden: at
    /// first that of its options, or whatever the owner makes of it. It may wrap.
    len: Box<[u32]>,
    /// The options that are hidden, in the order in which it happened.
    trail: Vec<OptionId>,
    /// The items whose number came down to one or to 0, in that order; what lies at `short_len` and
    /// after is left over.
    short: Box<[u32]>,
    short_len: usize,
    updates: u64,
    /// The lists as they were at first, if they have up to [`KEPT`] nodes.
    initial: Option<Arc<Initial>>,
}

/// The parts that change, as they were at first.
#[derive(Debug)]
struct Initial {
    links: Box<[Link]>,
    len: Box<[u32]>,
    short_len: usize,
}

/// Copying the initial lists is faster than undoing when much is hidden. They are kept only where a
/// copy stays within a cache; a search of a larger problem is seldom the first of many.
const KEPT: usize = 1 << 16;

/// What lists are made of.
pub(super) struct Parts {
    pub(super) items: u32,
    /// The items of all options, one option after the other.
    pub(super) entries: Vec<u32>,
    /// Option `o` has the entries `starts[o]..starts[o + 1]`.
    pub(super) starts: Vec<u32>,
    /// In which order the options go into the lists, each once.
    pub(super) order: Vec<u32>,
    /// How often items can come down to one or to 0 without an undo between.
    pub(super) shortages: usize,
}

impl Lists {
    /// # Panics
    /// If an entry, an option or a start is out of range, or there are too many of them for 32
    /// bits.
    pub(super) fn new(parts: Parts) -> Self {
        let Parts { items, entries, starts, order, shortages } = parts;
        assert!(
            entries.iter().all(|&item| item < items)
                && starts.is_sorted()
                && starts.first() == Some(&0)
        );
        assert!(starts.last().is_some_and(|&end| end as usize == entries.len()));
        assert!(items as usize + entries.len() + shortages < u32::MAX as usize);

        let starts: Box<[u32]> = starts.into_iter().map(|start| items + start).collect();
        let mut links: Vec<Link> = (0..items).map(|item| Link { up: item, down: item }).collect();
        links.resize(items as usize + entries.len(), Link { up: 0, down: 0 });
        // Heads belong to no option. Any number does for them, since they are never hidden.
        let mut option_of = vec![u32::MAX; links.len()];
        let mut len = vec![0; items as usize];
        let item_of: Box<[u32]> = (0..items).chain(entries).collect();
        let mut longest = 0;
        for option in order {
            let nodes = starts[option as usize]..starts[option as usize + 1];
            longest = longest.max(nodes.len());
            for node in nodes {
                let item = item_of[node as usize];
                let last = links[item as usize].up;
                links[node as usize] = Link { up: last, down: item };
                links[last as usize].down = node;
                links[item as usize].up = node;
                option_of[node as usize] = option;
                len[item as usize] += 1;
            }
        }
        Self {
            trail: Vec::with_capacity(starts.len()),
            links: links.into(),
            item_of,
            option_of: option_of.into(),
            starts,
            len: len.into(),
            // `hide` writes beyond what it keeps.
            short: vec![0; shortages + longest + 1].into(),
            short_len: 0,
            updates: 0,
            initial: None,
        }
    }

    /// To be called when the numbers of the items are what they are to be at first: notes those
    /// that are short already.
    pub(super) fn set_initial(&mut self, short: impl IntoIterator<Item = u32>) {
        for item in short {
            self.short[self.short_len] = item;
            self.short_len += 1;
        }
        if self.links.len() <= KEPT {
            let (links, len) = (self.links.clone(), self.len.clone());
            self.initial = Some(Arc::new(Initial { links, len, short_len: self.short_len }));
        }
    }

    /// Brings everything back to what it was at first, if a copy does that faster than undoing
    /// would; else does nothing and returns false. A Sudoku with one solution ends with all its
    /// options hidden: undoing that took a fifth of the time of an easy one.
    pub(super) fn restored_by_copy(&mut self) -> bool {
        let Some(initial) = &self.initial else { return false };
        // Copying it all takes about as long as undoing an eighth of the options (30 KB and 90
        // options of a Sudoku).
        if self.trail.len() * 8 < self.option_count() {
            return false;
        }
        self.links.copy_from_slice(&initial.links);
        self.len.copy_from_slice(&initial.len);
        self.short_len = initial.short_len;
        self.trail.clear();
        true
    }

    pub(super) fn item_count(&self) -> usize {
        self.len.len()
    }

    pub(super) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many nodes were taken out of a list since the last reset.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    pub(super) fn reset_updates(&mut self) {
        self.updates = 0;
    }

    /// The nodes of an option.
    #[inline]
    pub(super) fn nodes_of(&self, option: OptionId) -> Range<usize> {
        self.starts[option.index()] as usize..self.starts[option.index() + 1] as usize
    }

    /// The item of a node.
    #[inline]
    pub(super) fn item_of(&self, node: usize) -> u32 {
        self.item_of[node]
    }

    /// The number of an item, see the field.
    #[inline]
    pub(super) fn len(&self, item: u32) -> u32 {
        self.len[item as usize]
    }

    /// Adds to the number of an item; wraps.
    #[inline]
    pub(super) fn add_to_len(&mut self, item: u32, more: u32) {
        self.len[item as usize] = self.len[item as usize].wrapping_add(more);
    }

    /// Takes away from the number of an item; wraps.
    #[inline]
    pub(super) fn take_from_len(&mut self, item: u32, less: u32) {
        self.len[item as usize] = self.len[item as usize].wrapping_sub(less);
    }

    /// The first option in the list of an item.
    pub(super) fn first_option(&self, item: u32) -> Option<OptionId> {
        let node = self.links[item as usize].down;
        (node != item).then(|| OptionId::new(self.option_of[node as usize]))
    }

    /// The options in the list of an item, in order.
    pub(super) fn options_of(&self, item: u32) -> impl Iterator<Item = OptionId> {
        let next =
            move |&node: &u32| Some(self.links[node as usize].down).filter(|&node| node != item);
        std::iter::successors(next(&item), next)
            .map(|node| OptionId::new(self.option_of[node as usize]))
    }

    /// How many options are hidden.
    #[inline]
    pub(super) fn hidden_count(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn mark(&self) -> Mark {
        // Both are below the number of nodes, or a small multiple of that of the items.
        Mark { trail: self.trail.len() as u32, short: self.short_len as u32 }
    }

    /// The option that was hidden at this position of the trail.
    #[inline]
    pub(super) fn hidden(&self, position: u32) -> OptionId {
        self.trail[position as usize]
    }

    /// The items whose number came down to one or 0: an item can be there twice, and can have risen
    /// since.
    #[inline]
    pub(super) fn short(&self) -> &[u32] {
        &self.short[..self.short_len]
    }

    /// Those that came down since a mark.
    #[inline]
    pub(super) fn short_since(&self, mark: Mark) -> &[u32] {
        &self.short()[mark.short as usize..]
    }

    /// Hides every option of an item for which `which` is true of the node; true if the number of
    /// some item has come down to 0. With `STOP`, ends there.
    #[inline]
    pub(super) fn hide_options<const STOP: bool>(
        &mut self,
        item: u32,
        which: impl Fn(usize) -> bool,
    ) -> bool {
        let mut ran_out = false;
        let mut node = self.links[item as usize].down;
        while node != item {
            // Read before the node is taken out, although it would still be there after.
            let next = self.links[node as usize].down;
            if which(node as usize) {
                ran_out |= self.hide(OptionId::new(self.option_of[node as usize]));
                if STOP && ran_out {
                    return true;
                }
            }
            node = next;
        }
        ran_out
    }

    /// Takes an option out of all its lists; true if the number of some item has come down to 0.
    #[inline]
    pub(super) fn hide(&mut self, option: OptionId) -> bool {
        let nodes = self.starts[option.index()]..self.starts[option.index() + 1];
        self.trail.push(option);
        self.updates += u64::from(nodes.end - nodes.start);
        // One test for the whole option keeps the writes below within the array whatever the caller
        // did.
        assert!(
            self.short_len + nodes.len() <= self.short.len(),
            "items came down to one option too often"
        );
        let mut ran_out = false;
        for node in nodes {
            // SAFETY: `node` is below the last value of `starts`, the number of nodes; links and
            // items are in range by the invariants of the lists, which the writes to `links` keep;
            // `short_len` grows by at most one for each of the option's nodes, for all of which
            // there was room.
            unsafe {
                let Link { up, down } = *self.links.get_unchecked(node as usize);
                self.links.get_unchecked_mut(up as usize).down = down;
                self.links.get_unchecked_mut(down as usize).up = up;
                let item = *self.item_of.get_unchecked(node as usize);
                let len = self.len.get_unchecked_mut(item as usize);
                *len = len.wrapping_sub(1);
                let len = *len;
                // Written always and kept rarely: a branch here is mispredicted too often (20 % on
                // queens).
                *self.short.get_unchecked_mut(self.short_len) = item;
                self.short_len += usize::from(len <= 1);
                ran_out |= len == 0;
            }
        }
        ran_out
    }

    /// Puts back, last first, what was hidden since the mark.
    ///
    /// One copy for all callers: with a copy in each, the time of dominoes, whose options have two
    /// nodes, is 26 or 41 ms depending on where the copies happen to lie.
    #[inline(never)]
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail as usize {
            if let Some(option) = self.trail.pop() {
                self.unhide(option);
            }
        }
        self.short_len = self.short_len.min(mark.short as usize);
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
impl Lists {
    /// Makes it undo everything step by step, as large lists do.
    pub(super) fn forget_initial(&mut self) {
        self.initial = None;
    }

    /// Whether these are, to the last link, what newly made ones are. The counters do not matter.
    pub(super) fn are_as_new(&self, new: &Self) -> bool {
        self.links == new.links
            && self.len == new.len
            && self.trail == new.trail
            && self.short() == new.short()
    }

    /// Checks that the list of an item is one (Knuth's `sanity`), and returns how many options it
    /// has.
    pub(super) fn assert_sane(&self, item: u32) -> u32 {
        let (mut count, mut node) = (0, item);
        loop {
            let down = self.links[node as usize].down;
            assert_eq!(
                self.links[down as usize].up, node,
                "up and down disagree in the list of item {item}"
            );
            assert_eq!(self.item_of[down as usize], item, "a node is in the wrong list");
            if down == item {
                return count;
            }
            (count, node) = (count + 1, down);
        }
    }
}
