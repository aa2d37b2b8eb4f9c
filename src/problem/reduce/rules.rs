//! The rules that make a problem smaller, applied again and again until none has anything to do.
//!
//! What is left to be covered is kept in numbers: for each primary item how many more options it
//! needs (`need`) and how many it has room for (`room`); for each item, how many options that are
//! left contain it (`count`). An item is *open* while it restricts which options may still be
//! chosen together. Every option that is left has an open primary item, and fits with all options
//! that were forced.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{Fate, Reduced};
use crate::ids::{Color, ItemId, OptionId};
use crate::problem::Problem;

/// What has become of an option up to now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Left,
    Forced,
    /// One of two that are the same and exclude each other: this earlier one stands for both.
    Same(OptionId),
    Removed(Fate),
}

/// What is left of an option: its cost, and its items with their colors in order.
type Contents = (u64, Vec<(ItemId, Option<Color>)>);

pub(super) struct Rules<'a> {
    problem: &'a Problem,
    states: Vec<State>,
    /// Item `i` is in the options `lists[starts[i]..starts[i + 1]]`, each with the color that it
    /// has there.
    starts: Vec<usize>,
    lists: Vec<(OptionId, Option<Color>)>,
    is_open: Vec<bool>,
    need: Vec<u32>,
    room: Vec<u32>,
    count: Vec<u32>,
    forced: Vec<OptionId>,
    /// Items that may need all options that they have, or more.
    short: Vec<ItemId>,
    has_no_cover: bool,
    /// How many more entries may be looked at.
    work: u64,
    /// What [`starved_by`](Self::starved_by) notes: for each item, how many of its options would
    /// go; for each option, which choice would take it away, the last of those tried; and how many
    /// were tried.
    lost: Vec<u32>,
    lost_items: Vec<ItemId>,
    taken_by: Vec<u64>,
    choices: u64,
}

impl<'a> Rules<'a> {
    pub(super) fn new(problem: &'a Problem, work: u64) -> Self {
        let items = problem.item_count();
        let mut count = vec![0; items];
        for (option, entries) in problem.options() {
            if problem.is_choosable(option) {
                entries.iter().for_each(|item| count[item.index()] += 1);
            }
        }
        let mut starts = vec![0];
        starts.extend(count.iter().scan(0, |end, &count| {
            *end += count as usize;
            Some(*end)
        }));
        let mut ends = starts.clone();
        let mut lists = vec![(OptionId::default(), None); starts[items]];
        let mut states = vec![State::Left; problem.option_count()];
        for (option, _) in problem.options() {
            if !problem.is_choosable(option) {
                states[option.index()] = State::Removed(Fate::NotChoosable);
                continue;
            }
            for (item, color) in problem.entries(option) {
                lists[ends[item.index()]] = (option, color);
                ends[item.index()] += 1;
            }
        }
        let bounds = || (0..items as u32).map(|item| problem.bounds(ItemId::new(item)));
        Self {
            problem,
            states,
            starts,
            lists,
            is_open: vec![true; items],
            need: bounds().map(|bounds| bounds.map_or(0, |bounds| *bounds.start())).collect(),
            room: bounds().map(|bounds| bounds.map_or(1, |bounds| *bounds.end())).collect(),
            count,
            forced: Vec::new(),
            short: (0..problem.primary_count() as u32).map(ItemId::new).collect(),
            has_no_cover: false,
            work,
            lost: vec![0; items],
            lost_items: Vec::new(),
            taken_by: vec![0; problem.option_count()],
            choices: 0,
        }
    }

    pub(super) fn apply(mut self, prefix: &[OptionId]) -> Reduced {
        for &option in prefix {
            match self.states[option.index()] {
                State::Left => self.force(option),
                State::Forced => {}
                State::Same(_) | State::Removed(_) => self.has_no_cover = true,
            }
        }
        self.settle();
        while !self.has_no_cover {
            while self.merge_same() {
                self.settle();
            }
            if self.has_no_cover || !self.remove_starving() {
                break;
            }
        }
        self.finish()
    }

