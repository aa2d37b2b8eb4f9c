//! The search that all chains share.
//!
//! An alternating inference chain is a sequence of candidates that are alternately false and true:
//! if the first is false, the second is true; if that is true, the third is false; and so on to a
//! last one that is true. So the first or the last is true, and a candidate that excludes both is
//! false.
//!
//! - *Strong* links lead from false to true: one of two candidates of a cell is true, and one of
//!   two places of a digit in a house.
//! - *Weak* links lead from true to false: at most one candidate of a cell is true, and at most one
//!   place of a digit in a house.
//!
//! A breadth-first search from each candidate finds the shortest chain. The techniques differ in
//! the links that they may use.

use std::fmt;

use super::{Settings, Technique};
use crate::sudoku::Digit;
use crate::sudoku::logic::words::AnyOf;
use crate::sudoku::logic::{Candidate, Cells, Deduction, Digits, Link, Position};

/// Chains with fewer candidates are locked candidates or naked singles.
pub(super) const SHORTEST: usize = 4;

/// The links that a chain may use.
#[derive(Clone, Copy)]
pub(super) struct Links {
    /// Strong links between the places of a digit in a house that has two.
    pub(super) in_houses: bool,
    /// Strong links between the digits of a cell that has two.
    pub(super) in_pairs: bool,
    /// Weak links between the digits of a cell with any number of digits.
    pub(super) in_cells: bool,
}

/// Returns the first of the shortest chains that remove something.
pub(super) fn find(
    position: &Position,
    settings: &Settings,
    technique: Technique,
    links: Links,
) -> Option<Deduction> {
    let mut search = Search {
        position,
        links,
        strong: strong_links(position, links),
        nodes: Vec::with_capacity(256),
    };
    let mut longest = settings.chain_bound();
    let mut best = None;
    for cell in position.unsolved() {
        for digit in position.digits(cell) {
            if longest >= SHORTEST
                && let Some(found) = search.from(technique, cell.with(digit), longest)
            {
                // From here on only a shorter chain matters. A chain has an even number of
                // candidates.
                longest = found.links.len() - 2;
                best = Some(found);
            }
        }
    }
    best
}

/// For each candidate by number, the candidates that are true if it is false.
fn strong_links(position: &Position, links: Links) -> Vec<[Option<Candidate>; 4]> {
    let mut strong = vec![[None; 4]; 729];
    for cell in position.unsolved() {
        let digits = position.digits(cell);
        for digit in digits {
            let [row, column, in_box, pair] = &mut strong[number(cell.with(digit))];
            if links.in_houses {
                for (house, link) in cell.houses().into_iter().zip([row, column, in_box]) {
                    let others =
                        position.places(digit) & (Cells::of_house(house) - Cells::one(cell));
                    *link =
                        others.first().filter(|_| others.is_one()).map(|other| other.with(digit));
                }
            }
            if links.in_pairs && digits.len() == 2 {
                *pair = (digits - Digits::one(digit)).first().map(|other| cell.with(other));
            }
        }
    }
    strong
}

fn number(candidate: Candidate) -> usize {
    candidate.cell.index() * 9 + usize::from(candidate.digit.get()) - 1
}

/// A set of candidates: the cells of each digit.
type Candidates = [Cells; 9];

fn insert(set: &mut Candidates, candidate: Candidate) -> bool {
    let cells = &mut set[usize::from(candidate.digit.get()) - 1];
    let is_new = !cells.contains(candidate.cell);
    cells.insert(candidate.cell);
    is_new
}

/// The searches in one position, one from each candidate.
struct Search<'a> {
    position: &'a Position,
    links: Links,
    strong: Vec<[Option<Candidate>; 4]>,
    /// The candidates that were reached, and from where, in the order of their distance.
    nodes: Vec<Link>,
}

