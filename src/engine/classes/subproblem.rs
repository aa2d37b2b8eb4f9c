//! Subproblems: the items and options left after some choices.

use std::collections::HashSet;

use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::Cube;
use crate::symmetry::{Graph, Labelling, MarkedGraph};

/// A problem in flat arrays, with marks for finding its subproblems.
#[derive(Clone, Debug)]
pub(super) struct Options {
    primary: u32,
    /// The entries of option `o` are `starts[o]..starts[o + 1]`. An entry is an item, and the
    /// number of its color plus 1, or 0 without a color.
    starts: Box<[u32]>,
    entries: Box<[(u32, u32)]>,
    /// The state of each item during a choice.
    marks: Box<[Mark]>,
    round: u64,
    visited: u64,
    /// The edges of the graph of the last subproblem, and the classes of its vertices.
    edges: Vec<(u32, u32)>,
    classes: Vec<u32>,
    pairs: Vec<(u32, u32)>,
}

/// The state of an item during a choice.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    /// The last round in which the item remained, and the last in which it was covered.
    left: u64,
    covered: u64,
    /// The color with which it was covered.
    color: u32,
    /// The number of options left, the last of them, and the color that it gives the item.
    count: u32,
    last: u32,
    last_color: u32,
    /// True if two remaining options exclude each other because of the item.
    is_contested: bool,
    vertex: u32,
}

/// The remaining items that matter, and the remaining options. The secondary items that are left
/// out exclude no option.
#[derive(Clone, Debug, Default)]
pub(super) struct Subproblem {
    pub(super) items: Vec<u32>,
    pub(super) options: Vec<u32>,
}

/// A branch: an option of an item, and the number of options of this item in the same orbit.
pub(super) type Branch = (u32, u32);

