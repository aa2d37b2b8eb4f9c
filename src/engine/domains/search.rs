//! Algorithm X on domains, as an explicit state machine that can stop at any node and continue
//! later.

use std::sync::Arc;

use super::table::{Table, items_of};
use crate::engine::masks::Masks;
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::engine::simd::lanes::{Block, Set};
use crate::engine::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube, Stats, Step, UnknownOption};

#[derive(Clone, Debug)]
pub(super) struct Search<const BITS: usize, const N: usize> {
    masks: Arc<Masks>,
    table: Arc<Table<BITS, N>>,
    option_count: usize,
    /// The excluded options of the cube.
    excluded: Vec<OptionId>,
    /// The root of the search.
    root: Stored<N>,
    /// The prefix, followed by the options that were chosen or forced, in that order. The first
    /// `count` are in use.
    chosen: Box<[OptionId]>,
    count: usize,
    /// The number of options of the prefix.
    prefix: usize,
    /// The smallest `count` since the last call of `unchanged`.
    unchanged: usize,
    /// The levels of the search. The first `depth` are in use.
    levels: Box<[Level<N>]>,
    depth: usize,
    next: Next,
    stats: Stats,
}

/// The domains of all items, and the lanes of the items that are to be covered. The domain of a
/// covered item is the option that covers it.
#[derive(Clone, Copy, Debug)]
struct Stored<const N: usize> {
    domains: [Block; N],
    need: [u64; N],
}

/// A node in registers.
#[derive(Clone, Copy)]
struct Node<I: Isa, const BITS: usize, const N: usize> {
    isa: I,
    domains: [I::Sets; N],
    need: [u64; N],
}

/// A branching node, and the untried options of its item.
#[derive(Clone, Copy, Debug)]
struct Level<const N: usize> {
    node: Stored<N>,
    left: Set,
    block: u32,
    lane: u32,
    /// The number of options chosen before.
    chosen: u32,
    /// The share of the tree of each option.
    share: f64,
}

/// The next step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Root,
    TryAgain,
    Exhausted,
}

impl<const BITS: usize, const N: usize> Search<BITS, N> {
    pub(super) fn new(masks: Masks, option_count: usize) -> Self {
        let table = Table::new(&masks);
        let root = Stored { domains: table.full, need: table.items };
        let level =
            Level { node: root, left: Set::default(), block: 0, lane: 0, chosen: 0, share: 1.0 };
        Self {
            // Each option covers at least one item, so this many are enough.
            chosen: vec![OptionId::default(); masks.primary].into(),
            count: 0,
            prefix: 0,
            unchanged: 0,
            // Each level covers at least one item, so this many are enough.
            levels: vec![level; masks.primary + 1].into(),
            masks: Arc::new(masks),
            table: Arc::new(table),
            option_count,
            excluded: Vec::new(),
            root,
            depth: 0,
            next: Next::Root,
            stats: Stats::default(),
        }
    }

    /// Continues until `covers` covers or all were found, or `last_node` nodes were entered.
    /// Returns the number of covers found.
    #[inline(always)]
    fn run<I: Isa>(&mut self, isa: I, covers: u64, last_node: u64) -> (u64, Step) {
        let table = &*self.table;
        let (mut found, mut nodes, mut depth, mut unchanged) =
            (0, self.stats.nodes, self.depth, self.unchanged);
        let mut chosen =
            Chosen { options: &mut self.chosen, count: self.count, updates: self.stats.updates };
        let step = loop {
            if found == covers {
                break Step::Cover;
            }
            let mut share = 1.0;
            let mut node = match self.next {
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
                    let option = table.option(
                        level.block as usize,
                        level.lane as usize,
                        level.left.take::<BITS>(),
                    );
                    let mut node = Node::load(isa, &level.node);
                    // A level is left before its last option is tried.
                    depth -= usize::from(level.left.is_empty::<BITS>());
                    share = level.share;
                    node.choose(table, option, &mut chosen);
                    node
                }
                Next::Root if nodes >= last_node => break Step::Paused,
                Next::Root => {
                    self.next = Next::TryAgain;
                    Node::load(isa, &self.root)
                }
                Next::Exhausted => break Step::Exhausted,
            };
            nodes += 1;
            if !node.force(table, &mut chosen) {
                continue;
            }
            if node.need.iter().all(|&lanes| lanes == 0) {
                found += 1;
                continue;
            }
            node.branch(&mut self.levels[depth], share, chosen.count as u32);
            depth += 1;
        };
        let Chosen { count, updates, .. } = chosen;
        (self.stats, self.depth) = (Stats { nodes, updates }, depth);
        (self.count, self.unchanged) = (count, unchanged);
        (found, step)
    }
}

/// The options chosen on the way to the current node.
struct Chosen<'a> {
    options: &'a mut [OptionId],
    count: usize,
    updates: u64,
}

impl Chosen<'_> {
    #[inline(always)]
    fn push(&mut self, option: OptionId) {
        self.options[self.count] = option;
        self.count += 1;
        self.updates += 1;
    }
}

impl<I: Isa, const BITS: usize, const N: usize> Node<I, BITS, N> {
    #[inline(always)]
    fn load(isa: I, stored: &Stored<N>) -> Self {
        // Loops, here and below: a closure is not always inlined, and is then compiled for the
        // baseline instruction set. That made Langford pairs take 1.7 times as long.
        let mut domains = [isa.load(&stored.domains[0]); N];
        for (sets, block) in domains.iter_mut().zip(&stored.domains).skip(1) {
            *sets = isa.load(block);
        }
        Self { isa, domains, need: stored.need }
    }

