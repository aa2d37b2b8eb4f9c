//! Polysticks that cover the edges of a grid (TAOCP 7.2.2.1; Knuth, "Dancing links", 2000; Barwell,
//! "Polysticks", Journal of Recreational Mathematics 22, 1990).
//!
//! A polystick is a connected set of edges of the square grid. The primary items are the pieces, if
//! each is used once, and the edges of the board: `h1.1` is the first edge in the first row of
//! points, and `v1.1` leads down from the first point. Two pieces may touch at a point, but not
//! cross there: each inner point, such as `x2.2`, is a secondary item of the placements that go
//! straight through it. Rotations and reflections of a solution count as different solutions.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::lattice::{Lattice, free_pieces, mirror_image, orientations};
use super::polyomino::Sides;
use super::tiling::Uses;
use super::{Drawn, Picture, Puzzle, UnknownSet};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// The maximum number of squares of a board.
pub const MAX_SQUARES: usize = 2_500;

/// An edge, given by the place of its middle in half steps, down and across. Exactly one coordinate
/// is odd.
type Edge = [i32; 2];

/// The edges of the square grid.
struct Edges;

impl Lattice for Edges {
    type Part = Edge;

    const FIRST: Edge = [0, 1];

    /// Moves the smallest coordinates of the points to 0, 0.
    fn normal(edges: impl Iterator<Item = Edge> + Clone) -> Vec<Edge> {
        // The coordinates of points are even. The odd coordinate of an edge is one more than that
        // of its first point.
        let least = |axis: usize| {
            edges.clone().map(|edge| edge[axis] - edge[axis].rem_euclid(2)).min().unwrap_or(0)
        };
        let (top, left) = (least(0), least(1));
        let mut moved: Vec<Edge> = edges.clone().map(|[y, x]| [y - top, x - left]).collect();
        moved.sort_unstable();
        moved
    }

    fn turned([y, x]: Edge) -> Edge {
        [x, -y]
    }

    fn mirrored([y, x]: Edge) -> Edge {
        [y, -x]
    }

    fn neighbours(edge: Edge) -> impl Iterator<Item = Edge> {
        ends(edge).into_iter().flat_map(around)
    }
}

fn ends([y, x]: Edge) -> [[i32; 2]; 2] {
    if x % 2 == 0 { [[y - 1, x], [y + 1, x]] } else { [[y, x - 1], [y, x + 1]] }
}

fn around([y, x]: [i32; 2]) -> [Edge; 4] {
    [[y - 1, x], [y, x - 1], [y, x + 1], [y + 1, x]]
}

/// True if a piece goes straight through a point.
fn goes_through(edges: &[Edge], point: [i32; 2]) -> bool {
    let [up, left, right, down] = around(point).map(|edge| edges.contains(&edge));
    (up && down) || (left && right)
}

/// All polysticks of a size.
///
/// ```
/// use quadrille::puzzle::polystick::ShapeSet;
/// use quadrille::puzzle::polyomino::Sides;
/// let set: ShapeSet = "tetrasticks".parse()?;
/// let names: String = set.shapes(Sides::Free).iter().map(|shape| shape.name()).collect();
/// assert_eq!(names, "FHIJLNOPRTUVWXYZ");
/// # Ok::<(), quadrille::puzzle::UnknownSet>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeSet(usize);

/// The name of each set, from one edge to four, and the names of its free pieces in the order of
/// their canonical forms. The names of the tetrasticks are Barwell's.
const SETS: [(&str, &str); 4] = [
    ("monosticks", "I"),
    ("disticks", "IL"),
    ("tristicks", "ILTUZ"),
    ("tetrasticks", "ILYFUJVHTNOPRWZX"),
];

impl ShapeSet {
    /// Iterates over all sets, from the smallest pieces to the largest.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=SETS.len()).map(Self)
    }

    /// Returns the name, as [`FromStr`] reads it.
    #[must_use]
    pub fn name(self) -> &'static str {
        SETS[self.0 - 1].0
    }

    /// Returns the number of edges of a piece.
    #[must_use]
    pub fn size(self) -> usize {
        self.0
    }

    /// Returns the pieces, sorted by name. The mirror image of `F`, if it is a separate piece, is
    /// called `F'`.
    #[must_use]
    pub fn shapes(self, sides: Sides) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (name, edges) in SETS[self.0 - 1].1.chars().zip(free_pieces::<Edges>(self.0)) {
            let mirror = mirror_image::<Edges>(&edges);
            let mirror = mirror.filter(|_| sides == Sides::OneSided);
            let mirror = mirror.map(|edges| Shape { name: format!("{name}'"), edges });
            shapes.push(Shape { name: name.to_string(), edges });
            shapes.extend(mirror);
        }
        shapes.sort_by(|one, other| one.name.cmp(&other.name));
        shapes
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
        UnknownSet::find(name, Self::all(), Self::name)
    }
}

