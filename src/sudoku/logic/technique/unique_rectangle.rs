//! Unique rectangles: four cells in two rows, two columns and two boxes have the candidates x and
//! y. If they had no other candidates, x and y could be exchanged in them, and there would be a
//! second solution. So one of the extra candidates of the corners is true.
//!
//! This argument is valid only if the puzzle has exactly one solution. All four corners still have
//! both candidates, so no clue forbids the exchange. The types are those of Sudopedia and HoDoKu.
//!
//! Type 1: one corner has extra candidates, so it is neither x nor y. In the example, r2c1 is
//! neither 3 nor 7:
//!
//! ```text
//! [37]  .   .  | [37]  .   .
//! [379] .   .  | [37]  .   .
//!  .    .   .  |  .    .   .
//! ```
//!
//! Types 2 and 5: all extra candidates are the same digit. So one of the corners with that
//! candidate holds it, and no cell that sees all of those corners does. In type 2, they are two
//! corners of a line; in type 5, two diagonal corners or three corners. In the example of type 2, 9
//! is in r2c1 or r2c4, and nowhere else in row 2 (`-`):
//!
//! ```text
//! [37]  .   .  | [37]  .   .  |  .   .   .
//! [379] -   -  | [379] -   -  |  -   -   -
//!  .    .   .  |  .    .   .  |  .   .   .
//! ```
//!
//! Type 3: one of two corners in a house holds one of their extra candidates. If n other cells of
//! the house and these extra candidates have n + 1 digits together, they use up these digits, as in
//! a naked subset. In the example, one of r2c1 and r2c4 is 8 or 9, and so is r2c8. So 8 and 9 are
//! nowhere else in row 2 (`-`):
//!
//! ```text
//! [378] -   -  | [379] -   -  |  -  89   -
//! ```
//!
//! Types 4 and 6: in some houses, one of the two digits, x, has no place except the corners. Each
//! removed candidate would make all four corners x or y.
//!
//! - Type 4: the two corners with extra candidates are in one house, and x has no other place
//!   there. So one of the two is x, and neither is y. In the example, 3 is in r2c1 or in r2c4, and
//!   nowhere else in row 2. So neither is 7:
//!
//!   ```text
//!   [378] .   .  | [379] .   .  |  .   .   .
//!   ```
//! - Type 6: the two corners with extra candidates are diagonal, and x has no place except the
//!   corners in both rows, or in both columns. So neither of the two is x.

use super::{Cell, Cells, Deduction, Digits, House, Houses, Or, Position, Technique, locked_sets};

/// Four corners with two candidates in common.
struct Rectangle {
    pair: Digits,
    /// The corners that have no other candidates.
    floor: Cells,
    /// The corners that have extra candidates.
    roof: Cells,
    rows: [House; 2],
    columns: [House; 2],
}

impl Rectangle {
    fn corners(&self) -> Cells {
        self.floor | self.roof
    }

    fn extras(&self, position: &Position) -> Digits {
        position.digits_of(self.roof) - self.pair
    }

    /// Returns a deduction with this rectangle, and the extra candidates as its links.
    fn found(&self, position: &Position) -> Deduction {
        let found = Deduction::new(Technique::UniqueRectangle, self.corners(), self.pair);
        let mut found = found.marking(position, self.roof, true);
        found.links.retain(|link| !self.pair.contains(link.candidate.digit));
        found
    }
}

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let rectangles = rectangles(position);
    let types: [fn(&Position, &Rectangle) -> Option<Deduction>; 4] =
        [one_corner, same_digit, subset, last_places];
    types
        .into_iter()
        .find_map(|find| rectangles.iter().find_map(|rectangle| find(position, rectangle)))
}

/// Returns the rectangles that have a corner without extra candidates, as all types require.
fn rectangles(position: &Position) -> Vec<Rectangle> {
    let [_, bivalue, _] = position.with_few();
    let mut found = Vec::new();
    for first in bivalue {
        let pair = position.digits(first);
        let both = pair.into_iter().fold(Cells::ALL, |both, digit| both & position.places(digit));
        let [row, column, _] =
            first.houses().map(|house| both & (Cells::of_house(house) - Cells::one(first)));
        for (in_row, in_column) in
            row.into_iter().flat_map(|in_row| column.into_iter().map(move |other| (in_row, other)))
        {
            let opposite = Cell::new(in_column.row(), in_row.column());
            let are_two_boxes =
                (first.in_box() == in_row.in_box()) != (first.in_box() == in_column.in_box());
            let corners: Cells = [first, in_row, in_column, opposite].into_iter().collect();
            let floor = corners & bivalue;
            // A rectangle is found from each corner of its floor, and kept for the first of them.
            if are_two_boxes && both.contains(opposite) && floor.first() == Some(first) {
                let mut rows = [first.row(), opposite.row()];
                let mut columns = [first.column(), opposite.column()];
                rows.sort_unstable();
                columns.sort_unstable();
                found.push(Rectangle {
                    pair,
                    floor,
                    roof: corners - floor,
                    rows: rows.map(House::Row),
                    columns: columns.map(House::Column),
                });
            }
        }
    }
    found
}

