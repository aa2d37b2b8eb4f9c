//! Finned and sashimi X-wing, swordfish, jellyfish: the places of a digit in n rows lie in n
//! columns, except for the *fins*, which are all in one box. If no fin is true, the rows use up the
//! columns. So a place in these columns that sees all fins is false in any case. The same holds
//! with rows and columns exchanged.
//!
//! In the example, a finned X-wing, 5 is in columns 2 and 8 of rows 1 and 4 (`+`), or in the fin
//! r1c3 (`f`). So it is not in the cells of column 2 that see the fin (`-`):
//!
//! ```text
//! 1  +  f | 3  4  6 | 7  +  8
//! .  -  . | .  .  . | .  .  .
//! .  -  . | .  .  . | .  .  .
//! --------+---------+--------
//! 3  +  4 | 1  2  7 | 6  +  9
//! ```
//!
//! If one of the rows has at most one place without the fins, as row 1 would without r1c2, the fish
//! is *sashimi*. Without its fins it is not a fish, but it removes the same candidates.

use std::fmt;

use super::Technique;
use super::fish::{self, Lines};
use crate::sudoku::logic::words::Houses;
use crate::sudoku::logic::{Deduction, Position};

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    // All fins are on one or two of the three lines that cross their box, and at least one of these
    // lines is a cover line.
    fish::find_with(position, technique, 2, cover_lines)
}

/// Returns the cover lines of the first fish with these base lines that removes a candidate, and
/// the lines on which it removes candidates: those of the box of the fins.
fn cover_lines(
    technique: Technique,
    crossings: &[Lines; 9],
    bases: &[usize],
    union: Lines,
) -> Option<(Lines, [Lines; 2])> {
    [0, 3, 6].into_iter().find_map(|first| {
        let in_stack = 0b111 << first;
        let (outside, inside) = (union & !in_stack, union & in_stack);
        let rest = bases.len().checked_sub(outside.count_ones() as usize)?;
        let choices = (1..7).map(|choice: Lines| choice << first);
        let fits = |choice: &Lines| {
            choice & !inside == 0 && *choice != inside && choice.count_ones() as usize == rest
        };
        choices.filter(fits).find_map(|choice| {
            let (covers, fins) = (outside | choice, inside & !choice);
            let mut bands =
                bases.iter().filter(|&&line| crossings[line] & fins != 0).map(|line| line / 3);
            let band = bands.next()?;
            if bands.any(|other| other != band) {
                return None;
            }
            let is_thin = |&line: &usize| (crossings[line] & covers).count_ones() < 2;
            let mut others = (3 * band..3 * band + 3).filter(|line| !bases.contains(line));
            if bases.iter().any(is_thin) != technique.is_sashimi()
                || !others.any(|line| crossings[line] & choice != 0)
            {
                return None;
            }
            Some((covers, [0b111 << (3 * band), choice]))
        })
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { digits, houses, covers, .. } = deduction;
    let fins = deduction.linked(false);
    let (bases, covers, removal) = (Houses(houses), Houses(covers), deduction.removal());
    let one = if fins.is_one() { "the fin" } else { "one of the fins" };
    write!(f, "either {one} {fins} is {digits}, or the only places for {digits} in {bases} ")?;
    write!(f, "are in {covers}; in both cases {removal}")
}

examples! {
    a_finned_x_wing: "5 in row 1: r1c2 r1c3 r1c8; 5 in row 4: r4c2 r4c8
        => Finned X-wing: either the fin r1c3 is 5, or the only places for 5 in rows 1 and 4 are in
        columns 2 and 8; in both cases 5 is removed from r2c2 and r3c2.";
    a_sashimi_x_wing: "5 in column 1: r1c1 r5c1; 5 in column 8: r1c8 r4c8 r6c8
        => Sashimi X-wing: either one of the fins r4c8 and r6c8 is 5, or the only places for 5 in
        columns 1 and 8 are in rows 1 and 5; in both cases 5 is removed from r5c7 and r5c9.";
    a_finned_swordfish: "5 in row 1: r1c1 r1c4 r1c8 r1c9; 5 in row 4: r4c1 r4c4 r4c8; 5 in row 7:
        r7c1 r7c4 r7c8
        => Finned swordfish: either the fin r1c9 is 5, or the only places for 5 in rows 1, 4 and 7
        are in columns 1, 4 and 8; in both cases 5 is removed from r2c8 and r3c8.";
    a_sashimi_swordfish: "5 in row 1: r1c1 r1c7 r1c9; 5 in row 4: r4c1 r4c4 r4c8; 5 in row 7: r7c1
        r7c4 r7c8
        => Sashimi swordfish: either one of the fins r1c7 and r1c9 is 5, or the only places for 5 in
        rows 1, 4 and 7 are in columns 1, 4 and 8; in both cases 5 is removed from r2c8 and r3c8.";
    a_finned_and_a_sashimi_jellyfish: "5 in row 1: r1c1 r1c4 r1c6 r1c8 r1c9; 5 in row 4: r4c1 r4c4
        r4c6 r4c8; 5 in row 6: r6c1 r6c4 r6c6 r6c8; 5 in row 7: r7c1 r7c4 r7c6 r7c8
        asked => Finned jellyfish: either the fin r1c9 is 5, or the only places for 5 in rows 1, 4,
        6 and 7 are in columns 1, 4, 6 and 8; in both cases 5 is removed from r2c8 and r3c8."
        "5 in row 1: r1c1 r1c7 r1c9; 5 in row 4: r4c1 r4c4 r4c6 r4c8; 5 in row 6: r6c1 r6c4 r6c6
        r6c8; 5 in row 7: r7c1 r7c4 r7c6 r7c8
        asked => Sashimi jellyfish: either one of the fins r1c7 and r1c9 is 5, or the only places
        for 5 in rows 1, 4, 6 and 7 are in columns 1, 4, 6 and 8; in both cases 5 is removed from
        r2c8 and r3c8.";
    fins_in_two_boxes: "5 in row 1: r1c2 r1c3 r1c5 r1c8; 5 in row 4: r4c2 r4c8 => no finned X-wing"
        "5 in row 1: r1c2 r1c5 r1c6; 5 in row 4: r4c2 r4c8 => no sashimi X-wing";
    nothing_sees_the_fin: "5 in row 1: r1c2 r1c3 r1c8; 5 in row 4: r4c2 r4c8; 5 not in r2c2 r3c2
        => no finned X-wing";
}
