//! Polycubes that fill a box (TAOCP 7.2.2.1, exercises on the Soma cube).
//!
//! - [`soma`], [`parse_shapes`]: the pieces, generated or drawn in layers.
//! - [`Space`]: the box.
//! - [`Polycubes`]: the puzzle, a [`Tiling`] of three dimensions.
//!
//! Pieces may be rotated but not reflected. Rotations and reflections of a solution count as
//! different solutions.

use super::tiling::{self, Cells, Region, ShapeError, Tiling, TilingError, Uses};

/// A piece of cubes.
pub type Shape = tiling::Shape<3>;

/// A box of cubes, possibly with a hole in its centre.
pub type Space = Region<3>;

/// Pieces and the box to fill.
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
pub type Polycubes = Tiling<3>;

/// A box filled with pieces.
pub type Filling = tiling::Filling<3>;

impl Tiling<3> {
    /// Returns the puzzle of filling this box with these shapes in any rotation.
    ///
    /// # Errors
    /// [`TilingError`] if the shapes and the box do not make a puzzle.
    pub fn new(shapes: Vec<Shape>, uses: Uses, space: Space) -> Result<Self, TilingError> {
        Self::of(shapes, false, uses, space)
    }
}

impl tiling::Shape<3> {
    /// Returns the different rotations of the piece, up to 24. Reflections that are not rotations
    /// are left out, because a solid piece cannot be turned into them.
    #[must_use]
    pub fn orientations(&self) -> Vec<Vec<[usize; 3]>> {
        tiling::orientations(&self.cells().to_vec(), false).into_iter().collect()
    }
}

/// Returns the seven pieces of Piet Hein's Soma cube, `V L T Z A B P`: all polycubes of three and
/// of four cells that are not boxes. `A` and `B` are mirror images of each other.
///
/// ```
/// use quadrille::puzzle::polycube::soma;
/// let names: String = soma().iter().map(|shape| shape.name()).collect();
/// assert_eq!(names, "VLTZABP");
/// ```
#[must_use]
pub fn soma() -> Vec<Shape> {
    let is_box = |cells: &Cells<3>| {
        (0..3).map(|axis| 1 + extent(cells, axis)).product::<usize>() == cells.len()
    };
    let pieces = [3, 4]
        .into_iter()
        .flat_map(|size| tiling::all_of_size(size, false))
        .filter(|cells| !is_box(cells));
    // The names in the order of the canonical forms.
    let mut shapes: Vec<_> = SOMA_NAMES
        .chars()
        .zip(pieces)
        .map(|(name, cells)| Shape::new(name.into(), cells))
        .collect();
    shapes.sort_by_key(|shape| "VLTZABP".find(shape.name()));
    shapes
}

const SOMA_NAMES: &str = "VLTPABZ";

fn extent(cells: &Cells<3>, axis: usize) -> usize {
    cells.iter().map(|cell| cell[axis]).max().unwrap_or(0)
}

/// Reads drawn shapes, separated by blank lines. A line has one row of each layer, with whitespace
/// between the layers. `.` is not a cell. `|`, `:` and control characters that are not whitespace
/// are errors. Every other character is a cell. All cells of a shape have the same character, which
/// is its name. If several shapes are named `A`, the second is called `A2`, and the third `A3`. A
/// line that begins with `|` is a comment.
///
/// # Errors
/// [`ShapeError`] if the text has no shape, or if a shape is invalid.
///
/// ```
/// let shapes = quadrille::puzzle::polycube::parse_shapes("| a corner, and a column\nPP P.\nP. ..\n\nI I I\n")?;
/// assert_eq!(shapes[0].cells(), [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]);
/// assert_eq!(shapes[1].cells(), [[0, 0, 0], [1, 0, 0], [2, 0, 0]]);
/// # Ok::<(), quadrille::puzzle::tiling::ShapeError>(())
/// ```
pub fn parse_shapes(text: &str) -> Result<Vec<Shape>, ShapeError> {
    tiling::parse(text, true, |cell| cell)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn layers_are_drawn_side_by_side() {
        let shapes = parse_shapes("PP P.\nP. ..\n\n.. .Q\n.Q QQ").unwrap();
        let puzzle = Polycubes::new(shapes, Uses::Once, "2x2x2".parse().unwrap()).unwrap();
        assert_eq!((puzzle.shapes().len(), puzzle.region().sides()), (2, [2, 2, 2]));
        // The tripod has eight orientations; the other shape is the rest of the box.
        assert_eq!(puzzle.solutions().count(), 8);
        let mut drawings: Vec<_> =
            puzzle.solutions().map(|solution| solution.to_string()).collect();
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
        assert_eq!(
            Polycubes::new(Vec::new(), Uses::Unlimited, space.clone()).unwrap_err(),
            TilingError::NoShapes
        );
        let error = Polycubes::new(soma(), Uses::Once, space).unwrap_err();
        assert_eq!(error, TilingError::Volume { pieces: 27, region: 28, dimensions: 3 });
    }

    /// Polycubes, with mirror images counted separately: OEIS A000162.
    #[test]
    fn there_are_as_many_polycubes_as_there_should_be() {
        assert_eq!(
            [1, 2, 3, 4, 5].map(|size| tiling::all_of_size::<3>(size, false).len()),
            [1, 1, 2, 8, 29]
        );
    }

    #[test]
    fn soma_pieces_have_their_usual_names() {
        let drawn =
            "VV\nV\n\nLLL\nL\n\nTTT\n.T\n\nZZ\n.ZZ\n\nA. AA\nA. ..\n\nB. ..\nB. BB\n\nPP P.\nP. ..";
        let shapes = parse_shapes(drawn).unwrap();
        assert_eq!(shapes.len(), 7);
        for (shape, soma) in shapes.iter().zip(soma()) {
            assert_eq!(shape.name(), soma.name());
            // Either of the two mirror images may be `A`. The test compares the pairs below.
            if !["A", "B"].contains(&shape.name()) {
                assert_eq!(shape.orientations(), soma.orientations(), "{}", shape.name());
            }
        }
        let pair =
            |shapes: &[Shape]| BTreeSet::from([shapes[4].orientations(), shapes[5].orientations()]);
        assert_eq!(pair(&shapes), pair(&soma()));
        assert_eq!(pair(&shapes).len(), 2);
    }

    #[test]
    fn drawings_that_are_wrong() {
        assert_eq!(parse_shapes("\n..\n| A\n"), Err(ShapeError::NoShapes));
        assert_eq!(
            parse_shapes("AA\nAB"),
            Err(ShapeError::TwoLetters { line: 2, column: 2, letter: 'B', expected: 'A' })
        );
        assert_eq!(
            parse_shapes("\nAA A\nA"),
            Err(ShapeError::Layers { line: 3, found: 1, expected: 2 })
        );
        assert_eq!(
            parse_shapes("A:"),
            Err(ShapeError::NotACell { line: 1, column: 2, letter: ':' })
        );
    }
}
