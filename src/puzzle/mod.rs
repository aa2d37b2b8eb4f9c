//! Puzzles as exact covers. Each module encodes a puzzle as a problem and decodes its covers.

pub mod knapsack;
pub mod langford;
pub mod latin;
pub mod macmahon;
mod picture;
pub mod polycube;
pub mod polyomino;
pub mod queens;
pub mod schedule;
pub mod square;
pub mod steiner;
pub mod sudoku_board;
pub mod tiling;
pub mod word_rectangle;

use std::fmt;

use crate::ids::OptionId;
use crate::problem::Problem;

pub use picture::{Drawn, Lines, Mark, Picture, Role, Shade};
pub use tiling::Uses;

/// A puzzle that is encoded as an exact cover.
pub trait Puzzle {
    /// The meaning of a cover. It displays as text, or as a drawing if it is a picture.
    type Solution: fmt::Display;

    /// Returns the exact cover. Its items have names, so that it can be written as text.
    fn problem(&self) -> &Problem;

    /// Returns the solution that a cover of [`problem`](Self::problem) stands for. The order of the
    /// options does not matter.
    ///
    /// # Panics
    /// May panic if the options are not a cover.
    fn decode(&self, cover: &[OptionId]) -> Self::Solution;

    /// Iterates over all solutions, lazily.
    fn solutions(&self) -> impl Iterator<Item = Self::Solution> {
        self.problem().solutions().map(|cover| self.decode(&cover))
    }
}
