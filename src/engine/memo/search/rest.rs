//! What is left of a search with a cache: as disjoint cubes, as a lower bound of the covers, and as
//! nodes of a search without a cache; and the search of another cube with the same cache.

use std::iter::successors;

use num_bigint::BigUint;

use super::super::cache::{Block, Cache};
use super::super::count::{Counting, approximate, number};
use super::super::semiring::{MOST, Semiring};
use super::{Frame, Kind, Next, Search};
use crate::engine::matrix::Matrix;
use crate::engine::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::search::UnknownOption;
use crate::search::{Cube, OpenCube};

impl<const W: usize> Search<W> {
    fn open(&self, chosen: &[OptionId], last: Option<OptionId>, share: f64) -> OpenCube {
        let chosen = chosen.iter().copied().chain(last).collect();
        OpenCube { cube: Cube { chosen, excluded: self.excluded.clone() }, share }
    }

    /// Returns the options of the item of a sum, with their indices.
    fn branches(&self, frame: &Frame<W>, item: usize) -> Vec<(usize, OptionId)> {
        let next = |from| self.nodes.find(Portable, &self.matrix, frame.span, from, item);
        let first = self.nodes.first(frame.span, item);
        let places = successors(next(first), |at| next(at + 1));
        let option = |at| self.matrix.masks.options[self.nodes.option(frame.span, at)];
        places.map(|at| (at, option(at))).collect()
    }

    /// True if the search enters a node next.
    pub(in super::super) fn is_at_node(&self) -> bool {
        self.next == Next::Enter && !self.is_component
    }

    /// Returns all covers of the search as disjoint cubes: the branches of the branching node
    /// nearest to the root, or a single cube if there is none.
    pub(in super::super) fn all_cubes(&self) -> Vec<OpenCube> {
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
        // Before the first node, `Leave` means that the chosen options of the cube exclude each
        // other.
        if self.stats.nodes == 0 && matches!(self.next, Next::Leave) {
            return Vec::new();
        }
        vec![self.open(&self.chosen, None, 1.0)]
    }
}

impl<const W: usize> Search<W> {
    /// Starts a search of another cube. Keeps the counters, and the cache unless the cube has other
    /// excluded options.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub(in super::super) fn restart(
        &mut self,
        counting: &mut Counting,
        cube: &Cube,
    ) -> Result<(), UnknownOption> {
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

    /// Frees the memory of the nodes and of the cache. The search cannot be continued then.
    pub(in super::super) fn release(&mut self) {
        self.frames.clear();
        self.below = 0.0;
        self.next = Next::Done;
        self.forget(1);
        self.nodes.clear();
    }

    /// Begins with an empty cache that no other search has.
    fn forget(&mut self, width: usize) {
        self.cache = Cache::new(width, self.memory / 2);
        self.block = Block::default();
    }

    /// Returns the approximate memory in bytes of the compiled problem: its masks, and the options
    /// with what they exclude.
    pub(in super::super) fn memory_of_problem(&self) -> usize {
        self.matrix.option_count() * 4 * W * size_of::<u64>()
    }

    /// Returns the approximate time of a node, as
    /// [`Engine::node_time`](crate::search::Engine::node_time) defines it.
    pub(in super::super) fn node_time(&self) -> f64 {
        // The lookup of a key, and the nodes of `Filter`.
        100.0 * W as f64 + Matrix::<W>::node_time(self.stats)
    }

    /// Returns the number of nodes that a search without a cache would have entered.
    ///
    /// In a product it would have entered the nodes of a component once for each cover of the
    /// components before it, and for each cover found at least one node of each component that is
    /// still to be searched. So a cache is worth much although nothing recurs within a component.
    pub(in super::super) fn represented(&self, counting: &Counting) -> f64 {
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

    /// Iterates over the unfinished values of the root and of each frame, with the frame.
    fn unfinished(
        &self,
        counting: &Counting,
    ) -> impl DoubleEndedIterator<Item = (BigUint, Option<&Frame<W>>)> {
        (0..=self.frames.len()).map(|level| {
            (number(counting.unfinished(level)), level.checked_sub(1).map(|at| &self.frames[at]))
        })
    }

    /// Returns a lower bound of the number of covers: those counted so far. A product counts only
    /// while its last component is being searched.
    pub(in super::super) fn at_least(&self, counting: &Counting) -> BigUint {
        let mut of_the_rest =
            if self.next == Next::Leave { number(&self.value) } else { BigUint::ZERO };
        let mut components_end = self.components.len();
        for (counted, frame) in self.unfinished(counting).rev() {
            if let Some(Frame { kind: Kind::Product { components }, .. }) = frame {
                // The counts of components that are still to be searched are unknown.
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

    /// Returns the number of covers counted so far, and disjoint cubes that hold the others. The
    /// unfinished counts of products are lost.
    pub(in super::super) fn remaining(&self, counting: &Counting) -> (BigUint, Vec<OpenCube>) {
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
}

/// True if the lists have the same options.
fn is_same_set(a: &[OptionId], b: &[OptionId]) -> bool {
    let sorted = |options: &[OptionId]| {
        let mut options = options.to_vec();
        options.sort_unstable();
        options.dedup();
        options
    };
    a == b || sorted(a) == sorted(b)
}
