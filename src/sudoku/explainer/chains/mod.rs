//! Chains of consequences: cycles, forcing chains, and forcing chains of several assumptions.

mod advanced;
mod consequences;
mod multiple;
mod unary;

use std::cmp::Ordering;
use std::collections::HashSet;

use super::proof::{Node, Proof, place};
use super::step::{Reason, Step};
use crate::sudoku::board::Position;

pub(super) use multiple::find_multiple;
pub(super) use unary::find_unary;

/// The kinds of forcing chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Chains of one digit that contradict themselves. Each link may depend on all links before it.
    Nishio,
    /// Chains from all candidates of a cell or all places of a digit in a house. Each link depends
    /// only on the link before it.
    Multiple,
    /// Chains in which each link may depend on all links before it. The number is the level of the
    /// other techniques in the chains, 0 for none.
    Dynamic(u8),
}

impl Kind {
    fn is_dynamic(self) -> bool {
        self != Self::Multiple
    }

    fn uses_cells(self) -> bool {
        self != Self::Nishio
    }

    fn nesting(self) -> u8 {
        match self {
            Self::Dynamic(level) => level,
            _ => 0,
        }
    }

    fn difficulty(self) -> f64 {
        match self {
            Self::Nishio => 7.5,
            Self::Multiple => 8.0,
            Self::Dynamic(level @ 0..=1) => 8.5 + 0.5 * f64::from(level),
            Self::Dynamic(level) => 9.5 + 0.5 * f64::from(level - 2),
        }
    }
}

/// A step, with its proof and the key that breaks ties.
pub(super) struct Hint {
    pub(super) step: Step,
    /// Among steps of equal difficulty and complexity, a lower key goes first.
    key: u8,
    pub(super) proof: Proof,
}

impl Hint {
    /// Returns the hint with this node as its conclusion.
    fn that(board: &Position, is: Node, difficulty: f64, key: u8, proof: Proof) -> Self {
        let (cell, digit) = place(is);
        let removed = vec![(cell as u8, removed_by(board, is))];
        let placed = (is & 1 == 1).then_some((cell as u8, digit as u8));
        let step = Step { placed, ..Step::new(difficulty, Reason::Other, removed) };
        Self { step, key, proof }
    }

    fn order(&self, difficulty: f64, complexity: u32, key: u8) -> Ordering {
        let by_difficulty = self.step.difficulty.total_cmp(&difficulty);
        by_difficulty.then(self.proof.complexity.cmp(&complexity)).then(self.key.cmp(&key))
    }
}

/// Returns the digits that a node removes from its cell.
fn removed_by(board: &Position, is: Node) -> u16 {
    let (cell, digit) = place(is);
    if is & 1 == 1 { board.candidates(cell) & !(1 << digit) } else { 1 << digit }
}

/// Returns the difficulty that the length of a proof adds: a tenth each for more than 6, 8, 10, 14,
/// 18, 26, ... nodes.
fn length_difficulty(complexity: u32) -> f64 {
    let (mut added, mut ceiling, mut is_odd) = (0.0, 4, false);
    let length = i64::from(complexity) - 2;
    while length > ceiling {
        // The tenths are added one by one, as in Sudoku Explainer, for the same rounding errors.
        added += 0.1;
        ceiling = if is_odd { ceiling * 4 / 3 } else { ceiling * 3 / 2 };
        is_odd = !is_odd;
    }
    added
}

/// The hints that a search keeps.
pub(super) enum Hints {
    /// The first in order.
    Best(Option<Hint>),
    /// All of them.
    All(Vec<Hint>),
}

impl Hints {
    /// True if a hint of this difficulty, complexity and key would be kept.
    fn wants(&self, difficulty: f64, complexity: u32, key: u8) -> bool {
        match self {
            Self::Best(Some(best)) => best.order(difficulty, complexity, key).is_gt(),
            _ => true,
        }
    }

    fn push(&mut self, hint: Hint) {
        if self.wants(hint.step.difficulty, hint.proof.complexity, hint.key) {
            match self {
                Self::Best(best) => *best = Some(hint),
                Self::All(all) => all.push(hint),
            }
        }
    }

    /// Returns the hints in order, without those that remove the same candidates as an earlier
    /// hint.
    fn sorted(self) -> Vec<Hint> {
        let mut all = match self {
            Self::Best(best) => return best.into_iter().collect(),
            Self::All(all) => all,
        };
        all.sort_by(|a, b| a.order(b.step.difficulty, b.proof.complexity, b.key));
        let mut seen = HashSet::new();
        all.retain(|hint| {
            let mut removed = hint.step.removed.clone();
            removed.sort_unstable();
            seen.insert(removed)
        });
        all
    }

    /// Returns the first, in order, of the hints that a search finds.
    pub(super) fn first(find: impl FnOnce(&mut Self)) -> Option<Hint> {
        let mut hints = Self::Best(None);
        find(&mut hints);
        hints.sorted().into_iter().next()
    }

    fn is_empty(&self) -> bool {
        matches!(self, Self::Best(None))
    }
}

/// Returns the [sorted](Hints::sorted) hints of chains of this kind, or of simple chains if it is
/// `None`. Chains of a higher level use their steps as a technique.
fn nested_hints(board: &Position, kind: Option<Kind>) -> Vec<Hint> {
    let mut hints = Hints::All(Vec::new());
    match kind {
        None => find_unary(board, &mut hints),
        Some(kind) => find_multiple(board, kind, false, &mut hints),
    }
    hints.sorted()
}
