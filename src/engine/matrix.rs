//! A problem compiled for filtering, for the filter and memo engines. It has the steps of their
//! searches: building the root, choosing an option, and choosing all forced options.

use std::ops::Range;
use std::sync::Arc;

use super::masks::{Masks, NO_TAGS};
use super::simd::filter::{
    Arrays, AtLeast, Mask, MaskFilter, Span, is_empty, lowest, meet, union, without,
};
use super::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Cube, Stats, UnknownOption, Unsupported};
use crate::table;

/// A problem compiled for filtering. It is immutable, so searches can share it.
#[derive(Debug)]
pub(super) struct Matrix<const W: usize> {
    pub(super) masks: Masks,
    option_count: usize,
    /// The bits that each option has and kills, by position in `masks`.
    options: Box<[Exclusion<W>]>,
    pub(super) primary: Mask<W>,
    /// The number of words in which options are counted.
    pub(super) counted: usize,
}

#[derive(Clone, Copy, Debug)]
struct Exclusion<const W: usize> {
    has: Mask<W>,
    kills: Mask<W>,
}

/// The bits for which options are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Primary,
    All,
}

/// A subproblem in the arrays of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const W: usize, N = Mask<W>> {
    /// The remaining options.
    pub(super) span: Span,
    /// The primary items left to cover. The bounded engine also has their counts.
    pub(super) need: N,
    /// The counted bits that at least one, two and three options have. Other bits are meaningless.
    pub(super) at_least: AtLeast<W>,
}

impl<const W: usize> Node<W> {
    pub(super) const NOTHING: Self =
        Self { span: Span { start: 0, len: 0 }, need: [0; W], at_least: AtLeast::NONE };

    /// True if an item that is still to be covered has no option left.
    #[inline(always)]
    pub(super) fn is_dead_end(&self) -> bool {
        !is_empty(&without(&self.need, &self.at_least.one))
    }

    /// Returns the item with the fewest options. Each item left to cover must have at least two.
    #[inline(always)]
    pub(super) fn item<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &Arrays<W>,
        matrix: &Matrix<W>,
    ) -> Option<usize> {
        // This is not a closure, because a closure is not always inlined, and is then compiled for
        // the baseline instruction set. That made pentominoes take three times as long.
        match lowest(&without(&self.need, &self.at_least.three)) {
            Some(item) => Some(item),
            None => arrays.rarest(isa, self.span, &self.need, matrix.counted),
        }
    }
}

impl<const W: usize> Matrix<W> {
    pub(super) fn new(masks: Masks, problem: &Problem, counted: Counted) -> Self {
        let mut primary = [0; W];
        (0..masks.primary).for_each(|item| primary[item / 64] |= 1 << (item % 64));
        Self {
            option_count: problem.option_count(),
            options: (0..masks.len())
                .map(|at| Exclusion {
                    has: with_last(widened(masks.has(at)), masks.tags(at)),
                    kills: with_last(widened(masks.kills(at)), masks.key(at)),
                })
                .collect(),
            primary,
            counted: if counted == Counted::All { W } else { masks.primary.div_ceil(64) },
            masks,
        }
    }

    /// Returns the matrix with its options rearranged. Order 1 is the reverse of the current one,
    /// and other numbers give random orders. The bits do not change.
    pub(super) fn arranged(&self, order: usize) -> Self {
        let mut positions: Vec<usize> = (0..self.masks.len()).collect();
        match order {
            1 => positions.reverse(),
            order => positions.sort_by_cached_key(|&at| table::hash([order as u64, at as u64])),
        }
        Self {
            options: positions.iter().map(|&at| self.options[at]).collect(),
            masks: self.masks.rearranged(&positions),
            ..*self
        }
    }

    /// Returns the bits of each secondary item with more than one bit.
    pub(super) fn codes(&self) -> Box<[Mask<W>]> {
        let mask = |bits: &Range<usize>| {
            bits.clone().fold([0; W], |mut mask: Mask<W>, bit| {
                mask[bit / 64] |= 1 << (bit % 64);
                mask
            })
        };
        self.masks.codes.iter().map(mask).collect()
    }

    pub(super) fn option_count(&self) -> usize {
        self.option_count
    }

    /// Returns arrays that hold all options. A search appends its subproblems to them.
    pub(super) fn arrays(&self) -> Arrays<W> {
        let arrays = Arrays::new(self.options().copied());
        if self.masks.has_tags() { arrays.tagged() } else { arrays }
    }

