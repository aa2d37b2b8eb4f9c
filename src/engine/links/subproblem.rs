//! The subproblem at a node, read from the lists.

use super::commit::Features;
use super::search::Search;
use crate::ids::{Color, ItemId};
use crate::search::{Cube, OpenCube, Subproblem};

impl<F: Features> Search<F> {
    /// Writes the items to be covered and the remaining options, both in order of their numbers. A
    /// search of the subproblem then finds the covers in the order of this search, unless this one
    /// uses weights or preferred items. Each option is read at the first of its items to be
    /// covered. Only for searches without bounds.
    pub(super) fn subproblem(&self, subproblem: &mut Subproblem) {
        let head = self.arena.lists.item_count();
        subproblem.begin(head);
        let uncovered = || {
            let next = |&item: &usize| Some(self.arena.items[item].right as usize);
            std::iter::successors(next(&head), next).take_while(move |&item| item != head)
        };
        uncovered().for_each(|item| subproblem.add_primary(ItemId::new(item as u32)));
        let item_of = |node: usize| ItemId::new(self.arena.lists.item_of(node));
        let mut left = Vec::new();
        for item in uncovered() {
            left.extend(self.arena.lists.options_of(item as u32).filter(|&option| {
                let first = self
                    .arena
                    .lists
                    .nodes_of(option)
                    .map(item_of)
                    .find(|&item| subproblem.is_primary(item));
                first == Some(ItemId::new(item as u32))
            }));
        }
        left.sort_unstable();
        for option in left {
            // Once a secondary item has been given a color, all its remaining options give it that
            // color, so the item no longer restricts anything.
            let color_of =
                |node: usize| self.arena.color_of.get(node)?.checked_sub(1).map(Color::new);
            subproblem.add_option(
                option,
                self.arena.lists.nodes_of(option).map(|node| (item_of(node), color_of(node))),
            );
        }
    }

    /// Returns the cube of the node at which the search stopped.
    pub(super) fn here(&self) -> OpenCube {
        let cube = Cube { chosen: self.chosen.clone(), excluded: self.excluded.clone() };
        OpenCube { cube, share: self.share }
    }
}
