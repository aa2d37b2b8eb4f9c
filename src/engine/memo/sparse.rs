//! Subproblems of problems in which each option excludes few others, such as tilings with small
//! pieces.
//!
//! A filter pass reads all remaining options, although a domino excludes only six others. So here a
//! node keeps one bit for each option and the number of remaining options of each item. Choosing an
//! option changes only the bits of the options that it excludes, which are in a list, and the
//! counts of their items. The new node begins as a copy of the node above, a few hundred bytes, so
//! going back needs no work.
//!
//! No secondary item of the problem takes bits, so two options exclude each other if and only if
//! they have a common primary item.

use std::sync::Arc;

use crate::engine::matrix::Matrix;
use crate::engine::simd::filter::{Mask, lowest};

/// The nodes on the path to the current one, the root first. The level of a node is its index.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    lists: Arc<Lists>,
    /// The bits of the options, in `words` words for each level. A bit is set if its option is
    /// left.
    left: Vec<u64>,
    /// The number of remaining options of each item, `counted` numbers for each level. It is 0 for
    /// covered items.
    counts: Vec<u8>,
    words: usize,
    counted: usize,
    /// Items that have a single option left, or had one and are now covered.
    singles: Vec<u16>,
    /// Items of a component whose options are not read yet.
    found: Vec<u16>,
}

/// The options and items of a problem as lists of numbers.
#[derive(Debug)]
pub(super) struct Lists {
    /// The options of each item.
    options: List<u32>,
    /// The items of each option.
    items: List<u16>,
    /// The options that each option excludes, including itself.
    excluded: List<u32>,
}

/// Lists of numbers, in one array.
#[derive(Debug)]
struct List<T> {
    starts: Box<[u32]>,
    numbers: Box<[T]>,
}

impl<T> List<T> {
    fn new(lists: impl Iterator<Item: IntoIterator<Item = T>>) -> Self {
        let (mut starts, mut numbers) = (vec![0], Vec::new());
        for list in lists {
            numbers.extend(list);
            starts.push(numbers.len() as u32);
        }
        Self { starts: starts.into(), numbers: numbers.into() }
    }

    #[inline(always)]
    fn of(&self, thing: usize) -> &[T] {
        &self.numbers[self.starts[thing] as usize..self.starts[thing + 1] as usize]
    }
}

/// The number of counts that are compared in one step.
const STEP: usize = 32;

/// The smallest ratio at which the lists are faster than a filter pass: the number of all options
/// divided by the average number that one option excludes.
const SPARSE: usize = 16;

/// The largest number of options of an item, and the largest total length of the lists of excluded
/// options.
const MOST_OPTIONS: usize = u8::MAX as usize;
const MOST_EXCLUDED: usize = 1 << 20;

impl Lists {
    /// Returns the lists of a problem, or `None` if a secondary item takes bits, the lists would be
    /// too long, or a filter pass is faster.
    pub(super) fn new<const W: usize>(matrix: &Matrix<W>) -> Option<Self> {
        if matrix.masks.bits != matrix.masks.primary {
            return None;
        }
        let mut options_of = vec![0; 64 * W];
        let mut most_items = 0;
        for &option in matrix.options() {
            ones(option).for_each(|item| options_of[item] += 1);
            most_items = most_items.max(ones(option).count());
        }
        let most = (matrix.masks.len() * matrix.masks.len() / SPARSE).min(MOST_EXCLUDED);
        // Not all pairs are different, because two options can share up to `most_items` items.
        let pairs: usize = options_of.iter().map(|options| options * options).sum();
        if options_of.iter().any(|&options| options > MOST_OPTIONS) || pairs > most * most_items {
            return None;
        }
        Self::of(matrix, most)
    }

