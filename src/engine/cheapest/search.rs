//! The search below a limit: branch and bound over masks.
//!
//! An entry is an option that is still possible, as a mask over the items, with its net cost. The
//! entries of a node are in order of net cost, so those that the limit excludes are at the end.
//! Choosing an option copies the entries that share no item with it. One pass over the entries then
//! gives the items with none, one and two entries, and the item whose cheapest entry is the most
//! expensive: the last item to appear for the first time. Every cover pays at least that net cost
//! for it, so the entries without this item must leave room for it. The search branches on an item
//! with the fewest entries, among those on the one whose cheapest entry is the most expensive.

use std::ops::ControlFlow;

use super::{Compiled, NO_OPTION};
use crate::arrays::filled;
use crate::search::{Stats, Step};

/// An option that is still possible.
#[derive(Clone, Copy, Debug)]
struct Entry<const W: usize> {
    mask: [u64; W],
    net_cost: i64,
    /// The number of the option, or [`NO_OPTION`].
    option: u32,
}

impl<const W: usize> Entry<W> {
    const NONE: Self = Self { mask: [0; W], net_cost: 0, option: NO_OPTION };
}

#[inline]
fn meets<const W: usize>(one: &[u64; W], other: &[u64; W]) -> bool {
    (0..W).fold(0, |common, word| common | one[word] & other[word]) != 0
}

#[inline]
fn is_empty<const W: usize>(mask: &[u64; W]) -> bool {
    mask.iter().fold(0, |all, word| all | word) == 0
}

/// Returns the first item of a mask, as a mask.
fn first<const W: usize>(mask: &[u64; W]) -> [u64; W] {
    let mut item = [0; W];
    if let Some(word) = mask.iter().position(|&word| word != 0) {
        item[word] = mask[word] & mask[word].wrapping_neg();
    }
    item
}

/// The items that occur in at least one, two and three entries.
struct Counts<const W: usize> {
    one: [u64; W],
    two: [u64; W],
    three: [u64; W],
    /// The position of the last entry that has an item which is not in the entries before it.
    last: usize,
}

impl<const W: usize> Counts<W> {
    /// Counts the items of these entries. `items` are those that must be covered.
    #[inline]
    fn new(entries: &[Entry<W>], items: &[u64; W]) -> Self {
        let mut counts = Self { one: [0; W], two: [0; W], three: [0; W], last: 0 };
        for (at, entry) in entries.iter().enumerate() {
            let mut new = 0;
            #[expect(
                clippy::needless_range_loop,
                reason = "`zip` is not inlined between units of code"
            )]
            for word in 0..W {
                let mask = entry.mask[word];
                counts.three[word] |= counts.two[word] & mask;
                counts.two[word] |= counts.one[word] & mask;
                new |= mask & !counts.one[word] & items[word];
                counts.one[word] |= mask;
            }
            if new != 0 {
                counts.last = at;
            }
        }
        counts
    }

    /// True if one of these items has no entry.
    fn lacks(&self, items: &[u64; W]) -> bool {
        (0..W).any(|word| items[word] & !self.one[word] != 0)
    }
}

/// A node with untried branches, or the node that is entered next.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    /// The entries begin here; they end where those of the next level begin.
    start: usize,
    end: usize,
    /// The branches are `next..branches_end` of `branches`, and began at `branches`.
    branches: usize,
    next: usize,
    branches_end: usize,
    covered: [u64; W],
    /// The net cost of the options chosen, plus the taxes: a lower bound.
    bound: i64,
    /// The number of options chosen, with those that were forced.
    chosen: usize,
}

/// What a node turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entered {
    Cover,
    DeadEnd,
    Branches,
}

