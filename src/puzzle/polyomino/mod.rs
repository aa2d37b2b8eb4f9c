//! Polyominoes that fill a board (TAOCP 7.2.2.1, the discussion of pentominoes).
//!
//! - [`ShapeSet`], [`parse_shapes`]: the pieces, generated or drawn.
//! - [`Board`]: what they fill.
//! - [`Polyominoes`]: the puzzle. Its items are the pieces, named as they are, if each is used once, and the cells,
//!   `r1c1`...; an option lays down a piece.
//!
//! All solutions are counted, also those that are another one turned or turned over.

mod board;
mod shapes;

use std::error::Error as StdError;
use std::fmt;

use super::tiling::{self, Placement};
use super::{Drawn, Picture, Puzzle, Uses};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

pub use board::{Board, BoardError};
pub use shapes::{Shape, ShapeError, ShapeSet, Sides, UnknownSet, parse_shapes};

/// Pieces and the board that they are to fill.
///
/// ```
/// use quadrille::puzzle::polyomino::{Polyominoes, ShapeSet, Sides};
/// use quadrille::puzzle::{Puzzle, Uses};
/// let shapes = ShapeSet::Trominoes.shapes(Sides::Free);
/// let puzzle = Polyominoes::new(shapes, Sides::Free, Uses::Once, "2x3".parse()?);
/// assert_eq!(puzzle?.solutions().count(), 0);
/// let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
/// let puzzle = Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, "2x3".parse()?)?;
/// assert_eq!(puzzle.solutions().count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polyominoes {
    shapes: Vec<Shape>,
    board: Board,
    uses: Uses,
    model: Model<Placement>,
}

impl Polyominoes {
    /// The puzzle to fill this board with these shapes, each turned at will, and turned over if `sides` allows it.
    ///
    /// # Errors
    /// [`Error`].
    pub fn new(shapes: Vec<Shape>, sides: Sides, uses: Uses, board: Board) -> Result<Self, Error> {
        if shapes.is_empty() {
            return Err(Error::NoShapes);
        }
        let pieces = shapes.iter().map(|shape| shape.cells().len()).sum();
        let cells = board.cells().count();
        if uses == Uses::Once && pieces != cells {
            return Err(Error::Area { pieces, board: cells });
        }
        // The cells by number, holes left out.
        let mut numbers = vec![None; board.rows() * board.columns()];
        for (number, (row, column)) in (0..).zip(board.cells()) {
            numbers[row * board.columns() + column] = Some(number);
        }
        let ways = |shape: &Shape| {
            let mut ways = Vec::new();
            for cells in shape.orientations(sides) {
                for top in 0..board.rows() {
                    for left in 0..board.columns() {
                        let number = |&(row, column): &(usize, usize)| {
                            let inside = board.contains(top + row, left + column);
                            if inside { numbers[(top + row) * board.columns() + left + column] } else { None }
                        };
                        ways.extend(cells.iter().map(number).collect::<Option<Box<[u32]>>>());
                    }
                }
            }
            ways
        };
        let names = board.cells().map(|(row, column)| format!("r{}c{}", row + 1, column + 1));
        let model = tiling::model(names, shapes.iter().map(|shape| (shape.name(), ways(shape))), uses)?;
        Ok(Self { shapes, board, uses, model })
    }

    /// The pieces.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// What they fill.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Puzzle for Polyominoes {
    type Solution = Filling;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Filling {
        let cells: Vec<_> = self.board.cells().collect();
        let placed = tiling::placements(&self.model, cover).into_iter().enumerate().map(|(number, placement)| Piece {
            name: self.shapes[placement.piece].name().to_owned(),
            cells: placement.cells.iter().map(|&cell| cells[cell as usize]).collect(),
            // A piece that is used once has the same color in all solutions.
            region: if self.uses == Uses::Once { placement.piece } else { number } as u32,
        });
        Filling { rows: self.board.rows(), columns: self.board.columns(), pieces: placed.collect() }
    }
}

/// A board filled with pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling {
    rows: usize,
    columns: usize,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    name: String,
    cells: Vec<(usize, usize)>,
    region: u32,
}

impl Filling {
    /// The pieces, each with its name and its cells by row and column, in the order of their first cells.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (&str, &[(usize, usize)])> {
        self.pieces.iter().map(|piece| (&*piece.name, &*piece.cells))
    }
}

impl Drawn for Filling {
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(self.rows, self.columns);
        for piece in &self.pieces {
            for &(row, column) in &piece.cells {
                picture.set(row, column, piece.region, &piece.name);
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

/// Why shapes and a board are no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no shape.
    NoShapes,
    /// Each shape is to be used once, and together they have more cells than the board, or fewer.
    Area {
        /// The cells of all shapes.
        pieces: usize,
        /// The cells of the board.
        board: usize,
    },
    /// Two shapes have the same name, or there are too many ways to lay them down.
    Problem(BuildError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShapes => f.write_str("no shapes: give one at least"),
            Self::Area { pieces, board } => write!(
                f,
                "the shapes have {pieces} cells and the board has {board}: used once each they cannot fill it; \
                 take another board, or use them without limit"
            ),
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl StdError for Error {}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        Self::Problem(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(shapes: &str, uses: Uses, board: &str) -> Result<Polyominoes, Error> {
        Polyominoes::new(parse_shapes(shapes).unwrap(), Sides::Free, uses, Board::drawn(board).unwrap())
    }

    #[test]
    fn a_puzzle_of_two_pieces() {
        let puzzle = puzzle("VV\nV\n\nII", Uses::Once, "###\n#.#").unwrap();
        assert_eq!((puzzle.shapes().len(), puzzle.board().rows()), (2, 2));
        let mut options: Vec<_> =
            puzzle.problem().options().map(|(option, _)| puzzle.problem().option_text(option)).collect();
        options.sort();
        assert_eq!(
            options,
            ["I r1c1 r1c2", "I r1c1 r2c1", "I r1c2 r1c3", "I r1c3 r2c3", "V r1c1 r1c2 r2c1", "V r1c2 r1c3 r2c3"]
        );
        let mut drawings: Vec<_> = puzzle.solutions().map(|solution| solution.to_string()).collect();
        drawings.sort();
        let expected = "
+---+-------+
| I | V   V |
|   +---+   |
| I |   | V |
+---+   +---+";
        assert_eq!(drawings.len(), 2);
        assert_eq!(drawings[0], expected.trim_start());
    }

    #[test]
    fn what_is_no_puzzle() {
        let board = Board::rectangle(2, 2).unwrap();
        let none = Polyominoes::new(Vec::new(), Sides::Free, Uses::Unlimited, board.clone());
        assert_eq!(none.unwrap_err(), Error::NoShapes);
        let area = Error::Area { pieces: 3, board: 4 };
        assert_eq!(puzzle("AAA", Uses::Once, "##\n##").unwrap_err(), area);
        let [shape] = &parse_shapes("AA").unwrap()[..] else { panic!("one shape") };
        let twice = Polyominoes::new(vec![shape.clone(), shape.clone()], Sides::Free, Uses::Once, board);
        assert_eq!(twice.unwrap_err(), Error::Problem(BuildError::DuplicateName("A".into())));
    }
}
