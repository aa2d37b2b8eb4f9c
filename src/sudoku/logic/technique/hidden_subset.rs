//! Hidden pairs, triples and quadruples: if n digits have n places between them in a house, they
//! use up these cells, which can hold no other digit.
//!
//! In the example, a row with its candidates, 1 and 6 can only go into r1c2 and r1c7, so these
//! cells can hold nothing else:
//!
//! ```text
//! 37  [137 6]  259 | 378  489  48 | [356 1]  459  289
//! ```

use super::{Cell, Cells, Deduction, Digits, House, Houses, Position, Technique, locked_sets};
use crate::arrays::filled;

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    let size = technique.size();
    House::all().enumerate().find_map(|(at, house)| {
        if (Cells::of_house(house) & position.unsolved()).len() <= size {
            return None;
        }
        // In the numbers of `places_in`, boxes come before rows and columns.
        let sets: [u16; 9] = filled(0, |digit| position.places_in((at + 9) % 27, digit));
        locked_sets::find(&sets, size, size, &mut |chosen, union| {
            let places = (0..).zip(house.cells()).filter(|(at, _)| union >> at & 1 == 1);
            let cells: Cells = places.map(|(_, (row, column))| Cell::new(row, column)).collect();
            let digits = Digits(chosen.iter().fold(0, |digits, &at| digits | 1 << at));
            let found = Deduction::new(technique, cells, digits).houses([house]);
            found.removing_each(Digits::ALL - digits, |digit| position.places(digit) & cells)
        })
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, houses, .. } = deduction;
    let (house, removal) = (Houses(houses), deduction.removal());
    format!(
        "the only places for {digits} in {house} are {cells}, which therefore hold nothing else: \
         {removal}"
    )
}

examples! {
    a_pair: "1 in row 1: r1c2 r1c7; 6 in row 1: r1c2 r1c7; r1c2=1367 r1c7=1568
        => Hidden pair: the only places for 1 and 6 in row 1 are r1c2 and r1c7, which therefore hold
        nothing else: 3 is removed from r1c2, 5 from r1c7, 7 from r1c2, 8 from r1c7.";
    a_triple: "1 in column 9: r1c9 r5c9; 2 in column 9: r5c9 r9c9; r1c9=1234 r5c9=1237 r9c9=2389; 3
        in column 9: r1c9 r9c9
        => Hidden triple: the only places for 1, 2 and 3 in column 9 are r1c9, r5c9 and r9c9, which
        therefore hold nothing else: 4 is removed from r1c9, 7 from r5c9, 8 and 9 from r9c9.";
    a_quadruple: "1 in row 5: r5c1 r5c4 r5c7; 2 in row 5: r5c4 r5c7 r5c9; 3 in row 5: r5c1 r5c7
        r5c9; 4 in row 5: r5c1 r5c4 r5c9; r5c1=1345 r5c4=124 r5c7=123 r5c9=2349
        => Hidden quadruple: the only places for 1, 2, 3 and 4 in row 5 are r5c1, r5c4, r5c7 and
        r5c9, which therefore hold nothing else: 5 is removed from r5c1, 9 from r5c9.";
    a_place_too_many: "1 in row 1: r1c2 r1c7; 6 in row 1: r1c2 r1c7 r1c9 => no hidden pair"
        "1 in row 1: r1c2 r1c7; 6 in row 1: r1c2 r1c9; 7 in row 1: r1c7 r1c3 => no hidden triple";
}
