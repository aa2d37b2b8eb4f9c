//! The digits that each cell may have: pencil marks, and puzzles that consist of them.

use std::fmt;

use super::encode::OPTIONS;
use super::grid::index;
use super::{Digit, Grid};
use crate::arrays::filled;
use crate::houses::HOUSES;
use crate::ids::OptionId;

/// The digits that each cell may have.
///
/// They can be a puzzle, called a *Sukaku*: a solution takes one of these digits in each cell and
/// obeys the rules of Sudoku. A puzzle with clues is the special case in which some cells may have
/// one digit and all others may have nine; see the conversion from a [`Grid`].
///
/// They display as a list of 729 characters: for each cell, the digits 1 to 9 in their places, and
/// `.` for a digit that the cell may not have. `{:#}` draws a group of digits for each cell. A
/// [`Reader`](super::Reader) reads both forms; in a drawing, every cell must have a digit.
///
/// ```
/// use quadrille::sudoku::{Candidates, Digit, Grid};
/// let mut candidates = Candidates::from(&Grid::EMPTY);
/// let five = Digit::new(5).ok_or("not a digit")?;
/// candidates.remove(0, 0, five);
/// assert!(candidates.to_string().starts_with("1234.6789123456789"));
/// assert_eq!(candidates.solutions().next().ok_or("none")?.get(0, 0) == Some(five), false);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidates {
    /// For each cell, row by row, the digit `d` as bit `d - 1`.
    digits: [u16; 81],
}

const ALL: u16 = 0x1ff;

impl Candidates {
    /// No digits in any cell. The digits can be inserted one by one.
    pub const NONE: Self = Self { digits: [0; 81] };

    /// Returns the candidates in the lowest nine bits of each cell.
    pub(super) fn from_bits(digits: [u16; 81]) -> Self {
        Self { digits: digits.map(|digits| digits & ALL) }
    }

    /// Returns the digits of each cell, row by row, with the digit `d` as bit `d - 1`.
    pub(super) fn bits(&self) -> [u16; 81] {
        self.digits
    }

    /// True if a cell may have this digit.
    ///
    /// # Panics
    /// If the row or the column is above 8.
    #[must_use]
    pub fn contains(&self, row: usize, column: usize, digit: Digit) -> bool {
        self.digits[index(row, column)] & bit(digit) != 0
    }

    /// Iterates over the digits that a cell may have, in increasing order.
    ///
    /// # Panics
    /// If the row or the column is above 8.
    pub fn digits(&self, row: usize, column: usize) -> impl Iterator<Item = Digit> {
        let digits = self.digits[index(row, column)];
        Digit::all().filter(move |&digit| digits & bit(digit) != 0)
    }

    /// Adds a digit to a cell.
    ///
    /// # Panics
    /// If the row or the column is above 8.
    pub fn insert(&mut self, row: usize, column: usize, digit: Digit) {
        self.digits[index(row, column)] |= bit(digit);
    }

    /// Removes a digit from a cell.
    ///
    /// # Panics
    /// If the row or the column is above 8.
    pub fn remove(&mut self, row: usize, column: usize, digit: Digit) {
        self.digits[index(row, column)] &= !bit(digit);
    }

    /// Iterates over the options of [the exact cover](super::problem()) that are not candidates.
    /// The solutions are the covers without these options.
    pub fn excluded(&self) -> impl Iterator<Item = OptionId> {
        let digits = self.digits;
        (0..OPTIONS)
            .filter(move |option| digits[option / 9] >> (option % 9) & 1 == 0)
            .map(|option| OptionId::new(option as u32))
    }

    /// Returns a grid with the cells that may have only one digit.
    #[must_use]
    pub fn singles(&self) -> Grid {
        let mut grid = Grid::EMPTY;
        for (cell, digits) in self.digits.iter().enumerate() {
            if digits.is_power_of_two() {
                grid.set_digit(cell, Digit::new(digits.trailing_zeros() as u8 + 1));
            }
        }
        grid
    }

