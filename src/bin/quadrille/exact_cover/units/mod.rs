//! A search in units that any number of machines can do: `split` writes them, `run` does some of them, `merge` adds up.
//!
//! A file of units has a line that says what was split, with the text of the problem, so that it is all that a machine needs;
//! and then a line for each unit. A result is a line too. All lines are JSON, and each has a hash of the rest of it in
//! `check`, so that a line that was cut or altered is noticed.

pub(crate) mod merge;
pub(crate) mod run;
pub(crate) mod split;
mod unit_file;

use serde::{Deserialize, Serialize};

use crate::exact_cover::checked_line::PartLine;

/// The first line of a file of units.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    /// The version that made it.
    quadrille: String,
    /// The hash of the problem.
    problem: String,
    /// The hash of all units: results are of the same split or they cannot be added.
    split: String,
    units: usize,
    engine: String,
    /// How many nodes all units have together, about.
    nodes: f64,
    /// The problem.
    text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct UnitLine {
    problem: String,
    unit: usize,
    of: usize,
    nodes: f64,
    parts: Vec<PartLine>,
}

/// What was done of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ResultLine {
    problem: String,
    split: String,
    unit: usize,
    of: usize,
    /// How many covers, as a decimal number.
    count: String,
    nodes: u64,
    seconds: f64,
    version: String,
    host: String,
    /// Whether these are all covers of the unit.
    complete: bool,
}
