//! Exact covers and Sudoku.
//!
//! An *exact cover* problem has *items* and *options*, each option a set of items; a *cover* is a
//! choice of options in which every item lies exactly once. Tilings, Sudoku, timetables, queens and
//! many other puzzles are of this kind. This crate finds all covers of a problem, or the first, or
//! their number, or whether there is just one, with Knuth's Algorithm X over dancing links (TAOCP
//! 7.2.2.1), behind one lazy iterator.
//!
//! # Sudoku
//! ```
//! let puzzle: quadrille::sudoku::Grid =
//!     "027800061000030008910005420500016030000970200070000096700000080006027000030480007".parse()?;
//! for solution in puzzle.solutions() {
//!     println!("{solution}"); // 81 digits
//! }
//! assert_eq!(puzzle.solutions().count(), 4);
//! # Ok::<(), quadrille::sudoku::ParseError>(())
//! ```
//!
//! # Any exact cover
//! ```
//! let mut builder = quadrille::Problem::builder();
//! builder.primary(["a", "b", "c", "d", "e", "f", "g"])?;
//! builder.option(["c", "e"])?;
//! builder.option(["a", "d", "g"])?;
//! builder.option(["b", "c", "f"])?;
//! builder.option(["a", "d", "f"])?;
//! builder.option(["b", "g"])?;
//! builder.option(["d", "e", "g"])?;
//! let problem = builder.build()?;
//! for cover in problem.solutions() {
//!     for option in &cover {
//!         println!("{}", problem.option_text(option)); // c e, a d f, b g
//!     }
//! }
//! # Ok::<(), quadrille::BuildError>(())
//! ```
//!
//! # Features
//! - `bigint`, part of `cli`: numbers of covers of any size, [`Problem::count`], and covers at
//!   random from a [`Diagram`].
//! - `cli`, on by default: what the program needs. A library user turns it off.
//! - `generate`, part of `cli`: making Sudokus, [`sudoku::generate`].
//! - `parallel`, part of `cli`: searches by several threads with rayon, [`Problem::par_count`] and
//!   its sisters.
//! - `svg`, part of `cli`: pictures of solutions as SVG, [`puzzle::Picture`].
//!
//! # Where things are
//! From the bottom up; a module uses only those above it in this list.
//!
//! - [`ItemId`], [`OptionId`] and [`Color`]: numbers for items, options and colors.
//! - [`problem`]: a problem, its builder, a cover, and a check of covers that no engine has a hand
//!   in.
//! - [`diagram`]: all covers as one value, a diagram.
//! - [`search`]: the contract of the search engines. [`mod@format`], beside it: problems read from
//!   text and written as text.
//! - [`engine`]: the search engines, and the choice of one.
//! - [`solve`]: the iterator of covers, limits, counts, uniqueness, and the cheapest covers.
//! - [`parallel`]: a search by several threads.
//! - [`puzzle`]: puzzles as exact covers, with their solutions decoded and drawn.
//! - [`sudoku`]: Sudokus read, written and solved. [`sudoku::logic`]: Sudoku by logic alone, with
//!   its reasons, and how hard a puzzle is. [`sudoku::generate`], with the feature of that name:
//!   making Sudokus.
//!
//! The guide in the repository's `docs` goes through all of it with examples; `docs/algorithms.md`
//! explains the search.

pub mod diagram;
pub mod engine;
pub mod format;
mod ids;
pub mod parallel;
pub mod problem;
pub mod puzzle;
pub mod search;
pub mod solve;
pub mod sudoku;
mod table;

pub use diagram::Diagram;
pub use engine::hybrid::Hybrid;
pub use engine::{AnyEngine, EngineChoice};
pub use ids::{Color, ItemId, OptionId};
pub use problem::{
    BuildError, Builder, ColorRef, Cover, CoverError, EntryRef, ItemRef, Model, ModelBuilder,
    Problem,
};
#[cfg(feature = "bigint")]
pub use solve::Counter;
pub use solve::{Cheapest, Count, Limits, Solutions, Solver, Uniqueness};

/// The examples of the documents, compiled and run as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[cfg(all(feature = "bigint", feature = "generate", feature = "parallel"))]
    #[doc = include_str!("../docs/guide.md")]
    mod guide {}
    #[doc = include_str!("../docs/explain.md")]
    mod explain {}
    #[doc = include_str!("../docs/modelling.md")]
    mod modelling {}
    #[doc = include_str!("../docs/counting.md")]
    mod counting {}
    #[doc = include_str!("../docs/format.md")]
    mod format {}
}
