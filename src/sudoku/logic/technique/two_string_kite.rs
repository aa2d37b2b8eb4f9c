//! Two-string kite: a digit has two places in a row and two in a column, and one place of each is
//! in the same box. At most one of these is true, so at least one of the other two is, and no cell
//! that sees both others holds the digit.
//!
//! In the example, the digit has two places in row 2 and two in column 3 (`+`), of which r2c1 and
//! r1c3 are in box 1. So it is in r2c6 or in r8c3, and not in r8c6 (`-`):
//!
//! ```text
//! .  .  + | .  .  . | .  .  .
//! +  .  . | .  .  + | .  .  .
//! .  .  . | .  .  . | .  .  .
//! --------+---------+--------
//!                   |
//! --------+---------+--------
//! .  .  . | .  .  . | .  .  .
//! .  .  + | .  .  - | .  .  .
//! .  .  . | .  .  . | .  .  .
//! ```

use super::{Technique, two_places};
use crate::sudoku::logic::{Cell, Deduction, Position};
use crate::sudoku::{Digit, House};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let in_box = |cell: Cell| House::Box(cell.in_box());
    Digit::all().find_map(|digit| {
        let places = position.places(digit);
        let rows = two_places::in_houses(places, (0..9).map(House::Row));
        let columns = two_places::in_houses(places, (0..9).map(House::Column));
        two_places::tied(Technique::TwoStringKite, (digit, places), &rows, &columns, in_box)
    })
}

examples! {
    a_row_and_a_column_tied_by_a_box: "5 in row 2: r2c1 r2c6; 5 in column 3: r1c3 r8c3
        => Two-string kite: row 2 and column 3 each have two places for 5, one of them in box 1, so
        r2c6 or r8c3 is 5, and 5 is removed from r8c6.";
    a_third_place_in_the_column: "5 in row 2: r2c1 r2c6; 5 in column 3: r1c3 r8c3 r9c3
        => no two-string kite";
    no_common_box: "5 in row 2: r2c1 r2c6; 5 in column 3: r4c3 r8c3 => no two-string kite";
}
