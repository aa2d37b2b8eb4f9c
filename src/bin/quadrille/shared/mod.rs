//! What several commands share: the console, input and output, and arguments.

pub(crate) mod console;
pub(crate) mod family;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod output;
pub(crate) mod parallel;
pub(crate) mod progress;
pub(crate) mod range;
pub(crate) mod report;
pub(crate) mod search_args;
pub(crate) mod style;
