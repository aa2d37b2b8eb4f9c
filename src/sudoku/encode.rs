//! Sudoku as an exact cover (TAOCP 7.2.2.1, formula (30)): 324 items, 729 options.

use std::sync::OnceLock;

use super::grid::index;
use super::{Digit, Grid};
use crate::houses::OF_CELL;
use crate::ids::{ItemId, OptionId};
use crate::problem::{Problem, UnknownOption};

/// The number of items in the exact cover of a Sudoku; all are primary.
pub const ITEMS: usize = 4 * 81;
/// The number of options, with four items each.
pub const OPTIONS: usize = 9 * 81;

/// Returns the exact-cover problem of the empty grid, built once for the whole process. A puzzle is
/// this problem with the options of its clues chosen in advance.
///
/// With rows `r`, columns `c` and boxes `b` counted from 0, option `81 r + 9 c + (d - 1)` puts
/// digit `d` into a cell. Its items are `9 r + c` for the cell, and `81 + 9 r + (d - 1)`,
/// `162 + 9 c + (d - 1)` and `243 + 9 b + (d - 1)` for the digit in its row, column and box.
/// The items are named `r1c1`, `r1=1`, `c1=1` and `b1=1`, counted from 1.
///
/// ```
/// use quadrille::sudoku::{self, Digit};
/// let problem = sudoku::problem();
/// assert_eq!((problem.item_count(), problem.option_count()), (324, 729));
/// let five = Digit::new(5).ok_or("not a digit")?;
/// assert_eq!(problem.option_text(sudoku::option(3, 6, five)), "r4c7 r4=5 c7=5 b6=5");
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn problem() -> &'static Problem {
    static PROBLEM: OnceLock<Problem> = OnceLock::new();
    PROBLEM.get_or_init(|| {
        let mut builder = Problem::builder();
        let name = |kind: usize, place: usize| {
            let (first, second) = [("r", "c"), ("r", "="), ("c", "="), ("b", "=")][kind];
            format!("{first}{}{second}{}", place / 9 + 1, place % 9 + 1)
        };
        builder
            .primary((0..ITEMS).map(|item| name(item / 81, item % 81)))
            .and_then(|_| {
                (0..OPTIONS).try_for_each(|option| builder.option(items(option)).map(drop))
            })
            .and_then(|_| builder.build())
            .expect("the names are distinct, and so are the items of an option")
    })
}

/// Returns the items of an option, by the formula of [`problem()`].
fn items(option: usize) -> [ItemId; 4] {
    let (cell, digit) = (option / 9, option % 9);
    let [row, column, in_box] = OF_CELL[cell].map(|house| 81 + 9 * usize::from(house) + digit);
    [cell, row, column, in_box].map(|item| ItemId::new(item as u32))
}

/// Returns the option that puts a digit at this row and column, both counted from 0.
///
/// # Panics
/// If the row or the column is above 8.
#[must_use]
pub fn option(row: usize, column: usize, digit: Digit) -> OptionId {
    OptionId::new((index(row, column) * 9 + digit.index()) as u32)
}

/// Returns the row, the column and the digit of an option; the inverse of [`option()`].
///
/// # Panics
/// If the option is not below [`OPTIONS`].
///
/// ```
/// use quadrille::{OptionId, sudoku};
/// let (row, column, digit) = sudoku::candidate(OptionId::new(728));
/// assert_eq!((row, column, digit.get()), (8, 8, 9));
/// ```
#[must_use]
pub fn candidate(option: OptionId) -> (usize, usize, Digit) {
    let index = UnknownOption::expect(option, OPTIONS);
    let digit = Digit::new((index % 9 + 1) as u8).expect("a remainder by 9 is below 9");
    (index / 81, index / 9 % 9, digit)
}

impl Grid {
    /// Iterates over the options of the digits, row by row. The covers of [`problem()`] that
    /// contain these options are the completions of the grid.
    pub fn options(&self) -> impl Iterator<Item = OptionId> {
        let option = |(cell, digit): (usize, Option<Digit>)| Some(cell * 9 + digit?.index());
        self.cells().enumerate().filter_map(option).map(|option| OptionId::new(option as u32))
    }

    /// Returns the grid with the digits of these options. If two options are for the same cell, the
    /// later one counts.
    ///
    /// # Panics
    /// If an option is not below [`OPTIONS`].
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let grid: Grid = "1".repeat(81).parse()?;
    /// assert_eq!(Grid::from_options(grid.options()), grid);
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub fn from_options(options: impl IntoIterator<Item = OptionId>) -> Self {
        let mut grid = Self::EMPTY;
        for option in options {
            let (row, column, digit) = candidate(option);
            grid.set(row, column, Some(digit));
        }
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each item is in nine options, and the names of an option's items agree with its number. A
    /// grid with one digit has only the option of that digit.
    #[test]
    fn the_matrix_has_nine_options_an_item() {
        let problem = problem();
        assert_eq!((problem.item_count(), problem.primary_count()), (ITEMS, ITEMS));
        assert_eq!((problem.option_count(), problem.entry_count()), (OPTIONS, 4 * OPTIONS));
        let mut options_of = [0; ITEMS];
        for (option, items) in problem.options() {
            let (row, column, digit) = candidate(option);
            assert_eq!(super::option(row, column, digit), option);
            let mut grid = Grid::EMPTY;
            grid.set(row, column, Some(digit));
            assert_eq!(grid.options().collect::<Vec<_>>(), [option]);
            assert_eq!(Grid::from_options([option]), grid);
            let (r, c, b) = (row + 1, column + 1, row / 3 * 3 + column / 3 + 1);
            let names = format!("r{r}c{c} r{r}={digit} c{c}={digit} b{b}={digit}");
            assert_eq!(problem.option_text(option), names);
            items.iter().for_each(|item| options_of[item.index()] += 1);
        }
        assert_eq!(options_of, [9; ITEMS]);
    }
}