/// A search for covers below a limit.
#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    /// The primary items, with those secondary items that pay a tax: see [`Compiled`].
    items: [u64; W],
    all: Vec<Entry<W>>,
    /// The entries at the root of this search, in order of net cost.
    root: Vec<Entry<W>>,
    root_level: Level<W>,
    /// False if the cube of this search has no cover.
    is_possible: bool,
    prefix: Vec<u32>,
    /// Nodes whose bound reaches this are pruned. In the unit of the net costs.
    limit: i64,
    /// True if a node or an entry was pruned since the start.
    is_pruned: bool,
    entries: Vec<Entry<W>>,
    branches: Vec<Entry<W>>,
    levels: Vec<Level<W>>,
    chosen: Vec<u32>,
    is_entered: bool,
    stats: Stats,
}

impl<const W: usize> Search<W> {
    pub(super) fn new(compiled: &Compiled) -> Self {
        let mask = |items: &[u32]| {
            let mut mask = [0; W];
            items.iter().for_each(|&item| mask[item as usize / 64] |= 1 << (item % 64));
            mask
        };
        let mut all: Vec<Entry<W>> = compiled
            .entries
            .iter()
            .map(|entry| Entry {
                mask: mask(&entry.items),
                net_cost: entry.net_cost,
                option: entry.option,
            })
            .collect();
        all.sort_by_key(|entry| entry.net_cost);
        let root_level = Level {
            start: 0,
            end: 0,
            branches: 0,
            next: 0,
            branches_end: 0,
            covered: [0; W],
            bound: compiled.bound,
            chosen: 0,
        };
        Self {
            items: mask(&compiled.items),
            root: all.clone(),
            all,
            root_level,
            is_possible: true,
            prefix: Vec::new(),
            limit: 0,
            is_pruned: false,
            entries: Vec::new(),
            branches: Vec::new(),
            levels: Vec::new(),
            chosen: Vec::new(),
            is_entered: true,
            stats: Stats::default(),
        }
    }

    /// Restricts all further searches to covers with these options and without those. `bound` is
    /// the sum of the taxes.
    pub(super) fn restrict(&mut self, chosen: &[u32], excluded: &[u32], bound: i64) {
        self.root.clone_from(&self.all);
        let mut excluded = excluded.to_vec();
        excluded.sort_unstable();
        self.root.retain(|entry| excluded.binary_search(&entry.option).is_err());
        self.root_level.covered = [0; W];
        self.root_level.bound = bound;
        self.prefix.clear();
        self.is_possible = true;
        for &option in chosen {
            if self.prefix.contains(&option) {
                continue;
            }
            // An option that is gone shares an item with one before it, or is in no cover.
            let Some(entry) = self.root.iter().find(|entry| entry.option == option).copied() else {
                self.is_possible = false;
                break;
            };
            self.prefix.push(option);
            self.root.retain(|other| !meets(&other.mask, &entry.mask));
            self.root_level.bound += entry.net_cost;
            (0..W).for_each(|word| self.root_level.covered[word] |= entry.mask[word]);
        }
        self.stats = Stats::default();
    }

    /// Starts again from the root.
    pub(super) fn start(&mut self, limit: i64) {
        self.limit = limit;
        self.branches.clear();
        self.levels.clear();
        self.chosen.clone_from(&self.prefix);
        let end = self.below(limit);
        self.is_pruned = end < self.root.len();
        if self.entries.len() < end {
            self.entries.resize(end, Entry::NONE);
        }
        self.entries[..end].copy_from_slice(&self.root[..end]);
        if self.is_possible {
            self.levels.push(Level { end, ..self.root_level });
            self.is_entered = false;
        }
    }

    /// Returns the number of entries at the root that a limit leaves.
    pub(super) fn below(&self, limit: i64) -> usize {
        let room = limit - self.root_level.bound;
        self.root.partition_point(|entry| entry.net_cost < room)
    }

    /// Returns the number of entries without a limit.
    pub(super) fn root_len(&self) -> usize {
        self.root.len()
    }

    /// Returns the number of items that must be covered.
    pub(super) fn items_left(&self) -> usize {
        let word = |word: usize| self.items[word] & !self.root_level.covered[word];
        (0..W).map(|at| word(at).count_ones() as usize).sum()
    }

