//! The doubly linked lists of the remaining options of each item, with operations that remove an
//! option from all its lists and put it back.
//!
//! Nodes `0..items` are the heads of the items' lists. The entries of the options follow, with
//! those of one option side by side. All links are 32-bit indices:
//!
//! ```text
//!          head of a   head of b   head of c  |  option 0: a c  |  option 1: a b
//! node         0           1           2      |     3     4     |     5     6
//! links      5,3         6,6         4,4      |   0,5   2,2     |   3,0   1,1       (up, down)
//! item_of      0           1           2      |     0     2     |     0     1
//! ```
//!
//! Measurements led to this layout. Pairs of links, with items, options and lengths in separate
//! arrays, are 5 to 25% faster than one struct of 12 or 16 bytes per node on matrices that fit
//! into a cache, and up to 10% slower on a matrix of 600,000 entries in random order. Separate
//! arrays for up and down links are between the two. The unchecked accesses of the two innermost
//! loops gain 15 to 19% on Sudoku and 25% on pentominoes. Elsewhere they would gain less than
//! 2%, so accesses are checked there. `README.md` beside this file has more figures.
//!
//! The unsafe code relies on these invariants, which no code outside of this file can break:
//!
//! - `links`, `item_of` and `option_of` have the same length, and every link is below it. Only
//!   links change, and only to values that were links before or to the index of a node.
//! - Every value of `item_of` is below the number of items, the length of `len`.
//! - `starts` does not decrease, and its last value is the number of nodes.

#![allow(unsafe_code)]

use std::ops::Range;
use std::sync::Arc;

use crate::ids::OptionId;

/// The neighbours of a node in the list of its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Link {
    up: u32,
    down: u32,
}

/// A state to which [`Lists::undo`] can return.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    trail: u32,
    short: u32,
}

impl Mark {
    /// Returns the range of positions of the options hidden between this mark and a later one, as
    /// its start and end. [`Lists::hidden`] takes such positions.
    pub(super) fn hidden_until(self, after: Self) -> (u32, u32) {
        (self.trail, after.trail)
    }
}

/// The lists of a search. The file comment describes them.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    links: Box<[Link]>,
    item_of: Box<[u32]>,
    option_of: Box<[u32]>,
    /// The nodes of option `o` are `starts[o]..starts[o + 1]`.
    starts: Box<[u32]>,
    /// The count of each item. It starts as the number of options of the item, and each hidden
    /// option lowers it by one. The owner can add to it. The arithmetic wraps.
    len: Box<[u32]>,
    /// The hidden options, in the order in which they were hidden.
    trail: Vec<OptionId>,
    /// The items that were short at the start, then those whose count fell to 1 or to 0, in the
    /// order in which that happened. Entries from `short_len` on are unused.
    short: Box<[u32]>,
    short_len: usize,
    updates: u64,
    /// The initial state of the lists, if they have at most [`KEPT`] nodes.
    initial: Option<Arc<Initial>>,
}

/// The initial state of the parts that change.
#[derive(Debug)]
struct Initial {
    links: Box<[Link]>,
    len: Box<[u32]>,
    short_len: usize,
}

/// The largest number of nodes for which the initial lists are kept. Copying them is faster than
/// undoing if many options are hidden. The copy must fit into a cache, and a large problem is
/// seldom searched many times.
const KEPT: usize = 1 << 16;

pub(super) struct Parts {
    pub(super) items: u32,
    /// The item of each node: first all items in order, for the heads, and then the items of all
    /// options, one option after the other.
    pub(super) item_of: Vec<u32>,
    /// The nodes of option `o` are `starts[o]..starts[o + 1]`.
    pub(super) starts: Vec<u32>,
    /// The order in which the options are appended to the lists, each once.
    pub(super) order: Vec<u32>,
    /// The largest number of times that counts fall to 1 or to 0 without an undo in between.
    pub(super) shortages: usize,
}

