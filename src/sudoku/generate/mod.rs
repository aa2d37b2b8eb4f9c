//! Generators of Sudokus with one solution, and with a given number of clues, level and symmetry.
//!
//! A [`Generator`] draws a full grid. All full grids are equally likely. Without a
//! [pattern](Generator::pattern), it goes through the clues in a random order, removes each one if
//! there is no second solution, and checks whether the result meets the constraints. If not, it
//! starts again. So its puzzles are a random sample of the puzzles that it can make. It stops after
//! a number of attempts, and reports the constraints that failed.
//!
//! - [`Generator`]: the constraints, and the puzzles that meet them, each with its own number.
//! - [`BoardGenerator`]: puzzles on boards of other sizes.
//! - [`Symmetry`]: the cells that must have clues together.
//! - [`Attempt`], [`GaveUp`]: the result of one attempt, and the report if all of them fail.
//! - [`full_grid()`]: a full grid without a puzzle.
//!
//! ```
//! use quadrille::sudoku::logic::Level;
//! use quadrille::sudoku::generate::{Generator, Symmetry};
//! let mut generator = Generator::new(7).rating(Level::Easy).symmetry(Symmetry::Rot180);
//! let made = generator.puzzle(0)?;
//! assert_eq!(made.puzzle.uniqueness().only(), Some(made.solution));
//! assert_eq!(generator.puzzle(0)?, made); // the same seed and number, the same puzzle
//! # Ok::<(), quadrille::sudoku::generate::GaveUp>(())
//! ```
//!
//! # Distribution of the puzzles
//! The full grids of a [`Generator`] are exactly uniform if the random numbers are. It uses only
//! uniform whole numbers below a bound, from the generator xoshiro256++. Puzzles are not a uniform
//! sample of all puzzles: removing clues in a random order favors minimal puzzles with many clues,
//! as every such method does.

mod board;
mod constraints;
mod full_grid;
mod generator;
mod pattern;
mod random;
mod symmetry;

pub use self::full_grid::full_grid;
pub use board::{BoardGenerator, GeneratedBoard};
pub use constraints::{Attempt, GaveUp, Generated, Impossible};
pub use generator::{Attempts, Generator};
pub use symmetry::{Symmetry, UnknownSymmetry};