    /// Returns the net cost of the entry at this place of the order at the root.
    pub(super) fn net_cost(&self, rank: usize) -> i64 {
        self.root.get(rank).or(self.root.last()).map_or(0, |entry| entry.net_cost)
    }

    /// Returns a lower bound of the covers of this search, in the unit of the net costs.
    pub(super) fn root_bound(&self) -> i64 {
        self.root_level.bound
    }

    /// True if this search has no cover at all, whatever the limit.
    pub(super) fn is_possible(&self) -> bool {
        self.is_possible
    }

    /// Lowers the limit during a search.
    pub(super) fn lower(&mut self, limit: i64) {
        self.limit = self.limit.min(limit);
    }

    pub(super) fn is_pruned(&self) -> bool {
        self.is_pruned
    }

    pub(super) fn chosen(&self) -> impl Iterator<Item = u32> + '_ {
        self.chosen.iter().copied().filter(|&option| option != NO_OPTION)
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Searches for the next cover, but enters at most `nodes` nodes. A forced choice counts as a
    /// node.
    pub(super) fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.stats.nodes.saturating_add(nodes);
        loop {
            if !self.is_entered {
                if self.stats.nodes >= last_node {
                    return Step::Paused;
                }
                self.is_entered = true;
                if self.enter() == Entered::Cover {
                    return Step::Cover;
                }
            }
            if self.try_next().is_break() {
                return Step::Exhausted;
            }
        }
    }

    /// Enters the node of the last level, and lists its branches.
    fn enter(&mut self) -> Entered {
        let Some(mut level) = self.levels.pop() else { return Entered::DeadEnd };
        level.branches = self.branches.len();
        let entered = self.look(&mut level);
        level.next = level.branches;
        level.branches_end = self.branches.len();
        level.chosen = self.chosen.len();
        self.levels.push(level);
        entered
    }

    /// Takes forced options until the node is a cover, a dead end, or has branches.
    fn look(&mut self, level: &mut Level<W>) -> Entered {
        loop {
            self.stats.nodes += 1;
            let room = self.limit - level.bound;
            if room <= 0 {
                self.is_pruned = true;
                return Entered::DeadEnd;
            }
            let left: [u64; W] = filled(0, |word| self.items[word] & !level.covered[word]);
            if is_empty(&left) {
                return Entered::Cover;
            }
            let Some(counts) = self.tighten(level, &left, room) else { return Entered::DeadEnd };
            let few = |many: &[u64; W]| filled(0, |word| left[word] & !many[word]);
            let (single, double): ([u64; W], [u64; W]) = (few(&counts.two), few(&counts.three));
            let entries = &self.entries[level.start..level.end];
            if is_empty(&single) {
                let item = if is_empty(&double) {
                    fewest(entries, &left)
                } else {
                    most_expensive(entries, double)
                };
                self.branches
                    .extend(entries.iter().copied().filter(|entry| meets(&entry.mask, &item)));
                return Entered::Branches;
            }
            let item = most_expensive(entries, single);
            let Some(&entry) = entries.iter().find(|entry| meets(&entry.mask, &item)) else {
                return Entered::DeadEnd;
            };
            self.chosen.push(entry.option);
            let (from, to) = (level.start, level.start);
            self.choose(level, &entry, from, to);
        }
    }

    /// Removes the entries that leave no room for the item whose cheapest entry is the most
    /// expensive. Returns `None` if an item has no entry.
    #[inline]
    fn tighten(&mut self, level: &mut Level<W>, left: &[u64; W], room: i64) -> Option<Counts<W>> {
        let mut counts = Counts::new(&self.entries[level.start..level.end], left);
        loop {
            if counts.lacks(left) {
                return None;
            }
            let entries = &mut self.entries[level.start..level.end];
            let least = entries[counts.last].net_cost;
            if least >= room {
                self.is_pruned = true;
                return None;
            }
            let cut = entries.partition_point(|entry| entry.net_cost < room - least);
            if least == 0 || cut == entries.len() {
                return Some(counts);
            }
            let mut new = *left;
            for entry in &entries[..counts.last] {
                (0..W).for_each(|word| new[word] &= !entry.mask[word]);
            }
            let item = first(&filled(0, |word| new[word] & entries[counts.last].mask[word]));
            let mut kept = cut;
            for at in cut..entries.len() {
                let entry = entries[at];
                entries[kept] = entry;
                kept += usize::from(meets(&entry.mask, &item));
            }
            if kept == entries.len() {
                return Some(counts);
            }
            self.is_pruned = true;
            level.end = level.start + kept;
            counts = Counts::new(&self.entries[level.start..level.end], left);
        }
    }

    /// Adds an entry to a node whose entries begin at `from`, and moves those that remain to `to`.
    #[inline]
    fn choose(&mut self, level: &mut Level<W>, entry: &Entry<W>, from: usize, to: usize) {
        level.bound += entry.net_cost;
        (0..W).for_each(|word| level.covered[word] |= entry.mask[word]);
        let room = self.limit - level.bound;
        let affordable = self.entries[from..level.end].partition_point(|one| one.net_cost < room);
        self.is_pruned |= from + affordable < level.end;
        self.stats.updates += affordable as u64;
        if self.entries.len() < to + affordable {
            self.entries.resize(2 * (to + affordable), Entry::NONE);
        }
        let mut end = to;
        for at in from..from + affordable {
            let other = self.entries[at];
            self.entries[end] = other;
            end += usize::from(!meets(&other.mask, &entry.mask));
        }
        (level.start, level.end) = (to, end);
    }

    /// Goes on to the next branch, at the last level or above. Breaks if there is none.
    fn try_next(&mut self) -> ControlFlow<()> {
        while let Some(level) = self.levels.last_mut() {
            let parent = *level;
            level.next += 1;
            // The branches are in order of net cost.
            if parent.next < parent.branches_end {
                let entry = self.branches[parent.next];
                if parent.bound + entry.net_cost < self.limit {
                    self.branches.truncate(parent.branches_end);
                    self.chosen.truncate(parent.chosen);
                    self.chosen.push(entry.option);
                    let mut child = parent;
                    self.choose(&mut child, &entry, parent.start, parent.end);
                    self.levels.push(child);
                    self.is_entered = false;
                    return ControlFlow::Continue(());
                }
                self.is_pruned = true;
            }
            self.branches.truncate(parent.branches);
            self.levels.pop();
        }
        ControlFlow::Break(())
    }
}

