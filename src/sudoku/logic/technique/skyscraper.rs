//! Skyscraper: a digit has two places in each of two rows, and one place of each row is in the same
//! column. At most one of these is true, so at least one of the other two is, and no cell that sees
//! both others holds the digit. The same holds with rows and columns exchanged.
//!
//! In the example, the digit has two places in row 1 and two in row 5 (`+`), one of each in column
//! 1. So it is in r1c5 or in r5c4, and not in the cells that see both (`-`):
//!
//! ```text
//! +  .  . | .  +  . | .  .  .
//! .  .  . | -  .  . | .  .  .
//! .  .  . | -  .  . | .  .  .
//! --------+---------+--------
//! .  .  . | .  -  . | .  .  .
//! +  .  . | +  .  . | .  .  .
//! .  .  . | .  -  . | .  .  .
//! ```

use super::{Technique, two_places};
use crate::sudoku::logic::{Cell, Deduction, Position};
use crate::sudoku::{Digit, House};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let column = |cell: Cell| House::Column(cell.column());
    let row = |cell: Cell| House::Row(cell.row());
    Digit::all().find_map(|digit| {
        on_floor(position, digit, House::Row, column)
            .or_else(|| on_floor(position, digit, House::Column, row))
    })
}

/// Looks for two lines of the kind `base` with two places each, one of them in the same crossing
/// line, which `floor` returns for a place.
fn on_floor(
    position: &Position,
    digit: Digit,
    base: fn(usize) -> House,
    floor: fn(Cell) -> House,
) -> Option<Deduction> {
    let places = position.places(digit);
    let lines = two_places::in_houses(places, (0..9).map(base));
    two_places::tied(Technique::Skyscraper, (digit, places), &lines, &lines, floor)
}

examples! {
    two_rows_on_one_column: "5 in row 1: r1c1 r1c5; 5 in row 5: r5c1 r5c4
        => Skyscraper: rows 1 and 5 each have two places for 5, one of them in column 1, so r1c5 or
        r5c4 is 5, and 5 is removed from r2c4, r3c4, r4c5 and r6c5.";
    two_columns_on_one_row: "5 in column 2: r2c2 r9c2; 5 in column 8: r3c8 r9c8
        => Skyscraper: columns 2 and 8 each have two places for 5, one of them in row 9, so r2c2 or
        r3c8 is 5, and 5 is removed from r2c7, r2c9, r3c1 and r3c3.";
    three_places_in_a_row: "5 in row 1: r1c1 r1c5 r1c9; 5 in row 5: r5c1 r5c4 => no skyscraper";
    no_common_column: "5 in row 1: r1c1 r1c5; 5 in row 5: r5c2 r5c4 => no skyscraper";
}
