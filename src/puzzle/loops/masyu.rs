//! Masyu: a loop through the centres of cells, and through all circles. The loop goes straight
//! through a white circle and turns in the cell before it, in the cell after it, or in both. It
//! turns at a black circle and goes straight through the cells before and after it (Nikoli 2000).
//!
//! The primary items are the cells, `r1c1`. The secondary items are the pairs of neighbours,
//! `r1c1-r1c2`. An option of a cell with a circle also has the next pair, if there is one, in each
//! of the two directions in which the loop leaves the cell.

use std::fmt;
use std::str::FromStr;

use super::super::{Drawn, Picture, Puzzle, Role, Shade};
use super::{DIRECTIONS, Direction, Edges, Lattice, LoopError, Loops};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// A circle of a board of Masyu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circle {
    /// The loop goes straight, and turns before or after.
    White,
    /// The loop turns, and goes straight before and after.
    Black,
}

/// A board of Masyu.
///
/// [`FromStr`] reads the rows of the board: `o`, `w` or `0` is a white circle, `@`, `b` or `1` is a
/// black one, and `.` is a cell without a circle. The letters may be in upper case.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::loops::masyu::Masyu;
/// let puzzle: Masyu = ".o.\n...\n@.@".parse()?;
/// let solutions: Vec<_> = puzzle.solutions().map(|solution| solution.to_string()).collect();
/// assert_eq!(solutions, ["+---o---+\n|       |\n|   .   |\n|       |\n@-------@"]);
/// # Ok::<(), quadrille::puzzle::loops::LoopError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Masyu {
    circles: Vec<Vec<Option<Circle>>>,
    lattice: Lattice,
    model: Model<Edges>,
}

impl Masyu {
    /// Returns a board without circles. Its solutions are all loops through the centres of cells.
    ///
    /// # Errors
    /// [`LoopError::NoCells`] and [`LoopError::TooLarge`].
    pub fn empty(rows: usize, columns: usize) -> Result<Self, LoopError> {
        Self::of(super::empty(rows, columns)?)
    }

    fn of(circles: Vec<Vec<Option<Circle>>>) -> Result<Self, LoopError> {
        let [rows, columns] = super::size(&circles)?;
        let lattice = Lattice { rows, columns };
        let model =
            model(&circles, lattice).expect("the names are distinct, and the board is small");
        Ok(Self { circles, lattice, model })
    }

    /// Returns the circle of a cell, if it has one. Rows and columns are counted from 0.
    ///
    /// # Panics
    /// If the row or the column is outside the board.
    #[must_use]
    pub fn circle(&self, row: usize, column: usize) -> Option<Circle> {
        self.circles[row][column]
    }
}

fn model(circles: &[Vec<Option<Circle>>], lattice: Lattice) -> Result<Model<Edges>, BuildError> {
    let name = |[row, column]: [usize; 2]| format!("r{}c{}", row + 1, column + 1);
    let edge_names = lattice.edge_names(name);
    let mut builder = Model::builder();
    builder.primary(lattice.points().map(name))?;
    builder.secondary(&edge_names)?;
    for cell in lattice.points() {
        // The edge of the cell in a direction, and the edge of the neighbour there in the same
        // direction.
        let edge = |to: Direction| lattice.edge(cell, to);
        let second = |to: Direction| lattice.edge(lattice.neighbour(cell, to)?, to);
        let circle = circles[cell[0]][cell[1]];
        for taken in 0..16_u32 {
            let is_on = |to: Direction| taken & 1 << to as u32 != 0;
            let own = || DIRECTIONS.into_iter().map(|to| (edge(to), is_on(to)));
            let ways = || DIRECTIONS.into_iter().filter(|&to| is_on(to));
            let is_straight = is_on(Direction::Up) == is_on(Direction::Down);
            let mut add = |edges: &mut dyn Iterator<Item = (Option<usize>, bool)>| {
                super::option(&mut builder, &edge_names, &name(cell), edges)
            };
            match (circle, ways().count(), is_straight) {
                (None, 0 | 2, _) => add(&mut own())?,
                (Some(Circle::Black), 2, false) => {
                    add(&mut own().chain(ways().map(|to| (second(to), true))))?;
                }
                (Some(Circle::White), 2, true) => {
                    // The loop goes straight on in at most one of the two neighbours.
                    for pattern in [[false, false], [false, true], [true, false]] {
                        add(&mut own().chain(ways().map(second).zip(pattern)))?;
                    }
                }
                _ => {}
            }
        }
    }
    builder.build()
}

