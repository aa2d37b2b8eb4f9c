//! The interface of a search of any width. It continues the search, and returns its results, the
//! rest of the work as disjoint cubes, and the number of nodes that a search without a cache would
//! have entered.

use std::fmt::Debug;
use std::iter::successors;
use std::sync::Arc;

use num_bigint::BigUint;

use super::super::cache::{Block, Cache};
use super::super::count::{Counting, approximate, number};
use super::super::nodes::{Form, Nodes};
use super::super::semiring::{MOST, Semiring};
use super::{Frame, Kind, Next, Run, Search, SplitPause, Stop, UPDATES_PER_NODE, Wait};
use crate::engine::matrix::{AnyMatrix, Matrix, Node, with_words};
use crate::engine::simd::Simd;
use crate::engine::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube, Stats, UnknownOption};

/// A search with masks of any number of words. Its calls are virtual, which costs little because a
/// call enters many nodes.
pub(in super::super) trait AnySearch: Debug + Send + Sync {
    /// Returns a copy of the search, with a copy of the cache.
    fn boxed(&self) -> Box<dyn AnySearch>;

    /// Returns a search without work that shares the cache. `number` determines the order of its
    /// options.
    fn helper(&self, number: usize) -> Box<dyn AnySearch>;

    /// Starts a search of another cube. Keeps the counters, and also the cache if the cube excludes
    /// the same options as the last one.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    fn restart(&mut self, counting: &mut Counting, cube: &Cube) -> Result<(), UnknownOption>;

    /// Continues for up to `nodes` nodes, or fewer if they take long.
    fn run(&mut self, simd: Simd, semiring: &mut dyn Semiring, nodes: u64) -> Stop;

    fn stats(&self) -> Stats;

    /// Returns the value of the root, once it is known.
    fn value(&self) -> &[u64];

    /// Returns a lower bound on the number of covers: those counted so far. An unfinished product
    /// counts only while its last component is being searched.
    fn at_least(&self, counting: &Counting) -> BigUint;

    /// Returns the number of nodes that a search without a cache would have entered.
    ///
    /// In a product, that search would have entered the nodes of a component once for each cover of
    /// the components before it. For each cover found, it would have entered at least one node of
    /// each component not searched yet. So a cache can save much even if no subproblem recurs
    /// within a component.
    fn represented(&self, counting: &Counting) -> f64;

    /// Returns the approximate time of a node, as
    /// [`Engine::node_time`](crate::search::Engine::node_time) defines it.
    fn node_time(&self) -> f64;

    /// Returns the number of covers counted so far, and disjoint cubes with the other covers. The
    /// unfinished counts of products are lost.
    fn remaining(&self, counting: &Counting) -> (BigUint, Vec<OpenCube>);

    /// Returns all covers of the search as disjoint cubes: the branches of the branching node
    /// nearest to the root, or at most one cube if there is none.
    fn all_cubes(&self) -> Vec<OpenCube>;

    /// True if the search enters a node next.
    fn is_at_node(&self) -> bool;

    /// Returns the number of bytes of the cache.
    fn bytes(&self) -> usize;

    fn bytes_of_nodes(&self) -> usize;

    /// Returns the approximate memory in bytes of the compiled problem, computed from the number of
    /// its options and the width of its masks.
    fn memory_of_problem(&self) -> usize;

    /// True if the system refused memory for the cache.
    fn lacks_memory(&self) -> bool;

    /// Frees the memory of the nodes and of the cache. The search cannot continue afterwards.
    fn release(&mut self);
}

impl Clone for Box<dyn AnySearch> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl dyn AnySearch {
    /// Starts a search for the value of all covers of a cube: see [`Search::new`].
    pub(in super::super) fn start(
        matrix: &AnyMatrix,
        form: &Form,
        semiring: &mut dyn Semiring,
        cube: &Cube,
        memory: usize,
    ) -> Result<Box<Self>, UnknownOption> {
        Ok(with_words!(matrix, matrix => {
            Box::new(Search::new(matrix.clone(), form, semiring, cube, memory)?)
        }))
    }
}

impl<const W: usize> Search<W> {
    fn open(&self, chosen: &[OptionId], last: Option<OptionId>, share: f64) -> OpenCube {
        let chosen = chosen.iter().copied().chain(last).collect();
        OpenCube { cube: Cube { chosen, excluded: self.excluded.clone() }, share }
    }

