//! Full grids, each of the 6,670,903,752,021,072,936,960 with exactly the same probability.
//!
//! The algorithm first ignores the order of the three cells where a column crosses a band, and
//! keeps only the set of their digits. Then a stack is an array of three by three sets where each
//! row and each column has every digit once. The stacks are independent of each other. The three
//! arrays of a grid are its *sets*. The number of grids with given sets is the number of ways to
//! put the sets in order, band by band.
//!
//! 1. Fill the first band at random. The digits of the three rows of its second box can be chosen
//!    in 56 ways; the third box has the remaining digits of each row. The three cells of a row in a
//!    box may be in any order. So each way to fill the band is drawn with the same probability.
//! 2. For each stack, choose the sets of the second band at random among the 56 choices that fit
//!    the sets of the first band. The sets of the third band are the remaining digits of each
//!    column.
//! 3. Order the nine sets of the second band to give each of its three rows every digit. This is a
//!    proper edge coloring with three colors, the rows, of the graph that joins a column and a
//!    digit if the digit is in the set of the column. There are at most 1728 = 12^3 orders. That
//!    many exist if all three boxes have the same sets: three equal columns have 12 orders of their
//!    nine cells. Choose a number below 1728. If there are more orders than this number, take the
//!    order with this number; otherwise restart at step 1.
//! 4. Do the same with the third band.
//!
//! Every combination of a first band, sets and two orders is drawn with the same probability, and
//! each grid is one such combination. So all grids are equally likely if the random numbers below 2
//! to 9, 56 and 1728 are uniform. About one trial in 75 succeeds: there are 948,109,639,680 first
//! bands, and 948,109,639,680 * 56^3 * 1728^2 is about 75 times the number of grids.
//!
//! Felgenhauer and Jarvis counted all grids by counting the grids with given sets band by band
//! ("Mathematics of Sudoku I", 2006). A test repeats the count with the function of this file that
//! puts bands in order.

use super::random::Random;
use crate::arrays::filled;
use crate::sudoku::{Digit, Grid};

type Set = u16;

/// The sets of the columns of a box, or of its rows.
type Sets = [Set; 3];

const ALL: Set = 0x1ff;
/// The largest number of orders of the nine sets of a band.
const MOST_WAYS: u32 = 1728;

/// Returns the full grid of this seed and number. All grids are equally likely.
///
/// ```
/// use quadrille::sudoku::generate::full_grid;
/// let grid = full_grid(7, 0);
/// assert!(grid.is_full() && grid.clash().is_none());
/// assert_ne!(grid, full_grid(7, 1));
/// ```
#[must_use]
pub fn full_grid(seed: u64, number: u64) -> Grid {
    draw(&mut Random::new(seed, number))
}

pub(super) fn draw(random: &mut Random) -> Grid {
    loop {
        let band = first_band(random);
        let first: [Sets; 3] = std::array::from_fn(|stack| {
            std::array::from_fn(|column| {
                band.iter().fold(0, |set, row| set | 1 << row[3 * stack + column])
            })
        });
        let second = first.map(|sets| next_sets(&sets, random.below(56)));
        let Ok(middle) = ordered(&second, random.below(MOST_WAYS)) else { continue };
        let third: [Sets; 3] =
            std::array::from_fn(|stack| last_sets(&first[stack], &second[stack]));
        let Ok(bottom) = ordered(&third, random.below(MOST_WAYS)) else { continue };
        let mut grid = Grid::EMPTY;
        for (cell, digit) in band.into_iter().flatten().enumerate() {
            grid.set_digit(cell, Digit::new(digit + 1));
        }
        for (band, sets, rows) in [(1, second, middle), (2, third, bottom)] {
            for cell in 0..27 {
                let (row, stack, column) = (cell / 9, cell / 3 % 3, cell % 3);
                let digit = (rows[stack][row] & sets[stack][column]).trailing_zeros();
                grid.set_digit(27 * band + cell, Digit::new(digit as u8 + 1));
            }
        }
        return grid;
    }
}

/// Returns the digits, from 0 to 8, of three rows in which each row and each box has every digit.
fn first_band(random: &mut Random) -> [[u8; 9]; 3] {
    let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    random.shuffle(&mut digits);
    let first: Sets = std::array::from_fn(|row| {
        digits[3 * row..3 * row + 3].iter().fold(0, |set, digit| set | 1 << digit)
    });
    // The sets of rows in a band have the same structure as the sets of columns in a stack.
    let second = next_sets(&first, random.below(56));
    let third = last_sets(&first, &second);
    std::array::from_fn(|row| {
        let mut cells = [0; 9];
        cells[..3].copy_from_slice(&digits[3 * row..3 * row + 3]);
        for (cells, set) in cells[3..].chunks_exact_mut(3).zip([second[row], third[row]]) {
            let mut set = set;
            for cell in cells.iter_mut() {
                *cell = set.trailing_zeros() as u8;
                set &= set - 1;
            }
            random.shuffle(cells);
        }
        cells
    })
}

