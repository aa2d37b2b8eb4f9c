//! WXYZ-wing: four cells have four candidates in all. For each candidate but one, z, the cells that
//! have it see each other, so it is at most once in the four cells. So one of the cells is z, and
//! no cell that sees all places of z in them is z.
//!
//! In the example, r1c1, r1c2, r1c8 and r2c3 have 3, 5, 7 and 9. All but 9 are only in row 1 or
//! only in box 1. So 9 is in r1c8 or in r2c3, and not in the cells that see both (`-`):
//!
//! ```text
//! 357  35  -  |  .   .   .  |  .  39   .
//!  .    .  79 |  .   .   .  |  -   -   -
//!  .    .   . |  .   .   .  |  .   .   .
//! ```

use super::{Cell, Cells, Deduction, Digits, House, Link, Or, Position, Technique, locked_sets};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let few = |cell: &Cell| (2..=4).contains(&position.digits(*cell).len());
    let few: Cells = position.unsolved().into_iter().filter(few).collect();
    (0..9).map(House::Box).find_map(|in_box| {
        let in_box = Cells::of_house(in_box);
        let lines = House::all().take(18).map(Cells::of_house);
        let lines = lines.filter(|&line| !(line & in_box).is_empty());
        let mut pairs = lines.map(|line| few & (line | in_box));
        pairs.find_map(|cells| in_line_and_box(position, cells))
    })
}

/// Looks for a wing in some cells of a line and a box.
fn in_line_and_box(position: &Position, cells: Cells) -> Option<Deduction> {
    locked_sets::of_cells(position, cells, 4, Digits::EMPTY, |wing, digits| {
        let mut repeatable =
            digits.into_iter().filter(|&digit| !(position.places(digit) & wing).see_each_other());
        let z = repeatable.next()?;
        if repeatable.next().is_some() {
            return None;
        }
        let ends = position.places(z) & wing;
        let mut found = Deduction::new(Technique::WxyzWing, wing, digits);
        let link = |cell: Cell| Link { candidate: cell.with(z), holds: false, from: None };
        found.links = ends.into_iter().map(link).collect();
        found.removing(z, position.places(z) & ends.common_peers())
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, .. } = deduction;
    let (ends, z) = (deduction.linked(false), deduction.linked_digits(false));
    let (others, ends, removal) = (*digits - z, Or(ends), deduction.removal());
    format!(
        "{cells} can only be {digits}, with {others} at most once each, so {ends} is {z}, and \
         {removal}"
    )
}

examples! {
    a_row_and_a_box: "r1c1=357 r1c2=35 r1c8=39 r2c3=79
        asked => WXYZ-wing: r1c1, r1c2, r1c8 and r2c3 can only be 3, 5, 7 and 9, with 3, 5 and 7 at
        most once each, so r1c8 or r2c3 is 9, and 9 is removed from r1c3, r2c7, r2c8 and r2c9.";
    two_digits_that_may_be_twice: "r1c1=357 r1c2=35 r1c8=39 r2c3=379 => no WXYZ-wing";
    a_fifth_digit: "r1c1=357 r1c2=35 r1c8=389 r2c3=79 => no WXYZ-wing";
}
