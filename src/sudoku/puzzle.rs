//! A puzzle with the data from its source.

use std::fmt;

use super::{Candidates, Digit, Grid};
use crate::engine::bands::Tables;
use crate::puzzle::{Drawn, Mark, Picture, Role, Shade};
use crate::search::Cube;

/// A Sudoku or a Sukaku (a puzzle given as candidates), with the data that its source gives about
/// it. It displays as 81 characters, or as 729 if it is a Sukaku.
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
    /// The clues, or, in a Sukaku, the cells that may have only one digit.
    pub grid: Grid,
    /// The digits that each cell may have, if the puzzle is a Sukaku.
    pub candidates: Option<Box<Candidates>>,
    /// The solution, if it is given in a table or a JSON object with the puzzle.
    pub solution: Option<Box<Grid>>,
    /// The line in which the puzzle begins, counted from 1; 0 if it was not read from text.
    pub line: u64,
}

impl From<Grid> for Puzzle {
    fn from(grid: Grid) -> Self {
        Self { grid, candidates: None, solution: None, line: 0 }
    }
}

/// Makes a puzzle of clues if clues can [represent](Candidates::to_grid) the candidates, and a
/// Sukaku otherwise.
impl From<Candidates> for Puzzle {
    fn from(candidates: Candidates) -> Self {
        match candidates.to_grid() {
            Some(grid) => Self::from(grid),
            None => {
                Self { candidates: Some(Box::new(candidates)), ..Self::from(candidates.singles()) }
            }
        }
    }
}

impl Puzzle {
    /// Returns the digits that each cell may have: the [`candidates`](Self::candidates), or else
    /// the digit of each clue and all nine digits for each empty cell.
    #[must_use]
    pub fn to_candidates(&self) -> Candidates {
        self.candidates.as_deref().copied().unwrap_or_else(|| Candidates::from(&self.grid))
    }

    /// Returns the pencil marks: the [`candidates`](Self::candidates), or those that the clues
    /// [leave](Grid::pencil_marks).
    #[must_use]
    pub fn pencil_marks(&self) -> Candidates {
        self.candidates.as_deref().copied().unwrap_or_else(|| self.grid.pencil_marks())
    }

    /// Returns the [tables](Tables) of the puzzle. They count all its solutions, and find any
    /// solution by its number.
    #[must_use]
    pub fn tables(&self) -> Tables {
        Tables::new(&self.to_candidates().bits())
    }

    /// Returns the solutions of the puzzle as a cube of a search on [the exact
    /// cover](super::problem()): the covers with the options of its clues, or, for a Sukaku, the
    /// covers without the options that are not candidates.
    #[must_use]
    pub fn cube(&self) -> Cube {
        let mut cube = Cube::default();
        self.cube_into(&mut cube);
        cube
    }

    pub(super) fn cube_into(&self, cube: &mut Cube) {
        match &self.candidates {
            Some(candidates) => {
                cube.chosen.clear();
                cube.excluded.clear();
                cube.excluded.extend(candidates.excluded());
            }
            None => self.grid.cube_into(cube),
        }
    }

    /// True if a grid is a solution of the puzzle.
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

pub(super) fn mark(digit: Digit, role: Role) -> Mark {
    Mark { text: digit.to_string(), place: digit.index(), role }
}

/// Draws the clues, and the other digits of the field `solution` if it is set. If not, a Sukaku
/// shows its candidates. Other cells are blank.
///
/// ```
/// use quadrille::puzzle::Drawn;
/// use quadrille::sudoku::{Grid, Puzzle};
/// let mut grid = Grid::EMPTY;
/// grid.set(0, 0, quadrille::sudoku::Digit::new(7));
/// let drawing = Puzzle::from(grid).picture().to_string();
/// assert_eq!(drawing.matches(|c: char| c.is_ascii_digit()).count(), 1);
/// ```
impl Drawn for Puzzle {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(9, 9);
        let digits = self.solution.as_deref().unwrap_or(&self.grid);
        for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
            let region = (row / 3 * 3 + column / 3) as u32;
            if let Some(digit) = digits.get(row, column) {
                let is_given = self.grid.get(row, column).is_some();
                picture.set(row, column, region, digit.to_string());
                picture.set_role(row, column, if is_given { Role::Given } else { Role::Found });
            } else if let Some(candidates) = &self.candidates {
                let marks = candidates.digits(row, column);
                picture.set_marks(row, column, region, marks.map(|d| mark(d, Role::Plain)));
            } else {
                picture.set(row, column, region, "");
            }
            picture.shade(row, column, Shade::Paper);
        }
        picture
    }
}