impl FromStr for Masyu {
    type Err = LoopError;

    fn from_str(text: &str) -> Result<Self, LoopError> {
        let circle = |letter: char| match letter {
            '.' => Some(None),
            'o' | 'O' | 'w' | 'W' | '0' => Some(Some(Circle::White)),
            '@' | 'b' | 'B' | '1' => Some(Some(Circle::Black)),
            _ => None,
        };
        Self::of(super::read(text, "`o` for white, `@` for black, `.` for no circle", circle)?)
    }
}

impl Puzzle for Masyu {
    type Solution = Solution;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Solution {
        let options = cover.iter().map(|&option| self.model.value(option));
        Solution { circles: self.circles.clone(), loops: Loops::new(self.lattice, options) }
    }

    /// True if the cover is one loop.
    fn is_solution(&self, cover: &[OptionId]) -> bool {
        let options = cover.iter().map(|&option| self.model.value(option));
        Loops::new(self.lattice, options).is_one()
    }
}

/// A board of Masyu with its loop. Displays as the loop and the circles, `o` and `@`; `.` is a cell
/// without either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    circles: Vec<Vec<Option<Circle>>>,
    loops: Loops,
}

impl Solution {
    /// Returns the cells of the loop in order, each as its row and its column, from the first cell
    /// of the board that is on the loop.
    #[must_use]
    pub fn cells(&self) -> Vec<[usize; 2]> {
        let start =
            self.loops.lattice.points().find(|&cell| self.loops.has(cell, Direction::Right));
        start.map_or_else(Vec::new, |start| self.loops.through(start))
    }

    fn symbol(&self, cell @ [row, column]: [usize; 2]) -> char {
        let has = |direction| self.loops.has(cell, direction);
        match self.circles[row][column] {
            Some(Circle::White) => 'o',
            Some(Circle::Black) => '@',
            None if has(Direction::Up) && has(Direction::Down) => '|',
            None if has(Direction::Left) && has(Direction::Right) => '-',
            None if DIRECTIONS.into_iter().any(has) => '+',
            None => '.',
        }
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lattice { rows, columns } = self.loops.lattice;
        for row in 0..rows {
            let mut lines = [String::new(), String::new()];
            for column in 0..columns {
                let has = |direction| self.loops.has([row, column], direction);
                lines[0].push(self.symbol([row, column]));
                lines[0].push_str(if has(Direction::Right) { "---" } else { "   " });
                lines[1].push_str(if has(Direction::Down) { "|   " } else { "    " });
            }
            f.write_str(lines[0].trim_end())?;
            if row + 1 < rows {
                write!(f, "\n{}\n", lines[1].trim_end())?;
            }
        }
        Ok(())
    }
}

impl Drawn for Solution {
    fn picture(&self) -> Picture {
        let lattice = self.loops.lattice;
        let mut picture = Picture::new(lattice.rows, lattice.columns);
        for cell @ [row, column] in lattice.points() {
            let label = match self.circles[row][column] {
                Some(Circle::White) => "○",
                Some(Circle::Black) => "●",
                None => "",
            };
            picture.set(row, column, 0, label);
            picture.set_role(row, column, Role::Given);
            picture.shade(row, column, Shade::Paper);
            for direction in [Direction::Right, Direction::Down] {
                if self.loops.has(cell, direction) {
                    let [to_row, to_column] =
                        lattice.neighbour(cell, direction).expect("an edge leads there");
                    picture.join((row, column), (to_row, to_column));
                }
            }
        }
        picture
    }
}