impl Search<'_> {
    /// Returns the shortest chain from this candidate that removes something.
    fn from(
        &mut self,
        technique: Technique,
        start: Candidate,
        longest: usize,
    ) -> Option<Deduction> {
        if self.strong[number(start)].iter().all(Option::is_none) {
            return None;
        }
        let (mut seen_true, mut seen_false) = ([Cells::EMPTY; 9], [Cells::EMPTY; 9]);
        insert(&mut seen_false, start);
        self.nodes.clear();
        self.nodes.push(Link { candidate: start, holds: false, from: None });
        let mut first = 0;
        // Each round adds the candidates that are true because of those that became false in the
        // last round, then those that are false because of these.
        for length in (2..=longest).step_by(2) {
            let last = self.nodes.len();
            for at in first..last {
                let strong = self.strong[number(self.nodes[at].candidate)];
                for candidate in strong.into_iter().flatten() {
                    if insert(&mut seen_true, candidate) {
                        self.nodes.push(Link { candidate, holds: true, from: Some(at) });
                    }
                }
            }
            first = self.nodes.len();
            if length >= SHORTEST {
                let mut ends = last..first;
                if let Some(found) = ends.find_map(|end| self.conclude(technique, start, end)) {
                    return Some(found);
                }
            }
            for at in last..first {
                let Candidate { cell, digit } = self.nodes[at].candidate;
                let seen = &mut seen_false[usize::from(digit.get()) - 1];
                let reached = (self.position.places(digit) & cell.peers()) - *seen;
                *seen |= reached;
                self.nodes.extend(reached.into_iter().map(|other| Link {
                    candidate: other.with(digit),
                    holds: false,
                    from: Some(at),
                }));
                if self.links.in_cells {
                    for other in self.position.digits(cell) - Digits::one(digit) {
                        if insert(&mut seen_false, cell.with(other)) {
                            self.nodes.push(Link {
                                candidate: cell.with(other),
                                holds: false,
                                from: Some(at),
                            });
                        }
                    }
                }
            }
        }
        None
    }

    /// Returns the deduction if one of two candidates is true, the start and the end of a chain.
    fn conclude(&self, technique: Technique, start: Candidate, end: usize) -> Option<Deduction> {
        let last = self.nodes[end].candidate;
        let chain = Deduction::new(technique, Cells::EMPTY, Digits::EMPTY);
        if last == start {
            // The link before the last excludes the start and the link before it: a shorter chain
            // removes it.
            return None;
        }
        let goes_with_neither =
            |digit: Digit| self.excluded(start, digit) & self.excluded(last, digit);
        let digits = if start.digit == last.digit && start.cell != last.cell {
            Digits::one(start.digit)
        } else {
            self.position.digits(start.cell) | self.position.digits(last.cell)
        };
        let found = chain.removing_each(digits, goes_with_neither)?;
        Some(self.with_links(found, end))
    }

    /// Returns the places of a digit that are excluded if this candidate is true.
    fn excluded(&self, candidate: Candidate, digit: Digit) -> Cells {
        let Candidate { cell, digit: is } = candidate;
        self.position.places(digit) & if digit == is { cell.peers() } else { Cells::one(cell) }
    }

    fn with_links(&self, mut found: Deduction, end: usize) -> Deduction {
        let mut at = Some(end);
        while let Some(node) = at.map(|at| self.nodes[at]) {
            found.links.push(node);
            at = node.from;
        }
        found.links.reverse();
        for (before, link) in found.links.iter_mut().enumerate() {
            link.from = before.checked_sub(1);
        }
        found.cells = found.links.iter().map(|link| link.candidate.cell).collect();
        found.digits = found.links.iter().map(|link| link.candidate.digit).collect();
        found
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
        let (any, are) = (AnyOf(cells), if cells.is_one() { "is" } else { "are" });
        match before {
            None => write!(f, "if {cells} {are} not {digit}")?,
            // Says in one phrase what a cell is not and what it is.
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
        write!(f, "; so {} is {one} or {other}, ", AnyOf(first))?;
    } else {
        write!(f, "; so {} is {one} or {} is {other}, ", AnyOf(first), AnyOf(last))?;
    }
    write!(f, "and {}", deduction.removal())
}
