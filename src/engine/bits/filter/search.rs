//! Algorithm X on arrays of options, as an explicit machine that can stop at any node and go on later.

use std::iter::successors;
use std::sync::Arc;

use super::super::Masks;
use super::super::lanes::{Isa, Job, Path, Portable};
use super::super::sieve::{Arrays, AtLeast, Mask, Sieve, Span, lowest};
use crate::engine::{OpenPart, Part, Stats, Step, UnknownOption};
use crate::ids::OptionId;
use crate::problem::Problem;

#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    masks: Arc<Masks>,
    option_count: usize,
    /// All options first, then those of the root, then those of each node on the way to the current one.
    arrays: Arrays<W>,
    /// What each option has and what it kills, for those that are being chosen.
    options: Arc<[Exclusion<W>]>,
    /// How many words have primary items.
    counted: usize,
    levels: Vec<Level<W>>,
    /// The node to be entered next.
    node: Node<W>,
    /// The prefix, then the options that are being tried and those that they forced.
    chosen: Vec<OptionId>,
    /// The options that no cover is to contain.
    excluded: Vec<OptionId>,
    next: Next,
    stats: Stats,
}

#[derive(Clone, Copy, Debug)]
struct Exclusion<const W: usize> {
    has: Mask<W>,
    kills: Mask<W>,
}

/// What is left to be solved.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    span: Span,
    /// The primary items that are to be covered.
    need: Mask<W>,
    at_least: AtLeast<W>,
}

/// A node at which there is a choice: an item, and where its options are.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    span: Span,
    need: Mask<W>,
    item: usize,
    /// Where to look for the next option of the item.
    at: usize,
    /// How many options were chosen before.
    chosen: usize,
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Enter,
    TryAgain,
    Exhausted,
}

impl<const W: usize> Search<W> {
    pub(super) fn new(masks: Masks, problem: &Problem) -> Self {
        let options: Arc<[Exclusion<W>]> = (0..masks.len())
            .map(|at| Exclusion { has: widened(masks.has(at)), kills: widened(masks.kills(at)) })
            .collect();
        let node = Node { span: Span { start: 0, len: 0 }, need: [0; W], at_least: AtLeast::NONE };
        let mut search = Self {
            arrays: Arrays::new(options.iter().map(|option| option.has)),
            option_count: problem.option_count(),
            options,
            counted: masks.primary.div_ceil(64),
            masks: Arc::new(masks),
            levels: Vec::new(),
            node,
            chosen: Vec::new(),
            excluded: Vec::new(),
            next: Next::Enter,
            stats: Stats::default(),
        };
        search.choose_prefix(&[]);
        search
    }

    pub(super) fn start(&mut self, prefix: &[OptionId], excluded: &[OptionId]) -> Result<(), UnknownOption> {
        self.levels.clear();
        self.chosen.clear();
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        self.excluded.clear();
        UnknownOption::find(prefix, excluded, self.option_count)?;
        self.excluded.extend_from_slice(excluded);
        if self.choose_prefix(prefix) {
            self.next = Next::Enter;
        }
        Ok(())
    }

    /// Makes the root; false if there can be no cover that contains the prefix.
    fn choose_prefix(&mut self, prefix: &[OptionId]) -> bool {
        let mut need = [0; W];
        (0..self.masks.primary).for_each(|item| need[item / 64] |= 1 << (item % 64));
        let mut killed = [0; W];
        for &option in prefix {
            if self.chosen.contains(&option) {
                continue;
            }
            let Some(at) = self.masks.position(option) else { return false };
            if self.excluded.contains(&option) {
                return false;
            }
            let Exclusion { has, kills } = self.options[at];
            if meet(&has, &killed) {
                return false;
            }
            killed = union(&killed, &kills);
            need = without(&need, &has);
            self.chosen.push(option);
        }
        let (span, at_least) = self.filter_all(&killed);
        self.node = Node { span, need, at_least };
        true
    }

    /// The options that do not meet `killed` and are not excluded, behind all options.
    fn filter_all(&mut self, killed: &Mask<W>) -> (Span, AtLeast<W>) {
        let all = self.masks.len();
        let mut excluded: Vec<usize> = self.excluded.iter().filter_map(|&option| self.masks.position(option)).collect();
        excluded.sort_unstable();
        excluded.dedup();
        // The runs between the excluded ones, one behind the other.
        let (mut span, mut at_least) = (Span { start: all, len: 0 }, AtLeast::NONE);
        let mut from = 0;
        for to in excluded.into_iter().chain([all]) {
            let run = Span { start: from, len: to - from };
            let (left, of_run) = Portable.filter(&mut self.arrays, run, span.end(), killed, self.counted);
            span.len += left.len;
            at_least = at_least.and_of(&of_run);
            from = to + 1;
        }
        (span, at_least)
    }

