//! The rating of Sudokus on the scale of the program Sudoku Explainer.
//!
//! Sudoku Explainer, by Nicolas Juillerat, solves a puzzle by repeatedly taking the easiest step.
//! Its rating is the difficulty of the hardest step, from 1.0 to about 12. Players use it to rate
//! their puzzles. This module finds the same steps in the same order as version 1.2.1 of the
//! program. It shares the type of positions with [`logic`](super::logic).
//!
//! - [`ExplainerRating`]: the three ratings of a puzzle.
//!
//! The board is a bit set of candidates for each cell and one for each digit of a house. Only the
//! shortest chain is kept, and a search ends when it could only find longer ones.
//!
//! # Compared with Sudoku Explainer
//!
//! All three ratings are those of version 1.2.1.3 for all of 1,260 puzzles, rated 1.2 to 9.8, and
//! for one rated 11.1/11.1/11.1. The puzzles are 375 from our generator, 75 of each level, 298 with
//! 17 clues, 293 from the list "magictour", and 294 from the folder `puzzles/`; five well-known
//! puzzles rated 10.0 or more were left out to save time. Without the start-up of the Java virtual
//! machine, Sudoku Explainer took 510 processor seconds for the 1,260, `ExplainerRating::of` 8.2
//! (190 times as fast below 3, 98 from 6 to 7.9, 56 from 8 to 9.0, 62 above), and `rate --er` 13.5.
//! To repeat the comparison, give the same list to `serate`, the batch mode of Sudoku Explainer,
//! with the format `%r/%p/%d`, and compare with the fifth field of `rate --er`.

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
