//! The 27 houses and the peers of each cell as sets, computed at compile time.

use super::Cells;

/// The nine rows, the nine columns, the nine boxes.
pub(super) const HOUSES: [Cells; 27] = {
    let mut houses = [Cells::EMPTY; 27];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        houses[row].0 |= 1 << cell;
        houses[9 + column].0 |= 1 << cell;
        houses[18 + row / 3 * 3 + column / 3].0 |= 1 << cell;
        cell += 1;
    }
    houses
};

/// For each cell, the twenty other cells of its houses.
pub(super) static PEERS: [Cells; 81] = {
    let mut peers = [Cells::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let around = HOUSES[row].0 | HOUSES[9 + column].0 | HOUSES[18 + row / 3 * 3 + column / 3].0;
        peers[cell].0 = around & !(1 << cell);
        cell += 1;
    }
    peers
};

#[cfg(test)]
mod tests {
    use super::super::Cell;
    use super::*;
    use crate::sudoku::House;

    #[test]
    fn the_tables_agree_with_the_houses_of_a_grid() {
        for (house, set) in House::all().zip(HOUSES) {
            assert_eq!(
                house.cells().map(|(row, column)| Cell::new(row, column)).collect::<Cells>(),
                set
            );
        }
        for cell in Cell::all() {
            assert_eq!(cell.peers().len(), 20);
            for other in Cell::all() {
                let share = cell.houses().iter().any(|house| other.houses().contains(house));
                assert_eq!(cell.sees(other), share && cell != other);
            }
        }
    }
}
