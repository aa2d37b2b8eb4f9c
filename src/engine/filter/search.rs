//! Algorithm X on arrays of options, as an explicit state machine that can stop at any node and
//! continue later.

use std::iter::successors;
use std::sync::Arc;

use crate::engine::matrix::{Matrix, Node};
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::engine::simd::filter::{Arrays, Mask, MaskFilter, Span, is_empty, lowest, without};
use crate::engine::simd::tokens::Portable;
use crate::engine::weights::Weights;
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube, Stats, Step, UnknownOption};

#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    matrix: Arc<Matrix<W>>,
    /// All options, followed by the remaining options of the root and of each node on the path to
    /// the current one.
    arrays: Arrays<W>,
    levels: Vec<Level<W>>,
    /// The node that is entered next.
    node: Node<W>,
    /// The prefix, followed by the current options of the levels and those that they forced.
    chosen: Vec<OptionId>,
    /// The smallest number of chosen options since the last call of `unchanged`.
    unchanged: usize,
    /// The excluded options of the cube.
    excluded: Vec<OptionId>,
    next: Next,
    stats: Stats,
    pub(super) weights: Weights,
    /// The number of options of each item at a node. Only used with weights.
    counts: Box<[[u32; 64]; W]>,
}

/// A branching node and its item.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    span: Span,
    need: Mask<W>,
    item: usize,
    /// The index at which the search for the next option of the item begins.
    at: usize,
    /// The number of options chosen before.
    chosen: usize,
}

/// The next step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    TryAgain,
    Exhausted,
}

impl<const W: usize> Search<W> {
    pub(super) fn new(matrix: Arc<Matrix<W>>) -> Self {
        let mut search = Self {
            arrays: matrix.arrays(),
            weights: Weights::new(matrix.masks.primary, matrix.masks.primary),
            matrix,
            levels: Vec::new(),
            node: Node::NOTHING,
            chosen: Vec::new(),
            unchanged: 0,
            excluded: Vec::new(),
            next: Next::Enter,
            stats: Stats::default(),
            counts: Box::new([[0; 64]; W]),
        };
        let started = search.start(&Cube::default());
        debug_assert!(started.is_ok(), "the default cube has no options");
        search
    }

