//! Cycles and forcing chains of one assumption. Each link depends only on the one before it.

use super::super::proof::{Cause, Chain, Link, Node, Proof, Shape, node, place};
use super::super::step::{Reason, Step};
use super::consequences::{mark, strong, weak};
use super::{Hint, Hints, length_difficulty};
use crate::houses::PEER_SETS;
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{bits, cells_of};

/// Finds cycles and chains: first those of one digit, then cycles with strong links only in cells,
/// then cycles and chains with strong links in cells and in houses.
pub(in super::super) fn find_unary(board: &Position, hints: &mut Hints) {
    for (in_cells, in_houses) in [(false, true), (true, false), (true, true)] {
        let base = if in_cells && in_houses { 7.0 } else { 6.5 };
        let key = 2 + u8::from(in_cells) + u8::from(in_cells && in_houses);
        // A cycle has at least four nodes, and so has a chain from a node to its opposite.
        if !hints.wants(base, 4, key) {
            continue;
        }
        let mut search = UnarySearch {
            board,
            in_cells,
            strong: Links::new(board, |of, to| strong(board, of, in_cells, in_houses, to)),
            weak: Links::new(board, |of, to| weak(board, of, in_cells, to)),
            nodes: Vec::new(),
            seen: [0; 23],
            base,
            key,
        };
        let most = if in_houses { 9 } else { 2 };
        let fits = |&cell: &usize| (2..=most).contains(&board.candidates(cell).count_ones());
        for cell in cells_of(board.unsolved().0).filter(fits) {
            for digit in bits(board.candidates(cell)) {
                let candidate = cell * 9 + digit;
                search.cycles(candidate, hints);
                if in_houses {
                    search.forcing(node(candidate, true), hints);
                    search.forcing(node(candidate, false), hints);
                }
            }
        }
    }
}

/// For each candidate, the candidates that are linked to it, with the reasons.
struct Links {
    all: Vec<(u16, Cause)>,
    /// The bounds of the links of each candidate.
    ranges: [(u16, u16); 729],
}

impl Links {
    fn new(board: &Position, add: impl Fn(usize, &mut Vec<(u16, Cause)>)) -> Self {
        let mut links = Self { all: Vec::with_capacity(2048), ranges: [(0, 0); 729] };
        for cell in cells_of(board.unsolved().0) {
            for digit in bits(board.candidates(cell)) {
                let first = links.all.len() as u16;
                add(cell * 9 + digit, &mut links.all);
                links.ranges[cell * 9 + digit] = (first, links.all.len() as u16);
            }
        }
        links
    }

    fn of(&self, candidate: usize) -> &[(u16, Cause)] {
        let (first, last) = self.ranges[candidate];
        &self.all[first.into()..last.into()]
    }

    fn has(&self, candidate: usize) -> bool {
        let (first, last) = self.ranges[candidate];
        first < last
    }
}

/// A node that was reached, with its predecessor and the reason.
#[derive(Clone, Copy)]
struct Reached {
    node: Node,
    from: u32,
    cause: Cause,
}

const NOTHING: u32 = u32::MAX;

struct UnarySearch<'a> {
    board: &'a Position,
    in_cells: bool,
    strong: Links,
    weak: Links,
    nodes: Vec<Reached>,
    seen: [u64; 23],
    /// The difficulty of the shortest cycle.
    base: f64,
    key: u8,
}

