//! Houses in which a digit has two places, and two such houses tied by a third house: the search
//! and the sentence that skyscrapers and two-string kites share.
//!
//! One of the two places of each house is true. If a place of the first house and a place of the
//! second see each other, these two are not both true. So one of the other two is.

use std::fmt;

use super::Technique;
use crate::sudoku::logic::words::{Houses, Or};
use crate::sudoku::logic::{Cell, Cells, Deduction, Digits};
use crate::sudoku::{Digit, House};

/// Returns the houses in which a digit has two places, each with the two places.
pub(super) fn in_houses(
    places: Cells,
    houses: impl IntoIterator<Item = House>,
) -> Vec<(House, Cells)> {
    let of_house = |house| (house, places & Cells::of_house(house));
    houses.into_iter().map(of_house).filter(|&(_, places)| are_two(places)).collect()
}

fn are_two(cells: Cells) -> bool {
    cells.first().is_some_and(|first| (cells - Cells::one(first)).is_one())
}

/// Looks for a house of the first list and a house of the second that each have one place in the
/// same third house, which `tie` returns for a place.
pub(super) fn tied(
    technique: Technique,
    (digit, places): (Digit, Cells),
    first: &[(House, Cells)],
    second: &[(House, Cells)],
    tie: fn(Cell) -> House,
) -> Option<Deduction> {
    first.iter().find_map(|&(one, of_one)| {
        second.iter().find_map(|&(other, of_other)| {
            let both = of_one | of_other;
            of_one.into_iter().map(tie).find_map(|tie| {
                let ends = both - Cells::of_house(tie);
                let is_tied = (of_one & of_other).is_empty()
                    && (of_one & ends).is_one()
                    && (of_other & ends).is_one();
                if !is_tied {
                    return None;
                }
                let found = Deduction::new(technique, both, Digits::one(digit));
                let found = found.houses([one, other]).covers([tie]);
                found.removing(digit, (places & ends.common_peers()) - both).if_useful()
            })
        })
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { cells, digits, houses, covers, .. } = deduction;
    let tie = Cells::of_houses(covers.iter().copied());
    let (lines, cover, ends) = (Houses(houses), Houses(covers), Or(*cells - tie));
    write!(f, "{lines} each have two places for {digits}, one of them in {cover}, ")?;
    write!(f, "so {ends} is {digits}, and {}", deduction.removal())
}
