//! Skyscraper, two-string kite: a digit has two places in each of two lines. If a place of the
//! first line and a place of the second see each other, at most one of these two is true. So at
//! least one of the other two places is true, and no cell that sees both of them holds the digit.
//!
//! The lines of a skyscraper are two rows, and one place of each is in the same column; or the same
//! holds with rows and columns exchanged. In the example, the digit has two places in row 1 and two
//! in row 5 (`+`), one of each in column 1. So it is in r1c5 or in r5c4, and not in the cells that
//! see both (`-`):
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
//!
//! The lines of a two-string kite are a row and a column, and one place of each is in the same box.
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

use super::{Cells, Deduction, Digit, Digits, House, Houses, Or, Position, Technique};

/// A house in which a digit has two places, and the two places.
pub(super) type Two = (House, Cells);

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    Digit::all().find_map(|digit| {
        let places = position.places(digit);
        let [rows, columns] = in_lines(places);
        let tied = |first, second, tie| tied(technique, (digit, places), first, second, tie);
        match technique {
            Technique::Skyscraper => tied(&rows, &rows, 1).or_else(|| tied(&columns, &columns, 0)),
            _ => tied(&rows, &columns, 2),
        }
    })
}

/// Returns the rows and the columns in which a digit with these places has two of them.
pub(super) fn in_lines(places: Cells) -> [Vec<Two>; 2] {
    let lines = [House::Row as fn(usize) -> House, House::Column];
    lines.map(|line| in_houses(places, (0..9).map(line)))
}

/// Returns the houses among `houses` in which a digit with these places has two of them.
pub(super) fn in_houses(places: Cells, houses: impl Iterator<Item = House>) -> Vec<Two> {
    let of_house = |house| (house, places & Cells::of_house(house));
    let are_two = |(_, places): &Two| {
        places.first().is_some_and(|first| (*places - Cells::one(first)).is_one())
    };
    houses.map(of_house).filter(are_two).collect()
}

/// Looks for a house of the first list and a house of the second that each have one place in the
/// same third house: the row (0), the column (1) or the box (2) of a place.
fn tied(
    technique: Technique,
    (digit, places): (Digit, Cells),
    first: &[Two],
    second: &[Two],
    tie: usize,
) -> Option<Deduction> {
    first.iter().find_map(|&(one, of_one)| {
        second.iter().find_map(|&(other, of_other)| {
            let both = of_one | of_other;
            of_one.into_iter().map(|place| place.houses()[tie]).find_map(|tie| {
                let ends = both - Cells::of_house(tie);
                let is_tied = (of_one & of_other).is_empty()
                    && (of_one & ends).is_one()
                    && (of_other & ends).is_one();
                if !is_tied {
                    return None;
                }
                let found = Deduction::new(technique, both, Digits::one(digit));
                let found = found.houses([one, other]).covers([tie]);
                found.removing(digit, (places & ends.common_peers()) - both)
            })
        })
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, houses, covers, .. } = deduction;
    let tie = Cells::of_houses(covers.iter().copied());
    let (lines, cover, ends) = (Houses(houses), Houses(covers), Or(*cells - tie));
    format!(
        "{lines} each have two places for {digits}, one of them in {cover}, so {ends} is {digits}, \
         and {}",
        deduction.removal()
    )
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
    a_row_and_a_column_tied_by_a_box: "5 in row 2: r2c1 r2c6; 5 in column 3: r1c3 r8c3
        => Two-string kite: row 2 and column 3 each have two places for 5, one of them in box 1, so
        r2c6 or r8c3 is 5, and 5 is removed from r8c6.";
    a_third_place_in_the_column: "5 in row 2: r2c1 r2c6; 5 in column 3: r1c3 r8c3 r9c3
        => no two-string kite";
    no_common_box: "5 in row 2: r2c1 r2c6; 5 in column 3: r4c3 r8c3 => no two-string kite";
}
