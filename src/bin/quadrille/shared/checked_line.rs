//! Lines of JSON with a hash, for files of units, results and checkpoints.
//!
//! The field `check` of a line is a hash of the rest of it, which detects truncated and altered
//! lines.

use quadrille::OptionId;
use quadrille::search::Cube;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Returns the hash of some bytes.
pub(crate) fn hash_of(bytes: &[u8]) -> String {
    hex(Sha256::new_with_prefix(bytes))
}

/// Returns the first half of a hash in hexadecimal digits.
pub(crate) fn hex(hash: Sha256) -> String {
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns a value as a line with its hash.
pub(crate) fn to_line(value: &impl Serialize) -> String {
    let mut line = serde_json::to_string(value).expect("it has nothing that JSON cannot hold");
    let check = hash_of(line.as_bytes());
    line.truncate(line.len() - 1);
    line + &format!(",\"check\":\"{check}\"}}\n")
}

/// Parses such a line. The error describes what is wrong with it.
pub(crate) fn from_line<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    let line = line.trim_end();
    let damaged = || "damaged: its hash does not match".to_owned();
    let (rest, check) = line
        .rsplit_once(",\"check\":\"")
        .ok_or_else(|| "truncated, or not a line of this format".to_owned())?;
    let rest = format!("{rest}}}");
    if check.strip_suffix("\"}") != Some(&*hash_of(rest.as_bytes())) {
        return Err(damaged());
    }
    serde_json::from_str(&rest).map_err(|error| format!("not a line of this format: {error}"))
}

/// A cube of a search, with options counted from 1 as everywhere in the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PartLine {
    pub(crate) prefix: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) excluded: Vec<u32>,
}

impl From<&Cube> for PartLine {
    fn from(part: &Cube) -> Self {
        let positions =
            |options: &[OptionId]| options.iter().map(|option| option.get() + 1).collect();
        Self { prefix: positions(&part.chosen), excluded: positions(&part.excluded) }
    }
}

impl PartLine {
    /// Returns the cube, or `None` if it names an option that a problem with `option_count` options
    /// does not have.
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