    /// See [`Engine::remaining`](crate::engine::Engine::remaining).
    pub(super) fn remaining(&self) -> Vec<OpenPart> {
        if self.next == Next::Exhausted {
            return Vec::new();
        }
        let open = |prefix: Vec<OptionId>, share: f64| OpenPart {
            part: Part { prefix, excluded: self.excluded.clone() },
            share,
        };
        let mut parts = Vec::new();
        let mut share = 1.0;
        for level in &self.levels {
            let next = |from| Portable.find(&self.arrays, level.span, from, level.item);
            let branches: Vec<usize> = successors(next(level.span.start), |at| next(at + 1)).collect();
            share /= branches.len() as f64;
            let left = branches.into_iter().rev().take_while(|&at| at >= level.at);
            parts.extend(left.map(|at| {
                let option = self.masks.options[self.arrays.name(at)];
                open([&self.chosen[..level.chosen], &[option]].concat(), share)
            }));
        }
        if self.next == Next::Enter {
            parts.push(open(self.chosen.clone(), share));
        }
        parts.reverse();
        parts
    }

    /// Goes on until `covers` covers were found, or all, or the node before `last_node` was entered. Returns how many
    /// there were.
    #[inline(always)]
    fn advance<S: Sieve>(&mut self, sieve: S, covers: u64, last_node: u64) -> (u64, Step) {
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
                    self.next = Next::TryAgain;
                    if self.force(sieve) {
                        if is_empty(&self.node.need) {
                            found += 1;
                        } else {
                            self.branch(sieve);
                        }
                    }
                }
                Next::TryAgain => self.next = if self.try_again(sieve) { Next::Enter } else { Next::Exhausted },
                Next::Exhausted => return (found, Step::Exhausted),
            }
        }
    }

    pub(super) fn run(&mut self, path: Path, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats.nodes.saturating_add(nodes);
        path.run(Run { search: self, covers, last_node })
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Chooses all options that are the only ones of an item, until there are none; false if that is a dead end.
    #[inline(always)]
    fn force<S: Sieve>(&mut self, sieve: S) -> bool {
        loop {
            let Node { span, need, at_least } = self.node;
            if is_empty(&need) {
                return true;
            }
            if !is_empty(&without(&need, &at_least.one)) {
                return false;
            }
            let mut forced = without(&need, &at_least.two);
            if is_empty(&forced) {
                return true;
            }
            let (mut killed, mut covered) = ([0; W], [0; W]);
            while let Some(item) = lowest(&forced) {
                let Some(at) = sieve.find(&self.arrays, span, span.start, item) else { return false };
                let option = self.arrays.name(at);
                let Exclusion { has, kills } = self.options[option];
                if meet(&has, &killed) {
                    return false;
                }
                killed = union(&killed, &kills);
                covered = union(&covered, &has);
                forced = without(&forced, &has);
                self.chosen.push(self.masks.options[option]);
            }
            // What was filtered is not looked at again: it is overwritten.
            self.leave(sieve, span.start, without(&need, &covered), span, &killed);
        }
    }

    /// Makes a node of the options of a span that do not meet `killed`.
    #[inline(always)]
    fn leave<S: Sieve>(&mut self, sieve: S, to: usize, need: Mask<W>, from: Span, killed: &Mask<W>) {
        self.node.need = need;
        if !is_empty(&need) {
            self.stats.updates += from.len as u64;
            (self.node.span, self.node.at_least) = sieve.filter(&mut self.arrays, from, to, killed, self.counted);
        }
    }

    /// Chooses the item with the fewest options, of which all have two at least.
    #[inline(always)]
    fn branch<S: Sieve>(&mut self, sieve: S) {
        let Node { span, need, at_least } = self.node;
        let item =
            lowest(&without(&need, &at_least.three)).or_else(|| self.arrays.rarest(sieve, span, &need, self.counted));
        if let Some(item) = item {
            self.levels.push(Level { span, need, item, at: span.start, chosen: self.chosen.len() });
        }
    }

    /// Goes on to the next option that leads anywhere, at the deepest level or at one above; false if there is none.
    #[inline(always)]
    fn try_again<S: Sieve>(&mut self, sieve: S) -> bool {
        while let Some(level) = self.levels.last_mut() {
            self.chosen.truncate(level.chosen);
            let Some(found) = sieve.find(&self.arrays, level.span, level.at, level.item) else {
                self.levels.pop();
                continue;
            };
            level.at = found + 1;
            let Level { span, need, .. } = *level;
            let option = self.arrays.name(found);
            let Exclusion { has, kills } = self.options[option];
            self.chosen.push(self.masks.options[option]);
            self.leave(sieve, span.end(), without(&need, &has), span, &kills);
            if is_empty(&without(&self.node.need, &self.node.at_least.one)) {
                return true;
            }
        }
        false
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

/// A mask with as many words as this search has.
fn widened<const W: usize>(words: &[u64]) -> Mask<W> {
    let mut mask = [0; W];
    mask[..words.len()].copy_from_slice(words);
    mask
}

/// Whether two masks have a bit in common.
#[inline(always)]
fn meet<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> bool {
    (0..W).fold(0, |met, w| met | a[w] & b[w]) != 0
}

/// The bits of `a` that are not in `b`.
#[inline(always)]
fn without<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| a[w] & !b[w])
}

/// The bits of either.
#[inline(always)]
fn union<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| a[w] | b[w])
}

#[inline(always)]
fn is_empty<const W: usize>(mask: &Mask<W>) -> bool {
    mask.iter().fold(0, |some, word| some | word) == 0
}
