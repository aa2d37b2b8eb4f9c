//! Forcing chains for explanations: the easiest kind that proves something, in a form that a
//! sentence can be made of.

use super::board::Board;
use super::chains::{Hints, Kind, find_in_cell, find_multiple};
use super::proof::{Link, Node, Shape};
use super::step::Reason;

/// Several chains, one of whose assumptions is true, with the same conclusion; or two chains from
/// one assumption that contradict each other.
pub(in super::super) struct ForcingChains {
    pub(in super::super) chains: Vec<Vec<Consequence>>,
    pub(in super::super) conclusion: Conclusion,
    /// The house in which the assumptions are all places of a digit: box 0 to 8, row 9 to 17,
    /// column 18 to 26.
    pub(in super::super) house: Option<usize>,
}

/// A candidate as a number, row by row and by digit, and whether it is true.
pub(in super::super) struct Consequence {
    pub(in super::super) candidate: usize,
    pub(in super::super) is_true: bool,
    /// The position in the chain of the first consequence that it follows from.
    pub(in super::super) from: Option<usize>,
}

/// What the chains prove.
pub(in super::super) enum Conclusion {
    True(usize),
    False(usize),
}

/// Finds forcing chains on a board with these digits, 9 for none, and these candidates.
pub(in super::super) fn forcing_chains(
    digits: [u8; 81],
    candidates: [u16; 81],
) -> Option<ForcingChains> {
    let board = Board::new(digits, candidates);
    // Dynamic chains in dynamic chains find what simple and multiple chains in them find. The
    // search for the easiest of these would take seconds.
    let kinds =
        [Kind::Multiple, Kind::Dynamic(0), Kind::Dynamic(1), Kind::Dynamic(4), Kind::Dynamic(5)];
    let step = kinds.into_iter().find_map(|kind| {
        let mut hints = Hints::Best(None);
        match kind {
            Kind::Dynamic(2..) => find_in_cell(&board, kind, &mut hints),
            _ => find_multiple(&board, kind, &mut hints),
        }
        hints.into_step()
    })?;
    let Reason::Chains(proof) = step.reason else { return None };
    let conclusion = match (step.placed, step.removed.first()) {
        (Some((cell, digit)), _) => Conclusion::True(usize::from(cell) * 9 + usize::from(digit)),
        (None, Some(&(cell, digits))) => {
            Conclusion::False(usize::from(cell) * 9 + digits.trailing_zeros() as usize)
        }
        (None, None) => return None,
    };
    let house = match proof.shape {
        Shape::OfHouse(house) => Some(house.into()),
        _ => None,
    };
    Some(ForcingChains {
        chains: proof.chains.iter().map(|chain| told(chain)).collect(),
        conclusion,
        house,
    })
}

/// Returns the consequences of a chain in an order in which each follows from earlier ones.
fn told(chain: &[Link]) -> Vec<Consequence> {
    let mut told: Vec<Node> = Vec::with_capacity(chain.len());
    while told.len() < chain.len() {
        let before = told.len();
        for link in chain.iter().rev() {
            let follows = link.parents.iter().all(|parent| told.contains(parent));
            if follows && !told.contains(&link.node) {
                told.push(link.node);
            }
        }
        // The parents of a node are consequences that were found before it.
        assert!(told.len() > before, "a chain has no cycle");
    }
    let from = |node: Node| {
        let link = chain.iter().find(|link| link.node == node)?;
        let parent = link.parents.first()?;
        told.iter().position(|other| other == parent)
    };
    told.iter()
        .map(|&node| Consequence {
            candidate: usize::from(node / 2),
            is_true: node & 1 == 1,
            from: from(node),
        })
        .collect()
}
