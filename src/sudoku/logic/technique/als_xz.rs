//! ALS-XZ: two almost locked sets have two digits x and z in common, and every place of x in one
//! sees every place of x in the other. So x is not in both, and the set without x holds all of its
//! other digits: z is in one of the two. No cell that sees all places of z in both is z.
//!
//! If there is a second digit y like x, the sets are *doubly linked*: each of the two digits is in
//! one of the sets, and each set holds all of its other digits. So another digit of a set is
//! removed from the cells that see all of its places in that set; x and y are removed from the
//! cells that see all of their places in both sets.
//!
//! In the example, r1c1 holds 1 or 5, and r2c3 and r2c9 hold two of 1, 5 and 7. Either r1c1 is 5,
//! or r2c3 and r2c9 are 5 and 7. So 5 is not in the cells that see these three (`-`):
//!
//! ```text
//! 15   .   .  |  .   .   .  |  .   .   .
//!  -   -  157 |  .   .   .  |  .   .  57
//! ```

use super::{Cells, Deduction, Digit, Digits, House, Link, Or, Position, Technique, locked_sets};

/// The maximum number of cells in a set. Larger sets are hard to see, and there are many of them.
const MOST_CELLS: usize = 5;

/// An almost locked set: n cells of a house with n + 1 candidates in all. They hold all of these
/// digits but one. If one of the digits is elsewhere, the cells form a naked subset of the other
/// digits.
struct AlmostLockedSet {
    cells: Cells,
    digits: Digits,
    /// The first house that contains all of the cells.
    house: House,
}

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let sets = sets(position);
    // For each set and digit, the cells that see all places of the digit in the set.
    let seen: Vec<[Cells; 9]> = sets.iter().map(|set| seen(position, set)).collect();
    let find = |one: usize, other: usize| {
        let (a, b) = (&sets[one], &sets[other]);
        let common = a.digits & b.digits;
        let has_two = common.first().is_some_and(|digit| common != Digits::one(digit));
        if !has_two || !(a.cells & b.cells).is_empty() {
            return None;
        }
        let is_restricted =
            |&x: &Digit| (position.places(x) & b.cells).is_subset(seen[one][x.index()]);
        let restricted: Digits = common.into_iter().filter(is_restricted).collect();
        if restricted.is_empty() {
            return None;
        }
        // The cells that a digit is removed from.
        let removed = |digit: Digit| {
            let (of_a, of_b) = (seen[one][digit.index()], seen[other][digit.index()]);
            position.places(digit)
                & match (restricted.len() > 1, restricted.contains(digit)) {
                    (true, false) => of_a | of_b,
                    (false, true) => Cells::EMPTY,
                    _ => of_a & of_b,
                }
        };
        let digits = a.digits | b.digits;
        let found = Deduction::new(Technique::AlsXz, a.cells | b.cells, digits);
        let found = found.removing_each(digits, removed)?.houses([a.house, b.house]);
        Some(found.marking(position, a.cells, true).marking(position, b.cells, false))
    };
    (0..sets.len()).find_map(|other| (0..other).find_map(|one| find(one, other)))
}

/// Returns all almost locked sets of up to five cells, the smallest first.
fn sets(position: &Position) -> Vec<AlmostLockedSet> {
    let mut sets = Vec::new();
    for house in House::all() {
        let unsolved = Cells::of_house(house) & position.unsolved();
        for (cells, digits) in locked_sets::subsets(position, unsolved) {
            // A set in a line and a box is listed once.
            let is_first = || cells.common_houses().next() == Some(house);
            if cells.len() <= MOST_CELLS && digits.len() == cells.len() + 1 && is_first() {
                sets.push(AlmostLockedSet { cells, digits, house });
            }
        }
    }
    sets.sort_by_key(|set| set.digits.len());
    sets
}

/// Returns, for each digit of a set, the cells that see all of its places in the set.
fn seen(position: &Position, set: &AlmostLockedSet) -> [Cells; 9] {
    let mut seen = [Cells::EMPTY; 9];
    for digit in set.digits {
        seen[digit.index()] = (position.places(digit) & set.cells).common_peers();
    }
    seen
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let places = |holds, digit| {
        let is_place = move |link: &&Link| link.holds == holds && link.candidate.digit == digit;
        let links = deduction.links.iter().filter(is_place);
        links.map(|link| link.candidate.cell).collect::<Cells>()
    };
    let common = deduction.linked_digits(true) & deduction.linked_digits(false);
    let is_restricted = |&x: &Digit| places(false, x).is_subset(places(true, x).common_peers());
    let restricted: Digits = common.into_iter().filter(is_restricted).collect();
    let [one, other] = [true, false].map(|holds| {
        let (cells, digits) = (deduction.linked(holds), deduction.linked_digits(holds));
        let hold = if cells.is_one() { "holds" } else { "hold" };
        format!("{cells} {hold} all but one of {digits}")
    });
    let removed: Digits = deduction.removed.iter().map(|removed| removed.digit).collect();
    let consequence = match restricted.len() {
        1 => format!("one of them holds {removed}, and"),
        _ => {
            "each of these is in one of them, and each set holds all of its other digits, so".into()
        }
    };
    let (restricted, removal) = (Or(restricted), deduction.removal());
    format!(
        "{one}; {other}; the two sets cannot both hold {restricted}, so {consequence} {removal}"
    )
}

examples! {
    one_common_digit_that_is_not_in_both: "r1c1=15 r2c3=157 r2c9=57
        asked => ALS-XZ: r1c1 holds all but one of 1 and 5; r2c3 and r2c9 hold all but one of 1, 5
        and 7; the two sets cannot both hold 1, so one of them holds 5, and 5 is removed from r2c1
        and r2c2.";
    doubly_linked: "r2c1=13 r3c2=23 r2c4=14 r3c5=24
        asked => ALS-XZ: r2c1 and r2c4 hold all but one of 1, 3 and 4; r3c2 and r3c5 hold all but
        one of 2, 3 and 4; the two sets cannot both hold 3 or 4, so each of these is in one of them,
        and each set holds all of its other digits, so 1 is removed from r2c2, r2c3, r2c5, r2c6,
        r2c7, r2c8 and r2c9, 2 from r3c1, r3c3, r3c4, r3c6, r3c7, r3c8 and r3c9, 3 from r1c1, r1c2,
        r1c3, r2c2, r2c3, r3c1 and r3c3, 4 from r1c4, r1c5, r1c6, r2c5, r2c6, r3c4 and r3c6.";
    the_common_digit_may_be_in_both: "r1c1=15 r4c3=157 r4c9=57 => no ALS-XZ";
}
