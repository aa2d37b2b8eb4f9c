//! Empty rectangle: the places of a digit in a box lie in a row and a column, so the other four
//! cells of the box cannot have it. If a line that crosses the row outside of the box has two
//! places for the digit, one of them in the row, then the digit is in the other place or in the
//! column of the box. The same holds with the row and the column exchanged.
//!
//! In the example, the places in box 5 (`+`) lie in row 5 and column 5, and column 2 has two
//! places. If r8c5 (`-`) had the digit, r5c2 would have it too, and box 5 would have no place left:
//!
//! ```text
//! .  .  . | .  .  . | .  .  .
//! --------+---------+--------
//! .  .  . | .  +  . | .  .  .
//! .  +  . | +  .  + | .  .  .
//! .  .  . | .  +  . | .  .  .
//! --------+---------+--------
//! .  .  . | .  .  . | .  .  .
//! .  +  . | .  -  . | .  .  .
//! .  .  . | .  .  . | .  .  .
//! ```

use super::two_places::{self, Two};
use super::{Cells, Deduction, Digit, Digits, House, Or, Position, Technique};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    Digit::all().find_map(|digit| {
        let places = position.places(digit);
        let lines = two_places::in_lines(places);
        if lines.iter().all(Vec::is_empty) {
            return None;
        }
        (0..9).map(House::Box).find_map(|in_box| {
            let inside = places & Cells::of_house(in_box);
            arms(in_box, inside).find_map(|arms| across(digit, places, in_box, arms, &lines))
        })
    })
}

/// Iterates over the pairs of a row and a column of a box that together contain all of these
/// places. Neither line contains all of them by itself.
fn arms(in_box: House, inside: Cells) -> impl Iterator<Item = [House; 2]> {
    let arms = in_box.cells().map(|(row, column)| [House::Row(row), House::Column(column)]);
    arms.filter(move |arms| {
        let [row, column] = arms.map(|arm| inside - Cells::of_house(arm));
        (row & column).is_empty() && !row.is_empty() && !column.is_empty()
    })
}

/// Looks for a line that crosses one of the arms and has two places outside of the box, exactly one
/// of them in that arm.
fn across(
    digit: Digit,
    places: Cells,
    in_box: House,
    arms: [House; 2],
    [rows, columns]: &[Vec<Two>; 2],
) -> Option<Deduction> {
    let inside = places & Cells::of_house(in_box);
    let [row, column] = arms.map(Cells::of_house);
    [(columns, row, column), (rows, column, row)].into_iter().find_map(|(lines, near, far)| {
        lines.iter().find_map(|&(line, of_line)| {
            let rest = of_line - near;
            let end = rest.first().filter(|_| rest.is_one() && (of_line & inside).is_empty())?;
            let cells = inside | of_line;
            let found = Deduction::new(Technique::EmptyRectangle, cells, Digits::one(digit));
            let found = found.houses([line, in_box]).covers(arms);
            found.removing(digit, (places & far & end.peers()) - cells)
        })
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, houses, covers, removed, .. } = deduction;
    let [line, in_box] = houses[..] else { return String::new() };
    let all = Cells::of_houses(covers.iter().copied());
    let pair = *cells - Cells::of_house(in_box);
    let target: Cells = removed.iter().map(|removed| removed.cell).collect();
    let (arms, pair, near) = (Or(&covers[..]), Or(pair), pair & all);
    format!(
        "the {digits} of {in_box} is in {arms}, and the {digits} of {line} is in {pair}; if {} \
         were {digits}, {near} would be {digits} too, and {in_box} would have no place for it, so \
         {}",
        Or(target),
        deduction.removal()
    )
}

examples! {
    a_column_across_a_row: "5 in box 5: r4c5 r5c4 r5c6 r6c5; 5 in column 2: r5c2 r8c2
        => Empty rectangle: the 5 of box 5 is in row 5 or column 5, and the 5 of column 2 is in r5c2
        or r8c2; if r8c5 were 5, r5c2 would be 5 too, and box 5 would have no place for it, so 5 is
        removed from r8c5.";
    a_row_across_a_column: "5 in box 1: r1c1 r1c2 r3c3; 5 in row 7: r7c3 r7c7
        => Empty rectangle: the 5 of box 1 is in row 1 or column 3, and the 5 of row 7 is in r7c3 or
        r7c7; if r1c7 were 5, r7c3 would be 5 too, and box 1 would have no place for it, so 5 is
        removed from r1c7.";
    a_place_beside_the_row_and_the_column: "5 in box 5: r4c5 r5c4 r5c6 r6c5 r6c6; 5 in column 2:
        r5c2 r8c2
        => no empty rectangle";
    a_third_place_in_the_line: "5 in box 5: r4c5 r5c4 r5c6 r6c5; 5 in column 2: r5c2 r8c2 r9c2
        => no empty rectangle";
}