/// Looks for type 1.
fn one_corner(position: &Position, rectangle: &Rectangle) -> Option<Deduction> {
    if !rectangle.roof.is_one() {
        return None;
    }
    let found = Deduction { links: Vec::new(), ..rectangle.found(position) };
    let found = found.houses(rectangle.rows).covers(rectangle.columns);
    found.removing_each(rectangle.pair, |_| rectangle.roof)
}

/// Looks for types 2 and 5.
fn same_digit(position: &Position, rectangle: &Rectangle) -> Option<Deduction> {
    let extras = rectangle.extras(position);
    let extra = extras.first().filter(|_| extras.len() == 1 && rectangle.roof.len() > 1)?;
    let removed = position.places(extra) & rectangle.roof.common_peers();
    let found = rectangle.found(position).houses(rectangle.rows).covers(rectangle.columns);
    found.removing(extra, removed)
}

/// Looks for type 3: a subset in a house, with the two corners counted as one cell.
fn subset(position: &Position, rectangle: &Rectangle) -> Option<Deduction> {
    let (roof, extras) = (rectangle.roof, rectangle.extras(position));
    if roof.len() != 2 || extras.len() < 2 {
        return None;
    }
    (2..=4).find_map(|size| {
        roof.common_houses().find_map(|house| {
            let others = Cells::of_house(house) & (position.unsolved() - rectangle.corners());
            locked_sets::of_cells(position, others, size - 1, extras, |subset, digits| {
                let removed = |digit| position.places(digit) & (others - subset);
                let found = rectangle.found(position).removing_each(digits, removed)?;
                let found = Deduction { cells: found.cells | subset, ..found };
                Some(found.houses([house]).marking(position, subset, false))
            })
        })
    })
}

