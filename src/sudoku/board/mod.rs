//! The board: cells, digits, candidates, and the position that logic and the explainer share.

#[macro_use]
mod sets;

mod cells;
pub(super) mod places;
mod position;

pub use cells::{Candidate, Cell, Cells, CellsIter, Digits, DigitsIter, Link};
pub use position::{Contradiction, Counts, Position};
pub(super) use sets::list;
