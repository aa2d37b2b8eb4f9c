//! A problem with bounds, compiled for filtering, with the steps of the search: building the root,
//! choosing an option, choosing the last options of an item, and choosing all forced options.

use super::limits::limits;
use crate::arrays::filled;
use crate::engine::masks::Masks;
use crate::engine::matrix::{self, widened};
use crate::engine::simd::filter::{
    Arrays, AtLeast, Mask, MaskFilter, Span, is_empty, lowest, meet, union, without,
};
use crate::engine::simd::tokens::Portable;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Cube, UnknownOption, Unsupported};

/// The number of binary digits of the counters of an item.
const DIGITS: usize = 4;

/// The largest number of options that an item may need, or take if its upper bound is watched. The
/// counter of an item does not count the next option, so this is one more than its largest value.
pub(super) const MOST_OPTIONS: usize = 1 << DIGITS;

/// A number for each bit of a mask. There is a mask for each binary digit, the lowest first.
type Numbers<const W: usize> = [Mask<W>; DIGITS];

#[derive(Debug)]
pub(super) struct Parts {
    pub(super) masks: Masks,
    option_count: usize,
    /// For each primary item with a bit, the number of options that it needs, and the number that
    /// it can take, or `None` if that number need not be counted.
    limits: Vec<(u32, Option<u32>)>,
    /// True if every option with a primary item has an item that takes exactly as many options as
    /// it needs, and whose options are counted.
    is_tight: bool,
}

impl Parts {
    /// # Errors
    /// [`Unsupported`] if an item takes too many options, or a mask would have too many bits.
    pub(super) fn new(problem: &Problem, limit: usize) -> Result<Self, Unsupported> {
        let mut numbers = Vec::with_capacity(problem.item_count());
        let mut watched = Vec::new();
        let mut is_exact = vec![false; problem.item_count()];
        for (item, limit) in limits(problem).into_iter().enumerate() {
            let largest = limit.needs.max(limit.takes.unwrap_or(0)) as usize;
            if largest > MOST_OPTIONS {
                return Err(Unsupported::TooLarge {
                    what: "options that an item takes",
                    size: largest,
                    limit: MOST_OPTIONS,
                });
            }
            is_exact[item] = limit.takes == Some(limit.needs);
            let is_kept = limit.needs > 0 || limit.takes.is_some();
            numbers.push(is_kept.then(|| ItemId::new(watched.len() as u32)));
            if is_kept {
                watched.push((limit.needs, limit.takes));
            }
        }
        let primary = watched.len();
        let secondary = problem.item_count() - problem.primary_count();
        numbers.extend((0..secondary).map(|at| Some(ItemId::new((primary + at) as u32))));
        let masks = Masks::of_items(problem, &numbers, primary, primary + secondary, limit)?;
        let is_tight = problem
            .options()
            .filter(|&(option, _)| problem.is_choosable(option))
            .all(|(_, items)| items.iter().any(|item| is_exact[item.index()]));
        Ok(Self { masks, option_count: problem.option_count(), limits: watched, is_tight })
    }
}

/// A problem compiled for filtering. It is immutable, so searches can share it.
#[derive(Debug)]
pub(super) struct Matrix<const W: usize> {
    masks: Masks,
    option_count: usize,
    /// For each option, by its position in `masks`, the bits that it has, and the bits of secondary
    /// items that it kills.
    options: Box<[(Mask<W>, Mask<W>)]>,
    /// The items before any choice.
    pub(super) whole: Items<W>,
    /// The items whose upper bounds are watched.
    watched: Mask<W>,
    /// The number of digits of the counters that are in use.
    digits: usize,
    is_tight: bool,
    /// The number of words in which options are counted.
    counted: usize,
    /// The bit that marks an option as tried, chosen or excluded. No option of the problem has it,
    /// and every step kills it.
    gone: usize,
}

/// The items at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Items<const W: usize> {
    /// The items that need more options.
    pub(super) need: Mask<W>,
    /// The number of options that an item of `need` needs beyond the next one.
    more: Numbers<W>,
    /// The number of options that an item can take beyond the next one. Only for watched items.
    spare: Numbers<W>,
}

