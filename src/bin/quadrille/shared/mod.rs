//! Code shared by several commands: input and output, errors, and arguments.

pub(crate) mod answers;
pub(crate) mod counting;
pub(crate) mod decimal;
pub(crate) mod distinct;
pub(crate) mod drive;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod format;
pub(crate) mod gathered;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod journal;
pub(crate) mod lines;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod random;
pub(crate) mod search_args;
pub(crate) mod session;
pub(crate) mod style;
pub(crate) mod totals;
pub(crate) mod values;
pub(crate) mod words;

pub(crate) use answers::{Answers, EachArgs, End, LineCommand, PuzzleLineArgs};
pub(crate) use error::Error;
pub(crate) use files::check_other;
pub(crate) use format::{Format, OneOf};
pub(crate) use input::{InputArgs, Tell};
pub(crate) use lines::{LineArgs, Lines, Place};
pub(crate) use output::Object;
pub(crate) use search_args::{RunArgs, StopArgs, ThreadArgs, TimeoutArgs};
pub(crate) use session::Session;
pub(crate) use style::{BoardStyle, Color};
pub(crate) use words::counted;
