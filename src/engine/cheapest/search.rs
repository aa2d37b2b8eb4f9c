//! The search below a limit: branch and bound over masks.
//!
//! An entry is an option that is still possible, or the slack of a secondary item, as a mask over
//! the items, with its rank in the order of net costs. The entries of a node are in that order, so
//! those that the limit excludes are at the end. Choosing an entry copies the others within the
//! limit that share no item with it. The same pass finds the items with no entry, with one and with
//! two. A second scan finds the item whose first entry comes last. The cheapest entry of this item
//! costs at least as much as that of any other item. Every cover pays at least that net cost for
//! the item, so entries without the item must leave room for it. The search branches on an item
//! with the fewest entries. If several have two, it chooses the one whose cheapest entry is the
//! most expensive.

mod any_search;

pub(super) use any_search::AnySearch;

use super::compiled::{Compiled, CompiledEntry};
use crate::engine::simd::Simd;
use crate::engine::simd::dispatch::{Isa, Job};
use crate::engine::simd::filter::{
    Arrays, AtLeast, Mask, MaskFilter, Span, is_empty, lowest, union, without,
};
use crate::search::{Stats, Step};

/// An option, or the slack of a secondary item: see [`Compiled`].
#[derive(Clone, Copy, Debug)]
struct Entry<const W: usize> {
    mask: Mask<W>,
    net_cost: i64,
    /// The number of the option, or [`NO_OPTION`](super::compiled::NO_OPTION).
    option: u32,
}

/// A node whose branches are not known yet.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    span: Span,
    /// The items with at least one, two and three entries in the span.
    at_least: AtLeast<W>,
    covered: Mask<W>,
    /// The net cost of the entries chosen, plus the taxes: a lower bound.
    bound: i64,
}

/// A branching node. Its branches are the entries of an item.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    span: Span,
    covered: Mask<W>,
    bound: i64,
    item: usize,
    /// The index at which the search for the next entry of the item begins.
    at: usize,
    /// The number of entries chosen, including forced ones.
    chosen: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    TryBranch,
    Exhausted,
}

/// A search for covers below a limit.
#[derive(Clone, Debug)]
struct Search<const W: usize> {
    simd: Simd,
    /// The primary items, and the secondary items with a tax: see [`Compiled`].
    items: Mask<W>,
    /// The number of words up to the last one with items.
    words: usize,
    /// All entries, in order of net cost.
    all: Vec<Entry<W>>,
    /// The entries of this search, in order of net cost.
    root: Vec<Entry<W>>,
    /// The lower bound that the taxes give: `Taxes::bound`.
    bound: i64,
    /// False if the choices of the cube contradict each other.
    is_possible: bool,
    /// The ranks of the entries that all covers have.
    prefix: Vec<u32>,
    /// The net cost of the prefix plus `bound`.
    prefix_bound: i64,
    /// The limit, in the unit of the net costs. Nodes whose bound reaches it are pruned.
    limit: i64,
    /// True if a node or an entry has been pruned since the start.
    is_pruned: bool,
    /// The entries of the root, followed by those of each node on the path to the current one.
    /// Their names are their ranks.
    arrays: Arrays<W>,
    levels: Vec<Level<W>>,
    node: Node<W>,
    chosen: Vec<u32>,
    next: Next,
    stats: Stats,
}

