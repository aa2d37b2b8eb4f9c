//! Pieces that fill a region, in two dimensions ([`polyomino`](super::polyomino)) or in three
//! ([`polycube`](super::polycube)), as exact covers.
//!
//! Each cell of the region is a primary item, named by layer, row and column, `r1c1` or `l1r1c1`.
//! If each piece is used once, the pieces are primary items too. An option is one placement of a
//! piece. Solutions that a symmetry of the region maps to each other count as different.

mod region;
mod shape;

use std::error::Error as StdError;
use std::fmt;

use super::{Drawn, Picture, Puzzle};
use crate::counted;
use crate::ids::{ItemId, OptionId};
use crate::problem::{BuildError, Model, Problem};

pub use region::{Region, RegionError};
pub(super) use shape::{Cells, all_of_size, canonical, mirrored, orientations, parse};
pub use shape::{Shape, ShapeError};

/// The number of uses of each piece of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Uses {
    /// Once.
    #[default]
    Once,
    /// Any number of times, or never.
    Unlimited,
}

/// Pieces of `D` dimensions and the region to fill.
#[derive(Clone, Debug)]
pub struct Tiling<const D: usize> {
    shapes: Vec<Shape<D>>,
    region: Region<D>,
    uses: Uses,
    model: Model<Placement>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Placement {
    piece: usize,
    /// The numbers of the cells, ascending.
    cells: Box<[u32]>,
}

impl<const D: usize> Tiling<D> {
    /// Returns the puzzle of filling this region with these shapes, in any rotation, and reflected
    /// if that is allowed.
    ///
    /// # Errors
    /// [`TilingError`] if there is no shape or there are too many placements. If each shape is used
    /// once, also for two shapes with the same name, and for shapes that together have more or
    /// fewer cells than the region.
    pub(super) fn of(
        shapes: Vec<Shape<D>>,
        is_reflected: bool,
        uses: Uses,
        region: Region<D>,
    ) -> Result<Self, TilingError> {
        if shapes.is_empty() {
            return Err(TilingError::NoShapes);
        }
        let pieces = shapes.iter().map(|shape| shape.cells().len()).sum();
        let cells = region.cells().count();
        if uses == Uses::Once && pieces != cells {
            return Err(TilingError::Volume { pieces, region: cells, dimensions: D });
        }
        let mut builder = Model::builder();
        let mut first_cell = 0;
        if uses == Uses::Once {
            // The pieces come before the cells: the search prefers the first of the items with the
            // fewest options.
            builder.primary(shapes.iter().map(Shape::name))?;
            first_cell = shapes.len() as u32;
        }
        let name = |cell: [usize; D]| -> String {
            let letters = &["l", "r", "c"][3 - D..];
            letters.iter().zip(cell).map(|(letter, at)| format!("{letter}{}", at + 1)).collect()
        };
        builder.primary(region.cells().map(name))?;
        for (piece, shape) in shapes.iter().enumerate() {
            let own = (uses == Uses::Once).then(|| ItemId::new(piece as u32));
            for cells in placements(shape, is_reflected, &region) {
                let items = cells.iter().map(|cell| ItemId::new(first_cell + cell));
                let items: Vec<ItemId> = own.into_iter().chain(items).collect();
                builder.option(Placement { piece, cells }, items)?;
            }
        }
        Ok(Self { shapes, region, uses, model: builder.build()? })
    }

    /// Returns the pieces.
    #[must_use]
    pub fn shapes(&self) -> &[Shape<D>] {
        &self.shapes
    }

