//! Algorithm X with a cache, as an explicit state machine that can stop at any node and continue
//! later.

mod any_search;

use std::sync::Arc;

use super::cache::{self, Block, Cache, Entries, Insert};
use super::nodes::{Form, Nodes};
use super::semiring::{MOST, Semiring, TooWide};
use crate::diagram::TooManyNodes;
use crate::engine::matrix::{Matrix, Node};
use crate::engine::simd::dispatch::{Isa, Job};
use crate::engine::simd::filter::{Mask, MaskFilter, Span, is_empty, union, without};
use crate::ids::OptionId;
use crate::search::{Cube, Stats, UnknownOption};

pub(super) use any_search::AnySearch;

/// A search of a problem. Its caller keeps the semiring, and passes it to every call that computes
/// values. The loop is compiled once for each width and instruction set, but not for each semiring:
/// a copy for each semiring took a tenth of the compile time of the library. A few virtual calls
/// per node cost little compared with the filters of the node.
#[derive(Clone, Debug)]
struct Search<const W: usize> {
    matrix: Arc<Matrix<W>>,
    /// True if no bits belong to secondary items.
    is_plain: bool,
    cache: Cache<W>,
    /// The numbers of the next entries that this search will add to the cache.
    block: Block,
    /// The key and the work of the value that was computed last, if there was no room for it.
    unsaved: Option<(Mask<W>, u8)>,
    /// The memory limit in bytes.
    memory: usize,
    nodes: Nodes<W>,
    frames: Vec<Frame<W>>,
    /// The components of subproblems that are still to be searched, each as a mask of its items.
    components: Vec<Mask<W>>,
    node: Node<W>,
    /// True if the node is a component, which need not be split.
    is_component: bool,
    /// The prefix, followed by the current options of the sums and the forced options.
    chosen: Vec<OptionId>,
    /// The value that was computed last.
    value: Vec<u64>,
    /// The approximate number of nodes that a search without a cache would enter in the subtree of
    /// `value`. It would enter a component once for each cover of the components before it.
    below: f64,
    next: Next,
    /// The excluded options of the cube.
    excluded: Vec<OptionId>,
    stats: Stats,
    split_pause: SplitPause,
}

/// A subproblem whose value is being computed.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    span: Span,
    need: Mask<W>,
    key: Mask<W>,
    /// The number of options chosen before this frame.
    chosen: usize,
    below: f64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// An item, and the index at which the search for its next option begins.
    Sum { item: usize, at: usize },
    /// Components without a common item. Those from this index of `components` on are not searched
    /// yet.
    Product { components: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    /// Uses the value that was computed.
    Leave,
    /// Chooses the next option of a sum.
    TryAgain,
    /// Enters the next component of a product.
    Continue,
    Done,
}

/// The pause between two attempts to split a subproblem, as the number of attempts left out. Failed
/// attempts make later ones rarer.
#[derive(Clone, Copy, Debug)]
struct SplitPause {
    length: u32,
    left: u32,
}

/// The longest pause between two attempts.
const LONGEST_PAUSE: u32 = 64;

/// The number of options that a call to [`AnySearch::run`] may filter for each node of its limit.
/// A node with many components or dead ends can filter many times this number.
const UPDATES_PER_NODE: u64 = 1 << 8;

/// The reason why a call to [`AnySearch::run`] has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The value of the root is known.
    Done,
    /// The limit of nodes or of filtered options was reached.
    Paused,
    /// There was no room for a value.
    Full(TooManyNodes),
}

/// The reason why a search must wait before its next step.
#[derive(Clone, Copy, Debug)]
enum Wait {
    /// Another search is waiting to change the cache.
    ForOthers,
    /// There must be room in the cache for the value that was computed last.
    ForRoom,
    /// The values must have another word.
    ForWidth,
    /// There is no room for a value.
    Forever(TooManyNodes),
}