    #[inline(always)]
    fn store(&self) -> Stored<N> {
        let mut domains = [Block::default(); N];
        for (block, &sets) in domains.iter_mut().zip(&self.domains) {
            *block = self.isa.store(sets);
        }
        Stored { domains, need: self.need }
    }

    #[inline(always)]
    fn choose(&mut self, table: &Table<BITS, N>, option: usize, chosen: &mut Chosen<'_>) {
        chosen.push(table.names[option]);
        let (row, covers) = (&table.rows[option], &table.covers[option]);
        for k in 0..N {
            self.domains[k] = self.isa.and(self.domains[k], self.isa.load(&row[k]));
            self.need[k] &= !covers[k];
        }
    }

    /// Chooses all options that are alone in a domain, until there are none. Returns false if a
    /// domain has become empty.
    #[inline(always)]
    fn force(&mut self, table: &Table<BITS, N>, chosen: &mut Chosen<'_>) -> bool {
        loop {
            let mut single = [0; N];
            let (mut empty, mut some) = (0, 0);
            for (k, single) in single.iter_mut().enumerate() {
                empty |= self.isa.empty::<BITS>(self.domains[k]);
                *single = self.isa.single::<BITS>(self.domains[k]) & self.need[k];
                some |= *single;
            }
            if empty != 0 {
                return false;
            }
            if some == 0 {
                return true;
            }
            // The domains before these choices. If two of the options exclude each other, choosing
            // one empties the domain of the other.
            let before = self.store().domains;
            for k in 0..N {
                let mut lanes = single[k] & self.need[k];
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    let option = table.option(k, lane, before[k].lowest::<BITS>(lane));
                    self.choose(table, option, chosen);
                    lanes &= self.need[k];
                }
            }
        }
    }

    /// Writes a level for the first item with the smallest domain. Each domain has at least two
    /// options.
    #[inline(always)]
    fn branch(&self, level: &mut Level<N>, share: f64, chosen: u32) {
        (level.node, level.chosen) = (self.store(), chosen);
        // The rest of each domain without its lowest elements, one more in each round.
        let mut rest = self.domains;
        loop {
            for sets in &mut rest {
                *sets = self.isa.without_lowest::<BITS>(*sets);
            }
            for (k, &rest) in rest.iter().enumerate() {
                let smallest = self.isa.single::<BITS>(rest) & self.need[k];
                if smallest != 0 {
                    let lane = smallest.trailing_zeros();
                    level.left = level.node.domains[k].set::<BITS>(lane as usize);
                    (level.block, level.lane) = (k as u32, lane);
                    level.share = share / f64::from(level.left.len::<BITS>());
                    return;
                }
            }
        }
    }
}

/// A search with lanes and blocks of any size.
pub(super) trait Machine: std::fmt::Debug + Send + Sync {
    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption>;
    fn remaining(&self) -> Vec<OpenCube>;
    fn run(&mut self, simd: Simd, covers: u64, nodes: u64) -> (u64, Step);
    fn cover(&self) -> &[OptionId];
    fn unchanged(&mut self) -> usize;
    fn stats(&self) -> Stats;
    fn copy(&self) -> Box<dyn Machine>;
}

/// A call of [`Search::run`].
struct Run<'a, const BITS: usize, const N: usize> {
    search: &'a mut Search<BITS, N>,
    covers: u64,
    last_node: u64,
}

impl<const BITS: usize, const N: usize> Job for Run<'_, BITS, N> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, Step) {
        self.search.run(isa, self.covers, self.last_node)
    }
}

impl<const BITS: usize, const N: usize> Machine for Search<BITS, N> {
    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.depth = 0;
        (self.count, self.prefix, self.unchanged) = (0, 0, 0);
        self.excluded.clear();
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.root = Stored { domains: self.table.full, need: self.table.items };
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
        let mut node = Node::<_, BITS, N>::load(Portable, &self.root);
        let mut prefix = Chosen { options: &mut self.chosen, count: 0, updates: 0 };
        chosen.iter().for_each(|&option| node.choose(&self.table, option, &mut prefix));
        self.prefix = prefix.count;
        self.count = prefix.count;
        self.root = node.store();
        for option in cube.excluded.iter().filter_map(|&option| self.masks.position(option)) {
            for item in items_of(&self.masks, option) {
                let (block, lane) = (item / Block::lanes(BITS), item % Block::lanes(BITS));
                let element = self.table.rows[option][block].lowest::<BITS>(lane);
                self.root.domains[block].remove::<BITS>(lane, element);
            }
        }
        self.next = Next::Root;
        Ok(())
    }

    fn remaining(&self) -> Vec<OpenCube> {
        let open = |chosen: Vec<OptionId>, share: f64| OpenCube {
            cube: Cube { chosen, excluded: self.excluded.clone() },
            share,
        };
        match self.next {
            Next::Exhausted => Vec::new(),
            Next::Root => vec![open(self.chosen[..self.prefix].to_vec(), 1.0)],
            Next::TryAgain => {
                let mut cubes = Vec::new();
                for level in self.levels[..self.depth].iter().rev() {
                    let chosen = &self.chosen[..level.chosen as usize];
                    let mut left = level.left;
                    while !left.is_empty::<BITS>() {
                        let option = self.table.option(
                            level.block as usize,
                            level.lane as usize,
                            left.take::<BITS>(),
                        );
                        cubes.push(open(
                            [chosen, &[self.table.names[option]]].concat(),
                            level.share,
                        ));
                    }
                }
                cubes
            }
        }
    }

    fn run(&mut self, simd: Simd, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        simd.run(Run { search: self, covers, last_node })
    }

    fn cover(&self) -> &[OptionId] {
        &self.chosen[..self.count]
    }

    fn unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.unchanged, self.count)
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn copy(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
