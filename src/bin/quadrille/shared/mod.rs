//! Code shared by several commands: the console, input and output, errors, and arguments.

pub(crate) mod console;
pub(crate) mod counting;
pub(crate) mod decimal;
pub(crate) mod diagram_queries;
pub(crate) mod distinct;
pub(crate) mod error;
pub(crate) mod first;
pub(crate) mod gathered;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod journal;
pub(crate) mod lines;
pub(crate) mod lock;
pub(crate) mod output;
pub(crate) mod own_input;
pub(crate) mod progress;
pub(crate) mod range;
pub(crate) mod reading;
pub(crate) mod search_args;
pub(crate) mod session;
pub(crate) mod stop;
pub(crate) mod style;
pub(crate) mod totals;
pub(crate) mod values;
pub(crate) mod words;