impl<const W: usize> Search<W> {
    /// Starts a search for the value of all covers of a cube. The cache takes at most half of
    /// `memory` bytes. The search ends with [`Stop::Full`] when the values of the semiring take
    /// more than the other half.
    fn new(
        matrix: Arc<Matrix<W>>,
        form: &Form,
        semiring: &mut dyn Semiring,
        cube: &Cube,
        memory: usize,
    ) -> Result<Self, UnknownOption> {
        let mut nodes = Nodes::new(&matrix, form);
        let mut chosen = Vec::new();
        let root = nodes.root(&matrix, cube, &mut chosen)?;
        let mut search = Self {
            is_plain: matrix.masks.bits == matrix.masks.primary,
            nodes,
            cache: Cache::new(semiring.width(), memory / 2),
            block: Block::default(),
            unsaved: None,
            memory,
            matrix,
            frames: Vec::new(),
            components: Vec::new(),
            node: root.unwrap_or(Node::NOTHING),
            is_component: false,
            chosen,
            value: Vec::new(),
            below: 0.0,
            next: if root.is_some() { Next::Enter } else { Next::Leave },
            excluded: cube.excluded.clone(),
            stats: Stats::default(),
            split_pause: SplitPause { length: 1, left: 0 },
        };
        semiring.begin(false);
        semiring.none(&mut search.value);
        Ok(search)
    }

    /// Continues until the value of the root is known, `last_node` nodes have been entered, about
    /// `last_update` options have been filtered, or the search must [wait](Wait).
    #[inline(always)]
    fn advance<S: MaskFilter>(
        &mut self,
        isa: S,
        entries: &Entries<W>,
        semiring: &mut dyn Semiring,
        (last_node, last_update): (u64, u64),
    ) -> Result<Stop, Wait> {
        loop {
            match self.next {
                Next::Enter => {
                    if self.stats.updates >= last_update {
                        return Ok(Stop::Paused);
                    }
                    if entries.are_wanted() {
                        return Err(Wait::ForOthers);
                    }
                    // A component of a subproblem is not counted as a node.
                    if !self.is_component {
                        if self.stats.nodes >= last_node {
                            return Ok(Stop::Paused);
                        }
                        self.stats.nodes += 1;
                    }
                    self.enter(isa, entries, semiring);
                }
                Next::Leave => self.leave(entries, semiring)?,
                Next::TryAgain => {
                    self.try_again(isa, entries, semiring, last_update)?;
                    if self.next == Next::TryAgain {
                        return Ok(Stop::Paused);
                    }
                }
                Next::Continue => self.next_component(isa, entries, semiring)?,
                Next::Done => return Ok(Stop::Done),
            }
        }
    }

    /// Adapts the search to changes that other searches made to the cache: the width of the values,
    /// and the numbers of entries.
    fn adapt(&mut self, entries: &Entries<W>, semiring: &mut dyn Semiring) {
        while semiring.width() < entries.width() {
            semiring.widen();
            self.value.push(0);
        }
        self.block.adapt(entries);
    }

    /// Enters a node: sets its value or pushes a frame for it.
    #[inline(always)]
    fn enter<S: MaskFilter>(&mut self, isa: S, entries: &Entries<W>, semiring: &mut dyn Semiring) {
        self.below = 1.0;
        self.next = Next::Leave;
        let Self { matrix, nodes, node, chosen, stats, .. } = self;
        if !nodes.force(isa, matrix, node, chosen, &mut stats.updates) {
            semiring.none(&mut self.value);
            return;
        }
        let Node { span, need, at_least } = self.node;
        let is_component = std::mem::take(&mut self.is_component);
        if is_empty(&need) {
            semiring.unit(&mut self.value);
            return;
        }
        // The key of the subproblem: the items to be covered, and the secondary bits of the
        // remaining options. An option remains if and only if it has no other bits and the cube
        // does not exclude it.
        let key = union(&need, &without(&at_least.one, &self.matrix.primary));
        if self.look_up(entries, &key) {
            return;
        }
        let frame = Frame {
            span,
            need,
            key,
            chosen: self.chosen.len(),
            below: 1.0,
            kind: Kind::Product { components: self.components.len() },
        };
        if !is_component && self.splits() {
            semiring.begin(true);
            self.frames.push(frame);
            self.next = Next::Continue;
            return;
        }
        if let Some(item) = self.nodes.item(isa, &self.matrix, &self.node) {
            if self.is_plain && entries.is_large() {
                self.prefetch(isa, entries, item);
            }
            semiring.begin(false);
            let at = self.nodes.first(span, item);
            self.frames.push(Frame { kind: Kind::Sum { item, at }, ..frame });
            self.next = Next::TryAgain;
        }
    }

