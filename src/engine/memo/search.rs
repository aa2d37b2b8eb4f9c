//! Algorithm X on arrays of options, with a cache: an explicit machine that can stop at any node
//! and go on later.

use std::iter::successors;
use std::sync::Arc;

#[cfg(feature = "bigint")]
use num_bigint::BigUint;

use super::cache::{self, Cache};
#[cfg(feature = "bigint")]
use super::count::{Counting, number};
use super::semiring::{Semiring, TooWide};
use crate::diagram::TooManyNodes;
use crate::engine::matrix::{Matrix, Residue};
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::engine::simd::filter::{
    Arrays, Mask, MaskFilter, Span, is_empty, lowest, union, without,
};
use crate::engine::simd::tokens::Portable;
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube, Stats, UnknownOption};

/// A search on a problem.
#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize, T> {
    matrix: Arc<Matrix<W>>,
    /// The bits of each secondary item that has several of them.
    codes: Box<[Mask<W>]>,
    /// Whether there are no bits of secondary items.
    is_plain: bool,
    semiring: T,
    cache: Cache<W>,
    /// How many bytes it may take.
    memory: usize,
    /// All options first, then those of the root, then those of each node on the way to the current
    /// one.
    arrays: Arrays<W>,
    frames: Vec<Frame<W>>,
    /// Parts of residues that are waiting for their turn, as the items that are to be covered in
    /// each.
    parts: Vec<Mask<W>>,
    node: Residue<W>,
    /// Whether the node is known to be in one piece.
    is_part: bool,
    /// The prefix, then the options that are being tried and those that they forced.
    chosen: Vec<OptionId>,
    /// The value that was found last.
    value: Vec<u64>,
    /// Of the part of the tree below the node whose value it is: how many nodes a search without a
    /// cache would enter.
    below: f64,
    next: Next,
    /// The options that no cover is to contain.
    excluded: Vec<OptionId>,
    stats: Stats,
    rest: Rest,
}

/// A search whose masks have as many words as they need.
#[derive(Clone, Debug)]
pub(super) enum AnySearch<T> {
    One(Box<Search<1, T>>),
    Two(Box<Search<2, T>>),
    Three(Box<Search<3, T>>),
    Four(Box<Search<4, T>>),
    Six(Box<Search<6, T>>),
    Eight(Box<Search<8, T>>),
}

/// A residue whose value is being found.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    span: Span,
    need: Mask<W>,
    key: Mask<W>,
    /// How many options were chosen before.
    chosen: usize,
    below: f64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// An item and where to look for its next option.
    Sum { item: usize, at: usize },
    /// Parts that have no item in common; those from this place on are still to be searched.
    Product { parts: usize },
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    /// There is a value.
    Leave,
    /// The next option of a sum.
    TryAgain,
    /// The next part of a product.
    Continue,
    Done,
}

/// How often to look whether a residue falls apart: seldom where it does not.
#[derive(Clone, Copy, Debug)]
struct Rest {
    pause: u32,
    left: u32,
}

/// The longest pause between two looks.
const LONGEST_PAUSE: u32 = 64;

/// Where a call of [`Search::run`] has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The value of the root is known.
    Done,
    /// It has used up its nodes.
    Paused,
    /// There was no room for a value.
    Full(TooManyNodes),
}

impl<const W: usize, T: Semiring> Search<W, T> {
    /// Begins a search for what all covers of a cube come to. Its cache takes half of `memory`
    /// bytes at most; the search ends as [`Stop::Full`] when its values take more than the other
    /// half.
    pub(super) fn new(
        matrix: Arc<Matrix<W>>,
        semiring: impl FnOnce(usize) -> T,
        cube: &Cube,
        memory: usize,
    ) -> Result<Self, UnknownOption> {
        let semiring = semiring(matrix.option_count());
        let mut arrays = matrix.arrays();
        let mut chosen = Vec::new();
        let root = matrix.root(&mut arrays, cube, &mut chosen)?;
        let mut search = Self {
            codes: matrix.codes(),
            is_plain: matrix.masks.bits == matrix.masks.primary,
            arrays,
            cache: Cache::new(semiring.width(), memory / 2),
            memory,
            matrix,
            semiring,
            frames: Vec::new(),
            parts: Vec::new(),
            node: root.unwrap_or(Residue::NOTHING),
            is_part: false,
            chosen,
            value: Vec::new(),
            below: 0.0,
            next: if root.is_some() { Next::Enter } else { Next::Leave },
            excluded: cube.excluded.clone(),
            stats: Stats::default(),
            rest: Rest { pause: 1, left: 0 },
        };
        search.semiring.begin(false);
        search.semiring.none(&mut search.value);
        Ok(search)
    }

