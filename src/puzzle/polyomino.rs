//! Polyominoes that fill a board (TAOCP 7.2.2.1, the discussion of pentominoes).
//!
//! - [`ShapeSet`], [`parse_shapes`]: the pieces, generated or drawn.
//! - [`Board`]: the board.
//! - [`Polyominoes`]: the puzzle, a [`Tiling`] of two dimensions.
//!
//! Rotations and reflections of a solution count as different solutions.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::UnknownSet;
use super::tiling::{self, Region, ShapeError, Tiling, TilingError, Uses};

/// A piece of squares.
pub type Shape = tiling::Shape<2>;

/// A board of squares. For triangles, see [`polyiamond::Board`](super::polyiamond::Board), and for
/// Sudokus of other sizes, [`sudoku_board::Board`](super::sudoku_board::Board).
pub type Board = Region<2>;

/// Pieces and the board to fill.
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
pub type Polyominoes = Tiling<2>;

/// A board filled with pieces.
pub type Filling = tiling::Filling<2>;

/// The sides of a piece that may face up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sides {
    /// Both: pieces may be turned over, so a piece and its mirror image are the same.
    #[default]
    Free,
    /// Only one: pieces may be rotated, but not turned over.
    OneSided,
}

impl Tiling<2> {
    /// Returns the puzzle of filling this board with these shapes in any rotation, and reflected if
    /// `sides` allows it.
    ///
    /// # Errors
    /// [`TilingError`] if the shapes and the board do not make a puzzle.
    pub fn new(
        shapes: Vec<Shape>,
        sides: Sides,
        uses: Uses,
        board: Board,
    ) -> Result<Self, TilingError> {
        Self::of(shapes, sides == Sides::Free, uses, board)
    }
}

impl tiling::Shape<2> {
    /// Returns the orientations of the piece: up to eight, or up to four if it is one-sided.
    ///
    /// ```
    /// use quadrille::puzzle::polyomino::{Sides, parse_shapes};
    /// let [piece] = &parse_shapes("J\nJJJ")?[..] else { panic!("one drawing") };
    /// assert_eq!(piece.orientations(Sides::Free).len(), 8);
    /// assert_eq!(piece.orientations(Sides::OneSided).len(), 4);
    /// # Ok::<(), quadrille::puzzle::tiling::ShapeError>(())
    /// ```
    #[must_use]
    pub fn orientations(&self, sides: Sides) -> Vec<Vec<[usize; 2]>> {
        tiling::orientations(&self.cells().to_vec(), sides == Sides::Free).into_iter().collect()
    }
}

/// All polyominoes of a size.
///
/// ```
/// use quadrille::puzzle::polyomino::{ShapeSet, Sides};
/// let set: ShapeSet = "pentominoes".parse()?;
/// let names: String = set.shapes(Sides::Free).iter().map(|shape| shape.name()).collect();
/// assert_eq!(names, "FILNPTUVWXYZ");
/// assert_eq!(set.shapes(Sides::OneSided).len(), 18);
/// # Ok::<(), quadrille::puzzle::UnknownSet>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeSet {
    /// The piece of two cells, `I`.
    Dominoes,
    /// The two pieces of three cells, `I` and `V`.
    Trominoes,
    /// The five pieces of four cells, `I L O S T`; if one-sided, seven, with `J` and `Z`.
    Tetrominoes,
    /// The twelve pieces of five cells, `F I L N P T U V W X Y Z`; if one-sided, eighteen, with
    /// `F' L' N' P' Y' Z'`.
    Pentominoes,
    /// The thirty-five pieces of six cells. They have no usual names, so they are called `A` to `Z`
    /// and `a` to `i`. If one-sided, there are sixty; `B'` is the mirror image of `B`.
    Hexominoes,
}

impl ShapeSet {
    /// All sets, from the smallest pieces to the largest.
    pub const ALL: [Self; 5] =
        [Self::Dominoes, Self::Trominoes, Self::Tetrominoes, Self::Pentominoes, Self::Hexominoes];