    /// Sets the value from the cache. Returns false if the key is not there.
    #[inline(always)]
    fn look_up(&mut self, entries: &Entries<W>, key: &Mask<W>) -> bool {
        let Some(work) = entries.get(key, &mut self.value) else { return false };
        self.below = cache::nodes(work);
        true
    }

    /// Prefetches the cache slots of the values for all options of an item. The lookups would
    /// otherwise wait for memory one after another.
    #[inline(always)]
    fn prefetch<S: MaskFilter>(&self, isa: S, entries: &Entries<W>, item: usize) {
        let Node { span, need, .. } = self.node;
        let mut from = self.nodes.first(span, item);
        while let Some(at) = self.nodes.find(isa, &self.matrix, span, from, item) {
            let option = self.nodes.option(span, at);
            entries.prefetch(&without(&need, self.matrix.has(option)));
            from = at + 1;
        }
    }

    /// True if an attempt is due and the subproblem splits into components without a common item.
    /// The components are then pushed to `components`.
    #[inline(always)]
    fn splits(&mut self) -> bool {
        let SplitPause { length, left } = self.split_pause;
        if left > 0 {
            self.split_pause.left -= 1;
            return false;
        }
        let before = self.components.len();
        self.nodes.components(&self.matrix, &self.node, &mut self.components);
        let splits = self.components.len() > before + 1;
        if !splits {
            self.components.truncate(before);
        }
        let length = if splits { length / 2 } else { (length * 2).clamp(1, LONGEST_PAUSE) };
        self.split_pause = SplitPause { length, left: length };
        splits
    }

    /// Enters the next component of the last frame, a product. If there is none, closes the frame.
    #[inline(always)]
    fn next_component<S: MaskFilter>(
        &mut self,
        isa: S,
        entries: &Entries<W>,
        semiring: &mut dyn Semiring,
    ) -> Result<(), Wait> {
        let Some(&Frame { kind: Kind::Product { components }, span, need, .. }) =
            self.frames.last()
        else {
            unreachable!("the last frame is a product")
        };
        if self.components.len() == components {
            return self.close(entries, semiring);
        }
        let component = self.components.pop().unwrap_or(need);
        self.is_component = true;
        self.next = Next::Enter;
        let Self { matrix, nodes, stats, .. } = self;
        self.node = nodes.restrict(isa, matrix, (span, &need), component, &mut stats.updates);
        Ok(())
    }

    /// Chooses the next option of the last frame, which must be a sum. Skips options that lead to a
    /// dead end. If no option is left, closes the frame. If `last_update` is reached first, stops
    /// without changing `next`.
    #[inline(always)]
    fn try_again<S: MaskFilter>(
        &mut self,
        isa: S,
        entries: &Entries<W>,
        semiring: &mut dyn Semiring,
        last_update: u64,
    ) -> Result<(), Wait> {
        while let Some(&Frame { kind: Kind::Sum { item, at }, span, need, chosen, .. }) =
            self.frames.last()
        {
            self.chosen.truncate(chosen);
            let Some(found) = self.nodes.find(isa, &self.matrix, span, at, item) else { break };
            if let Some(Frame { kind: Kind::Sum { at, .. }, .. }) = self.frames.last_mut() {
                *at = found + 1;
            }
            let option = self.nodes.option(span, found);
            self.chosen.push(self.matrix.masks.options[option]);
            // Without secondary bits the key is the set of items to be covered, so it is looked up
            // before the options are filtered.
            if self.is_plain && self.look_up(entries, &without(&need, self.matrix.has(option))) {
                self.next = Next::Leave;
                return Ok(());
            }
            let Self { matrix, nodes, stats, .. } = self;
            self.node = nodes.choose(isa, matrix, (span, &need), found, &mut stats.updates);
            if !self.node.is_dead_end() {
                self.next = Next::Enter;
                return Ok(());
            }
            if self.stats.updates >= last_update {
                return Ok(());
            }
        }
        self.close(entries, semiring)
    }

