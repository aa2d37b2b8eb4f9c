//! The commands for problems in a text format.

mod checked_line;
pub(crate) mod checkpoint;
pub(crate) mod cover;
mod cover_format;
mod cover_printer;
pub(crate) mod estimate;
mod lock;
mod problem_file;
pub(crate) mod resume;
pub(crate) mod units;
