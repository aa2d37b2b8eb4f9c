//! The search that all chains share.
//!
//! An alternating inference chain is a sequence of candidates that are alternately false and true:
//! if the first is false, the second is true; if that is true, the third is false; and so on to a
//! last one that is true. So the first or the last is true, and a candidate that excludes both is
//! false. A *group*, the places of a digit where a line crosses a box, can replace a candidate: it
//! is true if one of its places is true, and false otherwise.
//!
//! - *Strong* links lead from false to true: one of two candidates of a cell is true, and so is one
//!   of two candidates or groups that are all places of a digit in a house.
//! - *Weak* links lead from true to false: at most one candidate of a cell is true, and if a
//!   candidate or a group is true, no place of its digit that sees all of it is true.
//!
//! A breadth-first search from each candidate finds the shortest chain. The techniques differ in
//! the links that they may use.

use std::fmt;
use std::ops::Range;

use super::{Settings, Technique};
use crate::sudoku::logic::words::Or;
use crate::sudoku::logic::{Cell, Cells, Deduction, Digits, Link, Position};
use crate::sudoku::{Digit, House};

/// Chains with fewer candidates are locked candidates or naked singles.
const SHORTEST: usize = 4;

/// The links that a chain may use.
#[derive(Clone, Copy)]
pub(super) struct Links {
    /// Strong links between the places of a digit in a house.
    pub(super) in_houses: bool,
    /// Strong links between the digits of a cell that has two.
    pub(super) in_pairs: bool,
    /// Weak links between the digits of a cell with any number of digits.
    pub(super) in_cells: bool,
    /// Links of groups.
    pub(super) of_groups: bool,
}

/// Returns the first of the shortest chains that remove something.
pub(super) fn find(
    position: &Position,
    settings: &Settings,
    technique: Technique,
    links: Links,
) -> Option<Deduction> {
    let mut longest = settings.longest_chain;
    if longest < SHORTEST {
        return None;
    }
    let graph = Graph::new(position, links);
    let seen = vec![[false; 2]; graph.nodes.len()];
    let mut search = Search { position, technique, graph: &graph, seen, reached: Vec::new() };
    // This order determines which of the shortest chains is found first.
    let starts: Vec<u16> = if links.of_groups {
        (0..graph.nodes.len() as u16).collect()
    } else {
        let of_cell =
            |cell| position.digits(cell).into_iter().map(move |digit| number(cell, digit));
        position.unsolved().into_iter().flat_map(of_cell).map(|at| graph.candidates[at]).collect()
    };
    let mut best = None;
    for start in starts {
        if longest >= SHORTEST
            && !graph.nodes[usize::from(start)].strong.is_empty()
            && let Some((found, length)) = search.from(start, longest)
        {
            // From here on only a shorter chain matters. A chain has an even number of candidates.
            longest = length - 2;
            best = Some(found);
        }
    }
    best
}

/// A candidate, or a group of places.
struct Node {
    digit: Digit,
    cells: Cells,
    /// The cells that see all cells of the node.
    seen: Cells,
    /// The nodes that are true if this one is false, as a range of the links.
    strong: Range<usize>,
    /// The nodes that are false if this one is true.
    weak: Range<usize>,
}

impl Node {
    fn new(digit: Digit, cells: Cells) -> Self {
        Self { digit, cells, seen: cells.common_peers(), strong: 0..0, weak: 0..0 }
    }

    /// Returns the cells that cannot hold a digit if this node is true.
    fn excluded(&self, digit: Digit) -> Cells {
        match (digit == self.digit, self.cells.is_one()) {
            (true, _) => self.seen,
            (false, true) => self.cells,
            (false, false) => Cells::EMPTY,
        }
    }
}

/// The nodes of a position, digit by digit: the candidates, then the groups.
struct Graph {
    nodes: Vec<Node>,
    /// The node of each candidate, cell by cell and by digit.
    candidates: [u16; 729],
    /// The groups of each digit.
    groups: Vec<Range<usize>>,
    links: Vec<u16>,
}

