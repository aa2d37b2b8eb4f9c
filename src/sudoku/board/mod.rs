//! The board: cells, digits, candidates, and the position that logic and the explainer share.

#[macro_use]
mod sets;

mod cells;
mod digits;
pub(super) mod places;
mod position;

pub use cells::{Candidate, Cell, Cells, CellsIter, Link};
pub use digits::{Digits, DigitsIter};
pub use position::{Contradiction, Counts, Position};
pub(super) use sets::list;
