//! The commands that work on problems in a text format.

pub(crate) mod checkpoint;
pub(crate) mod cover;
pub(crate) mod estimate;
mod problem_file;
pub(crate) mod resume;
pub(crate) mod units;
