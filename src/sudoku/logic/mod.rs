//! Sudoku by logic alone, with a reason for each step.
//!
//! An [`Explanation`] solves a puzzle like a person who writes down the candidates of each cell. It
//! finds the simplest [`Technique`] that applies, returns its conclusion as a [`Deduction`],
//! applies it, and repeats. It never guesses: when no technique applies, it stops and reports that.
//! Unless uniqueness is [claimed](Settings::claim_unique), every deduction is sound: all solutions
//! of the puzzle agree with it, whether the puzzle has one, several or none.
//!
//! - [`Position`]: the digits placed so far and the candidates left, in bit sets of [`Cells`] and
//!   [`Digits`].
//! - [`Technique`]: the techniques in order, with their weights.
//! - [`Deduction`]: a step with its evidence; it displays as a sentence.
//! - [`Explanation`]: the steps of a puzzle, found lazily, and their [`Outcome`].
//! - [`Rating`]: the difficulty of a puzzle: its [`Level`], a score, and the hardest technique that
//!   it needs.
//!
//! ```
//! use quadrille::sudoku::logic::{Explanation, Outcome, Settings};
//! let puzzle = "208046090000100683109803004002300108480520000301000206600400879050078010010009060".parse()?;
//! let mut explanation = Explanation::new(&puzzle, Settings::default());
//! for step in explanation.by_ref() {
//!     println!("{step}"); // Naked single: r1c4 can only be 7, the last ...
//! }
//! assert_eq!(explanation.outcome(), Some(Outcome::Solved));
//! println!("{:#}", explanation.position().grid());
//! # Ok::<(), quadrille::sudoku::ParseError>(())
//! ```
//!
//! This module uses no search engine, so the tests can verify it with an engine.

mod deduction;
#[cfg(test)]
mod examples;
mod explanation;
mod picture;
mod rating;
mod settings;
mod technique;
mod words;

pub use super::board::{
    Candidate, Cell, Cells, CellsIter, Contradiction, Counts, Digits, DigitsIter, Link, Position,
};
pub use deduction::Deduction;
pub use explanation::{Explanation, Outcome};
pub use rating::{Level, Rating, UnknownLevel};
pub use settings::Settings;
pub use technique::Technique;
