//! X-wing, swordfish, jellyfish: if the places of a digit in n rows lie in n columns, each of these
//! columns has the digit in one of the n rows, and nowhere else. The same holds with rows and
//! columns exchanged.
//!
//! In the example, an X-wing, 5 is in columns 2 and 8 (`+`) of rows 1 and 4, and nowhere else in
//! these columns (`-`):
//!
//! ```text
//! 1  +  2 | 3  4  6 | 7  +  8
//! .  -  . | .  .  . | .  -  .
//! .  -  . | .  .  . | .  -  .
//! --------+---------+--------
//! 3  +  4 | 1  2  7 | 6  +  9
//! ```
//!
//! Fishes larger than a jellyfish are not needed: the other lines then form a smaller fish in the
//! other direction.

use std::fmt;

use super::{Technique, locked_sets};
use crate::sudoku::logic::words::Houses;
use crate::sudoku::logic::{Cell, Cells, Deduction, Digits, Link, Position};
use crate::sudoku::{Digit, House};

/// Lines as the bits of their numbers.
pub(super) type Lines = u16;

/// Chooses the cover lines of a fish, given the crossings of each line, the base lines, and their
/// crossings together. Returns them, and the lines of both kinds on which the fish removes
/// candidates.
type Cover = fn(Technique, &[Lines; 9], &[usize], Lines) -> Option<(Lines, [Lines; 2])>;

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    find_with(position, technique, 0, |_, _, _, union| Some((union, [0x1ff, union])))
}

/// Looks for a fish of each digit, first with rows and then with columns as base lines. Up to
/// `more` crossings of the base lines may be off the cover lines.
pub(super) fn find_with(
    position: &Position,
    technique: Technique,
    more: usize,
    cover: Cover,
) -> Option<Deduction> {
    Digit::all().find_map(|digit| {
        let places = position.places(digit);
        // A digit with few places left has no room for this fish.
        if places.len() <= 2 * technique.size() {
            return None;
        }
        [[House::Row as fn(usize) -> House, House::Column], [House::Column, House::Row]]
            .into_iter()
            .find_map(|kinds| swim(technique, digit, places, kinds, more, cover))
    })
}

/// Looks for a fish with base lines of the first kind and cover lines of the other.
fn swim(
    technique: Technique,
    digit: Digit,
    places: Cells,
    [base, cover]: [fn(usize) -> House; 2],
    more: usize,
    choose: Cover,
) -> Option<Deduction> {
    let (size, crossings) = (technique.size(), crossings(places, base));
    // Candidates can be removed only on a further line.
    if crossings.iter().filter(|&&line| line != 0).count() <= size {
        return None;
    }
    locked_sets::find(&crossings, size, size + more, &mut |chosen, union| {
        let (covers, removes_on) = choose(technique, &crossings, chosen, union)?;
        let lines = |set: Lines, line: fn(usize) -> House| {
            (0..9).filter(move |number| set >> number & 1 == 1).map(line)
        };
        let all = |set, line| Cells::of_houses(lines(set, line));
        let bases = chosen.iter().fold(0, |set, &line| set | 1 << line);
        let (in_bases, in_covers) = (places & all(bases, base), places & all(covers, cover));
        let mut found = Deduction::new(technique, in_bases, Digits::one(digit));
        let fin = |cell: Cell| Link { candidate: cell.with(digit), holds: false, from: None };
        found.links = (in_bases - in_covers).into_iter().map(fin).collect();
        let found = found.houses(lines(bases, base)).covers(lines(covers, cover));
        let removed = in_covers & all(removes_on[0], base) & all(removes_on[1], cover);
        found.removing(digit, removed - in_bases).if_useful()
    })
}

/// Returns for each line of the kind `base` the crossing lines that have a place on it.
fn crossings(places: Cells, base: fn(usize) -> House) -> [Lines; 9] {
    let mut crossings = [0; 9];
    for cell in places {
        let (line, crossing) = match base(0) {
            House::Row(_) => (cell.row(), cell.column()),
            _ => (cell.column(), cell.row()),
        };
        crossings[line] |= 1 << crossing;
    }
    crossings
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { digits, houses, covers, .. } = deduction;
    let (bases, covers, removal) = (Houses(houses), Houses(covers), deduction.removal());
    write!(f, "the only places for {digits} in {bases} are in {covers}, so {removal}")
}

examples! {
    an_x_wing_of_rows: "5 in row 1: r1c2 r1c8; 5 in row 4: r4c2 r4c8
        => X-wing: the only places for 5 in rows 1 and 4 are in columns 2 and 8, so 5 is removed
        from r2c2, r2c8, r3c2, r3c8, r5c2, r5c8, r6c2, r6c8, r7c2, r7c8, r8c2, r8c8, r9c2 and
        r9c8.";
    a_swordfish_of_columns: "5 in column 1: r2c1 r5c1; 5 in column 5: r5c5 r9c5; 5 in column 9: r2c9
        r9c9
        => Swordfish: the only places for 5 in columns 1, 5 and 9 are in rows 2, 5 and 9, so 5 is
        removed from r2c2, r2c3, r2c4, r2c6, r2c7, r2c8, r5c2, r5c3, r5c4, r5c6, r5c7, r5c8, r9c2,
        r9c3, r9c4, r9c6, r9c7 and r9c8.";
    a_place_too_many: "5 in row 1: r1c2 r1c8; 5 in row 4: r4c2 r4c8 r4c9 => no X-wing"
        "5 in column 1: r2c1 r5c1; 5 in column 5: r5c5 r9c5; 5 in column 9: r2c9 r9c9 r8c9
        => no swordfish";
    a_jellyfish: "5 in row 1: r1c1 r1c4 r1c7; 5 in row 3: r3c1 r3c4 r3c9; 5 in row 5: r5c4 r5c7 r5c9;
        5 in row 8: r8c1 r8c7 r8c9
        asked => Jellyfish: the only places for 5 in rows 1, 3, 5 and 8 are in columns 1, 4, 7 and
        9, so 5 is removed from r2c1, r2c4, r2c7, r2c9, r4c1, r4c4, r4c7, r4c9, r6c1, r6c4, r6c7,
        r6c9, r7c1, r7c4, r7c7, r7c9, r9c1, r9c4, r9c7 and r9c9.";
}