/// Looks for types 4 and 6.
fn last_places(position: &Position, rectangle: &Rectangle) -> Option<Deduction> {
    let Rectangle { pair, roof, rows, columns, .. } = *rectangle;
    if roof.len() != 2 {
        return None;
    }
    pair.into_iter().find_map(|x| {
        let is_used_up = |house: &House| {
            (position.places(x) & Cells::of_house(*house)).is_subset(rectangle.corners())
        };
        if let Some(house) = roof.common_houses().find(is_used_up) {
            let y = (pair - Digits::one(x)).first()?;
            return rectangle.found(position).houses([house]).removing(y, roof);
        }
        let are_diagonal = roof.common_houses().next().is_none();
        let mut lines = [rows, columns].into_iter().filter(|_| are_diagonal);
        let lines = lines.find(|lines| lines.iter().all(is_used_up))?;
        rectangle.found(position).houses(lines).removing(x, roof)
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { digits, links, removed, houses, .. } = deduction;
    let (mut roof, subset) = (deduction.linked(true), deduction.linked(false));
    if links.is_empty() {
        roof = removed.iter().map(|removed| removed.cell).collect();
    }
    let floor = deduction.cells - (roof | subset);
    let are = match floor.len() {
        1 => "is",
        2 => "are both",
        _ => "are all",
    };
    let (pair, corners, lines) = (Or(*digits), Or(roof), Houses(houses));
    let extras = deduction.linked_digits(true);
    let gone: Digits = removed.iter().map(|removed| removed.digit).collect();
    let too = format!("; if {roof} were {pair} too");
    let (assumption, consequence, number) = if links.is_empty() {
        (too, String::new(), 1)
    } else if !subset.is_empty() {
        let all = extras | deduction.linked_digits(false);
        let uses_up = format!("with {subset}, uses up {all} in {lines}");
        let either = format!("{corners} is {} and, {uses_up}, and ", Or(extras));
        (too, either, 3)
    } else if !gone.is_subset(*digits) {
        let number = if roof.common_houses().next().is_some() { 2 } else { 5 };
        (too, format!("{corners} is {extras}, and "), number)
    } else if houses.len() == 1 {
        let other = *digits - gone;
        let places = format!(", and {corners} is the {other} of {lines}");
        (format!("{places}; if the other were {gone}"), String::new(), 4)
    } else {
        let places = format!(", and the only places for {gone} in {lines} are the four corners");
        (format!("{places}; if {corners} were {gone}"), String::new(), 6)
    };
    format!(
        "{floor} {are} {pair}{assumption}, {digits} could be exchanged in the four corners, and \
         the solution would not be unique, so {consequence}{} (type {number})",
        deduction.removal()
    )
}

examples! {
    three_corners: "r1c1=37 r1c4=37 r2c4=37 r2c1=3789; 3 not in r1c2 r1c3 r1c5 r1c6 r1c7 r1c8 r1c9
        r2c5 r2c6 r3c4 r3c5 r3c6 r4c4 r5c4 r6c4 r7c4 r8c4 r9c4; 7 not in r1c2 r1c3 r1c5 r1c6 r1c7
        r1c8 r1c9 r2c5 r2c6 r3c4 r3c5 r3c6 r4c4 r5c4 r6c4 r7c4 r8c4 r9c4
        => Unique rectangle: r1c1, r1c4 and r2c4 are all 3 or 7; if r2c1 were 3 or 7 too, 3 and 7
        could be exchanged in the four corners, and the solution would not be unique, so 3 and 7 are
        removed from r2c1 (type 1).";
    four_boxes: "r1c1=37 r1c4=37 r5c4=37 r5c1=379 => no unique rectangle";
    a_corner_without_one_of_the_two: "r1c1=37 r1c4=37 r2c4=37 r2c1=389 => no unique rectangle";
    two_corners_of_a_line: "r1c1=37 r2c1=37 r1c5=379 r2c5=379
        asked => Unique rectangle: r1c1 and r2c1 are both 3 or 7; if r1c5 and r2c5 were 3 or 7 too,
        3 and 7 could be exchanged in the four corners, and the solution would not be unique, so
        r1c5 or r2c5 is 9, and 9 is removed from r1c4, r1c6, r2c4, r2c6, r3c4, r3c5, r3c6, r4c5,
        r5c5, r6c5, r7c5, r8c5 and r9c5 (type 2).";
    diagonal_and_three_corners: "r1c1=37 r2c5=37 r1c5=379 r2c1=379
        asked => Unique rectangle: r1c1 and r2c5 are both 3 or 7; if r1c5 and r2c1 were 3 or 7 too,
        3 and 7 could be exchanged in the four corners, and the solution would not be unique, so
        r1c5 or r2c1 is 9, and 9 is removed from r1c2, r1c3, r2c4 and r2c6 (type 5)."
        "r1c1=37 r1c5=379 r2c1=379 r2c5=379
        asked => Unique rectangle: r1c1 is 3 or 7; if r1c5, r2c1 and r2c5 were 3 or 7 too, 3 and 7
        could be exchanged in the four corners, and the solution would not be unique, so r1c5, r2c1
        or r2c5 is 9, and 9 is removed from r2c4 and r2c6 (type 5).";
    different_digits: "r1c1=37 r2c1=37 r1c5=378 r2c5=379; 1 not in r1c4 r1c6 r2c4 r2c6 r3c5; 1 not
        in r4c5 r5c5 r6c5
        => no unique rectangle";
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
    a_digit_in_two_corners_of_a_row: "r1c1=37 r1c4=37 r2c1=378 r2c4=379; 3 in row 2: r2c1 r2c4
        asked => Unique rectangle: r1c1 and r1c4 are both 3 or 7, and r2c1 or r2c4 is the 3 of row
        2; if the other were 7, 3 and 7 could be exchanged in the four corners, and the solution
        would not be unique, so 7 is removed from r2c1 and r2c4 (type 4)."
        "r1c1=37 r1c4=37 r2c1=378 r2c4=379; 3 in row 2: r2c1 r2c4 r2c9 => no unique rectangle";
    a_digit_in_four_corners: "r1c1=37 r2c4=37 r2c1=378 r1c4=379; 7 in row 1: r1c1 r1c4; 7 in row 2:
        r2c1 r2c4
        asked => Unique rectangle: r1c1 and r2c4 are both 3 or 7, and the only places for 7 in rows
        1 and 2 are the four corners; if r1c4 or r2c1 were 7, 3 and 7 could be exchanged in the four
        corners, and the solution would not be unique, so 7 is removed from r1c4 and r2c1 (type
        6)."
        "r1c1=37 r2c4=37 r2c1=378 r1c4=379; 7 in row 1: r1c1 r1c4; 7 in row 2: r2c1 r2c4 r2c5
        => no unique rectangle";
}
