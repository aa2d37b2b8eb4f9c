//! Slitherlink: a loop along the sides of cells, where the number in a cell is the number of its
//! sides on the loop (Nikoli 1989).
//!
//! The primary items are the points, `p1.1` to `p3.4` for a board of 2x3, and the cells with a
//! number, `r1c1`. The secondary items are the sides of the cells, named by their points,
//! `p1.1-p1.2`.

use std::fmt;
use std::str::FromStr;

use super::super::{Drawn, Picture, Puzzle, Role, Shade};
use super::{DIRECTIONS, Direction, Edges, Lattice, LoopError, Loops};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// A board of Slitherlink.
///
/// [`FromStr`] reads the rows of the board: a digit from 0 to 4, or `.` for a cell without a
/// number.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::loops::slitherlink::Slitherlink;
/// let puzzle: Slitherlink = "31\n..".parse()?;
/// let solutions: Vec<_> = puzzle.solutions().map(|solution| solution.to_string()).collect();
/// assert_eq!(solutions, ["+---+\n| 3 | 1\n|   |\n|   |\n+---+"]);
/// # Ok::<(), quadrille::puzzle::loops::LoopError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Slitherlink {
    clues: Vec<Vec<Option<u8>>>,
    lattice: Lattice,
    model: Model<Edges>,
}

impl Slitherlink {
    /// Returns a board without numbers. Its solutions are all loops of the lattice.
    ///
    /// # Errors
    /// [`LoopError::NoCells`] and [`LoopError::TooLarge`].
    ///
    /// ```
    /// use quadrille::puzzle::Puzzle;
    /// use quadrille::puzzle::loops::slitherlink::Slitherlink;
    /// let puzzle = Slitherlink::empty(3, 3)?;
    /// assert_eq!(puzzle.solutions().count(), 213); // OEIS A140517
    /// # Ok::<(), quadrille::puzzle::loops::LoopError>(())
    /// ```
    pub fn empty(rows: usize, columns: usize) -> Result<Self, LoopError> {
        Self::of(super::empty(rows, columns)?)
    }

    fn of(clues: Vec<Vec<Option<u8>>>) -> Result<Self, LoopError> {
        let [rows, columns] = super::size(&clues)?;
        let lattice = Lattice { rows: rows + 1, columns: columns + 1 };
        let model = model(&clues, lattice).expect("the names are distinct, and the board is small");
        Ok(Self { clues, lattice, model })
    }

    /// Returns the number of a cell, if it has one. Rows and columns are counted from 0.
    ///
    /// # Panics
    /// If the row or the column is outside the board.
    #[must_use]
    pub fn clue(&self, row: usize, column: usize) -> Option<u8> {
        self.clues[row][column]
    }
}

fn model(clues: &[Vec<Option<u8>>], lattice: Lattice) -> Result<Model<Edges>, BuildError> {
    let point_name = |[row, column]: [usize; 2]| format!("p{}.{}", row + 1, column + 1);
    let edge_names = lattice.edge_names(point_name);
    let cells = clues.iter().enumerate().flat_map(|(row, clues)| {
        let clues = clues.iter().enumerate();
        clues.filter_map(move |(column, clue)| clue.map(|clue| ([row, column], clue)))
    });
    let cell_name = |[row, column]: [usize; 2]| format!("r{}c{}", row + 1, column + 1);
    let mut builder = Model::builder();
    builder.primary(lattice.points().map(point_name))?;
    builder.primary(cells.clone().map(|(cell, _)| cell_name(cell)))?;
    builder.secondary(&edge_names)?;
    for point in lattice.points() {
        for taken in 0..16_u32 {
            if matches!(taken.count_ones(), 0 | 2) {
                let edges = DIRECTIONS.into_iter().enumerate();
                let edges = edges.map(|(at, to)| (lattice.edge(point, to), taken & 1 << at != 0));
                super::option(&mut builder, &edge_names, &point_name(point), edges)?;
            }
        }
    }
    for (cell @ [row, column], clue) in cells {
        let corner = [row + 1, column + 1];
        let sides = [
            lattice.edge(cell, Direction::Right),
            lattice.edge(cell, Direction::Down),
            lattice.edge(corner, Direction::Up),
            lattice.edge(corner, Direction::Left),
        ];
        for taken in (0..16_u32).filter(|taken| taken.count_ones() == u32::from(clue)) {
            let edges =
                sides.into_iter().enumerate().map(|(at, side)| (side, taken & 1 << at != 0));
            super::option(&mut builder, &edge_names, &cell_name(cell), edges)?;
        }
    }
    builder.build()
}

impl FromStr for Slitherlink {
    type Err = LoopError;

    fn from_str(text: &str) -> Result<Self, LoopError> {
        let clue = |letter: char| match letter {
            '.' => Some(None),
            '0'..='4' => Some(Some(letter as u8 - b'0')),
            _ => None,
        };
        Self::of(super::read(text, "a digit from 0 to 4, or `.` for none", clue)?)
    }
}

impl Puzzle for Slitherlink {
    type Solution = Solution;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Solution {
        let options = cover.iter().map(|&option| self.model.value(option));
        Solution { clues: self.clues.clone(), loops: Loops::new(self.lattice, options) }
    }

    /// True if the cover is one loop.
    fn is_solution(&self, cover: &[OptionId]) -> bool {
        let options = cover.iter().map(|&option| self.model.value(option));
        Loops::new(self.lattice, options).is_one()
    }
}

/// A board of Slitherlink with its loop. Displays as the loop and the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    clues: Vec<Vec<Option<u8>>>,
    loops: Loops,
}

impl Solution {
    /// Returns true for each cell inside the loop and false for the others, row by row.
    #[must_use]
    pub fn inside(&self) -> Vec<Vec<bool>> {
        let rows = self.clues.iter().enumerate().map(|(row, clues)| {
            let mut is_inside = false;
            let cells = (0..clues.len()).map(|column| {
                is_inside ^= self.loops.has([row, column], Direction::Down);
                is_inside
            });
            cells.collect()
        });
        rows.collect()
    }
}

impl Drawn for Solution {
    /// Draws the loop as the border of the cells inside.
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.clues.len(), self.clues[0].len());
        picture.surround(0);
        for (row, inside) in self.inside().into_iter().enumerate() {
            for (column, is_inside) in inside.into_iter().enumerate() {
                let clue = self.clues[row][column].map(|clue| clue.to_string());
                picture.set(row, column, is_inside.into(), clue.unwrap_or_default());
                picture.set_role(row, column, Role::Given);
                picture.shade(row, column, if is_inside { Shade::First } else { Shade::Paper });
            }
        }
        picture
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().fmt(f)
    }
}
