//! Algorithm X over the arena, as an explicit state machine that can stop at any node and continue
//! later.
//!
//! The steps have the names of TAOCP 7.2.2.1:
//!
//! - **X1** initialize: compile the arena; choose the options of the cube.
//! - **X2** enter level *l*: if every primary item is covered, stop at the cover.
//! - **X3** choose an item *i*: one with at most one branch if there is any, otherwise the first of
//!   those with the fewest branches, or the one that the [weights](crate::engine::weights) choose.
//!   Among items with at least two branches, preferred items come first.
//! - **X4** cover *i*: hide its options. The trail then lists them as the options to try.
//! - **X5** try *x_l*: cover the items of the next of these options, and go to X2 one level deeper.
//! - **X6** try again: uncover those items, and continue with the next option of *i*.
//! - **X7** backtrack: before the last option of *i* is tried, drop the level. The level above
//!   uncovers *i*.
//! - **X8** leave level *l*: go to X6 for the level above, or terminate if there is none.
//!
//! With bounds (Algorithm M) an item may take several options, or none. The level then excludes
//! each tried option before the next branch, so no set of options is found twice. If the item needs
//! no further option, the last branch excludes all of them.

mod prefix;

use std::collections::VecDeque;
use std::marker::PhantomData;

use super::arena::Arena;
use super::commit::Features;
use super::lists::Mark;
use super::moment::{Event, Moment};
use crate::engine::taxes::{Aim, Taxes};
use crate::engine::weights::Weights;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Stats, Step};

/// A search with the features `F`.
#[derive(Clone, Debug)]
pub(super) struct Search<F> {
    pub(super) arena: Arena,
    /// The number of options that have a primary item.
    choosable: usize,
    /// The excluded options of the cube.
    pub(super) excluded: Vec<OptionId>,
    /// The items that neither need nor can take a further option after the prefix. Only with
    /// bounds.
    settled: Vec<u32>,
    /// The length of the prefix, which consists of the chosen options of the cube.
    prefix_len: usize,
    /// The mark of the initial state, before the prefix.
    root: Mark,
    /// The prefix, followed by the options that were chosen or forced.
    pub(super) chosen: Vec<OptionId>,
    /// The smallest number of chosen options since the last call to `unchanged`.
    unchanged: usize,
    pub(super) levels: Vec<Level>,
    /// The number of short items of the arena that were examined.
    examined: u32,
    pub(super) next: Next,
    nodes: u64,
    guesses: u64,
    /// The share of the search tree below the node that was entered last or is entered next.
    pub(super) share: f64,
    pub(super) weights: Weights,
    /// The net cost of the chosen options, and the limit below which the net cost of a cover must
    /// stay. Unused without costs.
    spent: u128,
    cutoff: Option<u128>,
    /// The recorded steps that have not been returned yet. Empty unless the search is traced.
    pub(super) moments: VecDeque<Moment>,
    features: PhantomData<F>,
}

/// A level of the search: an item and the branch that is being tried. Before the last branch of an
/// item is tried, its level is dropped, so later options belong to the level above. A level with
/// `several` is kept for its last branch too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    item: ItemId,
    /// The state before the level changed anything.
    pub(super) before: Mark,
    /// The state before the current branch: the options of the item are hidden (X4), or the options
    /// tried before are excluded.
    pub(super) after: Mark,
    /// `examined` and the number of chosen options at the start of the level.
    examined: u32,
    pub(super) chosen: u32,
    /// The branches `at..end` remain, and `at` is being tried. If the item takes one option, they
    /// are positions in the trail, which lists its options. Otherwise they only count branches.
    pub(super) at: u32,
    pub(super) end: u32,
    /// The share of the search tree below each branch.
    pub(super) share: f64,
    /// True if another item ran out of options when those of this item were hidden. A branch is a
    /// dead end unless it covers that item.
    doubtful: bool,
    /// True if the item can take several options or none. Only with bounds.
    pub(super) several: bool,
    /// True if the current branch takes no option of the item. Only with bounds.
    pub(super) none: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// X2: enter the next node.
    Enter,
    /// X6, or X8 at the root: after a cover, a dead end or a small node.
    TryAgain,
    /// No step: the search has ended.
    Exhausted,
}

/// The result of processing a node.
enum Descent {
    Down,
    DeadEnd,
    /// The node has few remaining options, and the search has stopped there.
    Small,
}