    /// Returns the options of the item of a sum, each with its index.
    fn branches(&self, frame: &Frame<W>, item: usize) -> Vec<(usize, OptionId)> {
        let next = |from| self.nodes.find(Portable, &self.matrix, frame.span, from, item);
        let first = self.nodes.first(frame.span, item);
        let places = successors(next(first), |at| next(at + 1));
        let option = |at| self.matrix.masks.options[self.nodes.option(frame.span, at)];
        places.map(|at| (at, option(at))).collect()
    }

    /// Replaces the cache with an empty one that no other search shares.
    fn forget(&mut self, width: usize) {
        self.cache = Cache::new(width, self.memory / 2);
        self.block = Block::default();
    }

    /// Iterates over the unfinished values of the root and of each frame, with the frame.
    fn unfinished(
        &self,
        counting: &Counting,
    ) -> impl DoubleEndedIterator<Item = (BigUint, Option<&Frame<W>>)> {
        (0..=self.frames.len()).map(|level| {
            (number(counting.unfinished(level)), level.checked_sub(1).map(|at| &self.frames[at]))
        })
    }
}

impl<const W: usize> AnySearch for Search<W> {
    fn boxed(&self) -> Box<dyn AnySearch> {
        Box::new(self.clone())
    }

    fn helper(&self, number: usize) -> Box<dyn AnySearch> {
        let matrix = Arc::new(self.matrix.arranged(number));
        Box::new(Self {
            nodes: Nodes::new(&matrix, &Form::new(&matrix)),
            matrix,
            is_plain: self.is_plain,
            cache: self.cache.share(),
            block: Block::default(),
            unsaved: None,
            memory: self.memory,
            frames: Vec::new(),
            components: Vec::new(),
            node: Node::NOTHING,
            is_component: false,
            chosen: Vec::new(),
            value: Vec::new(),
            below: 0.0,
            next: Next::Done,
            excluded: self.excluded.clone(),
            stats: Stats::default(),
            split_pause: SplitPause { length: 1, left: 0 },
        })
    }

    fn restart(&mut self, counting: &mut Counting, cube: &Cube) -> Result<(), UnknownOption> {
        self.frames.clear();
        self.components.clear();
        self.chosen.clear();
        self.is_component = false;
        self.below = 0.0;
        counting.restart();
        counting.begin(false);
        counting.none(&mut self.value);
        self.next = Next::Leave;
        if !is_same_set(&self.excluded, &cube.excluded) {
            self.excluded.clone_from(&cube.excluded);
            self.forget(counting.width());
        }
        // All options are filtered.
        self.stats.updates += self.matrix.option_count() as u64;
        if let Some(root) = self.nodes.root(&self.matrix, cube, &mut self.chosen)? {
            self.node = root;
            self.next = Next::Enter;
        }
        Ok(())
    }

