//! Unique rectangle, type 1: if three corners of a rectangle in two rows, two columns and two boxes
//! have the same two candidates, the fourth corner has neither of the two.
//!
//! Otherwise the two digits could be exchanged in the four corners, and there would be a second
//! solution. This is a reason only if the puzzle is known to have exactly one. In the example r5c1
//! is neither 3 nor 7:
//!
//! ```text
//! [37]  .   .  | [37]  .   .
//!  .    .   .  |  .    .   .
//!  .    .   .  |  .    .   .
//! -------------+-------------
//!  .    .   .  |  .    .   .
//! [379] .   .  | [37]  .   .
//! ```
//!
//! All four corners still have both candidates, so no clue forbids the exchange.

use std::fmt;

use super::Technique;
use crate::sudoku::logic::words::Or;
use crate::sudoku::logic::{Cell, Cells, Deduction, Position};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let [_, bivalue, _] = position.with_few();
    bivalue.into_iter().find_map(|corner| {
        let pair = position.digits(corner);
        let same = |cell: &Cell| position.digits(*cell) == pair;
        let [row, column, _] =
            corner.houses().map(|house| bivalue & (Cells::of_house(house) - Cells::one(corner)));
        row.into_iter().filter(same).find_map(|in_row| {
            column.into_iter().filter(same).find_map(|in_column| {
                let opposite = Cell::new(in_column.row(), in_row.column());
                let corners: Cells = [corner, in_row, in_column, opposite].into_iter().collect();
                let boxes =
                    (0..9).filter(|&b| corners.into_iter().any(|cell| cell.in_box() == b)).count();
                if boxes != 2 || !pair.is_subset(position.digits(opposite)) {
                    return None;
                }
                let found = Deduction::new(Technique::UniqueRectangle, corners, pair);
                let found = found.houses([corner, opposite].map(|cell| cell.houses()[0]));
                let found = found.covers([corner, opposite].map(|cell| cell.houses()[1]));
                pair.into_iter()
                    .fold(found, |found, digit| found.removing(digit, Cells::one(opposite)))
                    .if_useful()
            })
        })
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { cells, digits, removed, .. } = deduction;
    let fourth: Cells = removed.iter().map(|removed| removed.cell).collect();
    let three = *cells - fourth;
    let either = Or(*digits);
    write!(
        f,
        "{three} are all {either}; were {fourth} {either} too, {digits} could change places in the four, "
    )?;
    write!(f, "and the solution would not be unique, so {}", deduction.removal())
}

#[cfg(test)]
mod tests {
    use super::super::Technique;
    use crate::sudoku::House;
    use crate::sudoku::logic::Settings;
    use crate::sudoku::logic::test_position::TestPosition;

    #[test]
    fn three_corners() {
        let position = TestPosition::new()
            .cell("r1c1", "37")
            .cell("r1c4", "37")
            .cell("r2c4", "37")
            .cell("r2c1", "3789");
        // Without the candidates that the naked pairs would remove.
        let position = [3, 7].into_iter().fold(position, |position, digit| {
            let position = position.places(digit, House::Row(0), "r1c1 r1c4").places(
                digit,
                House::Column(3),
                "r1c4 r2c4",
            );
            position.places(digit, House::Box(1), "r1c4 r2c4")
        });
        position.finds(
            Technique::UniqueRectangle,
            "Unique rectangle: r1c1, r1c4 and r2c4 are all 3 or 7; were r2c1 3 or 7 too, 3 and 7 could change places in the \
             four, and the solution would not be unique, so 3 and 7 are removed from r2c1.",
        );
    }

    #[test]
    fn four_boxes() {
        let position = TestPosition::new()
            .cell("r1c1", "37")
            .cell("r1c4", "37")
            .cell("r5c4", "37")
            .cell("r5c1", "379");
        position.has_no(Technique::UniqueRectangle);
    }

    #[test]
    fn a_corner_without_one_of_the_two() {
        let position = TestPosition::new()
            .cell("r1c1", "37")
            .cell("r1c4", "37")
            .cell("r2c4", "37")
            .cell("r2c1", "389");
        position.has_no(Technique::UniqueRectangle);
    }

    #[test]
    fn nothing_is_claimed() {
        let position = TestPosition::new()
            .cell("r1c1", "37")
            .cell("r1c4", "37")
            .cell("r2c4", "37")
            .cell("r2c1", "3789");
        let position = position.position();
        assert!(
            Technique::UniqueRectangle
                .find(&position, &Settings::default().claim_unique(true))
                .is_some()
        );
        assert_eq!(Technique::UniqueRectangle.find(&position, &Settings::default()), None);
    }
}