/// A piece of edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    name: String,
    edges: Vec<Edge>,
}

impl Shape {
    /// Returns the name of the piece in problems and drawings.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of different orientations.
    #[must_use]
    pub fn orientation_count(&self, sides: Sides) -> usize {
        orientations::<Edges>(&self.edges, sides).len()
    }
}

/// Polysticks and the grid whose edges they cover.
///
/// ```
/// use quadrille::puzzle::polyomino::Sides;
/// use quadrille::puzzle::polystick::{Polysticks, ShapeSet};
/// use quadrille::puzzle::{Puzzle, Uses};
/// let shapes = "disticks".parse::<ShapeSet>()?.shapes(Sides::Free);
/// let puzzle = Polysticks::new(shapes, Sides::Free, Uses::Unlimited, 1, 1)?;
/// assert_eq!(puzzle.solutions().count(), 2); // two L, in two ways
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polysticks {
    rows: usize,
    columns: usize,
    uses: Uses,
    /// The number of the piece, its name, and its edges.
    model: Model<(usize, String, Vec<Edge>)>,
}

impl Polysticks {
    /// Returns the puzzle of covering the edges of `rows` by `columns` squares with these shapes in
    /// any rotation, and reflected if `sides` allows it.
    ///
    /// # Errors
    /// [`PolystickError`] if there are no squares, or too many squares or placements. If each shape
    /// must be used once, also if two shapes have the same name, or if all shapes together have
    /// more or fewer edges than the board.
    pub fn new(
        shapes: Vec<Shape>,
        sides: Sides,
        uses: Uses,
        rows: usize,
        columns: usize,
    ) -> Result<Self, PolystickError> {
        match rows.checked_mul(columns) {
            Some(0) => return Err(PolystickError::NoSquares),
            Some(1..=MAX_SQUARES) => {}
            _ => return Err(PolystickError::TooLarge),
        }
        let pieces = shapes.iter().map(|shape| shape.edges.len()).sum();
        let edges = rows * (columns + 1) + (rows + 1) * columns;
        if uses == Uses::Once && pieces != edges {
            return Err(PolystickError::Edges { pieces, board: edges });
        }
        let (bottom, right) = (2 * rows as i32, 2 * columns as i32);
        let places = || (0..=bottom).flat_map(move |y| (0..=right).map(move |x| [y, x]));
        let is_edge = |[y, x]: Edge| (y + x) % 2 == 1;
        let is_on_board = |[y, x]: Edge| (0..=bottom).contains(&y) && (0..=right).contains(&x);
        let mut builder = Model::builder();
        if uses == Uses::Once {
            builder.primary(shapes.iter().map(Shape::name))?;
        }
        builder.primary(places().filter(|&place| is_edge(place)).map(name))?;
        let inner = |[y, x]: [i32; 2]| {
            y % 2 == 0 && x % 2 == 0 && 0 < y && y < bottom && 0 < x && x < right
        };
        builder.secondary(places().filter(|&place| inner(place)).map(name))?;
        for (piece, shape) in shapes.iter().enumerate() {
            for orientation in orientations::<Edges>(&shape.edges, sides) {
                for [y, x] in places().filter(|[y, x]| y % 2 == 0 && x % 2 == 0) {
                    let edges: Vec<Edge> =
                        orientation.iter().map(|edge| [edge[0] + y, edge[1] + x]).collect();
                    if !edges.iter().all(|&edge| is_on_board(edge)) {
                        continue;
                    }
                    let points: BTreeSet<_> = edges.iter().flat_map(|&edge| ends(edge)).collect();
                    let crossed =
                        points.into_iter().filter(|&at| inner(at) && goes_through(&edges, at));
                    let own = (uses == Uses::Once).then(|| shape.name.clone());
                    let items =
                        own.into_iter().chain(edges.iter().copied().chain(crossed).map(name));
                    let items: Vec<String> = items.collect();
                    builder.option((piece, shape.name.clone(), edges), &items)?;
                }
            }
        }
        Ok(Self { rows, columns, uses, model: builder.build()? })
    }
}

/// Returns the name of an edge or a point.
fn name([y, x]: [i32; 2]) -> String {
    let letter = match (y % 2, x % 2) {
        (0, 0) => 'x',
        (0, _) => 'h',
        _ => 'v',
    };
    format!("{letter}{}.{}", y / 2 + 1, x / 2 + 1)
}

