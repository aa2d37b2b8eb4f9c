//! The numbers of the items of a Sudoku, and the places of their options.
//!
//! The number of an item is the index of a byte in eleven registers, in the order in which the
//! register tests return them: two registers for the 81 cells, then three each for the items of
//! rows, columns and boxes. An item of a row, column or box and a digit is in the lane of the
//! digit. The constants below define the bytes within a lane.

use super::{LOW, ROW};

/// The first register of the cells, and of the items of rows, columns and boxes.
pub(super) const CELLS: usize = 0;
pub(super) const ROWS: usize = 2;
pub(super) const COLUMNS: usize = 5;
pub(super) const BOXES: usize = 8;

/// The column of each byte in the three registers of columns, as the bit of the column in one of
/// three copies at bits 0, 10 and 20. The bytes of the first four columns are an arbitrary choice.
/// Each column only needs a byte of its own.
pub(super) const COLUMN_BITS: [u32; 3] =
    [1 | 1 << 11 | 1 << 22 | 1 << 24, 1 << 3 | 1 << 15 | 1 << 16 | 1 << 27, 1 << 8];
const COLUMN_OF_BYTE: [[u32; 4]; 3] = [[0, 1, 2, 4], [3, 5, 6, 7], [0, 8, 0, 0]];

/// The place of the options of an item: the same bits in some lanes of some bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The bands, as bits.
    pub(super) bands: u32,
    /// The lanes, as bits.
    pub(super) lanes: u32,
    /// The bits of each lane.
    pub(super) field: u32,
}

/// Returns the place of all digits of a cell, which is a bit of a band.
pub(super) const fn cell(band: usize, bit: u32) -> Place {
    Place { bands: 1 << band, lanes: 0x1ff, field: 1 << bit }
}

/// Returns the place of the options of an item.
pub(super) fn place(item: usize) -> Place {
    let (set, byte) = (item / 64, item % 64);
    let (lanes, byte) = (1 << (byte / 4), byte % 4);
    match set {
        CELLS..ROWS => cell(item / 32, (item % 32) as u32),
        ROWS..COLUMNS => {
            Place { bands: 1 << (set - ROWS), lanes, field: ROW << (10 * (byte.max(1) - 1)) }
        }
        COLUMNS..BOXES => {
            Place { bands: 0b111, lanes, field: LOW << COLUMN_OF_BYTE[set - COLUMNS][byte] }
        }
        _ => Place { bands: 1 << (set - BOXES), lanes, field: (0o7 * LOW) << (3 * byte) },
    }
}