    /// Ends the last frame, whose value is then known, and saves the value.
    fn close(&mut self, entries: &Entries<W>, semiring: &mut dyn Semiring) -> Result<(), Wait> {
        self.next = Next::Leave;
        let frame = self.frames.pop().expect("a frame is being closed");
        self.chosen.truncate(frame.chosen);
        self.below = frame.below;
        semiring.end(&mut self.value).map_err(Wait::Forever)?;
        if semiring.bytes() > self.memory / 2 {
            return Err(Wait::Forever(semiring.full()));
        }
        self.save(entries, frame.key, cache::work(frame.below))
    }

    /// Adds the most recently computed value to the cache.
    #[inline(always)]
    fn save(&mut self, entries: &Entries<W>, key: Mask<W>, work: u8) -> Result<(), Wait> {
        if entries.insert(&mut self.block, &key, &self.value, work) == Insert::NoRoom {
            self.unsaved = Some((key, work));
            return Err(Wait::ForRoom);
        }
        Ok(())
    }

    /// Adds the computed value to the sum of the last frame or of the root, or multiplies the
    /// product of the last frame by it.
    #[inline(always)]
    fn leave(&mut self, entries: &Entries<W>, semiring: &mut dyn Semiring) -> Result<(), Wait> {
        let mut times = 1.0;
        let (added, is_sum) = match self.frames.last() {
            Some(Frame { kind: Kind::Product { .. }, .. }) => {
                times = semiring.covers();
                (semiring.multiply(&self.value), false)
            }
            frame => {
                let options = &self.chosen[frame.map_or(0, |frame| frame.chosen)..];
                (semiring.add(options, &self.value), true)
            }
        };
        if let Err(TooWide) = added {
            return Err(Wait::ForWidth);
        }
        let Some(frame) = self.frames.last_mut() else {
            self.next = Next::Done;
            return semiring.end(&mut self.value).map_err(Wait::Forever);
        };
        frame.below = f64::min(frame.below + times * self.below, MOST);
        self.below = 0.0;
        if is_sum {
            self.next = Next::TryAgain;
            Ok(())
        } else if self.value.iter().any(|&word| word != 0) {
            self.next = Next::Continue;
            Ok(())
        } else {
            self.give_up(entries, semiring)
        }
    }

    /// Ends the last frame, a product with a factor that has no covers.
    fn give_up(&mut self, entries: &Entries<W>, semiring: &mut dyn Semiring) -> Result<(), Wait> {
        let frame = self.frames.pop().expect("a product is given up");
        if let Kind::Product { components } = frame.kind {
            self.components.truncate(components);
        }
        semiring.give_up();
        self.below = frame.below;
        self.next = Next::Leave;
        self.save(entries, frame.key, cache::work(frame.below))
    }
}

struct Run<'a, const W: usize> {
    search: &'a mut Search<W>,
    entries: &'a Entries<W>,
    semiring: &'a mut dyn Semiring,
    limits: (u64, u64),
}

impl<const W: usize> Job for Run<'_, W> {
    type Output = Result<Stop, Wait>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result<Stop, Wait> {
        let Self { search, entries, semiring, limits } = self;
        if let Some((key, work)) = search.unsaved.take() {
            search.save(entries, key, work)?;
        }
        search.advance(isa, entries, semiring, limits)
    }
}
