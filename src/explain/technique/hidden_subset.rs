//! Hidden pairs, triples and quadruples: if n digits have n places together in a house, they use up these cells, which can
//! hold no other digit.
//!
//! In the example, a row with its candidates, 1 and 6 can only go into r1c2 and r1c7, which can be nothing else:
//!
//! ```text
//! 37  [137 6]  259 | 378  489  48 | [356 1]  459  289
//! ```

use std::fmt;

use super::{Technique, crowd};
use crate::explain::words::Houses;
use crate::explain::{Cells, Deduction, Digits, Position};
use crate::puzzle::sudoku::{Digit, House};

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    House::all().find_map(|house| {
        let cells = Cells::of_house(house);
        if (cells & position.unsolved()).len() <= technique.size() {
            return None;
        }
        let mut sets = [0; 9];
        for (set, digit) in sets.iter_mut().zip(Digit::all()) {
            *set = (position.places(digit) & cells).0;
        }
        crowd::find(&sets, technique.size(), &mut |chosen, union| {
            let cells = Cells(union);
            let digits = Digits(chosen.iter().fold(0, |digits, &at| digits | 1 << at));
            let found = Deduction::new(technique, cells, digits).houses([house]);
            let remove = |found: Deduction, digit: Digit| found.removing(digit, position.places(digit) & cells);
            (Digits::ALL - digits).into_iter().fold(found, remove).if_useful()
        })
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { cells, digits, houses, .. } = deduction;
    let (house, removal) = (Houses(houses), deduction.removal());
    write!(f, "in {house} {digits} can only go into {cells}, which therefore hold nothing else: {removal}")
}
