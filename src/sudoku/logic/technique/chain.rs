//! Chains: sequences of candidates that are alternately false and true. If the first is false, the
//! second is true; if the second is true, the third is false; and so on to the last, which is true.
//! So the first or the last is true, and a candidate that excludes both is false. A *group*, the
//! places of a digit where a line crosses a box, can replace a candidate: it is true if one of its
//! places is true, and false otherwise.
//!
//! - *Strong* links lead from false to true: one of the only two candidates of a cell is true, and
//!   so is one of two candidates or groups that are all places of a digit in a house.
//! - *Weak* links lead from true to false: at most one candidate of a cell is true, and if a
//!   candidate or a group is true, no place of its digit that sees all of it is true.
//!
//! A breadth-first search from each candidate or group finds the shortest chain. The techniques
//! differ in the links that they may use.
//!
//! X-chain: places of one digit. Each strong link is a house with two places of the digit. In the
//! example, the digit has two places in row 1 and two in row 7 (`+`): if it is not in r1c2, it is
//! in r1c8, not in r7c8, and in r7c3. So it is in r1c2 or in r7c3, and not in the cells that see
//! both (`-`):
//!
//! ```text
//! .  +  . | .  .  . | .  +  .
//! .  .  - | .  .  . | .  .  .
//! .  .  - | .  .  . | .  .  .
//! --------+---------+--------
//!                   |
//! --------+---------+--------
//! .  .  + | .  .  . | .  +  .
//! .  -  . | .  .  . | .  .  .
//! .  -  . | .  .  . | .  .  .
//! ```
//!
//! XY-chain: cells with two candidates. Each cell sees the next and shares a candidate with it. In
//! the example, if r1c1 is not 9, it is 3, r1c5 is 7, r4c5 is 2 and r4c8 is 9. So 9 is in r1c1 or
//! in r4c8, and not in the cells that see both (`-`):
//!
//! ```text
//! 39  .   .  |  .  37   .  |  .   -   .
//!  .  .   .  |  .   .   .  |  .   .   .
//!  .  .   .  |  .   .   .  |  .   .   .
//! -----------+-------------+------------
//!  -  .   .  |  .  27   .  |  .  29   .
//! ```
//!
//! Alternating inference chain, known as AIC among players, and in an older notation as nice loop:
//! it uses both houses with two places of a digit and cells with two candidates, and may pass from
//! one candidate of any cell to another. In the example, 5 has two places in row 1: if r1c1 is not
//! 5, r1c8 is 5 and not 3; the only other place of 3 in column 8 is r6c8, which is 3; so r6c1 is
//! not 3 but 5. So 5 is in r1c1 or in r6c1, and nowhere else in column 1:
//!
//! ```text
//! 589  .   .  |  .   .   .  |  .  357  .
//!  -   .   .  |  .   .   .  |  .   .   .
//!  -   .   .  |  .   .   .  |  .   .   .
//! ------------+-------------+------------
//!  ...
//! 35   .   .  |  .   .   .  |  .  389  .
//! ```
//!
//! Grouped alternating inference chain: the same with groups. In the example, 5 has the places
//! r1c1, r1c2 and r1c8 in row 1, and r3c3 and r7c3 in column 3 (`+`). If r1c8 is not 5, r1c1 or
//! r1c2 is. So r3c3 is not, and r7c3 is. So 5 is in r1c8 or in r7c3, and not in r7c8 (`-`):
//!
//! ```text
//! +  +  . | .  .  . | .  +  .
//! .  .  . | .  .  . | .  .  .
//! .  .  + | .  .  . | .  .  .
//! --------+---------+--------
//!                   |
//! --------+---------+--------
//! .  .  + | .  .  . | .  -  .
//! ```

use std::ops::Range;

use super::{
    Cell, Cells, Deduction, Digit, Digits, House, Link, Or, Position, Settings, Technique,
};

/// The minimum number of candidates in a chain. A chain of two candidates removes only what locked
/// candidates remove.
const SHORTEST: usize = 4;

/// Returns the first of the shortest chains that remove something.
pub(super) fn find(
    position: &Position,
    technique: Technique,
    settings: &Settings,
) -> Option<Deduction> {
    let mut longest = settings.longest_chain;
    if longest < SHORTEST {
        return None;
    }
    let graph = Graph::new(position, technique);
    // This order determines which of the shortest chains is found first.
    let starts: Vec<u16> = if technique == Technique::GroupedChain {
        (0..graph.nodes.len() as u16).collect()
    } else {
        let of_cell =
            |cell| position.digits(cell).into_iter().map(move |digit| number(cell, digit));
        position.unsolved().into_iter().flat_map(of_cell).map(|at| graph.candidates[at]).collect()
    };
    let seen = vec![[false; 2]; graph.nodes.len()];
    let mut search = ChainSearch { graph: &graph, seen, reached: Vec::new() };
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

/// The nodes of a position, digit by digit: the candidates, then the groups; and the links that the
/// chains of a technique may use.
struct Graph<'a> {
    position: &'a Position,
    technique: Technique,
    nodes: Vec<Node>,
    /// The node of each candidate, cell by cell and by digit.
    candidates: [u16; 729],
    /// The groups of each digit.
    groups: Vec<Range<usize>>,
    links: Vec<u16>,
}