impl<const W: usize> Search<W> {
    fn new(compiled: &Compiled) -> Self {
        let mask = |items: &[u32]| {
            let mut mask = [0; W];
            items.iter().for_each(|&item| mask[item as usize / 64] |= 1 << (item % 64));
            mask
        };
        let entry = |entry: &CompiledEntry| Entry {
            mask: mask(&entry.items),
            net_cost: entry.net_cost,
            option: entry.option,
        };
        let all: Vec<Entry<W>> = compiled.entries.iter().map(entry).collect();
        let items = mask(&compiled.items);
        let nothing = Span { start: 0, len: 0 };
        let node = Node { span: nothing, at_least: AtLeast::NONE, covered: [0; W], bound: 0 };
        Self {
            simd: Simd::best(),
            items,
            words: items.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1),
            arrays: Arrays::new(all.iter().map(|entry| entry.mask)),
            root: all.clone(),
            all,
            bound: compiled.bound,
            is_possible: true,
            prefix: Vec::new(),
            prefix_bound: compiled.bound,
            limit: 0,
            is_pruned: false,
            levels: Vec::new(),
            node,
            chosen: Vec::new(),
            next: Next::Exhausted,
            stats: Stats::default(),
        }
    }

    #[inline(always)]
    fn advance_to<S: MaskFilter>(&mut self, isa: S, last_node: u64) -> Step {
        loop {
            match self.next {
                Next::Enter if self.stats.nodes >= last_node => return Step::Paused,
                Next::Enter => {
                    self.next = Next::TryBranch;
                    if self.enter(isa) {
                        return Step::Cover;
                    }
                }
                Next::TryBranch => {
                    let has_next = self.try_next(isa);
                    self.next = if has_next { Next::Enter } else { Next::Exhausted };
                }
                Next::Exhausted => return Step::Exhausted,
            }
        }
    }

    /// Takes forced entries until the node is a cover or a dead end, or branches. Pushes a level if
    /// it branches. Returns true for a cover.
    #[inline(always)]
    fn enter<S: MaskFilter>(&mut self, isa: S) -> bool {
        let mut node = self.node;
        loop {
            self.stats.nodes += 1;
            let left = without(&self.items, &node.covered);
            let room = self.limit - node.bound;
            if room <= 0 {
                self.is_pruned = true;
                return false;
            }
            if is_empty(&left) {
                return true;
            }
            if !self.tighten(isa, &mut node, &left, room) {
                return false;
            }
            let single = without(&left, &node.at_least.two);
            if is_empty(&single) {
                let double = without(&left, &node.at_least.three);
                let item = if is_empty(&double) {
                    self.arrays.rarest(isa, node.span, &left, self.words)
                } else {
                    lowest(&self.arrays.all_seen(node.span, &double).1)
                };
                let Some(item) = item else { return false };
                let Node { span, covered, bound, .. } = node;
                let chosen = self.chosen.len();
                self.levels.push(Level { span, covered, bound, item, at: span.start, chosen });
                return false;
            }
            // Among the items with a single entry, the one with the most expensive entry.
            let (at, _) = self.arrays.all_seen(node.span, &single);
            let Node { span, covered, bound, .. } = node;
            node = self.choose(isa, span, &covered, bound, at, span.start);
        }
    }

    #[inline(always)]
    fn net_cost_at(&self, at: usize) -> i64 {
        self.root[self.arrays.name(at)].net_cost
    }

    /// Returns the number of entries of a span with a net cost less than `room`.
    #[inline(always)]
    fn cheaper(&self, span: Span, room: i64) -> usize {
        let (mut least, mut most) = (0, span.len);
        while least < most {
            let middle = usize::midpoint(least, most);
            if self.net_cost_at(span.start + middle) < room {
                least = middle + 1;
            } else {
                most = middle;
            }
        }
        least
    }

    /// Removes the entries that leave no room for the item whose cheapest entry is the most
    /// expensive. Returns false if an item has no entry that the limit allows.
    #[inline(always)]
    fn tighten<S: MaskFilter>(
        &mut self,
        isa: S,
        node: &mut Node<W>,
        left: &Mask<W>,
        room: i64,
    ) -> bool {
        loop {
            if !is_empty(&without(left, &node.at_least.one)) {
                return false;
            }
            let (last, new) = self.arrays.all_seen(node.span, left);
            let least = self.net_cost_at(last);
            if least >= room {
                self.is_pruned = true;
                return false;
            }
            if least == 0 {
                return true;
            }
            let Span { start, len } = node.span;
            let mut kept = self.cheaper(node.span, room - least);
            if kept == len {
                return true;
            }
            let Some(item) = lowest(&new) else { return true };
            let mut at = start + kept;
            while let Some(found) = isa.find(&self.arrays, node.span, at, item) {
                self.arrays.copy(found, start + kept);
                kept += 1;
                at = found + 1;
            }
            if kept == len {
                return true;
            }
            self.is_pruned = true;
            let span = Span { start, len: kept };
            (node.span, node.at_least) =
                isa.filter(&mut self.arrays, span, start, &[0; W], self.words);
        }
    }

    /// Chooses the entry at an index of a span. Copies the remaining entries to index `to`.
    #[inline(always)]
    fn choose<S: MaskFilter>(
        &mut self,
        isa: S,
        span: Span,
        covered: &Mask<W>,
        bound: i64,
        at: usize,
        to: usize,
    ) -> Node<W> {
        let mask = self.arrays.mask(at);
        self.chosen.push(self.arrays.name(at) as u32);
        let bound = bound + self.net_cost_at(at);
        let len = self.cheaper(span, self.limit - bound);
        self.is_pruned |= len < span.len;
        self.stats.updates += len as u64;
        let affordable = Span { start: span.start, len };
        let (span, at_least) = isa.filter(&mut self.arrays, affordable, to, &mask, self.words);
        Node { span, at_least, covered: union(covered, &mask), bound }
    }

    /// Moves to the next branch, at the last level or above. Returns false if there is none.
    #[inline(always)]
    fn try_next<S: MaskFilter>(&mut self, isa: S) -> bool {
        while let Some(level) = self.levels.last_mut() {
            self.chosen.truncate(level.chosen);
            if let Some(at) = isa.find(&self.arrays, level.span, level.at, level.item) {
                level.at = at + 1;
                let Level { span, covered, bound, .. } = *level;
                // The entries are in order of net cost, so if this one is too expensive, so are the
                // rest.
                if bound + self.net_cost_at(at) < self.limit {
                    self.node = self.choose(isa, span, &covered, bound, at, span.end());
                    return true;
                }
                self.is_pruned = true;
            }
            self.levels.pop();
        }
        false
    }
}

struct Advance<'a, const W: usize> {
    search: &'a mut Search<W>,
    last_node: u64,
}

impl<const W: usize> Job for Advance<'_, W> {
    type Output = Step;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Step {
        self.search.advance_to(isa, self.last_node)
    }
}

/// A job that copies the entries of `span` that share no item with `covered`.
struct Copy<'a, const W: usize> {
    arrays: &'a mut Arrays<W>,
    span: Span,
    to: usize,
    covered: Mask<W>,
    words: usize,
}

impl<const W: usize> Job for Copy<'_, W> {
    type Output = (Span, AtLeast<W>);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Self::Output {
        isa.filter(self.arrays, self.span, self.to, &self.covered, self.words)
    }
}
