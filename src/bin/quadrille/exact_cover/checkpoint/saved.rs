//! The file of a checkpoint: one line of JSON with its hash.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use quadrille::search::OpenCube;
use serde::{Deserialize, Serialize};

use crate::exact_cover::cover_format::Format;
use crate::shared::checked_line::{PartLine, to_line};
use crate::shared::gathered::Found;
use crate::shared::lock::replace;
use crate::shared::search_args::SearchArgs;

/// The version of the format.
pub(crate) const FORMAT: u32 = 2;

/// A checkpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// The version of the format.
    pub(crate) checkpoint: u32,
    /// The version of the program.
    pub(crate) version: String,
    /// The hash of the problem.
    pub(crate) problem: String,
    pub(crate) plan: Plan,
    /// The number of covers found, in decimal.
    pub(super) found: String,
    pub(super) nodes: u64,
    pub(super) updates: u64,
    pub(super) seconds: f64,
    pub(crate) output: Option<CoverFile>,
    /// True if no work remains.
    pub(super) complete: bool,
    /// The remaining work, in order.
    pub(super) left: Vec<Remaining>,
}

/// The search as requested by the user.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// The file of the problem.
    pub(crate) file: PathBuf,
    pub(crate) format: Format,
    pub(crate) count: bool,
    pub(crate) choose: Vec<u32>,
    pub(crate) engine: String,
    pub(crate) limit: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) ordered: bool,
    /// The memory limit of counting in bytes, if one was asked for.
    #[serde(default)]
    pub(crate) memory: Option<u64>,
    /// The seconds between two checkpoints.
    pub(crate) every: f64,
}

impl Plan {
    pub(crate) fn new(
        file: Option<&OsStr>,
        format: Format,
        choose: &[u32],
        search: &SearchArgs,
        memory: Option<u64>,
    ) -> Self {
        Self {
            file: file.map(|file| absolute(Path::new(file))).unwrap_or_default(),
            format,
            count: search.count,
            choose: choose.to_vec(),
            engine: search.engine.to_string(),
            limit: search.most(),
            threads: search.threads().get(),
            ordered: search.ordered,
            memory,
            every: 0.0,
        }
    }
}

/// Returns the path of a file, valid in any working directory.
pub(super) fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// The file that covers are written to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CoverFile {
    pub(crate) file: PathBuf,
    /// The length in bytes of the covers counted in the checkpoint.
    pub(crate) length: u64,
}

/// A piece of the remaining work.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Remaining {
    /// A cube to be searched.
    Part { part: PartLine, share: f64 },
    /// Covers found, waiting for those of the cubes before them.
    Ready(Found),
}

impl Remaining {
    /// Returns the cube, or `None` if it has an option that the problem does not have.
    pub(super) fn part(self, option_count: usize) -> Option<OpenCube> {
        match self {
            Self::Part { part, share } => Some(OpenCube { cube: part.part(option_count)?, share }),
            Self::Ready(_) => None,
        }
    }
}

impl Saved {
    /// Writes the checkpoint, replacing the previous one, which stays intact if this fails.
    pub(super) fn write(&self, file: &Path) -> io::Result<()> {
        replace(file, to_line(self).as_bytes())
    }
}