    /// Returns the approximate time of a node of a search with these counters, as
    /// [`Engine::node_time`](crate::search::Engine::node_time) defines it.
    pub(super) fn node_time(stats: Stats) -> f64 {
        100.0 + stats.updates_per_node() * (0.4 + 0.45 * W as f64)
    }

    /// Builds the subproblem at the root of a cube, and adds the chosen options of the cube to
    /// `chosen`. Returns `None` if the cube contradicts itself, or a chosen option has no primary
    /// item.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub(super) fn root(
        &self,
        arrays: &mut Arrays<W>,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<Node<W>>, UnknownOption> {
        let Some((need, killed)) = self.prefix(cube, chosen)? else { return Ok(None) };
        if is_empty(&need) {
            // A search also hands over cubes that leave no item to cover: one for each option of
            // its last item.
            return Ok(Some(Node { need, ..Node::NOTHING }));
        }
        let (mut span, mut at_least) = self.filter_all(arrays, &cube.excluded, &killed);
        if self.masks.has_tags() {
            let positions = chosen.iter().filter_map(|&option| self.masks.position(option));
            for at in positions {
                let mut key = [0; W];
                key[W - 1] = self.options[at].kills[W - 1];
                (span, at_least) = Portable.filter(arrays, span, span.start, &key, self.counted);
            }
        }
        Ok(Some(Node { span, need, at_least }))
    }

    /// Adds the chosen options of a cube to `chosen`. Returns the items left to cover and the bits
    /// killed, without tags. Returns `None` if the cube contradicts itself, or a chosen option has
    /// no primary item.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub(super) fn prefix(
        &self,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<(Mask<W>, Mask<W>)>, UnknownOption> {
        cube.check(self.option_count)?;
        let mut need = self.primary;
        let mut killed = [0; W];
        let mut positions: Vec<usize> = Vec::new();
        for &option in &cube.chosen {
            if chosen.contains(&option) {
                continue;
            }
            let Some(at) = self.masks.position(option) else { return Ok(None) };
            if cube.excluded.contains(&option)
                || positions.iter().any(|&other| self.masks.exclude(at, other))
            {
                return Ok(None);
            }
            let Exclusion { has, kills } = self.options[at];
            killed = union(&killed, &kills);
            need = without(&need, &has);
            positions.push(at);
            chosen.push(option);
        }
        if self.masks.has_tags() {
            killed[W - 1] = NO_TAGS;
        }
        Ok(Some((need, killed)))
    }

    /// Appends to the arrays the options that neither meet `killed` nor are excluded.
    fn filter_all(
        &self,
        arrays: &mut Arrays<W>,
        excluded: &[OptionId],
        killed: &Mask<W>,
    ) -> (Span, AtLeast<W>) {
        let all = self.masks.len();
        let mut excluded: Vec<usize> =
            excluded.iter().filter_map(|&option| self.masks.position(option)).collect();
        excluded.sort_unstable();
        excluded.dedup();
        // The runs between excluded options are filtered one by one.
        let (mut span, mut at_least) = (Span { start: all, len: 0 }, AtLeast::NONE);
        let mut from = 0;
        for to in excluded.into_iter().chain([all]) {
            let run = Span { start: from, len: to - from };
            let (left, of_run) = Portable.filter(arrays, run, span.end(), killed, self.counted);
            span.len += left.len;
            at_least = at_least.and_of(&of_run);
            from = to + 1;
        }
        (span, at_least)
    }

    #[inline(always)]
    pub(super) fn option(&self, arrays: &Arrays<W>, at: usize) -> OptionId {
        self.masks.options[arrays.name(at)]
    }

    /// Returns the bits that the option at a position has.
    #[inline(always)]
    pub(super) fn has(&self, option: usize) -> &Mask<W> {
        &self.options[option].has
    }

    /// Returns the bits that the option at a position kills.
    #[inline(always)]
    pub(super) fn kills(&self, option: usize) -> &Mask<W> {
        &self.options[option].kills
    }

    /// Returns the bits that each option has.
    pub(super) fn options(&self) -> impl ExactSizeIterator<Item = &Mask<W>> + Clone {
        self.options.iter().map(|option| &option.has)
    }

