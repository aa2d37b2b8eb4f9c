//! Proofs by chains of consequences.
//!
//! A *node* states that a candidate is true or that it is false. The consequences of an assumption
//! are a graph of nodes. The parents of a node are the nodes from which it follows. The difficulty
//! of a step grows with the number of nodes from which its conclusion follows.

use std::rc::Rc;

use crate::sudoku::board::Position;
use crate::sudoku::board::places::{CELLS, HOUSES, bits};

/// A candidate with a truth value: `(cell * 9 + digit) * 2`, plus 1 if it is true.
pub(super) type Node = u16;

pub(super) fn node(candidate: usize, is_true: bool) -> Node {
    (candidate * 2 + usize::from(is_true)) as Node
}

/// Returns the cell and the digit of a node.
#[inline]
pub(super) fn place(node: Node) -> (usize, usize) {
    (usize::from(node / 18), usize::from(node / 2 % 9))
}

/// The reason why a node follows from its parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// It is assumed.
    Assumed,
    /// A cell has one digit.
    Cell,
    /// A digit has one place in the box (0), row (1) or column (2) of the cell.
    House(u8),
    /// A technique removes the candidate.
    Advanced,
}

/// Adds the candidates that a true node presupposes to be false: those that `source` has and
/// `board` lacks, in its cell for [`Cause::Cell`], and of its digit in a house for
/// [`Cause::House`].
#[inline]
pub(super) fn hidden_parents(
    board: &Position,
    source: &Position,
    is: Node,
    cause: Cause,
    parents: &mut Vec<Node>,
) {
    let (cell, digit) = place(is);
    match cause {
        Cause::Cell => {
            let gone = source.candidates(cell) & !board.candidates(cell);
            parents.extend(bits(gone).map(|other| node(cell * 9 + other, false)));
        }
        Cause::House(kind) => {
            let house = usize::from(HOUSES[cell][usize::from(kind)]);
            parents.extend(gone_from(house, digit, board, source));
        }
        Cause::Assumed | Cause::Advanced => {}
    }
}

/// Iterates over the places of a digit in a house that `source` has and `board` lacks. Each node
/// states that the candidate is false.
#[inline]
pub(super) fn gone_from(
    house: usize,
    digit: usize,
    board: &Position,
    source: &Position,
) -> impl Iterator<Item = Node> {
    let gone = source.places_in(house, digit) & !board.places_in(house, digit);
    bits(gone).map(move |at| node(usize::from(CELLS[house][at]) * 9 + digit, false))
}

/// A node of a chain and the nodes from which it follows.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) node: Node,
    pub(super) cause: Cause,
    pub(super) parents: Vec<Node>,
    /// The chains of a step that removes the candidate, given the consequences so far.
    pub(super) nested: Option<Rc<Proof>>,
}

/// A link, followed by the links of its parents, of their parents, and so on.
pub(super) type Chain = Vec<Link>;

/// The kind of a proof, by the assumptions and conclusions of its chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A cycle, in both directions.
    Cycle,
    /// An assumption that implies its opposite.
    Forcing,
    /// An assumption that implies that a candidate is both true and false.
    Contradiction,
    /// Consequences of a candidate being true, and of it being false.
    Double,
    /// Consequences of all candidates of a cell.
    OfCell,
    /// Consequences of all places of a digit in a house.
    OfHouse(u8),
}

/// The chains that prove a step.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) shape: Shape,
    pub(super) chains: Vec<Chain>,
    pub(super) complexity: u32,
}

impl Proof {
    pub(super) fn new(shape: Shape, chains: Vec<Chain>) -> Self {
        // Both directions of a cycle have the same candidates.
        let counted = if shape == Shape::Cycle { 1 } else { chains.len() };
        let flat = chains[..counted].iter().map(|chain| chain.len() as u32).sum();
        let mut proof = Self { shape, chains, complexity: flat };
        proof.complexity += proof.nested_complexity();
        proof
    }

    /// Returns the sum of the complexities of the nested proofs. Equal proofs count once.
    fn nested_complexity(&self) -> u32 {
        let mut seen: Vec<&Proof> = Vec::new();
        for nested in self.chains.iter().flatten().filter_map(|link| link.nested.as_deref()) {
            if !seen.iter().any(|other| std::ptr::eq(*other, nested) || other.has_nodes_of(nested))
            {
                seen.push(nested);
            }
        }
        seen.iter().map(|nested| nested.complexity).sum()
    }

    /// True if the chains have the same nodes in the same order.
    fn has_nodes_of(&self, other: &Self) -> bool {
        let mut pairs = self.chains.iter().zip(&other.chains);
        self.chains.len() == other.chains.len()
            && pairs.all(|(a, b)| a.iter().map(|link| link.node).eq(b.iter().map(|link| link.node)))
    }
}
