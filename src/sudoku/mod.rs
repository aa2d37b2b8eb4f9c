//! Sudoku: a puzzle as a choice of rows in a 324-column exact-cover matrix.
//!
//! - [`Grid`]: 81 cells, a puzzle or a solution.
//! - [`Reader`]: puzzles from a stream of text, in any of the usual forms, each as a [`Puzzle`];
//!   [`Form`] writes them.
//! - [`Candidates`]: the digits that each cell may have; a puzzle given by them is a Sukaku.
//! - [`problem()`]: the 324 items and 729 options, and their numbers.
//! - [`Grid::solutions`], [`Solver`]: the solutions of a puzzle, found lazily;
//!   [`Solver::solve_all`]: the solutions of a list of puzzles.
//! - [`Grid::canonical`], [`Canonizer`]: the canonical form, shared by all puzzles that a [`Map`]
//!   turns into each other.
//! - [`Grid::clash`]: two clues that exclude each other.
//! - [`clues`]: needed and redundant clues, minimal puzzles, neighbours and backdoors.
//!
//! [`Solver`], [`Solutions`] and [`Counter`] share their names with the types at the root of the
//! crate, which do the same for the covers of any problem.
//!
//! ```
//! use quadrille::Uniqueness;
//! use quadrille::sudoku::Grid;
//! let puzzle: Grid = "005176000400000001000800309100000090503000807090000004207008000600000003000429700".parse()?;
//! assert_eq!(puzzle.clue_count(), 26);
//! let Uniqueness::One(solution) = puzzle.uniqueness() else { panic!("a proper puzzle has one solution") };
//! assert_eq!(solution.to_string(), "935176482428395671716842359174283596563914827892567134247638915689751243351429768");
//! # Ok::<(), quadrille::sudoku::ParseError>(())
//! ```

mod batch;
mod board;
mod candidate_counts;
mod candidates;
mod canonical;
mod clash;
pub mod clues;
mod counter;
mod encode;
pub mod explainer;
mod form;
#[cfg(feature = "generate")]
pub mod generate;
mod grid;
pub mod logic;
mod puzzle;
mod reader;
mod solutions;

pub use batch::{Answer, Answers};
pub use candidate_counts::CandidateCounts;
pub use candidates::Candidates;
pub use canonical::{Canonical, Canonizer, Map};
pub use clash::{Clash, House};
pub use counter::Counter;
pub use encode::{ITEMS, OPTIONS, candidate, option, problem};
pub use form::{Form, NotAGrid, UnknownForm};
pub use grid::{Digit, Grid};
pub use puzzle::Puzzle;
pub use reader::{InputForm, ParseError, ParseErrorKind, ReadError, Reader};
pub use solutions::{Kept, Solutions, Solver};