    /// Returns the region.
    #[must_use]
    pub fn region(&self) -> &Region<D> {
        &self.region
    }
}

/// Returns the numbers of the cells of all placements of a shape, by orientation and then by
/// corner.
fn placements<const D: usize>(
    shape: &Shape<D>,
    is_reflected: bool,
    region: &Region<D>,
) -> Vec<Box<[u32]>> {
    let mut placements = Vec::new();
    let whole = Region::new(region.sides()).expect("it is no larger than the region");
    for cells in orientations(&shape.cells().to_vec(), is_reflected) {
        for corner in whole.cells() {
            // The cells are sorted, and so are their numbers.
            let number = |cell: &[usize; D]| {
                region.number(std::array::from_fn(|axis| corner[axis].saturating_add(cell[axis])))
            };
            placements.extend(cells.iter().map(number).collect::<Option<Box<[u32]>>>());
        }
    }
    placements
}

impl<const D: usize> Puzzle for Tiling<D> {
    type Solution = Filling<D>;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Filling<D> {
        let cells: Vec<_> = self.region.cells().collect();
        let mut placed: Vec<_> = cover.iter().map(|&option| self.model.value(option)).collect();
        placed.sort_by_key(|placement| placement.cells.first().copied());
        let pieces = placed.into_iter().enumerate().map(|(number, placement)| Piece {
            name: self.shapes[placement.piece].name().to_owned(),
            cells: placement.cells.iter().map(|&cell| cells[cell as usize]).collect(),
            // A piece that is used once has the same color in all solutions.
            color: if self.uses == Uses::Once { placement.piece } else { number } as u32,
        });
        Filling { sides: self.region.sides(), pieces: pieces.collect() }
    }
}

/// A region of squares or cubes filled with pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filling<const D: usize> {
    sides: [usize; D],
    pieces: Vec<Piece<D>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece<const D: usize> {
    name: String,
    cells: Vec<[usize; D]>,
    color: u32,
}

impl<const D: usize> Filling<D> {
    /// Iterates over the pieces in the order of their first cells, each with its name and its cells
    /// by layer, row and column.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = (&str, &[[usize; D]])> {
        self.pieces.iter().map(|piece| (&*piece.name, &*piece.cells))
    }
}

impl<const D: usize> Drawn for Filling<D> {
    /// Draws the layers side by side.
    fn picture(&self) -> Picture {
        let (layers, [rows, columns]) = last_two(&self.sides);
        let layers = layers.unwrap_or(1);
        let mut picture = Picture::new(rows, layers * (columns + 1) - 1);
        for piece in &self.pieces {
            for cell in &piece.cells {
                let (layer, [row, column]) = last_two(cell);
                picture.set(
                    row,
                    layer.unwrap_or(0) * (columns + 1) + column,
                    piece.color,
                    &piece.name,
                );
            }
        }
        picture
    }
}

/// Splits coordinates into the layer, if there is one, and the row and the column.
fn last_two<const D: usize>(of: &[usize; D]) -> (Option<usize>, [usize; 2]) {
    (D.checked_sub(3).map(|at| of[at]), [of[D - 2], of[D - 1]])
}

impl<const D: usize> fmt::Display for Filling<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().fmt(f)
    }
}

/// The reason why shapes and a region do not make a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TilingError {
    /// There is no shape.
    NoShapes,
    /// Each shape must be used once, but all shapes together have more or fewer cells than the
    /// region.
    Volume {
        /// The number of cells of all shapes.
        pieces: usize,
        /// The number of cells of the region.
        region: usize,
        /// The number of dimensions.
        dimensions: usize,
    },
    /// Two shapes have the same name, or there are too many placements.
    Problem(BuildError),
}

impl fmt::Display for TilingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoShapes => f.write_str("no shapes: give at least one"),
            Self::Volume { pieces, region, dimensions } => {
                let name = if *dimensions == 2 { "board" } else { "box" };
                write!(
                    f,
                    "the shapes have {} and the {name} has {region}: used once each, they \
                     cannot fill it; take another {name}, or use them without limit",
                    counted::Cells(*pieces)
                )
            }
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl StdError for TilingError {}

impl From<BuildError> for TilingError {
    fn from(error: BuildError) -> Self {
        Self::Problem(error)
    }
}