pub(super) type Node<const W: usize> = matrix::Node<W, Items<W>>;

/// Returns the bits whose number is at least 1.
///
/// It reads all digits, although most problems use one, because a loop over those in use took
/// longer.
#[inline(always)]
fn at_least_one<const W: usize>(numbers: &Numbers<W>) -> Mask<W> {
    filled(0, |w| numbers[0][w] | numbers[1][w] | numbers[2][w] | numbers[3][w])
}

/// Returns the bits whose number is at least 2.
#[inline(always)]
fn at_least_two<const W: usize>(numbers: &Numbers<W>) -> Mask<W> {
    filled(0, |w| numbers[1][w] | numbers[2][w] | numbers[3][w])
}

/// Subtracts 1 from the numbers of these bits, none of which is 0.
#[inline(always)]
fn count_down<const W: usize>(numbers: &mut Numbers<W>, bits: &Mask<W>) {
    for w in 0..W {
        let [a, b, c, d] = [numbers[0][w], numbers[1][w], numbers[2][w], numbers[3][w]];
        let borrow = bits[w];
        numbers[0][w] = a ^ borrow;
        numbers[1][w] = b ^ borrow & !a;
        numbers[2][w] = c ^ borrow & !a & !b;
        numbers[3][w] = d ^ borrow & !a & !b & !c;
    }
}

#[inline(always)]
fn intersection<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    let mut both = *a;
    for w in 0..W {
        both[w] &= b[w];
    }
    both
}

#[inline(always)]
fn has_bit<const W: usize>(mask: &Mask<W>, bit: usize) -> bool {
    mask[bit / 64] >> (bit % 64) & 1 == 1
}

impl<const W: usize> Items<W> {
    /// Takes an option with these bits. Returns the items that can then take no further option.
    #[inline(always)]
    fn take(&mut self, has: &Mask<W>, matrix: &Matrix<W>) -> Mask<W> {
        let needing = intersection(has, &self.need);
        let several = intersection(&needing, &at_least_one(&self.more));
        self.need = without(&self.need, &without(&needing, &several));
        count_down(&mut self.more, &several);
        let watched = intersection(has, &matrix.watched);
        let spared = intersection(&watched, &at_least_one(&self.spare));
        count_down(&mut self.spare, &spared);
        without(&watched, &spared)
    }

    /// Returns the number of options that an item needs beyond the next one.
    pub(super) fn more_than_one(&self, item: usize) -> usize {
        let digit = |(digit, mask)| usize::from(has_bit(mask, item)) << digit;
        self.more.iter().enumerate().map(digit).sum()
    }
}

impl<const W: usize> Node<W> {
    pub(super) fn empty(items: Items<W>) -> Self {
        Self { span: Span { start: 0, len: 0 }, need: items, at_least: AtLeast::NONE }
    }

    /// True if an item certainly needs more options than it has left.
    #[inline(always)]
    pub(super) fn is_dead_end(&self) -> bool {
        let Self { need: Items { need, more, .. }, at_least, .. } = self;
        let (two, three) = (at_least_one(more), at_least_two(more));
        let mut dead = 0;
        for w in 0..W {
            let enough =
                at_least.one[w] & (at_least.two[w] | !two[w]) & (at_least.three[w] | !three[w]);
            dead |= need[w] & !enough;
        }
        dead != 0
    }

    /// Returns the item with the fewest branches. Each item that needs options must have at least
    /// two branches. Items with two branches that need one option are preferred.
    #[inline(always)]
    pub(super) fn item<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &Arrays<W>,
        matrix: &Matrix<W>,
    ) -> Option<usize> {
        let Self { span, need: Items { need, more, .. }, at_least } = self;
        match lowest(&without(&without(need, &at_least.three), &at_least_one(more))) {
            Some(item) => Some(item),
            None => {
                let more = &more[..matrix.digits];
                arrays.differences(isa, *span, need, more, matrix.counted).least
            }
        }
    }
}

