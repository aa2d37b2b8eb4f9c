//! A puzzle as it was read.

use std::fmt;

use super::{Candidates, Grid};
use crate::search::Cube;

/// A puzzle, and what was said of it where it was read. It displays as 81 characters, or as 729 if it is a Sukaku.
///
/// ```
/// use quadrille::sudoku::{Candidates, Digit, Grid, Puzzle};
/// let mut candidates = Candidates::from(&Grid::EMPTY);
/// candidates.remove(0, 0, Digit::new(5).ok_or("not a digit")?);
/// let puzzle: Puzzle = candidates.to_string().parse()?;
/// assert_eq!(puzzle.candidates.as_deref(), Some(&candidates));
/// assert_eq!(puzzle.to_string(), candidates.to_string());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The clues; of a Sukaku, the cells that may have one digit only.
    pub grid: Grid,
    /// The digits that each cell may have, if the clues do not tell: of a Sukaku.
    pub candidates: Option<Box<Candidates>>,
    /// The solution, if it was given with the puzzle.
    pub solution: Option<Box<Grid>>,
    /// The line it is in, or begins in, counted from 1; 0 if it was not read.
    pub line: u64,
}

impl From<Grid> for Puzzle {
    fn from(grid: Grid) -> Self {
        Self { grid, candidates: None, solution: None, line: 0 }
    }
}

/// A puzzle of clues, if that is what these [stand for](Candidates::to_grid), else a Sukaku.
impl From<Candidates> for Puzzle {
    fn from(candidates: Candidates) -> Self {
        match candidates.to_grid() {
            Some(grid) => Self::from(grid),
            None => Self { candidates: Some(Box::new(candidates)), ..Self::from(candidates.singles()) },
        }
    }
}

impl Puzzle {
    /// The digits that each cell may have: [`candidates`](Self::candidates), or those that the clues stand for.
    #[must_use]
    pub fn to_candidates(&self) -> Candidates {
        self.candidates.as_deref().copied().unwrap_or_else(|| Candidates::from(&self.grid))
    }

    /// Its solutions as a cube of a search on [the exact cover](super::problem()): the covers with its clues, or of a Sukaku those
    /// without the options that it lacks.
    #[must_use]
    pub fn cube(&self) -> Cube {
        match &self.candidates {
            Some(candidates) => Cube::default().without(candidates.excluded()),
            None => self.grid.options().collect(),
        }
    }

    /// Whether a grid is one of its solutions.
    #[must_use]
    pub fn is_solved_by(&self, grid: &Grid) -> bool {
        grid.is_full()
            && grid.clash().is_none()
            && grid.extends(&self.grid)
            && self.candidates.as_ref().is_none_or(|candidates| candidates.allow(grid))
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.candidates {
            Some(candidates) => candidates.fmt(f),
            None => self.grid.fmt(f),
        }
    }
}
