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
//! Fishes larger than a jellyfish are not needed: the columns outside such a fish form a smaller
//! fish.
//!
//! A finned fish: the places of the digit in the n rows lie in n columns, except for the *fins*,
//! which are all in one box. If no fin is true, the rows use up the columns. So any other place
//! in these columns that sees all fins is false in any case.
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
//! If one of the rows has at most one place besides the fins, as row 1 would have without r1c2, the
//! fish is *sashimi*. The same candidates are false.

use super::{
    Cell, Cells, Deduction, Digit, Digits, House, Houses, Link, Position, Technique, locked_sets,
};

/// Lines as the bits of their numbers.
type Lines = u16;

/// Looks for a fish of each digit, first with rows and then with columns as base lines.
pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    Digit::all().find_map(|digit| {
        let places = position.places(digit);
        // A digit with few places left has no room for this fish.
        if places.len() <= 2 * technique.size() {
            return None;
        }
        [[House::Row as fn(usize) -> House, House::Column], [House::Column, House::Row]]
            .into_iter()
            .find_map(|kinds| swim(technique, digit, places, kinds))
    })
}

fn swim(
    technique: Technique,
    digit: Digit,
    places: Cells,
    [base, cover]: [fn(usize) -> House; 2],
) -> Option<Deduction> {
    let (size, crossings) = (technique.size(), crossings(places, base));
    // Candidates can be removed only from a line that is not a base line.
    if crossings.iter().filter(|&&line| line != 0).count() <= size {
        return None;
    }
    // The fins are on at most two of the three crossing lines of their box, because at least one of
    // the three is a cover line.
    let most = if technique.is_finned() { size + 2 } else { size };
    locked_sets::find(&crossings, size, most, &mut |chosen, union| {
        let (covers, removes_on) = if technique.is_finned() {
            finned_covers(technique, &crossings, chosen, union)?
        } else {
            (union, [0x1ff, union])
        };
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
        found.removing(digit, removed - in_bases)
    })
}

/// Returns, for each line of the kind `base`, the crossing lines that have a place on it.
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

/// Returns the cover lines of the first finned fish with these base lines that removes a candidate,
/// and two sets of lines through the box of the fins: those parallel to the base lines, and those
/// of the cover lines. Only places where a line of the first set crosses one of the second are
/// removed.
/// `crossings` has the crossings of each line, and `union` those of all base lines.
fn finned_covers(
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

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { digits, houses, covers, .. } = deduction;
    let (bases, covers, removal) = (Houses(houses), Houses(covers), deduction.removal());
    let fish = format!("the only places for {digits} in {bases} are in {covers}");
    let fins = deduction.linked(false);
    match fins.len() {
        0 => format!("{fish}, so {removal}"),
        1 => format!("either the fin {fins} is {digits}, or {fish}; in both cases {removal}"),
        _ => {
            format!("either one of the fins {fins} is {digits}, or {fish}; in both cases {removal}")
        }
    }
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
