//! Claiming: if the places of a digit in a row or column lie in one box, the digit is nowhere else
//! in the box.
//!
//! The other half of locked candidates. In the example, 5 is in box 1 of row 2 (`+`), and nowhere
//! else in box 1 (`-`):
//!
//! ```text
//! -  -  - | .  .  . | .  .  .
//! +  +  + | 1  2  3 | 4  6  7
//! -  -  - | .  .  . | .  .  .
//! ```

use super::{Technique, pointing};
use crate::sudoku::House;
use crate::sudoku::logic::{Deduction, Position};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let mut lines = House::all().take(18);
    lines.find_map(|line| pointing::locked(position, Technique::Claiming, line))
}

examples! {
    places_in_one_box: "5 in column 4: r7c4 r8c4 r9c4
        => Claiming: the only places for 5 in column 4 are r7c4, r8c4 and r9c4, all in box 8, so 5
        is removed from r7c5, r7c6, r8c5, r8c6, r9c5 and r9c6.";
    a_place_beside_the_box: "5 in column 4: r6c4 r7c4 r8c4 => no claiming";
}
