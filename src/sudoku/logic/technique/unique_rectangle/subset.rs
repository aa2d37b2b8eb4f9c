//! Type 3: one of two corners in a house holds one of their further candidates. If n other cells of
//! the house and these further candidates have n + 1 digits together, they use up these digits, as
//! in a naked subset.
//!
//! In the example one of r5c1 and r5c4 is 8 or 9, and so is r5c8. So 8 and 9 are nowhere else in
//! row 5 (`-`):
//!
//! ```text
//! [37]  .   .  | [37]  .   .  |  .   .   .
//!  .    .   .  |  .    .   .  |  .   .   .
//!  .    .   .  |  .    .   .  |  .   .   .
//! -------------+--------------+------------
//!  .    .   .  |  .    .   .  |  .   .   .
//! [378] -   -  | [379] -   -  |  -  89   -
//! ```

use std::fmt;

use super::Rectangle;
use crate::sudoku::House;
use crate::sudoku::logic::technique::locked_sets;
use crate::sudoku::logic::words::{Houses, Or};
use crate::sudoku::logic::{Cell, Cells, Deduction, Digits, Position};

pub(super) fn find(position: &Position, rectangle: &Rectangle) -> Option<Deduction> {
    if rectangle.roof.len() != 2 {
        return None;
    }
    (2..=4).find_map(|size| {
        let mut houses = rectangle.roof.common_houses();
        houses.find_map(|house| in_house(position, rectangle, house, size))
    })
}

/// Looks for a subset of this size in a house, with the two corners counted as one cell.
fn in_house(
    position: &Position,
    rectangle: &Rectangle,
    house: House,
    size: usize,
) -> Option<Deduction> {
    let others = Cells::of_house(house) & (position.unsolved() - rectangle.corners());
    let cells: Vec<Cell> = others.into_iter().collect();
    let extras = rectangle.extras(position);
    let of_cells = cells.iter().map(|&cell| position.digits(cell));
    let sets: Vec<u16> = [extras].into_iter().chain(of_cells).map(|set| set.0).collect();
    locked_sets::find(&sets, size, size, &mut |chosen, digits| {
        let [0, chosen @ ..] = chosen else { return None };
        let subset: Cells = chosen.iter().map(|&at| cells[at - 1]).collect();
        let removed = |digit| position.places(digit) & (others - subset);
        let found = rectangle.found(position).removing_each(Digits(digits), removed)?;
        let found = Deduction { cells: found.cells | subset, ..found }.houses([house]);
        Some(found.marking(position, subset, false))
    })
}

/// Writes which digits are used up, and returns the number of the type.
pub(super) fn tell(
    deduction: &Deduction,
    roof: Cells,
    subset: Cells,
    f: &mut fmt::Formatter<'_>,
) -> Result<u8, fmt::Error> {
    let extras = deduction.linked_digits(true);
    let all = extras | deduction.linked_digits(false);
    let house = Houses(&deduction.houses);
    write!(f, "{} is {} and, with {subset}, uses up {all} in {house}, ", Or(roof), Or(extras))?;
    f.write_str("and ")?;
    Ok(3)
}

examples! {
    one_cell_more: "r1c1=37 r1c4=37 r2c1=378 r2c4=379 r2c8=89
        asked => Unique rectangle: r1c1 and r1c4 are both 3 or 7; if r2c1 and r2c4 were 3 or 7 too,
        3 and 7 could be exchanged in the four corners, and the solution would not be unique, so
        r2c1 or r2c4 is 8 or 9 and, with r2c8, uses up 8 and 9 in row 2, and 8 and 9 are removed
        from r2c2, r2c3, r2c5, r2c6, r2c7 and r2c9 (type 3).";
    two_cells_more: "r1c1=37 r1c4=37 r2c1=378 r2c4=379 r2c8=589 r2c9=59
        asked => Unique rectangle: r1c1 and r1c4 are both 3 or 7; if r2c1 and r2c4 were 3 or 7 too,
        3 and 7 could be exchanged in the four corners, and the solution would not be unique, so
        r2c1 or r2c4 is 8 or 9 and, with r2c8 and r2c9, uses up 5, 8 and 9 in row 2, and 5, 8 and 9
        are removed from r2c2, r2c3, r2c5, r2c6 and r2c7 (type 3).";
    a_digit_too_many: "r1c1=37 r1c4=37 r2c1=378 r2c4=379 r2c8=589 => no unique rectangle"
        "r1c1=37 r1c4=37 r2c1=378 r2c4=379 r3c8=89 => no unique rectangle";
}