impl<'a> Graph<'a> {
    fn new(position: &'a Position, technique: Technique) -> Self {
        let (nodes, groups) = (Vec::with_capacity(256), Vec::with_capacity(9));
        let (candidates, links) = ([0; 729], Vec::new());
        let mut graph = Self { position, technique, nodes, candidates, groups, links };
        for digit in Digit::all() {
            let places = position.places(digit);
            for cell in places {
                graph.candidates[number(cell, digit)] = graph.nodes.len() as u16;
                graph.nodes.push(Node::new(digit, Cells::one(cell)));
            }
            let first = graph.nodes.len();
            if technique == Technique::GroupedChain {
                graph.nodes.extend(groups_of(places).map(|group| Node::new(digit, group)));
            }
            graph.groups.push(first..graph.nodes.len());
        }
        let mut all = Vec::with_capacity(2048);
        for at in 0..graph.nodes.len() {
            let first = all.len();
            graph.add_strong(at, &mut all);
            graph.nodes[at].strong = first..all.len();
        }
        for at in 0..graph.nodes.len() {
            let first = all.len();
            graph.add_weak(at, &mut all);
            graph.nodes[at].weak = first..all.len();
        }
        Self { links: all, ..graph }
    }

    fn add_strong(&self, at: usize, all: &mut Vec<u16>) {
        let Node { digit, cells, .. } = self.nodes[at];
        let first = all.len();
        if self.technique != Technique::XyChain {
            all.extend(cells.common_houses().filter_map(|house| {
                self.node(digit, (self.position.places(digit) & Cells::of_house(house)) - cells)
            }));
        }
        if self.technique == Technique::GroupedChain {
            all[first..].sort_unstable();
        }
        let mut others = self.in_cell(at);
        if let (Some(other), None) = (others.next(), others.next()) {
            all.push(other);
        }
    }

