//! A search in units for any number of machines: `split` writes the units, `run` searches some of
//! them, and `merge` adds up the results.
//!
//! A file of units has a line with the whole problem, so that a machine needs no other file, and
//! then one line per unit. A result is a line as well. All lines have the form of
//! `checked_line.rs`.

pub(crate) mod merge;
pub(crate) mod run;
pub(crate) mod split;
mod unit_file;

use serde::{Deserialize, Serialize};

use crate::shared::checked_line::PartLine;

/// The first line of a file of units.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Header {
    /// The version of the program that wrote it.
    quadrille: String,
    /// The hash of the problem.
    problem: String,
    /// The hash of all units. Only results of the same split can be added.
    split: String,
    units: usize,
    engine: String,
    /// The estimated number of nodes of all units.
    nodes: f64,
    /// The text of the problem.
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

/// The result of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ResultLine {
    problem: String,
    split: String,
    unit: usize,
    of: usize,
    /// The number of covers, in decimal.
    count: String,
    nodes: u64,
    seconds: f64,
    version: String,
    host: String,
    /// True if these are all covers of the unit.
    complete: bool,
}
