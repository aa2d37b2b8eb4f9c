//! The commands for the puzzles that the library encodes.

pub(crate) mod args;
pub(crate) mod make;
pub(crate) mod show;
