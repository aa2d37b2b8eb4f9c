//! Locks on files, so that no two processes do the same work, and the safe replacement of a file.
//!
//! The operating system gives up a lock when its process ends, however it ends. So a lock file that
//! nobody has locked is the remains of a killed process, and can be removed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Opens a file for writing, creates it if there is none, and locks it until it is closed.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if another process has locked it.
pub(crate) fn lock(path: &Path) -> Result<File, TryLockError> {
    loop {
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(TryLockError::Error)?;
        file.try_lock()?;
        // Another process that has just ended may have removed the file after it was opened here.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// True if this file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(here), Ok(there)) => (here.dev(), here.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

/// An open file cannot be replaced by another of its name.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Removes a file unless a process has locked it.
pub(crate) fn remove_unless_locked(path: &Path) {
    if let Ok(file) = OpenOptions::new().write(true).open(path)
        && file.try_lock().is_ok()
    {
        // A file that cannot be removed does no harm.
        let _ = fs::remove_file(path);
    }
}

/// Returns the name of a file with something added.
pub(crate) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the name of a new or renamed file is on the disk.
pub(crate) fn sync_name(file: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder_of(file))?.sync_all() {
        // Some file systems cannot do this for a folder, and have no need of it.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        result => result,
    }
}
