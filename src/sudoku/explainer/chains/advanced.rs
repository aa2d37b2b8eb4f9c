//! Removals by other techniques in the course of a chain.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::super::basic::{fishes, hidden_sets, locked, naked_sets};
use super::super::proof::{Cause, Node, Proof, Shape, gone_from, hidden_parents, node, place};
use super::super::step::{Reason, Step};
use super::{Kind, nested_hints};
use crate::sudoku::board::Position;
use crate::sudoku::board::places::{CELLS, HOUSES, bits};

/// A candidate that is false, and the candidates that had to become false before.
pub(super) struct Removal {
    pub(super) candidate: usize,
    pub(super) parents: Vec<Node>,
    pub(super) nested: Option<Rc<Proof>>,
}

/// Returns the removals that depend on the candidates that `source` has and `board` lacks, found by
/// the first technique that finds any.
pub(super) fn removals(board: &Position, source: &Position, level: u8) -> Vec<Removal> {
    let mut found = Vec::new();
    for technique in 0..4 {
        let mut sink = |step: Step| {
            let parents = parents_of(&step.reason, board, source);
            add(&mut found, parents, &step.removed, None);
            ControlFlow::Continue(())
        };
        let _ = match technique {
            0 => locked(board, false, &mut sink),
            1 => hidden_sets(board, 2, false, &mut sink),
            2 => naked_sets(board, 2, &mut sink),
            _ => fishes(board, 2, &mut sink),
        };
        if !found.is_empty() {
            return found;
        }
    }
    // Dynamic chains find everything that simple and multiple chains find.
    let kinds: &[Option<Kind>] = match level {
        0 | 1 => &[],
        2 => &[None],
        3 => &[None, Some(Kind::Multiple)],
        4 => &[Some(Kind::Dynamic(0))],
        _ => &[Some(Kind::Dynamic(0)), Some(Kind::Dynamic(level - 3))],
    };
    for kind in kinds {
        for hint in nested_hints(board, *kind) {
            let parents = parents_of_chains(&hint.proof, board, source);
            add(&mut found, parents, &hint.step.removed, Some(Rc::new(hint.proof)));
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// Adds the removals of a step. A step without parents is ignored, because it does not depend on
/// the chain.
fn add(
    found: &mut Vec<Removal>,
    parents: Vec<Node>,
    removed: &[(u8, u16)],
    nested: Option<Rc<Proof>>,
) {
    if parents.is_empty() {
        return;
    }
    for &(cell, digits) in removed {
        found.extend(bits(digits).map(|digit| Removal {
            candidate: usize::from(cell) * 9 + digit,
            parents: parents.clone(),
            nested: nested.clone(),
        }));
    }
}

fn parents_of(reason: &Reason, board: &Position, source: &Position) -> Vec<Node> {
    let mut parents = Vec::new();
    let gone_in = |house: u8, cells: u16, digits: u16| {
        let cells = bits(cells).map(move |at| usize::from(CELLS[usize::from(house)][at]));
        cells.flat_map(move |cell| {
            let digits = bits(source.candidates(cell) & digits);
            digits.map(move |digit| node(cell * 9 + digit, false))
        })
    };
    match reason {
        Reason::Locked { digit, bases, covers } => {
            let is_outside =
                |&gone: &Node| !HOUSES[place(gone).0].iter().any(|house| covers.contains(house));
            for &base in bases {
                let gone = gone_from(base.into(), usize::from(*digit), board, source);
                parents.extend(gone.filter(is_outside));
            }
        }
        Reason::HiddenSet { house, digits, cells } => {
            parents.extend(gone_in(*house, 0x1FF & !cells, *digits));
        }
        Reason::NakedSet { house, cells, digits } => {
            parents.extend(gone_in(*house, *cells, !digits));
        }
        Reason::Other => {}
    }
    parents
}

/// Returns the candidates that had to become false before the links of these chains existed.
fn parents_of_chains(proof: &Proof, board: &Position, source: &Position) -> Vec<Node> {
    let (mut parents, mut of_link) = (Vec::new(), Vec::new());
    for link in proof.chains.iter().flatten().filter(|link| link.node & 1 == 1) {
        of_link.clear();
        match (link.cause, proof.shape) {
            (Cause::Assumed, Shape::OfHouse(house)) => {
                of_link.extend(gone_from(house.into(), place(link.node).1, board, source));
            }
            (Cause::Assumed, Shape::OfCell) => {
                hidden_parents(board, source, link.node, Cause::Cell, &mut of_link);
            }
            (cause, _) => hidden_parents(board, source, link.node, cause, &mut of_link),
        }
        for &parent in &of_link {
            if !parents.contains(&parent) {
                parents.push(parent);
            }
        }
    }
    parents
}