/// Returns the item whose cheapest entry is the most expensive, as a mask.
#[inline]
fn most_expensive<const W: usize>(entries: &[Entry<W>], mut items: [u64; W]) -> [u64; W] {
    for entry in entries {
        let rest = filled(0, |word| items[word] & !entry.mask[word]);
        if is_empty(&rest) {
            break;
        }
        items = rest;
    }
    first(&items)
}

/// Returns the first of these items that has the fewest entries, as a mask.
#[cold]
fn fewest<const W: usize>(entries: &[Entry<W>], items: &[u64; W]) -> [u64; W] {
    let mut counts = [[0_u32; 64]; W];
    for entry in entries {
        #[expect(
            clippy::needless_range_loop,
            reason = "`zip` is not inlined between units of code"
        )]
        for word in 0..W {
            let mut mask = entry.mask[word];
            while mask != 0 {
                counts[word][mask.trailing_zeros() as usize] += 1;
                mask &= mask - 1;
            }
        }
    }
    let count = |&item: &usize| counts[item / 64][item % 64];
    let is_left = |&item: &usize| items[item / 64] >> (item % 64) & 1 == 1;
    let mut mask = [0; W];
    if let Some(item) = (0..64 * W).filter(is_left).min_by_key(count) {
        mask[item / 64] = 1 << (item % 64);
    }
    mask
}
