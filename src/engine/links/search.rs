//! Algorithm X over the arena, as an explicit machine that can stop at any node and go on later.
//!
//! The steps carry the names of TAOCP 7.2.2.1:
//!
//! - **X1** initialize: compile the arena; choose the options of the prefix.
//! - **X2** enter level *l*: with every primary item covered, stop at the cover.
//! - **X3** choose an item *i*: one with no branch or with one, if there is any; else the first of
//!   those with fewest.
//! - **X4** cover *i*: hide its options. The trail then lists them, and they are the ones to try.
//! - **X5** try *x_l*: cover the items of the next of these options, and go to X2 a level deeper.
//! - **X6** try again: uncover those items, and go on to the next option of *i*.
//! - **X7** backtrack: before the last option of *i* is tried, give up the level; uncovering *i* is
//!   left to the one above.
//! - **X8** leave level *l*: go to X6 for the level above, or terminate if there is none.
//!
//! With bounds (Algorithm M) an item may take more options than one, or none. Then the level rules
//! out one option after the other once it has been tried, so that no set of options comes twice,
//! and at last tries to take none of them.

use std::marker::PhantomData;

use super::arena::Arena;
use super::commit::Features;
use super::lists::Mark;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Cube, Stats, Step, UnknownOption};

/// A search of the kind that the features say.
#[derive(Clone, Debug)]
pub(super) struct Search<F> {
    pub(super) arena: Arena,
    /// How many options can be in a cover.
    choosable: usize,
    /// The options that no cover is to contain.
    pub(super) excluded: Vec<OptionId>,
    /// The items that can take no option after the prefix, and need none. Only with bounds.
    settled: Vec<u32>,
    /// How many of the options chosen are the prefix.
    prefix_len: usize,
    /// The initial state, before the prefix.
    root: Mark,
    /// The prefix, then the options that were chosen or forced.
    pub(super) chosen: Vec<OptionId>,
    pub(super) levels: Vec<Level>,
    /// How many of the arena's short items have been looked at.
    looked_at: u32,
    pub(super) next: Next,
    nodes: u64,
    guesses: u64,
    /// The share of the tree that the node has which was entered last, or is to be entered next.
    pub(super) share: f64,
    /// The net cost of the options chosen, and what that of a cover must stay below. Without costs
    /// they are not touched.
    spent: u64,
    cutoff: Option<u64>,
    features: PhantomData<F>,
}

/// One level of the search: an item, and what is being tried for it. A level that tries the last
/// branch of its item is given up beforehand, so that the options chosen from there on belong to
/// the level above; only one that takes several options stays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    item: ItemId,
    /// Before the level did anything.
    pub(super) before: Mark,
    /// Before what is being tried: the options of the item are hidden (X4), or those tried before
    /// are ruled out.
    pub(super) after: Mark,
    /// `looked_at` when the level began, and how many options were chosen.
    looked_at: u32,
    pub(super) chosen: u32,
    /// The branches from `at` to `end` are left, of which the first is being tried. If the item
    /// takes one option, they are positions of the trail, which lists its options; else nothing but
    /// a number of branches.
    pub(super) at: u32,
    pub(super) end: u32,
    /// The share of the tree that each branch has.
    pub(super) share: f64,
    /// Whether an item has run out of options that will do so whatever is tried, unless that covers
    /// it.
    doubtful: bool,
    /// Whether the item takes several options, or perhaps none. Only with bounds.
    pub(super) several: bool,
    /// Whether what is being tried is to take no option of the item. Only with bounds.
    pub(super) none: bool,
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// X2.
    Enter,
    /// X6, or X8 at the root: after a cover, or at a dead end.
    TryAgain,
    /// Nowhere.
    Exhausted,
}

/// What came of a node.
enum Descent {
    Down,
    DeadEnd,
    /// Few options are left.
    Small,
}

