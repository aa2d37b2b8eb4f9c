//! Hidden single: a digit with one place left in a house goes there, regardless of the other
//! candidates of the cell.
//!
//! Also known as unique candidate, or pinned digit. In the example, 5 has one place left in box 1:
//!
//! ```text
//! .  .  . | 5  .  . | .  .  .
//! . [5] . | .  .  . | .  .  .
//! .  .  . | .  .  . | .  5  .
//! --------+---------+--------
//! 5  .  . | .  .  . | .  .  .
//! .  .  5 | .  .  . | .  .  .
//! ```

use std::fmt;

use super::Technique;
use crate::sudoku::logic::words::Houses;
use crate::sudoku::logic::{Cells, Deduction, Digits, Position};
use crate::sudoku::{Digit, House};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    // Boxes come first: a person finds hidden singles most easily there.
    for house in House::all().skip(18).chain(House::all().take(18)) {
        let cells = Cells::of_house(house);
        for digit in Digit::all() {
            let places = position.places(digit) & cells;
            if !places.is_one() {
                continue;
            }
            let cell = places.first()?;
            let found =
                Deduction::new(Technique::HiddenSingle, places, Digits::one(digit)).houses([house]);
            return Some(Deduction { placed: Some(cell.with(digit)), ..found });
        }
    }
    None
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { cells, digits, houses, .. } = deduction;
    write!(f, "the only place for {digits} in {} is {cells}", Houses(houses))
}

examples! {
    one_place: "5 in row 4: r4c7 => Hidden single: the only place for 5 in row 4 is r4c7."
        "5 in box 9: r7c7 => Hidden single: the only place for 5 in box 9 is r7c7.";
    two_places_are_not_enough: "5 in row 4: r4c7 r4c1 => no hidden single";
}