    /// Goes on until the value of the root is known, or the node before `last_node` was entered.
    #[inline(always)]
    fn advance<S: MaskFilter>(&mut self, isa: S, last_node: u64) -> Stop {
        loop {
            let done = match self.next {
                Next::Enter => {
                    // A part of a residue is no node of its own.
                    if !self.is_part {
                        if self.stats.nodes >= last_node {
                            return Stop::Paused;
                        }
                        self.stats.nodes += 1;
                    }
                    self.enter(isa);
                    Ok(())
                }
                Next::Leave => self.leave(),
                Next::TryAgain => self.try_again(isa),
                Next::Continue => self.next_part(isa),
                Next::Done => return Stop::Done,
            };
            if let Err(full) = done {
                self.next = Next::Done;
                return Stop::Full(full);
            }
        }
    }

    pub(super) fn run(&mut self, simd: Simd, nodes: u64) -> Stop {
        let last_node = self.stats.nodes.saturating_add(nodes);
        simd.run(Run { search: self, last_node })
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// The value of the root, once it is known.
    pub(super) fn value(&self) -> &[u64] {
        &self.value
    }

    pub(super) fn into_tally(self) -> T {
        self.semiring
    }

    pub(super) fn bytes(&self) -> usize {
        self.cache.bytes() + self.semiring.bytes()
    }

    /// Enters a node: its value is known, or it becomes a frame.
    #[inline(always)]
    fn enter<S: MaskFilter>(&mut self, isa: S) {
        self.below = 1.0;
        self.next = Next::Leave;
        let Self { matrix, arrays, node, chosen, stats, .. } = self;
        if !matrix.force(isa, arrays, node, chosen, &mut stats.updates) {
            self.semiring.none(&mut self.value);
            return;
        }
        let Residue { span, need, at_least } = self.node;
        let is_part = std::mem::take(&mut self.is_part);
        if is_empty(&need) {
            self.semiring.unit(&mut self.value);
            return;
        }
        // What is left is known from the items that are to be covered and the bits that the options
        // which are left have: an option is left exactly if it has no others.
        let key = union(&need, &without(&at_least.one, &self.matrix.primary));
        if self.look_up(&key) {
            return;
        }
        let frame = Frame {
            span,
            need,
            key,
            chosen: self.chosen.len(),
            below: 1.0,
            kind: Kind::Product { parts: self.parts.len() },
        };
        if !is_part && self.falls_apart() {
            self.semiring.begin(true);
            self.frames.push(frame);
            self.next = Next::Continue;
            return;
        }
        if let Some(item) = self.node.item(isa, &self.arrays, &self.matrix) {
            if self.is_plain && self.cache.is_large() {
                self.ask_ahead(isa, item);
            }
            self.semiring.begin(false);
            self.frames.push(Frame { kind: Kind::Sum { item, at: span.start }, ..frame });
            self.next = Next::TryAgain;
        }
    }

    /// Takes the value of a residue from the cache; false if it is not there.
    #[inline(always)]
    fn look_up(&mut self, key: &Mask<W>) -> bool {
        let Some((value, work)) = self.cache.get(key) else { return false };
        self.value.clear();
        self.value.extend_from_slice(value);
        self.below = cache::nodes(work);
        true
    }

    /// Asks for the places of the cache in which the values of all options of an item would be.
    /// They will be looked up one after the other, and would be waited for one after the other;
    /// asked for at once, they come together.
    #[inline(always)]
    fn ask_ahead<S: MaskFilter>(&self, isa: S, item: usize) {
        let Residue { span, need, .. } = self.node;
        let (mut from, mut asked) = (span.start, 0);
        while let Some(at) = isa.find(&self.arrays, span, from, item) {
            asked ^= self.cache.ask(&self.matrix.need_after(&self.arrays, &need, at));
            from = at + 1;
        }
        std::hint::black_box(asked);
    }

    /// Whether what is left is several problems that have nothing to do with each other. If so, the
    /// items of each are in `parts`.
    #[inline(always)]
    fn falls_apart(&mut self) -> bool {
        let Rest { pause, left } = self.rest;
        if left > 0 {
            self.rest.left -= 1;
            return false;
        }
        let before = self.parts.len();
        let Residue { span, mut need, .. } = self.node;
        while let Some(item) = lowest(&need) {
            let part = self.arrays.connected(span, item, &need, &self.codes);
            need = without(&need, &part);
            self.parts.push(part);
        }
        let falls_apart = self.parts.len() > before + 1;
        if !falls_apart {
            self.parts.truncate(before);
        }
        let pause = if falls_apart { pause / 2 } else { (pause * 2).clamp(1, LONGEST_PAUSE) };
        self.rest = Rest { pause, left: pause };
        falls_apart
    }

    /// Goes on to the next part of the last residue, which fell apart; if there is none, its value
    /// is known.
    fn next_part<S: MaskFilter>(&mut self, isa: S) -> Result<(), TooManyNodes> {
        let Some(&Frame { kind: Kind::Product { parts }, span, need, .. }) = self.frames.last()
        else {
            unreachable!("the last frame is a product")
        };
        if self.parts.len() == parts {
            return self.close();
        }
        let part = self.parts.pop().unwrap_or(need);
        self.stats.updates += span.len as u64;
        self.node = self.matrix.filter(
            isa,
            &mut self.arrays,
            span,
            span.end(),
            part,
            &without(&need, &part),
        );
        self.is_part = true;
        self.next = Next::Enter;
        Ok(())
    }

    /// Goes on to the next option of the last residue that leads anywhere; if there is none, its
    /// value is known.
    #[inline(always)]
    fn try_again<S: MaskFilter>(&mut self, isa: S) -> Result<(), TooManyNodes> {
        while let Some(Frame { kind: Kind::Sum { item, at }, span, need, chosen, .. }) =
            self.frames.last_mut()
        {
            self.chosen.truncate(*chosen);
            let Some(found) = isa.find(&self.arrays, *span, *at, *item) else { break };
            *at = found + 1;
            let (span, need) = (*span, *need);
            self.chosen.push(self.matrix.option(&self.arrays, found));
            // Where nothing but these items decides what is left, there is no need to find out what
            // that is.
            if self.is_plain && self.look_up(&self.matrix.need_after(&self.arrays, &need, found)) {
                self.next = Next::Leave;
                return Ok(());
            }
            self.node = self.matrix.choose(isa, &mut self.arrays, span, &need, found);
            self.stats.updates += if is_empty(&self.node.need) { 0 } else { span.len as u64 };
            if !self.node.is_hopeless() {
                self.next = Next::Enter;
                return Ok(());
            }
        }
        self.close()
    }

    /// Ends the last frame, whose value is known then.
    fn close(&mut self) -> Result<(), TooManyNodes> {
        self.next = Next::Leave;
        let frame = self.frames.pop().expect("a frame is being closed");
        self.chosen.truncate(frame.chosen);
        self.below = frame.below;
        self.semiring.end(&mut self.value)?;
        if self.semiring.bytes() > self.memory / 2 {
            return Err(self.semiring.full());
        }
        self.cache.insert(&frame.key, &self.value, cache::work(frame.below));
        Ok(())
    }

    /// Takes the value that was found to the frame above.
    #[inline(always)]
    fn leave(&mut self) -> Result<(), TooManyNodes> {
        loop {
            let (added, is_sum) = match self.frames.last() {
                Some(Frame { kind: Kind::Product { .. }, .. }) => {
                    (self.semiring.multiply(&self.value), false)
                }
                frame => (
                    self.semiring
                        .add(&self.chosen[frame.map_or(0, |frame| frame.chosen)..], &self.value),
                    true,
                ),
            };
            if let Err(TooWide) = added {
                self.widen();
                continue;
            }
            let Some(frame) = self.frames.last_mut() else {
                self.next = Next::Done;
                return self.semiring.end(&mut self.value);
            };
            frame.below += self.below;
            self.below = 0.0;
            if is_sum {
                self.next = Next::TryAgain;
            } else if self.value.iter().any(|&word| word != 0) {
                self.next = Next::Continue;
            } else {
                self.give_up();
            }
            return Ok(());
        }
    }

    /// Ends the last frame, a product with a factor that has no covers.
    fn give_up(&mut self) {
        let frame = self.frames.pop().expect("a product is given up");
        if let Kind::Product { parts } = frame.kind {
            self.parts.truncate(parts);
        }
        self.semiring.give_up();
        self.below = frame.below;
        self.next = Next::Leave;
        self.cache.insert(&frame.key, &self.value, cache::work(frame.below));
    }

    #[cold]
    fn widen(&mut self) {
        self.semiring.widen();
        self.cache.widen();
        self.value.push(0);
    }
}

impl<const W: usize, T> Search<W, T> {
    fn open(&self, chosen: &[OptionId], last: Option<OptionId>, share: f64) -> OpenCube {
        let chosen = chosen.iter().copied().chain(last).collect();
        OpenCube { cube: Cube { chosen, excluded: self.excluded.clone() }, share }
    }