impl<F: Features> Search<F> {
    pub(super) fn new(problem: &Problem) -> Self {
        let arena = Arena::new(problem, F::COSTS);
        let root = arena.lists.mark();
        let choosable =
            problem.options().filter(|&(option, _)| problem.is_choosable(option)).count();
        Self {
            arena,
            choosable,
            excluded: Vec::new(),
            settled: Vec::new(),
            prefix_len: 0,
            root,
            chosen: Vec::new(),
            levels: Vec::new(),
            looked_at: 0,
            next: Next::Enter,
            nodes: 0,
            guesses: 0,
            share: 1.0,
            spent: 0,
            cutoff: None,
            features: PhantomData,
        }
    }

    pub(super) fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.unwind();
        self.arena.lists.reset_updates();
        self.nodes = 0;
        self.guesses = 0;
        self.share = 1.0;
        self.spent = 0;
        self.cutoff = None;
        self.next = Next::Exhausted;
        self.excluded.clear();
        cube.check(self.arena.lists.option_count())?;
        if !cube.excluded.is_empty() {
            self.exclude(&cube.excluded);
        }
        if self.choose_first(&cube.chosen) {
            self.prefix_len = self.chosen.len();
            if F::BOUNDS {
                self.settle();
            }
            self.next = Next::Enter;
        } else {
            self.unwind();
        }
        Ok(())
    }

    pub(super) fn advance(&mut self, nodes: u64) -> Step {
        // Without options there is no choice at which to stop.
        self.walk(nodes, 0).unwrap_or(Step::Paused)
    }

    /// The same, but stops where there is a choice and no more than `small` options are left, if
    /// that comes first: then there is no step. What lies below that node is passed over, unless
    /// [`go_below`](Self::go_below) comes next.
    #[inline]
    pub(super) fn walk(&mut self, nodes: u64, small: usize) -> Option<Step> {
        let last_node = self.nodes.saturating_add(nodes);
        // With bounds there can be a choice without options: between none and none.
        let many_hidden =
            if small == 0 { usize::MAX } else { self.choosable.saturating_sub(small) };
        loop {
            match self.next {
                Next::Enter => {
                    if self.nodes >= last_node {
                        return Some(Step::Paused);
                    }
                    self.nodes += 1;
                    self.next = Next::TryAgain;
                    if self.arena.all_covered() {
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
                        self.unwind();
                        self.next = Next::Exhausted;
                    }
                }
                Next::Exhausted => return Some(Step::Exhausted),
            }
        }
    }

    /// After a stop at a node where few options are left: searches below it like anywhere else.
    pub(super) fn go_below(&mut self) {
        self.next = if self.branch() { Next::Enter } else { Next::TryAgain };
    }

    pub(super) fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    pub(super) fn stats(&self) -> Stats {
        Stats { nodes: self.nodes, updates: self.arena.lists.updates() }
    }

    /// How often an option was chosen while its item had others left to try.
    pub(super) fn guesses(&self) -> u64 {
        self.guesses
    }

    /// What the options chosen cost, with the taxes that a cover pays.
    pub(super) fn cost(&self) -> u64 {
        self.spent + self.arena.total_tax
    }

    /// From now on only covers that cost less than this are wanted.
    pub(super) fn cut_off(&mut self, cost: u64) {
        self.cutoff = Some(cost.saturating_sub(self.arena.total_tax));
    }

    /// X1, its first half: hides the excluded options, each once.
    #[cold]
    fn exclude(&mut self, excluded: &[OptionId]) {
        self.excluded.extend_from_slice(excluded);
        self.excluded.sort_unstable();
        self.excluded.dedup();
        for &option in &self.excluded {
            if !self.arena.is_dropped(option) {
                // An item that runs out of options counts as short, and is found to be a dead end
                // when the root is entered.
                self.arena.lists.hide(option);
            }
        }
    }

    /// X1, its end: takes the items that have no option left and need none. A level would try to
    /// take none of them, and leave behind it the part with which it began: a search that is cut at
    /// every node must come further.
    #[cold]
    fn settle(&mut self) {
        let head = self.arena.lists.item_count() as u32;
        let mut item = self.arena.items[head as usize].right;
        while item != head {
            let next = self.arena.items[item as usize].right;
            if self.arena.degree(ItemId::new(item)) == 1
                && self.arena.lists.first_option(item).is_none()
            {
                self.arena.take(item);
                self.settled.push(item);
            }
            item = next;
        }
    }

    /// X1, its second half: chooses the options of a cube; false if there can be no cover that
    /// contains them.
    fn choose_first(&mut self, options: &[OptionId]) -> bool {
        for &option in options {
            if self.arena.is_dropped(option) || self.excluded.contains(&option) {
                return false;
            }
            // With bounds, an option can be chosen without that an item of it is covered.
            let excluded = self.arena.is_excluded(option);
            if (excluded || F::BOUNDS) && self.chosen.contains(&option) {
                continue;
            }
            if excluded {
                return false;
            }
            let before = self.arena.lists.mark();
            if !self.choose(option, before) {
                return false;
            }
        }
        true
    }

    /// Takes everything back, the prefix too.
    fn unwind(&mut self) {
        if self.arena.restored_by_copy() {
            self.spent = 0;
            self.levels.clear();
            self.settled.clear();
            self.chosen.clear();
        }
        while let Some(level) = self.levels.pop() {
            self.take_back(&level);
        }
        // What was chosen without a level, then these, then the prefix: each undoes what came last.
        self.release(self.prefix_len);
        while let Some(item) = self.settled.pop() {
            self.arena.give(item);
        }
        self.release(0);
        self.arena.lists.undo(self.root);
        self.looked_at = 0;
    }

    /// X3, X4 and X5: chooses an item, hides its options, and tries the first of them; false if
    /// that is a dead end. An option that is forced belongs to the level above: there is nothing
    /// else to try, and it is taken back with that.
    ///
    /// Stops short of a choice once so many options are hidden.
    #[inline]
    fn descend(&mut self, many_hidden: usize) -> Descent {
        let went_down = loop {
            break match self.arena.next_short(&mut self.looked_at) {
                Some((_, degree)) if degree <= 0 => false,
                Some((item, degree))
                    if !F::BOUNDS || (degree == 1 && self.arena.takes_one(item)) =>
                {
                    self.force(item)
                }
                Some((item, 1)) => self.branch_on(item),
                // With bounds, an item can have got a second branch since it was noted: when an
                // option of it was chosen. Then it is like any other, so that the order of covers
                // does not depend on what was noted when.
                Some(_) => continue,
                None if self.arena.lists.hidden_count() >= many_hidden => return Descent::Small,
                None => self.branch(),
            };
        };
        if went_down { Descent::Down } else { Descent::DeadEnd }
    }

    /// X3 where nothing is forced: the rest of [`descend`](Self::descend).
    #[inline]
    fn branch(&mut self) -> bool {
        self.branch_on(self.arena.item_with_fewest_branches())
    }

    #[inline]
    fn branch_on(&mut self, item: ItemId) -> bool {
        let before = self.arena.lists.mark();
        let mut level = Level {
            item,
            before,
            after: before,
            looked_at: self.looked_at,
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
        }
        level.share = self.share / f64::from(level.end - level.at);
        self.try_branch(level)
    }

    /// Chooses the only option of an item; false if that is a dead end.
    #[inline]
    fn force(&mut self, item: ItemId) -> bool {
        match self.arena.lists.first_option(item.get()) {
            Some(option) if self.can_afford(option) => {
                let before = self.arena.lists.mark();
                self.choose(option, before)
            }
            _ => false,
        }
    }

    /// Chooses an option that is not hidden yet; false if that is a dead end.
    #[inline]
    fn choose(&mut self, option: OptionId, before: Mark) -> bool {
        self.push(option);
        if F::BOUNDS {
            self.arena.lists.hide(option);
        }
        self.arena.commit::<F>(option, F::BOUNDS.then_some(before))
    }

    /// X5: tries the first branch of a level that is left; false if it is a dead end, to be left by
    /// X6.
    #[inline]
    fn try_branch(&mut self, mut level: Level) -> bool {
        self.share = level.share;
        if F::BOUNDS && level.several {
            let option = self.arena.lists.first_option(level.item.get());
            level.none = option.is_none();
            self.guesses += u64::from(level.at + 1 < level.end);
            self.levels.push(level);
            let Some(option) = option else {
                self.arena.take(level.item.get());
                return true;
            };
            return self.can_afford(option) && self.choose(option, level.before);
        }
        let option = self.arena.lists.hidden(level.at);
        if !self.can_afford(option) {
            // Nor are the others affordable: they are in order of net cost.
            return false;
        }
        if level.at + 1 < level.end {
            self.guesses += 1;
            self.levels.push(level);
        }
        self.push(option);
        self.arena.commit::<F>(option, (F::BOUNDS || level.doubtful).then_some(level.before))
    }

    /// X6, X7 and X8: goes on to the next branch that leads anywhere, at this level or at one
    /// above; false if no level has another.
    fn try_again(&mut self) -> bool {
        while let Some(mut level) = self.levels.pop() {
            self.take_back(&level);
            self.looked_at = level.looked_at;
            level.at += 1;
            if F::BOUNDS && level.several {
                // With another branch left, the one that was tried was an option, and not the last
                // branch of none.
                let is_over = level.at >= level.end
                    || self
                        .arena
                        .lists
                        .first_option(level.item.get())
                        .is_some_and(|tried| self.arena.lists.hide(tried));
                if is_over {
                    self.arena.lists.undo(level.before);
                    continue;
                }
                level.after = self.arena.lists.mark();
            }
            if self.try_branch(level) {
                return true;
            }
        }
        false
    }

    /// X6, its first half: takes back what is being tried, and the options that it forced.
    #[inline]
    fn take_back(&mut self, level: &Level) {
        self.arena.lists.undo(level.after);
        self.release(level.chosen as usize);
        if F::BOUNDS && level.none {
            self.arena.give(level.item.get());
        }
    }

    /// Takes back all choices but the first ones, the last first; what they have hidden is for the
    /// lists to undo.
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
            // Net costs are not more than costs, and all of those together fit.
            self.spent += self.arena.net_costs[option.index()];
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<OptionId> {
        let option = self.chosen.pop()?;
        if F::COSTS {
            self.spent -= self.arena.net_costs[option.index()];
        }
        Some(option)
    }

    /// Whether with this option the cost stays below the cutoff. What is chosen after it costs 0 at
    /// least.
    #[inline]
    fn can_afford(&self, option: OptionId) -> bool {
        !F::COSTS
            || self
                .cutoff
                .is_none_or(|cutoff| self.spent + self.arena.net_costs[option.index()] < cutoff)
    }
}

#[cfg(test)]
mod tests {
    use super::super::commit::{Bounded, Colored, Costed, Plain};
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    /// A problem of some primary items and two secondary ones, with random options and whatever
    /// these features have.
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

    /// After every step the lists are sane, and wherever a search ends the arena is as new.
    fn arenas_are_restored<F: Features + Clone>(seed: u64) {
        let mut random = Gen::from_size_and_seed(100, seed);
        let (mut covers, mut searches) = (0, 0);
        for _ in 0..if cfg!(miri) { 10 } else { 1_000 } {
            let problem = random_problem::<F>(&mut random);
            let new = Search::<F>::new(&problem);
            let mut search = new.clone();
            if bool::arbitrary(&mut random) {
                search.arena.lists.forget_initial();
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
        // The root, two options of the first item, four covers. Each of the three inner nodes hides
        // two options of one item each.
        assert_eq!(search.stats(), Stats { nodes: 7, updates: 6 });
    }
}
