//! The houses of a Sudoku and the peers of its cells.
//!
//! Cells are numbered row by row. Houses 0 to 8 are the rows, 9 to 17 the columns, and 18 to 26 the
//! boxes.

/// The cells of each house, in order.
pub(crate) const HOUSES: [[u8; 9]; 27] = {
    let mut houses = [[0; 9]; 27];
    let mut at = 0;
    while at < 81 {
        let (house, place) = (at / 9, at % 9);
        houses[house][place] = at as u8;
        houses[9 + house][place] = (9 * place + house) as u8;
        houses[18 + house][place] =
            (9 * (house / 3 * 3 + place / 3) + house % 3 * 3 + place % 3) as u8;
        at += 1;
    }
    houses
};

/// The cells of each house as a set.
pub(crate) static SETS: [u128; 27] = {
    let mut sets = [0; 27];
    let mut at = 0;
    while at < 27 * 9 {
        sets[at / 9] |= 1 << HOUSES[at / 9][at % 9];
        at += 1;
    }
    sets
};

/// The numbers of the houses of each cell: of its row, its column and its box.
pub(crate) const OF_CELL: [[u8; 3]; 81] = {
    let mut houses = [[0; 3]; 81];
    let mut at = 0;
    while at < 27 * 9 {
        houses[HOUSES[at / 9][at % 9] as usize][at / 81] = (at / 9) as u8;
        at += 1;
    }
    houses
};

/// The twenty other cells in the houses of each cell: first those of the box, then the rest of the
/// row, then the rest of the column.
pub(crate) static PEERS: [[u8; 20]; 81] = {
    let mut peers = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut count, mut at) = (0, 0);
        while at < 27 {
            let kind = [2, 0, 1][at / 9];
            let other = HOUSES[OF_CELL[cell][kind] as usize][at % 9];
            let is_in_box = OF_CELL[other as usize][2] == OF_CELL[cell][2];
            if other != cell as u8 && (kind == 2 || !is_in_box) {
                peers[cell][count] = other;
                count += 1;
            }
            at += 1;
        }
        cell += 1;
    }
    peers
};

/// The peers of each cell as a set.
pub(crate) static PEER_SETS: [u128; 81] = {
    let mut sets = [0; 81];
    let mut at = 0;
    while at < 81 * 20 {
        sets[at / 20] |= 1 << PEERS[at / 20][at % 20];
        at += 1;
    }
    sets
};