    /// The options of the item of a sum, and their places.
    fn branches(&self, frame: &Frame<W>, item: usize) -> Vec<(usize, OptionId)> {
        let next = |from| Portable.find(&self.arrays, frame.span, from, item);
        let places = successors(next(frame.span.start), |at| next(at + 1));
        places.map(|at| (at, self.matrix.option(&self.arrays, at))).collect()
    }

    /// Everything that is searched for, as parts: those of the branch nearest to the root, if there
    /// has been one.
    pub(super) fn everything(&self) -> Vec<OpenCube> {
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
        // Before the first node, `Leave` says that the options of the prefix exclude each other.
        if self.stats.nodes == 0 && matches!(self.next, Next::Leave) {
            return Vec::new();
        }
        vec![self.open(&self.chosen, None, 1.0)]
    }
}

#[cfg(feature = "bigint")]
impl<const W: usize> Search<W, Counting> {
    /// How many nodes a search without a cache would have entered.
    pub(super) fn represented(&self) -> f64 {
        self.below + self.frames.iter().map(|frame| frame.below).sum::<f64>()
    }

    /// What has been counted at the root and in each frame, and whether the frame is a product.
    fn unfinished(&self) -> impl DoubleEndedIterator<Item = (BigUint, Option<&Frame<W>>)> {
        (0..=self.frames.len()).map(|level| {
            (
                number(self.semiring.unfinished(level)),
                level.checked_sub(1).map(|at| &self.frames[at]),
            )
        })
    }

