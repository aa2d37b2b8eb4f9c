//! The cells that pieces fill: a rectangle or a box, possibly with a hole in its centre, or a drawn
//! board.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// Cells in rows and columns, or in layers, rows and columns, possibly with holes.
///
/// [`FromStr`] reads `6x10` (six rows of ten cells), `8x8-2x2` (8x8 with a hole of 2x2 in the
/// centre), text of several lines as a [drawing](Region::drawn), and in three dimensions `3x3x3` or
/// `3x3x3-1x1x1`.
///
/// ```
/// use quadrille::puzzle::polycube::Space;
/// use quadrille::puzzle::polyomino::Board;
/// let board: Board = "8x8-2x2".parse()?;
/// assert_eq!((board.sides(), board.cells().count()), ([8, 8], 60));
/// assert!(!board.contains([3, 4]));
/// let ring: Board = "###\n#.#\n###".parse()?;
/// assert_eq!(ring, "3x3-1x1".parse()?);
/// let space: Space = "2x3x4".parse()?;
/// assert_eq!((space.sides(), space.cells().count()), ([2, 3, 4], 24));
/// # Ok::<(), quadrille::puzzle::tiling::RegionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region<const D: usize> {
    sides: [usize; D],
    /// The number of each cell, counted in order without the holes; `None` for a hole.
    numbers: Vec<Option<u32>>,
}

impl<const D: usize> Region<D> {
    /// The maximum number of cells of a region, including holes.
    pub const MAX_CELLS: usize = 10_000;

    /// Returns a region without holes, with these numbers of rows and columns, or of layers, rows
    /// and columns.
    ///
    /// # Errors
    /// [`RegionError::NoCells`] if a side is 0, and [`RegionError::TooLarge`].
    pub fn new(sides: [usize; D]) -> Result<Self, RegionError> {
        Self::of(sides, |_| true)
    }

    /// Returns a region with a smaller one cut out of its centre.
    ///
    /// # Errors
    /// As for [`new`](Self::new), and [`RegionError::NotCentred`]. [`RegionError::NoCells`] also if
    /// the hole has no cells or leaves none.
    pub fn with_hole(sides: [usize; D], hole: [usize; D]) -> Result<Self, RegionError> {
        Self::new(sides)?;
        if hole.contains(&0) {
            return Err(RegionError::NoCells);
        }
        if (0..D).any(|axis| hole[axis] > sides[axis] || (sides[axis] - hole[axis]) % 2 == 1) {
            return Err(RegionError::NotCentred { sides: sides.into(), hole: hole.into() });
        }
        let margins: [usize; D] = std::array::from_fn(|axis| (sides[axis] - hole[axis]) / 2);
        let is_in_hole = |cell: &[usize; D]| {
            (0..D).all(|axis| (margins[axis]..margins[axis] + hole[axis]).contains(&cell[axis]))
        };
        Self::of(sides, |cell| !is_in_hole(cell))
    }

    fn of(sides: [usize; D], is_cell: impl Fn(&[usize; D]) -> bool) -> Result<Self, RegionError> {
        let size = sides.iter().try_fold(1_usize, |size, &side| size.checked_mul(side));
        if sides.contains(&0) {
            return Err(RegionError::NoCells);
        }
        let Some(size) = size.filter(|&size| size <= Self::MAX_CELLS) else {
            return Err(RegionError::TooLarge);
        };
        let mut count = 0;
        let numbers = (0..size).map(|at| {
            is_cell(&coordinates(at, &sides)).then(|| {
                count += 1;
                count - 1
            })
        });
        let numbers = numbers.collect();
        if count == 0 { Err(RegionError::NoCells) } else { Ok(Self { sides, numbers }) }
    }

    /// Returns the numbers of rows and columns, preceded by the number of layers if the region has
    /// three dimensions.
    #[must_use]
    pub fn sides(&self) -> [usize; D] {
        self.sides
    }

    /// True if there is a cell at these coordinates; false outside and in a hole.
    #[must_use]
    pub fn contains(&self, cell: [usize; D]) -> bool {
        self.number(cell).is_some()
    }

