//! Types 2 and 5: all further candidates of a unique rectangle are the same digit. So one of the
//! corners with that candidate holds it, and no cell that sees all of those corners does. In type
//! 2, they are two corners of a line; in type 5, two diagonal corners or three corners.
//!
//! In the example of type 2, 9 is in r5c1 or r5c4, and nowhere else in row 5 (`-`):
//!
//! ```text
//! [37]  .   .  | [37]  .   .  |  .   .   .
//!  .    .   .  |  .    .   .  |  .   .   .
//!  .    .   .  |  .    .   .  |  .   .   .
//! -------------+--------------+------------
//!  .    .   .  |  .    .   .  |  .   .   .
//! [379] -   -  | [379] -   -  |  -   -   -
//! ```

use std::fmt;

use super::Rectangle;
use crate::sudoku::logic::words::Or;
use crate::sudoku::logic::{Cells, Deduction, Position};

pub(super) fn find(position: &Position, rectangle: &Rectangle) -> Option<Deduction> {
    let extras = rectangle.extras(position);
    let extra = extras.first().filter(|_| extras.len() == 1 && rectangle.roof.len() > 1)?;
    let removed = position.places(extra) & rectangle.roof.common_peers();
    if removed.is_empty() {
        return None;
    }
    let found = rectangle.found(position).houses(rectangle.rows).covers(rectangle.columns);
    Some(found.removing(extra, removed))
}

/// Writes which corners have the digit, and returns the number of the type.
pub(super) fn tell(
    deduction: &Deduction,
    roof: Cells,
    f: &mut fmt::Formatter<'_>,
) -> Result<u8, fmt::Error> {
    write!(f, "{} is {}, and ", Or(roof), deduction.linked_digits(true))?;
    Ok(if roof.common_houses().next().is_some() { 2 } else { 5 })
}

examples! {
    two_corners_of_a_line: "r1c1=37 r2c1=37 r1c5=379 r2c5=379
        asked => Unique rectangle: r1c1 and r2c1 are both 3 or 7; if r1c5 and r2c5 were 3 or 7 too,
        3 and 7 could be exchanged in the four corners, and the solution would not be unique, so
        r1c5 or r2c5 is 9, and 9 is removed from r1c4, r1c6, r2c4, r2c6, r3c4, r3c5, r3c6, r4c5,
        r5c5, r6c5, r7c5, r8c5 and r9c5 (type 2).";
    diagonal_and_three_corners: "r1c1=37 r2c5=37 r1c5=379 r2c1=379
        asked => Unique rectangle: r1c1 and r2c5 are both 3 or 7; if r1c5 and r2c1 were 3 or 7 too,
        3 and 7 could be exchanged in the four corners, and the solution would not be unique, so
        r1c5 or r2c1 is 9, and 9 is removed from r1c2, r1c3, r2c4 and r2c6 (type 5)."
        "r1c1=37 r1c5=379 r2c1=379 r2c5=379
        asked => Unique rectangle: r1c1 is 3 or 7; if r1c5, r2c1 and r2c5 were 3 or 7 too, 3 and 7
        could be exchanged in the four corners, and the solution would not be unique, so r1c5, r2c1
        or r2c5 is 9, and 9 is removed from r2c4 and r2c6 (type 5).";
    different_digits: "r1c1=37 r2c1=37 r1c5=378 r2c5=379; 1 not in r1c4 r1c6 r2c4 r2c6 r3c5; 1 not
        in r4c5 r5c5 r6c5
        => no unique rectangle";
}
