//! Grouped alternating inference chain: a chain whose links may be *groups*, the places of a digit
//! where a line crosses a box. A group is true if one of its places is, and false if none is.
//!
//! - Strong: if the places of a digit in a house are two candidates or groups, one of them is true.
//! - Weak: if a group is true, every place that sees all of its cells is false.
//!
//! In the example 5 has the places r1c1, r1c2 and r1c8 in row 1, and r3c3 and r7c3 in column 3
//! (`+`). If r1c8 is not 5, r1c1 or r1c2 is, so that r3c3 is not, and r7c3 is. So 5 is in r1c8 or
//! in r7c3, and not in r7c8 (`-`):
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

use super::chain::SHORTEST;
use super::{Settings, Technique};
use crate::sudoku::logic::{Cell, Cells, Deduction, Digits, Link, Position};
use crate::sudoku::{Digit, House};

/// A candidate, or a group of places.
struct Node {
    digit: Digit,
    cells: Cells,
    /// The cells that see all cells of the node.
    seen: Cells,
    /// The nodes of which one is true if this one is false.
    strong: Vec<usize>,
    /// The nodes that are false if this one is true.
    weak: Vec<usize>,
}

impl Node {
    fn new(digit: Digit, cells: Cells) -> Self {
        Self { digit, cells, seen: cells.common_peers(), strong: Vec::new(), weak: Vec::new() }
    }

    /// Returns the cells that do not hold a digit if this node is true.
    fn excluded(&self, digit: Digit) -> Cells {
        match (digit == self.digit, self.cells.is_one()) {
            (true, _) => self.seen,
            (false, true) => self.cells,
            (false, false) => Cells::EMPTY,
        }
    }
}

/// Returns the first of the shortest chains that remove something.
pub(super) fn find(position: &Position, settings: &Settings) -> Option<Deduction> {
    let nodes = nodes(position);
    let mut longest = settings.chain_bound();
    let mut best = None;
    for start in 0..nodes.len() {
        if longest >= SHORTEST
            && !nodes[start].strong.is_empty()
            && let Some((found, length)) = from(position, &nodes, start, longest)
        {
            // From here on only a shorter chain matters.
            longest = length - 2;
            best = Some(found);
        }
    }
    best
}

/// Returns all candidates and groups with their links.
fn nodes(position: &Position) -> Vec<Node> {
    let mut nodes = Vec::new();
    for digit in Digit::all() {
        let (first, places) = (nodes.len(), position.places(digit));
        nodes.extend(places.into_iter().map(|cell| Node::new(digit, Cells::one(cell))));
        for in_box in (0..9).map(|in_box| places & Cells::of_house(House::Box(in_box))) {
            let lines = (0..9).map(House::Row).chain((0..9).map(House::Column));
            let groups = lines.map(|line| in_box & Cells::of_house(line));
            let groups = groups.filter(|group| !group.is_empty() && !group.is_one());
            nodes.extend(groups.map(|group| Node::new(digit, group)));
        }
        for at in first..nodes.len() {
            let Node { cells, seen, .. } = nodes[at];
            let others = |is_linked: &dyn Fn(Cells) -> bool| -> Vec<usize> {
                (first..nodes.len()).filter(|&other| is_linked(nodes[other].cells)).collect()
            };
            let rests: Vec<Cells> = cells
                .common_houses()
                .map(|house| (places & Cells::of_house(house)) - cells)
                .collect();
            let strong = others(&|other| rests.contains(&other));
            let weak = others(&|other| other.is_subset(seen));
            (nodes[at].strong, nodes[at].weak) = (strong, weak);
        }
    }
    // The links within a cell.
    for cell in position.unsolved() {
        let of_cell: Vec<usize> =
            (0..nodes.len()).filter(|&at| nodes[at].cells == Cells::one(cell)).collect();
        for &at in &of_cell {
            let others = || of_cell.iter().copied().filter(|&other| other != at);
            nodes[at].weak.extend(others());
            if of_cell.len() == 2 {
                nodes[at].strong.extend(others());
            }
        }
    }
    nodes
}

/// A node that a search reached.
struct Reached {
    node: usize,
    is_true: bool,
    from: Option<usize>,
}

/// Returns the shortest chain from a node that removes something, and its length.
fn from(
    position: &Position,
    nodes: &[Node],
    start: usize,
    longest: usize,
) -> Option<(Deduction, usize)> {
    // Whether a node was reached as false, and as true.
    let mut seen = vec![[false; 2]; nodes.len()];
    seen[start][0] = true;
    let mut reached = vec![Reached { node: start, is_true: false, from: None }];
    let mut first = 0;
    for length in 2..=longest {
        let last = reached.len();
        let is_true = length % 2 == 0;
        for at in first..last {
            let node = &nodes[reached[at].node];
            for &next in if is_true { &node.strong } else { &node.weak } {
                if !std::mem::replace(&mut seen[next][usize::from(is_true)], true) {
                    reached.push(Reached { node: next, is_true, from: Some(at) });
                }
            }
        }
        first = last;
        if is_true && length >= SHORTEST {
            let mut ends = last..reached.len();
            let found = ends.find_map(|end| conclude(position, nodes, &reached, end));
            if let Some(found) = found {
                return Some((found, length));
            }
        }
    }
    None
}

/// Returns the deduction if one of two nodes is true, the start and the end of a chain.
fn conclude(
    position: &Position,
    nodes: &[Node],
    reached: &[Reached],
    end: usize,
) -> Option<Deduction> {
    let [one, other] = [0, end].map(|at| &nodes[reached[at].node]);
    let removed = |digit| position.places(digit) & one.excluded(digit) & other.excluded(digit);
    let is_same = one.digit == other.digit && one.cells == other.cells;
    if is_same {
        return None;
    }
    let found = Deduction::new(Technique::GroupedChain, Cells::EMPTY, Digits::EMPTY);
    let mut found = found.removing_each(Digits::ALL, removed)?;
    let mut path = vec![&reached[end]];
    while let Some(from) = path.last().and_then(|last| last.from) {
        path.push(&reached[from]);
    }
    let mut from = None;
    for step in path.into_iter().rev() {
        let Node { digit, cells, .. } = nodes[step.node];
        let first = found.links.len();
        let link = |cell: Cell| Link { candidate: cell.with(digit), holds: step.is_true, from };
        found.links.extend(cells.into_iter().map(link));
        from = Some(first);
        found.cells |= cells;
        found.digits.insert(digit);
    }
    Some(found)
}

examples! {
    a_group_in_a_row: "5 in row 1: r1c1 r1c2 r1c8; 5 in column 3: r3c3 r7c3
        asked => Grouped alternating inference chain: if r1c8 is not 5, r1c1 or r1c2 is 5, r3c3 is
        not 5, r7c3 is 5; so r1c8 is 5 or r7c3 is 5, and 5 is removed from r7c8.";
    a_third_place: "5 in row 1: r1c1 r1c2 r1c8; 5 in column 3: r3c3 r5c3 r7c3
        => no grouped alternating inference chain";
}
