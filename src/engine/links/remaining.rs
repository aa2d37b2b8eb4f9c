//! The unsearched cubes of a search, derived from its levels.

use super::commit::Features;
use super::search::{Level, Next, Search};
use crate::ids::OptionId;
use crate::search::{Cube, OpenCube};

impl<F: Features> Search<F> {
    /// Returns the cubes of [`Engine::remaining`](crate::search::Engine::remaining). A level whose
    /// last branch is being tried has no cubes left.
    pub(super) fn remaining(&self) -> Vec<OpenCube> {
        if self.next == Next::Exhausted {
            return Vec::new();
        }
        // The levels are visited from the root down, because each can exclude options from those
        // below. The cubes are therefore reversed at the end.
        let mut open = Vec::new();
        let mut excluded = self.excluded.clone();
        for level in &self.levels {
            let chosen = &self.chosen[..level.chosen as usize];
            if level.several {
                let (first, end) = level.before.hidden_until(level.after);
                excluded.extend((first..end).map(|position| self.arena.lists.hidden(position)));
                if level.at + 1 < level.end {
                    // The later branches exclude the current option too. The current branch has an
                    // option, because the branch without one is the last.
                    let tried = self.chosen[level.chosen as usize];
                    let excluded = excluded.iter().copied().chain([tried]).collect();
                    let share = level.share * f64::from(level.end - level.at - 1);
                    open.push(OpenCube { cube: Cube { chosen: chosen.to_vec(), excluded }, share });
                }
            } else {
                open.extend(self.left_of(level, chosen, &excluded).rev());
            }
        }
        if self.next == Next::Enter {
            let cube = Cube { chosen: self.chosen.clone(), excluded };
            open.push(OpenCube { cube, share: self.share });
        }
        open.reverse();
        open
    }

    /// Iterates over the cubes of the untried options of an item, in order.
    fn left_of<'a>(
        &'a self,
        level: &'a Level,
        chosen: &'a [OptionId],
        excluded: &'a [OptionId],
    ) -> impl DoubleEndedIterator<Item = OpenCube> {
        (level.at + 1..level.end).map(move |position| {
            let chosen = [chosen, &[self.arena.lists.hidden(position)]].concat();
            OpenCube { cube: Cube { chosen, excluded: excluded.to_vec() }, share: level.share }
        })
    }
}
