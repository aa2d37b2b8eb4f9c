//! Partial covers, and the options left to choose.

use std::collections::HashSet;

use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::symmetry::{Labelling, MarkedGraph};

/// A problem in flat arrays, with the state of each item at a partial cover.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    /// For each primary item, the bounds on the number of options that contain it.
    bounds: Box<[(u32, u32)]>,
    has_bounds: bool,
    /// The entries of option `o` are `starts[o]..starts[o + 1]`. An entry is an item, and the
    /// number of its color plus 1, or 0 without a color.
    starts: Box<[u32]>,
    entries: Box<[(u32, u32)]>,
    items: Box<[Item]>,
    visited: u64,
}

/// An item at a partial cover.
#[derive(Clone, Copy, Debug, Default)]
struct Item {
    /// The number of chosen options of the item, and the color that they give it.
    taken: u32,
    color: u32,
    /// The number of options left.
    left: u32,
    /// True if all options left must be chosen.
    is_forced: bool,
}

/// A partial cover, with all options that it forces.
#[derive(Clone, Debug, Default)]
pub(super) struct Partial {
    pub(super) chosen: Vec<u32>,
    /// The options that can still be chosen.
    pub(super) left: Vec<u32>,
    pub(super) is_cover: bool,
}

impl Choices {
    pub(super) fn new(problem: &Problem) -> Self {
        let mut starts = vec![0];
        let mut entries = Vec::with_capacity(problem.entry_count());
        for (option, _) in problem.options() {
            let of_option = problem.entries(option);
            entries.extend(
                of_option
                    .map(|(item, color)| (item.get(), color.map_or(0, |color| color.get() + 1))),
            );
            starts.push(entries.len() as u32);
        }
        let bounds = (0..problem.primary_count() as u32)
            .filter_map(|item| problem.bounds(ItemId::new(item)))
            .map(|bounds| (*bounds.start(), *bounds.end()));
        Self {
            bounds: bounds.collect(),
            has_bounds: problem.has_bounds(),
            starts: starts.into(),
            entries: entries.into(),
            items: vec![Item::default(); problem.item_count()].into(),
            visited: 0,
        }
    }