impl Graph {
    fn new(position: &Position, links: Links) -> Self {
        let (nodes, groups) = (Vec::with_capacity(256), Vec::with_capacity(9));
        let mut graph = Self { nodes, candidates: [0; 729], groups, links: Vec::new() };
        for digit in Digit::all() {
            let places = position.places(digit);
            for cell in places {
                graph.candidates[number(cell, digit)] = graph.nodes.len() as u16;
                graph.nodes.push(Node::new(digit, Cells::one(cell)));
            }
            let first = graph.nodes.len();
            if links.of_groups {
                graph.nodes.extend(groups_of(places).map(|group| Node::new(digit, group)));
            }
            graph.groups.push(first..graph.nodes.len());
        }
        let mut all = Vec::with_capacity(2048);
        for at in 0..graph.nodes.len() {
            let first = all.len();
            graph.add_strong(position, links, at, &mut all);
            graph.nodes[at].strong = first..all.len();
        }
        for at in 0..graph.nodes.len() {
            let first = all.len();
            graph.add_weak(position, links, at, &mut all);
            graph.nodes[at].weak = first..all.len();
        }
        Self { links: all, ..graph }
    }

    fn add_strong(&self, position: &Position, links: Links, at: usize, all: &mut Vec<u16>) {
        let Node { digit, cells, .. } = self.nodes[at];
        let first = all.len();
        if links.in_houses {
            all.extend(cells.common_houses().filter_map(|house| {
                self.node(digit, (position.places(digit) & Cells::of_house(house)) - cells)
            }));
        }
        if links.of_groups {
            all[first..].sort_unstable();
        }
        let mut others = self.in_cell(position, at);
        if let (true, Some(other), None) = (links.in_pairs, others.next(), others.next()) {
            all.push(other);
        }
    }

    fn add_weak(&self, position: &Position, links: Links, at: usize, all: &mut Vec<u16>) {
        let Node { digit, seen, .. } = self.nodes[at];
        let places = (position.places(digit) & seen).into_iter();
        let groups = self.groups[digit.index()].clone();
        let is_seen = |group: &usize| self.nodes[*group].cells.is_subset(seen);
        let others = (places.map(|cell| self.candidates[number(cell, digit)]))
            .chain(groups.filter(is_seen).map(|group| group as u16))
            .chain(self.in_cell(position, at).filter(|_| links.in_cells));
        // A false node without strong links leads nowhere.
        all.extend(others.filter(|&other| !self.nodes[usize::from(other)].strong.is_empty()));
    }

    /// Returns the node of these places of a digit, if there is one.
    fn node(&self, digit: Digit, places: Cells) -> Option<u16> {
        if places.is_one() {
            return Some(self.candidates[number(places.first()?, digit)]);
        }
        let mut groups = self.groups[digit.index()].clone();
        groups.find(|&at| self.nodes[at].cells == places).map(|at| at as u16)
    }

    /// Iterates over the other candidates in the cell of a node, if the node is a candidate.
    fn in_cell(&self, position: &Position, at: usize) -> impl Iterator<Item = u16> {
        let Node { digit, cells, .. } = self.nodes[at];
        let cell = cells.first().filter(|_| cells.is_one());
        cell.into_iter().flat_map(move |cell| {
            let others = position.digits(cell) - Digits::one(digit);
            others.into_iter().map(move |other| self.candidates[number(cell, other)])
        })
    }
}

/// Iterates over the groups of some places of a digit, box by box.
fn groups_of(places: Cells) -> impl Iterator<Item = Cells> {
    let boxes = House::all().skip(18).map(move |in_box| places & Cells::of_house(in_box));
    let groups = boxes
        .flat_map(|in_box| House::all().take(18).map(move |line| in_box & Cells::of_house(line)));
    groups.filter(|group| !group.is_empty() && !group.is_one())
}

fn number(cell: Cell, digit: Digit) -> usize {
    cell.index() * 9 + digit.index()
}

/// A node that a search reached.
struct Reached {
    node: u16,
    is_true: bool,
    from: Option<u32>,
}

/// The searches in one position, one from each node.
struct Search<'a> {
    position: &'a Position,
    technique: Technique,
    graph: &'a Graph,
    /// For each node, true if it was reached as false, and true if it was reached as true.
    seen: Vec<[bool; 2]>,
    /// The nodes that were reached, in the order of their distance.
    reached: Vec<Reached>,
}