impl<const W: usize> Matrix<W> {
    pub(super) fn new(parts: Parts) -> Self {
        let Parts { masks, option_count, limits, is_tight } = parts;
        let mut whole = Items { need: [0; W], more: [[0; W]; DIGITS], spare: [[0; W]; DIGITS] };
        let (mut watched, mut largest) = ([0; W], 0);
        for (item, (needs, takes)) in limits.into_iter().enumerate() {
            let set = |mask: &mut Mask<W>| mask[item / 64] |= 1 << (item % 64);
            if needs > 0 {
                set(&mut whole.need);
            }
            if takes.is_some() {
                set(&mut watched);
            }
            let (more, spare) = (needs.saturating_sub(1), takes.map_or(0, |takes| takes - 1));
            largest = largest.max(more).max(spare);
            for digit in 0..DIGITS {
                if more >> digit & 1 == 1 {
                    set(&mut whole.more[digit]);
                }
                if spare >> digit & 1 == 1 {
                    set(&mut whole.spare[digit]);
                }
            }
        }
        let mut secondary = [0; W];
        (masks.primary..masks.bits).for_each(|bit| secondary[bit / 64] |= 1 << (bit % 64));
        let options = (0..masks.len()).map(|at| {
            (widened(masks.has(at)), intersection(&widened(masks.kills(at)), &secondary))
        });
        Self {
            options: options.collect(),
            option_count,
            whole,
            watched,
            digits: (u32::BITS - largest.leading_zeros()) as usize,
            is_tight,
            counted: masks.primary.div_ceil(64),
            gone: masks.bits,
            masks,
        }
    }

    /// Returns arrays that hold all options. A search appends its subproblems to them.
    pub(super) fn arrays(&self) -> Arrays<W> {
        Arrays::new(self.options.iter().map(|&(has, _)| has))
    }