    /// Returns the subproblem after choosing the option at an index. Its options follow those of
    /// `span` in the arrays.
    #[inline(always)]
    pub(super) fn choose<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        span: Span,
        need: &Mask<W>,
        at: usize,
    ) -> Node<W> {
        let Exclusion { has, kills } = self.options[arrays.name(at)];
        self.filter(isa, arrays, span, span.end(), without(need, &has), &kills)
    }

    /// Writes the options of a span that do not meet `killed` to the arrays from index `to` on.
    /// Writes nothing if `need` is empty.
    #[inline(always)]
    pub(super) fn filter<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        span: Span,
        to: usize,
        need: Mask<W>,
        killed: &Mask<W>,
    ) -> Node<W> {
        if is_empty(&need) {
            return Node { need, ..Node::NOTHING };
        }
        let (span, at_least) = isa.filter(arrays, span, to, killed, self.counted);
        Node { span, need, at_least }
    }

    /// While some item has a single option, chooses that option and adds it to `chosen`. Returns
    /// false at a dead end. `updates` grows by the number of options at each completed step.
    #[inline(always)]
    pub(super) fn force<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        node: &mut Node<W>,
        chosen: &mut Vec<OptionId>,
        updates: &mut u64,
    ) -> bool {
        loop {
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
                let Some(at) = isa.find(arrays, span, span.start, item) else { return false };
                let option = arrays.name(at);
                let Exclusion { has, kills } = self.options[option];
                if meet(&has, &killed) {
                    return false;
                }
                killed = union(&killed, &kills);
                covered = union(&covered, &has);
                forced = without(&forced, &has);
                chosen.push(self.masks.options[option]);
                // The tags of two options do not fit into one mask.
                if self.masks.has_tags() {
                    break;
                }
            }
            *updates += span.len as u64;
            // The subproblem before the step is no longer needed, so it is overwritten.
            *node = self.filter(isa, arrays, span, span.start, without(&need, &covered), &killed);
        }
    }
}

/// Returns a mask with another last word, if one is given.
fn with_last<const W: usize>(mut mask: Mask<W>, last: Option<u64>) -> Mask<W> {
    if let Some(last) = last {
        mask[W - 1] = last;
    }
    mask
}

/// Returns a mask of `W` words, padded with zeros.
pub(super) fn widened<const W: usize>(words: &[u64]) -> Mask<W> {
    let mut mask = [0; W];
    mask[..words.len()].copy_from_slice(words);
    mask
}

/// A matrix with the number of words that its masks need, or one more if they need five or seven.
#[derive(Clone, Debug)]
pub(super) enum AnyMatrix {
    One(Arc<Matrix<1>>),
    Two(Arc<Matrix<2>>),
    Three(Arc<Matrix<3>>),
    Four(Arc<Matrix<4>>),
    Six(Arc<Matrix<6>>),
    Eight(Arc<Matrix<8>>),
}

/// Evaluates the same expression for a matrix of any number of words: `with_words!(any, matrix =>
/// ...)`.
macro_rules! with_words {
    ($any:expr, $matrix:ident => $do:expr) => {
        match $any {
            AnyMatrix::One($matrix) => $do,
            AnyMatrix::Two($matrix) => $do,
            AnyMatrix::Three($matrix) => $do,
            AnyMatrix::Four($matrix) => $do,
            AnyMatrix::Six($matrix) => $do,
            AnyMatrix::Eight($matrix) => $do,
        }
    };
}

pub(super) use with_words;

impl AnyMatrix {
    /// The largest number of bits that a mask can have.
    pub(super) const MAX_BITS: usize = 512;

    /// Compiles a problem for masks with as many words as it needs.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or a mask would have too many
    /// bits.
    pub(super) fn new(problem: &Problem, counted: Counted) -> Result<Self, Unsupported> {
        Ok(Self::of_masks(Masks::new(problem, Self::MAX_BITS)?, problem, counted))
    }

    /// Compiles a problem for masks with as many words as it needs, with tags if they save words.
    /// Options are counted only for primary items.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or a mask would have too many
    /// bits.
    pub(super) fn with_tags(problem: &Problem) -> Result<Self, Unsupported> {
        let masks = Masks::with_tags(problem, Self::MAX_BITS)?;
        Ok(Self::of_masks(masks, problem, Counted::Primary))
    }

    fn of_masks(masks: Masks, problem: &Problem, counted: Counted) -> Self {
        match masks.words + usize::from(masks.has_tags()) {
            0..=1 => Self::One(Arc::new(Matrix::new(masks, problem, counted))),
            2 => Self::Two(Arc::new(Matrix::new(masks, problem, counted))),
            3 => Self::Three(Arc::new(Matrix::new(masks, problem, counted))),
            4 => Self::Four(Arc::new(Matrix::new(masks, problem, counted))),
            5..=6 => Self::Six(Arc::new(Matrix::new(masks, problem, counted))),
            _ => Self::Eight(Arc::new(Matrix::new(masks, problem, counted))),
        }
    }
}
