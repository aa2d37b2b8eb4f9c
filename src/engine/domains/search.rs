//! Algorithm X on domains, as an explicit state machine that can stop at any node and continue
//! later.

use std::sync::Arc;

use super::node::{Chosen, MAX_BLOCKS, Node};
use super::table::{Table, items_of};
use crate::engine::masks::Masks;
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::engine::simd::lanes::{Block, Set};
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube, Stats, Step, UnknownOption};

/// A search. The loop, [`run`](Self::run), is generic over the width of a lane and the number of
/// blocks. It is compiled for each width and, up to 64 bits, for small numbers of blocks. If the
/// whole search were generic, the library would be twice as large and take twice as long to
/// compile.
#[derive(Clone, Debug)]
pub(super) struct Search {
    simd: Simd,
    masks: Arc<Masks>,
    table: Arc<Table>,
    option_count: usize,
    /// The excluded options of the cube.
    excluded: Vec<OptionId>,
    /// The prefix, followed by the options chosen or forced, in the order in which they were added.
    /// The first `count` are in use.
    chosen: Box<[OptionId]>,
    count: usize,
    /// The number of options of the prefix, the chosen options of the cube.
    prefix: usize,
    /// The smallest `count` since the last call to `unchanged`.
    unchanged: usize,
    /// The root, then the branching nodes of the levels.
    nodes: Nodes,
    /// The levels of the search. The first `depth` are in use.
    levels: Box<[Level]>,
    depth: usize,
    next: Next,
    stats: Stats,
}

/// The domains of all items, and the lanes of the items to be covered, for the root and each level.
/// The domain of a covered item is the option that covers it.
#[derive(Clone, Debug)]
struct Nodes {
    domains: Box<[Block]>,
    need: Box<[u64]>,
}

impl Nodes {
    fn new(count: usize, blocks: usize) -> Self {
        let domains = vec![Block::EMPTY; count * blocks].into();
        Self { domains, need: vec![0; count * blocks].into() }
    }

    #[inline(always)]
    fn get(&self, blocks: usize, node: usize) -> (&[Block], &[u64]) {
        let from = node * blocks;
        (&self.domains[from..][..blocks], &self.need[from..][..blocks])
    }

    #[inline(always)]
    fn get_mut(&mut self, blocks: usize, node: usize) -> (&mut [Block], &mut [u64]) {
        let from = node * blocks;
        (&mut self.domains[from..][..blocks], &mut self.need[from..][..blocks])
    }
}

/// The item of a branching node, and its untried options.
#[derive(Clone, Copy, Debug)]
struct Level {
    left: Set,
    item: u32,
    /// The number of options chosen before this level.
    chosen: u32,
    /// The share of the search tree below each option.
    share: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Root,
    TryAgain,
    Exhausted,
}

impl Search {
    /// Prepares a search with lanes of `bits` bits in `blocks` blocks.
    pub(super) fn new(
        masks: Masks,
        bits: usize,
        blocks: usize,
        option_count: usize,
        simd: Simd,
    ) -> Self {
        let level = Level { left: Set::EMPTY, item: 0, chosen: 0, share: 1.0 };
        // Each level covers at least one item, so this many are enough.
        let levels = masks.primary + 1;
        let mut search = Self {
            simd,
            // Each option covers at least one item, so this many are enough.
            chosen: vec![OptionId::default(); masks.primary].into(),
            count: 0,
            prefix: 0,
            unchanged: 0,
            nodes: Nodes::new(levels + 1, blocks),
            levels: vec![level; levels].into(),
            table: Arc::new(Table::new(&masks, bits, blocks)),
            masks: Arc::new(masks),
            option_count,
            excluded: Vec::new(),
            depth: 0,
            next: Next::Root,
            stats: Stats::default(),
        };
        search.set_root();
        search
    }

