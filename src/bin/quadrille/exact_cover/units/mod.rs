//! A search in units that any number of machines can do: `split` writes them, `run` does some of them, `merge` adds up.
//!
//! A file of units has a line that says what was split, with the text of the problem, so that it is all that a machine needs;
//! and then a line for each unit. A result is a line too. All lines are JSON, and each has a hash of the rest of it in
//! `check`, so that a line that was cut or altered is noticed.

pub(crate) mod merge;
pub(crate) mod run;
pub(crate) mod split;

use quadrille::OptionId;
use quadrille::search::Cube;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::exact_cover::problem_file::hash_of;

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

/// A part, with options counted from 1 as everywhere in the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PartLine {
    pub(crate) prefix: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) excluded: Vec<u32>,
}

impl From<&Cube> for PartLine {
    fn from(part: &Cube) -> Self {
        let positions = |options: &[OptionId]| options.iter().map(|option| option.get() + 1).collect();
        Self { prefix: positions(&part.chosen), excluded: positions(&part.excluded) }
    }
}

impl PartLine {
    /// The part; `None` if a problem with so many options lacks one of it.
    pub(crate) fn part(&self, option_count: usize) -> Option<Cube> {
        let options = |positions: &[u32]| {
            let option = |&position: &u32| {
                let option = position.checked_sub(1)?;
                ((option as usize) < option_count).then(|| OptionId::new(option))
            };
            positions.iter().map(option).collect::<Option<Vec<_>>>()
        };
        Some(Cube { chosen: options(&self.prefix)?, excluded: options(&self.excluded)? })
    }
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

/// A value as a line with its hash.
pub(crate) fn to_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("it has nothing that JSON cannot hold");
    let check = hash_of(line.as_bytes());
    line.truncate(line.len() - 1);
    line + &format!(",\"check\":\"{check}\"}}\n")
}

/// Reads such a line; what is wrong with it if that fails.
pub(crate) fn from_line<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    let line = line.trim_end();
    let damaged = || "damaged: it is not what was written, as its hash shows".to_owned();
    let (rest, check) =
        line.rsplit_once(",\"check\":\"").ok_or_else(|| "cut short, or not a line of these".to_owned())?;
    let rest = format!("{rest}}}");
    if check.strip_suffix("\"}") != Some(&*hash_of(rest.as_bytes())) {
        return Err(damaged());
    }
    serde_json::from_str(&rest).map_err(|error| format!("not a line of these: {error}"))
}