impl<F: Features> Search<F> {
    pub(super) fn new(problem: &Problem) -> Self {
        let taxes = F::COSTS.then(|| Taxes::new(problem, Aim::Cheapest));
        Self::with_taxes(problem, taxes)
    }

    /// Compiles a problem. `taxes` is given if the search uses costs.
    pub(super) fn with_taxes(problem: &Problem, taxes: Option<Taxes>) -> Self {
        let arena = Arena::new(problem, taxes);
        let root = arena.lists.mark();
        let mut weights = Weights::new(arena.lists.item_count(), problem.primary_count());
        if F::BOUNDS || F::COSTS {
            // With bounds or costs, dead ends can have other causes: sums, as in payments, or a
            // branch that costs too much although no item runs out of options.
            weights.turn_off();
        }
        let choosable = arena.lists.nonempty_count();
        Self {
            arena,
            choosable,
            excluded: Vec::new(),
            settled: Vec::new(),
            prefix_len: 0,
            root,
            chosen: Vec::new(),
            unchanged: 0,
            levels: Vec::new(),
            examined: 0,
            next: Next::Enter,
            nodes: 0,
            guesses: 0,
            share: 1.0,
            weights,
            spent: 0,
            cutoff: None,
            moments: VecDeque::new(),
            features: PhantomData,
        }
    }

    pub(super) fn advance(&mut self, nodes: u64) -> Step {
        // With a limit of 0 the walk never stops at a small subproblem.
        self.walk(nodes, 0).unwrap_or(Step::Paused)
    }

    /// Works like [`advance`](Self::advance), but also stops at a branching node with at most
    /// `small` remaining options, and returns `None` there. The subtree of that node is skipped
    /// unless [`go_below`](Self::go_below) is called next.
    #[inline]
    pub(super) fn walk(&mut self, nodes: u64, small: usize) -> Option<Step> {
        let last_node = self.nodes.saturating_add(nodes);
        // A limit of 0 must never stop the walk. With bounds a node can branch although no options
        // remain, because an item can take none.
        let many_hidden =
            if small == 0 { usize::MAX } else { self.choosable.saturating_sub(small) };
        loop {
            match self.next {
                Next::Enter => {
                    if self.nodes >= last_node {
                        return Some(Step::Paused);
                    }
                    self.nodes += 1;
                    if self.weights.is_look_due(self.arena.lists.updates()) {
                        self.weights.look(self.arena.lists.updates());
                    }
                    self.next = Next::TryAgain;
                    self.record(Event::Enter);
                    if self.arena.all_covered() {
                        self.record(Event::Visit);
                        self.weights.add_cover();
                        return Some(Step::Cover);
                    }
                    match self.descend(many_hidden) {
                        Descent::Down => self.next = Next::Enter,
                        Descent::DeadEnd => (),
                        Descent::Small => return None,
                    }
                }
                Next::TryAgain => {
                    if self.try_again() {
                        self.next = Next::Enter;
                    } else {
                        self.end();
                        self.next = Next::Exhausted;
                    }
                }
                Next::Exhausted => return Some(Step::Exhausted),
            }
        }
    }

