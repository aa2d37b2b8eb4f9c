//! XY-wing: a cell with the candidates x and y, the *pivot*, sees a cell with x and z and one with
//! y and z. Whether the pivot is x or y, one of the other two is z, so no cell that sees both is z.
//!
//! Also known as Y-wing. In the example, the pivot r1c1 is 3 or 7, so 9 is in r1c8 or in r3c2, and
//! not in the cells that see both (`-`):
//!
//! ```text
//! 37   -   -  |  .   .   .  |  .  39   .
//!  .   .   .  |  .   .   .  |  .   .   .
//!  .  79   .  |  .   .   .  |  -   -   -
//! ```
//!
//! XYZ-wing: the pivot also has the candidate z. One of the three cells is z, and no cell that sees
//! all three is z. If the pivot in the example also had 9, 9 would be removed only from r1c2 and
//! r1c3.

use super::{Cell, Cells, Deduction, Link, Position, Technique};

pub(super) fn find(position: &Position, technique: Technique) -> Option<Deduction> {
    let [_, bivalue, trivalue] = position.with_few();
    let pivots = if technique == Technique::XyzWing { trivalue } else { bivalue };
    pivots.into_iter().find_map(|pivot| wing(position, technique, pivot, bivalue & pivot.peers()))
}

/// Returns the first wing with this pivot and two of these pincers, which see the pivot and have
/// two candidates. The two pincers have one common candidate z; the pivot has their other
/// candidates, and in an XYZ-wing also z.
fn wing(
    position: &Position,
    technique: Technique,
    pivot: Cell,
    pincers: Cells,
) -> Option<Deduction> {
    let mut rest = pincers.into_iter();
    let mut pairs = std::iter::from_fn(|| rest.next().map(|first| (first, rest.clone())));
    pairs.find_map(|(first, mut others)| {
        others.find_map(|second| {
            let (one, other) = (position.digits(first), position.digits(second));
            let shared = one & other;
            let z = shared.first().filter(|_| shared.len() == 1)?;
            let is_xyz = technique == Technique::XyzWing;
            let of_pivot = if is_xyz { one | other } else { (one | other) - shared };
            if position.digits(pivot) != of_pivot {
                return None;
            }
            let ends: Cells = [first, second].into_iter().chain(is_xyz.then_some(pivot)).collect();
            let mut found = Deduction::new(technique, ends | Cells::one(pivot), one | other);
            // Each candidate of the pivot except z is followed by the pincer that is then z.
            let mut link = |candidate, from| {
                found.links.push(Link { candidate, holds: true, from });
            };
            for (at, of_pivot, pincer) in [(0, one - shared, first), (2, other - shared, second)] {
                link(pivot.with(of_pivot.first()?), None);
                link(pincer.with(z), Some(at));
            }
            if is_xyz {
                link(pivot.with(z), None);
            }
            found.removing(z, position.places(z) & ends.common_peers())
        })
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let is = |link: &Link| format!("{} is {}", link.candidate.cell, link.candidate.digit);
    let cases = deduction.links.chunk_by(|_, next| next.from.is_some()).map(|case| match case {
        [pivot, pincer] => format!("if {}, {}; ", is(pivot), is(pincer)),
        _ => format!("otherwise {}; ", is(&case[0])),
    });
    format!("{}so {}", cases.collect::<String>(), deduction.removal())
}

examples! {
    three_cells_of_two_candidates: "r1c1=37 r1c8=39 r3c2=79
        => XY-wing: if r1c1 is 3, r1c8 is 9; if r1c1 is 7, r3c2 is 9; so 9 is removed from r1c2,
        r1c3, r3c7, r3c8 and r3c9.";
    a_pincer_that_the_pivot_does_not_see: "r1c1=37 r1c8=39 r4c2=79 => no XY-wing";
    pincers_with_the_same_digits: "r1c1=37 r1c8=39 r3c2=39 => no XY-wing"
        "r1c1=379 r1c8=39 r3c2=79 => no XY-wing";
    the_pivot_has_three_candidates: "r1c1=379 r1c8=39 r3c2=79
        => XYZ-wing: if r1c1 is 3, r1c8 is 9; if r1c1 is 7, r3c2 is 9; otherwise r1c1 is 9; so 9 is
        removed from r1c2 and r1c3.";
    a_fourth_candidate: "r1c1=2379 r1c8=39 r3c2=79 => no XYZ-wing"
        "r1c1=379 r1c8=39 r3c2=79; 9 not in r1c2 r1c3 => no XYZ-wing";
}
