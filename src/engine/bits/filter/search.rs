//! Algorithm X on the stack of options, as an explicit machine that can stop at any node and go on later.

use std::sync::Arc;

use super::super::Masks;
use super::stack::{AtLeast, Mask, Span, Stack, first, is_empty, meet, union, without};
use crate::engine::{Stats, Step, UnknownOption};
use crate::ids::OptionId;
use crate::problem::Problem;

#[derive(Clone, Debug)]
pub(super) struct Search<const W: usize> {
    masks: Arc<Masks>,
    option_count: usize,
    stack: Stack<W>,
    levels: Vec<Level<W>>,
    /// The node to be entered next.
    node: Node<W>,
    /// The prefix, then the options that are being tried and those that they forced.
    chosen: Vec<OptionId>,
    next: Next,
    stats: Stats,
}

/// What is left to be solved.
#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    span: Span,
    /// The primary items that are to be covered.
    need: Mask<W>,
    at_least: AtLeast<W>,
}

/// An item, and where its options are.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    span: Span,
    need: Mask<W>,
    item: Mask<W>,
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
        let stack = Stack::new((0..masks.len()).map(|at| widen(masks.has(at))));
        let span = Span { start: 0, len: 0 };
        let none = AtLeast { one: [0; W], two: [0; W], three: [0; W] };
        let mut search = Self {
            masks: Arc::new(masks),
            option_count: problem.option_count(),
            stack,
            levels: Vec::new(),
            node: Node { span, need: [0; W], at_least: none },
            chosen: Vec::new(),
            next: Next::Exhausted,
            stats: Stats::default(),
        };
        search.choose_prefix(&[]);
        search.next = Next::Enter;
        search.stats = Stats::default();
        search
    }

    pub(super) fn start(&mut self, prefix: &[OptionId]) -> Result<(), UnknownOption> {
        self.levels.clear();
        self.chosen.clear();
        self.stats = Stats::default();
        self.next = Next::Exhausted;
        let option_count = self.option_count;
        if let Some(&option) = prefix.iter().find(|option| option.index() >= option_count) {
            return Err(UnknownOption { option, option_count });
        }
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
            let has = widen(self.masks.has(at));
            if meet(&has, &killed) {
                return false;
            }
            killed = union(&killed, &widen(self.masks.kills(at)));
            need = without(&need, &has);
            self.chosen.push(option);
        }
        let all = Span { start: 0, len: self.masks.len() };
        let (span, at_least) = self.stack.filter(all, all.end(), &killed);
        self.node = Node { span, need, at_least };
        true
    }

    pub(super) fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.stats.nodes.saturating_add(nodes);
        loop {
            match self.next {
                Next::Enter => {
                    if self.stats.nodes >= last_node {
                        return Step::Paused;
                    }
                    self.stats.nodes += 1;
                    self.next = Next::TryAgain;
                    if self.force() {
                        if is_empty(&self.node.need) {
                            return Step::Cover;
                        }
                        self.branch();
                    }
                }
                Next::TryAgain => self.next = if self.try_again() { Next::Enter } else { Next::Exhausted },
                Next::Exhausted => return Step::Exhausted,
            }
        }
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    pub(super) fn stats(&self) -> Stats {
        self.stats
    }

    /// Chooses all options that are the only ones of an item, until there are none; false if that is a dead end.
    fn force(&mut self) -> bool {
        loop {
            let Node { span, need, at_least } = self.node;
            if is_empty(&need) {
                return true;
            }
            if !is_empty(&without(&need, &at_least.one)) {
                return false;
            }
            let forced = without(&need, &at_least.two);
            if is_empty(&forced) {
                return true;
            }
            let (mut killed, mut covered) = ([0; W], [0; W]);
            let mut at = span.start;
            while let Some(found) = self.stack.find(span, at, &forced) {
                let mask = self.stack.mask(found);
                if meet(&mask, &killed) {
                    return false;
                }
                let option = self.stack.name(found);
                killed = union(&killed, &widen(self.masks.kills(option)));
                covered = union(&covered, &mask);
                self.chosen.push(self.masks.options[option]);
                at = found + 1;
            }
            self.leave(span.start, without(&need, &covered), span, &killed);
        }
    }

    /// Makes a node of the options of a span that do not meet `killed`.
    #[inline(always)]
    fn leave(&mut self, to: usize, need: Mask<W>, from: Span, killed: &Mask<W>) {
        self.node.need = need;
        if !is_empty(&need) {
            self.stats.updates += from.len as u64;
            (self.node.span, self.node.at_least) = self.stack.filter(from, to, killed);
        }
    }

    /// Chooses the item with the fewest options, of which all have two at least.
    fn branch(&mut self) {
        let Node { span, need, at_least } = self.node;
        let item = first(&without(&need, &at_least.three)).unwrap_or_else(|| self.stack.item_with_fewest(span, &need));
        let mut mask = [0; W];
        mask[item / 64] |= 1 << (item % 64);
        self.levels.push(Level { span, need, item: mask, at: span.start, chosen: self.chosen.len() });
    }

    /// Goes on to the next option that leads anywhere, at the deepest level or at one above; false if there is none.
    fn try_again(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            self.chosen.truncate(level.chosen);
            let Some(found) = self.stack.find(level.span, level.at, &level.item) else {
                self.levels.pop();
                continue;
            };
            level.at = found + 1;
            let Level { span, need, .. } = *level;
            let option = self.stack.name(found);
            let need = without(&need, &self.stack.mask(found));
            self.chosen.push(self.masks.options[option]);
            let killed = widen(self.masks.kills(option));
            self.leave(span.end(), need, span, &killed);
            if is_empty(&without(&self.node.need, &self.node.at_least.one)) {
                return true;
            }
        }
        false
    }
}

/// A mask with as many words as this search has.
#[inline(always)]
fn widen<const W: usize>(words: &[u64]) -> Mask<W> {
    let mut mask = [0; W];
    mask[..words.len()].copy_from_slice(words);
    mask
}
