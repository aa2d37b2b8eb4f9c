//! Puzzles as exact covers. Each public module encodes a puzzle as a problem and decodes its
//! covers, except [`square`] and [`tiling`], which contain what several puzzles share.
//!
//! Several modules have types with the same role and the same name, such as `Board`, `Shape`,
//! `ShapeSet` and `Filling`, so programs write `polyomino::Board`.

mod cages;
pub mod graceful;
pub mod knapsack;
pub mod langford;
pub mod latin;
mod lattice;
pub mod loops;
pub mod macmahon;
mod picture;
pub mod polycube;
pub mod polyiamond;
pub mod polyomino;
pub mod polystick;
pub mod queens;
pub mod schedule;
pub mod square;
pub mod steiner;
pub mod sudoku_board;
pub mod tiling;
pub mod word_rectangle;

use std::error::Error;
use std::fmt;

use crate::ids::OptionId;
use crate::problem::Problem;

pub use picture::{Drawn, Lines, Mark, Picture, Role, Shade};
#[cfg(feature = "svg")]
pub use picture::{Paper, sheet};
pub use tiling::Uses;

/// A puzzle of any kind, encoded as an exact-cover problem. For a Sudoku with the data from its
/// source, see [`sudoku::Puzzle`](crate::sudoku::Puzzle).
pub trait Puzzle {
    /// The meaning of a cover. It displays as text. If it is [`Drawn`], it also has a picture.
    type Solution: fmt::Display;

    /// Returns the exact-cover problem. All its items have names.
    fn problem(&self) -> &Problem;

    /// Returns the solution that a cover of [`problem`](Self::problem) represents. The order of the
    /// options does not matter.
    ///
    /// # Panics
    /// If the problem lacks one of the options. May panic if they are not a cover.
    fn decode(&self, cover: &[OptionId]) -> Self::Solution;

    /// True if a cover of [`problem`](Self::problem) represents a solution. This is true of every
    /// cover, unless the puzzle has a rule that the problem does not express, as for [`loops`].
    ///
    /// # Panics
    /// May panic if the problem lacks one of the options, or if they are not a cover.
    fn is_solution(&self, cover: &[OptionId]) -> bool {
        let _ = cover;
        true
    }

    /// Iterates over all solutions, lazily. Covers that are not [solutions](Self::is_solution) are
    /// left out.
    fn solutions(&self) -> impl Iterator<Item = Self::Solution> {
        let covers = self.problem().solutions().filter(|cover| self.is_solution(cover));
        covers.map(|cover| self.decode(&cover))
    }
}

/// The error for an unknown name of a set of shapes, such as a [`polyomino::ShapeSet`].
///
/// ```
/// use quadrille::puzzle::polystick::ShapeSet;
/// let error = "trisicks".parse::<ShapeSet>().unwrap_err();
/// assert_eq!((error.name.as_str(), error.sets.len()), ("trisicks", 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownSet {
    /// The unknown name.
    pub name: String,
    /// The names of the existing sets.
    pub sets: Vec<&'static str>,
}

impl UnknownSet {
    fn find<S: Copy>(
        name: &str,
        sets: impl IntoIterator<Item = S>,
        name_of: fn(S) -> &'static str,
    ) -> Result<S, Self> {
        let sets: Vec<S> = sets.into_iter().collect();
        sets.iter().copied().find(|&set| name_of(set) == name).ok_or_else(|| Self {
            name: name.to_owned(),
            sets: sets.iter().copied().map(name_of).collect(),
        })
    }
}

impl fmt::Display for UnknownSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.sets.join(", ");
        write!(f, "there is no set of shapes `{}`: choose one of {names}", self.name)
    }
}

impl Error for UnknownSet {}
