//! Locked candidates, also known as box-line interaction.
//!
//! Pointing: if the places of a digit in a box lie in one row or column, the digit is nowhere else
//! in that line. In the example, 5 is in row 2 of box 1 (`+`), and nowhere else in row 2 (`-`):
//!
//! ```text
//! 1  2  3 | .  .  . | .  .  .
//! +  +  6 | -  -  - | -  -  -
//! 7  8  9 | .  .  . | .  .  .
//! ```
//!
//! Claiming: if the places of a digit in a row or column lie in one box, the digit is nowhere else
//! in the box. In the example, 5 is in box 1 of row 2 (`+`), and nowhere else in box 1 (`-`):
//!
//! ```text
//! -  -  - | .  .  . | .  .  .
//! +  +  + | 1  2  3 | 4  6  7
//! -  -  - | .  .  . | .  .  .
//! ```

use super::{Cells, Deduction, Digit, Digits, House, Houses, Position, Technique};

/// Looks for a digit whose places in a house all lie in a second house, where the digit has other
/// places too.
pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    let is_first =
        |house: &House| matches!(house, House::Box(_)) == (technique == Technique::Pointing);
    House::all().filter(is_first).find_map(|house| {
        let cells = Cells::of_house(house);
        Digit::all().find_map(|digit| {
            let places = position.places(digit) & cells;
            if places.len() < 2 || places.len() > 3 {
                return None;
            }
            places.common_houses().filter(|&other| other != house).find_map(|other| {
                let found = Deduction::new(technique, places, Digits::one(digit));
                let removed = position.places(digit) & (Cells::of_house(other) - cells);
                found.houses([house]).covers([other]).removing(digit, removed)
            })
        })
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, houses, covers, .. } = deduction;
    let (house, other, removal) = (Houses(houses), Houses(covers), deduction.removal());
    let all = if cells.len() == 2 { "both" } else { "all" };
    format!("the only places for {digits} in {house} are {cells}, {all} in {other}, so {removal}")
}

examples! {
    places_of_a_box_in_one_line: "5 in box 1: r2c1 r2c3
        => Pointing: the only places for 5 in box 1 are r2c1 and r2c3, both in row 2, so 5 is
        removed from r2c4, r2c5, r2c6, r2c7, r2c8 and r2c9.";
    a_place_beside_the_line: "5 in box 1: r2c1 r2c3 r3c2 => no pointing";
    nothing_to_remove: "5 in box 1: r2c1 r2c3; 5 in row 2: r2c1 r2c3 => no pointing";
    places_of_a_line_in_one_box: "5 in column 4: r7c4 r8c4 r9c4
        => Claiming: the only places for 5 in column 4 are r7c4, r8c4 and r9c4, all in box 8, so 5
        is removed from r7c5, r7c6, r8c5, r8c6, r9c5 and r9c6.";
    a_place_beside_the_box: "5 in column 4: r6c4 r7c4 r8c4 => no claiming";
}