impl UnarySearch<'_> {
    fn start(&mut self, start: Node) {
        self.nodes.clear();
        self.nodes.push(Reached { node: start, from: NOTHING, cause: Cause::Assumed });
        self.seen = [0; 23];
        mark(&mut self.seen, start);
    }

    fn cycles(&mut self, candidate: usize, hints: &mut Hints) {
        // A cycle returns to the candidate by a strong link. Strong links go both ways.
        if !self.strong.has(candidate) {
            return;
        }
        let start = node(candidate, true);
        self.start(start);
        let (mut first, mut last, mut length) = (0, 1, 0);
        let mut falses = Vec::new();
        while first < last {
            if !hints.wants(self.base + length_difficulty(length + 2), length + 2, self.key) {
                return;
            }
            falses.clear();
            for at in first..last {
                let from = usize::from(self.nodes[at].node / 2);
                for &(other, cause) in self.weak.of(from) {
                    let is = node(other.into(), false);
                    if self.strong.has(other.into()) && !self.is_ancestor(at, is) {
                        falses.push(Reached { node: is, from: at as u32, cause });
                    }
                }
            }
            length += 2;
            first = self.nodes.len();
            self.nodes.extend_from_slice(&falses);
            let middle = self.nodes.len();
            for at in first..middle {
                let from = usize::from(self.nodes[at].node / 2);
                for link in 0..self.strong.of(from).len() {
                    let (other, cause) = self.strong.of(from)[link];
                    let reached =
                        Reached { node: node(other.into(), true), from: at as u32, cause };
                    if length >= 4 && reached.node == start {
                        self.conclude_cycle(reached, length, hints);
                    }
                    if mark(&mut self.seen, reached.node) {
                        self.nodes.push(reached);
                    }
                }
            }
            (first, last) = (middle, self.nodes.len());
        }
    }

    fn is_ancestor(&self, mut at: usize, ancestor: Node) -> bool {
        while self.nodes[at].from != NOTHING {
            at = self.nodes[at].from as usize;
            if self.nodes[at].node == ancestor {
                return true;
            }
        }
        false
    }

    /// Returns the nodes from the last one back to the first.
    fn path(&self, last: Reached) -> Vec<Reached> {
        let mut path = vec![last];
        while let Some(&Reached { from, .. }) = path.last()
            && from != NOTHING
        {
            path.push(self.nodes[from as usize]);
        }
        path
    }

    fn conclude_cycle(&self, last: Reached, length: u32, hints: &mut Hints) {
        let difficulty = self.base + length_difficulty(length);
        if !hints.wants(difficulty, length, self.key) {
            return;
        }
        let mut path = self.path(last);
        let root = path.pop().expect("a path begins with its start");
        let cells = path.iter().fold(0_u128, |cells, at| cells | 1 << (at.node / 18));
        let mut seen = [[0_u128; 9]; 2];
        for at in &path {
            let (cell, digit) = place(at.node);
            let seen = &mut seen[usize::from(at.node % 2)][digit];
            *seen |= PEER_SETS[cell] & !cells & self.board.places_of(digit).0;
        }
        let mut removed: Vec<(u8, u16)> = Vec::new();
        let both: [u128; 9] = std::array::from_fn(|digit| seen[0][digit] & seen[1][digit]);
        for cell in cells_of(both.iter().fold(0, |all, cells| all | cells)) {
            let digits = (0..9).filter(|&digit| both[digit] >> cell & 1 == 1);
            removed.push((cell as u8, digits.fold(0, |set, digit| set | 1 << digit)));
        }
        if removed.is_empty() {
            return;
        }
        let forth: Chain = links(&path, Some(root.node));
        // The cycle in the other direction: each node becomes its opposite and keeps its cause.
        let back: Vec<Reached> = std::iter::once(&root)
            .chain(path.iter().skip(1).rev())
            .map(|at| Reached { node: at.node ^ 1, ..*at })
            .collect();
        let back = links(&back, Some(root.node ^ 1));
        let proof = Proof::new(Shape::Cycle, vec![forth, back]);
        let step = Step::new(difficulty, Reason::Other, removed);
        hints.push(Hint { step, key: self.key, proof });
    }

    /// Looks for the shortest chain from a node to its opposite.
    fn forcing(&mut self, start: Node, hints: &mut Hints) {
        let target = start ^ 1;
        if (target & 1 == 1 || start & 1 == 0) && !self.strong.has(usize::from(start / 2)) {
            return;
        }
        self.start(start);
        let base = if self.in_cells { 7.0 } else { 6.6 };
        let (mut first, mut length) = (0, 1);
        while first < self.nodes.len() {
            let last = self.nodes.len();
            length += 1;
            if !hints.wants(base + length_difficulty(length), length, self.key) {
                return;
            }
            for at in first..last {
                let from = self.nodes[at].node;
                let is_true = from & 1 == 1;
                let links = if is_true { &self.weak } else { &self.strong };
                for &(other, cause) in links.of(usize::from(from / 2)) {
                    let is = node(other.into(), !is_true);
                    let reached = Reached { node: is, from: at as u32, cause };
                    if is == target {
                        return self.conclude_forcing(reached, base, hints);
                    }
                    // A false candidate without strong links leads nowhere.
                    if (!is_true || self.strong.has(other.into())) && mark(&mut self.seen, is) {
                        self.nodes.push(reached);
                    }
                }
            }
            first = last;
        }
    }

    fn conclude_forcing(&self, last: Reached, base: f64, hints: &mut Hints) {
        let proof = Proof::new(Shape::Forcing, vec![links(&self.path(last), None)]);
        let difficulty = base + length_difficulty(proof.complexity);
        hints.push(Hint::that(self.board, last.node, difficulty, self.key, proof));
    }
}

/// Returns the links of a path, from its end back to its start. The path of a cycle lacks its
/// start, which is the same node as its end. `closing` is this node: the parent of the last link.
fn links(path: &[Reached], closing: Option<Node>) -> Chain {
    let parents = path.iter().skip(1).map(|at| Some(at.node)).chain([closing]);
    let link = |(at, parent): (&Reached, Option<Node>)| Link {
        node: at.node,
        cause: at.cause,
        parents: parent.into_iter().collect(),
        nested: None,
    };
    path.iter().zip(parents).map(link).collect()
}