    /// Iterates over the cells in order, without the holes.
    pub fn cells(&self) -> impl Iterator<Item = [usize; D]> {
        let numbers = self.numbers.iter().enumerate();
        numbers.filter(|(_, number)| number.is_some()).map(|(at, _)| coordinates(at, &self.sides))
    }

    /// Returns the number of a cell in the order of [`cells`](Self::cells), or `None` outside the
    /// region and in a hole.
    pub(super) fn number(&self, cell: [usize; D]) -> Option<u32> {
        if (0..D).any(|axis| cell[axis] >= self.sides[axis]) {
            return None;
        }
        self.numbers[(0..D).fold(0, |at, axis| at * self.sides[axis] + cell[axis])]
    }
}

/// Returns the coordinates of the cell at this place among all cells, including holes.
fn coordinates<const D: usize>(mut at: usize, sides: &[usize; D]) -> [usize; D] {
    let mut cell = [0; D];
    for axis in (0..D).rev() {
        cell[axis] = at % sides[axis];
        at /= sides[axis];
    }
    cell
}

impl Region<2> {
    /// Returns a drawn board: a line is a row, `.` and whitespace are holes, and every other
    /// character is a cell. The board is the smallest rectangle with all cells. A line that begins
    /// with `|` is a comment.
    ///
    /// # Errors
    /// [`RegionError::NoCells`] if nothing is drawn, and [`RegionError::TooLarge`].
    ///
    /// ```
    /// let board = quadrille::puzzle::polyomino::Board::drawn(".##.\n####\n.##.")?;
    /// assert_eq!(board.cells().count(), 8);
    /// # Ok::<(), quadrille::puzzle::tiling::RegionError>(())
    /// ```
    pub fn drawn(text: &str) -> Result<Self, RegionError> {
        let mut cells = Vec::new();
        for (row, line) in text.lines().filter(|line| !line.starts_with('|')).enumerate() {
            for (column, letter) in line.chars().enumerate() {
                if letter != '.' && !letter.is_whitespace() {
                    cells.push([row, column]);
                }
            }
        }
        let bounds = |axis: usize| {
            let all = || cells.iter().map(|cell: &[usize; 2]| cell[axis]);
            Some((all().min()?, all().max()?))
        };
        let (Some((top, bottom)), Some((left, right))) = (bounds(0), bounds(1)) else {
            return Err(RegionError::NoCells);
        };
        // The cells are sorted.
        let is_cell =
            |cell: &[usize; 2]| cells.binary_search(&[top + cell[0], left + cell[1]]).is_ok();
        Self::of([bottom - top + 1, right - left + 1], is_cell)
    }
}

impl FromStr for Region<2> {
    type Err = RegionError;

    fn from_str(text: &str) -> Result<Self, RegionError> {
        if text.trim().contains('\n') { Self::drawn(text) } else { Self::of_size(text) }
    }
}

impl FromStr for Region<3> {
    type Err = RegionError;

    fn from_str(text: &str) -> Result<Self, RegionError> {
        Self::of_size(text)
    }
}

impl<const D: usize> Region<D> {
    fn of_size(text: &str) -> Result<Self, RegionError> {
        let not_a_size = || RegionError::NotASize { text: text.to_owned(), dimensions: D };
        match text.split_once('-') {
            None => Self::new(sides(text).ok_or_else(not_a_size)?),
            Some((whole, hole)) => {
                let (whole, hole) = sides(whole).zip(sides(hole)).ok_or_else(not_a_size)?;
                Self::with_hole(whole, hole)
            }
        }
    }
}

/// Reads numbers with `x` between them. A number that is too large for `usize` is too large for a
/// region too.
fn sides<const D: usize>(text: &str) -> Option<[usize; D]> {
    let number = |text: &str| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().unwrap_or(usize::MAX))
    };
    text.split('x').map(number).collect::<Option<Vec<usize>>>()?.try_into().ok()
}

/// An error in the description of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionError {
    /// The text is not of the form `6x10` or `8x8-2x2`, with one side for each dimension.
    NotASize {
        /// The text.
        text: String,
        /// The number of sides that the text should have.
        dimensions: usize,
    },
    /// The region has no cell, or its hole has none.
    NoCells,
    /// The region has more than [`Region::MAX_CELLS`] cells, including holes.
    TooLarge,
    /// The hole is larger than the region, or cannot be in its centre.
    NotCentred {
        /// The sides of the region.
        sides: Vec<usize>,
        /// The sides of the hole.
        hole: Vec<usize>,
    },
}

