//! A step of the explainer.

use std::ops::ControlFlow;

use crate::sudoku::board::places::{bits, cells_of};
use crate::sudoku::board::{Candidate, Position};

/// A step: its difficulty, its reason, and its result.
pub(super) struct Step {
    pub(super) difficulty: f64,
    pub(super) reason: Reason,
    /// The candidates that are false: cells with sets of digits.
    pub(super) removed: Vec<(u8, u16)>,
    /// The cell that gets a digit, and the digit.
    pub(super) placed: Option<(u8, u8)>,
}

/// The reason for a step, as far as a chain that uses the step needs it.
pub(super) enum Reason {
    /// Locked candidates or a fish: all places of a digit in the houses `bases` are in `covers`.
    Locked { digit: u8, bases: Vec<u8>, covers: Vec<u8> },
    /// These digits have their only places in a house in these cells, given by their positions.
    HiddenSet { house: u8, digits: u16, cells: u16 },
    /// These cells of a house, given by their positions, have only these digits.
    NakedSet { house: u8, cells: u16, digits: u16 },
    /// Chains, or a technique that is not used in chains.
    Other,
}

/// A function that takes the steps that a technique finds, until it returns `Break`.
pub(super) type Sink<'a> = dyn FnMut(Step) -> ControlFlow<()> + 'a;

/// Lists the removals of digits from cells, except those that remove nothing.
pub(super) fn listed(removed: impl IntoIterator<Item = (u8, u16)>) -> Vec<(u8, u16)> {
    removed.into_iter().filter(|&(_, digits)| digits != 0).collect()
}

/// Passes a step to the sink if it removes any candidates.
pub(super) fn remove(
    difficulty: f64,
    reason: impl FnOnce() -> Reason,
    removed: impl IntoIterator<Item = (u8, u16)>,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let removed = listed(removed);
    if removed.is_empty() {
        return ControlFlow::Continue(());
    }
    sink(Step::new(difficulty, reason(), removed))
}

/// Returns the removals of a digit from all of these cells that have it.
pub(super) fn places_in(board: &Position, digit: usize, cells: u128) -> Vec<(u8, u16)> {
    cells_of(board.places_of(digit).0 & cells).map(|cell| (cell as u8, 1 << digit)).collect()
}

impl Step {
    pub(super) fn new(difficulty: f64, reason: Reason, removed: Vec<(u8, u16)>) -> Self {
        Self { difficulty, reason, removed, placed: None }
    }

    /// Returns the step that places a digit. As in Sudoku Explainer, `removed` is empty.
    pub(super) fn single(difficulty: f64, cell: usize, digit: usize) -> Self {
        let placed = Some((cell as u8, digit as u8));
        Self { placed, ..Self::new(difficulty, Reason::Other, vec![]) }
    }

    pub(super) fn apply(&self, board: &mut Position) {
        for &(cell, digits) in &self.removed {
            for digit in bits(digits & board.candidates(usize::from(cell))) {
                board.take(usize::from(cell), digit);
            }
        }
        if let Some((cell, digit)) = self.placed {
            board.place(Candidate::of(9 * usize::from(cell) + usize::from(digit)));
        }
    }
}
