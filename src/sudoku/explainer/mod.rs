//! The rating of Sudokus on the scale of the program Sudoku Explainer.
//!
//! Sudoku Explainer, by Nicolas Juillerat, solves a puzzle by repeatedly taking the easiest step.
//! Its rating is the difficulty of the hardest step, from 1.0 to about 12. Players use it to rate
//! their puzzles. This module finds the same steps in the same order as version 1.2.1 of the
//! program. It shares the type of positions with [`logic`](super::logic).
//!
//! - [`ExplainerRating`]: the three ratings of a puzzle.
//!
//! The board has a bit set of candidates for each cell and one for each digit of a house. In the
//! search for the next step, only the best proof by chains is kept. A search for chains of one
//! assumption ends when it could find no better proof.
//!
//! # Compared with Sudoku Explainer
//!
//! All three ratings equal those of version 1.2.1.3 for each of 1,260 puzzles, rated 1.2 to 9.8,
//! and for one rated 11.1/11.1/11.1. The 1,260 puzzles are 375 from our generator (75 of each
//! level), 298 with 17 clues, 293 from the list "magictour", and 294 from the folder `puzzles/`;
//! five well-known puzzles rated 10.0 or more were left out to save time. For the 1,260 puzzles,
//! Sudoku Explainer took 510 processor seconds without the start-up of the Java virtual machine,
//! `rate --er` 13.5, and `ExplainerRating::of` 8.2. `ExplainerRating::of` was 190 times as fast as
//! Sudoku Explainer for puzzles rated below 3, 98 times from 6 to 7.9, 56 times from 8 to 9.0, and
//! 62 times above. To repeat the comparison, give the same list to `serate`, the batch mode of
//! Sudoku Explainer, with the format `%r/%p/%d`, and compare with the fifth field of `rate --er`.

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