    /// Returns the approximate number of entries visited.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    fn range(&self, option: u32) -> std::ops::Range<usize> {
        self.starts[option as usize] as usize..self.starts[option as usize + 1] as usize
    }

    fn entries(&self, option: u32) -> &[(u32, u32)] {
        &self.entries[self.range(option)]
    }

    /// Returns the partial cover with these options and all options that they force, or `None` at a
    /// dead end.
    pub(super) fn begin(&mut self, chosen: &[OptionId]) -> Option<Partial> {
        let mut chosen: Vec<u32> = chosen.iter().map(|option| option.get()).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let primary = self.bounds.len() as u32;
        let options = 0..self.starts.len() as u32 - 1;
        let is_choosable =
            |&option: &u32| self.entries(option).iter().any(|&(item, _)| item < primary);
        if !chosen.iter().all(is_choosable) {
            return None;
        }
        let left = options.filter(is_choosable).filter(|option| !chosen.contains(option));
        let left = left.collect();
        self.settled(Partial { chosen, left, is_cover: false })
    }

    /// Chooses an option that is left, and all options that it forces. Returns `None` at a dead
    /// end.
    pub(super) fn choose(&mut self, from: &Partial, option: u32) -> Option<Partial> {
        let mut next = from.clone();
        next.chosen.push(option);
        next.left.retain(|&other| other != option);
        self.settled(next)
    }

    /// Chooses the forced options. The order does not matter: every order leads to the same set.
    /// Returns `None` at a dead end.
    fn settled(&mut self, mut partial: Partial) -> Option<Partial> {
        loop {
            if !self.take(&partial.chosen) {
                return None;
            }
            partial.left.retain(|&option| self.fits(option));
            for at in 0..partial.left.len() {
                let range = self.range(partial.left[at]);
                self.visited += range.len() as u64;
                for &(item, _) in &self.entries[range] {
                    self.items[item as usize].left += 1;
                }
            }
            let mut is_forced = false;
            partial.is_cover = true;
            for (item, &(least, _)) in self.items.iter_mut().zip(&self.bounds) {
                let needed = least.saturating_sub(item.taken);
                if item.left < needed {
                    return None;
                }
                item.is_forced = needed > 0 && item.left == needed;
                is_forced |= item.is_forced;
                partial.is_cover &= needed == 0;
            }
            if !is_forced {
                return Some(partial);
            }
            let Partial { chosen, left, .. } = &mut partial;
            left.retain(|&option| {
                let mut items = self.entries(option).iter();
                let is_forced = items.any(|&(item, _)| self.items[item as usize].is_forced);
                if is_forced {
                    chosen.push(option);
                }
                !is_forced
            });
        }
    }

    /// Records the items that the chosen options take. Returns false if the options cannot be
    /// chosen together.
    fn take(&mut self, chosen: &[u32]) -> bool {
        self.items.fill(Item::default());
        for &option in chosen {
            for at in self.range(option) {
                let (item, color) = self.entries[at];
                if !self.has_room(item, color) {
                    return false;
                }
                let item = &mut self.items[item as usize];
                item.taken += 1;
                item.color = color;
            }
        }
        true
    }

    /// True if an option may take an item with this color.
    fn has_room(&self, item: u32, color: u32) -> bool {
        let Item { taken, color: before, .. } = self.items[item as usize];
        match self.bounds.get(item as usize) {
            Some(&(_, most)) => taken < most,
            None => taken == 0 || (color > 0 && color == before),
        }
    }

    fn fits(&self, option: u32) -> bool {
        self.entries(option).iter().all(|&(item, color)| self.has_room(item, color))
    }

    /// Returns one option of each orbit of the options that extend a partial cover. The graph of
    /// the partial cover must be labelled.
    ///
    /// They are options of one item that must be covered: the item with the fewest options. Ties
    /// are broken by the fewest orbits, then by the order of the canonical form. So isomorphic
    /// partial covers have isomorphic branches. A cover has no such item. With bounds, it can be
    /// part of a larger cover, so any of the remaining options may extend it.
    pub(super) fn branches(
        &mut self,
        partial: &Partial,
        marked: &mut MarkedGraph,
        labelling: &Labelling,
    ) -> Vec<u32> {
        if partial.is_cover && !self.has_bounds {
            return Vec::new();
        }
        let has_group = !labelling.generators().is_empty();
        if has_group {
            marked.find_orbits(labelling, &partial.left);
        }
        let one_of_each = |options: &mut Vec<u32>, marked: &mut MarkedGraph| {
            if has_group {
                let mut seen = HashSet::new();
                options.retain(|&option| seen.insert(marked.option_orbit(option)));
            }
        };
        let mut best = Vec::new();
        if partial.is_cover {
            best.clone_from(&partial.left);
            one_of_each(&mut best, marked);
            return best;
        }
        // `items` may have the numbers of another partial cover, which was settled later.
        self.take(&partial.chosen);
        for at in 0..partial.left.len() {
            for &(item, _) in &self.entries[self.range(partial.left[at])] {
                self.items[item as usize].left += 1;
            }
        }
        let open =
            |(item, &(least, _)): (&Item, &(u32, u32))| (item.taken < least).then_some(item.left);
        let fewest = self.items.iter().zip(&self.bounds).filter_map(open).min().unwrap_or(0);
        marked.note_ranks(labelling);
        let mut items: Vec<_> = (0..self.bounds.len())
            .filter(|&item| self.items[item].taken < self.bounds[item].0)
            .filter(|&item| self.items[item].left == fewest)
            .map(|item| (marked.rank(item as u32), item as u32))
            .collect();
        items.sort_unstable();
        let mut seen = HashSet::new();
        for (_, item) in items {
            if has_group && !seen.insert(marked.item_orbit(item)) {
                continue;
            }
            let is_of = |option: &u32| self.entries(*option).iter().any(|entry| entry.0 == item);
            let mut options: Vec<u32> = partial.left.iter().copied().filter(is_of).collect();
            self.visited += partial.left.len() as u64;
            one_of_each(&mut options, marked);
            if best.is_empty() || options.len() < best.len() {
                best = options;
            }
            if !has_group {
                break;
            }
        }
        best
    }
}
