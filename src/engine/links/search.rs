//! Algorithm X over the arena, as an explicit machine that can stop at any node and go on later.
//!
//! The steps carry the names of TAOCP 7.2.2.1:
//!
//! - **X1** initialize: compile the arena; cover the items of the prefix.
//! - **X2** enter level *l*: with every primary item covered, stop at the cover.
//! - **X3** choose an item *i*: one with no option or with one, if there is any; else the first of those with fewest.
//! - **X4** cover *i*: hide its options. The trail then lists them, and they are the ones to try.
//! - **X5** try *x_l*: cover the other items of the next of these options, and go to X2 a level deeper.
//! - **X6** try again: uncover those items, and go on to the next option of *i*.
//! - **X7** backtrack: with all options of *i* tried, uncover *i*.
//! - **X8** leave level *l*: go to X6 for the level above, or terminate if there is none.

use super::arena::{Arena, Mark};
use crate::engine::{Engine, Stats, Step, UnknownOption};
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;

/// The dancing-links engine: a compiled [`Problem`] and a search on it.
///
/// Compiling takes time and memory proportional to the problem's entries; a search holds no more than a few words for
/// each level beside that. When a search is exhausted, and before another one starts, the arena is back in its initial
/// state to the last link.
///
/// It chooses the item with the fewest options left, the first of these if there are several, except that an item whose
/// last options have just gone comes first. Options are tried in order of their numbers.
///
/// ```
/// use quadrille::{Solver, engine::links::Links};
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut solver = Solver::from(Links::new(&builder.build()?));
/// assert_eq!(solver.solutions().count(), 2);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Links {
    arena: Arena,
    /// The initial state, before the prefix.
    root: Mark,
    /// The prefix, then the option that is being tried at each level.
    chosen: Vec<OptionId>,
    levels: Vec<Level>,
    /// How many of the arena's short items have been looked at.
    looked_at: usize,
    next: Next,
    nodes: u64,
}

/// One level of the search: an item, and which of its options is being tried.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: ItemId,
    /// Before the item was covered (X4), and after.
    before: Mark,
    after: Mark,
    /// Position on the trail of the option that is being tried.
    trying: usize,
    /// `looked_at` when the level began.
    looked_at: usize,
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// X2.
    Enter,
    /// X6, or X8 at the root: after a cover, or at a dead end.
    TryAgain,
    /// Nowhere.
    Exhausted,
}

impl Links {
    /// Compiles a problem. Every problem is supported.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let arena = Arena::new(problem);
        let root = arena.mark();
        Self { arena, root, chosen: Vec::new(), levels: Vec::new(), looked_at: 0, next: Next::Enter, nodes: 0 }
    }

    /// X1, its second half: covers the items of the prefix; false if there can be no cover that contains it.
    fn choose_prefix(&mut self, prefix: &[OptionId]) -> bool {
        for &option in prefix {
            let Some(item) = self.arena.first_item(option) else { return false };
            if self.arena.is_excluded(option) {
                if self.chosen.contains(&option) {
                    continue;
                }
                return false;
            }
            let before = self.arena.mark();
            self.chosen.push(option);
            self.arena.cover(item);
            if !self.arena.cover_others(option, item, before) {
                return false;
            }
        }
        true
    }

    /// Takes everything back, the prefix too.
    fn unwind(&mut self) {
        if self.arena.restored_by_copy() {
            self.levels.clear();
            self.chosen.clear();
        }
        self.leave_levels(0);
        while let Some(option) = self.chosen.pop() {
            if let Some(item) = self.arena.first_item(option) {
                self.arena.uncover_others(option, item, self.root);
                self.arena.uncover(item, self.root);
            }
        }
        self.looked_at = 0;
    }

    /// X3, X4 and X5: chooses an item, covers it, and tries its first option; false if that is a dead end.
    #[inline]
    fn descend(&mut self) -> bool {
        let item = match self.arena.next_short(&mut self.looked_at) {
            Some((_, 0)) => return false,
            Some((item, _)) => item,
            None => self.arena.item_with_fewest_options(),
        };
        let before = self.arena.mark();
        self.arena.cover(item);
        let after = self.arena.mark();
        let first = Arena::hidden_between(before, after).start;
        let level = Level { item, before, after, trying: first, looked_at: self.looked_at };
        self.levels.push(level);
        self.try_option(level)
    }

    /// X5: covers the other items of the option to try; false if that is a dead end, which is to be left by X6.
    #[inline]
    fn try_option(&mut self, level: Level) -> bool {
        let option = self.arena.hidden(level.trying);
        self.chosen.push(option);
        self.arena.cover_others(option, level.item, level.before)
    }

    /// X7: takes back all levels from this one on, the deepest first.
    fn leave_levels(&mut self, from: usize) {
        while self.levels.len() > from
            && let Some(level) = self.levels.pop()
        {
            self.take_back_option(level);
            self.arena.uncover(level.item, level.before);
        }
    }

    /// X6, its first half: takes back the option that is being tried.
    #[inline]
    fn take_back_option(&mut self, level: Level) {
        if let Some(option) = self.chosen.pop() {
            self.arena.uncover_others(option, level.item, level.after);
        }
    }

    /// X6, X7 and X8: goes on to the next option that leads anywhere, at this level or at one above; false, leaving
    /// everything as it is, if no level has another option.
    fn try_again(&mut self) -> bool {
        while let Some(level) = self.levels.iter().rposition(Level::has_another) {
            self.leave_levels(level + 1);
            let level = &mut self.levels[level];
            level.trying += 1;
            let level = *level;
            self.take_back_option(level);
            self.looked_at = level.looked_at;
            if self.try_option(level) {
                return true;
            }
        }
        false
    }
}