    /// Continues the search below the node at which [`walk`](Self::walk) returned `None`.
    pub(super) fn go_below(&mut self) {
        self.next = if self.branch() { Next::Enter } else { Next::TryAgain };
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    pub(super) fn unchanged(&mut self) -> usize {
        std::mem::replace(&mut self.unchanged, self.chosen.len())
    }

    pub(super) fn stats(&self) -> Stats {
        Stats { nodes: self.nodes, updates: self.arena.lists.updates() }
    }

    /// Returns the number of times that an option was chosen while others of its item were untried.
    pub(super) fn guesses(&self) -> u64 {
        self.guesses
    }

    /// Restricts the search to covers whose net cost is less than this.
    pub(super) fn cut_off(&mut self, net_cost: u128) {
        self.cutoff = Some(net_cost);
    }

    /// X8 at the root: undoes everything.
    fn end(&mut self) {
        self.record_undo(Event::Terminate, self.root);
        self.unwind();
    }

    /// X3, X4 and X5: chooses an item, hides its options, and tries the first of them. A forced
    /// option belongs to the level above, because it has no alternative and is undone with that
    /// level.
    ///
    /// Returns [`Descent::Small`] instead of branching if at least `many_hidden` options are
    /// hidden.
    #[inline]
    fn descend(&mut self, many_hidden: usize) -> Descent {
        let went_down = loop {
            break match self.arena.next_short(&mut self.examined) {
                Some((item, degree)) if degree <= 0 => {
                    self.record(Event::Choose { item, branches: 0 });
                    // Other items may have run out too. Only this one, which became short first, is
                    // recorded.
                    let _ = self.weights.add_dead_end(item.index());
                    false
                }
                Some((item, degree))
                    if !F::BOUNDS || (degree == 1 && self.arena.takes_one(item)) =>
                {
                    self.force(item)
                }
                Some((item, 1)) => self.branch_on(item),
                // With bounds, an item can have gained a second branch after it was recorded as
                // short, when one of its options was chosen. It is then treated like any other
                // item. Otherwise the order of covers would depend on when items were recorded.
                Some(_) => continue,
                None if self.arena.lists.hidden_count() >= many_hidden => return Descent::Small,
                None => self.branch(),
            };
        };
        if went_down { Descent::Down } else { Descent::DeadEnd }
    }

    /// X3 if nothing is forced: the last case of [`descend`](Self::descend).
    #[inline]
    fn branch(&mut self) -> bool {
        let item = if self.weights.are_used() {
            self.arena.item_by_weight(&self.weights)
        } else {
            self.arena.item_with_fewest_branches()
        };
        self.branch_on(item)
    }

    #[inline]
    fn branch_on(&mut self, item: ItemId) -> bool {
        if F::TRACED {
            let branches = self.arena.degree(item).cast_unsigned();
            self.record(Event::Choose { item, branches });
        }
        let before = self.arena.lists.mark();
        let mut level = Level {
            item,
            before,
            after: before,
            examined: self.examined,
            chosen: self.chosen.len() as u32,
            at: 0,
            end: 0,
            share: 0.0,
            doubtful: false,
            several: F::BOUNDS && !self.arena.takes_one(item),
            none: false,
        };
        if level.several {
            level.end = self.arena.degree(item).cast_unsigned();
        } else {
            level.doubtful = self.arena.hide_options(item);
            level.after = self.arena.lists.mark();
            (level.at, level.end) = before.hidden_until(level.after);
            self.record_since(Event::CoverItem { item }, before);
        }
        level.share = self.share / f64::from(level.end - level.at);
        self.try_branch(level)
    }

    /// Chooses the only option of an item. Returns false at a dead end.
    #[inline]
    fn force(&mut self, item: ItemId) -> bool {
        self.record(Event::Choose { item, branches: 1 });
        match self.arena.lists.first_option(item.get()) {
            Some(option) if self.can_afford(option) => {
                let before = self.arena.lists.mark();
                let goes_on = self.choose(option, before);
                self.record_try(
                    Event::Try { item, option: Some(option), untried: 0 },
                    before,
                    goes_on,
                );
                goes_on
            }
            _ => false,
        }
    }

    /// Chooses an option that is not hidden yet. Returns false at a dead end.
    #[inline]
    fn choose(&mut self, option: OptionId, before: Mark) -> bool {
        self.push(option);
        if F::BOUNDS {
            self.arena.lists.hide(option);
        }
        self.commit(option, F::BOUNDS.then_some(before))
    }

    /// Commits the arena to an option. At a dead end, returns false and records the dead end in the
    /// weights.
    #[inline]
    fn commit(&mut self, option: OptionId, doubtful: Option<Mark>) -> bool {
        let before = doubtful.unwrap_or_else(|| self.arena.lists.mark());
        let goes_on = self.arena.commit::<F>(option, doubtful);
        if !goes_on {
            self.learn(before);
        }
        goes_on
    }

    #[inline(never)]
    fn learn(&mut self, before: Mark) {
        for &item in self.arena.lists.short_since(before) {
            // A covered item has a large count. With bounds, a count can be below 0.
            if self.arena.lists.len(item).cast_signed() <= 0
                && !self.weights.add_dead_end(item as usize)
            {
                break;
            }
        }
    }

    /// X5: tries the first remaining branch of a level. Returns false at a dead end, from which X6
    /// continues.
    #[inline]
    fn try_branch(&mut self, mut level: Level) -> bool {
        self.share = level.share;
        if F::BOUNDS && level.several {
            let option = self.arena.lists.first_option(level.item.get());
            level.none = option.is_none();
            self.guesses += u64::from(level.at + 1 < level.end);
            self.levels.push(level);
            let mark = self.arena.lists.mark();
            let untried = level.end - level.at - 1;
            let Some(option) = option else {
                self.arena.take(level.item.get());
                self.record_try(Event::Try { item: level.item, option, untried }, mark, true);
                return true;
            };
            let goes_on = self.can_afford(option) && self.choose(option, level.before);
            self.record_try(
                Event::Try { item: level.item, option: Some(option), untried },
                mark,
                goes_on,
            );
            return goes_on;
        }
        let option = self.arena.lists.hidden(level.at);
        if !self.can_afford(option) {
            // The options are in order of net cost, so the remaining ones are too expensive too.
            return false;
        }
        if level.at + 1 < level.end {
            self.guesses += 1;
            self.levels.push(level);
        }
        self.push(option);
        let doubtful = (F::BOUNDS || level.doubtful).then_some(level.before);
        if !F::TRACED {
            return self.commit(option, doubtful);
        }
        let goes_on = self.commit(option, doubtful);
        let (option, untried) = (Some(option), level.end - level.at - 1);
        self.record_try(Event::Try { item: level.item, option, untried }, level.after, goes_on);
        goes_on
    }

    /// X6, X7 and X8: moves to the next branch that is not a dead end, at the deepest level that
    /// has one. Returns false if no level has one.
    fn try_again(&mut self) -> bool {
        self.record(Event::Leave);
        while let Some(mut level) = self.levels.pop() {
            if F::TRACED {
                let released = self.chosen[level.chosen as usize..].to_vec();
                self.record_undo(Event::TryAgain { item: level.item, released }, level.after);
            }
            self.take_back(&level);
            self.examined = level.examined;
            level.at += 1;
            if F::BOUNDS && level.several {
                // If branches remain, the current one has chosen an option, because the branch
                // without an option is the last.
                let is_over = level.at >= level.end
                    || self
                        .arena
                        .lists
                        .first_option(level.item.get())
                        .is_some_and(|tried| self.arena.lists.hide(tried));
                self.record_since(Event::Exclude, level.after);
                if is_over {
                    self.record_undo(Event::Backtrack { item: level.item }, level.before);
                    self.arena.lists.undo(level.before);
                    continue;
                }
                level.after = self.arena.lists.mark();
            } else if level.at + 1 == level.end {
                self.record(Event::Backtrack { item: level.item });
            }
            if self.try_branch(level) {
                return true;
            }
            self.record(Event::Leave);
        }
        false
    }

    /// X6, first part: undoes the current branch and the options that it forced.
    #[inline]
    fn take_back(&mut self, level: &Level) {
        self.arena.lists.undo(level.after);
        self.release(level.chosen as usize);
        self.unchanged = self.unchanged.min(self.chosen.len());
        if F::BOUNDS && level.none {
            self.arena.give(level.item.get());
        }
    }

    /// Releases the chosen options from index `first` on, the last one first. Does not restore the
    /// hidden options: `Lists::undo` does.
    #[inline]
    fn release(&mut self, first: usize) {
        while self.chosen.len() > first
            && let Some(option) = self.pop()
        {
            self.arena.release::<F>(option);
        }
    }

    #[inline]
    fn push(&mut self, option: OptionId) {
        self.chosen.push(option);
        if F::COSTS {
            self.spent += u128::from(self.arena.net_costs[option.index()]);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<OptionId> {
        let option = self.chosen.pop()?;
        if F::COSTS {
            self.spent -= u128::from(self.arena.net_costs[option.index()]);
        }
        Some(option)
    }

    /// True if the net cost stays below the cutoff with this option. No later option lowers the net
    /// cost.
    #[inline]
    fn can_afford(&self, option: OptionId) -> bool {
        !F::COSTS
            || self.cutoff.is_none_or(|cutoff| {
                self.spent + u128::from(self.arena.net_costs[option.index()]) < cutoff
            })
    }
}

#[cfg(test)]
mod tests {
    use super::super::commit::{Bounded, Colored, Costed, Plain};
    use super::*;
    use crate::search::Cube;
    use quickcheck::{Arbitrary, Gen};

    /// Returns a problem with some primary items, two secondary ones, random options, and the
    /// features `F`.
    fn random_problem<F: Features>(random: &mut Gen) -> Problem {
        let mut below = |end: u32| u32::arbitrary(random) % end;
        let mut builder = Problem::builder();
        let primary = 1 + below(9);
        for _ in 0..primary {
            let low = if F::BOUNDS && below(3) == 0 { below(3) } else { 1 };
            let high = if F::BOUNDS && below(3) == 0 { low.max(1) + below(2) } else { low.max(1) };
            builder.unnamed_bounded(1, low..=high).unwrap();
        }
        builder.unnamed_secondary(2).unwrap();
        for _ in 0..below(30) {
            let set = below(1 << 12) & below(1 << 12);
            let entries: Vec<(ItemId, Option<u32>)> = (0..primary + 2)
                .filter(|item| set >> item & 1 == 1)
                .map(|item| {
                    (
                        ItemId::new(item),
                        (F::COLORS && item >= primary).then(|| below(3)).filter(|&c| c > 0),
                    )
                })
                .collect();
            builder.option_with_cost(entries, if F::COSTS { below(10).into() } else { 0 }).unwrap();
        }
        builder.build().unwrap()
    }

    fn count<F: Features>(search: &mut Search<F>) -> usize {
        std::iter::from_fn(|| (search.advance(u64::MAX) == Step::Cover).then_some(())).count()
    }

    /// Checks that the lists are sane after every step, and that every search restores the arena.
    fn arenas_are_restored<F: Features + Clone>(seed: u64) {
        let mut random = Gen::from_size_and_seed(100, seed);
        let (mut covers, mut searches) = (0, 0);
        for _ in 0..if cfg!(miri) { 5 } else { 1_000 } {
            let problem = random_problem::<F>(&mut random);
            let new = Search::<F>::new(&problem);
            let mut search = new.clone();
            if bool::arbitrary(&mut random) {
                search.arena.lists.forget_initial();
            }
            let by_weight = bool::arbitrary(&mut random);
            if by_weight {
                search.weights.use_at_once();
            }
            let mut whole = 0;
            loop {
                search.arena.assert_sane(&new.arena);
                match search.advance(1) {
                    Step::Exhausted => break,
                    Step::Cover => whole += 1,
                    Step::Paused => {}
                }
            }
            assert!(search.arena.is_as_new(&new.arena), "after a search to the end");
            assert_eq!(whole, count(&mut new.clone()), "by weight: {by_weight}");
            covers += whole;
            searches += 1;

            let prefix: Vec<OptionId> = (0..usize::arbitrary(&mut random) % 3)
                .filter(|_| problem.option_count() > 0)
                .map(|_| OptionId::new(u32::arbitrary(&mut random) % problem.option_count() as u32))
                .collect();
            search.start(&prefix.into()).unwrap();
            search.arena.assert_sane(&new.arena);
            search.advance(3);
            search.unwind();
            assert!(search.arena.is_as_new(&new.arena), "after a search cut short");

            search.start(&Cube::default()).unwrap();
            assert_eq!(count(&mut search), whole);
        }
        assert!(covers > searches, "the random problems have too few covers to show anything");
    }

    #[test]
    fn plain_arenas_are_restored() {
        arenas_are_restored::<Plain>(11);
    }

    #[test]
    fn colored_arenas_are_restored() {
        arenas_are_restored::<Colored>(12);
    }

    #[test]
    fn bounded_arenas_are_restored() {
        arenas_are_restored::<Bounded>(13);
    }

    #[test]
    fn costed_arenas_are_restored() {
        arenas_are_restored::<Costed>(14);
    }

    #[test]
    fn a_node_is_counted_when_it_is_entered() {
        let mut builder = Problem::builder();
        builder.unnamed_primary(2).unwrap();
        for item in [0, 0, 1, 1] {
            builder.option([ItemId::new(item)]).unwrap();
        }
        let mut search = Search::<Plain>::new(&builder.build().unwrap());
        assert_eq!(count(&mut search), 4);
        // The root, two nodes after the first item, four covers. Each of the three inner nodes
        // hides the two options of one item, which have one entry each.
        assert_eq!(search.stats(), Stats { nodes: 7, updates: 6 });
    }
}