impl fmt::Display for RegionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |sides: &[usize]| sides.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
        match self {
            Self::NotASize { text, dimensions: 2 } => {
                write!(
                    f,
                    "`{text}` is not a board: write rows and columns as in `6x10`, or with a hole `8x8-2x2`"
                )
            }
            Self::NotASize { text, .. } => {
                write!(f, "`{text}` is not a box: write its layers, rows and columns as in `3x3x3`")
            }
            Self::NoCells => f.write_str(
                "no cells: a board or a box needs at least one cell, and so does its hole",
            ),
            Self::TooLarge => {
                write!(
                    f,
                    "too large: a board or a box may have at most {} cells",
                    Region::<2>::MAX_CELLS
                )
            }
            Self::NotCentred { sides, hole } => write!(
                f,
                "a hole of {} cannot be in the centre of {}: take a hole that leaves as many cells \
                 on each side as on the opposite side",
                joined(hole),
                joined(sides)
            ),
        }
    }
}

impl Error for RegionError {}

#[cfg(test)]
mod tests {
    use super::*;

    type Board = Region<2>;
    type Space = Region<3>;

    #[test]
    fn a_hole_is_in_the_centre() {
        let hole: Board = "3x5-1x3".parse().unwrap();
        assert_eq!(Ok(&hole), Board::drawn("\n  #####\n  #...#\n  #####\n\n").as_ref());
        assert_eq!("3x4".parse(), Board::new([3, 4]));
        let shell: Space = "3x3x3-1x1x1".parse().unwrap();
        assert_eq!((shell.cells().count(), shell.contains([1, 1, 1])), (26, false));
    }

    #[test]
    fn cells_are_numbered_in_their_order() {
        let space = Space::new([2, 3, 4]).unwrap();
        let numbers: Vec<_> = space.cells().map(|cell| space.number(cell).unwrap()).collect();
        assert_eq!(numbers, (0..24).collect::<Vec<_>>());
        assert_eq!(space.number([0, 3, 0]), None);
        let board: Board = "3x3-1x1".parse().unwrap();
        assert_eq!((board.number([1, 1]), board.number([1, 2])), (None, Some(4)));
    }

    #[test]
    fn regions_that_are_wrong() {
        let not_a_size =
            |text: &str, dimensions| RegionError::NotASize { text: text.to_owned(), dimensions };
        for text in [
            "",
            "6",
            "6x",
            "x6",
            "6x10x2",
            "+6x10",
            "6 x 10",
            "8x8-2",
            "8x8-",
            "-1x4",
            "6x10-1x1-1x1",
        ] {
            assert_eq!(text.parse::<Board>(), Err(not_a_size(text, 2)));
        }
        for text in ["", "3", "3x3", "3x3x3x3", "3x3x", "-1x3x3", "3 x3x3"] {
            assert_eq!(text.parse::<Space>(), Err(not_a_size(text, 3)));
        }
        for text in ["0x5", "5x0", "8x8-0x2", "2x2-2x2"] {
            assert_eq!(text.parse::<Board>(), Err(RegionError::NoCells), "{text}");
        }
        assert_eq!("3x0x3".parse::<Space>(), Err(RegionError::NoCells));
        for text in ["101x100", "99999999999999999999999x1", "4294967296x4294967296"] {
            assert_eq!(text.parse::<Board>(), Err(RegionError::TooLarge), "{text}");
            assert_eq!(format!("{text}x1").parse::<Space>(), Err(RegionError::TooLarge), "{text}");
        }
        for text in ["8x8-3x2", "8x8-2x3", "4x4-6x2", "4x4-99999999999999999999999x2"] {
            assert!(matches!(text.parse::<Board>(), Err(RegionError::NotCentred { .. })), "{text}");
        }
        assert_eq!(Board::drawn("| ##\n . \n"), Err(RegionError::NoCells));
        assert_eq!(Board::drawn(&format!("#{}#", " ".repeat(10_000))), Err(RegionError::TooLarge));
    }
}
