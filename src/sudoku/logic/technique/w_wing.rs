//! W-wing: two cells have the same two candidates x and y. A house has two places for x, one of
//! which sees the first cell and the other the second. One of these places is x, so one of the two
//! cells is not x but y, and no cell that sees both cells is y.
//!
//! In the example, r1c2 and r5c7 are 3 or 7, and 3 has two places in column 5 (`+`). So 7 is in
//! r1c2 or in r5c7, and not in the cells that see both (`-`):
//!
//! ```text
//!  .  37   .  |  .   +   .  |  -   .   .
//!  .   .   .  |  .   .   .  |  .   .   .
//!  .   .   .  |  .   .   .  |  .   .   .
//! ------------+-------------+------------
//!  .   .   .  |  .   .   .  |  .   .   .
//!  .   -   .  |  .   +   .  | 37   .   .
//! ```

use super::{
    Cell, Cells, Deduction, Digit, House, Houses, Link, Or, Position, Technique, two_places,
};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let [_, bivalue, _] = position.with_few();
    bivalue.into_iter().find_map(|one| {
        let pair = position.digits(one);
        let mut later = (bivalue - one.peers()).into_iter().filter(|&other| other > one);
        later.find_map(|other| {
            if position.digits(other) != pair {
                return None;
            }
            let mut digits = pair.into_iter();
            let (low, high) = (digits.next()?, digits.next()?);
            wing(position, [one, other], low, high)
                .or_else(|| wing(position, [one, other], high, low))
        })
    })
}

/// Looks for a house with two places of x that each see a different one of two cells with x and y.
fn wing(position: &Position, [one, other]: [Cell; 2], x: Digit, y: Digit) -> Option<Deduction> {
    let removed = position.places(y) & one.peers() & other.peers();
    if removed.is_empty() {
        return None;
    }
    // The two cells are places of x that do not see each other or themselves, so a house with one
    // of them does not qualify.
    let places = two_places::in_houses(position.places(x), House::all());
    places.into_iter().find_map(|(house, places)| {
        let (first, second) = places.into_iter().find_map(|first| {
            let second = (places - Cells::one(first)).first()?;
            (first.sees(one) && second.sees(other)).then_some((first, second))
        })?;
        let chain = [one.with(y), one.with(x), first.with(x)];
        let back = [second.with(x), other.with(x), other.with(y)];
        let mut found = Deduction::new(Technique::WWing, Cells::EMPTY, position.digits(one));
        found.links = (chain.into_iter().chain(back).enumerate())
            .map(|(at, candidate)| Link { candidate, holds: at % 2 == 1, from: at.checked_sub(1) })
            .collect();
        found.cells = places | Cells::one(one) | Cells::one(other);
        found.houses([house]).removing(y, removed)
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let [first, _, bridge, .., last] = &deduction.links[..] else { return String::new() };
    let ends: Cells = [first, last].map(|link| link.candidate.cell).into_iter().collect();
    let (x, y) = (bridge.candidate.digit, first.candidate.digit);
    let (places, house) = (Or(deduction.cells - ends), Houses(&deduction.houses));
    let (pair, removal) = (Or(deduction.digits), deduction.removal());
    format!(
        "{ends} are both {pair}; the {x} of {house} is in {places} and sees one of the two, which \
         is therefore {y}, so {removal}"
    )
}

examples! {
    two_cells_and_a_column: "r1c2=37 r5c7=37; 3 in column 5: r1c5 r5c5
        => W-wing: r1c2 and r5c7 are both 3 or 7; the 3 of column 5 is in r1c5 or r5c5 and sees one
        of the two, which is therefore 7, so 7 is removed from r1c7 and r5c2.";
    a_third_candidate: "r1c2=37 r5c7=379; 3 in column 5: r1c5 r5c5 => no W-wing";
    a_third_place: "r1c2=37 r5c7=37; 3 in column 5: r1c5 r5c5 r9c5 => no W-wing";
    both_places_see_the_same_cell: "r1c2=37 r5c7=37; 3 in row 1: r1c2 r1c3; 3 in box 1: r1c2 r1c3; 3
        in column 5: r7c5 r5c5
        => no W-wing";
}
