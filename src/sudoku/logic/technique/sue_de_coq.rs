//! Sue de Coq: a set of cells has as many digits as cells. It consists of two or three cells where
//! a line crosses a box, some other cells of the line, and some other cells of the box. The other
//! cells of the line have no digit in common with those of the box. Then all places of a digit in
//! the set see each other, so each digit is in the set exactly once. It is removed from every cell
//! that sees all of its places in the set.
//!
//! The other cells of the line and those of the box may also have digits in common that the cells
//! at the crossing lack. Such a digit counts twice: the set has too few other digits for its cells,
//! so the digit is once in the line and once in the box. HoDoKu has these patterns too. They are
//! tried after those without a common digit.
//!
//! Named after the player who found it; also known as two-sector disjoint subsets. In the example,
//! r1c1 and r1c2 have 1, 2, 4 and 5; r1c8 can take 1 or 2, and r2c3 can take 4 or 5. So 1 and 2 are
//! nowhere else in row 1, and 4 and 5 nowhere else in box 1 (`-`):
//!
//! ```text
//! 124 125 -  |  -   -   -  |  -  12   -
//!  -   -  45 |  .   .   .  |  .   .   .
//!  -   -   - |  .   .   .  |  .   .   .
//! ```

use super::{Cells, Deduction, Digits, House, Houses, Position, Technique, locked_sets};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let mut sharing = None;
    let found = (0..9).map(House::Box).find_map(|in_box| {
        House::all().take(18).find_map(|line| {
            let both = Cells::of_house(line) & Cells::of_house(in_box) & position.unsolved();
            if both.len() < 2 {
                return None;
            }
            at_crossing(position, [line, in_box], both, &mut sharing)
        })
    });
    found.or(sharing)
}

/// Looks for a pattern of a line and a box that have these unsolved cells in common. The first one
/// with a digit that counts twice is kept in `sharing`.
fn at_crossing(
    position: &Position,
    houses: [House; 2],
    both: Cells,
    sharing: &mut Option<Deduction>,
) -> Option<Deduction> {
    let is_rich = |set: &(Cells, Digits)| set.0.len() > 1 && set.1.len() >= set.0.len() + 2;
    let mut crossings = locked_sets::subsets(position, both);
    crossings.retain(is_rich);
    if crossings.is_empty() {
        return None;
    }
    let [of_line, of_box] = houses.map(|house| {
        locked_sets::subsets(position, (Cells::of_house(house) & position.unsolved()) - both)
    });
    crossings.into_iter().find_map(|(crossing, digits)| {
        // The number of digits of the crossing that a set takes: the number of its cells minus the
        // number of its other digits.
        let taken = |(cells, of_set): &(Cells, Digits)| {
            cells.len() as i32 - (*of_set - digits).len() as i32
        };
        let excess = digits.len() as i32 - crossing.len() as i32;
        let of_line = of_line.iter().filter(|set| (1..excess).contains(&taken(set)));
        let of_box = of_box.iter().map(|set| (*set, taken(set)));
        let of_box: Vec<_> = of_box.filter(|set| (1..excess).contains(&set.1)).collect();
        of_line.into_iter().find_map(|one| {
            let wanted = excess - taken(one);
            of_box.iter().filter(|other| other.1 == wanted).find_map(|(other, _)| {
                let common = one.1 & other.1;
                let is_later = !common.is_empty() && sharing.is_some();
                if is_later || !(common & digits).is_empty() {
                    return None;
                }
                let found = conclude(position, houses, crossing, [*one, *other])?;
                if common.is_empty() {
                    return Some(found);
                }
                *sharing = Some(found);
                None
            })
        })
    })
}

fn conclude(
    position: &Position,
    houses: [House; 2],
    crossing: Cells,
    sets: [(Cells, Digits); 2],
) -> Option<Deduction> {
    let cells = crossing | sets[0].0 | sets[1].0;
    let digits = position.digits_of(cells);
    let common = sets[0].1 & sets[1].1;
    let removed = |digit| {
        let places = position.places(digit);
        let seen_from = |cells| places & (places & cells).common_peers();
        if common.contains(digit) {
            seen_from(sets[0].0) | seen_from(sets[1].0)
        } else {
            seen_from(cells)
        }
    };
    let found = Deduction::new(Technique::SueDeCoq, cells, digits);
    let found = found.removing_each(digits, removed)?.houses(houses);
    let [(of_line, _), (of_box, _)] = sets;
    Some(found.marking(position, of_line, true).marking(position, of_box, false))
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, houses, .. } = deduction;
    let (one, other) = (deduction.linked(true), deduction.linked(false));
    let common = deduction.linked_digits(true) & deduction.linked_digits(false);
    let have = if one.is_one() { "has" } else { "have" };
    let are = if common.len() == 1 { "is" } else { "are" };
    let once = if common.is_empty() {
        format!("and {one} {have} none in common with {other}, so each digit is there once")
    } else {
        format!(
            "if {common} {are} counted twice; {one} {have} only {common} in common with {other}, \
             so {common} {are} in both and each other digit is there once"
        )
    };
    let (houses, removal) = (Houses(houses), deduction.removal());
    format!("{cells} in {houses} have as many digits as cells, {digits}, {once}, and {removal}")
}

examples! {
    a_row_and_a_box: "r1c1=124 r1c2=125 r1c8=12 r2c3=45
        asked => Sue de Coq: r1c1, r1c2, r1c8 and r2c3 in row 1 and box 1 have as many digits as
        cells, 1, 2, 4 and 5, and r1c8 has none in common with r2c3, so each digit is there once,
        and 1 and 2 are removed from r1c3, r1c4, r1c5, r1c6, r1c7 and r1c9, 4 and 5 from r1c3, r2c1,
        r2c2, r3c1, r3c2 and r3c3.";
    // As HoDoKu finds it: 7 is in r1c5 or r1c8, and in r2c3 or r3c2.
    a_common_digit_that_the_crossing_lacks: "r1c1=124 r1c2=125 r1c5=127 r1c8=127 r2c3=457 r3c2=457
        asked => Sue de Coq: r1c1, r1c2, r1c5, r1c8, r2c3 and r3c2 in row 1 and box 1 have as many
        digits as cells, 1, 2, 4, 5 and 7, if 7 is counted twice; r1c5 and r1c8 have only 7 in
        common with r2c3 and r3c2, so 7 is in both and each other digit is there once, and 1 and 2
        are removed from r1c3, r1c4, r1c6, r1c7 and r1c9, 4 and 5 from r1c3, r2c1, r2c2, r3c1 and
        r3c3, 7 from r1c3, r1c4, r1c6, r1c7, r1c9, r2c1, r2c2, r3c1 and r3c3.";
    a_digit_too_many: "r1c1=1246 r1c2=125 r1c8=12 r2c3=45 => no Sue de Coq";
    a_common_digit: "r1c1=124 r1c2=125 r1c8=12 r2c3=25 => no Sue de Coq";
}
