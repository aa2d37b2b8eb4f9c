//! The number of a cover: the inverse of `pick.rs`.

use super::Tables;
use super::pick::{fillings, product};
use super::plan::Plan;
use super::splits::{Split, orders};
use super::view::are_in_order;

impl Tables {
    /// Returns the number of a completion, counted from 0. [`nth`](Self::nth) returns the
    /// completion for this number. `grid` has 81 digits. Returns `None` if the count is not
    /// finished, or if `grid` is not a completion.
    ///
    /// A call takes about as long as a call of [`nth`](Self::nth).
    #[must_use]
    pub fn rank(&self, grid: &[u8; 81]) -> Option<u128> {
        let position = self.position.as_deref()?;
        self.count()?;
        if !grid.iter().all(|digit| (b'1'..=b'9').contains(digit)) {
            return None;
        }
        let plan = &position.plan;
        let mut grid = plan.turned(&grid.map(|digit| digit - b'1'));
        let member = plan.splits.binary_search(&plan.split_in(&grid, 0)?).ok()?;
        let (orbit, number) = plan.orbit_of(member);
        // The inverse of the symmetry maps the cover to one with the first split of the orbit.
        grid = plan.symmetry(member).inverse().apply(&grid);
        let mut places = [0; 2];
        for stack in [1, 2] {
            let (place, ordered) = plan.in_order(&grid, stack)?;
            (places[stack - 1], grid) = (place, ordered);
        }
        let first = plan.split(orbit);
        let (second, third) = (plan.split_in(&grid, 1)?, plan.split_in(&grid, 2)?);
        let at_second = plan.second.binary_search(&second).ok()?;
        let at_third = plan.third.binary_search(&third).ok()?;

        let weighted = |(orbit, sum): (usize, u128)| sum * plan.weight(orbit);
        let before: u128 = self.finished().take(orbit).map(weighted).sum();
        let sum = self.sums[orbit]?;
        let orders_of_third = orders(&plan.equal[1]).count();
        let symmetric = number * plan.orders() + places[0] * orders_of_third + places[1];
        let sums = self.sums_of(position, orbit);
        let mut left: u128 = sums[..at_second].iter().map(|&sum| u128::from(sum)).sum();
        let rows = position.rows(&first, &second);
        left += plan.third[..at_third].iter().map(|third| product(&rows, third)).sum::<u128>();
        let mut of_bands = 0;
        for role in 0..3 {
            let parts = [first, second, third].map(|split| usize::from(split[role]));
            let fillings = fillings(plan, role, parts);
            let wanted = [0, 1, 2].map(|stack| plan.sets_in(&grid, role, stack, true));
            let at = fillings.iter().position(|filling| *filling == wanted)?;
            of_bands = of_bands * fillings.len() as u128 + at as u128;
        }
        Some(before + symmetric as u128 * sum + left + of_bands)
    }
}

impl Plan {
    /// Returns the sets of the digits in the columns, or rows, of a box of a grid.
    fn sets_in(&self, grid: &[u8; 81], role: usize, stack: usize, of_rows: bool) -> u32 {
        let mut sets = 0;
        for row in 0..3 {
            for column in 0..3 {
                let digit = grid[self.cell(role, stack, row, column)];
                sets |= 1 << (9 * if of_rows { row } else { column } + usize::from(digit));
            }
        }
        sets
    }

    /// Returns the split of a stack of a grid, or `None` if no filling has the columns of a box.
    fn split_in(&self, grid: &[u8; 81], stack: usize) -> Option<Split> {
        let mut split = [0; 3];
        for (role, part) in split.iter_mut().enumerate() {
            let columns = self.sets_in(grid, role, stack, false);
            let parts = &self.boxes[role][stack].parts;
            *part = parts.iter().position(|&other| other == columns)? as u16;
        }
        Some(split)
    }

    /// Sorts the equal columns of a stack. Returns the number of their previous order, and the
    /// grid.
    fn in_order(&self, grid: &[u8; 81], stack: usize) -> Option<(usize, [u8; 81])> {
        let equal = &self.equal[stack - 1];
        orders(equal).enumerate().find_map(|(number, order)| {
            let mut ordered = *grid;
            for role in 0..3 {
                for row in 0..3 {
                    for (column, &place) in order.iter().enumerate() {
                        ordered[self.cell(role, stack, row, column)] =
                            grid[self.cell(role, stack, row, place)];
                    }
                }
            }
            let columns = self.sets_in(&ordered, 0, stack, false);
            are_in_order(columns, equal).then_some((number, ordered))
        })
    }
}