    /// Resets the root to the state before any choice.
    fn set_root(&mut self) {
        let (domains, need) = self.nodes.get_mut(self.table.blocks, 0);
        domains.copy_from_slice(&self.table.full);
        need.copy_from_slice(&self.table.items);
    }

    pub(super) fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.depth = 0;
        (self.count, self.prefix, self.unchanged) = (0, 0, 0);
        self.excluded.clear();
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.set_root();
        cube.check(self.option_count)?;
        self.excluded.extend_from_slice(&cube.excluded);
        let mut chosen: Vec<usize> = Vec::new();
        for &option in &cube.chosen {
            let Some(at) = self.masks.position(option) else { return Ok(()) };
            if chosen.contains(&at) {
                continue;
            }
            if chosen.iter().any(|&other| self.masks.exclude(at, other)) {
                return Ok(());
            }
            chosen.push(at);
        }
        let Table { bits, blocks, .. } = *self.table;
        let (domains, need) = self.nodes.get_mut(blocks, 0);
        for &option in &chosen {
            for (domain, row) in domains.iter_mut().zip(self.table.row(blocks, option)) {
                domain.0.iter_mut().zip(&row.0).for_each(|(word, row)| *word &= row);
            }
            for (need, covers) in need.iter_mut().zip(self.table.covers(blocks, option)) {
                *need &= !covers;
            }
            self.chosen[self.count] = self.table.names[option];
            self.count += 1;
        }
        self.prefix = self.count;
        let lanes = Block::lanes(bits);
        for option in cube.excluded.iter().filter_map(|&option| self.masks.position(option)) {
            for item in items_of(&self.masks, option) {
                let (block, lane) = (item / lanes, item % lanes);
                let element = self.table.row(blocks, option)[block].lowest(bits, lane);
                domains[block].remove(bits, lane, element);
            }
        }
        self.next = Next::Root;
        Ok(())
    }

    pub(super) fn remaining(&self) -> Vec<OpenCube> {
        let open = |chosen: Vec<OptionId>, share: f64| OpenCube {
            cube: Cube { chosen, excluded: self.excluded.clone() },
            share,
        };
        match self.next {
            Next::Exhausted => Vec::new(),
            Next::Root => vec![open(self.chosen[..self.prefix].to_vec(), 1.0)],
            Next::TryAgain => {
                let bits = self.table.bits;
                let mut cubes = Vec::new();
                for level in self.levels[..self.depth].iter().rev() {
                    let chosen = &self.chosen[..level.chosen as usize];
                    let mut left = level.left;
                    while !left.is_empty(bits) {
                        let option = self.table.option(bits, level.item as usize, left.take(bits));
                        let name = self.table.names[option];
                        cubes.push(open([chosen, &[name]].concat(), level.share));
                    }
                }
                cubes
            }
        }
    }

    /// Continues until `covers` covers are found, no covers are left, or `nodes` more nodes are
    /// entered. Returns the number of covers found, and the last step.
    pub(super) fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        match self.table.bits {
            8 => self.run_blocks::<8>(covers, last_node),
            16 => self.run_blocks::<16>(covers, last_node),
            32 => self.run_blocks::<32>(covers, last_node),
            64 => self.run_blocks::<64>(covers, last_node),
            128 => self.run_job::<128, MAX_BLOCKS>(covers, last_node),
            _ => self.run_job::<256, MAX_BLOCKS>(covers, last_node),
        }
    }

    /// Runs the loop, with the number of blocks as a constant if it is 1, or up to 4 with wide
    /// registers.
    fn run_blocks<const BITS: usize>(&mut self, covers: u64, last_node: u64) -> (u64, Step) {
        match self.table.blocks {
            1 => self.run_job::<BITS, 1>(covers, last_node),
            2 if self.simd.is_wide() => self.run_job::<BITS, 2>(covers, last_node),
            3 if self.simd.is_wide() => self.run_job::<BITS, 3>(covers, last_node),
            4 if self.simd.is_wide() => self.run_job::<BITS, 4>(covers, last_node),
            _ => self.run_job::<BITS, MAX_BLOCKS>(covers, last_node),
        }
    }

    fn run_job<const BITS: usize, const N: usize>(
        &mut self,
        covers: u64,
        last_node: u64,
    ) -> (u64, Step) {
        self.simd.run(Run::<BITS, N> { search: self, covers, last_node })
    }

    /// Continues until `covers` covers are found, no covers are left, or `last_node` nodes are
    /// entered. Returns the number of covers found, and the last step.
    #[inline(always)]
    fn run<I: Isa, const BITS: usize, const N: usize>(
        &mut self,
        isa: I,
        covers: u64,
        last_node: u64,
    ) -> (u64, Step) {
        let table = &*self.table;
        let mut node = Node::<I, BITS, N>::new(isa, table.blocks);
        let blocks = node.blocks();
        let (mut found, mut nodes, mut depth, mut unchanged) =
            (0, self.stats.nodes, self.depth, self.unchanged);
        let mut chosen =
            Chosen { options: &mut self.chosen, count: self.count, updates: self.stats.updates };
        let step = loop {
            if found == covers {
                break Step::Cover;
            }
            let mut share = 1.0;
            match self.next {
                Next::TryAgain => {
                    if depth == 0 {
                        self.next = Next::Exhausted;
                        break Step::Exhausted;
                    }
                    if nodes >= last_node {
                        break Step::Paused;
                    }
                    let level = &mut self.levels[depth - 1];
                    chosen.count = level.chosen as usize;
                    unchanged = unchanged.min(chosen.count);
                    let option = table.option(BITS, level.item as usize, level.left.take(BITS));
                    let (domains, need) = self.nodes.get(blocks, depth);
                    node.load(domains, need);
                    // A level is popped before its last option is tried.
                    depth -= usize::from(level.left.is_empty(BITS));
                    share = level.share;
                    node.choose(table, option, &mut chosen);
                }
                Next::Root if nodes >= last_node => break Step::Paused,
                Next::Root => {
                    self.next = Next::TryAgain;
                    let (domains, need) = self.nodes.get(blocks, 0);
                    node.load(domains, need);
                }
                Next::Exhausted => break Step::Exhausted,
            }
            nodes += 1;
            if !node.force(table, &mut chosen) {
                continue;
            }
            if node.is_cover() {
                found += 1;
                continue;
            }
            let (domains, need) = self.nodes.get_mut(blocks, depth + 1);
            node.store(domains, need);
            let item = node.smallest();
            let left = domains[item / Block::lanes(BITS)].set(BITS, item % Block::lanes(BITS));
            self.levels[depth] = Level {
                left,
                item: item as u32,
                chosen: chosen.count as u32,
                share: share / f64::from(left.len(BITS)),
            };
            depth += 1;
        };
        let Chosen { count, updates, .. } = chosen;
        (self.stats, self.depth) = (Stats { nodes, updates }, depth);
        (self.count, self.unchanged) = (count, unchanged);
        (found, step)
    }

    /// Returns the approximate time of a node in nanoseconds. Each node and each choice reads all
    /// blocks.
    pub(super) fn node_time(&self) -> f64 {
        let blocks = self.table.blocks as f64;
        5.0 + 8.0 * blocks + self.stats.updates_per_node() * (6.0 + 3.0 * blocks)
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen[..self.count]
    }

    pub(super) fn unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.unchanged, self.count)
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }
}

struct Run<'a, const BITS: usize, const N: usize> {
    search: &'a mut Search,
    covers: u64,
    last_node: u64,
}

impl<const BITS: usize, const N: usize> Job for Run<'_, BITS, N> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, Step) {
        // Without wide registers, a constant number of blocks above 1 gains nothing.
        if I::WIDE || N == 1 || N == MAX_BLOCKS {
            self.search.run::<I, BITS, N>(isa, self.covers, self.last_node)
        } else {
            unreachable!("few blocks are for wide registers")
        }
    }
}
