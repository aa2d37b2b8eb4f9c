//! The consequences of one assumption.

use std::rc::Rc;

use super::super::proof::{Cause, Chain, Link, Node, Proof, hidden_parents, node};
use super::{Kind, advanced};
use crate::houses::PEERS;
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{CELLS, HOUSES, PEER_KINDS, POSITIONS, bits};

pub(super) type Candidates = [u64; 12];

pub(super) fn contains(set: &Candidates, candidate: usize) -> bool {
    set[candidate / 64] >> (candidate % 64) & 1 == 1
}

/// Adds a candidate or a node to a set. Returns true if it is new.
#[inline]
pub(super) fn mark<const N: usize>(set: &mut [u64; N], element: u16) -> bool {
    let (word, bit) = (usize::from(element) / 64, 1 << (element % 64));
    let is_new = set[word] & bit == 0;
    set[word] |= bit;
    is_new
}

/// The cause and the parents of a node. The parents are a range of [`Consequences::parents`].
struct Entry {
    cause: Cause,
    parents: (u32, u32),
    nested: Option<Rc<Proof>>,
}

/// The consequences of an assumption, in the order in which they were found, up to the first
/// contradiction.
pub(super) struct Consequences {
    /// The candidates that are true.
    pub(super) trues: Vec<u16>,
    /// The candidates that are false.
    pub(super) falses: Vec<u16>,
    pub(super) true_set: Candidates,
    pub(super) false_set: Candidates,
    entries: Vec<Entry>,
    parents: Vec<Node>,
    /// For each node that is a consequence, the index of its entry.
    slots: Box<[u16; 1458]>,
    /// The node that contradicts an earlier consequence, if there is one. Its parents may differ
    /// from those of a consequence with the same node.
    pub(super) contradiction: Option<Link>,
}

impl Consequences {
    /// Returns the consequences of a node on a board. Uses only the candidates of the board.
    pub(super) fn of(board: &Position, start: Node, kind: Kind) -> Self {
        let mut found = Self {
            trues: Vec::with_capacity(32),
            falses: Vec::with_capacity(64),
            true_set: [0; 12],
            false_set: [0; 12],
            entries: Vec::with_capacity(96),
            parents: Vec::with_capacity(128),
            slots: Box::new([0; 1458]),
            contradiction: None,
        };
        found.add(start, Cause::Assumed, &[], None);
        found.follow(board, kind);
        found
    }

    fn add(&mut self, node: Node, cause: Cause, parents: &[Node], nested: Option<Rc<Proof>>) {
        let (list, set) = match node & 1 == 1 {
            true => (&mut self.trues, &mut self.true_set),
            false => (&mut self.falses, &mut self.false_set),
        };
        list.push(node / 2);
        mark(set, node / 2);
        let first = self.parents.len() as u32;
        self.parents.extend_from_slice(parents);
        self.slots[usize::from(node)] = self.entries.len() as u16;
        let parents = (first, self.parents.len() as u32);
        self.entries.push(Entry { cause, parents, nested });
    }

    fn follow(&mut self, source: &Position, kind: Kind) {
        // The position without the false candidates that were followed; only in dynamic chains.
        let mut changed = kind.is_dynamic().then(|| source.clone());
        let (mut next_true, mut next_false) = (0, 0);
        let mut reached: Vec<(u16, Cause)> = Vec::with_capacity(32);
        let mut parents: Vec<Node> = Vec::with_capacity(16);
        loop {
            let board = changed.as_ref().unwrap_or(source);
            reached.clear();
            if let Some(&candidate) = self.trues.get(next_true) {
                next_true += 1;
                let from = node(candidate.into(), true);
                weak(board, candidate.into(), kind.uses_cells(), &mut reached);
                for &(other, cause) in &reached {
                    let is = node(other.into(), false);
                    if contains(&self.true_set, other.into()) {
                        let parents = vec![from];
                        self.contradiction = Some(Link { node: is, cause, parents, nested: None });
                        return;
                    }
                    if !contains(&self.false_set, other.into()) {
                        self.add(is, cause, &[from], None);
                    }
                }
            } else if let Some(&candidate) = self.falses.get(next_false) {
                next_false += 1;
                let from = usize::from(candidate);
                strong(board, from, kind.uses_cells(), true, &mut reached);
                for &(other, cause) in &reached {
                    let is = node(other.into(), true);
                    let is_contradiction = contains(&self.false_set, other.into());
                    if !is_contradiction && contains(&self.true_set, other.into()) {
                        continue;
                    }
                    parents.clear();
                    parents.push(node(from, false));
                    if changed.is_some() {
                        hidden_parents(board, source, is, cause, &mut parents);
                    }
                    if is_contradiction {
                        let parents = parents.clone();
                        self.contradiction = Some(Link { node: is, cause, parents, nested: None });
                        return;
                    }
                    self.add(is, cause, &parents, None);
                }
                if let Some(board) = &mut changed {
                    board.take(from / 9, from % 9);
                }
            }
            if next_true == self.trues.len() && next_false == self.falses.len() {
                let Some(board) = changed.as_ref().filter(|_| kind.nesting() > 0) else { return };
                for removal in advanced::removals(board, source, kind.nesting()) {
                    let is = node(removal.candidate, false);
                    if !contains(&self.false_set, removal.candidate) {
                        self.add(is, Cause::Advanced, &removal.parents, removal.nested);
                    }
                }
                if next_false == self.falses.len() {
                    return;
                }
            }
        }
    }

