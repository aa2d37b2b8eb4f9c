//! Naked pairs, triples and quadruples: if n cells of a house have n candidates together, they use up these digits, and no
//! other cell that sees all of them can hold one.
//!
//! In the example, a row with its candidates, the pair r1c1 and r1c4 uses up 3 and 7, so that r1c2 can only be 1:
//!
//! ```text
//! [37]  137  259 | [37]  189  148 | 356  456  289
//! ```

use std::fmt;

use super::{Technique, crowd};
use crate::explain::words::Houses;
use crate::explain::{Cell, Cells, Deduction, Digits, Position};
use crate::puzzle::sudoku::{Digit, House};

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    House::all().find_map(|house| {
        let unsolved = Cells::of_house(house) & position.unsolved();
        // With no more cells than these, there is nothing to remove it from.
        if unsolved.len() <= technique.size() {
            return None;
        }
        let house: Vec<Cell> = unsolved.into_iter().collect();
        let sets: Vec<u128> = house.iter().map(|&cell| position.digits(cell).0.into()).collect();
        crowd::find(&sets, technique.size(), &mut |chosen, union| {
            let cells: Cells = chosen.iter().map(|&at| house[at]).collect();
            let (digits, around) = (Digits(union as u16), cells.common_peers());
            let found = Deduction::new(technique, cells, digits).houses(cells.common_houses());
            let remove = |found: Deduction, digit: Digit| found.removing(digit, position.places(digit) & around);
            digits.into_iter().fold(found, remove).if_useful()
        })
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { cells, digits, houses, .. } = deduction;
    write!(f, "{cells} in {} can only be {digits}, so {}", Houses(houses), deduction.removal())
}
