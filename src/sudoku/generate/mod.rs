//! Making Sudokus: puzzles with one solution, with as many clues, as hard and as symmetric as they are wished for.
//!
//! A [`Generator`] draws a full grid, each with the same probability, takes clues away in a random order as long as there is
//! no second solution, and looks whether what is left is what was wished for. If it is not, it begins again: so what it makes
//! is a random sample of what it could make, and no wish bends the sample beyond what is said of it. It gives up after a
//! number of attempts, and says what was in the way.
//!
//! - [`Generator`]: the wishes, and the puzzles that meet them, each with a number of its own.
//! - [`Symmetry`]: which cells have a clue together.
//! - [`Attempt`], [`GaveUp`]: what came of one attempt, and of all.
//! - [`full_grid()`]: a full grid alone.
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
//! # How random the puzzles are
//! Full grids are exactly uniform, as far as the random numbers are: no more than whole numbers below a bound are drawn, each
//! with the same probability, from a generator (xoshiro256++) whose output is taken for random. Puzzles are not uniform among
//! all puzzles: taking clues away in a random order favors those with many clues among the minimal ones, as every such method
//! does.

mod full_grid;
mod generated;
mod generator;
mod random;
mod symmetry;
mod wishes;

pub use self::full_grid::full_grid;
pub use generated::Generated;
pub use generator::{Attempts, Generator};
pub use symmetry::{Symmetry, UnknownSymmetry};
pub use wishes::{Attempt, GaveUp, Impossible};
