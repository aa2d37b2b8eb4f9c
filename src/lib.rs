//! Every solution of a Sudoku or of an exact-cover problem, one at a time, on demand.
//!
//! An exact-cover problem has *items*, and *options* that are sets of items. A *cover* is a set of
//! options that together contain each item exactly once. Sudokus, tilings, queens puzzles, Latin
//! squares and timetables can be stated this way. quadrille lists the solutions, counts them
//! exactly, or proves that there is only one. If options have costs, it finds the cheapest
//! solutions. It marks the result of a search that was cut short: `1000+` means at least a
//! thousand. A lazy iterator returns the solutions. The search is Knuth's Algorithm X with dancing
//! links (TAOCP 7.2.2.1) or one of its relatives, chosen for each problem.
//!
//! quadrille reads Sudokus from tables, forum posts and the files of other programs, solves them by
//! logic with a reason for each step, rates them, and makes new ones. It is a Rust library, a
//! command-line program, a package for Python, and a page in the browser.
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
//! - `cli`, on by default: the dependencies of the program. Turn it off to use only the library.
//! - `generate`, part of `cli`: generation of Sudokus with [`sudoku::generate`].
//! - `parallel`, part of `cli`: searches on several threads with rayon:
//!   [`Problem::par_solutions`] and [`Problem::par_for_each`].
//! - `serde`, part of `cli`: serialization of ids, problems, covers, counts, grids and cubes.
//! - `svg`, part of `cli`: pictures of solutions as SVG with [`puzzle::Picture`].
//!
//! # Modules
//! The list begins with the lowest layer. A module uses only modules above it in the list.
//!
//! - [`ItemId`], [`OptionId`] and [`Color`]: the numbers of items, options and colors. [`Count`]: a
//!   number of covers.
//! - [`problem`]: a problem, its builder, a cover, and a check of covers that uses no engine.
//! - [`search`]: the traits of the search engines.
//! - [`diagram`]: a diagram, which holds all covers as one value. On the same level, [`symmetry`]:
//!   the symmetries of a problem, and [`mod@format`]: problems read from text and written as text.
//! - [`engine`]: the search engines, and the choice of one.
//! - [`solve`]: the iterator of covers, limits, counts, uniqueness, and the cheapest covers.
//! - [`parallel`]: a search on several threads.
//! - [`puzzle`]: puzzles as exact covers, with their solutions decoded and drawn.
//! - [`sudoku`]: Sudokus read, written and solved. [`sudoku::logic`]: solving by logic with
//!   reasons, and ratings of difficulty. [`sudoku::generate`], with the feature of that name:
//!   generation of Sudokus.
//!
//! The guide in the repository's `docs` has examples for most modules. The module of each engine
//! describes its search.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[macro_use]
mod named;
#[macro_use]
mod read_error;

mod arrays;
mod count;
mod counted;
pub mod diagram;
mod encoding;
pub mod engine;
pub mod format;
mod houses;
mod ids;
pub mod parallel;
pub mod problem;
pub mod puzzle;
pub mod search;
#[cfg(feature = "serde")]
mod serialize;
pub mod solve;
pub mod sudoku;
pub mod symmetry;
mod table;

pub use count::Count;
#[doc(inline)]
pub use diagram::Diagram;
#[doc(inline)]
pub use engine::{AnyEngine, EngineChoice};
pub use ids::{Color, ItemId, OptionId};
#[doc(inline)]
pub use problem::{
    AsColor, AsEntry, AsItem, AsKeyEntry, AsName, BuildError, Builder, Cover, CoverError, EntryRef,
    ItemRange, ItemRef, KeyedBuilder, Model, ModelBuilder, NameRef, Problem, SortedCover,
};
#[doc(inline)]
pub use solve::Counter;
#[doc(inline)]
pub use solve::{Cheapest, First, Limits, Solutions, Solver, Uniqueness};

/// The examples of the documents, compiled and run as tests.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[cfg(all(feature = "generate", feature = "parallel"))]
    #[doc = include_str!("../docs/guide.md")]
    mod guide {}
    #[doc = include_str!("../docs/modelling.md")]
    mod modelling {}
    #[doc = include_str!("../docs/counting.md")]
    mod counting {}
    #[doc = include_str!("../docs/format.md")]
    mod format {}
}
