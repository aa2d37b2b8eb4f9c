//! Hidden single: a digit with one place left in a house goes there, regardless of the other
//! candidates of the cell.
//!
//! Also known as unique candidate, or pinned digit. In the example, 5 has one place left in box 1:
//!
//! ```text
//! .  .  . | 5  .  . | .  .  .
//! . [5] 8 | .  .  . | .  .  .
//! .  .  . | .  .  . | .  5  .
//! --------+---------+--------
//! 5  .  . | .  .  . | .  .  .
//! ```

use super::{Cells, Deduction, Digit, Digits, House, Houses, Position, Technique};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    // Boxes come first: a person finds hidden singles most easily there.
    House::all().skip(18).chain(House::all().take(18)).find_map(|house| {
        Digit::all().find_map(|digit| {
            let places = position.places(digit) & Cells::of_house(house);
            if !places.is_one() {
                return None;
            }
            let cell = places.first()?;
            let found = Deduction::new(Technique::HiddenSingle, places, Digits::one(digit));
            Some(Deduction { placed: Some(cell.with(digit)), ..found.houses([house]) })
        })
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, houses, .. } = deduction;
    format!("the only place for {digits} in {} is {cells}", Houses(houses))
}

examples! {
    one_place: "5 in row 4: r4c7 => Hidden single: the only place for 5 in row 4 is r4c7."
        "5 in box 9: r7c7 => Hidden single: the only place for 5 in box 9 is r7c7.";
    two_places_are_not_enough: "5 in row 4: r4c7 r4c1 => no hidden single";
}
