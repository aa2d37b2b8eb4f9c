//! Queens that do not attack each other on a board of `n` by `n` (TAOCP 7.2.2.1, (23)).
//!
//! Every row and every column has exactly one queen, so rows and columns are primary items, such as
//! `r1` and `c1`. A diagonal has at most one, so diagonals are secondary items, numbered by the sum
//! of row and column (from `a2`) or by their difference (from `b1`). Rows and columns come in
//! *organ-pipe order*, from the middle outwards: a queen in the middle attacks the most squares,
//! and the search prefers the first of several items with the fewest options.

use std::error::Error;
use std::fmt;

use super::{Drawn, Picture, Puzzle};
use crate::ids::OptionId;
use crate::problem::{BuildError, Model, Problem};

/// Queens that do not attack each other, one in every row of a board.
///
/// ```
/// use quadrille::puzzle::Puzzle;
/// use quadrille::puzzle::queens::Queens;
/// let queens = Queens::new(4)?;
/// let mut columns: Vec<_> = queens.solutions().map(|placement| placement.columns().to_vec()).collect();
/// columns.sort();
/// assert_eq!(columns, [[1, 3, 0, 2], [2, 0, 3, 1]]);
/// # Ok::<(), quadrille::puzzle::queens::SizeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Queens {
    size: usize,
    /// The row and the column of each option's queen.
    model: Model<(usize, usize)>,
}

impl Queens {
    /// The maximum size of a board.
    pub const MAX_SIZE: usize = 1000;

    /// Returns the puzzle on a board with `size` rows and columns.
    ///
    /// # Errors
    /// [`SizeError`] unless the size is 1 to [`MAX_SIZE`](Self::MAX_SIZE).
    pub fn new(size: usize) -> Result<Self, SizeError> {
        if (1..=Self::MAX_SIZE).contains(&size) {
            let model = model(size)
                .expect("the names are distinct, and the largest board is within the limits");
            Ok(Self { size, model })
        } else {
            Err(SizeError(size))
        }
    }

    /// Returns the number of rows, which is the number of columns.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }
}

/// Returns the numbers below `size`, from the middle outwards.
fn organ_pipe(size: usize) -> impl Iterator<Item = usize> + Clone {
    let middle = size.saturating_sub(1) / 2;
    // The middle, one above it, one below it, two above it, ...
    (0..size).map(move |at| if at % 2 == 0 { middle - at / 2 } else { middle + at.div_ceil(2) })
}

fn model(size: usize) -> Result<Model<(usize, usize)>, BuildError> {
    let mut builder = Model::builder();
    builder.primary(
        organ_pipe(size).flat_map(|at| [format!("r{}", at + 1), format!("c{}", at + 1)]),
    )?;
    builder.secondary((2..=2 * size).map(|sum| format!("a{sum}")))?;
    builder.secondary((1..2 * size).map(|difference| format!("b{difference}")))?;
    for row in organ_pipe(size) {
        for column in organ_pipe(size) {
            let items = [
                format!("r{}", row + 1),
                format!("c{}", column + 1),
                format!("a{}", row + column + 2),
                format!("b{}", size + row - column),
            ];
            builder.option((row, column), &items)?;
        }
    }
    builder.build()
}

impl Puzzle for Queens {
    type Solution = Placement;

    fn problem(&self) -> &Problem {
        &self.model
    }

    fn decode(&self, cover: &[OptionId]) -> Placement {
        let mut columns = vec![0; self.size];
        for &option in cover {
            let &(row, column) = self.model.value(option);
            columns[row] = column;
        }
        Placement { columns }
    }
}

/// The places of the queens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    columns: Vec<usize>,
}

impl Placement {
    /// Returns the column of the queen in each row, both counted from 0.
    #[must_use]
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }
}

impl Drawn for Placement {
    /// Draws a chequered board with a `Q` for each queen.
    fn picture(&self) -> Picture {
        let size = self.columns.len();
        let mut picture = Picture::new(size, size);
        for (row, &queen) in self.columns.iter().enumerate() {
            for column in 0..size {
                picture.set(
                    row,
                    column,
                    ((row + column) % 2) as u32,
                    if column == queen { "Q" } else { "" },
                );
            }
        }
        picture
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture().fmt(f)
    }
}

/// The error for a board of queens that has size 0 or is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError(pub usize);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a board of {0} by {0}: its size must be 1 to {1}", self.0, Queens::MAX_SIZE)
    }
}

impl Error for SizeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_comes_first() {
        assert_eq!(organ_pipe(1).collect::<Vec<_>>(), [0]);
        assert_eq!(organ_pipe(2).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(organ_pipe(5).collect::<Vec<_>>(), [2, 3, 1, 4, 0]);
        assert_eq!(organ_pipe(8).collect::<Vec<_>>(), [3, 4, 2, 5, 1, 6, 0, 7]);
    }

    #[test]
    fn items_have_names() {
        let queens = Queens::new(4).unwrap();
        let names: Vec<_> =
            (0..8).map(|item| queens.problem().name(crate::ItemId::new(item)).unwrap()).collect();
        assert_eq!(names, ["r2", "c2", "r3", "c3", "r1", "c1", "r4", "c4"]);
        assert_eq!(queens.problem().option_text(OptionId::new(0)), "r2 c2 a4 b4");
    }

    #[test]
    fn a_drawing() {
        let expected = "
+---+---+---+
| Q |   |   |
+---+---+---+
|   |   | Q |
+---+---+---+
|   | Q |   |
+---+---+---+";
        assert_eq!(Placement { columns: vec![0, 2, 1] }.to_string(), expected.trim_start());
    }

    #[test]
    fn sizes_without_a_board() {
        assert_eq!(Queens::new(0).unwrap_err(), SizeError(0));
        let message = Queens::new(usize::MAX).unwrap_err().to_string();
        assert!(message.ends_with("its size must be 1 to 1000"), "{message}");
    }
}
