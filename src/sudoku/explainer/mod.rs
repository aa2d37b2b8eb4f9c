//! The rating of Sudokus on the scale of the program Sudoku Explainer.
//!
//! Sudoku Explainer, by Nicolas Juillerat, solves a puzzle by taking the easiest step again and
//! again. Its rating is the difficulty of the hardest step, from 1.0 to about 12. Players rate
//! their puzzles by it. This module finds the same steps in the same order as version 1.2.1 of the
//! program, on the position that logic has.
//!
//! - [`ExplainerRating`]: the three ratings of a puzzle.
//!
//! The board is a bit set of candidates for each cell and one for each digit of a house. Of the
//! chains only the shortest is kept, and a search ends when it could only find longer ones.

mod aligned;
mod basic;
mod chains;
mod forcing;
mod grave;
mod proof;
mod rating;
mod solver;
mod step;
mod unique_loops;

pub(super) use forcing::{ForcingChains, forcing_chains};
pub use rating::ExplainerRating;
