//! The commands around the program: benchmarks, completions and manual pages.

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod man;
