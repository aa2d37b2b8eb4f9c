//! The start of a search (X1): it excludes and chooses the options of its cube. `unwind` undoes
//! this and all later choices.

use super::{Next, Search};
use crate::engine::links::commit::Features;
use crate::engine::links::moment::Event;
use crate::ids::{ItemId, OptionId};
use crate::search::{Cube, UnknownOption};

impl<F: Features> Search<F> {
    pub(in super::super) fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.weights.reset();
        self.start_at(cube)
    }

    /// Starts a search like [`start`](Self::start), but keeps the weights.
    pub(in super::super) fn start_next(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.weights.carry_over(self.arena.lists.updates());
        self.start_at(cube)
    }

    fn start_at(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.unwind();
        self.unchanged = 0;
        self.arena.lists.reset_updates();
        self.nodes = 0;
        self.guesses = 0;
        self.share = 1.0;
        self.spent = 0;
        self.cutoff = None;
        self.next = Next::Exhausted;
        self.excluded.clear();
        cube.check(self.arena.lists.option_count())?;
        if F::TRACED {
            self.moments.clear();
        }
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
            self.end();
        }
        Ok(())
    }

    /// X1, first part: hides the excluded options that have a primary item, each once.
    #[cold]
    fn exclude(&mut self, excluded: &[OptionId]) {
        self.excluded.extend_from_slice(excluded);
        self.excluded.sort_unstable();
        self.excluded.dedup();
        for &option in &self.excluded {
            if !self.arena.is_dropped(option) {
                // A primary item that runs out of options counts as short, so the search finds the
                // dead end when it enters the root.
                self.arena.lists.hide(option);
            }
        }
        self.record_since(Event::Exclude, self.root);
    }

    /// X1, last part: takes the items that have no options left and need no option. A level for
    /// such an item would have one branch with the same cube as before, so a search that is split
    /// at every node would make no progress.
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

    /// X1, second part: chooses the options of a cube. Returns false at a dead end, or if an option
    /// cannot be chosen.
    fn choose_first(&mut self, options: &[OptionId]) -> bool {
        for &option in options {
            if self.arena.is_dropped(option) || self.excluded.contains(&option) {
                return false;
            }
            // With bounds, a chosen option may have no covered item, and so not count as excluded.
            let excluded = self.arena.is_excluded(option);
            if (excluded || F::BOUNDS) && self.chosen.contains(&option) {
                continue;
            }
            if excluded {
                return false;
            }
            let before = self.arena.lists.mark();
            let goes_on = self.choose(option, before);
            self.record_since(Event::Give { option }, before);
            if !goes_on {
                self.record_shortage();
                return false;
            }
        }
        true
    }

    /// Undoes all choices and exclusions, including those of the cube.
    pub(super) fn unwind(&mut self) {
        if self.arena.restore_by_copy() {
            self.spent = 0;
            self.levels.clear();
            self.settled.clear();
            self.chosen.clear();
        }
        while let Some(level) = self.levels.pop() {
            self.take_back(&level);
        }
        // In reverse order: the options after the prefix, then the settled items, then the prefix.
        self.release(self.prefix_len);
        while let Some(item) = self.settled.pop() {
            self.arena.give(item);
        }
        self.release(0);
        self.arena.lists.undo(self.root);
        self.examined = 0;
    }
}