impl Lists {
    /// Builds the lists.
    ///
    /// # Panics
    /// If an entry, an option or a start is out of range, or there are too many of them for 32
    /// bits.
    pub(super) fn new(parts: Parts) -> Self {
        let Parts { items, item_of, starts, order, shortages } = parts;
        assert!(starts.is_sorted() && starts.first() == Some(&items));
        assert!(starts.last().is_some_and(|&end| end as usize == item_of.len()));
        // Unlike `all`, this needs no branch for each node.
        assert!(item_of.iter().fold(true, |all, &item| all & (item < items)));
        debug_assert!(item_of.iter().zip(0..items).all(|(&item, head)| item == head));
        assert!(item_of.len() + shortages < u32::MAX as usize);

        let mut links: Vec<Link> = (0..items).map(|item| Link { up: item, down: item }).collect();
        links.resize(item_of.len(), Link { up: 0, down: 0 });
        // Heads belong to no option. Their value does not matter, because they are never hidden.
        let mut option_of = vec![u32::MAX; links.len()];
        let mut len = vec![0; items as usize];
        let mut longest = 0;
        for option in order {
            let [first, end] = [starts[option as usize], starts[option as usize + 1]];
            let nodes = first as usize..end as usize;
            longest = longest.max(nodes.len());
            for node in nodes {
                let item = item_of[node];
                let last = links[item as usize].up;
                links[item as usize].up = node as u32;
                links[last as usize].down = node as u32;
                links[node] = Link { up: last, down: item };
                option_of[node] = option;
                len[item as usize] += 1;
            }
        }
        Self {
            trail: Vec::with_capacity(starts.len()),
            links: links.into(),
            item_of: item_of.into(),
            option_of: option_of.into(),
            starts: starts.into(),
            len: len.into(),
            // `hide` needs room for every node of an option, and writes one entry beyond those that
            // it keeps.
            short: vec![0; shortages + longest + 1].into(),
            short_len: 0,
            updates: 0,
            initial: None,
        }
    }

    /// Makes the current state the initial one. Called once, when the counts have their initial
    /// values. `short` holds the items that are already short.
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

    /// Restores the initial state from a copy if there is one and that is faster than undoing.
    /// Otherwise does nothing and returns false. The search of a Sudoku with one solution ends with
    /// nearly all options hidden. Undoing them all took a fifth of the time of an easy Sudoku.
    pub(super) fn restore_by_copy(&mut self) -> bool {
        let Some(initial) = &self.initial else { return false };
        // A copy takes about as long as undoing an eighth of the options (30 KB and 90 options for
        // a Sudoku).
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

    /// Returns the number of options that have nodes.
    pub(super) fn nonempty_count(&self) -> usize {
        self.starts.windows(2).filter(|ends| ends[0] < ends[1]).count()
    }

    /// Returns the number of nodes removed from lists since the last reset.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    pub(super) fn reset_updates(&mut self) {
        self.updates = 0;
    }

    #[inline]
    pub(super) fn nodes_of(&self, option: OptionId) -> Range<usize> {
        self.starts[option.index()] as usize..self.starts[option.index() + 1] as usize
    }

    #[inline]
    pub(super) fn item_of(&self, node: usize) -> u32 {
        self.item_of[node]
    }

    #[inline]
    pub(super) fn len(&self, item: u32) -> u32 {
        self.len[item as usize]
    }

    /// Adds to the count of an item. The sum wraps.
    #[inline]
    pub(super) fn add_to_len(&mut self, item: u32, more: u32) {
        self.len[item as usize] = self.len[item as usize].wrapping_add(more);
    }

    /// Subtracts from the count of an item. The difference wraps.
    #[inline]
    pub(super) fn take_from_len(&mut self, item: u32, less: u32) {
        self.len[item as usize] = self.len[item as usize].wrapping_sub(less);
    }

    pub(super) fn first_option(&self, item: u32) -> Option<OptionId> {
        let node = self.links[item as usize].down;
        (node != item).then(|| OptionId::new(self.option_of[node as usize]))
    }

    /// Iterates over the options in the list of an item, in order.
    pub(super) fn options_of(&self, item: u32) -> impl Iterator<Item = OptionId> {
        let next =
            move |&node: &u32| Some(self.links[node as usize].down).filter(|&node| node != item);
        std::iter::successors(next(&item), next)
            .map(|node| OptionId::new(self.option_of[node as usize]))
    }

