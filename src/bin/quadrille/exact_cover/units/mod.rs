//! A search split into units for any number of machines: `split` writes the units, `run` searches
//! some of them, and `merge` adds up the results.
//!
//! A file of units is a journal with the whole problem in its head, so a machine needs no other
//! file.

pub(crate) mod merge;
pub(crate) mod run;
pub(crate) mod split;
mod unit_file;

use serde::{Deserialize, Serialize};

/// The further fields of the head of a file of units.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Options {
    engine: String,
    /// The text of the problem.
    text: String,
}