impl Options {
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
        Self {
            primary: problem.primary_count() as u32,
            starts: starts.into(),
            entries: entries.into(),
            marks: vec![Mark::default(); problem.item_count()].into(),
            round: 0,
            visited: 0,
            edges: Vec::new(),
            classes: Vec::new(),
            pairs: Vec::new(),
        }
    }

    fn entries(&self, option: u32) -> &[(u32, u32)] {
        let option = option as usize;
        &self.entries[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    pub(super) fn is_primary(&self, item: u32) -> bool {
        item < self.primary
    }

    /// True if a remaining item must be covered.
    pub(super) fn has_primary(&self, rest: &Subproblem) -> bool {
        rest.items.first().is_some_and(|&item| self.is_primary(item))
    }

    /// Returns the approximate number of entries visited.
    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns the subproblem after the choices of a cube, or `None` at a dead end.
    pub(super) fn cube(&mut self, cube: &Cube) -> Option<Subproblem> {
        let options = 0..self.starts.len() as u32 - 1;
        let is_choosable =
            |&option: &u32| self.entries(option).iter().any(|&(item, _)| self.is_primary(item));
        let is_left = |option: &u32| !cube.excluded.contains(&OptionId::new(*option));
        let options = options.filter(is_choosable).filter(is_left).collect();
        let items = (0..self.marks.len() as u32).collect();
        let mut rest = Subproblem { items, options };
        for (at, &option) in cube.chosen.iter().enumerate() {
            if cube.chosen[..at].contains(&option) {
                continue;
            }
            if !rest.options.contains(&option.get()) {
                return None;
            }
            self.cover(&mut rest, option.get());
        }
        self.settled(rest)
    }

    /// Chooses an option and all options that it forces. Returns `None` at a dead end.
    pub(super) fn choose(&mut self, from: &Subproblem, option: u32) -> Option<Subproblem> {
        let mut rest = from.clone();
        self.cover(&mut rest, option);
        self.settled(rest)
    }

    /// Removes an option, its items, and the options that it excludes.
    fn cover(&mut self, rest: &mut Subproblem, option: u32) {
        self.round += 1;
        let round = self.round;
        for &item in &rest.items {
            self.marks[item as usize].left = round;
        }
        for at in self.starts[option as usize]..self.starts[option as usize + 1] {
            let (item, color) = self.entries[at as usize];
            let mark = &mut self.marks[item as usize];
            if mark.left == round {
                (mark.covered, mark.color) = (round, color);
            }
        }
        let is_excluded = |&(item, color): &(u32, u32)| {
            let mark = &self.marks[item as usize];
            mark.covered == round && (mark.color == 0 || mark.color != color)
        };
        rest.items.retain(|&item| self.marks[item as usize].covered != round);
        rest.options
            .retain(|&other| other != option && !self.entries(other).iter().any(is_excluded));
    }

    /// Chooses the forced options, and removes the items that no longer matter. Returns `None` at a
    /// dead end.
    fn settled(&mut self, mut rest: Subproblem) -> Option<Subproblem> {
        loop {
            self.count(&rest);
            let mut forced = None;
            for &item in rest.items.iter().take_while(|&&item| item < self.primary) {
                let mark = &self.marks[item as usize];
                match mark.count {
                    0 => return None,
                    1 => forced = Some(mark.last),
                    _ => {}
                }
            }
            let Some(option) = forced else { break };
            self.cover(&mut rest, option);
        }
        let (primary, marks) = (self.primary, &self.marks);
        rest.items.retain(|&item| item < primary || marks[item as usize].is_contested);
        Some(rest)
    }

    /// Counts the options of each remaining item, and finds the contested items.
    fn count(&mut self, rest: &Subproblem) {
        self.round += 1;
        let round = self.round;
        for &item in &rest.items {
            let mark = &mut self.marks[item as usize];
            (mark.left, mark.count, mark.is_contested) = (round, 0, false);
        }
        for &option in &rest.options {
            let range = self.starts[option as usize]..self.starts[option as usize + 1];
            self.visited += range.len() as u64;
            for at in range {
                let (item, color) = self.entries[at as usize];
                let mark = &mut self.marks[item as usize];
                if mark.left != round {
                    continue;
                }
                mark.is_contested |= mark.count > 0 && (color == 0 || color != mark.last_color);
                mark.count += 1;
                (mark.last, mark.last_color) = (option, color);
            }
        }
    }

    /// Writes the graph of a subproblem, with a vertex for each item, for each option, and for each
    /// pair of an item and a color.
    pub(super) fn write_graph(&mut self, rest: &Subproblem, graph: &mut Graph) {
        self.round += 1;
        let round = self.round;
        self.edges.clear();
        self.classes.clear();
        self.pairs.clear();
        for (vertex, &item) in rest.items.iter().enumerate() {
            let mark = &mut self.marks[item as usize];
            (mark.left, mark.vertex) = (round, vertex as u32);
            self.classes.push(u32::from(item >= self.primary));
        }
        let first = rest.items.len();
        for (at, &option) in rest.options.iter().enumerate() {
            self.classes.push(2);
            for entry in self.starts[option as usize]..self.starts[option as usize + 1] {
                let (item, color) = self.entries[entry as usize];
                let mark = &self.marks[item as usize];
                if mark.left != round {
                    continue;
                }
                let from = (first + at) as u32;
                if color == 0 {
                    self.edges.push((from, mark.vertex));
                } else {
                    // The vertex of the pair is numbered after all pairs are collected.
                    self.pairs.push((item, color));
                }
            }
        }
        if !self.pairs.is_empty() {
            self.write_pairs(rest);
        }
        graph.set(self.classes.iter().copied(), &self.edges);
    }

    /// Adds a vertex for each pair of an item and a color, and the edges of these vertices.
    fn write_pairs(&mut self, rest: &Subproblem) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
        let (first, options) = (self.classes.len(), rest.items.len());
        for (at, &(item, _)) in self.pairs.iter().enumerate() {
            self.classes.push(3);
            self.edges.push(((first + at) as u32, self.marks[item as usize].vertex));
        }
        for (at, &option) in rest.options.iter().enumerate() {
            for entry in self.starts[option as usize]..self.starts[option as usize + 1] {
                let pair = self.entries[entry as usize];
                if pair.1 > 0
                    && let Ok(found) = self.pairs.binary_search(&pair)
                {
                    self.edges.push(((options + at) as u32, (first + found) as u32));
                }
            }
        }
    }

    /// Writes the remaining items, or the other items of the problem if these are fewer.
    pub(super) fn write_marks(&mut self, rest: &Subproblem, marks: &mut Vec<u32>) {
        marks.clear();
        if rest.items.len() * 2 <= self.marks.len() {
            marks.extend_from_slice(&rest.items);
            return;
        }
        self.round += 1;
        for &item in &rest.items {
            self.marks[item as usize].left = self.round;
        }
        let items = 0..self.marks.len() as u32;
        marks.extend(items.filter(|&item| self.marks[item as usize].left != self.round));
    }

    /// Returns the branches of a subproblem, with the orbits that the labelling has found. They are
    /// options of one item that must be covered: the item with the fewest options or, if several
    /// have the fewest, the one with the fewest orbits of options.
    pub(super) fn branches(
        &mut self,
        rest: &Subproblem,
        mut marked: Option<&mut MarkedGraph>,
        labelling: &mut Labelling,
    ) -> Vec<Branch> {
        self.count(rest);
        let primary = rest.items.iter().copied().take_while(|&item| item < self.primary);
        let fewest = primary.map(|item| self.marks[item as usize].count).min().unwrap_or(0);
        let has_group = !labelling.generators().is_empty();
        if let (Some(marked), true) = (&mut marked, has_group) {
            marked.find_orbits(labelling, &rest.options);
        }
        let mut seen = HashSet::new();
        let mut best: Vec<Branch> = Vec::new();
        for (vertex, &item) in rest.items.iter().enumerate() {
            if item >= self.primary || (!best.is_empty() && (!has_group || best.len() == 1)) {
                break;
            }
            if self.marks[item as usize].count != fewest {
                continue;
            }
            // Items of one orbit have isomorphic branches, so one item per orbit is enough.
            let orbit = match &mut marked {
                _ if !has_group => item,
                Some(marked) => marked.item_orbit(item),
                None => labelling.orbit(vertex as u32),
            };
            if !seen.insert(orbit) {
                continue;
            }
            let mut options: Vec<(u32, u32)> = Vec::new();
            for (at, &option) in rest.options.iter().enumerate() {
                if self.entries(option).iter().any(|&(other, _)| other == item) {
                    let orbit = match &mut marked {
                        _ if !has_group => option,
                        Some(marked) => marked.option_orbit(option),
                        None => labelling.orbit((rest.items.len() + at) as u32),
                    };
                    options.push((orbit, option));
                }
            }
            self.visited += rest.options.len() as u64;
            options.sort_unstable();
            let runs = options.chunk_by(|a, b| a.0 == b.0);
            let branches: Vec<_> = runs.map(|run| (run[0].1, run.len() as u32)).collect();
            if best.is_empty() || branches.len() < best.len() {
                best = branches;
            }
        }
        best
    }

    /// Counts the covers of a small subproblem one by one, and adds their number to `count`.
    /// Returns the number of nodes.
    pub(super) fn count_all(&mut self, rest: &Subproblem, count: &mut u64) -> u64 {
        if !self.has_primary(rest) {
            *count += 1;
            return 1;
        }
        self.count(rest);
        let primary = rest.items.iter().copied().take_while(|&item| item < self.primary);
        let item = primary.min_by_key(|&item| self.marks[item as usize].count);
        let mut nodes = 1;
        for &option in &rest.options {
            if self.entries(option).iter().any(|&(other, _)| Some(other) == item)
                && let Some(next) = self.choose(rest, option)
            {
                nodes += self.count_all(&next, count);
            }
        }
        nodes
    }
}