/// Returns the choice with this number among the 56 choices of the sets below these, or to the
/// right of them.
///
/// Let the first set below have `k` digits of the second set above. Then it has `3 - k` digits of
/// the third set above. This leaves `k` digits of the third set for the second set below, and so on
/// in a cycle. A choice is thus a choice of `k` digits out of three, three times: 1 + 27 + 27 + 1
/// choices for `k` from 0 to 3.
fn next_sets(above: &Sets, number: u32) -> Sets {
    let [(a, x), (b, y), (c, z)] = [0, 1, 2].map(|column: usize| {
        let set = above[column];
        // One of the three digits of the set.
        let one = |which: u32| {
            let which = which / 3_u32.pow(column as u32) % 3;
            let without_lower = (0..which).fold(set, |set, _| set & (set - 1));
            without_lower & without_lower.wrapping_neg()
        };
        let chosen = match number {
            0 => 0,
            1..28 => one(number - 1),
            28..55 => set & !one(number - 28),
            _ => set,
        };
        (chosen, set & !chosen)
    });
    // `k` digits of each set go to the column on the left, in a cycle, and the others to the column
    // on the right.
    [b | z, c | x, a | y]
}

/// Returns the sets that the first two leave.
fn last_sets(first: &Sets, second: &Sets) -> Sets {
    std::array::from_fn(|column| ALL & !first[column] & !second[column])
}

/// Puts the sets of a band in the order with this number, and returns the rows, box by box. If
/// there is no such order, the error is the number of orders.
///
/// The digits of the first row are a matching of columns and digits. Without them, every column has
/// two digits left and every digit is in two columns. This graph decomposes into cycles, and each
/// cycle has two orders.
fn ordered(sets: &[Sets; 3], number: u32) -> Result<[Sets; 3], u32> {
    // The sets of digits that the third box may leave to the other two in the first row.
    let mut leaves = [false; 1 << 9];
    choices(&sets[2]).iter().for_each(|&three| leaves[usize::from(ALL & !three)] = true);
    let (ones, twos) = (choices(&sets[0]), choices(&sets[1]));
    let mut left = number;
    for one in ones {
        for two in twos {
            // If `one` and `two` have a common digit, three more are not enough for the row.
            if !leaves[usize::from(one | two)] {
                continue;
            }
            let first = [one, two, ALL & !one & !two];
            let cycles = Cycles::new(sets, &first);
            if left < 1 << cycles.len {
                return Ok(cycles.rows(first, left));
            }
            left -= 1 << cycles.len;
        }
    }
    Err(number - left)
}

/// Returns the 27 ways to choose one digit of each set.
fn choices(sets: &Sets) -> [Set; 27] {
    let digits: [[Set; 3]; 3] = filled([0; 3], |at| {
        let upper = sets[at] & (sets[at] - 1);
        let highest = upper & (upper - 1);
        [sets[at] & !upper, upper & !highest, highest]
    });
    filled(0, |choice| digits[0][choice / 9] | digits[1][choice / 3 % 3] | digits[2][choice % 3])
}

/// The digits of the columns of a band without its first row, cycle by cycle.
struct Cycles {
    len: usize,
    /// For each cycle, the digits that go to one row and those that go to the other, box by box.
    /// The shortest cycle has two columns, so there are at most four cycles.
    halves: [[[Set; 3]; 2]; 4],
}

impl Cycles {
    fn new(sets: &[Sets; 3], first: &[Set; 3]) -> Self {
        let pairs: [Set; 9] = filled(0, |column| sets[column / 3][column % 3] & !first[column / 3]);
        let lower: [Set; 9] = filled(0, |column| pairs[column] & pairs[column].wrapping_neg());
        // The sum of the two columns of each digit: one column is the sum minus the other.
        let mut both = [0; 9];
        for (column, pair) in pairs.into_iter().enumerate() {
            both[lower[column].trailing_zeros() as usize] += column;
            both[(pair & !lower[column]).trailing_zeros() as usize] += column;
        }
        let mut cycles = Self { len: 0, halves: [[[0; 3]; 2]; 4] };
        let mut left = ALL;
        while left != 0 {
            let halves = &mut cycles.halves[cycles.len];
            let mut column = left.trailing_zeros() as usize;
            let mut digit = lower[column];
            while left >> column & 1 == 1 {
                left &= !(1 << column);
                let other = pairs[column] & !digit;
                halves[0][column / 3] |= digit;
                halves[1][column / 3] |= other;
                // In its other column, the digit goes to the other row.
                digit = other;
                column = both[digit.trailing_zeros() as usize] - column;
            }
            cycles.len += 1;
        }
        cycles
    }

    /// Returns the rows of the band, with the order of each cycle given by a bit of `ways`.
    fn rows(&self, first: [Set; 3], ways: u32) -> [Sets; 3] {
        let mut rows = first.map(|first| [first, 0, 0]);
        for (cycle, halves) in self.halves[..self.len].iter().enumerate() {
            let way = (ways >> cycle & 1) as usize;
            for (stack, rows) in rows.iter_mut().enumerate() {
                rows[1] |= halves[way][stack];
                rows[2] |= halves[1 - way][stack];
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests;
