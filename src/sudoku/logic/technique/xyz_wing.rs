//! XYZ-wing: a cell with the candidates x, y and z sees a cell with x and z and one with y and z.
//! One of the three cells is z, and no cell that sees all three is z.
//!
//! In the example, the pivot r1c1 is 3, 7 or 9, so 9 is in r1c8, in r3c2 or in r1c1, and not in the
//! cells that see all three (`-`):
//!
//! ```text
//! 379  -   -  |  .   .   .  |  .  39   .
//!  .   .   .  |  .   .   .  |  .   .   .
//!  .  79   .  |  .   .   .  |  .   .   .
//! ```

use super::{Technique, xy_wing};
use crate::sudoku::logic::{Deduction, Position};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let [_, bivalue, pivots] = position.with_few();
    pivots.into_iter().find_map(|pivot| {
        xy_wing::wing(position, Technique::XyzWing, pivot, bivalue & pivot.peers())
    })
}

examples! {
    the_pivot_has_three_candidates: "r1c1=379 r1c8=39 r3c2=79
        => XYZ-wing: if r1c1 is 3, r1c8 is 9; if r1c1 is 7, r3c2 is 9; otherwise r1c1 is 9; so 9 is
        removed from r1c2 and r1c3.";
    a_fourth_candidate: "r1c1=2379 r1c8=39 r3c2=79 => no XYZ-wing"
        "r1c1=379 r1c8=39 r3c2=79; 9 not in r1c2 r1c3 => no XYZ-wing";
}