    /// The options that are left and contain this item, with its color.
    fn left(&self, item: ItemId) -> impl Iterator<Item = (OptionId, Option<Color>)> + '_ {
        let list = &self.lists[self.starts[item.index()]..self.starts[item.index() + 1]];
        list.iter().copied().filter(|(option, _)| self.states[option.index()] == State::Left)
    }

    /// Whether choosing an option that gives this color to the item takes away another one that
    /// gives it that color.
    fn excludes(&self, item: ItemId, color: Option<Color>, other: Option<Color>) -> bool {
        if self.problem.is_primary(item) {
            self.room[item.index()] == 1
        } else {
            color.is_none() || color != other
        }
    }

    /// An option is no longer left.
    fn drop_option(&mut self, option: OptionId, state: State) {
        self.states[option.index()] = state;
        let problem = self.problem;
        for &item in problem.option(option) {
            self.count[item.index()] -= 1;
            self.note_if_short(item);
        }
    }

    fn note_if_short(&mut self, item: ItemId) {
        let i = item.index();
        if self.is_open[i] && self.need[i] > 0 && self.count[i] <= self.need[i] {
            self.short.push(item);
        }
    }

    /// Takes an option that is left into every cover, and removes those that it excludes.
    fn force(&mut self, option: OptionId) {
        self.drop_option(option, State::Forced);
        self.forced.push(option);
        let problem = self.problem;
        for (item, color) in problem.entries(option) {
            let i = item.index();
            if !self.is_open[i] {
                continue;
            }
            let excluded: Vec<OptionId> = self
                .left(item)
                .filter(|&(_, other)| self.excludes(item, color, other))
                .map(|(other, _)| other)
                .collect();
            self.need[i] = self.need[i].saturating_sub(1);
            if problem.is_primary(item) {
                self.room[i] -= 1;
                self.is_open[i] = self.room[i] > 0;
            } else {
                // Those that are left give it the same color.
                self.is_open[i] = false;
            }
            self.note_if_short(item);
            for other in excluded {
                self.drop_option(other, State::Removed(Fate::Excluded { by: option }));
            }
        }
    }

    /// Forces the options of every item that needs all that it has, until there is no such item.
    fn settle(&mut self) {
        while let Some(item) = self.short.pop() {
            let i = item.index();
            while self.is_open[i] && self.need[i] > 0 && self.count[i] <= self.need[i] {
                let first = self.left(item).next();
                match first {
                    Some((option, _)) if self.count[i] == self.need[i] => self.force(option),
                    _ => {
                        self.has_no_cover = true;
                        return;
                    }
                }
            }
        }
    }

    /// Closes the secondary items that restrict nothing, and lets one option stand for all that are
    /// the same in what is left and exclude each other. Whether there were such options.
    fn merge_same(&mut self) -> bool {
        if self.has_no_cover || !self.close_secondary() {
            return false;
        }
        let problem = self.problem;
        let mut known: HashMap<Contents, OptionId> = HashMap::new();
        let mut any = false;
        for (option, _) in problem.options() {
            if self.states[option.index()] != State::Left {
                continue;
            }
            let mut entries: Vec<_> =
                problem.entries(option).filter(|(item, _)| self.is_open[item.index()]).collect();
            // Two of them can be in one cover if all that they share is colors and bounds above 1.
            if !entries.iter().any(|&(item, color)| self.excludes(item, color, color)) {
                continue;
            }
            entries.sort_unstable();
            match known.entry((problem.cost(option), entries)) {
                Entry::Vacant(place) => {
                    place.insert(option);
                }
                Entry::Occupied(first) => {
                    self.drop_option(option, State::Same(*first.get()));
                    any = true;
                }
            }
        }
        any
    }

    /// Closes the secondary items of which no two options that are left exclude each other. False
    /// if there is too little work left to look at them all.
    fn close_secondary(&mut self) -> bool {
        let problem = self.problem;
        let mut seen: Vec<Option<Option<Color>>> = vec![None; problem.item_count()];
        let mut restricts = vec![false; problem.item_count()];
        let mut entries = 0;
        for (option, items) in problem.options() {
            if self.states[option.index()] != State::Left {
                continue;
            }
            entries += items.len() as u64;
            for (item, color) in
                problem.entries(option).filter(|&(item, _)| !problem.is_primary(item))
            {
                match seen[item.index()] {
                    None => seen[item.index()] = Some(color),
                    Some(other) => restricts[item.index()] |= self.excludes(item, color, other),
                }
            }
        }
        for (is_open, restricts) in
            self.is_open.iter_mut().zip(restricts).skip(problem.primary_count())
        {
            *is_open &= restricts;
        }
        self.spend(entries)
    }

    fn spend(&mut self, entries: u64) -> bool {
        let enough = self.work >= entries;
        self.work = self.work.saturating_sub(entries);
        enough
    }

    /// Removes each option that leaves an item with too few others. Whether there were any.
    fn remove_starving(&mut self) -> bool {
        let mut any = false;
        for option in (0..self.states.len() as u32).map(OptionId::new) {
            if self.states[option.index()] != State::Left {
                continue;
            }
            if self.work == 0 || self.has_no_cover {
                break;
            }
            if let Some(item) = self.starved_by(option) {
                self.drop_option(option, State::Removed(Fate::Starves { item }));
                self.settle();
                any = true;
            }
        }
        any
    }

    /// An item that would have fewer options than it needs if this one were chosen.
    fn starved_by(&mut self, option: OptionId) -> Option<ItemId> {
        let problem = self.problem;
        self.choices += 1;
        let mut looked_at = 0;
        let mut starved = None;
        'entries: for (item, color) in problem.entries(option) {
            if !self.is_open[item.index()] {
                continue;
            }
            for at in self.starts[item.index()]..self.starts[item.index() + 1] {
                looked_at += 1;
                let (other, other_color) = self.lists[at];
                if self.states[other.index()] != State::Left
                    || other == option
                    || self.taken_by[other.index()] == self.choices
                    || !self.excludes(item, color, other_color)
                {
                    continue;
                }
                self.taken_by[other.index()] = self.choices;
                for &short in problem.option(other) {
                    looked_at += 1;
                    let s = short.index();
                    if self.lost[s] == 0 {
                        self.lost_items.push(short);
                    }
                    self.lost[s] += 1;
                    // An item of the option itself needs one less then, and has one less: that
                    // comes to the same.
                    if self.is_open[s] && self.count[s] - self.lost[s] < self.need[s] {
                        starved = Some(short);
                        break 'entries;
                    }
                }
            }
        }
        for item in self.lost_items.drain(..) {
            self.lost[item.index()] = 0;
        }
        self.spend(looked_at);
        starved
    }

    /// The smaller problem, and what has become of the options.
    fn finish(self) -> Reduced {
        let mut fates: Vec<Fate> = Vec::with_capacity(self.states.len());
        let (mut kept, mut forced) = (Vec::new(), self.forced);
        forced.sort_unstable();
        for (option, &state) in (0..).map(OptionId::new).zip(&self.states) {
            fates.push(match state {
                State::Left if self.has_no_cover => Fate::NoCover,
                State::Left => {
                    kept.push(option);
                    Fate::Kept(OptionId::new(kept.len() as u32 - 1))
                }
                State::Forced => Fate::Forced,
                State::Removed(fate) => fate,
                // It is an earlier one.
                State::Same(first) => fates[first.index()],
            });
        }
        if self.has_no_cover {
            return Reduced::without_cover(fates);
        }
        // By the option that stands for them.
        let mut same: HashMap<OptionId, Vec<OptionId>> = HashMap::new();
        let mut stands: Vec<OptionId> = Vec::with_capacity(self.states.len());
        for (option, &state) in (0..).map(OptionId::new).zip(&self.states) {
            let first = if let State::Same(first) = state { stands[first.index()] } else { option };
            stands.push(first);
            if first != option {
                same.entry(first).or_insert_with(|| vec![first]).push(option);
            }
        }
        let mut groups = |options: &[OptionId]| -> Vec<Box<[OptionId]>> {
            options
                .iter()
                .map(|option| same.remove(option).unwrap_or_else(|| vec![*option]).into())
                .collect()
        };
        let (forced, originals) = (groups(&forced), groups(&kept));
        let is_wanted = |item: ItemId| {
            let i = item.index();
            // A primary item without options needs none.
            self.is_open[i] && self.count[i] > 0
        };
        let bounds = |item: ItemId| self.need[item.index()]..=self.room[item.index()];
        let problem = self.problem.part(&kept, is_wanted, bounds);
        Reduced { problem, originals, forced, fates: fates.into(), has_no_cover: false }
    }
}
