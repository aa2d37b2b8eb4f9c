//! Naked single: a cell with one candidate left has that digit.
//!
//! Also known as sole candidate, or forced digit. In the example, r1c9 sees all digits but 7:
//!
//! ```text
//! 1 2 3 | 4 5 6 | . . [7]
//! . . . | . . . | . . 8
//! . . . | . . . | . 9 .
//! ```

use super::{Cells, Deduction, Digits, Position, Technique};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let [with_one, ..] = position.with_few();
    let cell = with_one.first()?;
    let digit = position.digits(cell).first()?;
    let found = Deduction::new(Technique::NakedSingle, Cells::one(cell), Digits::one(digit));
    Some(Deduction { placed: Some(cell.with(digit)), ..found })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    format!("{} can only be {}, the last candidate left there", deduction.cells, deduction.digits)
}

examples! {
    one_candidate: "r4c7=5 => Naked single: r4c7 can only be 5, the last candidate left there.";
    two_candidates_are_not_enough: "r4c7=58 => no naked single";
}
