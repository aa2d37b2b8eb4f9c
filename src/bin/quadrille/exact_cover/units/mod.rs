//! A search in units for any number of machines: `split` writes them, `run` does some of them, and
//! `merge` adds up the results.
//!
//! A file of units has a line with the problem, so that a machine needs nothing else, and then a
//! line for each unit. A result is a line too. All lines are those of `checked_line.rs`.

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
