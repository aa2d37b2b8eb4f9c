//! Puzzles as exact covers: each module encodes a puzzle as a problem and decodes its covers.

pub mod sudoku;
