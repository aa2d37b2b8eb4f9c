//! Polyiamonds that fill a board of triangles (TAOCP 7.2.2.1, exercises on polyiamonds).
//!
//! A cell is a triangle, given by its row and its column. It points up if their sum is even, and
//! down otherwise. The neighbours of a triangle are the previous one and the next one in its row,
//! and the one below it if it points up, or above it if it points down.
//!
//! The primary items are the pieces, if each is used once, and the cells, `r1c1`. An option is one
//! placement of a piece. Rotations and reflections of a solution count as different solutions.

mod board;
mod shape;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use super::lattice::orientations;
use super::tiling::Uses;
use super::{Drawn, Picture, Puzzle};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

pub use super::polyomino::Sides;
pub use board::{Board, BoardError, MAX_CELLS};
pub use shape::{Shape, ShapeSet};
use shape::{Triangles, cell, triangle};

/// A triangle, given by its row and its column. For a cell of a Sudoku, see
/// [`sudoku::logic::Cell`](crate::sudoku::logic::Cell).
pub type Cell = [usize; 2];

/// Pieces of triangles and the board to fill.
///
/// ```
/// use quadrille::puzzle::polyiamond::{Polyiamonds, ShapeSet, Sides};
/// use quadrille::puzzle::{Puzzle, Uses};
/// let shapes = "diamonds".parse::<ShapeSet>()?.shapes(Sides::Free);
/// let puzzle = Polyiamonds::new(shapes, Sides::Free, Uses::Unlimited, "hexagon-2".parse()?)?;
/// assert_eq!(puzzle.solutions().count(), 20); // MacMahon's formula for plane partitions
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polyiamonds {
    board: Board,
    uses: Uses,
    /// The number of the piece, its name, and the numbers of its cells.
    model: Model<(usize, String, Vec<usize>)>,
}

impl Polyiamonds {
    /// Returns the puzzle of filling this board with these shapes in any rotation, and reflected if
    /// `sides` allows it.
    ///
    /// # Errors
    /// [`PolyiamondError`] if there are too many placements. If each shape must be used once, also
    /// if two shapes have the same name, or if all shapes together have more or fewer triangles
    /// than the board.
    pub fn new(
        shapes: Vec<Shape>,
        sides: Sides,
        uses: Uses,
        board: Board,
    ) -> Result<Self, PolyiamondError> {
        let pieces = shapes.iter().map(|shape| shape.triangles.len()).sum();
        if uses == Uses::Once && pieces != board.cells.len() {
            return Err(PolyiamondError::Area { pieces, board: board.cells.len() });
        }
        let name = |[row, column]: Cell| format!("r{}c{}", row + 1, column + 1);
        let numbers: BTreeMap<Cell, usize> =
            board.cells.iter().enumerate().map(|(number, &cell)| (cell, number)).collect();
        let mut builder = Model::builder();
        if uses == Uses::Once {
            builder.primary(shapes.iter().map(Shape::name))?;
        }
        builder.primary(board.cells.iter().map(|&cell| name(cell)))?;
        for (piece, shape) in shapes.iter().enumerate() {
            for orientation in orientations::<Triangles>(&shape.triangles, sides) {
                let first = orientation[0];
                for &corner in &board.cells {
                    // The cell of the board that the first triangle of the piece takes.
                    let to = triangle(corner);
                    if to.iter().sum::<i32>() != first.iter().sum::<i32>() {
                        continue;
                    }
                    let placed = orientation.iter().map(|&triangle| {
                        let [row, column] = cell(std::array::from_fn(|axis| {
                            triangle[axis] - first[axis] + to[axis]
                        }));
                        let cell = [usize::try_from(row).ok()?, usize::try_from(column).ok()?];
                        numbers.get(&cell).copied()
                    });
                    let Some(cells) = placed.collect::<Option<Vec<usize>>>() else { continue };
                    let mut items: Vec<String> =
                        cells.iter().map(|&number| name(board.cells[number])).collect();
                    if uses == Uses::Once {
                        items.insert(0, shape.name.clone());
                    }
                    builder.option((piece, shape.name.clone(), cells), &items)?;
                }
            }
        }
        Ok(Self { board, uses, model: builder.build()? })
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Puzzle for Polyiamonds {
    type Solution = Filling;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Filling {
        let mut placed: Vec<_> = cover.iter().map(|&option| self.model.value(option)).collect();
        placed.sort_by_key(|(_, _, cells)| cells.iter().min());
        let pieces = placed.into_iter().enumerate().map(|(at, (piece, name, cells))| Piece {
            name: name.clone(),
            // A piece that is used once has the same color in all solutions.
            color: if self.uses == Uses::Once { *piece } else { at } as u32,
            cells: cells.iter().map(|&number| self.board.cells[number]).collect(),
        });
        Filling { pieces: pieces.collect() }
    }
}

/// A board of triangles filled with pieces. Displays as a line for each row, with the names of the
/// pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    name: String,
    color: u32,
    cells: Vec<Cell>,
}

impl Filling {
    /// Iterates over the pieces in the order of their first cells, each with its name and its
    /// cells.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (&str, &[Cell])> {
        self.pieces.iter().map(|piece| (&*piece.name, &*piece.cells))
    }
}

impl Drawn for Filling {
    fn picture(&self) -> Picture {
        let cells = || self.pieces.iter().flat_map(|piece| &piece.cells);
        let rows = cells().map(|[row, _]| row + 1).max().unwrap_or(0);
        let columns = cells().map(|[_, column]| column + 1).max().unwrap_or(0);
        let mut picture = Picture::triangular(rows, columns);
        for piece in &self.pieces {
            for &[row, column] in &piece.cells {
                picture.set(row, column, piece.color, &piece.name);
            }
        }
        picture
    }
}

impl fmt::Display for Filling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().fmt(f)
    }
}

/// The reason why shapes and a board do not make a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolyiamondError {
    /// Each shape must be used once, but all shapes together have more or fewer triangles than the
    /// board.
    Area {
        /// The number of triangles of all shapes.
        pieces: usize,
        /// The number of triangles of the board.
        board: usize,
    },
    /// Two shapes have the same name, or there are too many placements.
    Problem(BuildError),
}

impl fmt::Display for PolyiamondError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Area { pieces, board } => write!(
                f,
                "the shapes have {pieces} triangles and the board has {board}: used once each, they \
                 cannot fill it; take another board, or use them without limit"
            ),
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl Error for PolyiamondError {}

impl From<BuildError> for PolyiamondError {
    fn from(error: BuildError) -> Self {
        Self::Problem(error)
    }
}
