//! Forcing chains for explanations, in a form suitable for a sentence.

use super::chains::{Hint, Hints, Kind, find_multiple};
use super::proof::{self, Node, Shape};
use crate::sudoku::House;
use crate::sudoku::board::{Candidate, Link, Position};

/// Several chains from assumptions, one of which is true, to the same conclusion; or two chains
/// from one assumption that contradict each other.
pub(in super::super) struct ForcingChains {
    /// The links, chain by chain. Each link except the first one of a chain follows from one or
    /// more earlier links of the chain.
    pub(in super::super) links: Vec<Link>,
    /// The conclusion: a candidate that is true, or one that is false.
    pub(in super::super) placed: Option<Candidate>,
    pub(in super::super) removed: Option<Candidate>,
    /// The house in which the assumptions are all places of a digit.
    pub(in super::super) house: Option<House>,
}

pub(in super::super) fn forcing_chains(board: &Position) -> Option<ForcingChains> {
    // Levels 2 and 3 are not needed: level 4 finds everything that they find. At levels 4 and 5,
    // the search stops early, because finding the easiest chains would take seconds.
    let kinds =
        [Kind::Multiple, Kind::Dynamic(0), Kind::Dynamic(1), Kind::Dynamic(4), Kind::Dynamic(5)];
    let find = |kind| {
        let stops_early = matches!(kind, Kind::Dynamic(2..));
        Hints::first(|hints| find_multiple(board, kind, stops_early, hints))
    };
    let Hint { step, proof, .. } = kinds.into_iter().find_map(find)?;
    let of = |cell: u8, digit: u32| Candidate::of(9 * usize::from(cell) + digit as usize);
    let placed = step.placed.map(|(cell, digit)| of(cell, digit.into()));
    let removed = step.removed.first().map(|&(cell, digits)| of(cell, digits.trailing_zeros()));
    let house = match proof.shape {
        // Boxes come last in `House::all`, and first in the proof.
        Shape::OfHouse(house) => House::all().nth((usize::from(house) + 18) % 27),
        _ => None,
    };
    let mut links = Vec::new();
    proof.chains.iter().for_each(|chain| tell(chain, &mut links));
    Some(ForcingChains { links, placed, removed: removed.filter(|_| placed.is_none()), house })
}

/// Adds the consequences of a chain in an order in which each follows from earlier ones.
fn tell(chain: &[proof::Link], links: &mut Vec<Link>) {
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
    let first = links.len();
    let from = |node: Node| {
        let link = chain.iter().find(|link| link.node == node)?;
        let parent = link.parents.first()?;
        told.iter().position(|other| other == parent).map(|from| first + from)
    };
    links.extend(told.iter().map(|&node| Link {
        candidate: Candidate::of(usize::from(node / 2)),
        holds: node & 1 == 1,
        from: from(node),
    }));
}