    fn run(&mut self, simd: Simd, semiring: &mut dyn Semiring, nodes: u64) -> Stop {
        let last_node = self.stats.nodes.saturating_add(nodes);
        let updates = nodes.max(1).saturating_mul(UPDATES_PER_NODE);
        let last_update = self.stats.updates.saturating_add(updates);
        let limits = (last_node, last_update);
        let cache = self.cache.share();
        loop {
            let entries = cache.read();
            self.adapt(&entries, semiring);
            match simd.run(Run { search: &mut *self, entries: &entries, semiring, limits }) {
                Ok(stop) => return stop,
                Err(Wait::ForOthers) => {}
                Err(Wait::ForRoom) => {
                    drop(entries);
                    if !cache.write().make_room() {
                        self.unsaved = None;
                    }
                }
                Err(Wait::ForWidth) => {
                    drop(entries);
                    let mut entries = cache.write();
                    // Another search may have widened the values.
                    if entries.width() == semiring.width() {
                        entries.widen();
                    }
                }
                Err(Wait::Forever(full)) => {
                    self.next = Next::Done;
                    return Stop::Full(full);
                }
            }
        }
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn value(&self) -> &[u64] {
        &self.value
    }

    fn at_least(&self, counting: &Counting) -> BigUint {
        let mut of_the_rest =
            if self.next == Next::Leave { number(&self.value) } else { BigUint::ZERO };
        let mut components_end = self.components.len();
        for (counted, frame) in self.unfinished(counting).rev() {
            if let Some(Frame { kind: Kind::Product { components }, .. }) = frame {
                // The counts of components not searched yet are unknown.
                of_the_rest = if *components < components_end {
                    BigUint::ZERO
                } else {
                    counted * of_the_rest
                };
                components_end = *components;
            } else {
                of_the_rest = counted + of_the_rest;
            }
        }
        of_the_rest
    }

    fn represented(&self, counting: &Counting) -> f64 {
        let (mut nodes, mut covers) = (self.below, 0.0);
        if self.next == Next::Leave {
            covers = approximate(&self.value);
        }
        let mut components_end = self.components.len();
        for (level, frame) in self.frames.iter().enumerate().rev() {
            let counted = approximate(counting.unfinished(level + 1));
            match frame.kind {
                Kind::Sum { .. } => {
                    nodes += frame.below;
                    covers += counted;
                }
                Kind::Product { components } => {
                    let left = components_end - components;
                    covers *= counted;
                    nodes = frame.below + counted * nodes + covers * left as f64;
                    if left > 0 {
                        covers = 0.0;
                    }
                    components_end = components;
                }
            }
            (nodes, covers) = (nodes.min(MOST), covers.min(MOST));
        }
        nodes
    }

    fn node_time(&self) -> f64 {
        // The time of a lookup plus that of a node of `Filter`.
        100.0 * W as f64 + Matrix::<W>::node_time(self.stats)
    }

    fn remaining(&self, counting: &Counting) -> (BigUint, Vec<OpenCube>) {
        let mut open = Vec::new();
        let mut counted = BigUint::ZERO;
        let mut share = 1.0;
        for (sum, frame) in self.unfinished(counting) {
            let Some(frame) = frame else { continue };
            let chosen = &self.chosen[..frame.chosen];
            let Kind::Sum { item, at } = frame.kind else {
                open.push(self.open(chosen, None, share));
                open.reverse();
                return (counted, open);
            };
            counted += sum;
            let branches = self.branches(frame, item);
            share /= branches.len() as f64;
            let left = branches.into_iter().rev().take_while(|&(branch, _)| branch >= at);
            open.extend(left.map(|(_, option)| self.open(chosen, Some(option), share)));
        }
        match self.next {
            Next::Enter => open.push(self.open(&self.chosen, None, share)),
            Next::Leave => counted += number(&self.value),
            Next::TryAgain | Next::Continue | Next::Done => {}
        }
        open.reverse();
        (counted, open)
    }

    fn all_cubes(&self) -> Vec<OpenCube> {
        for frame in &self.frames {
            if let Kind::Sum { item, .. } = frame.kind {
                let branches = self.branches(frame, item);
                let share = 1.0 / branches.len() as f64;
                let chosen = &self.chosen[..frame.chosen];
                return branches
                    .into_iter()
                    .map(|(_, option)| self.open(chosen, Some(option), share))
                    .collect();
            }
        }
        // Before the first node, `Leave` means that there is no root to enter.
        if self.stats.nodes == 0 && matches!(self.next, Next::Leave) {
            return Vec::new();
        }
        vec![self.open(&self.chosen, None, 1.0)]
    }

    fn is_at_node(&self) -> bool {
        self.next == Next::Enter && !self.is_component
    }

    fn bytes(&self) -> usize {
        self.cache.bytes()
    }

    fn bytes_of_nodes(&self) -> usize {
        self.nodes.bytes()
    }

    fn memory_of_problem(&self) -> usize {
        self.matrix.option_count() * 4 * W * size_of::<u64>()
    }

    fn lacks_memory(&self) -> bool {
        self.cache.read().is_refused()
    }

    fn release(&mut self) {
        self.frames.clear();
        self.below = 0.0;
        self.next = Next::Done;
        self.forget(1);
        self.nodes.clear();
    }
}

fn is_same_set(a: &[OptionId], b: &[OptionId]) -> bool {
    let sorted = |options: &[OptionId]| {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        options
    };
    a == b || sorted(a) == sorted(b)
}
