//! Unique rectangles: four cells in two rows, two columns and two boxes have the candidates x and
//! y. If they had no other candidates, x and y could be exchanged in them, and there would be a
//! second solution. So one of the further candidates of the corners is true.
//!
//! This argument is valid only if the puzzle has exactly one solution. All four corners still have
//! both candidates, so no clue forbids the exchange. The types are those of Sudopedia and HoDoKu:
//!
//! - Type 1: one corner has further candidates, so it is neither x nor y.
//! - Types 2 and 5: the further candidates are all the same digit (`same_digit.rs`).
//! - Type 3: the further candidates of two corners form a naked subset with cells of a house that
//!   the two share (`subset.rs`).
//! - Types 4 and 6: x has no places except the corners in the houses of the two corners with
//!   further candidates (`last_places.rs`).
//!
//! In the example of type 1, r5c1 is neither 3 nor 7:
//!
//! ```text
//! [37]  .   .  | [37]  .   .
//!  .    .   .  |  .    .   .
//!  .    .   .  |  .    .   .
//! -------------+-------------
//!  .    .   .  |  .    .   .
//! [379] .   .  | [37]  .   .
//! ```

mod last_places;
mod same_digit;
mod subset;

use std::fmt;

use super::Technique;
use crate::sudoku::House;
use crate::sudoku::logic::words::Or;
use crate::sudoku::logic::{Cell, Cells, Deduction, Digits, Position};

/// Four corners that have the same two candidates.
struct Rectangle {
    pair: Digits,
    /// The corners that have no other candidates.
    floor: Cells,
    /// The corners that have further candidates.
    roof: Cells,
    rows: [House; 2],
    columns: [House; 2],
}

impl Rectangle {
    fn corners(&self) -> Cells {
        self.floor | self.roof
    }

    /// Returns the digits of the further candidates.
    fn extras(&self, position: &Position) -> Digits {
        position.digits_of(self.roof) - self.pair
    }

    /// Returns a deduction with this rectangle, and the further candidates as its links.
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
        [one_corner, same_digit::find, subset::find, last_places::find];
    types
        .into_iter()
        .find_map(|find| rectangles.iter().find_map(|rectangle| find(position, rectangle)))
}

/// Returns all rectangles. Each has a corner without further candidates, which all types require.
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
    let Rectangle { pair, rows, columns, .. } = *rectangle;
    let found = Deduction { links: Vec::new(), ..rectangle.found(position) };
    let found = found.houses(rows).covers(columns);
    found.removing_each(pair, |_| rectangle.roof)
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { digits, links, removed, .. } = deduction;
    let (mut roof, subset) = (deduction.linked(true), deduction.linked(false));
    if links.is_empty() {
        roof = removed.iter().map(|removed| removed.cell).collect();
    }
    let floor = deduction.cells - (roof | subset);
    match floor.len() {
        1 => write!(f, "{floor} is {}", Or(*digits))?,
        2 => write!(f, "{floor} are both {}", Or(*digits))?,
        _ => write!(f, "{floor} are all {}", Or(*digits))?,
    }
    let removes_pair = removed.iter().all(|removed| digits.contains(removed.digit));
    if removes_pair && !links.is_empty() && subset.is_empty() {
        return last_places::tell(deduction, roof, f);
    }
    write!(f, "; if {roof} were {} too, {}, so ", Or(*digits), exchange(*digits))?;
    let number = if links.is_empty() {
        1
    } else if subset.is_empty() {
        same_digit::tell(deduction, roof, f)?
    } else {
        subset::tell(deduction, roof, subset, f)?
    };
    write!(f, "{} (type {number})", deduction.removal())
}

/// Returns the consequence if the corners had no other digits.
fn exchange(pair: Digits) -> String {
    format!("{pair} could be exchanged in the four corners, and the solution would not be unique")
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
}