    /// Builds the subproblem at the root of a cube, and adds the chosen options of the cube to
    /// `chosen`. Returns `None` if the cube contradicts itself, or if a chosen option has no
    /// primary item.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub(super) fn root(
        &self,
        arrays: &mut Arrays<W>,
        cube: &Cube,
        chosen: &mut Vec<OptionId>,
    ) -> Result<Option<Node<W>>, UnknownOption> {
        cube.check(self.option_count)?;
        let mut items = self.whole;
        let mut killed = self.gone();
        for &option in &cube.chosen {
            if chosen.contains(&option) {
                continue;
            }
            let Some(at) = self.masks.position(option) else { return Ok(None) };
            let (has, kills) = &self.options[at];
            if cube.excluded.contains(&option) || meet(has, &killed) {
                return Ok(None);
            }
            killed = union(&union(&killed, kills), &items.take(has, self));
            chosen.push(option);
        }
        let all = Span { start: 0, len: self.masks.len() };
        let (copy, _) = Portable.filter(arrays, all, all.end(), &[0; W], self.counted);
        for at in chosen.iter().chain(&cube.excluded).filter_map(|&o| self.masks.position(o)) {
            self.remove(arrays, copy.start + at);
        }
        let (span, at_least) = Portable.filter(arrays, copy, copy.start, &killed, self.counted);
        Ok(Some(Node { span, need: items, at_least }))
    }

    #[inline(always)]
    pub(super) fn option(&self, arrays: &Arrays<W>, at: usize) -> OptionId {
        self.masks.options[arrays.name(at)]
    }

    /// True if an item can take the next option and no other.
    #[inline(always)]
    pub(super) fn takes_one(&self, items: &Items<W>, item: usize) -> bool {
        has_bit(&self.watched, item) && !has_bit(&at_least_one(&items.spare), item)
    }

    /// Returns the mask with only the bit that marks an option as tried, chosen or excluded.
    #[inline(always)]
    fn gone(&self) -> Mask<W> {
        let mut gone = [0; W];
        gone[self.gone / 64] = 1 << (self.gone % 64);
        gone
    }

    /// Removes the option at an index. Later copies of its array do not contain it.
    #[inline(always)]
    pub(super) fn remove(&self, arrays: &mut Arrays<W>, at: usize) {
        arrays.set_only(at, self.gone);
    }

    pub(super) fn is_removed(&self, arrays: &Arrays<W>, at: usize) -> bool {
        has_bit(&arrays.mask(at), self.gone)
    }

    /// Returns the subproblem after choosing the option at an index. Its options follow those of
    /// `span` in the arrays. If `several` is true, the option is removed from the span.
    #[inline(always)]
    pub(super) fn choose<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        span: Span,
        items: &Items<W>,
        at: usize,
        several: bool,
    ) -> Node<W> {
        let (has, kills) = &self.options[arrays.name(at)];
        let mut items = *items;
        let full = items.take(has, self);
        if several {
            self.remove(arrays, at);
        }
        let killed = union(&union(kills, &full), &self.gone());
        self.filter(isa, arrays, span, span.end(), items, &killed)
    }

    /// Chooses as many options of an item as it still needs, the first ones at or after an index,
    /// and adds them to `chosen`. Returns the subproblem without these options, or `None` if there
    /// are too few of them or two exclude each other.
    #[inline(always)]
    pub(super) fn choose_rest<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        (span, from): (Span, usize),
        items: &Items<W>,
        item: usize,
        chosen: &mut Vec<OptionId>,
    ) -> Option<Node<W>> {
        let (mut items, mut killed, mut at) = (*items, self.gone(), from);
        while has_bit(&items.need, item) {
            at = isa.find(arrays, span, at, item)?;
            self.take(arrays, at, &mut items, &mut killed, chosen).then_some(())?;
            at += 1;
        }
        Some(self.filter(isa, arrays, span, span.end(), items, &killed))
    }

    /// Takes the option at an index: updates `items`, adds the option to `chosen`, and adds the
    /// bits that it kills and the items that it fills to `killed`. Returns false if the option is
    /// already killed.
    #[inline(always)]
    fn take(
        &self,
        arrays: &mut Arrays<W>,
        at: usize,
        items: &mut Items<W>,
        killed: &mut Mask<W>,
        chosen: &mut Vec<OptionId>,
    ) -> bool {
        let (has, kills) = &self.options[arrays.name(at)];
        if meet(has, killed) {
            return false;
        }
        let full = items.take(has, self);
        chosen.push(self.option(arrays, at));
        // Usually the option fills an item, which then kills the option itself.
        if is_empty(&full) {
            self.remove(arrays, at);
        }
        *killed = union(killed, &union(kills, &full));
        true
    }

    /// Writes the options of a span that do not meet `killed` to the arrays from index `to` on.
    /// Writes nothing if `is_tight` is true and no item needs an option.
    #[inline(always)]
    fn filter<S: MaskFilter>(
        &self,
        isa: S,
        arrays: &mut Arrays<W>,
        span: Span,
        to: usize,
        items: Items<W>,
        killed: &Mask<W>,
    ) -> Node<W> {
        if self.is_tight && is_empty(&items.need) {
            return Node::empty(items);
        }
        let (span, at_least) = isa.filter(arrays, span, to, killed, self.counted);
        Node { span, need: items, at_least }
    }

    /// While some item needs all of its options, chooses them and adds them to `chosen`. Returns
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
            if node.is_dead_end() {
                return false;
            }
            let Node { span, need: mut items, at_least } = *node;
            let (two, three) = (at_least_one(&items.more), at_least_two(&items.more));
            let mut forced = [0; W];
            for w in 0..W {
                let all = !at_least.two[w] & !two[w] | !at_least.three[w] & two[w] & !three[w];
                forced[w] = items.need[w] & all;
            }
            // The counts of the filter are not enough for items that need three options or more.
            let exact = intersection(&items.need, &three);
            if !is_empty(&exact) {
                let more = &items.more[..self.digits];
                let found = arrays.differences(isa, span, &exact, more, self.counted);
                if !is_empty(&found.none) {
                    return false;
                }
                forced = union(&forced, &found.one);
            }
            if is_empty(&forced) {
                return true;
            }
            // These items need all their options, so every option that has one of them is taken.
            let (mut killed, mut at) = (self.gone(), span.start);
            while at < span.end() {
                if meet(&arrays.mask(at), &forced)
                    && !self.take(arrays, at, &mut items, &mut killed, chosen)
                {
                    return false;
                }
                at += 1;
            }
            *updates += span.len as u64;
            // The subproblem before the step is no longer needed, so it is overwritten.
            *node = self.filter(isa, arrays, span, span.start, items, &killed);
        }
    }
}
