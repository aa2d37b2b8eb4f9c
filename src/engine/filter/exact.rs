//! The rule of the filter engine: each item is covered exactly once.

use std::iter::successors;
use std::sync::Arc;

use crate::engine::array_search::{Branches, Level, Rule};
use crate::engine::matrix::{Matrix, Node};
use crate::engine::simd::dispatch::{Job, Simd};
use crate::engine::simd::filter::{Arrays, Mask, MaskFilter, Span, is_empty, lowest, without};
use crate::engine::simd::tokens::Portable;
use crate::engine::weights::Weights;
use crate::ids::OptionId;
use crate::search::{Cube, Stats, UnknownOption};

/// A level branches on an item.
#[derive(Clone, Debug)]
pub(super) struct Exact<const W: usize> {
    matrix: Arc<Matrix<W>>,
    weights: Weights,
    /// The number of options of each item at a node. Only used with weights.
    counts: Box<[[u32; 64]; W]>,
}

impl<const W: usize> Exact<W> {
    pub(super) fn new(matrix: Arc<Matrix<W>>) -> Self {
        Self {
            weights: Weights::new(matrix.masks.primary, matrix.masks.primary),
            matrix,
            counts: Box::new([[0; 64]; W]),
        }
    }

    /// Returns the first item of the node with the least measure of [`Weights::measure`].
    ///
    /// A function of its own in ordinary words, although the count takes longer in them: inlined,
    /// it made searches without weights a tenth slower. Pentominoes 6x10 took 0.82 s before
    /// weights, 0.92 s with this inlined, and take 0.86 s (AMD EPYC with AVX2, minimum of eight).
    #[inline(never)]
    fn item_by_weight(
        &mut self,
        arrays: &Arrays<W>,
        span: Span,
        mut need: Mask<W>,
    ) -> Option<usize> {
        arrays.counts(Portable, span, self.matrix.counted, &mut self.counts);
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

impl<const W: usize> Rule<W> for Exact<W> {
    type Need = Mask<W>;
    type Branch = usize;

    fn arrays(&self) -> Arrays<W> {
        self.matrix.arrays()
    }

    fn nothing(&self) -> Node<W> {
        Node::NOTHING
    }

    fn root(
        &self,
        arrays: &mut Arrays<W>,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<Node<W>>, UnknownOption> {
        self.matrix.root(arrays, cube, chosen)
    }

    #[inline(always)]
    fn is_dead_end(node: &Node<W>) -> bool {
        node.is_dead_end()
    }

    #[inline(always)]
    fn is_cover(node: &Node<W>) -> bool {
        is_empty(&node.need)
    }

    #[inline(always)]
    fn needs_nothing(need: &Mask<W>) -> bool {
        is_empty(need)
    }

    #[inline(always)]
    fn force<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        node: &mut Node<W>,
        chosen: &mut Vec<OptionId>,
        updates: &mut u64,
    ) -> bool {
        self.matrix.force(isa, arrays, node, chosen, updates)
    }

    #[inline(always)]
    fn branch<S: MaskFilter>(
        &mut self,
        isa: S,
        arrays: &Arrays<W>,
        node: &Node<W>,
        stats: Stats,
    ) -> Option<usize> {
        // At nodes with less than half as many options as the average, weights take longer than
        // they save: they need the numbers of options of all items.
        if self.weights.are_used() && 2 * node.span.len as u64 * stats.nodes >= stats.updates {
            self.item_by_weight(arrays, node.span, node.need)
        } else {
            node.item(isa, arrays, &self.matrix)
        }
    }

    /// Chooses the next option of the item.
    #[inline(always)]
    fn next<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        level: &mut Level<W, Mask<W>, usize>,
        chosen: &mut Vec<OptionId>,
        node: &mut Node<W>,
    ) -> bool {
        let Some(found) = isa.find(arrays, level.span, level.at, level.branch) else {
            return false;
        };
        level.at = found + 1;
        chosen.push(self.matrix.option(arrays, found));
        *node = self.matrix.choose(isa, arrays, level.span, &level.need, found);
        true
    }

    fn branches(&self, arrays: &Arrays<W>, level: &Level<W, Mask<W>, usize>) -> Branches {
        let next = |from| Portable.find(arrays, level.span, from, level.branch);
        let all = successors(next(level.span.start), |at| next(at + 1));
        let (tried, untried) = all.partition::<Vec<_>, _>(|&at| at < level.at);
        let options =
            |at: Vec<usize>| at.iter().map(|&at| self.matrix.option(arrays, at)).collect();
        Branches::exclusive(options(tried), options(untried))
    }

    fn run<J: Job>(simd: Simd, job: J) -> J::Output {
        simd.run(job)
    }

    fn name(&self) -> &'static str {
        "filter"
    }

    fn node_time(&self, stats: Stats) -> f64 {
        Matrix::<W>::node_time(stats)
    }

    fn has_stable_order(&self) -> bool {
        self.weights.are_off()
    }

    fn fix_order(&mut self) {
        self.weights.turn_off();
    }

    fn start(&mut self, before: Option<u64>) {
        match before {
            Some(updates) => self.weights.carry_over(updates),
            None => self.weights.reset(),
        }
    }

    #[inline(always)]
    fn enter(&mut self, stats: Stats) {
        if self.weights.is_look_due(stats.updates) {
            self.weights.look(stats.updates);
        }
    }

    #[inline(always)]
    fn add_cover(&mut self) {
        self.weights.add_cover();
    }

    /// Records the dead end of the node. No item has run out of options if two that were forced
    /// exclude each other.
    #[inline]
    fn add_dead_end(&mut self, node: &Node<W>) {
        let mut items = without(&node.need, &node.at_least.one);
        while let Some(item) = lowest(&items)
            && self.weights.add_dead_end(item)
        {
            items[item / 64] &= items[item / 64] - 1;
        }
    }
}
