//! What choosing an option does to its items: covers them, or purifies those to which it gives a
//! color (TAOCP Algorithm C), or counts it for those that take more than one (Algorithm M).

use super::arena::{Arena, Bound, Paint};
use super::lists::Mark;
use crate::ids::{ItemId, OptionId};

/// What a search pays for. The plain one has none of it, not even as a branch.
pub(super) trait Features {
    const COLORS: bool;
    const BOUNDS: bool;
    const COSTS: bool;
}

macro_rules! features {
    ($($(#[$doc:meta])* $name:ident: $colors:literal, $bounds:literal, $costs:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(super) enum $name {}

        impl Features for $name {
            const COLORS: bool = $colors;
            const BOUNDS: bool = $bounds;
            const COSTS: bool = $costs;
        }
    )*};
}

features! {
    /// Exact covers and nothing else.
    Plain: false, false, false;
    /// With colors.
    Colored: true, false, false;
    /// With colors and multiplicities.
    Bounded: true, true, false;
    /// With all that and costs.
    Costed: true, true, true;
}

impl Arena {
    /// Whether an item takes exactly one more option, as is usual, and not more of them or none.
    #[inline]
    pub(super) fn takes_one(&self, item: ItemId) -> bool {
        self.bounds.get(item.index()).is_none_or(|bound| *bound == Bound { left: 1, slack: 0 })
    }

    /// Chooses an option that is not excluded: covers its items, or what is to be covered of them.
    /// Stops half way and returns false as soon as an item that is to be covered has no option
    /// left; those that ran out since `doubtful` count.
    ///
    /// All items are taken before the first list is hidden: an item without options is then a dead
    /// end, and not one that this very option covers.
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
                // Whether one option less is needed. That the option itself goes is seen to when it
                // is hidden.
                let less = needed - bound.needed();
                self.lists.add_to_len(item, less);
            } else {
                self.take(item);
            }
        }
        // With nothing left to cover, nobody will look at the lists again.
        if self.all_covered() {
            return true;
        }
        // With bounds, an item can have gone below 0.
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
            // The list of the item that was branched on is empty by now.
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

    /// Undoes [`commit`](Self::commit), however far it came, but for what was hidden: that is for
    /// the lists to undo, before or after. Options are released in reverse order of their choosing.
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

    /// One more than the color of a node, or 0.
    #[inline]
    fn color(&self, node: usize) -> u32 {
        self.color_of.get(node).copied().unwrap_or(0)
    }

    /// Whether an item can take more options after the next one.
    #[inline]
    fn takes_more(&self, item: u32) -> bool {
        self.bounds.get(item as usize).is_some_and(|bound| bound.left > 1)
    }

    /// Hides every option that gives an item another color than this one, or none; stops and
    /// returns true when some item that is to be covered has run out of options.
    fn purify(&mut self, item: u32, color: u32) -> bool {
        let color_of = &self.color_of;
        self.lists.hide_options::<true>(item, |node| color_of[node] != color)
    }
}