impl Puzzle for Polysticks {
    type Solution = Covering;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Covering {
        let mut pieces: Vec<_> = cover.iter().map(|&option| self.model.value(option)).collect();
        pieces.sort_by_key(|(_, _, edges)| edges.iter().min());
        let sticks = pieces.into_iter().enumerate().flat_map(|(at, (piece, name, edges))| {
            // A piece that is used once has the same color in all solutions.
            let color = if self.uses == Uses::Once { *piece } else { at } as u32;
            edges.iter().map(move |&edge| (edge.map(|at| at as usize), color, name.clone()))
        });
        Covering { rows: self.rows, columns: self.columns, sticks: sticks.collect() }
    }
}

/// A grid covered by polysticks. Displays as the points, `+`, with the name of the piece on each
/// edge between them:
///
/// ```text
/// + A + A +
/// B   A   C
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covering {
    rows: usize,
    columns: usize,
    /// The place of each edge in half steps, down and across, and the color and name of its piece.
    sticks: Vec<([usize; 2], u32, String)>,
}

impl Covering {
    /// Iterates over the edges, each with the place of its middle and the name of its piece. Places
    /// are in half steps, down and across, so points have even coordinates.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = ([usize; 2], &str)> {
        self.sticks.iter().map(|(place, _, name)| (*place, &**name))
    }
}

impl Drawn for Covering {
    /// Draws each edge as a cell with the color and the name of its piece.
    fn picture(&self) -> Picture {
        let mut picture = Picture::new(2 * self.rows + 1, 2 * self.columns + 1);
        for ([row, column], color, name) in &self.sticks {
            picture.set(*row, *column, *color, name);
        }
        picture
    }
}

impl fmt::Display for Covering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.sticks.iter().map(|(_, _, name)| name.chars().count()).max().unwrap_or(1);
        let mut lines = vec![vec![String::new(); 2 * self.columns + 1]; 2 * self.rows + 1];
        for ([row, column], _, name) in &self.sticks {
            lines[*row][*column].clone_from(name);
        }
        for (row, line) in lines.iter_mut().enumerate() {
            if row % 2 == 0 {
                line.iter_mut().step_by(2).for_each(|point| *point = "+".to_owned());
            }
            let cells: Vec<String> = line.iter().map(|cell| format!("{cell:width$}")).collect();
            write!(f, "{}{}", if row == 0 { "" } else { "\n" }, cells.join(" ").trim_end())?;
        }
        Ok(())
    }
}

/// The reason why shapes and a board do not make a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PolystickError {
    /// The board has no squares.
    NoSquares,
    /// The board has more than [`MAX_SQUARES`] squares.
    TooLarge,
    /// Each shape must be used once, but all shapes together have more or fewer edges than the
    /// board.
    Edges {
        /// The number of edges of all shapes.
        pieces: usize,
        /// The number of edges of the board.
        board: usize,
    },
    /// Two shapes have the same name, or there are too many placements.
    Problem(BuildError),
}

impl fmt::Display for PolystickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSquares => {
                f.write_str("no squares: a board has at least one row and one column")
            }
            Self::TooLarge => {
                write!(f, "too large: a board may have at most {MAX_SQUARES} squares")
            }
            Self::Edges { pieces, board } => write!(
                f,
                "the shapes have {pieces} edges and the board has {board}: used once each, they \
                 cannot cover it; leave out shapes, take another board, or use them without limit"
            ),
            Self::Problem(error) => error.fmt(f),
        }
    }
}

impl Error for PolystickError {}

impl From<BuildError> for PolystickError {
    fn from(error: BuildError) -> Self {
        Self::Problem(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Free polysticks: OEIS A019988; one-sided: A151537; fixed, all orientations together:
    /// A096267.
    #[test]
    fn the_sets_are_as_large_as_they_should_be() {
        let expected = [(1, 1, 2), (2, 2, 6), (5, 7, 22), (16, 25, 88)];
        for (set, (free, one_sided, fixed)) in ShapeSet::all().zip(expected) {
            for (sides, count) in [(Sides::Free, free), (Sides::OneSided, one_sided)] {
                let shapes = set.shapes(sides);
                assert_eq!(shapes.len(), count, "{set} {sides:?}");
                let all: usize = shapes.iter().map(|shape| shape.orientation_count(sides)).sum();
                assert_eq!(all, fixed, "{set} {sides:?}");
            }
        }
    }
}
