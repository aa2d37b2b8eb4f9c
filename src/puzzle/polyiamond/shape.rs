//! Pieces of triangles: their coordinates, their orientations, and all pieces of a size.

use std::fmt;
use std::str::FromStr;

use super::super::UnknownSet;
use super::super::lattice::{Lattice, free_pieces, mirror_image, orientations};
use super::{Cell, Sides};

/// A triangle as three coordinates, one for each direction of sides. Their sum is 1 if the triangle
/// points up, and 2 if it points down. Neighbours differ by 1 in one coordinate.
pub(super) type Triangle = [i32; 3];

pub(super) fn triangle([row, column]: Cell) -> Triangle {
    let (row, column) = (row as i32, column as i32);
    let sum = if (row + column) % 2 == 0 { 1 } else { 2 };
    // The second coordinate is the row, and the first exceeds the third by one less than the
    // column.
    let first = (sum - row + column - 1).div_euclid(2);
    [first, row, sum - row - first]
}

pub(super) fn cell([first, row, third]: Triangle) -> [i32; 2] {
    [row, first - third + 1]
}

pub(super) struct Triangles;

impl Lattice for Triangles {
    type Part = Triangle;

    const FIRST: Triangle = [0, 0, 1];

    /// Moves the first row to 0. Moves the first column to 0 if the sum of the first row and the
    /// first column is even, and to 1 otherwise.
    fn normal(triangles: impl Iterator<Item = Triangle> + Clone) -> Vec<Triangle> {
        let cells = || triangles.clone().map(cell);
        let top = cells().map(|[row, _]| row).min().unwrap_or(0);
        let left = cells().map(|[_, column]| column).min().unwrap_or(0);
        // A move that keeps the directions changes the sum of row and column by an even number.
        let left = if (top + left) % 2 == 0 { left } else { left - 1 };
        let by = (left - top).div_euclid(2);
        let moved = |[first, row, third]: Triangle| [first - by, row - top, third + by + top];
        let mut moved: Vec<Triangle> = triangles.map(moved).collect();
        moved.sort_unstable();
        moved
    }

    /// Rotates by a sixth of a turn. A triangle that pointed up then points down, and vice versa.
    fn turned([a, b, c]: Triangle) -> Triangle {
        [1 - c, 1 - a, 1 - b]
    }

    fn mirrored([a, b, c]: Triangle) -> Triangle {
        [c, b, a]
    }

    fn neighbours(triangle: Triangle) -> impl Iterator<Item = Triangle> {
        let step = if triangle.iter().sum::<i32>() == 1 { 1 } else { -1 };
        (0..3).map(move |axis| {
            let mut neighbour = triangle;
            neighbour[axis] += step;
            neighbour
        })
    }
}

/// All polyiamonds of a size.
///
/// ```
/// use quadrille::puzzle::polyiamond::{ShapeSet, Sides};
/// let set: ShapeSet = "hexiamonds".parse()?;
/// assert_eq!(set.shapes(Sides::Free).len(), 12);
/// assert_eq!(set.shapes(Sides::OneSided).len(), 19);
/// # Ok::<(), quadrille::puzzle::UnknownSet>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeSet(usize);

/// The names of the sets of pieces of 1 to 7 triangles.
const SETS: [&str; 7] = [
    "moniamonds",
    "diamonds",
    "triamonds",
    "tetriamonds",
    "pentiamonds",
    "hexiamonds",
    "heptiamonds",
];

impl ShapeSet {
    /// Iterates over all sets, from the smallest pieces to the largest.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=SETS.len()).map(Self)
    }

    /// Returns the name, as [`FromStr`] reads it.
    #[must_use]
    pub fn name(self) -> &'static str {
        SETS[self.0 - 1]
    }

    /// Returns the number of triangles of a piece.
    #[must_use]
    pub fn size(self) -> usize {
        self.0
    }

    /// Returns the pieces. They have no usual names of one letter, so they are called `A`, `B` and
    /// so on in the order of their canonical forms. `A'` is the mirror image of `A`.
    #[must_use]
    pub fn shapes(self, sides: Sides) -> Vec<Shape> {
        let names = ('A'..='Z').map(String::from);
        let mut shapes = Vec::new();
        for (name, triangles) in names.zip(free_pieces::<Triangles>(self.0)) {
            let mirror = mirror_image::<Triangles>(&triangles);
            let mirror = mirror.filter(|_| sides == Sides::OneSided);
            let mirror = mirror.map(|triangles| Shape { name: format!("{name}'"), triangles });
            shapes.push(Shape { name, triangles });
            shapes.extend(mirror);
        }
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

/// A piece of triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub(super) name: String,
    pub(super) triangles: Vec<Triangle>,
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
        orientations::<Triangles>(&self.triangles, sides).len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_triangles_are_the_same() {
        for row in 0..5 {
            for column in 0..7 {
                let there = triangle([row, column]);
                assert_eq!(cell(there), [row as i32, column as i32]);
                let sum: i32 = there.iter().sum();
                assert_eq!(sum, if (row + column) % 2 == 0 { 1 } else { 2 });
            }
        }
    }

    /// Free polyiamonds: OEIS A000577; one-sided: A006534; fixed, all orientations together:
    /// A001420.
    #[test]
    fn the_sets_are_as_large_as_they_should_be() {
        let expected = [(1, 1, 2), (1, 1, 3), (1, 1, 6), (3, 4, 14), (4, 6, 36), (12, 19, 94)];
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
