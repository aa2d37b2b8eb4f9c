//! The 27 houses and the peers of each cell as sets, computed at compile time.

use super::Cells;
use crate::houses;

/// The nine rows, the nine columns, the nine boxes.
pub(super) const HOUSES: [Cells; 27] = {
    let mut sets = [Cells::EMPTY; 27];
    let mut at = 0;
    while at < 27 * 9 {
        sets[at / 9].0 |= 1 << houses::HOUSES[at / 9][at % 9];
        at += 1;
    }
    sets
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
