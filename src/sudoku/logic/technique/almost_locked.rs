//! Almost locked sets: n cells of a house with n + 1 candidates in all. They hold all of these
//! digits but one. If one of the digits is elsewhere, they are a naked subset of the others.

use super::{Cells, Digits, House, Position};

/// Larger sets are hard to see, and there are many of them.
const MOST_CELLS: usize = 5;

/// An almost locked set.
pub(super) struct AlmostLockedSet {
    pub(super) cells: Cells,
    pub(super) digits: Digits,
    /// A house of the cells.
    pub(super) house: House,
}

/// Returns all almost locked sets of up to five cells, the smallest first.
pub(super) fn sets(position: &Position) -> Vec<AlmostLockedSet> {
    let mut sets = Vec::new();
    for house in House::all() {
        for (cells, digits) in subsets(position, Cells::of_house(house) & position.unsolved()) {
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

/// Returns all non-empty subsets of at most nine cells, with their candidates.
pub(super) fn subsets(position: &Position, cells: Cells) -> Vec<(Cells, Digits)> {
    let mut subsets = vec![(Cells::EMPTY, Digits::EMPTY)];
    for cell in cells {
        let with = |&(cells, digits): &(Cells, Digits)| {
            (cells | Cells::one(cell), digits | position.digits(cell))
        };
        subsets.extend(subsets.iter().map(with).collect::<Vec<_>>());
    }
    subsets.split_off(1)
}
