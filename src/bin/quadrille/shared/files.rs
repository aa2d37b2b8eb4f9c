//! File locks, which keep two processes from doing the same work; the safe replacement of files;
//! and checks of the files that a command is to write.
//!
//! The operating system releases the locks of a process when the process ends, however it ends. So
//! an unlocked lock file can be removed: usually, a killed process has left it.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::shared::error::{Error, Result};
use crate::shared::interrupt::{self, saving};
use crate::shared::session::Session;

/// Opens a file for writing, creating it if necessary, and locks it until it is closed.
///
/// # Errors
/// [`TryLockError::WouldBlock`] if another process has locked it, or an error of the system.
pub(crate) fn lock(path: &Path) -> Result<File, TryLockError> {
    loop {
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(TryLockError::Error)?;
        file.try_lock()?;
        // Another process may have removed the file after it was opened here.
        if is_at(&file, path) {
            return Ok(file);
        }
    }
}

/// True if the path still names this file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(here), Ok(there)) => (here.dev(), here.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

/// Not checked on other systems.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

pub(crate) fn remove_unless_locked(path: &Path) {
    if let Ok(file) = OpenOptions::new().write(true).open(path)
        && file.try_lock().is_ok()
    {
        // A file that cannot be removed does no harm.
        let _ = fs::remove_file(path);
    }
}

pub(crate) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// On Unix, waits until the name of a new or renamed file is on the disk.
pub(crate) fn sync_name(file: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    File::open(folder_of(file))?.sync_all().or_else(|error| match error.kind() {
        // Some file systems do not support this for a folder, and do not need it.
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => Ok(()),
        _ => Err(error),
    })
}

/// Replaces a file. If this fails, the path has the previous file, if any, or the whole new one.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = with_suffix(file, ".new");
    let write = || {
        let mut written = OpenOptions::new().write(true).create_new(true).open(&new)?;
        written.write_all(bytes)?;
        written.sync_all()?;
        fs::rename(&new, file)?;
        sync_name(file)
    };
    saving(|| {
        // A killed process may have left this file.
        let _ = fs::remove_file(&new);
        write().inspect_err(|_| drop(fs::remove_file(&new)))
    })
}

/// Returns the path of a file, valid in any working directory.
pub(crate) fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// Applies [`check_file`] to a checkpoint, and checks that `others` are not among its files.
pub(crate) fn check_checkpoint<'a>(
    file: &Path,
    others: impl IntoIterator<Item = &'a Path>,
) -> Result {
    let own = ["", ".new", ".lock"].map(|suffix| absolute(&with_suffix(file, suffix)));
    let Some(other) = others.into_iter().find(|other| own.contains(&absolute(other))) else {
        return check_file("--checkpoint", file);
    };
    let what =
        "the checkpoint needs this name: FILE.new and FILE.lock are for a checkpoint in FILE";
    Err(Error::about(other.display(), what))
}

/// Checks that an option names a regular file, or a new one in a folder that exists.
pub(crate) fn check_file(option: &str, file: &Path) -> Result {
    let folder = folder_of(file);
    let what = match file.metadata() {
        _ if !folder.is_dir() => format!("there is no folder {}", folder.display()),
        Ok(there) if !there.is_file() => "it is not a regular file".to_owned(),
        _ => return Ok(()),
    };
    Err(Error::about(format_args!("{option} {}", file.display()), what))
}

/// Checks that writing the output to a file loses nothing.
pub(crate) fn check_output(file: &Path) -> Result {
    if file.metadata().is_ok_and(|there| there.is_file() && there.len() > 0) {
        let what = "the file exists and is not empty: delete it, or choose another name";
        return Err(Error::about(format_args!("--output {}", file.display()), what));
    }
    Ok(())
}

/// Runs `search` while the checkpoint is locked. The file of a new checkpoint must not exist.
pub(crate) fn locked(
    file: &Path,
    is_new: bool,
    session: &mut Session,
    search: impl FnOnce(&mut Session) -> Result,
) -> Result {
    // From here on the first signal does not leave the lock file behind.
    interrupt::watch();
    let path = with_suffix(file, ".lock");
    let name = file.display();
    let lock = lock(&path).map_err(|error| match error {
        TryLockError::WouldBlock => Error::about(&name, "another process is using it"),
        TryLockError::Error(error) => Error::about(
            &name,
            format_args!("its lock file, {}, cannot be created: {error}", path.display()),
        ),
    })?;
    let result = if is_new && file.exists() {
        let what = "it exists already: `quadrille resume` continues it; delete it to start again";
        Err(Error::about(&name, what))
    } else {
        search(session)
    };
    let _ = fs::remove_file(path);
    drop(lock);
    result
}

/// Checks that a file to be written, which the option names, is not one of the files read. The
/// input `-` is standard input, which is not checked on Windows.
pub(crate) fn check_other<'a>(
    option: &str,
    file: &Path,
    inputs: impl IntoIterator<Item = &'a OsStr>,
) -> Result {
    let path = |input| Path::new(if input == "-" { OsStr::new("/dev/stdin") } else { input });
    if !inputs.into_iter().any(|input| is_same(file, path(input))) {
        return Ok(());
    }
    let what = "the command reads this file: choose another name";
    Err(Error::about(format_args!("{option} {}", file.display()), what))
}

/// True if both names, which may be links, refer to the same regular file. Pipes and devices can be
/// both read and written, and opening a pipe would wait for its other end.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|there| there.is_file());
    is_file(one) && is_file(other) && same_file::is_same_file(one, other).unwrap_or(false)
}
