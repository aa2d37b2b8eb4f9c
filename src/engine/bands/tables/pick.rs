//! The cover with a given number.
//!
//! The covers are numbered orbit by orbit; within an orbit, split by split of the first stack; then
//! by the order of the equal columns of the other two stacks; then as the sums run. All but the
//! last are symmetries, which are applied to the cover in the end.

use super::super::join::boxes::FULL;
use super::plan::{Plan, Split, orders};
use super::{Position, Tables};

impl Tables {
    /// Returns the completion with this number, counted from 0, as 81 characters. Returns `None` if
    /// the count is not finished, or if there are no more than `index` completions.
    ///
    /// The order is always the same for the same grid. Takes some milliseconds.
    #[must_use]
    pub fn nth(&self, index: u128) -> Option<[u8; 81]> {
        let position = self.position.as_deref()?;
        self.count()?;
        let plan = &position.plan;
        let mut left = index;
        let (orbit, sum) = self.finished().find(|&(orbit, sum)| {
            let covers = sum * plan.weight(orbit);
            let is_here = left < covers;
            left -= if is_here { 0 } else { covers };
            is_here
        })?;
        let [of_second, of_third] =
            [1, 2].map(|stack| orders(&plan.equal[stack]).collect::<Vec<_>>());
        let (member, left) = take(left, sum * (of_second.len() * of_third.len()) as u128);
        let (second, left) = take(left, sum * of_third.len() as u128);
        let (third, left) = take(left, sum);
        let member = (0..plan.splits.len())
            .filter(|&split| plan.orbit_of[split] as usize == orbit)
            .nth(member)?;
        let (first, names) = plan.renaming(orbit, member)?;
        let columns = [first, of_second[second], of_third[third]];
        self.in_first_split(position, orbit, left).map(|bands| grid(plan, &bands, columns, names))
    }

    /// Returns the cover with a number among those with the first split of an orbit: the columns
    /// and rows of its boxes.
    fn in_first_split(
        &self,
        position: &Position,
        orbit: usize,
        mut left: u128,
    ) -> Option<[[[u32; 2]; 3]; 3]> {
        let plan = &position.plan;
        let first = plan.split(orbit);
        let rows_of = |second: &Split| -> [Vec<u16>; 3] {
            std::array::from_fn(|role| {
                let band = &position.bands[role];
                band.row(usize::from(first[role]), usize::from(second[role]))
            })
        };
        let products = |rows: &[Vec<u16>; 3], third: &Split| -> u128 {
            (0..3).map(|role| u128::from(rows[role][usize::from(third[role])])).product()
        };
        let mut find = |n: u128| {
            let is_here = left < n;
            left -= if is_here { 0 } else { n };
            is_here
        };
        let sums = match self.kept[orbit].as_slice() {
            [] => &self.sums_of(position, orbit),
            kept => kept,
        };
        let (second, _) = plan.second.iter().zip(sums).find(|&(_, &sum)| find(u128::from(sum)))?;
        let rows = rows_of(second);
        let third = plan.third.iter().find(|third| find(products(&rows, third)))?;
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

/// Returns the quotient and the remainder.
fn take(number: u128, of: u128) -> (usize, u128) {
    ((number / of) as usize, number % of)
}

/// Returns the rows of the boxes in all fillings of a band with these parts.
fn fillings(plan: &Plan, role: usize, parts: [usize; 3]) -> Vec<[u32; 3]> {
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

/// Returns the grid of a cover with its columns in another order and its digits renamed.
fn grid(
    plan: &Plan,
    bands: &[[[u32; 2]; 3]; 3],
    orders: [[usize; 3]; 3],
    names: [u8; 9],
) -> [u8; 81] {
    let mut grid = [b'.'; 81];
    for (role, stacks) in bands.iter().enumerate() {
        for (stack, &[columns, rows]) in stacks.iter().enumerate() {
            for row in 0..3 {
                for (column, &place) in orders[stack].iter().enumerate() {
                    let digit = columns >> (9 * column) & rows >> (9 * row) & 511;
                    let cell = plan.cell(role, stack, row, place);
                    grid[cell] = b'1' + names[digit.trailing_zeros() as usize % 9];
                }
            }
        }
    }
    grid
}
