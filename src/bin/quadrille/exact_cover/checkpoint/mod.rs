//! A search that can be stopped at any moment and resumed: its state is appended to a journal.
//!
//! A state has the remaining parts, the number of covers found outside of them, and, if covers go
//! to a file, the length of that file with exactly these covers. The covers are on the disk before
//! the state that counts them. When the search resumes, the file is truncated to the stated length,
//! so no cover is lost or repeated.

mod search;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::ErrorKind;
use quadrille::Problem;
use quadrille::search::OpenCube;
use serde::{Deserialize, Serialize};

use crate::exact_cover::problem_file::hash;
use crate::exact_cover::question::Question;
use crate::shared::error::Error;
use crate::shared::files::{check_folder, locked, with_suffix};
use crate::shared::format::Format;
use crate::shared::journal::{Head, JournalKind, Left, Part, Unit};
use crate::shared::search_args::EngineArgs;
use crate::shared::session::Session;
use crate::shared::values::duration;

#[derive(Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Regularly save the search in FILE, a new file; `quadrille resume FILE` continues it
    ///
    /// A signal such as Ctrl-C saves it too. The problem must come from a file.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, allow_hyphen_values = true)]
    every: Duration,
}

impl CheckpointArgs {
    /// Checks for conflicting arguments. `output` is the file for the covers.
    pub(crate) fn check(
        &self,
        file: Option<&OsStr>,
        counts: bool,
        output: Option<&Path>,
    ) -> Result<(), (ErrorKind, &'static str)> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        if file.is_none() {
            let message =
                "--checkpoint needs a problem from a file, so that the search can be resumed";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        if output.is_none() && !counts {
            let message = "--checkpoint needs --count, or --output with a file for the covers";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        let own = ["", ".new", ".lock"].map(|suffix| absolute(&with_suffix(checkpoint, suffix)));
        if output.is_some_and(|output| own.contains(&absolute(output))) {
            let message = "--output and --checkpoint need different files: a checkpoint in FILE also uses FILE.new and FILE.lock";
            return Err((ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Starts a search.
    pub(crate) fn begin(
        &self,
        plan: Plan,
        output: Option<&Path>,
        question: &Question<'_>,
        session: &mut Session,
    ) -> Result<(), Error> {
        let Some(file) = &self.checkpoint else { return Ok(()) };
        let problem = question.problem;
        let hash = hash(problem)
            .map_err(|error| Error::Bad(format!("{}: {error}", plan.file.display())))?;
        check_folder("--checkpoint", file)?;
        if let Some(output) = output {
            check_folder("--output", output)?;
            // A file of covers with a checkpoint belongs to a search that can be resumed.
            if !file.exists() {
                check_output(output)?;
            }
        }
        let output = output.map(absolute);
        let plan = Plan { every: self.every.as_secs_f64(), output, ..plan };
        let whole = OpenCube { cube: question.cube(), ..OpenCube::whole() };
        locked(file, true, session, |session| {
            let head = Head::new(JournalKind::Cover, hash, &());
            let unit = Unit {
                complete: false,
                left: vec![Left::Part(Part::from(&whole))],
                length: plan.output.is_some().then_some(0),
                ..head.unit(0)
            };
            search::run(State { head, plan, unit }, true, file, problem, session)
        })
    }
}

/// A search that can be continued.
pub(crate) struct State {
    pub(crate) head: Head,
    pub(crate) plan: Plan,
    /// The covers found, and the parts that are left.
    pub(crate) unit: Unit,
}

/// Continues a search, appending states to `file`.
pub(crate) fn resume(
    state: State,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
) -> Result<(), Error> {
    locked(file, false, session, |session| search::run(state, false, file, problem, session))
}

/// The search as requested by the user: the options in the head of its journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// The file of the problem.
    pub(crate) file: PathBuf,
    pub(crate) format: Format,
    pub(crate) count: bool,
    pub(crate) engine: String,
    pub(crate) limit: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) ordered: bool,
    /// The memory limit of counting in bytes, if one was set.
    pub(crate) memory: Option<u64>,
    /// The seconds between two states.
    pub(crate) every: f64,
    /// The file of covers.
    pub(crate) output: Option<PathBuf>,
}

impl Plan {
    /// Returns the plan of a search for all covers.
    pub(crate) fn new(file: Option<&OsStr>, format: Format, with: &EngineArgs) -> Self {
        Self {
            file: file.map(|file| absolute(Path::new(file))).unwrap_or_default(),
            format,
            count: false,
            engine: with.engine.to_string(),
            limit: None,
            threads: with.threads().get(),
            ordered: false,
            memory: None,
            every: 0.0,
            output: None,
        }
    }
}

/// Returns the path of a file, valid in any working directory.
fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// Checks that writing the covers to a file loses nothing.
fn check_output(file: &Path) -> Result<(), Error> {
    let what = match fs::metadata(file) {
        Ok(there) if !there.is_file() => {
            "it is not a regular file, so it cannot be truncated when the search resumes"
        }
        Ok(there) if there.len() > 0 => {
            "the file exists and is not empty: delete it, or choose another name"
        }
        _ => return Ok(()),
    };
    Err(Error::Bad(format!("--output {}: {what}", file.display())))
}
