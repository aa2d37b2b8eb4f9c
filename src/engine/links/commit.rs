//! The effect of choosing an option on its items. An item is covered, or purified if the option
//! gives it a color (TAOCP Algorithm C), or counted down if it takes several options (Algorithm M).

use super::arena::{Arena, Bound, Paint};
use super::lists::Mark;
use crate::ids::{ItemId, OptionId};

/// The features of a search. A feature that is off costs nothing, not even a branch.
pub(super) trait Features {
    const COLORS: bool;
    const BOUNDS: bool;
    const COSTS: bool;
    /// True if the search records its steps, for [`Dance`](super::Dance).
    const TRACED: bool;
}

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: $colors:literal, $bounds:literal, $costs:literal, $traced:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(super) enum $name {}

        impl Features for $name {
            const COLORS: bool = $colors;
            const BOUNDS: bool = $bounds;
            const COSTS: bool = $costs;
            const TRACED: bool = $traced;
        }
    )*};
}

features! {
    /// Exact covers only.
    Plain: false, false, false, false;
    /// With colors.
    Colored: true, false, false, false;
    /// With colors and bounds.
    Bounded: true, true, false, false;
    /// With colors, bounds and costs.
    Costed: true, true, true, false;
    /// [`Plain`] with a record of the steps.
    PlainTraced: false, false, false, true;
    /// [`Colored`] with a record of the steps.
    ColoredTraced: true, false, false, true;
    /// [`Bounded`] with a record of the steps.
    BoundedTraced: true, true, false, true;
}

impl Arena {
    /// True if an item takes exactly one more option.
    #[inline]
    pub(super) fn takes_one(&self, item: ItemId) -> bool {
        self.bounds.get(item.index()).is_none_or(|bound| *bound == Bound { left: 1, slack: 0 })
    }

    /// Chooses an option that is not excluded: covers its items, purifies them or counts down their
    /// bounds. Stops early and returns false if an item that is to be covered runs out of options,
    /// or has run out of them since the mark `doubtful`.
    ///
    /// All items that the option covers are taken before other options are hidden. So if an item
    /// runs out of options, this option does not cover it, and the node is a dead end.
    #[inline]
    pub(super) fn commit<F: Features>(&mut self, option: OptionId, doubtful: Option<Mark>) -> bool {
        for node in self.lists.nodes_of(option) {
            let item = self.lists.item_of(node);
            if F::COLORS && self.color(node) != 0 {
                let paint = &mut self.paint[item as usize];
                if paint.color == 0 {
                    *paint = Paint { color: self.color_of[node], by: option };
                }
            } else if F::BOUNDS && self.takes_more(item) {
                let bound = &mut self.bounds[item as usize];
                let needed = bound.needed();
                bound.left -= 1;
                // 1 if the item now needs one option fewer. The removal of this option is counted
                // when it is hidden.
                let less = needed - bound.needed();
                self.lists.add_to_len(item, less);
            } else {
                self.take(item);
            }
        }
        // If nothing is left to cover, the lists are not read again before they are restored.
        if self.all_covered() {
            return true;
        }
        // With bounds, the count of an item can be below 0.
        if let Some(mark) = doubtful
            && self
                .lists
                .short_since(mark)
                .iter()
                .any(|&item| self.lists.len(item).cast_signed() <= 0)
        {
            return false;
        }
        for node in self.lists.nodes_of(option) {
            let item = self.lists.item_of(node);
            // If X4 has hidden the options of an item, its list is empty already.
            let ran_out = if F::COLORS && self.color(node) != 0 {
                self.paint[item as usize].by == option && self.purify(item, self.color_of[node])
            } else {
                (!F::BOUNDS || self.is_covered(item))
                    && self.lists.hide_options::<true>(item, |_| true)
            };
            if ran_out {
                return false;
            }
        }
        true
    }

    /// Undoes [`commit`](Self::commit), even if it stopped early, except for the hidden options.
    /// [`Lists::undo`](super::lists::Lists::undo) restores these before or afterwards. Options must
    /// be released in the reverse order of their choice.
    #[inline]
    pub(super) fn release<F: Features>(&mut self, option: OptionId) {
        for node in self.lists.nodes_of(option).rev() {
            let item = self.lists.item_of(node);
            if F::COLORS && self.color(node) != 0 {
                let paint = &mut self.paint[item as usize];
                if paint.by == option {
                    *paint = Paint::default();
                }
            } else if F::BOUNDS && !self.is_covered(item) {
                let bound = &mut self.bounds[item as usize];
                let needed = bound.needed();
                bound.left += 1;
                let more = bound.needed() - needed;
                self.lists.take_from_len(item, more);
            } else {
                self.give(item);
            }
        }
    }

    /// Returns the color of a node plus one, or 0 if it has none.
    #[inline]
    fn color(&self, node: usize) -> u32 {
        self.color_of.get(node).copied().unwrap_or(0)
    }

    /// True if an item can take more options after the next one.
    #[inline]
    fn takes_more(&self, item: u32) -> bool {
        self.bounds.get(item as usize).is_some_and(|bound| bound.left > 1)
    }

    /// Hides every option of an item that does not give it this color. Stops and returns true if an
    /// item that is to be covered runs out of options.
    fn purify(&mut self, item: u32, color: u32) -> bool {
        let color_of = &self.color_of;
        self.lists.hide_options::<true>(item, |node| color_of[node] != color)
    }
}
