//! Subproblems with very many options, as lists of their numbers.
//!
//! The arrays of a filter pass hold the masks of the options of all nodes on the path. For a
//! problem with 300 items and a million options, they take 600 MB, most of it for the few nodes
//! near the root. Here these nodes take four bytes for each option, and the masks are read from the
//! problem.

use crate::engine::matrix::{Matrix, Node};
use crate::engine::simd::filter::{
    Arrays, AtLeast, Mask, Span, components, is_empty, lowest, meet, ones, union, without,
};
use crate::ids::OptionId;

/// The options of the wide nodes on the path, each by its position in the problem.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    options: Vec<u32>,
    /// The smallest number of options of a wide node.
    least: usize,
}

impl Wide {
    /// Returns an empty path. Nodes with at least `least` options will be wide.
    pub(super) fn new(least: usize) -> Self {
        Self { options: Vec::new(), least }
    }

    /// True if the root can be wide.
    pub(super) fn is_used(&self) -> bool {
        self.least < usize::MAX
    }

    /// True if a node with these options is wide.
    #[inline(always)]
    pub(super) fn has(&self, span: Span) -> bool {
        span.len >= self.least
    }

    pub(super) fn bytes(&self) -> usize {
        self.options.len() * size_of::<u32>()
    }

    pub(super) fn option(&self, at: usize) -> usize {
        self.options[at] as usize
    }

    /// Makes the root. It has the options without killed bits, except those at the positions in
    /// `excluded`.
    pub(super) fn root<const W: usize>(
        &mut self,
        matrix: &Matrix<W>,
        arrays: &mut Arrays<W>,
        need: Mask<W>,
        killed: &Mask<W>,
        mut excluded: Vec<usize>,
    ) -> Node<W> {
        let all = matrix.masks.len();
        excluded.sort_unstable();
        self.options.clear();
        self.options.extend(
            (0..all).filter(|at| excluded.binary_search(at).is_err()).map(|option| option as u32),
        );
        self.filter(matrix, arrays, Span { start: 0, len: self.options.len() }, 0, need, killed)
    }

    /// Writes the options of a span that have no killed bits, from index `to` on, which is the
    /// start or the end of the span. If few are left, writes them to the arrays too. Returns their
    /// node. Writes nothing if `need` is empty.
    pub(super) fn filter<const W: usize>(
        &mut self,
        matrix: &Matrix<W>,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        need: Mask<W>,
        killed: &Mask<W>,
    ) -> Node<W> {
        if is_empty(&need) {
            return Node { need, ..Node::NOTHING };
        }
        if self.options.len() < to + from.len {
            self.options.resize(to + from.len, 0);
        }
        let (mut end, mut at_least) = (to, AtLeast::NONE);
        for at in from.start..from.end() {
            let option = self.options[at];
            let has = matrix.has(option as usize);
            if meet(has, killed) {
                continue;
            }
            self.options[end] = option;
            end += 1;
            for (w, &bits) in has.iter().enumerate() {
                at_least.three[w] |= at_least.two[w] & bits;
                at_least.two[w] |= at_least.one[w] & bits;
                at_least.one[w] |= bits;
            }
        }
        let mut span = Span { start: to, len: end - to };
        if !self.has(span) {
            for (at, &option) in self.options[to..end].iter().enumerate() {
                arrays.put(at, matrix.has(option as usize), option);
            }
            span.start = 0;
        }
        Node { span, need, at_least }
    }

    /// Chooses the options that are the only option of an item, while the node is wide: see
    /// [`Matrix::force`]. Returns false at a dead end.
    pub(super) fn force<const W: usize>(
        &mut self,
        matrix: &Matrix<W>,
        arrays: &mut Arrays<W>,
        node: &mut Node<W>,
        chosen: &mut Vec<OptionId>,
        updates: &mut u64,
    ) -> bool {
        while self.has(node.span) {
            let Node { span, need, at_least } = *node;
            if node.is_dead_end() {
                return false;
            }
            let mut forced = without(&need, &at_least.two);
            if is_empty(&forced) {
                return true;
            }
            let (mut killed, mut covered) = ([0; W], [0; W]);
            while let Some(item) = lowest(&forced) {
                let Some(at) = self.find(matrix, span, span.start, item) else { return false };
                let option = self.option(at);
                let has = matrix.has(option);
                if meet(has, &killed) {
                    return false;
                }
                killed = union(&killed, matrix.kills(option));
                covered = union(&covered, has);
                forced = without(&forced, has);
                chosen.push(matrix.masks.options[option]);
            }
            *updates += span.len as u64;
            let need = without(&need, &covered);
            *node = self.filter(matrix, arrays, span, span.start, need, &killed);
        }
        true
    }

    /// Returns the first of the items of `need` with the fewest options.
    pub(super) fn item<const W: usize>(
        &self,
        matrix: &Matrix<W>,
        span: Span,
        need: &Mask<W>,
    ) -> Option<usize> {
        let mut counts = vec![0_u32; 64 * W];
        for &option in &self.options[span.start..span.end()] {
            for (w, &word) in matrix.has(option as usize).iter().enumerate() {
                let mut left = word;
                while left != 0 {
                    counts[w * 64 + left.trailing_zeros() as usize] += 1;
                    left &= left - 1;
                }
            }
        }
        ones(*need).min_by_key(|&item| counts[item])
    }

