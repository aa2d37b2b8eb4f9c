//! The file with the covers of a unit. It appears in its folder when complete.
//!
//! Until then the covers are in a file `.unit-17.HOST-PROCESS` in the same folder, which its
//! process locks. A file without a lock was left by a killed process.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::shared::files::{lock, remove_unless_locked, sync_name};

/// The covers of a unit being searched. Dropping it before `keep` removes the file.
pub(super) struct UnitFile {
    pub(super) covers: BufWriter<File>,
    temporary: PathBuf,
    complete: PathBuf,
}

impl UnitFile {
    /// Creates the file of a unit.
    pub(super) fn create(folder: &Path, unit: usize) -> io::Result<Self> {
        let host = sysinfo::System::host_name().unwrap_or_default().replace('/', "-");
        let temporary = folder.join(format!(".unit-{unit}.{host}-{}", std::process::id()));
        let file = lock(&temporary).map_err(|error| match error {
            TryLockError::Error(error) => error,
            TryLockError::WouldBlock => io::Error::other("another process is writing it"),
        })?;
        // A process with the same number may have left the file.
        file.set_len(0)?;
        Ok(Self {
            covers: BufWriter::new(file),
            temporary,
            complete: folder.join(format!("unit-{unit}")),
        })
    }

    /// Renames the file to its final name, after all covers are on the disk.
    pub(super) fn keep(mut self) -> io::Result<()> {
        io::Write::flush(&mut self.covers)?;
        self.covers.get_ref().sync_data()?;
        fs::rename(&self.temporary, &self.complete)?;
        sync_name(&self.complete)
    }
}

impl Drop for UnitFile {
    fn drop(&mut self) {
        // A file that was kept is no longer there.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Removes the files of killed processes from a folder.
pub(super) fn remove_stale(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_temporary = |name: &str| {
            let unit = name.strip_prefix(".unit-").and_then(|rest| rest.split_once('.'));
            unit.is_some_and(|(unit, _)| unit.parse::<usize>().is_ok())
        };
        if entry.file_name().to_str().is_some_and(is_temporary) {
            remove_unless_locked(&entry.path());
        }
    }
    Ok(())
}
