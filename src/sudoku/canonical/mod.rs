//! The canonical form of a puzzle: the least of all equivalent puzzles.
//!
//! Two puzzles are equivalent if a [`Map`] turns one into the other. Read a puzzle as a text of 81
//! characters in which an empty cell is less than any digit. The least text of all equivalent
//! puzzles is the canonical form: two puzzles are equivalent if and only if their canonical forms
//! are equal.
//!
//! The algorithm makes the least grid row by row. It keeps all maps that make the least rows so
//! far, but not one by one. A [`State`] is a set of maps that leaves the order of some columns
//! open, because no row so far depends on it. The names of the digits in these columns are then
//! open too. The row of a state is made from left to right. If the order of some columns matters,
//! the column whose digit can have the least name comes first. The state is split only if several
//! columns can have that name. A row that is greater than the least row so far is dropped
//! immediately.
//!
//! A full grid begins with 2 * 6 states, for transposition and the order of the stacks. After the
//! first row, which is always 123456789, there are 108. About a dozen remain after the second row,
//! and one or two after the third.

mod map;
mod state;

use super::{Digit, Grid};
use crate::arrays::filled;
pub use map::Map;
use state::{Cells, Row, State};

/// The canonical form of a grid, with a map that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The least of all equivalent grids.
    pub grid: Grid,
    /// A map from the grid to its canonical form.
    pub map: Map,
    /// The number of permutations of rows and columns, including transposition, that change only
    /// the names of the grid's digits: 1 for most grids, and 3,359,232 for the empty one.
    pub automorphisms: u64,
}

/// A computation of canonical forms that reuses its memory.
///
/// ```
/// use quadrille::sudoku::{Canonizer, Grid};
/// let mut canonizer = Canonizer::new();
/// let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
/// let canonical = canonizer.canonical(&puzzle);
/// assert_eq!(canonical.map.apply(&puzzle), canonical.grid);
/// assert_eq!(canonizer.canonical(&canonical.grid).grid, canonical.grid);
/// assert_eq!(canonical.automorphisms, 1);
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Canonizer {
    states: Vec<State>,
    next: Vec<State>,
}

impl Canonizer {
    /// Returns a canonizer that has not allocated memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the canonical form of any grid: a puzzle, a solution, or a grid with clashes.
    pub fn canonical(&mut self, grid: &Grid) -> Canonical {
        let cells = cells(grid);
        let transposed = filled([0; 9], |row| filled(0, |column| cells[column][row]));
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        self.states.clear();
        for transposes in [false, true] {
            for order in orders {
                self.states.push(State::new(transposes, order));
            }
        }
        let mut least = Grid::EMPTY;
        for decided in 0..9 {
            let mut row = Row::MOST;
            self.next.clear();
            for state in &self.states {
                let mut olds = state.next_rows(decided);
                while olds != 0 {
                    let old = olds.trailing_zeros() as u8;
                    olds &= olds - 1;
                    let cells = if state.transposes { &transposed } else { &cells };
                    state.extend(cells, old, decided, &mut row, &mut self.next);
                }
            }
            for (column, name) in row.names().into_iter().enumerate() {
                least.set_digit(9 * decided + column, Digit::new(name));
            }
            std::mem::swap(&mut self.states, &mut self.next);
        }
        // Every row was made by some state.
        let first = &self.states[0];
        let digits =
            first.names().map(|name| Digit::new(name).expect("nine names for nine digits"));
        let map = Map::new(first.transposes, first.rows, first.columns, digits)
            .expect("states preserve the rules");
        Canonical { grid: least, map, automorphisms: self.states.iter().map(State::orders).sum() }
    }
}

impl Grid {
    /// Returns the canonical form: the least of all equivalent grids, those that a [`Map`] turns
    /// this grid into. For many grids, use a [`Canonizer`].
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let mut puzzle = Grid::EMPTY;
    /// puzzle.set(2, 3, quadrille::sudoku::Digit::new(5));
    /// assert_eq!(puzzle.canonical().to_string(), format!("{}1", ".".repeat(80)));
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        Canonizer::new().canonical(self).grid
    }

    /// Returns a map that turns this grid into another, or `None` if the two are not equivalent.
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let one: Grid = format!("12{}", ".".repeat(79)).parse()?;
    /// let other: Grid = format!("{}7..3.....", ".".repeat(72)).parse()?;
    /// assert_eq!(one.map_to(&other), None); // not in one box
    /// let other: Grid = format!("{}7........3........", ".".repeat(63)).parse()?;
    /// assert_eq!(one.map_to(&other).ok_or("not equivalent")?.apply(&one), other);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn map_to(&self, other: &Self) -> Option<Map> {
        let mut canonizer = Canonizer::new();
        let [ours, theirs] = [self, other].map(|grid| canonizer.canonical(grid));
        (ours.grid == theirs.grid).then(|| ours.map.then(&theirs.map.inverse()))
    }
}

fn cells(grid: &Grid) -> Cells {
    let bytes = grid.as_bytes();
    filled([0; 9], |row| {
        filled(0, |column| match bytes[9 * row + column] {
            digit @ b'1'..=b'9' => digit - b'0',
            _ => 0,
        })
    })
}
