//! The commands for problems in a text format.

mod cheapest;
pub(crate) mod checkpoint;
pub(crate) mod cover;
mod cover_printer;
mod distinct;
pub(crate) mod estimate;
mod generators;
mod problem_file;
mod question;
pub(crate) mod resume;
mod solver_files;
mod study;
pub(crate) mod symmetries;
pub(crate) mod units;