impl Search<'_> {
    /// Returns the shortest chain from a node that removes something, and its length.
    fn from(&mut self, start: u16, longest: usize) -> Option<(Deduction, usize)> {
        self.seen.fill([false; 2]);
        self.seen[usize::from(start)][0] = true;
        self.reached.clear();
        self.reached.push(Reached { node: start, is_true: false, from: None });
        let mut first = 0;
        for length in 2..=longest {
            let (last, is_true) = (self.reached.len(), length % 2 == 0);
            for at in first..last {
                let node = &self.graph.nodes[usize::from(self.reached[at].node)];
                let links = if is_true { &node.strong } else { &node.weak };
                for &next in &self.graph.links[links.clone()] {
                    let seen = &mut self.seen[usize::from(next)][usize::from(is_true)];
                    if !std::mem::replace(seen, true) {
                        self.reached.push(Reached { node: next, is_true, from: Some(at as u32) });
                    }
                }
            }
            first = last;
            if is_true && length >= SHORTEST {
                let mut ends = last..self.reached.len();
                if let Some(found) = ends.find_map(|end| self.conclude(end)) {
                    return Some((found, length));
                }
            }
        }
        None
    }

    /// Returns the deduction from a chain: its start or its end is true.
    fn conclude(&self, end: usize) -> Option<Deduction> {
        let node = |reached: &Reached| &self.graph.nodes[usize::from(reached.node)];
        let [one, other] = [0, end].map(|at| node(&self.reached[at]));
        let digits = match one.digit == other.digit {
            // The start and the third link from the end both exclude the last link but one, so a
            // shorter chain removes that link.
            true if one.cells == other.cells => return None,
            true => Digits::one(one.digit),
            false => self.position.digits_of(one.cells | other.cells),
        };
        let removed =
            |digit| self.position.places(digit) & one.excluded(digit) & other.excluded(digit);
        let chain = Deduction::new(self.technique, Cells::EMPTY, Digits::EMPTY);
        let mut found = chain.removing_each(digits, removed)?;
        let mut path = vec![&self.reached[end]];
        while let Some(from) = path.last().and_then(|last| last.from) {
            path.push(&self.reached[from as usize]);
        }
        let mut from = None;
        for step in path.into_iter().rev() {
            let (first, &Node { digit, cells, .. }) = (found.links.len(), node(step));
            let link = |cell: Cell| Link { candidate: cell.with(digit), holds: step.is_true, from };
            found.links.extend(cells.into_iter().map(link));
            from = Some(first);
            found.cells |= cells;
            found.digits.insert(digit);
        }
        Some(found)
    }
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // The places of a group follow from the same link.
    let groups = || deduction.links.chunk_by(|one, next| one.from == next.from);
    let node = |group: &[Link]| {
        let cells: Cells = group.iter().map(|link| link.candidate.cell).collect();
        group.first().map(|link| (cells, link.candidate.digit, link.holds))
    };
    let (Some(first), Some(last)) = (groups().next(), groups().next_back()) else { return Ok(()) };
    let mut before = None;
    for (cells, digit, holds) in groups().filter_map(node) {
        let (any, are) = (Or(cells), if cells.is_one() { "is" } else { "are" });
        match before {
            None => write!(f, "if {cells} {are} not {digit}")?,
            // One phrase states which digit a cell is not and which digit it is.
            Some(before) if before == cells && cells.is_one() => match holds {
                true => write!(f, " but {digit}")?,
                false => write!(f, " and not {digit}")?,
            },
            Some(_) if holds => write!(f, ", {any} is {digit}")?,
            Some(_) => write!(f, ", {cells} {are} not {digit}")?,
        }
        before = Some(cells);
    }
    let (Some((first, one, _)), Some((last, other, _))) = (node(first), node(last)) else {
        return Ok(());
    };
    if first == last {
        write!(f, "; so {} is {one} or {other}, ", Or(first))?;
    } else {
        write!(f, "; so {} is {one} or {} is {other}, ", Or(first), Or(last))?;
    }
    write!(f, "and {}", deduction.removal())
}