    /// Returns the puzzle with clues that has these candidates, or `None` if there is none: for
    /// example, because a cell lacks digits that no clue excludes.
    ///
    /// If the candidates are the [pencil marks](Grid::pencil_marks) of some clues, the puzzle has
    /// these clues. Any other cell with a single mark is empty if an empty cell in its houses has
    /// this mark too. Otherwise the mark is a clue, which the other clues imply.
    ///
    /// If the candidates are not pencil marks, all [singles](Self::singles) are clues. Each other
    /// cell must have a candidate, and may lack only digits of the clues in its houses.
    ///
    /// ```
    /// use quadrille::sudoku::{Candidates, Digit, Grid};
    /// let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// let mut candidates = Candidates::from(&puzzle);
    /// assert_eq!(candidates.to_grid(), Some(puzzle));
    /// candidates.remove(0, 0, Digit::new(7).ok_or("not a digit")?); // there is a 7 in row 1
    /// assert_eq!(candidates.to_grid(), Some(puzzle));
    /// candidates.remove(0, 0, Digit::new(9).ok_or("not a digit")?);
    /// assert_eq!(candidates.to_grid(), None);
    /// assert_eq!(puzzle.pencil_marks().to_grid(), Some(puzzle)); // r3c1 has the mark 7 only
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_grid(&self) -> Option<Grid> {
        let placed = self.placed();
        if placed.pencil_marks() == *self {
            return Some(placed);
        }
        let grid = self.singles();
        let seen = seen_in(&grid);
        let is_explained = |(&digits, &seen): (&u16, &u16)| {
            digits.is_power_of_two() || (digits != 0 && digits | seen == ALL)
        };
        self.digits.iter().zip(&seen).all(is_explained).then_some(grid)
    }

    /// Returns the largest set of singles such that no cell outside the set both sees a single of
    /// the set and has the digit of that single. If the candidates are the pencil marks of a grid,
    /// the set has all clues of the grid, even two that contradict each other, and no larger set of
    /// clues has these pencil marks.
    fn placed(&self) -> Grid {
        let mut grid = self.singles();
        loop {
            let before = grid;
            for house in &HOUSES {
                let cells = || house.iter().map(|&cell| usize::from(cell));
                let open = cells().filter(|&cell| grid.digit(cell).is_none());
                let open = open.fold(0, |open, cell| open | self.digits[cell]);
                for cell in cells().filter(|&cell| self.digits[cell] & !open == 0) {
                    grid.set_digit(cell, None);
                }
            }
            if grid == before {
                return grid;
            }
        }
    }

    pub(super) fn allow(&self, grid: &Grid) -> bool {
        grid.cells()
            .zip(self.digits)
            .all(|(digit, digits)| digit.is_some_and(|digit| digits & bit(digit) != 0))
    }
}

impl Grid {
    /// Returns the pencil marks of the grid: for a cell with a digit, this digit; for an empty
    /// cell, the digits that no other cell of its houses has. Only digits of the grid exclude
    /// marks: an empty cell may have a single mark that other cells of its houses have too. It may
    /// have no mark if the grid has no solution.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
    /// let marks = puzzle.pencil_marks();
    /// assert_eq!(marks.digits(0, 0).map(|digit| digit.get()).collect::<Vec<_>>(), [3, 8, 9]);
    /// assert_eq!(marks.digits(0, 2).map(|digit| digit.get()).collect::<Vec<_>>(), [5]);
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub fn pencil_marks(&self) -> Candidates {
        let seen = seen_in(self);
        let digits = filled(0, |cell| self.digit(cell).map_or(ALL & !seen[cell], bit));
        Candidates { digits }
    }
}

/// Gives a cell with a clue only that digit, and an empty cell all nine.
impl From<&Grid> for Candidates {
    fn from(grid: &Grid) -> Self {
        Self { digits: filled(0, |cell| grid.digit(cell).map_or(ALL, bit)) }
    }
}

/// Returns, for each cell, the digits in its houses.
fn seen_in(grid: &Grid) -> [u16; 81] {
    let mut seen = [0_u16; 81];
    for house in &HOUSES {
        let digits = house.iter().filter_map(|&cell| grid.digit(cell.into()));
        let digits = digits.fold(0, |set, digit| set | bit(digit));
        house.iter().for_each(|&cell| seen[usize::from(cell)] |= digits);
    }
    seen
}

pub(super) fn bit(digit: Digit) -> u16 {
    1 << digit.index()
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            let place = |at: usize| match self.digits[at / 9] >> (at % 9) & 1 {
                0 => '.',
                _ => char::from(b'1' + (at % 9) as u8),
            };
            return f.pad(&(0..OPTIONS).map(place).collect::<String>());
        }
        let widths: [usize; 9] = std::array::from_fn(|column| {
            let widths = (0..9).map(|row| self.digits[9 * row + column].count_ones() as usize);
            widths.max().unwrap_or_default().max(1)
        });
        let line: String = widths
            .chunks(3)
            .map(|widths| format!("+{}", "-".repeat(widths.iter().sum::<usize>() + 4)))
            .collect();
        for row in 0..9 {
            if row % 3 == 0 {
                writeln!(f, "{line}+")?;
            }
            for (column, width) in widths.into_iter().enumerate() {
                let bar = if column % 3 == 0 { "| " } else { "" };
                let group: String =
                    self.digits(row, column).map(|digit| digit.to_string()).collect();
                write!(f, "{bar}{group:width$} ")?;
            }
            f.write_str("|\n")?;
        }
        write!(f, "{line}+")
    }
}

impl fmt::Debug for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Candidates({self})")
    }
}