    fn entry(&self, node: Node) -> &Entry {
        &self.entries[usize::from(self.slots[usize::from(node)])]
    }

    fn parents_of(&self, node: Node) -> &[Node] {
        let (first, last) = self.entry(node).parents;
        &self.parents[first as usize..last as usize]
    }

    fn link(&self, node: Node) -> Link {
        let Entry { cause, ref nested, .. } = *self.entry(node);
        Link { node, cause, parents: self.parents_of(node).to_vec(), nested: nested.clone() }
    }

    pub(super) fn chain(&self, target: Node) -> Chain {
        self.chain_from(self.link(target))
    }

    /// Returns the two chains to a contradiction: to a candidate being true, and to it being false.
    pub(super) fn contradiction_chains(&self, last: &Link) -> [Chain; 2] {
        let (new, known) = (self.chain_from(last.clone()), self.chain(last.node ^ 1));
        if last.node & 1 == 1 { [new, known] } else { [known, new] }
    }

    /// Returns the chain to a link: the link, its parents, their parents, and so on, each node
    /// once.
    fn chain_from(&self, last: Link) -> Chain {
        let mut seen = [0_u64; 23];
        let mut chain = Vec::with_capacity(16);
        mark(&mut seen, last.node);
        chain.push(last);
        let mut at = 0;
        while at < chain.len() {
            for index in 0..chain[at].parents.len() {
                let parent = chain[at].parents[index];
                if mark(&mut seen, parent) {
                    chain.push(self.link(parent));
                }
            }
            at += 1;
        }
        chain
    }

    /// Returns the number of nodes in the chain to a consequence.
    pub(super) fn length(&self, target: Node, todo: &mut Vec<Node>) -> u32 {
        self.length_from(target, self.parents_of(target), todo)
    }

    /// Returns the sum of the lengths of the chains to a contradiction.
    pub(super) fn contradiction_length(&self, last: &Link, todo: &mut Vec<Node>) -> u32 {
        self.length_from(last.node, &last.parents, todo) + self.length(last.node ^ 1, todo)
    }

    fn length_from(&self, last: Node, parents: &[Node], todo: &mut Vec<Node>) -> u32 {
        let mut seen = [0_u64; 23];
        mark(&mut seen, last);
        let mut length = 1;
        todo.clear();
        todo.extend(parents.iter().filter(|&&parent| mark(&mut seen, parent)));
        while let Some(node) = todo.pop() {
            length += 1;
            let parents = self.parents_of(node).iter();
            todo.extend(parents.filter(|&&parent| mark(&mut seen, parent)));
        }
        length
    }
}

/// Finds the candidates that are false if this one is true.
#[inline]
pub(super) fn weak(
    board: &Position,
    candidate: usize,
    in_cells: bool,
    reached: &mut Vec<(u16, Cause)>,
) {
    let (cell, digit) = (candidate / 9, candidate % 9);
    if in_cells {
        let others = bits(board.candidates(cell) & !(1 << digit));
        reached.extend(others.map(|other| ((cell * 9 + other) as u16, Cause::Cell)));
    }
    for (&peer, &kind) in PEERS[cell].iter().zip(&PEER_KINDS) {
        if board.candidates(usize::from(peer)) >> digit & 1 == 1 {
            reached.push((u16::from(peer) * 9 + digit as u16, Cause::House(kind)));
        }
    }
}

/// Finds the candidates that are true if this one is false.
#[inline]
pub(super) fn strong(
    board: &Position,
    candidate: usize,
    in_cells: bool,
    in_houses: bool,
    reached: &mut Vec<(u16, Cause)>,
) {
    let (cell, digit) = (candidate / 9, candidate % 9);
    let first = reached.len();
    let candidates = board.candidates(cell);
    if in_cells && candidates.count_ones() == 2 {
        let other = (candidates & !(1 << digit)).trailing_zeros() as usize;
        reached.push(((cell * 9 + other) as u16, Cause::Cell));
    }
    for kind in (0..3).filter(|_| in_houses) {
        let house = usize::from(HOUSES[cell][kind]);
        let places = board.places_in(house, digit) & !(1 << POSITIONS[cell][kind]);
        if places.is_power_of_two() {
            let other = CELLS[house][places.trailing_zeros() as usize];
            let other = u16::from(other) * 9 + digit as u16;
            if reached[first..].iter().all(|&(known, _)| known != other) {
                reached.push((other, Cause::House(kind as u8)));
            }
        }
    }
}
