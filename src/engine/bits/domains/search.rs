//! Algorithm X on domains, as an explicit machine that can stop at any node and go on later.

use std::sync::Arc;

use super::super::Masks;
use super::super::lanes::{Block, Isa, Job, Path, Set};
use super::table::Table;
use crate::engine::{Stats, Step, UnknownOption};
use crate::ids::OptionId;
use crate::problem::Problem;

#[derive(Clone, Debug)]
pub(super) struct Search<const BITS: usize, const N: usize> {
    masks: Arc<Masks>,
    table: Arc<Table<BITS, N>>,
    option_count: usize,
    root: Node<N>,
    /// The first `depth` are in use.
    levels: Box<[Level<N>]>,
    depth: usize,
    /// The options of the prefix, then those of the search, by position.
    chosen: Vec<u32>,
    next: Next,
    stats: Stats,
    /// What `chosen` stands for; made when it is asked for.
    cover: Vec<OptionId>,
}

/// The domains of all items, and the lanes of those that are to be covered. The domain of an item that is covered is the
/// option that covers it.
#[derive(Clone, Copy, Debug)]
struct Node<const N: usize> {
    domains: [Block; N],
    need: [u64; N],
}

/// A node at which there is a choice, and the options of an item that are left to be tried.
#[derive(Clone, Copy, Debug)]
struct Level<const N: usize> {
    node: Node<N>,
    left: Set,
    block: u32,
    lane: u32,
    /// How many options were chosen before.
    chosen: u32,
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Root,
    TryAgain,
    Exhausted,
}

impl<const BITS: usize, const N: usize> Search<BITS, N> {
    pub(super) fn new(masks: Masks, problem: &Problem) -> Self {
        let table = Table::new(&masks);
        let root = Node { domains: table.full, need: table.items };
        let level = Level { node: root, left: Set::default(), block: 0, lane: 0, chosen: 0 };
        Self {
            // Every level covers an item.
            levels: vec![level; masks.primary].into(),
            masks: Arc::new(masks),
            table: Arc::new(table),
            option_count: problem.option_count(),
            root,
            depth: 0,
            chosen: Vec::new(),
            next: Next::Root,
            stats: Stats::default(),
            cover: Vec::new(),
        }
    }

    pub(super) fn start(&mut self, prefix: &[OptionId]) -> Result<(), UnknownOption> {
        self.depth = 0;
        self.chosen.clear();
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.root = Node { domains: self.table.full, need: self.table.items };
        let option_count = self.option_count;
        if let Some(&option) = prefix.iter().find(|option| option.index() >= option_count) {
            return Err(UnknownOption { option, option_count });
        }
        for &option in prefix {
            let Some(at) = self.masks.position(option) else { return Ok(()) };
            if self.chosen.contains(&(at as u32)) {
                continue;
            }
            if self.chosen.iter().any(|&other| self.masks.exclude(at, other as usize)) {
                return Ok(());
            }
            for k in 0..N {
                for (domains, row) in self.root.domains[k].0.iter_mut().zip(self.table.rows[at][k].0) {
                    *domains &= row;
                }
                self.root.need[k] &= !self.table.covers[at][k];
            }
            self.chosen.push(at as u32);
        }
        self.next = Next::Root;
        Ok(())
    }

