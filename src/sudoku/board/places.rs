//! Cells and houses in the order of Sudoku Explainer, and iterators over bits.
//!
//! Boxes have the numbers 0 to 8, rows 9 to 17 and columns 18 to 26: Sudoku Explainer visits the
//! houses of a cell in this order. Digits go from 0 to 8.

use super::{Cell, Cells};
use crate::houses::{self, OF_CELL};

pub(in crate::sudoku) const CELLS: [[u8; 9]; 27] = {
    let mut cells = houses::HOUSES;
    let mut house = 0;
    while house < 27 {
        cells[(house + 9) % 27] = houses::HOUSES[house];
        house += 1;
    }
    cells
};
/// The box, the row and the column of each cell.
pub(in crate::sudoku) const HOUSES: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let [row, column, in_box] = OF_CELL[cell];
        houses[cell] = [in_box - 18, row + 9, column + 9];
        cell += 1;
    }
    houses
};
/// The position of each cell in its box, its row and its column.
pub(in crate::sudoku) const POSITIONS: [[u8; 3]; 81] = {
    let mut positions = [[0; 3]; 81];
    let mut at = 0;
    while at < 27 * 9 {
        positions[CELLS[at / 9][at % 9] as usize][at / 81] = (at % 9) as u8;
        at += 1;
    }
    positions
};
/// The kind of house through which a cell sees each of its peers, in the order of
/// [`houses::PEERS`].
pub(in crate::sudoku) const PEER_KINDS: [u8; 20] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];

/// Iterates over the numbers of the bits of a set, from the lowest.
#[inline]
pub(in crate::sudoku) fn bits(mut set: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lowest < 16).then_some(lowest)
    })
}

/// Iterates over the cells of a set, from the first.
#[inline]
pub(in crate::sudoku) fn cells_of(set: u128) -> impl Iterator<Item = usize> + Clone {
    Cells(set).into_iter().map(Cell::index)
}

/// Iterates over the subsets of the lowest `of` bits that have `count` elements, in increasing
/// order.
#[inline]
pub(in crate::sudoku) fn subsets(count: usize, of: usize) -> impl Iterator<Item = u64> {
    let mut next = (count <= of).then_some((1_u64 << count) - 1);
    std::iter::from_fn(move || {
        let set = next?;
        next = if set == 0 {
            None
        } else {
            // Gosper's hack: the next number with the same number of bits.
            let lowest = set & set.wrapping_neg();
            let ripple = set + lowest;
            let following = (((set ^ ripple) >> 2) / lowest) | ripple;
            (following >> of == 0).then_some(following)
        };
        Some(set)
    })
}