    pub(super) fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.weights.reset();
        self.start_at(cube)
    }

    /// Starts a search as [`start`](Self::start) does, but keeps the weights.
    pub(super) fn start_next(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.weights.carry_over(self.stats.updates);
        self.start_at(cube)
    }

    fn start_at(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.levels.clear();
        self.chosen.clear();
        self.unchanged = 0;
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.excluded.clear();
        let root = self.matrix.root(&mut self.arrays, cube, &mut self.chosen)?;
        self.excluded.extend_from_slice(&cube.excluded);
        // Like any branch, a cube that leaves an item without options is not entered.
        let is_whole = cube.is_whole();
        if let Some(root) = root
            && (is_whole || is_empty(&without(&root.need, &root.at_least.one)))
        {
            self.node = root;
            self.next = Next::Enter;
        }
        Ok(())
    }

    /// Returns the cubes of [`Engine::remaining`](crate::search::Engine::remaining).
    pub(super) fn remaining(&self) -> Vec<OpenCube> {
        if self.next == Next::Exhausted {
            return Vec::new();
        }
        let open = |chosen: Vec<OptionId>, share: f64| OpenCube {
            cube: Cube { chosen, excluded: self.excluded.clone() },
            share,
        };
        let mut cubes = Vec::new();
        let mut share = 1.0;
        for level in &self.levels {
            let next = |from| Portable.find(&self.arrays, level.span, from, level.item);
            let branches: Vec<usize> =
                successors(next(level.span.start), |at| next(at + 1)).collect();
            share /= branches.len() as f64;
            let left = branches.into_iter().rev().take_while(|&at| at >= level.at);
            cubes.extend(left.map(|at| {
                let option = self.matrix.option(&self.arrays, at);
                open([&self.chosen[..level.chosen], &[option]].concat(), share)
            }));
        }
        if self.next == Next::Enter {
            cubes.push(open(self.chosen.clone(), share));
        }
        cubes.reverse();
        cubes
    }

    /// Continues until `covers` covers or all were found, or `last_node` nodes were entered.
    /// Returns the number of covers found.
    #[inline(always)]
    fn advance<S: MaskFilter>(&mut self, isa: S, covers: u64, last_node: u64) -> (u64, Step) {
        let mut found = 0;
        loop {
            if found == covers {
                return (found, Step::Cover);
            }
            match self.next {
                Next::Enter => {
                    if self.stats.nodes >= last_node {
                        return (found, Step::Paused);
                    }
                    self.stats.nodes += 1;
                    if self.weights.is_look_due(self.stats.updates) {
                        self.weights.look(self.stats.updates);
                    }
                    self.next = Next::TryAgain;
                    let Self { matrix, arrays, node, chosen, stats, .. } = self;
                    if matrix.force(isa, arrays, node, chosen, &mut stats.updates) {
                        if is_empty(&self.node.need) {
                            found += 1;
                            self.weights.add_cover();
                        } else {
                            self.branch(isa);
                        }
                    } else {
                        self.learn();
                    }
                }
                Next::TryAgain => {
                    self.next = if self.try_again(isa) { Next::Enter } else { Next::Exhausted }
                }
                Next::Exhausted => return (found, Step::Exhausted),
            }
        }
    }

    pub(super) fn run(&mut self, simd: Simd, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        simd.run(Run { search: self, covers, last_node })
    }

    pub(super) fn node_time(&self) -> f64 {
        Matrix::<W>::node_time(self.stats)
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    pub(super) fn unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.unchanged, self.chosen.len())
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Pushes a level for the node. Each item that is to be covered has at least two options.
    #[inline(always)]
    fn branch<S: MaskFilter>(&mut self, isa: S) {
        let Node { span, need, .. } = self.node;
        // At nodes with less than half as many options as the average, weights take longer than
        // they save: they need the numbers of options of all items.
        let by_weight =
            self.weights.are_used() && 2 * span.len as u64 * self.stats.nodes >= self.stats.updates;
        let item = if by_weight {
            self.item_by_weight()
        } else {
            self.node.item(isa, &self.arrays, &self.matrix)
        };
        if let Some(item) = item {
            self.levels.push(Level { span, need, item, at: span.start, chosen: self.chosen.len() });
        }
    }

    /// Chooses the next option that is no dead end, at the deepest level or one above. Returns
    /// false if there is none.
    #[inline(always)]
    fn try_again<S: MaskFilter>(&mut self, isa: S) -> bool {
        while let Some(level) = self.levels.last_mut() {
            self.chosen.truncate(level.chosen);
            self.unchanged = self.unchanged.min(level.chosen);
            let Some(found) = isa.find(&self.arrays, level.span, level.at, level.item) else {
                self.levels.pop();
                continue;
            };
            level.at = found + 1;
            let Level { span, need, .. } = *level;
            self.chosen.push(self.matrix.option(&self.arrays, found));
            self.node = self.matrix.choose(isa, &mut self.arrays, span, &need, found);
            self.stats.updates += if is_empty(&self.node.need) { 0 } else { span.len as u64 };
            if !self.node.is_dead_end() {
                return true;
            }
            self.learn();
        }
        false
    }

    /// Records the dead end of the node. No item has run out of options if two that were forced
    /// exclude each other.
    #[inline]
    fn learn(&mut self) {
        let mut items = without(&self.node.need, &self.node.at_least.one);
        while let Some(item) = lowest(&items)
            && self.weights.add_dead_end(item)
        {
            items[item / 64] &= items[item / 64] - 1;
        }
    }

    /// Returns the first item of the node with the least measure of [`Weights::measure`].
    ///
    /// A function of its own in ordinary words, although the count takes longer in them: inlined,
    /// it made searches without weights a tenth slower. Pentominoes 6x10 took 0.82 s before
    /// weights, 0.92 s with this inlined, and take 0.86 s (AMD EPYC with AVX2, minimum of eight).
    #[inline(never)]
    fn item_by_weight(&mut self) -> Option<usize> {
        let Node { span, mut need, .. } = self.node;
        self.arrays.counts(Portable, span, self.matrix.counted, &mut self.counts);
        let (mut least, mut best) = (f32::INFINITY, None);
        while let Some(item) = lowest(&need) {
            need[item / 64] &= need[item / 64] - 1;
            let measure = self.weights.measure(item, self.counts[item / 64][item % 64]);
            if measure < least {
                (least, best) = (measure, Some(item));
            }
        }
        best
    }
}

/// A call of [`Search::advance`].
struct Run<'a, const W: usize> {
    search: &'a mut Search<W>,
    covers: u64,
    last_node: u64,
}

impl<const W: usize> Job for Run<'_, W> {
    type Output = (u64, Step);

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> (u64, Step) {
        self.search.advance(isa, self.covers, self.last_node)
    }
}