    /// Returns the name, as [`FromStr`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dominoes => "dominoes",
            Self::Trominoes => "trominoes",
            Self::Tetrominoes => "tetrominoes",
            Self::Pentominoes => "pentominoes",
            Self::Hexominoes => "hexominoes",
        }
    }

    /// Returns the number of cells of a piece.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Dominoes => 2,
            Self::Trominoes => 3,
            Self::Tetrominoes => 4,
            Self::Pentominoes => 5,
            Self::Hexominoes => 6,
        }
    }

    /// Returns the names of the free pieces, in the order of their canonical forms.
    const fn names(self) -> &'static str {
        match self {
            Self::Dominoes => "I",
            Self::Trominoes => "IV",
            Self::Tetrominoes => "ILTOS",
            Self::Pentominoes => "ILYPUVTNFWZX",
            Self::Hexominoes => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghi",
        }
    }

    /// Returns the pieces, sorted by name.
    #[must_use]
    pub fn shapes(self, sides: Sides) -> Vec<Shape> {
        let free = tiling::all_of_size(self.size(), true);
        let mut shapes = BTreeMap::new();
        for (name, cells) in self.names().chars().zip(free) {
            let mirrored = tiling::mirrored(&cells);
            let is_chiral = !tiling::orientations(&cells, false).contains(&mirrored);
            if sides == Sides::OneSided && is_chiral {
                let (name, other) = match (self, name) {
                    (Self::Tetrominoes, 'L') => ("L".to_owned(), "J".to_owned()),
                    // The free piece is usually called S, but the canonical form of the Z is
                    // smaller than that of the S.
                    (Self::Tetrominoes, 'S') => ("Z".to_owned(), "S".to_owned()),
                    _ => (name.to_string(), format!("{name}'")),
                };
                shapes.insert(name, cells);
                shapes.insert(other, tiling::canonical(&mirrored, false));
            } else {
                shapes.insert(name.to_string(), cells);
            }
        }
        shapes.into_iter().map(|(name, cells)| Shape::new(name, cells)).collect()
    }
}

impl fmt::Display for ShapeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ShapeSet {
    type Err = UnknownSet;

    fn from_str(name: &str) -> Result<Self, UnknownSet> {
        UnknownSet::find(name, Self::ALL, Self::name)
    }
}

