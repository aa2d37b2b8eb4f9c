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
    prefix: Vec<OptionId>,
    /// The excluded options of the cube.
    excluded: Vec<OptionId>,
    /// The root of the search, and later the last cover found, whose options are the domains.
    node: Stored<N>,
    /// The levels of the search. The first `depth` are in use.
    levels: Box<[Level<N>]>,
    depth: usize,
    next: Next,
    stats: Stats,
    cover: Vec<OptionId>,
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
        let level = Level { node: root, left: Set::default(), block: 0, lane: 0, share: 1.0 };
        Self {
            // Each level covers at least one item, so this many are enough.
            levels: vec![level; masks.primary + 1].into(),
            masks: Arc::new(masks),
            table: Arc::new(table),
            option_count,
            prefix: Vec::new(),
            excluded: Vec::new(),
            node: root,
            depth: 0,
            next: Next::Root,
            stats: Stats::default(),
            cover: Vec::new(),
        }
    }

    /// Continues until `covers` covers or all were found, or `last_node` nodes were entered.
    /// Returns the number of covers found.
    #[inline(always)]
    fn run<I: Isa>(&mut self, isa: I, covers: u64, last_node: u64) -> (u64, Step) {
        let table = &*self.table;
        let (mut found, mut nodes, mut updates, mut depth) =
            (0, self.stats.nodes, self.stats.updates, self.depth);
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
                    let option = table.option(
                        level.block as usize,
                        level.lane as usize,
                        level.left.take::<BITS>(),
                    );
                    let mut node = Node::load(isa, &level.node);
                    // A level is left before its last option is tried.
                    depth -= usize::from(level.left.is_empty::<BITS>());
                    updates += 1;
                    share = level.share;
                    node.choose(table, option);
                    node
                }
                Next::Root if nodes >= last_node => break Step::Paused,
                Next::Root => {
                    self.next = Next::TryAgain;
                    Node::load(isa, &self.node)
                }
                Next::Exhausted => break Step::Exhausted,
            };
            nodes += 1;
            if !node.force(table, &mut updates) {
                continue;
            }
            if node.need.iter().all(|&lanes| lanes == 0) {
                found += 1;
                if found == covers {
                    self.node = node.store();
                }
                continue;
            }
            node.branch(&mut self.levels[depth], share);
            depth += 1;
        };
        (self.stats, self.depth) = (Stats { nodes, updates }, depth);
        (found, step)
    }
}

impl<const BITS: usize, const N: usize> Search<BITS, N> {
    /// Returns the chosen options of a node.
    fn chosen(&self, node: &Stored<N>) -> Vec<OptionId> {
        let mut chosen = Vec::new();
        self.list(node, &mut chosen);
        chosen
    }

    /// Replaces the list by the chosen options of a node: the prefix, then the others.
    fn list(&self, node: &Stored<N>, chosen: &mut Vec<OptionId>) {
        chosen.clear();
        chosen.extend(&self.prefix);
        for item in 0..self.masks.primary {
            let (block, lane) = (item / Block::lanes(BITS), item % Block::lanes(BITS));
            if node.need[block] >> lane & 1 == 1 {
                continue;
            }
            let option = self.table.option(block, lane, node.domains[block].lowest::<BITS>(lane));
            let id = self.masks.options[option];
            // Each option is listed once, at the first of its items.
            if items_of(&self.masks, option).next() == Some(item) && !self.prefix.contains(&id) {
                chosen.push(id);
            }
        }
    }
}

impl<I: Isa, const BITS: usize, const N: usize> Node<I, BITS, N> {
    #[inline(always)]
    fn load(isa: I, stored: &Stored<N>) -> Self {
        let domains = std::array::from_fn(|k| isa.load(&stored.domains[k]));
        Self { isa, domains, need: stored.need }
    }

    #[inline(always)]
    fn store(&self) -> Stored<N> {
        Stored { domains: self.domains.map(|domains| self.isa.store(domains)), need: self.need }
    }

    #[inline(always)]
    fn choose(&mut self, table: &Table<BITS, N>, option: usize) {
        let (row, covers) = (&table.rows[option], &table.covers[option]);
        for k in 0..N {
            self.domains[k] = self.isa.and(self.domains[k], self.isa.load(&row[k]));
            self.need[k] &= !covers[k];
        }
    }

    /// Chooses all options that are alone in a domain, until there are none. Returns false if a
    /// domain has become empty.
    #[inline(always)]
    fn force(&mut self, table: &Table<BITS, N>, updates: &mut u64) -> bool {
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
                    *updates += 1;
                    self.choose(table, option);
                    lanes &= self.need[k];
                }
            }
        }
    }

    /// Writes a level for the first item with the smallest domain. Each domain has at least two
    /// options.
    #[inline(always)]
    fn branch(&self, level: &mut Level<N>, share: f64) {
        level.node = self.store();
        // The rest of each domain without its lowest elements, one more in each round.
        let mut rest = self.domains;
        loop {
            rest = rest.map(|domains| self.isa.without_lowest::<BITS>(domains));
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
    fn make_cover(&mut self);
    fn cover(&self) -> &[OptionId];
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
        self.prefix.clear();
        self.excluded.clear();
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.node = Stored { domains: self.table.full, need: self.table.items };
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
            self.prefix.push(option);
        }
        let mut node = Node::<_, BITS, N>::load(Portable, &self.node);
        chosen.iter().for_each(|&option| node.choose(&self.table, option));
        self.node = node.store();
        for option in cube.excluded.iter().filter_map(|&option| self.masks.position(option)) {
            for item in items_of(&self.masks, option) {
                let (block, lane) = (item / Block::lanes(BITS), item % Block::lanes(BITS));
                let element = self.table.rows[option][block].lowest::<BITS>(lane);
                self.node.domains[block].remove::<BITS>(lane, element);
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
            Next::Root => vec![open(self.prefix.clone(), 1.0)],
            Next::TryAgain => {
                let mut cubes = Vec::new();
                for level in self.levels[..self.depth].iter().rev() {
                    let chosen = self.chosen(&level.node);
                    let mut left = level.left;
                    while !left.is_empty::<BITS>() {
                        let option = self.table.option(
                            level.block as usize,
                            level.lane as usize,
                            left.take::<BITS>(),
                        );
                        cubes.push(open(
                            [&*chosen, &[self.masks.options[option]]].concat(),
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

    fn make_cover(&mut self) {
        let mut cover = std::mem::take(&mut self.cover);
        self.list(&self.node, &mut cover);
        self.cover = cover;
    }

    fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn copy(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
