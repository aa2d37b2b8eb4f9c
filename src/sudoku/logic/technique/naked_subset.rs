//! Naked pairs, triples and quadruples: if n cells of a house have n candidates in all, they use up
//! these digits, and no other cell that sees all n cells can hold any of them.
//!
//! In the example, a row with its candidates, the pair r1c1 and r1c4 uses up 3 and 7, so r1c2 can
//! only be 1:
//!
//! ```text
//! [37]  137  259 | [37]  189  148 | 356  456  289
//! ```

use super::{Cells, Deduction, Digits, House, Houses, Position, Technique, locked_sets};

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    let size = technique.size();
    House::all().find_map(|house| {
        let unsolved = Cells::of_house(house) & position.unsolved();
        // If the house has no other unsolved cells, there is nothing to remove from it.
        if unsolved.len() <= size {
            return None;
        }
        locked_sets::of_cells(position, unsolved, size, Digits::EMPTY, |cells, digits| {
            let around = cells.common_peers();
            let found = Deduction::new(technique, cells, digits).houses(cells.common_houses());
            found.removing_each(digits, |digit| position.places(digit) & around)
        })
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, houses, .. } = deduction;
    format!("{cells} in {} can only be {digits}, so {}", Houses(houses), deduction.removal())
}

examples! {
    a_pair: "r1c1=37 r1c5=37
        => Naked pair: r1c1 and r1c5 in row 1 can only be 3 and 7, so 3 and 7 are removed from r1c2,
        r1c3, r1c4, r1c6, r1c7, r1c8 and r1c9.";
    a_triple_of_three_pairs: "r1c1=37 r4c1=79 r8c1=39
        => Naked triple: r1c1, r4c1 and r8c1 in column 1 can only be 3, 7 and 9, so 3, 7 and 9 are
        removed from r2c1, r3c1, r5c1, r6c1, r7c1 and r9c1.";
    a_quadruple: "r1c1=37 r1c4=1379 r1c5=19 r1c9=79 r1c2=24568 r1c3=24568 r1c6=24568 r1c7=24568
        r1c8=124568
        => Naked quadruple: r1c1, r1c4, r1c5 and r1c9 in row 1 can only be 1, 3, 7 and 9, so 1 is
        removed from r1c8.";
    a_candidate_too_many: "r1c1=37 r1c5=379 => no naked pair"
        "r1c1=37 r2c5=37 => no naked pair"
        "r1c1=37 r4c1=79 r8c1=349 => no naked triple"
        "r1c1=37 r1c3=1379 r2c2=19 r3c3=679 => no naked quadruple";
    a_pair_in_two_houses: "r1c1=37 r1c2=37 r2c2=12456789
        asked => Naked pair: r1c1 and r1c2 in row 1 and box 1 can only be 3 and 7, so 3 is removed
        from r1c3, r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r2c1, r2c3, r3c1, r3c2 and r3c3, 7 from r1c3,
        r1c4, r1c5, r1c6, r1c7, r1c8, r1c9, r2c1, r2c2, r2c3, r3c1, r3c2 and r3c3.";
}
