//! X-wing, swordfish, jellyfish: if the places of a digit in n rows lie in n columns, each of these columns has the digit in
//! one of the n rows, and nowhere else. The same with rows and columns exchanged.
//!
//! In the example, an X-wing, 5 is in columns 2 and 8 (`+`) of rows 1 and 4, and nowhere else in these columns (`-`):
//!
//! ```text
//! 1  +  2 | 3  4  6 | 7  +  8
//! .  -  . | .  .  . | .  -  .
//! .  -  . | .  .  . | .  -  .
//! --------+---------+--------
//! 3  +  4 | 1  2  7 | 6  +  9
//! ```
//!
//! Larger fishes than a jellyfish are not needed: the lines that are left over then make a smaller one the other way.

use std::fmt;

use super::{Technique, crowd};
use crate::explain::words::Houses;
use crate::explain::{Cells, Deduction, Digits, Position};
use crate::puzzle::sudoku::{Digit, House};

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    Digit::all().find_map(|digit| {
        let places = position.places(digit);
        // A digit that is nearly done has no room for it.
        if places.len() <= 2 * technique.size() {
            return None;
        }
        swim(technique, digit, places, House::Row, House::Column)
            .or_else(|| swim(technique, digit, places, House::Column, House::Row))
    })
}

/// Looks for a fish whose base is lines of one kind, and whose cover is lines of the other.
fn swim(
    technique: Technique,
    digit: Digit,
    places: Cells,
    base: fn(usize) -> House,
    cover: fn(usize) -> House,
) -> Option<Deduction> {
    // For each line, which of the crossing ones have a place of the digit on it.
    let mut crossings = [0_u128; 9];
    for cell in places {
        let (line, crossing) = match base(0) {
            House::Row(_) => (cell.row(), cell.column()),
            _ => (cell.column(), cell.row()),
        };
        crossings[line] |= 1 << crossing;
    }
    let all = |lines: &[House]| lines.iter().fold(Cells::EMPTY, |all, &line| all | Cells::of_house(line));
    crowd::find(&crossings, technique.size(), &mut |chosen, union| {
        let bases: Vec<House> = chosen.iter().map(|&line| base(line)).collect();
        let covers: Vec<House> = (0..9).filter(|line| union >> line & 1 == 1).map(cover).collect();
        let (in_bases, in_covers) = (places & all(&bases), places & all(&covers));
        let found = Deduction::new(technique, in_bases, Digits::one(digit)).houses(bases).covers(covers);
        found.removing(digit, in_covers - in_bases).if_useful()
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { digits, houses, covers, .. } = deduction;
    let (bases, covers) = (Houses(houses), Houses(covers));
    write!(f, "in {bases} {digits} can only go into {covers}, which they use up, so {}", deduction.removal())
}