    /// Adds the nodes that are false if a node is true. In an XY-chain, the search has already
    /// reached the one in the same cell: it came from there.
    fn add_weak(&self, at: usize, all: &mut Vec<u16>) {
        let Node { digit, seen, .. } = self.nodes[at];
        let places = (self.position.places(digit) & seen).into_iter();
        let groups = self.groups[digit.index()].clone();
        let is_seen = |group: &usize| self.nodes[*group].cells.is_subset(seen);
        let others = (places.map(|cell| self.candidates[number(cell, digit)]))
            .chain(groups.filter(is_seen).map(|group| group as u16))
            .chain(self.in_cell(at));
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

    /// Iterates over the other candidates in the cell of a node, if the node is a candidate and a
    /// chain may have several digits.
    fn in_cell(&self, at: usize) -> impl Iterator<Item = u16> {
        let Node { digit, cells, .. } = self.nodes[at];
        let is_linked = cells.is_one() && self.technique != Technique::XChain;
        cells.first().filter(|_| is_linked).into_iter().flat_map(move |cell| {
            let others = self.position.digits(cell) - Digits::one(digit);
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

struct Reached {
    node: u16,
    is_true: bool,
    from: Option<u32>,
}

/// The searches in one position, one after another.
struct ChainSearch<'a> {
    graph: &'a Graph<'a>,
    /// For each node, whether it was reached as false, and whether it was reached as true.
    seen: Vec<[bool; 2]>,
    /// The nodes that were reached, in the order of their distance.
    reached: Vec<Reached>,
}

impl ChainSearch<'_> {
    /// Returns the shortest chain from a node that removes something, and its length.
    fn from(&mut self, start: u16, longest: usize) -> Option<(Deduction, usize)> {
        self.seen.fill([false; 2]);
        self.seen[usize::from(start)][0] = true;
        self.reached.clear();
        self.reached.push(Reached { node: start, is_true: false, from: None });
        let mut first = 0;
        for length in 2..=longest {
            let (last, is_true) = (self.reached.len(), length % 2 == 0);
            if first == last {
                break;
            }
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

    /// Returns the deduction, if there is one, from the fact that the start or the end of a chain
    /// is true.
    fn conclude(&self, end: usize) -> Option<Deduction> {
        let Graph { position, technique, .. } = *self.graph;
        let node = |reached: &Reached| &self.graph.nodes[usize::from(reached.node)];
        let [one, other] = [0, end].map(|at| node(&self.reached[at]));
        let digits = match one.digit == other.digit {
            // The start and the third node from the end both exclude the last node but one, so a
            // shorter chain removes that node.
            true if one.cells == other.cells => return None,
            true => Digits::one(one.digit),
            false => position.digits_of(one.cells | other.cells),
        };
        let removed = |digit| position.places(digit) & one.excluded(digit) & other.excluded(digit);
        let chain = Deduction::new(technique, Cells::EMPTY, Digits::EMPTY);
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

pub(super) fn tell(deduction: &Deduction) -> String {
    // The places of a group follow from the same link.
    let groups = deduction.links.chunk_by(|one, next| one.from == next.from).map(|group| {
        let cells: Cells = group.iter().map(|link| link.candidate.cell).collect();
        (cells, group[0].candidate.digit, group[0].holds)
    });
    let mut text = String::new();
    let mut ends: Vec<(Cells, Digit)> = Vec::new();
    for (cells, digit, holds) in groups {
        let (any, are) = (Or(cells), if cells.is_one() { "is" } else { "are" });
        text += &match ends.last() {
            None => format!("if {cells} {are} not {digit}"),
            // One phrase states which digit a cell is not and which digit it is.
            Some(before) if before.0 == cells && cells.is_one() => {
                format!("{} {digit}", if holds { " but" } else { " and not" })
            }
            Some(_) if holds => format!(", {any} is {digit}"),
            Some(_) => format!(", {cells} {are} not {digit}"),
        };
        ends.push((cells, digit));
    }
    let conclusion = match ends[..] {
        [(first, one), .., (last, other)] if first == last => {
            format!("{} is {one} or {other}", Or(first))
        }
        [(first, one), .., (last, other)] => {
            format!("{} is {one} or {} is {other}", Or(first), Or(last))
        }
        _ => return text,
    };
    format!("{text}; so {conclusion}, and {}", deduction.removal())
}

examples! {
    an_x_chain_of_two_rows_and_a_column: "5 in row 1: r1c2 r1c8; 5 in row 7: r7c3 r7c8
        asked => X-chain: if r1c2 is not 5, r1c8 is 5, r7c8 is not 5, r7c3 is 5; so r1c2 is 5 or
        r7c3 is 5, and 5 is removed from r2c3, r3c3, r8c2 and r9c2.";
    a_third_place_in_a_row: "5 in row 1: r1c2 r1c8; 5 in row 7: r7c4 r7c8 r7c9 => no X-chain";
    an_xy_chain_of_four_cells: "r1c1=39 r1c5=37 r4c5=27 r4c8=29
        => XY-chain: if r1c1 is not 9 but 3, r1c5 is not 3 but 7, r4c5 is not 7 but 2, r4c8 is not 2
        but 9; so r1c1 is 9 or r4c8 is 9, and 9 is removed from r1c8 and r4c1.";
    a_link_of_an_xy_chain_is_missing: "r1c1=39 r1c5=37 r4c4=27 r4c8=29 => no XY-chain"
        "r1c1=39 r1c5=37 r4c5=127 r4c8=29 => no XY-chain";
    houses_and_cells: "r6c1=35; 5 in row 1: r1c1 r1c8; 3 in column 8: r1c8 r6c8
        => Alternating inference chain: if r1c1 is not 5, r1c8 is 5 and not 3, r6c8 is 3, r6c1 is
        not 3 but 5; so r1c1 is 5 or r6c1 is 5, and 5 is removed from r2c1, r3c1, r4c1, r5c1, r7c1,
        r8c1 and r9c1.";
    a_link_of_houses_and_cells_is_missing: "r6c1=35; 5 in row 1: r1c1 r1c8; 3 in column 8: r1c8 r6c8
        r7c8
        => no alternating inference chain"
        "r6c1=358; 5 in row 1: r1c1 r1c8; 3 in column 8: r1c8 r6c8
        => no alternating inference chain";
    a_group_in_a_row: "5 in row 1: r1c1 r1c2 r1c8; 5 in column 3: r3c3 r7c3
        asked => Grouped alternating inference chain: if r1c8 is not 5, r1c1 or r1c2 is 5, r3c3 is
        not 5, r7c3 is 5; so r1c8 is 5 or r7c3 is 5, and 5 is removed from r7c8.";
    a_third_place_in_a_column: "5 in row 1: r1c1 r1c2 r1c8; 5 in column 3: r3c3 r5c3 r7c3
        => no grouped alternating inference chain";
}
