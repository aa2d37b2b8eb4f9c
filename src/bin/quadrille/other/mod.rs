//! The commands around the program: completions and manual pages.

pub(crate) mod completions;
pub(crate) mod man;
