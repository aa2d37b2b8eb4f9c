//! The box that pieces fill.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A box of cells in layers, rows and columns.
///
/// ```
/// use quadrille::puzzle::polycube::Space;
/// let space: Space = "2x3x4".parse()?;
/// assert_eq!((space.sides(), space.cells().count()), ([2, 3, 4], 24));
/// # Ok::<(), quadrille::puzzle::polycube::SpaceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    sides: [usize; 3],
}

impl Space {
    /// The most cells of a box.
    pub const MAX_CELLS: usize = 10_000;

    /// A box of so many layers, rows and columns.
    ///
    /// # Errors
    /// [`SpaceError::NoCells`], [`SpaceError::TooLarge`].
    pub fn new(sides: [usize; 3]) -> Result<Self, SpaceError> {
        if sides.contains(&0) {
            return Err(SpaceError::NoCells);
        }
        let cells = sides.iter().try_fold(1_usize, |cells, &side| cells.checked_mul(side));
        match cells {
            Some(cells) if cells <= Self::MAX_CELLS => Ok(Self { sides }),
            _ => Err(SpaceError::TooLarge),
        }
    }

    /// How many layers, rows and columns it has.
    #[must_use]
    pub fn sides(&self) -> [usize; 3] {
        self.sides
    }

    /// Its cells by layer, row and column, in order.
    pub fn cells(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [layers, rows, columns] = self.sides;
        (0..layers * rows * columns).map(move |at| [at / columns / rows, at / columns % rows, at % columns])
    }

    /// The number of a cell in that order, or `None` if it is outside.
    pub(super) fn number(&self, cell: [usize; 3]) -> Option<u32> {
        let [_, rows, columns] = self.sides;
        let is_inside = (0..3).all(|axis| cell[axis] < self.sides[axis]);
        is_inside.then(|| ((cell[0] * rows + cell[1]) * columns + cell[2]) as u32)
    }
}

/// Reads `3x3x3`: layers, rows and columns.
impl FromStr for Space {
    type Err = SpaceError;

    fn from_str(text: &str) -> Result<Self, SpaceError> {
        let number = |side: &str| {
            let is_number = !side.is_empty() && side.bytes().all(|byte| byte.is_ascii_digit());
            // What is too large for the machine is too large for a box, and stays so.
            is_number.then(|| side.parse().unwrap_or(usize::MAX))
        };
        let sides: Option<Vec<usize>> = text.split('x').map(number).collect();
        match sides.and_then(|sides| <[usize; 3]>::try_from(sides).ok()) {
            Some(sides) => Self::new(sides),
            None => Err(SpaceError::NotASize(text.to_owned())),
        }
    }
}

/// What is wrong with a box.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpaceError {
    /// The text is not of the form `3x3x3`.
    NotASize(String),
    /// A side is 0.
    NoCells,
    /// The box has more cells than [`Space::MAX_CELLS`].
    TooLarge,
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASize(text) => {
                write!(f, "`{text}` is not a box: write its layers, rows and columns as in `3x3x3`")
            }
            Self::NoCells => f.write_str("a box must have a cell at least"),
            Self::TooLarge => write!(f, "the box is too large: it may have {} cells", Space::MAX_CELLS),
        }
    }
}

impl Error for SpaceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_in_their_order() {
        let space = Space::new([2, 3, 4]).unwrap();
        let numbers: Vec<_> = space.cells().map(|cell| space.number(cell).unwrap()).collect();
        assert_eq!(numbers, (0..24).collect::<Vec<_>>());
        assert_eq!(space.number([0, 3, 0]), None);
    }

    #[test]
    fn boxes_that_are_wrong() {
        for text in ["", "3", "3x3", "3x3x3x3", "3x3x", "-1x3x3", "3 x3x3"] {
            assert_eq!(text.parse::<Space>(), Err(SpaceError::NotASize(text.into())));
        }
        assert_eq!("3x0x3".parse::<Space>(), Err(SpaceError::NoCells));
        for text in ["101x100x1", "99999999999999999999999x1x1", "4294967296x4294967296x1"] {
            assert_eq!(text.parse::<Space>(), Err(SpaceError::TooLarge), "{text}");
        }
    }
}