    #[inline]
    pub(super) fn hidden_count(&self) -> usize {
        self.trail.len()
    }

    pub(super) fn mark(&self) -> Mark {
        // Both numbers fit into 32 bits, by the last assertion of `new`.
        Mark { trail: self.trail.len() as u32, short: self.short_len as u32 }
    }

    /// Returns the hidden option at this position of the trail.
    #[inline]
    pub(super) fn hidden(&self, position: u32) -> OptionId {
        self.trail[position as usize]
    }

    /// Returns the options that were hidden after a mark, in the order in which they were hidden.
    pub(super) fn hidden_since(&self, mark: Mark) -> &[OptionId] {
        &self.trail[mark.trail as usize..]
    }

    /// Returns the items that were short at the start, then those whose count fell to 1 or 0. An
    /// item can occur more than once, and its count may have risen since.
    #[inline]
    pub(super) fn short(&self) -> &[u32] {
        &self.short[..self.short_len]
    }

    /// Returns the items whose count fell to 1 or 0 after a mark.
    #[inline]
    pub(super) fn short_since(&self, mark: Mark) -> &[u32] {
        &self.short()[mark.short as usize..]
    }

    /// Hides each option of an item if `which` is true for its node. Returns true if the count of
    /// an item has fallen to 0. With `STOP`, returns as soon as that happens.
    #[inline]
    pub(super) fn hide_options<const STOP: bool>(
        &mut self,
        item: u32,
        which: impl Fn(usize) -> bool,
    ) -> bool {
        let mut ran_out = false;
        let mut node = self.links[item as usize].down;
        while node != item {
            // The link is read before the node is hidden. Hiding does not change it.
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

    /// Removes an option from all its lists. Returns true if the count of an item has fallen to 0.
    #[inline]
    pub(super) fn hide(&mut self, option: OptionId) -> bool {
        let nodes = self.starts[option.index()]..self.starts[option.index() + 1];
        self.trail.push(option);
        self.updates += u64::from(nodes.end - nodes.start);
        // This check of the whole option keeps the writes below within the array for every caller.
        assert!(
            self.short_len + nodes.len() <= self.short.len(),
            "items came down to one option too often"
        );
        // Locals stay in registers, however the callers are compiled.
        let (links, len, short) = (&mut *self.links, &mut *self.len, &mut *self.short);
        let (item_of, mut short_len, mut ran_out) = (&*self.item_of, self.short_len, false);
        for node in nodes {
            // SAFETY: `node` is below the last value of `starts`, the number of nodes; links and
            // items are in range by the invariants of the lists, which the writes to `links` keep;
            // `short_len` grows by at most one for each node of the option, and the assertion above
            // has checked that there is room for all of them.
            unsafe {
                let Link { up, down } = *links.get_unchecked(node as usize);
                links.get_unchecked_mut(up as usize).down = down;
                links.get_unchecked_mut(down as usize).up = up;
                let item = *item_of.get_unchecked(node as usize);
                let len = len.get_unchecked_mut(item as usize);
                *len = len.wrapping_sub(1);
                let len = *len;
                // The write is unconditional, although it is rarely kept: a branch here would be
                // mispredicted too often (20% on queens).
                *short.get_unchecked_mut(short_len) = item;
                short_len += usize::from(len <= 1);
                ran_out |= len == 0;
            }
        }
        self.short_len = short_len;
        ran_out
    }

    /// Restores the options hidden since the mark, the last one first.
    ///
    /// It is not inlined into its callers. With several copies, dominoes (two nodes per option)
    /// take 26 or 41 ms, depending on the addresses of the copies.
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
            // SAFETY: as in `hide`. The value written to the links is the node itself.
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
    /// Drops the initial state. Everything is then undone step by step, as in large lists.
    pub(super) fn forget_initial(&mut self) {
        self.initial = None;
    }

    /// True if these lists equal newly built ones. The counters are not compared.
    pub(super) fn are_as_new(&self, new: &Self) -> bool {
        self.links == new.links
            && self.len == new.len
            && self.trail == new.trail
            && self.short() == new.short()
    }

    /// Checks that the list of an item is well formed (Knuth's `sanity`), and returns its length.
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
