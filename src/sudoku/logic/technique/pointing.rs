//! Pointing: if the places of a digit in a box lie in one row or column, the digit is nowhere else
//! in that line.
//!
//! The first half of locked candidates, also known as box-line interaction. In the example, 5 is in
//! row 2 of box 1 (`+`), and nowhere else in row 2 (`-`):
//!
//! ```text
//! 1  2  3 | .  .  . | .  .  .
//! +  +  6 | -  -  - | -  -  -
//! 7  8  9 | .  .  . | .  .  .
//! ```

use std::fmt;

use super::Technique;
use crate::sudoku::logic::words::Houses;
use crate::sudoku::logic::{Cells, Deduction, Digits, Position};
use crate::sudoku::{Digit, House};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    (0..9).map(House::Box).find_map(|in_box| locked(position, Technique::Pointing, in_box))
}

/// Looks for a digit whose places in `house` all lie in a second house, where the digit has further
/// places.
pub(super) fn locked(position: &Position, technique: Technique, house: House) -> Option<Deduction> {
    let cells = Cells::of_house(house);
    Digit::all().find_map(|digit| {
        let places = position.places(digit) & cells;
        if places.len() < 2 || places.len() > 3 {
            return None;
        }
        places.common_houses().filter(|&other| other != house).find_map(|other| {
            let found = Deduction::new(technique, places, Digits::one(digit));
            let removed = position.places(digit) & (Cells::of_house(other) - cells);
            found.houses([house]).covers([other]).removing(digit, removed).if_useful()
        })
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { cells, digits, houses, covers, .. } = deduction;
    let (house, other) = (Houses(houses), Houses(covers));
    let all = if cells.len() == 2 { "both" } else { "all" };
    write!(f, "the only places for {digits} in {house} are {cells}, {all} in {other}, ")?;
    write!(f, "so {}", deduction.removal())
}

examples! {
    places_in_one_line: "5 in box 1: r2c1 r2c3
        => Pointing: the only places for 5 in box 1 are r2c1 and r2c3, both in row 2, so 5 is
        removed from r2c4, r2c5, r2c6, r2c7, r2c8 and r2c9.";
    a_place_beside_the_line: "5 in box 1: r2c1 r2c3 r3c2 => no pointing";
    nothing_to_remove: "5 in box 1: r2c1 r2c3; 5 in row 2: r2c1 r2c3 => no pointing";
}
