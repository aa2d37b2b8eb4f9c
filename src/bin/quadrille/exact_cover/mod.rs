//! The commands for problems in a text format.

pub(crate) mod best;
mod checkpoint;
pub(crate) mod count;
pub(crate) mod cover;
mod cover_printer;
pub(crate) mod diagram;
pub(crate) mod distinct;
pub(crate) mod estimate;
mod generators;
pub(crate) mod merge;
mod problem_file;
mod question;
pub(crate) mod resume;
pub(crate) mod run;
pub(crate) mod solver_files;
pub(crate) mod split;
pub(crate) mod symmetries;
pub(crate) mod trace;
