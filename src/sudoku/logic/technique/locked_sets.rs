//! The search that subsets, fishes and other patterns share: sets with few elements in their union.
//!
//! If n things must each take an element, and together can take only n elements, they use up these
//! elements and nothing else can have one. For naked subsets the things are cells and the elements
//! are digits; for hidden subsets they are digits and cells; for fishes they are lines and the
//! lines that cross them.

use super::{Cell, Cells, Deduction, Digits, Position};

/// Iterates in order over the choices of `size` of these sets, given as bits, with at most `most`
/// elements in their union, until `accept` returns a value. `accept` gets the numbers of the sets
/// and their union. Sets with fewer than two elements are skipped: they are empty or singles.
pub(super) fn find(
    sets: &[u16],
    size: usize,
    most: usize,
    accept: &mut dyn FnMut(&[usize], u16) -> Option<Deduction>,
) -> Option<Deduction> {
    choose(sets, most, &mut [0; 4][..size], 0, 0, accept)
}

/// Works like [`find`] with the candidates of some cells as the sets. If `more` has any digits,
/// they are those of one more cell, which is always chosen. `accept` gets the other cells, and all
/// digits together.
pub(super) fn of_cells(
    position: &Position,
    cells: Cells,
    size: usize,
    more: Digits,
    accept: impl Fn(Cells, Digits) -> Option<Deduction>,
) -> Option<Deduction> {
    let cells: Vec<Cell> = cells.into_iter().collect();
    let sets: Vec<u16> = cells.iter().map(|&cell| position.digits(cell).0).collect();
    let most = size + usize::from(!more.is_empty());
    choose(&sets, most, &mut [0; 4][..size], 0, more.0, &mut |chosen, union| {
        accept(chosen.iter().map(|&at| cells[at]).collect(), Digits(union))
    })
}

fn choose(
    sets: &[u16],
    most: usize,
    chosen: &mut [usize],
    count: usize,
    union: u16,
    accept: &mut dyn FnMut(&[usize], u16) -> Option<Deduction>,
) -> Option<Deduction> {
    if count == chosen.len() {
        return accept(chosen, union);
    }
    let next = if count == 0 { 0 } else { chosen[count - 1] + 1 };
    (next..sets.len()).find_map(|at| {
        let (set, union) = (sets[at], union | sets[at]);
        if set.count_ones() < 2 || union.count_ones() as usize > most {
            return None;
        }
        chosen[count] = at;
        choose(sets, most, chosen, count + 1, union, accept)
    })
}

/// Returns all non-empty subsets of some cells of a house, each with its candidates.
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
