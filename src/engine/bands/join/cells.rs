//! A position as the candidates of its cells, and the singles in it.

use crate::houses::{HOUSES, PEERS};

/// The candidates of the 81 cells, row by row, as nine bits each.
pub(in crate::engine) type Cells = [u16; 81];

/// All nine digits.
pub(in crate::engine) const ALL: u16 = 0x1ff;

/// Iterates over the elements of a set of digits.
#[inline(always)]
pub(in crate::engine) fn digits(set: u16) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let digit = left.trailing_zeros();
        (left != 0).then(|| {
            left &= left - 1;
            digit
        })
    })
}

/// Chooses naked and hidden singles until there are none. Returns false if this shows that there is
/// no cover.
pub(in crate::engine) fn propagate(cells: &mut Cells) -> bool {
    let mut done = [false; 81];
    loop {
        let mut is_changed = false;
        for cell in 0..81 {
            let digit = cells[cell];
            if !done[cell] && digit.is_power_of_two() {
                done[cell] = true;
                is_changed = true;
                for &peer in &PEERS[cell] {
                    cells[usize::from(peer)] &= !digit;
                }
            }
        }
        if cells.contains(&0) {
            return false;
        }
        if is_changed {
            continue;
        }
        for house in &HOUSES {
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                twice |= once & cells[usize::from(cell)];
                once |= cells[usize::from(cell)];
            }
            if once != ALL {
                return false;
            }
            for &cell in house {
                let cell = &mut cells[usize::from(cell)];
                let single = *cell & once & !twice;
                if single != 0 && single != *cell {
                    if !single.is_power_of_two() {
                        return false;
                    }
                    *cell = single;
                    is_changed = true;
                }
            }
        }
        if !is_changed {
            return true;
        }
    }
}
