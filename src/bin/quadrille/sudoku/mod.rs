//! The commands for Sudokus.

pub(crate) mod canonical;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod minimize;
pub(crate) mod rate;
pub(crate) mod sheet;
pub(crate) mod solutions;
pub(crate) mod solve;
mod writer;