    /// A lower bound of the number of covers: those that were counted, each with one of every part
    /// that is to come.
    pub(super) fn at_least(&self) -> BigUint {
        let mut of_the_rest =
            if self.next == Next::Leave { number(&self.value) } else { BigUint::ZERO };
        let mut parts_end = self.parts.len();
        for (counted, frame) in self.unfinished().rev() {
            if let Some(Frame { kind: Kind::Product { parts }, .. }) = frame {
                // Of parts that are still to be searched nothing is known.
                of_the_rest =
                    if *parts < parts_end { BigUint::ZERO } else { counted * of_the_rest };
                parts_end = *parts;
            } else {
                of_the_rest = counted + of_the_rest;
            }
        }
        of_the_rest
    }

    /// The number of covers that were counted, and what is to be searched for the others. What was
    /// done for products is lost.
    pub(super) fn remaining(&self) -> (BigUint, Vec<OpenCube>) {
        let mut open = Vec::new();
        let mut counted = BigUint::ZERO;
        let mut share = 1.0;
        for (sum, frame) in self.unfinished() {
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

/// A call of [`Search::advance`].
struct Run<'a, const W: usize, T> {
    search: &'a mut Search<W, T>,
    last_node: u64,
}

impl<const W: usize, T: Semiring> Job for Run<'_, W, T> {
    type Output = Stop;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Stop {
        self.search.advance(isa, self.last_node)
    }
}
