//! Polycubes that fill a box (TAOCP 7.2.2.1, exercises on the Soma cube).
//!
//! - [`soma`], [`parse_shapes`]: the pieces, generated or drawn layer by layer.
//! - [`Space`]: the box.
//! - [`Polycubes`]: the puzzle. Its items are the pieces, named as they are, if each is used once, and the cells,
//!   `l1r1c1`... by layer, row and column; an option puts down a piece.
//!
//! Pieces are turned and never reflected. All solutions are counted, also those that are another one turned or reflected.

mod shapes;
mod space;

use std::error::Error as StdError;
use std::fmt;

use super::tiling::{self, Placement};
use super::{Drawn, Picture, Puzzle, Uses};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

pub use shapes::{Shape, ShapeError, parse_shapes, soma};
pub use space::{Space, SpaceError};

/// Pieces and the box that they are to fill.
///
/// ```
/// use quadrille::puzzle::polycube::{Polycubes, soma};
/// use quadrille::puzzle::{Puzzle, Uses};
/// let puzzle = Polycubes::new(soma(), Uses::Once, "3x3x3".parse()?)?;
/// let solution = puzzle.solutions().next().ok_or("none")?;
/// assert_eq!(solution.pieces().len(), 7);
/// println!("{solution}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polycubes {
    shapes: Vec<Shape>,
    space: Space,
    uses: Uses,
    model: Model<Placement>,
}

impl Polycubes {
    /// The puzzle to fill this box with these shapes, each turned at will.
    ///
    /// # Errors
    /// [`Error`].
    pub fn new(shapes: Vec<Shape>, uses: Uses, space: Space) -> Result<Self, Error> {
        if shapes.is_empty() {
            return Err(Error::NoShapes);
        }
        let pieces = shapes.iter().map(|shape| shape.cells().len()).sum();
        let cells = space.cells().count();
        if uses == Uses::Once && pieces != cells {
            return Err(Error::Volume { pieces, space: cells });
        }
        let ways = |shape: &Shape| {
            let mut ways = Vec::new();
            for cells in shape.orientations() {
                for corner in space.cells() {
                    let number =
                        |cell: &[usize; 3]| space.number([0, 1, 2].map(|axis| corner[axis].saturating_add(cell[axis])));
                    if let Some(mut numbers) = cells.iter().map(number).collect::<Option<Box<[u32]>>>() {
                        numbers.sort_unstable();
                        ways.push(numbers);
                    }
                }
            }
            ways
        };
        let names = space.cells().map(|cell| {
            let [layer, row, column] = cell.map(|coordinate| coordinate + 1);
            format!("l{layer}r{row}c{column}")
        });
        let model = tiling::model(names, shapes.iter().map(|shape| (shape.name(), ways(shape))), uses)?;
        Ok(Self { shapes, space, uses, model })
    }

    /// The pieces.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// What they fill.
    #[must_use]
    pub fn space(&self) -> Space {
        self.space
    }
}

impl Puzzle for Polycubes {
    type Solution = Packing;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Packing {
        let cells: Vec<_> = self.space.cells().collect();
        let placed = tiling::placements(&self.model, cover).into_iter().enumerate().map(|(number, placement)| Piece {
            name: self.shapes[placement.piece].name().to_owned(),
            cells: placement.cells.iter().map(|&cell| cells[cell as usize]).collect(),
            // A piece that is used once has the same color in all solutions.
            region: if self.uses == Uses::Once { placement.piece } else { number } as u32,
        });
        Packing { space: self.space, pieces: placed.collect() }
    }
}

/// A box filled with pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    space: Space,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    name: String,
    cells: Vec<[usize; 3]>,
    region: u32,
}

impl Packing {
    /// The pieces, each with its name and its cells by layer, row and column, in the order of their first cells.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (&str, &[[usize; 3]])> {
        self.pieces.iter().map(|piece| (&*piece.name, &*piece.cells))
    }
}

impl Drawn for Packing {
    /// The layers side by side.
    fn picture(&self) -> Picture {
        let [layers, rows, columns] = self.space.sides();
        let mut picture = Picture::new(rows, layers * (columns + 1) - 1);
        for piece in &self.pieces {
            for &[layer, row, column] in &piece.cells {
                picture.set(row, layer * (columns + 1) + column, piece.region, &piece.name);
            }
        }
        picture
    }
}

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().fmt(f)
    }
}

/// Why shapes and a box are no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// There is no shape.
    NoShapes,
    /// Each shape is to be used once, and together they have more cells than the box, or fewer.
    Volume {
        /// The cells of all shapes.
        pieces: usize,
        /// The cells of the box.
        space: usize,
    },
    /// Two shapes have the same name, or there are too many ways to put them down.
    Problem(BuildError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShapes => f.write_str("no shapes: give one at least"),
            Self::Volume { pieces, space } => write!(
                f,
                "the shapes have {pieces} cells and the box has {space}: used once each they cannot fill it; \
                 take another box, or use them without limit"
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

    #[test]
    fn layers_are_drawn_side_by_side() {
        let shapes = parse_shapes("PP P.\nP. ..\n\n.. .Q\n.Q QQ").unwrap();
        let puzzle = Polycubes::new(shapes, Uses::Once, "2x2x2".parse().unwrap()).unwrap();
        assert_eq!((puzzle.shapes().len(), puzzle.space().sides()), (2, [2, 2, 2]));
        // The tripod has eight orientations, and the other one is what it leaves.
        assert_eq!(puzzle.solutions().count(), 8);
        let mut drawings: Vec<_> = puzzle.solutions().map(|solution| solution.to_string()).collect();
        drawings.sort();
        let expected = "
+-------+   +---+---+
| P   P |   | P | Q |
|   +---+   +---+   |
| P | Q |   | Q   Q |
+---+---+   +-------+";
        assert!(drawings.contains(&expected.trim_start().to_owned()), "{}", drawings[0]);
        assert_eq!(puzzle.problem().name(crate::ItemId::new(2)), Some("l1r1c1"));
    }

    #[test]
    fn what_is_no_puzzle() {
        let space: Space = "2x2x7".parse().unwrap();
        assert_eq!(Polycubes::new(Vec::new(), Uses::Unlimited, space).unwrap_err(), Error::NoShapes);
        let error = Polycubes::new(soma(), Uses::Once, space).unwrap_err();
        assert_eq!(error, Error::Volume { pieces: 27, space: 28 });
    }
}
