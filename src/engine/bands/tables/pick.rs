//! The cover with a given number.
//!
//! The numbers order the covers by orbit, then by the split of the first stack, then by the order
//! of the equal columns of the other two stacks, and then in the order of the sums. Symmetries of
//! the grid give the choices of the second and third criteria, and are applied to the cover at the
//! end.

use super::super::join::boxes::FULL;
use super::Tables;
use super::plan::Plan;
use super::position::Position;
use super::splits::{Split, orders};

impl Tables {
    /// Returns the completion with this number, counted from 0, as 81 characters. Returns `None` if
    /// the count is not finished, or if there are at most `index` completions.
    ///
    /// The order depends only on the grid. A call takes 20 μs to a tenth of a second, depending on
    /// the grid. See [`rank`](Self::rank) for the inverse.
    #[must_use]
    pub fn nth(&self, index: u128) -> Option<[u8; 81]> {
        let position = self.position.as_deref()?;
        self.count()?;
        let plan = &position.plan;
        let mut left = index;
        let is_here = |&(orbit, sum): &(usize, u128)| is_below(&mut left, sum * plan.weight(orbit));
        let (orbit, sum) = self.finished().find(is_here)?;
        let [of_second, of_third] =
            [0, 1].map(|stack| orders(&plan.equal[stack]).collect::<Vec<_>>());
        let (member, left) = take(left, sum * (of_second.len() * of_third.len()) as u128);
        let (second, left) = take(left, sum * of_third.len() as u128);
        let (third, left) = take(left, sum);
        let member = plan.member(orbit, member)?;
        let orders = [[0, 1, 2], of_second[second], of_third[third]];
        let bands = self.in_first_split(position, orbit, left)?;
        let grid = plan.symmetry(member).apply(&grid(plan, &bands, orders));
        Some(plan.turned(&grid.map(|digit| b'1' + digit)))
    }

    /// Returns the cover with the index `left` among the covers with the first split of an orbit,
    /// as the columns and rows of its boxes.
    fn in_first_split(
        &self,
        position: &Position,
        orbit: usize,
        mut left: u128,
    ) -> Option<[[[u32; 2]; 3]; 3]> {
        let plan = &position.plan;
        let first = plan.split(orbit);
        let mut find = |n: u128| is_below(&mut left, n);
        let sums = self.sums_of(position, orbit);
        let (second, _) = plan.second.iter().zip(sums).find(|&(_, sum)| find(u128::from(sum)))?;
        let rows = position.rows(&first, second);
        let third = plan.third.iter().find(|third| find(product(&rows, third)))?;
        let mut bands = [[[0; 2]; 3]; 3];
        for role in (0..3).rev() {
            let parts = [first, *second, *third].map(|split| usize::from(split[role]));
            let fillings = fillings(plan, role, parts);
            let (rest, at) = take(left, fillings.len() as u128);
            left = rest as u128;
            for stack in 0..3 {
                let columns = plan.boxes[role][stack].parts[parts[stack]];
                bands[role][stack] = [columns, fillings[at as usize][stack]];
            }
        }
        Some(bands)
    }
}

impl Position {
    /// Returns, for each band, the numbers of fillings with these parts in the first two stacks, by
    /// the part of the third.
    pub(super) fn rows(&self, first: &Split, second: &Split) -> [Vec<u16>; 3] {
        std::array::from_fn(|role| {
            self.bands[role].row(usize::from(first[role]), usize::from(second[role]))
        })
    }
}

/// Returns the number of covers with a split of the third stack and the splits of the other stacks
/// to which `rows` belongs.
pub(super) fn product(rows: &[Vec<u16>; 3], third: &Split) -> u128 {
    (0..3).map(|role| u128::from(rows[role][usize::from(third[role])])).product()
}

/// Returns true if a number is below another. Otherwise, subtracts the other from it and returns
/// false.
fn is_below(number: &mut u128, other: u128) -> bool {
    let is_below = *number < other;
    *number -= if is_below { 0 } else { other };
    is_below
}

fn take(number: u128, of: u128) -> (usize, u128) {
    ((number / of) as usize, number % of)
}

/// Returns the rows of the boxes in all fillings of a band with these parts.
pub(super) fn fillings(plan: &Plan, role: usize, parts: [usize; 3]) -> Vec<[u32; 3]> {
    let rows = |stack: usize| {
        let of_box = &plan.boxes[role][stack];
        &of_box.rows[of_box.range(parts[stack])]
    };
    let mut fillings = Vec::new();
    for &first in rows(0) {
        for &second in rows(1) {
            let third = FULL ^ (first | second);
            if first & second == 0 && rows(2).contains(&third) {
                fillings.push([first, second, third]);
            }
        }
    }
    fillings
}

/// Returns the grid of a cover with its columns in these orders, as digits counted from 0.
fn grid(plan: &Plan, bands: &[[[u32; 2]; 3]; 3], orders: [[usize; 3]; 3]) -> [u8; 81] {
    let mut grid = [0; 81];
    for (role, stacks) in bands.iter().enumerate() {
        for (stack, &[columns, rows]) in stacks.iter().enumerate() {
            for row in 0..3 {
                for (column, &place) in orders[stack].iter().enumerate() {
                    let digit = columns >> (9 * column) & rows >> (9 * row) & 511;
                    grid[plan.cell(role, stack, row, place)] = digit.trailing_zeros() as u8 % 9;
                }
            }
        }
    }
    grid
}
