//! The rule of the filter engine: each primary item is covered exactly once.

use std::iter::successors;
use std::sync::Arc;

use crate::engine::array_search::{Branches, Level, Rule};
use crate::engine::matrix::{Matrix, Node};
use crate::engine::simd::dispatch::{Job, Simd};
use crate::engine::simd::filter::{Arrays, Mask, MaskFilter, is_empty, lowest, without};
use crate::engine::simd::tokens::Portable;
use crate::engine::weights::Weights;
use crate::ids::OptionId;
use crate::search::{Cube, Stats, UnknownOption};

impl<const W: usize> Rule<W> for Arc<Matrix<W>> {
    type Need = Mask<W>;
    /// An item.
    type Branch = usize;

    const NAME: &'static str = "filter";
    const HAS_WEIGHTS: bool = true;

    fn weights(&self) -> Weights {
        Weights::new(self.masks.primary, self.masks.primary)
    }

    fn arrays(&self) -> Arrays<W> {
        (**self).arrays()
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
        (**self).root(arrays, cube, chosen)
    }

    #[inline(always)]
    fn is_dead_end(node: &Node<W>) -> bool {
        node.is_dead_end()
    }

    #[inline(always)]
    fn run_out(node: &Node<W>) -> Mask<W> {
        without(&node.need, &node.at_least.one)
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
        (**self).force(isa, arrays, node, chosen, updates)
    }

    #[inline(always)]
    fn branch<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &Arrays<W>,
        node: &Node<W>,
        weights: Option<&Weights>,
    ) -> Option<usize> {
        match weights {
            Some(weights) => item_by_weight(self, arrays, node, weights),
            None => node.item(isa, arrays, self),
        }
    }

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
        chosen.push(self.option(arrays, found));
        *node = self.choose(isa, arrays, level.span, &level.need, found);
        true
    }

    fn branches(&self, arrays: &Arrays<W>, level: &Level<W, Mask<W>, usize>) -> Branches {
        let next = |from| Portable.find(arrays, level.span, from, level.branch);
        let all = successors(next(level.span.start), |at| next(at + 1));
        let (tried, untried) = all.partition::<Vec<_>, _>(|&at| at < level.at);
        let options = |at: Vec<usize>| at.iter().map(|&at| self.option(arrays, at)).collect();
        Branches::exclusive(options(tried), options(untried))
    }

    fn run<J: Job>(simd: Simd, job: J) -> J::Output {
        simd.run(job)
    }

    fn node_time(stats: Stats) -> f64 {
        Matrix::<W>::node_time(stats)
    }
}

/// Returns the first of the items to be covered that have the smallest [`Weights::measure`].
///
/// The function is not inlined, and counts in ordinary words although that takes longer, because
/// inlining it made searches without weights slower. Pentominoes 6x10 take 0.86 s. They took 0.92 s
/// with this function inlined, and 0.82 s without any code for weights (AMD EPYC with AVX2, minimum
/// of eight runs).
#[inline(never)]
fn item_by_weight<const W: usize>(
    matrix: &Matrix<W>,
    arrays: &Arrays<W>,
    node: &Node<W>,
    weights: &Weights,
) -> Option<usize> {
    let mut counts = [[0; 64]; W];
    arrays.counts(Portable, node.span, matrix.counted, &mut counts);
    let (mut need, mut least, mut best) = (node.need, f32::INFINITY, None);
    while let Some(item) = lowest(&need) {
        need[item / 64] &= need[item / 64] - 1;
        let measure = weights.measure(item, counts[item / 64][item % 64]);
        if measure < least {
            (least, best) = (measure, Some(item));
        }
    }
    best
}
