//! Types 4 and 6: one of the two digits, x, has no places except the corners.
//!
//! - Type 4: the two corners with further candidates are in one house, and x has no other place
//!   there. So one of the two is x, and neither is y.
//! - Type 6: the two corners with further candidates are diagonal, and x has no place except the
//!   corners in both rows, or in both columns. So neither of the two is x.
//!
//! Otherwise all four corners would be x or y. In the example of type 4, 3 is in r5c1 or in r5c4,
//! and nowhere else in row 5. So neither is 7:
//!
//! ```text
//! [37]  .   .  | [37]  .   .
//!  .    .   .  |  .    .   .
//!  .    .   .  |  .    .   .
//! -------------+--------------
//!  .    .   .  |  .    .   .
//! [378] .   .  | [379] .   .
//! ```

use std::fmt;

use super::{Rectangle, exchange};
use crate::sudoku::House;
use crate::sudoku::logic::words::{Houses, Or};
use crate::sudoku::logic::{Cells, Deduction, Digits, Position};

pub(super) fn find(position: &Position, rectangle: &Rectangle) -> Option<Deduction> {
    let Rectangle { pair, roof, rows, columns, .. } = *rectangle;
    if roof.len() != 2 {
        return None;
    }
    pair.into_iter().find_map(|x| {
        let is_used_up = |house: &House| {
            (position.places(x) & Cells::of_house(*house)).is_subset(rectangle.corners())
        };
        let found = |houses: &[House]| rectangle.found(position).houses(houses.iter().copied());
        if let Some(house) = roof.common_houses().find(is_used_up) {
            let y = (pair - Digits::one(x)).first()?;
            return Some(found(&[house]).removing(y, roof));
        }
        let are_diagonal = roof.common_houses().next().is_none();
        let mut lines = [rows, columns].into_iter().filter(|_| are_diagonal);
        let lines = lines.find(|lines| lines.iter().all(is_used_up))?;
        Some(found(&lines).removing(x, roof))
    })
}

/// Continues the sentence after the part about the other corners.
pub(super) fn tell(deduction: &Deduction, roof: Cells, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { digits, removed, houses, .. } = deduction;
    let gone: Digits = removed.iter().map(|removed| removed.digit).collect();
    let (corners, lines, exchange) = (Or(roof), Houses(houses), exchange(*digits));
    let number = if houses.len() == 1 {
        write!(f, ", and {corners} is the {} of {lines}; ", *digits - gone)?;
        write!(f, "if the other were {gone}, ")?;
        4
    } else {
        write!(f, ", and the only places for {gone} in {lines} are the four corners; ")?;
        write!(f, "if {corners} were {gone}, ")?;
        6
    };
    write!(f, "{exchange}, so {} (type {number})", deduction.removal())
}

examples! {
    a_digit_in_two_corners_of_a_row: "r1c1=37 r1c4=37 r2c1=378 r2c4=379; 3 in row 2: r2c1 r2c4
        asked => Unique rectangle: r1c1 and r1c4 are both 3 or 7, and r2c1 or r2c4 is the 3 of row
        2; if the other were 7, 3 and 7 could be exchanged in the four corners, and the solution
        would not be unique, so 7 is removed from r2c1 and r2c4 (type 4)."
        "r1c1=37 r1c4=37 r2c1=378 r2c4=379; 3 in row 2: r2c1 r2c4 r2c9 => no unique rectangle";
    a_digit_in_four_corners: "r1c1=37 r2c4=37 r2c1=378 r1c4=379; 7 in row 1: r1c1 r1c4; 7 in row 2:
        r2c1 r2c4
        asked => Unique rectangle: r1c1 and r2c4 are both 3 or 7, and the only places for 7 in rows
        1 and 2 are the four corners; if r1c4 or r2c1 were 7, 3 and 7 could be exchanged in the four
        corners, and the solution would not be unique, so 7 is removed from r1c4 and r2c1 (type
        6)."
        "r1c1=37 r2c4=37 r2c1=378 r1c4=379; 7 in row 1: r1c1 r1c4; 7 in row 2: r2c1 r2c4 r2c5
        => no unique rectangle";
}
