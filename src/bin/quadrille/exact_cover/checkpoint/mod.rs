//! A search that can be stopped at any moment and resumed: its state is written to a file.
//!
//! A checkpoint has the open cubes of the search, the results before them, and, if covers go to a
//! file, the length of that file with exactly these covers. A new checkpoint is written to another
//! file, which is then renamed, so there is a complete one whenever the machine stops. The covers
//! are on the disk before the checkpoint that counts them, and their file is cut to the stated
//! length when the search resumes. So no cover is lost or repeated.
//!
//! `saved.rs` defines the format, `search.rs` the search.

mod saved;
mod search;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::ErrorKind;
use quadrille::search::OpenCube;
use quadrille::{OptionId, Problem};

use crate::exact_cover::problem_file::hash;
use crate::shared::checked_line::PartLine;
use crate::shared::error::Error;
use crate::shared::lock::{exists_already, folder_of, locked, with_suffix};
use crate::shared::session::Session;
use crate::shared::values::duration;

use saved::{CoverFile, Remaining, absolute};
pub(crate) use saved::{FORMAT, Plan, Saved};

#[derive(Debug, clap::Args)]
pub(crate) struct CheckpointArgs {
    /// Write the state of the search to a file regularly; `quadrille resume FILE` continues it
    ///
    /// The state is also written when a signal (SIGINT, SIGTERM, SIGHUP) ends the search. With
    /// --count, a cache counts first where that is faster; the cache is not saved. The problem must
    /// come from a file, and covers must go to one, with --output. Neither output file may exist
    /// yet.
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    checkpoint: Option<PathBuf>,

    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, allow_hyphen_values = true)]
    every: Duration,

    /// With --checkpoint, write the covers to a file
    #[arg(short, long, value_name = "FILE", conflicts_with = "count")]
    output: Option<PathBuf>,
}

impl CheckpointArgs {
    /// Checks for conflicting arguments.
    pub(crate) fn check(
        &self,
        file: Option<&OsStr>,
        counts: bool,
    ) -> Result<(), (ErrorKind, &'static str)> {
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        if file.is_none() {
            let message =
                "--checkpoint needs a problem from a file, so that the search can be resumed";
            return Err((ErrorKind::MissingRequiredArgument, message));
        }
        let Some(output) = &self.output else {
            let message = "--checkpoint needs --count, or --output with a file for the covers";
            return if counts {
                Ok(())
            } else {
                Err((ErrorKind::MissingRequiredArgument, message))
            };
        };
        let output = absolute(output);
        if ["", ".new", ".lock"]
            .iter()
            .any(|suffix| absolute(&with_suffix(checkpoint, suffix)) == output)
        {
            let message = "--output and --checkpoint need a file each: with FILE, a checkpoint uses FILE.new and FILE.lock";
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
        problem: &Problem,
        session: &mut Session,
    ) -> Result<(), Error> {
        let Some(file) = &self.checkpoint else { return Ok(()) };
        let hash = hash(problem)
            .map_err(|error| Error::Bad(format!("{}: {error}", plan.file.display())))?;
        self.check_files().map_err(Error::Bad)?;
        let mut whole = OpenCube::whole();
        whole.cube.chosen =
            plan.choose.iter().map(|&position| OptionId::new(position - 1)).collect();
        let output = self.output.as_ref().map(|file| CoverFile { file: absolute(file), length: 0 });
        let saved = Saved {
            checkpoint: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            problem: hash,
            plan: Plan { every: self.every.as_secs_f64(), ..plan },
            found: "0".to_owned(),
            nodes: 0,
            updates: 0,
            seconds: 0.0,
            output,
            complete: false,
            left: vec![Remaining::Part { part: PartLine::from(&whole.cube), share: 1.0 }],
        };
        let is_there = || file.exists().then(|| exists_already(file));
        locked(file, is_there, session, |session| search::begin(saved, file, problem, session))
    }

    /// Checks that the files can be created and do not exist. The error describes what is wrong.
    fn check_files(&self) -> Result<(), String> {
        for (option, file) in [("--checkpoint", &self.checkpoint), ("--output", &self.output)] {
            let Some(file) = file else { continue };
            let folder = folder_of(file);
            if !folder.is_dir() {
                return Err(format!(
                    "{option} {}: there is no folder {}",
                    file.display(),
                    folder.display()
                ));
            }
        }
        if let Some(file) = self.checkpoint.as_ref().filter(|file| file.exists()) {
            return Err(exists_already(file));
        }
        match &self.output {
            Some(file) => check_output(file),
            None => Ok(()),
        }
    }
}

/// Checks that writing the covers to a file loses nothing. The error describes what would be lost.
fn check_output(file: &Path) -> Result<(), String> {
    let name = file.display();
    match fs::metadata(file) {
        Ok(there) if !there.is_file() => Err(format!(
            "--output {name}: it is not a regular file, so it cannot be cut when the search is resumed"
        )),
        Ok(there) if there.len() > 0 => Err(format!(
            "--output {name}: the file exists and is not empty: delete it, or choose another name"
        )),
        _ => Ok(()),
    }
}

/// Continues a search, writing checkpoints to `file`.
pub(crate) fn resume(
    saved: Saved,
    file: &Path,
    problem: &Problem,
    session: &mut Session,
) -> Result<(), Error> {
    locked(file, || None, session, |session| search::resume(saved, file, problem, session))
}
