//! The completions and the manual pages of the program.

pub(crate) mod completions;
pub(crate) mod man;
