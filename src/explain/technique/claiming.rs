//! Claiming: if the places of a digit in a row or column lie in one box, it is in that line and nowhere else in the box.
//!
//! The other half of locked candidates. In the example 5 is in box 1 of row 2 (`+`), and nowhere else in box 1 (`-`):
//!
//! ```text
//! -  -  - | .  .  . | .  .  .
//! +  +  + | 1  2  3 | 4  6  7
//! -  -  - | .  .  . | .  .  .
//! ```

use std::fmt;

use super::{Technique, pointing};
use crate::explain::{Deduction, Position};
use crate::puzzle::sudoku::House;

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let mut lines = (0..9).map(House::Row).chain((0..9).map(House::Column));
    lines.find_map(|line| pointing::locked(position, Technique::Claiming, line))
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    pointing::tell(deduction, f)
}