    /// Returns the first index from `at` on of an option that has this item.
    pub(super) fn find<const W: usize>(
        &self,
        matrix: &Matrix<W>,
        span: Span,
        at: usize,
        item: usize,
    ) -> Option<usize> {
        let has = |&at: &usize| matrix.has(self.option(at))[item / 64] >> (item % 64) & 1 == 1;
        (at..span.end()).find(has)
    }

    pub(super) fn components<const W: usize>(
        &self,
        matrix: &Matrix<W>,
        span: Span,
        need: &Mask<W>,
        codes: &[Mask<W>],
        mut visit: impl FnMut(Mask<W>),
    ) {
        let masks =
            self.options[span.start..span.end()].iter().map(|&option| *matrix.has(option as usize));
        // Usually there is one component, and some of the options suffice to find it.
        let mut connected = [0; W];
        if let Some(item) = lowest(need) {
            connected[item / 64] = 1 << (item % 64);
        }
        for mask in masks.clone() {
            if meet(&mask, &connected) {
                connected = union(&connected, &mask);
            }
            if is_empty(&without(need, &connected)) {
                return visit(*need);
            }
        }
        components(masks.chain(codes.iter().copied()), need, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::Memo;
    use crate::ids::{ItemId, OptionId};
    use crate::problem::Problem;
    use crate::search::{Cube, Step};

    /// Returns a number below `limit`, from a linear congruential generator.
    fn below(state: &mut u64, limit: u32) -> u32 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (*state >> 33) as u32 % limit
    }

    /// Returns a problem with options of one to three primary items and at most one secondary item,
    /// with or without a color. In about half of the problems, the primary items are in two
    /// separate halves.
    fn random(state: &mut u64) -> Problem {
        let (primary, secondary) = (6 + below(state, 16), 1 + below(state, 8));
        let part = if below(state, 2) == 0 { primary } else { primary / 2 };
        let mut builder = Problem::builder();
        builder.unnamed_primary(primary as usize).unwrap();
        builder.unnamed_secondary(secondary as usize).unwrap();
        for _ in 0..primary * (2 + below(state, 4)) {
            let lead = if below(state, 2) == 0 { 0 } else { primary - part };
            let mut items: Vec<_> =
                (0..1 + below(state, 3)).map(|_| lead + below(state, part)).collect();
            items.sort_unstable();
            items.dedup();
            let mut entries: Vec<_> =
                items.into_iter().map(|item| (ItemId::new(item), None)).collect();
            if below(state, 4) == 0 {
                let color = (below(state, 4) > 0).then(|| below(state, 4));
                entries.push((ItemId::new(primary + below(state, secondary)), color));
            }
            builder.option(entries).unwrap();
        }
        builder.build().unwrap()
    }

    /// Checks that a search is the same with wide nodes and with nodes in arrays, wherever it is
    /// interrupted.
    #[test]
    #[cfg_attr(miri, ignore = "it takes minutes, and the code is safe")]
    fn wide_nodes_are_those_in_arrays() {
        let mut state = 1;
        let mut with_covers = 0;
        for round in 0..100 {
            let problem = random(&mut state);
            let mut cube = Cube::default();
            if round % 3 == 0 {
                let option =
                    |state: &mut u64| OptionId::new(below(state, problem.option_count() as u32));
                cube.excluded.push(option(&mut state));
                cube.chosen.push(option(&mut state));
            }
            let mut memo = Memo::new(&problem).unwrap();
            memo.form.lists = None;
            let mut results = Vec::new();
            for wide in [usize::MAX - 1, 20, 1] {
                memo.form.wide = wide;
                let mut search = memo.count_search(&cube).unwrap();
                let mut steps = Vec::new();
                while search.advance(1) == Step::Paused && steps.len() < 300 {
                    steps.push((search.stats(), search.remaining()));
                }
                while search.advance(u64::MAX) == Step::Paused {}
                // The next search, of the whole problem, uses the filled cache unless `cube`
                // excludes options.
                search.start(&Cube::default()).unwrap();
                while search.advance(u64::MAX) == Step::Paused {}
                let covers = memo.diagram_search(&cube).unwrap().finish().unwrap().count();
                with_covers += u32::from(covers.is_at_least(2));
                results.push((steps, search.count(), search.stats(), covers));
            }
            assert_eq!(results[0], results[1], "round {round}");
            assert_eq!(results[0], results[2], "round {round}");
        }
        assert!(with_covers > 50, "{with_covers}");
    }

    /// Checks that nodes of up to 100,000 options take less than half as much memory when they can
    /// be wide.
    #[test]
    #[cfg_attr(miri, ignore = "it takes minutes")]
    fn wide_nodes_take_little_memory() {
        let mut state = 1;
        let mut builder = Problem::builder();
        builder.unnamed_primary(100).unwrap();
        for _ in 0..100_000 {
            let first = below(&mut state, 98);
            let items = [first, first + 1, first + 2].map(ItemId::new);
            builder.option(items).unwrap();
        }
        let mut memo = Memo::new(&builder.build().unwrap()).unwrap();
        assert!(memo.form.lists.is_none());
        let [wide, arrays] = [memo.form.wide, usize::MAX - 1].map(|wide| {
            memo.form.wide = wide;
            let mut search = memo.count_search(&Cube::default()).unwrap();
            search.advance(1_000);
            search.memory_of_nodes()
        });
        assert!(wide * 2 < arrays, "{wide} of {arrays}");
    }
}
