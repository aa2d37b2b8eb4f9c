//! The tables of a puzzle: see [`Tables`].

use super::Puzzle;
use crate::engine::bands::Tables;

impl Puzzle {
    /// Returns the tables of the puzzle. They count all its solutions, and find any solution by its
    /// number.
    ///
    /// ```
    /// use quadrille::search::Step;
    /// use quadrille::sudoku::{Grid, Puzzle};
    /// let puzzle: Puzzle = "027800061000030008910005420500016030000970200070000096700000080006027000030480007".parse()?;
    /// let mut tables = puzzle.tables();
    /// while tables.advance(1000) == Step::Paused {}
    /// let solutions = tables.count().ok_or("not finished")?;
    /// assert_eq!(solutions, puzzle.solutions().count() as u128);
    /// assert!(tables.nth(solutions - 1).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tables(&self) -> Tables {
        Tables::new(&self.to_candidates().bits())
    }
}
