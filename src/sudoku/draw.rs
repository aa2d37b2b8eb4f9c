//! A grid drawn over several lines, with lines between the boxes.

use std::fmt;

use super::Grid;

/// A drawing of a grid in eleven lines, with lines between the boxes; [`Reader`](super::Reader)
/// reads it back.
///
/// ```
/// let solution = "935176482428395671716842359174283596563914827892567134247638915689751243351429768";
/// let grid: quadrille::sudoku::Grid = solution.parse()?;
/// let drawn = grid.boxed().to_string();
/// assert_eq!(drawn.lines().next(), Some("9 3 5 | 1 7 6 | 4 8 2"));
/// assert_eq!(drawn.lines().nth(3), Some("------+-------+------"));
/// assert_eq!(drawn.parse(), Ok(grid));
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Boxed(Grid);

impl Grid {
    /// Returns a drawing in eleven lines, with lines between the boxes. The last line has no line
    /// end.
    #[must_use]
    pub fn boxed(&self) -> Boxed {
        Boxed(*self)
    }
}

impl fmt::Display for Boxed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.0.as_str().as_bytes().chunks_exact(9).enumerate() {
            if row > 0 {
                f.write_str(if row % 3 == 0 { "\n------+-------+------\n" } else { "\n" })?;
            }
            for (column, &cell) in cells.iter().enumerate() {
                if column > 0 {
                    f.write_str(if column % 3 == 0 { " | " } else { " " })?;
                }
                write!(f, "{}", char::from(cell))?;
            }
        }
        Ok(())
    }
}