    /// Returns the lists of a problem without secondary bits, or `None` if its options exclude more
    /// than `most` options in total.
    fn of<const W: usize>(matrix: &Matrix<W>, most: usize) -> Option<Self> {
        let items = List::new(matrix.options().map(|&option| ones(option).map(|item| item as u16)));
        let mut options_of = vec![Vec::new(); 64 * W];
        let count = matrix.masks.len();
        for option in 0..count {
            for &item in items.of(option) {
                options_of[usize::from(item)].push(option as u32);
            }
        }
        let options = List::new(options_of.into_iter());
        let (mut starts, mut numbers) = (vec![0], Vec::new());
        // For each option, the last option that excludes it.
        let mut last = vec![u32::MAX; count];
        for option in 0..count {
            let start = numbers.len();
            for &item in items.of(option) {
                for &other in options.of(usize::from(item)) {
                    if last[other as usize] != option as u32 {
                        last[other as usize] = option as u32;
                        numbers.push(other);
                    }
                }
            }
            if numbers.len() > most {
                return None;
            }
            numbers[start..].sort_unstable();
            starts.push(numbers.len() as u32);
        }
        let excluded = List { starts: starts.into(), numbers: numbers.into() };
        Some(Self { options, items, excluded })
    }
}

impl Sparse {
    /// Returns an empty path for a problem with these lists.
    pub(super) fn new(lists: &Arc<Lists>) -> Self {
        Self {
            lists: Arc::clone(lists),
            left: Vec::new(),
            counts: Vec::new(),
            // A problem without options also gets a word, so each level has some memory.
            words: (lists.items.starts.len() - 1).div_ceil(64).max(1),
            counted: lists.options.starts.len() - 1,
            singles: Vec::new(),
            found: Vec::new(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.left.len() * size_of::<u64>() + self.counts.len()
    }

    /// Makes the node of level 0, with these options. Returns false if it is a dead end.
    pub(super) fn begin<const W: usize>(
        &mut self,
        options: impl Iterator<Item = usize>,
        need: &Mask<W>,
    ) -> bool {
        self.clear(0);
        for option in options {
            self.put(0, option);
        }
        self.singles.clear();
        for item in ones(*need) {
            match self.counts[item] {
                0 => return false,
                1 => self.singles.push(item as u16),
                _ => {}
            }
        }
        true
    }

    fn clear(&mut self, level: usize) {
        self.make_room(level);
        self.left[level * self.words..(level + 1) * self.words].fill(0);
        self.counts[level * self.counted..(level + 1) * self.counted].fill(0);
    }

    #[inline(always)]
    fn make_room(&mut self, level: usize) {
        if self.left.len() < (level + 1) * self.words {
            self.grow(level);
        }
    }

    #[cold]
    fn grow(&mut self, level: usize) {
        self.left.resize(2 * (level + 1) * self.words, 0);
        self.counts.resize(2 * (level + 1) * self.counted, 0);
    }

    fn put(&mut self, level: usize, option: usize) {
        let word = &mut self.left[level * self.words + option / 64];
        let bit = 1 << (option % 64);
        if *word & bit == 0 {
            *word |= bit;
            for &item in self.lists.items.of(option) {
                self.counts[level * self.counted + usize::from(item)] += 1;
            }
        }
    }

    /// Returns the index at which the search for the options of an item begins.
    #[inline(always)]
    pub(super) fn first(&self, item: usize) -> usize {
        self.lists.options.starts[item] as usize
    }

    /// Returns the option at an index that [`find`](Self::find) returned.
    #[inline(always)]
    pub(super) fn option(&self, at: usize) -> usize {
        self.lists.options.numbers[at] as usize
    }

    /// Returns the first index from `at` on of a remaining option of the item.
    #[inline(always)]
    pub(super) fn find(&self, level: usize, at: usize, item: usize) -> Option<usize> {
        let left = &self.left[level * self.words..(level + 1) * self.words];
        let mut at = at;
        while at < self.lists.options.starts[item + 1] as usize {
            if is_in(left, self.option(at)) {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// Returns the first of the items with the fewest remaining options. Every item to be covered
    /// must have at least two.
    #[inline(always)]
    pub(super) fn item<const W: usize>(&self, level: usize, need: &Mask<W>) -> Option<usize> {
        let counts = &self.counts[level * self.counted..(level + 1) * self.counted];
        let from = lowest(need)? / STEP;
        let (mut least, mut step) = (u8::MAX, from);
        for (at, counts) in counts.chunks_exact(STEP).enumerate().skip(from) {
            let mut of_step = u8::MAX;
            for &count in counts {
                // A covered item has count 0. The count wraps, so the item comes last.
                of_step = of_step.min(count.wrapping_sub(1));
            }
            if of_step < least {
                (least, step) = (of_step, at);
                if least == 1 {
                    break;
                }
            }
        }
        let counts = &counts[step * STEP..(step + 1) * STEP];
        (0..STEP).find(|&at| counts[at].wrapping_sub(1) == least).map(|at| step * STEP + at)
    }

    /// Chooses an option at the node of a level, and makes the child node at the next level. `need`
    /// has the items left to cover. Returns false at a dead end. `updates` grows by the number of
    /// options that are excluded.
    #[inline(always)]
    pub(super) fn choose<const W: usize>(
        &mut self,
        level: usize,
        option: usize,
        need: &Mask<W>,
        updates: &mut u64,
    ) -> bool {
        self.make_room(level + 1);
        let (words, counted) = (self.words, self.counted);
        self.left.copy_within(level * words..(level + 1) * words, (level + 1) * words);
        self.counts.copy_within(level * counted..(level + 1) * counted, (level + 1) * counted);
        self.singles.clear();
        self.force(level + 1, option, need, updates)
    }

    /// Chooses an option, such as the only option of an item. The new node replaces the node at the
    /// level. Returns false at a dead end. The counts are then wrong.
    #[inline(always)]
    pub(super) fn force<const W: usize>(
        &mut self,
        level: usize,
        option: usize,
        need: &Mask<W>,
        updates: &mut u64,
    ) -> bool {
        let Self { lists, left, counts, words, counted, singles, .. } = self;
        let left = &mut left[level * *words..(level + 1) * *words];
        let counts = &mut counts[level * *counted..(level + 1) * *counted];
        for &other in lists.excluded.of(option) {
            let word = &mut left[other as usize / 64];
            let bit = 1 << (other % 64);
            if *word & bit == 0 {
                continue;
            }
            *word &= !bit;
            *updates += 1;
            for &item in lists.items.of(other as usize) {
                let at = usize::from(item);
                counts[at] -= 1;
                if counts[at] <= 1 && is_in(need, at) {
                    if counts[at] == 0 {
                        return false;
                    }
                    singles.push(item);
                }
            }
        }
        true
    }

    /// Returns the next option that is the only option of an item, if there is one.
    #[inline(always)]
    pub(super) fn forced<const W: usize>(&mut self, level: usize, need: &Mask<W>) -> Option<usize> {
        while let Some(item) = self.singles.pop() {
            let item = usize::from(item);
            if is_in(need, item) {
                return self.find(level, self.first(item), item).map(|at| self.option(at));
            }
        }
        None
    }

    /// Returns the items that are connected to an item by remaining options.
    pub(super) fn connected<const W: usize>(&mut self, level: usize, item: usize) -> Mask<W> {
        let mut component = [0; W];
        component[item / 64] |= 1 << (item % 64);
        let Self { lists, left, words, found, .. } = self;
        let left = &left[level * *words..(level + 1) * *words];
        found.clear();
        found.push(item as u16);
        while let Some(item) = found.pop() {
            for &option in lists.options.of(usize::from(item)) {
                if !is_in(left, option as usize) {
                    continue;
                }
                for &other in lists.items.of(option as usize) {
                    let (word, bit) = (usize::from(other) / 64, 1 << (other % 64));
                    if component[word] & bit == 0 {
                        component[word] |= bit;
                        found.push(other);
                    }
                }
            }
        }
        component
    }

    /// Makes the node below the node of a level, with only the options of a component.
    pub(super) fn restrict<const W: usize>(
        &mut self,
        level: usize,
        component: Mask<W>,
        updates: &mut u64,
    ) {
        self.clear(level + 1);
        self.singles.clear();
        let lists = Arc::clone(&self.lists);
        for item in ones(component) {
            for &option in lists.options.of(item) {
                let option = option as usize;
                if is_in(&self.left[level * self.words..], option) {
                    self.put(level + 1, option);
                    *updates += 1;
                }
            }
        }
    }
}

#[inline(always)]
fn is_in(words: &[u64], bit: usize) -> bool {
    words[bit / 64] >> (bit % 64) & 1 == 1
}

/// Iterates over the set bits of a mask, the lowest first.
fn ones<const W: usize>(mut mask: Mask<W>) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = lowest(&mask)?;
        mask[bit / 64] &= mask[bit / 64] - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::Memo;
    use super::*;
    use crate::engine::matrix::{AnyMatrix, with_words};
    use crate::ids::{ItemId, OptionId};
    use crate::problem::Problem;
    use crate::search::{Cube, Step};

    /// Returns a number below `limit`, from a linear congruential generator.
    fn below(state: &mut u64, limit: u32) -> u32 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (*state >> 33) as u32 % limit
    }

    /// Returns a problem of two separate rows of items. Each option has one to three items of a row
    /// that are close to each other.
    fn random(state: &mut u64) -> Problem {
        let length = 4 + below(state, 32);
        let mut builder = Problem::builder();
        builder.unnamed_primary(2 * length as usize).unwrap();
        for _ in 0..length * (1 + below(state, 8)) {
            let row = below(state, 2) * length;
            let first = below(state, length);
            let mut items: Vec<_> = (0..1 + below(state, 3))
                .map(|_| row + (first + below(state, 4)).min(length - 1))
                .collect();
            items.sort_unstable();
            items.dedup();
            builder.option(items.into_iter().map(ItemId::new)).unwrap();
        }
        builder.build().unwrap()
    }

    /// Checks that the lists and the filter pass enter the same nodes, wherever they are
    /// interrupted.
    #[test]
    fn lists_do_what_a_filter_pass_does() {
        let mut state = 1;
        let mut with_covers = 0;
        for round in 0..if cfg!(miri) { 3 } else { 600 } {
            let problem = random(&mut state);
            let mut cube = Cube::default();
            if round % 3 == 0 {
                let option =
                    |state: &mut u64| OptionId::new(below(state, problem.option_count() as u32));
                cube.excluded.push(option(&mut state));
                cube.chosen.push(option(&mut state));
            }
            let mut memo = Memo::new(&problem).unwrap();
            let (mut results, mut all_steps) = (Vec::new(), Vec::new());
            for is_sparse in [false, true] {
                memo.form.lists = is_sparse
                    .then(|| with_words!(&memo.matrix, matrix => Lists::of(matrix, usize::MAX)))
                    .map(|lists| Arc::new(lists.unwrap()));
                let mut search = memo.count_search(&cube).unwrap();
                // At most 500 nodes of each search are compared.
                let mut steps = BTreeMap::new();
                while search.advance(1) == Step::Paused && steps.len() < 500 {
                    if search.is_at_node() {
                        let (counted, mut open) = search.remaining();
                        // Forced options are found in a different order.
                        open.iter_mut().for_each(|open| open.cube.chosen.sort_unstable());
                        steps.insert(search.stats().nodes, (counted, open));
                    }
                }
                while search.advance(u64::MAX) == Step::Paused {}
                // The next search, of the whole problem, uses the filled cache unless `cube`
                // excludes options.
                search.start(&Cube::default()).unwrap();
                while search.advance(u64::MAX) == Step::Paused {}
                let diagram = memo.diagram_search(&cube).unwrap().finish().unwrap().count();
                results.push((search.count(), search.stats().nodes, diagram));
                all_steps.push(steps);
            }
            with_covers += u32::from(results[0].2.is_at_least(2));
            assert_eq!(results[0], results[1], "round {round}");
            // A filter pass counts more updates, and can end a call within a node.
            for (nodes, (counted, open)) in &all_steps[0] {
                if let Some((other_counted, other_open)) = all_steps[1].get(nodes) {
                    assert_eq!((counted, open), (other_counted, other_open), "round {round}");
                }
            }
        }
        assert!(with_covers > 50 || cfg!(miri), "{with_covers}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "it only compiles problems, in safe code")]
    fn only_sparse_problems_have_lists() {
        let chain = |options: u32| {
            let mut builder = Problem::builder();
            builder.unnamed_primary(100).unwrap();
            for first in 0..100 {
                for _ in 0..options {
                    builder.option([ItemId::new(first), ItemId::new((first + 1) % 100)]).unwrap();
                }
            }
            Memo::new(&builder.build().unwrap()).unwrap().form.lists.is_some()
        };
        assert!(chain(1) && chain(2));
        // An item has more options than a count can hold.
        assert!(!chain(128));
    }
}