    /// Goes on until `covers` covers were found, or all, or the node before `last_node` was entered. Returns how many
    /// there were.
    #[inline(always)]
    pub(super) fn run<I: Isa>(&mut self, isa: I, covers: u64, last_node: u64) -> (u64, Step) {
        let table = &*self.table;
        let mut found = 0;
        let mut updates = 0;
        let step = 'search: {
            if covers == 0 {
                break 'search Step::Cover;
            }
            if self.next == Next::Exhausted {
                break 'search Step::Exhausted;
            }
            let mut node = self.root;
            if self.next == Next::Root {
                if self.stats.nodes >= last_node {
                    break 'search Step::Paused;
                }
                self.stats.nodes += 1;
                self.next = Next::TryAgain;
                if node.force(isa, table, &mut self.chosen, &mut updates) {
                    if node.is_covered() {
                        found += 1;
                        if found == covers {
                            break 'search Step::Cover;
                        }
                    } else {
                        self.levels[self.depth] = node.branch::<_, BITS>(isa, self.chosen.len());
                        self.depth += 1;
                    }
                }
            }
            loop {
                let Some(level) = self.depth.checked_sub(1).map(|deepest| &mut self.levels[deepest]) else {
                    self.next = Next::Exhausted;
                    break 'search Step::Exhausted;
                };
                self.chosen.truncate(level.chosen as usize);
                if self.stats.nodes >= last_node {
                    break 'search Step::Paused;
                }
                self.stats.nodes += 1;
                let (block, lane) = (level.block as usize % N, level.lane as usize);
                let option = table.option(block, lane, level.left.take::<BITS>());
                node = level.node;
                // With nothing else to be tried, the level is left before its last option is tried.
                self.depth -= usize::from(level.left.is_empty::<BITS>());
                self.chosen.push(option as u32);
                updates += 1;
                node.choose(isa, table, option);
                if !node.force(isa, table, &mut self.chosen, &mut updates) {
                    continue;
                }
                if node.is_covered() {
                    found += 1;
                    if found == covers {
                        break 'search Step::Cover;
                    }
                    continue;
                }
                self.levels[self.depth] = node.branch::<_, BITS>(isa, self.chosen.len());
                self.depth += 1;
            }
        };
        self.stats.updates += updates;
        (found, step)
    }
}

impl<const N: usize> Node<N> {
    #[inline(always)]
    fn choose<I: Isa, const BITS: usize>(&mut self, isa: I, table: &Table<BITS, N>, option: usize) {
        let (row, covers) = (&table.rows[option], &table.covers[option]);
        for k in 0..N {
            self.domains[k] = isa.and(self.domains[k], row[k]);
            self.need[k] &= !covers[k];
        }
    }

    /// Chooses all options that are alone in a domain, until there are none; false if a domain has become empty.
    #[inline(always)]
    fn force<I: Isa, const BITS: usize>(
        &mut self,
        isa: I,
        table: &Table<BITS, N>,
        chosen: &mut Vec<u32>,
        updates: &mut u64,
    ) -> bool {
        loop {
            let mut single = [0; N];
            let (mut empty, mut some) = (0, 0);
            for k in 0..N {
                empty |= isa.empty::<BITS>(self.domains[k]);
                single[k] = isa.single::<BITS>(self.domains[k]) & self.need[k];
                some |= single[k];
            }
            if empty != 0 {
                return false;
            }
            if some == 0 {
                return true;
            }
            // As they are now: choosing one of two that exclude each other leaves nothing of the other's domain.
            let before = self.domains;
            for k in 0..N {
                let mut lanes = single[k] & self.need[k];
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    let option = table.option(k, lane, before[k].lowest::<BITS>(lane).unwrap_or(0));
                    chosen.push(option as u32);
                    *updates += 1;
                    self.choose(isa, table, option);
                    lanes &= self.need[k];
                }
            }
        }
    }

    #[inline(always)]
    fn is_covered(&self) -> bool {
        self.need.iter().all(|&lanes| lanes == 0)
    }

    /// Chooses the first item with the smallest domain; all have two options at least.
    #[inline(always)]
    fn branch<I: Isa, const BITS: usize>(&self, isa: I, chosen: usize) -> Level<N> {
        // What is left of each domain without its lowest elements, one more of them in each round.
        let mut rest = self.domains;
        loop {
            for domains in &mut rest {
                *domains = isa.without_lowest::<BITS>(*domains);
            }
            for k in 0..N {
                let smallest = isa.single::<BITS>(rest[k]) & self.need[k];
                if smallest != 0 {
                    let lane = smallest.trailing_zeros();
                    let left = self.domains[k].set::<BITS>(lane as usize);
                    return Level { node: *self, left, block: k as u32, lane, chosen: chosen as u32 };
                }
            }
        }
    }
}

/// A search on lanes and blocks of any size.
pub(super) trait Machine: std::fmt::Debug + Send + Sync {
    fn start(&mut self, prefix: &[OptionId]) -> Result<(), UnknownOption>;
    fn run(&mut self, path: Path, covers: u64, nodes: u64) -> (u64, Step);
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
    fn start(&mut self, prefix: &[OptionId]) -> Result<(), UnknownOption> {
        self.start(prefix)
    }

    fn run(&mut self, path: Path, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        path.run(Run { search: self, covers, last_node })
    }

    fn make_cover(&mut self) {
        self.cover.clear();
        self.cover.extend(self.chosen.iter().map(|&at| self.masks.options[at as usize]));
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