/// Reads drawn shapes, separated by blank lines. `.` and a blank are not cells. Every other
/// character is a cell, except `|`, `:`, other whitespace and control characters, which are
/// errors. All cells of a shape have the same character, which is its name. If several shapes are
/// named `A`, the second is called `A2`, and the third `A3`. A line that begins with `|` is a
/// comment.
///
/// # Errors
/// [`ShapeError`] if the text has no shape, or if a shape is invalid.
///
/// ```
/// let shapes = quadrille::puzzle::polyomino::parse_shapes("| two pieces\nAAA\n.A\n\nBB\nBB\n")?;
/// assert_eq!(shapes.iter().map(|shape| shape.name()).collect::<Vec<_>>(), ["A", "B"]);
/// assert_eq!(shapes[0].cells(), [[0, 0], [0, 1], [0, 2], [1, 1]]);
/// # Ok::<(), quadrille::puzzle::tiling::ShapeError>(())
/// ```
pub fn parse_shapes(text: &str) -> Result<Vec<Shape>, ShapeError> {
    tiling::parse(text, false, |[_, row, column]| [row, column])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::BuildError;
    use crate::puzzle::Puzzle;

    fn puzzle(shapes: &str, uses: Uses, board: &str) -> Result<Polyominoes, TilingError> {
        Polyominoes::new(
            parse_shapes(shapes).unwrap(),
            Sides::Free,
            uses,
            Board::drawn(board).unwrap(),
        )
    }

    #[test]
    fn a_puzzle_of_two_pieces() {
        let puzzle = puzzle("VV\nV\n\nII", Uses::Once, "###\n#.#").unwrap();
        assert_eq!((puzzle.shapes().len(), puzzle.region().sides()), (2, [2, 3]));
        let mut options: Vec<_> = puzzle
            .problem()
            .options()
            .map(|(option, _)| puzzle.problem().option_text(option))
            .collect();
        options.sort();
        assert_eq!(
            options,
            [
                "I r1c1 r1c2",
                "I r1c1 r2c1",
                "I r1c2 r1c3",
                "I r1c3 r2c3",
                "V r1c1 r1c2 r2c1",
                "V r1c2 r1c3 r2c3"
            ]
        );
        let mut drawings: Vec<_> =
            puzzle.solutions().map(|solution| solution.to_string()).collect();
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
        let board = Board::new([2, 2]).unwrap();
        let none = Polyominoes::new(Vec::new(), Sides::Free, Uses::Unlimited, board.clone());
        assert_eq!(none.unwrap_err(), TilingError::NoShapes);
        let area = TilingError::Volume { pieces: 3, region: 4, dimensions: 2 };
        assert_eq!(puzzle("AAA", Uses::Once, "##\n##").unwrap_err(), area);
        let [shape] = &parse_shapes("AA").unwrap()[..] else { panic!("one shape") };
        let twice =
            Polyominoes::new(vec![shape.clone(), shape.clone()], Sides::Free, Uses::Once, board);
        assert_eq!(twice.unwrap_err(), TilingError::Problem(BuildError::DuplicateName("A".into())));
    }

    fn names(set: ShapeSet, sides: Sides) -> String {
        set.shapes(sides).iter().map(Shape::name).collect::<Vec<_>>().join(" ")
    }

    /// Free polyominoes: OEIS A000105; one-sided: A000988; fixed, all orientations together:
    /// A001168.
    #[test]
    fn the_sets_are_as_large_as_they_should_be() {
        for (set, free, one_sided, fixed) in [
            (ShapeSet::Dominoes, 1, 1, 2),
            (ShapeSet::Trominoes, 2, 2, 6),
            (ShapeSet::Tetrominoes, 5, 7, 19),
            (ShapeSet::Pentominoes, 12, 18, 63),
            (ShapeSet::Hexominoes, 35, 60, 216),
        ] {
            for (sides, count) in [(Sides::Free, free), (Sides::OneSided, one_sided)] {
                let shapes = set.shapes(sides);
                assert_eq!(shapes.len(), count, "{set} {sides:?}");
                assert!(shapes.iter().all(|shape| shape.cells().len() == set.size()));
                let all = shapes.iter().map(|shape| shape.orientations(sides).len()).sum::<usize>();
                assert_eq!(all, fixed, "{set} {sides:?}");
            }
        }
    }

    #[test]
    fn pieces_have_their_usual_names() {
        assert_eq!(names(ShapeSet::Tetrominoes, Sides::OneSided), "I J L O S T Z");
        assert_eq!(
            names(ShapeSet::Pentominoes, Sides::OneSided),
            "F F' I L L' N N' P P' T U V W X Y Y' Z Z'"
        );
        let pentominoes = "\
            .FF\nFF\n.F\n\nIIIII\n\nL\nL\nL\nLL\n\n.N\n.N\nNN\nN\n\nPP\nPP\nP\n\nTTT\n.T\n.T\n\n\
            U.U\nUUU\n\nV\nV\nVVV\n\nW\nWW\n.WW\n\n.X\nXXX\n.X\n\n.Y\nYY\n.Y\n.Y\n\nZZ\n.Z\n.ZZ";
        let tetrominoes = "J..\nJJJ\n\nL\nL\nLL\n\nOO\nOO\n\n.SS\nSS\n\nTTT\n.T\n\nZZ\n.ZZ";
        for (drawn, set, sides) in [
            (pentominoes, ShapeSet::Pentominoes, Sides::Free),
            (tetrominoes, ShapeSet::Tetrominoes, Sides::OneSided),
        ] {
            for shape in parse_shapes(drawn).unwrap() {
                let shapes = set.shapes(sides);
                let named = shapes.iter().find(|named| named.name() == shape.name()).unwrap();
                assert_eq!(
                    shape.orientations(sides),
                    named.orientations(sides),
                    "{}",
                    shape.name()
                );
            }
        }
    }

    #[test]
    fn drawings_that_are_wrong() {
        assert_eq!(parse_shapes("\n..\n| A\n"), Err(ShapeError::NoShapes));
        let two = ShapeError::TwoLetters { line: 3, column: 2, letter: 'B', expected: 'A' };
        assert_eq!(parse_shapes("\nAA\nAB"), Err(two));
        assert_eq!(
            parse_shapes("A\tA"),
            Err(ShapeError::NotACell { line: 1, column: 2, letter: '\t' })
        );
        let shapes = parse_shapes("A\n\n A\n AA\n\nA").unwrap();
        assert_eq!(shapes.iter().map(Shape::name).collect::<Vec<_>>(), ["A", "A2", "A3"]);
        assert_eq!(shapes[1].cells(), [[0, 0], [1, 0], [1, 1]]);
    }
}
