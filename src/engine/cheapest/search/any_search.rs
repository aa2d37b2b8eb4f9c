//! The interface of a search of any width: starting it, continuing it and cutting it into parts.

use std::fmt::Debug;

use super::super::compiled::{Compiled, NO_OPTION};
use super::{Advance, Copy, Next, Node, Search};
use crate::engine::simd::filter::{Arrays, MaskFilter, Span, meet, union, without};
use crate::engine::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::search::{Stats, Step};

/// A search with masks of any number of words. Its calls are virtual, which costs little because a
/// call enters many nodes.
pub(in super::super) trait AnySearch: Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn AnySearch>;

    /// Until the next call, restricts the searches to covers with all options of `chosen` and none
    /// of `excluded`. Resets the counters.
    fn restrict(&mut self, chosen: &[u32], excluded: &[u32]);

    /// Starts again from the root.
    fn start(&mut self, limit: i64) {
        self.start_at(&[], limit);
    }

    /// Starts again with these entries chosen, in addition to the prefix. No two of them may share
    /// an item.
    fn start_at(&mut self, cube: &[u32], limit: i64);

    /// Removes the untried branches of the first level that has any, and returns them as lists of
    /// entries for [`start_at`](Self::start_at).
    fn split(&mut self) -> Vec<Vec<u32>>;

    /// Returns the number of entries at the root that a limit leaves.
    fn below(&self, limit: i64) -> usize;

    /// Returns the number of entries at the root, whatever the limit.
    fn root_len(&self) -> usize;

    /// Returns the number of items that the prefix leaves to cover.
    fn items_left(&self) -> usize;

    /// Returns the net cost of the entry with this rank, or of the last one if there are fewer, or
    /// 0 if there are none.
    fn net_cost(&self, rank: usize) -> i64;

    /// Returns a lower bound on the cost of the covers of this search, in the unit of the net
    /// costs.
    fn root_bound(&self) -> i64;

    /// False if the restriction already shows that there is no cover.
    fn is_possible(&self) -> bool;

    fn lower(&mut self, limit: i64);

    /// Ends a search whose rest was searched in parts. `is_pruned` is true if a node or an entry of
    /// a part was pruned.
    fn end(&mut self, is_pruned: bool);

    fn is_pruned(&self) -> bool;

    /// Replaces a list with the options of the cover found.
    fn write_cover(&self, cover: &mut Vec<OptionId>);

    fn stats(&self) -> Stats;

    /// Searches for the next cover, but pauses after `nodes` nodes. A forced choice counts as a
    /// node, and the search does not pause before it.
    fn advance(&mut self, nodes: u64) -> Step;
}

impl Clone for Box<dyn AnySearch> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl dyn AnySearch {
    pub(in super::super) fn new(compiled: &Compiled, items: usize) -> Box<Self> {
        match items.div_ceil(64) {
            0..=1 => Box::new(Search::<1>::new(compiled)),
            2 => Box::new(Search::<2>::new(compiled)),
            3..=4 => Box::new(Search::<4>::new(compiled)),
            5..=8 => Box::new(Search::<8>::new(compiled)),
            _ => Box::new(Search::<16>::new(compiled)),
        }
    }
}

impl<const W: usize> AnySearch for Search<W> {
    fn boxed(&self) -> Box<dyn AnySearch> {
        Box::new(self.clone())
    }

    fn restrict(&mut self, chosen: &[u32], excluded: &[u32]) {
        let mut excluded = excluded.to_vec();
        excluded.sort_unstable();
        self.root.clone_from(&self.all);
        self.root.retain(|entry| excluded.binary_search(&entry.option).is_err());
        self.prefix.clear();
        self.prefix_bound = self.bound;
        self.is_possible = true;
        let mut covered = [0; W];
        for &option in chosen {
            // An option that is missing is excluded, or is in no cover.
            let rank = self.root.iter().position(|entry| entry.option == option);
            let Some(rank) = rank else {
                self.is_possible = false;
                break;
            };
            if !self.prefix.contains(&(rank as u32)) {
                let entry = &self.root[rank];
                self.is_possible &= !meet(&entry.mask, &covered);
                covered = union(&covered, &entry.mask);
                self.prefix_bound += entry.net_cost;
                self.prefix.push(rank as u32);
            }
        }
        self.arrays = Arrays::new(self.root.iter().map(|entry| entry.mask));
        self.levels.clear();
        self.next = Next::Exhausted;
        self.stats = Stats::default();
    }

    fn start_at(&mut self, cube: &[u32], limit: i64) {
        self.limit = limit;
        self.levels.clear();
        self.chosen.clear();
        let end = self.below(limit);
        self.is_pruned = end < self.root.len();
        self.next = if self.is_possible { Next::Enter } else { Next::Exhausted };
        let (mut covered, mut bound) = ([0; W], self.bound);
        for &rank in self.prefix.iter().chain(cube) {
            covered = union(&covered, &self.root[rank as usize].mask);
            bound += self.root[rank as usize].net_cost;
            self.chosen.push(rank);
        }
        let span = Span { start: 0, len: end };
        let (span, at_least) = self.simd.run_in_256_bits(Copy {
            arrays: &mut self.arrays,
            span,
            to: self.root.len(),
            covered,
            words: self.words,
        });
        self.node = Node { span, at_least, covered, bound };
    }

    fn split(&mut self) -> Vec<Vec<u32>> {
        for level in &mut self.levels {
            let mut cubes = Vec::new();
            while let Some(at) = Portable.find(&self.arrays, level.span, level.at, level.item) {
                level.at = at + 1;
                let rank = self.arrays.name(at) as u32;
                cubes.push([&self.chosen[self.prefix.len()..level.chosen], &[rank]].concat());
            }
            if !cubes.is_empty() {
                return cubes;
            }
        }
        Vec::new()
    }

    fn below(&self, limit: i64) -> usize {
        let room = limit - self.prefix_bound;
        self.root.partition_point(|entry| entry.net_cost < room)
    }

    fn root_len(&self) -> usize {
        self.root.len()
    }

    fn items_left(&self) -> usize {
        let prefix = self.prefix.iter().map(|&rank| &self.root[rank as usize].mask);
        let left = prefix.fold(self.items, |left, mask| without(&left, mask));
        left.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn net_cost(&self, rank: usize) -> i64 {
        self.root.get(rank).or(self.root.last()).map_or(0, |entry| entry.net_cost)
    }

    fn root_bound(&self) -> i64 {
        self.prefix_bound
    }

    fn is_possible(&self) -> bool {
        self.is_possible
    }

    fn lower(&mut self, limit: i64) {
        self.limit = self.limit.min(limit);
    }

    fn end(&mut self, is_pruned: bool) {
        self.is_pruned |= is_pruned;
        self.next = Next::Exhausted;
    }

    fn is_pruned(&self) -> bool {
        self.is_pruned
    }

    fn write_cover(&self, cover: &mut Vec<OptionId>) {
        let options = self.chosen.iter().map(|&rank| self.root[rank as usize].option);
        cover.clear();
        cover.extend(options.filter(|&option| option != NO_OPTION).map(OptionId::new));
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.stats.nodes.saturating_add(nodes);
        self.simd.run_in_256_bits(Advance { search: self, last_node })
    }
}
