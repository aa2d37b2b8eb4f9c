//! The board that the explainer works on, and the tables of its houses.
//!
//! Houses are numbered boxes 0 to 8, rows 9 to 17, columns 18 to 26, which is the order in which
//! Sudoku Explainer visits the houses of a cell. Digits go from 0 to 8.

use crate::houses::{self, OF_CELL};
pub(super) use crate::houses::{PEER_SETS, PEERS};

/// The cells of each house.
pub(super) const CELLS: [[u8; 9]; 27] = {
    let mut cells = houses::HOUSES;
    let mut house = 0;
    while house < 27 {
        cells[(house + 9) % 27] = houses::HOUSES[house];
        house += 1;
    }
    cells
};
/// The box, the row and the column of each cell.
pub(super) const HOUSES: [[u8; 3]; 81] = {
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
pub(super) const POSITIONS: [[u8; 3]; 81] = {
    let mut positions = [[0; 3]; 81];
    let mut at = 0;
    while at < 27 * 9 {
        positions[CELLS[at / 9][at % 9] as usize][at / 81] = (at % 9) as u8;
        at += 1;
    }
    positions
};
/// The kind of house through which a cell sees its peers, by their rank.
pub(super) const PEER_KINDS: [u8; 20] =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];

/// Iterates over the numbers of the bits of a set, from the lowest.
pub(super) fn bits(mut set: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lowest < 16).then_some(lowest)
    })
}

/// Iterates over the cells of a set, from the first.
pub(super) fn cells_of(mut set: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (lowest < 128).then_some(lowest)
    })
}

/// Iterates over the subsets of `count` of the lowest `of` bits, in increasing order.
pub(super) fn subsets(count: usize, of: usize) -> impl Iterator<Item = u64> {
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

/// The digits placed, and the candidates of the other cells.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Board {
    /// The candidates of each cell; none once it has its digit.
    pub(super) candidates: [u16; 81],
    /// For each house and digit, the positions in the house where the digit is a candidate.
    places: [[u16; 9]; 27],
    /// The cells without a digit.
    pub(super) empty: u128,
    /// The number of cells without a digit in each house.
    pub(super) empty_in: [u8; 27],
    /// The digit of each cell, or 9.
    pub(super) digits: [u8; 81],
}

impl Board {
    /// Returns the board with these digits, 9 for none, and these candidates in the cells without.
    pub(super) fn new(digits: [u8; 81], mut candidates: [u16; 81]) -> Self {
        let (mut empty, mut empty_in, mut places) = (0, [0; 27], [[0; 9]; 27]);
        for (cell, &digit) in digits.iter().enumerate() {
            if digit < 9 {
                candidates[cell] = 0;
                continue;
            }
            empty |= 1 << cell;
            for kind in 0..3 {
                let house = usize::from(HOUSES[cell][kind]);
                empty_in[house] += 1;
                for digit in bits(candidates[cell]) {
                    places[house][digit] |= 1 << POSITIONS[cell][kind];
                }
            }
        }
        Self { candidates, places, empty, empty_in, digits }
    }

    /// Returns the positions in a house where a digit is a candidate.
    pub(super) fn places(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 == 1
    }

    /// Removes a candidate if it is there.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        for kind in 0..3 {
            self.places[usize::from(HOUSES[cell][kind])][digit] &= !(1 << POSITIONS[cell][kind]);
        }
    }

    /// Places a digit, and removes it from the cells that see it.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.candidates[cell]) {
            self.remove(cell, other);
        }
        if self.digits[cell] == 9 {
            self.empty &= !(1 << cell);
            HOUSES[cell].iter().for_each(|&house| self.empty_in[usize::from(house)] -= 1);
        }
        self.digits[cell] = digit as u8;
        for &peer in &PEERS[cell] {
            if self.has(usize::from(peer), digit) {
                self.remove(usize::from(peer), digit);
            }
        }
    }
}