impl Level {
    /// Whether the item has an option that was not tried yet.
    fn has_another(&self) -> bool {
        self.trying + 1 < Arena::hidden_between(self.before, self.after).end
    }
}

impl Engine for Links {
    fn start(&mut self, prefix: &[OptionId]) -> Result<(), UnknownOption> {
        self.unwind();
        self.arena.reset_updates();
        self.nodes = 0;
        self.next = Next::Exhausted;
        let option_count = self.arena.option_count();
        if let Some(&option) = prefix.iter().find(|option| option.index() >= option_count) {
            return Err(UnknownOption { option, option_count });
        }
        if self.choose_prefix(prefix) {
            self.next = Next::Enter;
        } else {
            self.unwind();
        }
        Ok(())
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.nodes.saturating_add(nodes);
        loop {
            match self.next {
                Next::Enter => {
                    if self.nodes >= last_node {
                        return Step::Paused;
                    }
                    self.nodes += 1;
                    self.next = Next::TryAgain;
                    if self.arena.all_covered() {
                        return Step::Cover;
                    }
                    if self.descend() {
                        self.next = Next::Enter;
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
                Next::Exhausted => return Step::Exhausted,
            }
        }
    }

    fn cover(&self) -> &[OptionId] {
        &self.chosen
    }

    fn stats(&self) -> Stats {
        Stats { nodes: self.nodes, updates: self.arena.updates() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    /// A problem of some primary items and one secondary, with random options.
    fn random_problem(random: &mut Gen) -> Problem {
        let mut builder = Problem::builder();
        let primary = 1 + usize::arbitrary(random) % 9;
        builder.unnamed_primary(primary).unwrap();
        builder.unnamed_secondary(1).unwrap();
        for _ in 0..usize::arbitrary(random) % 30 {
            let set = u32::arbitrary(random) & u32::arbitrary(random);
            let items = (0..=primary as u32).filter(|item| set >> item & 1 == 1).map(ItemId::new);
            builder.option(items).unwrap();
        }
        builder.build().unwrap()
    }

    /// After every step the lists are sane, and wherever a search ends the arena is as new.
    #[test]
    fn the_arena_is_restored() {
        let mut random = Gen::from_size_and_seed(100, 11);
        let (mut covers, mut searches) = (0, 0);
        for _ in 0..if cfg!(miri) { 20 } else { 2_000 } {
            let problem = random_problem(&mut random);
            let new = Links::new(&problem);
            let mut links = new.clone();
            if bool::arbitrary(&mut random) {
                links.arena.forget_initial();
            }
            let mut whole = 0;
            loop {
                links.arena.assert_sane();
                match links.advance(1) {
                    Step::Exhausted => break,
                    Step::Cover => whole += 1,
                    Step::Paused => {}
                }
            }
            assert!(links.arena.is_as_new(&new.arena), "after a search to the end");
            covers += whole;
            searches += 1;

            let prefix: Vec<OptionId> = (0..usize::arbitrary(&mut random) % 3)
                .filter(|_| problem.option_count() > 0)
                .map(|_| OptionId::new(u32::arbitrary(&mut random) % problem.option_count() as u32))
                .collect();
            links.start(&prefix).unwrap();
            links.arena.assert_sane();
            links.advance(3);
            links.unwind();
            assert!(links.arena.is_as_new(&new.arena), "after a search cut short");

            links.start(&[]).unwrap();
            assert_eq!(links.skip(u64::MAX, u64::MAX), (whole, Step::Exhausted));
        }
        assert!(covers > searches, "the random problems have too few covers to show anything");
    }

    #[test]
    fn a_node_is_counted_when_it_is_entered() {
        let mut builder = Problem::builder();
        builder.unnamed_primary(2).unwrap();
        for item in [0, 0, 1, 1] {
            builder.option([ItemId::new(item)]).unwrap();
        }
        let mut links = Links::new(&builder.build().unwrap());
        assert_eq!(links.skip(u64::MAX, u64::MAX), (4, Step::Exhausted));
        // The root, two options of the first item, four covers. Each of the three inner nodes hides two options of one
        // item each.
        assert_eq!(links.stats(), Stats { nodes: 7, updates: 6 });
    }
}
