//! Weights of cells that are expected to run out of options.

use super::Nine;
use super::items::PEERS;
use super::sets::count;
use crate::engine::simd::planes::Words;

/// The number of dead ends after which these weights are added. Easy puzzles have fewer dead ends.
/// For them, adding the weights would take more time than it saves.
pub(super) const AFTER: u32 = 16;

/// The largest weight of a cell.
const MOST: usize = 8;

/// Returns the cells with an expected weight of at least one, at least two, and so on.
///
/// The weight grows with the number of options that a choice removes from other cells, averaged
/// over the options of the cell, and falls with the number of options. It is a third of this
/// average, plus four, minus the number of options, rounded down, but at least 0 and at most
/// [`MOST`]. It is zero for a cell with fewer than two or more than six options.
#[inline(always)]
pub(super) fn expected(position: &Nine) -> [Words; MOST] {
    // For each cell, the number of its options, and the number of options that these remove from
    // other cells.
    let mut sums = [[(0_u32, 0_u32); 32]; 3];
    for plane in &position.0[..9] {
        for (band, sums) in sums.iter_mut().enumerate() {
            let mut left = plane[band];
            while left != 0 {
                let bit = left.trailing_zeros() as usize % 32;
                left &= left - 1;
                let (options, removed) = &mut sums[bit];
                *options += 1;
                *removed += count(plane, &PEERS[band][bit]);
            }
        }
    }
    let mut cells = [[0; 4]; MOST];
    for (band, sums) in sums.iter().enumerate() {
        for (bit, &(options, removed)) in sums.iter().enumerate() {
            let weight = match options {
                2 => removed / 6 + 2,
                3 => removed / 9 + 1,
                4 => removed / 12,
                5 => (removed / 15).saturating_sub(1),
                6 => (removed / 18).saturating_sub(2),
                _ => 0,
            };
            for at_least in cells.iter_mut().take(weight as usize) {
                at_least[band] |= 1 << bit;
            }
        }
    }
    cells
}
