//! Files that a command reads and must not write over.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use crate::shared::error::Error;

/// Checks that a file to be written is none of the files read.
///
/// # Errors
/// [`Error::Bad`] if it is one of them. The message names the option that takes the file.
pub(crate) fn check_other<'a>(
    option: &str,
    file: &Path,
    inputs: impl IntoIterator<Item = &'a OsStr>,
) -> Result<(), Error> {
    if inputs.into_iter().any(|input| is_same(file, Path::new(input))) {
        let name = file.display();
        return Err(Error::Bad(format!(
            "{option} {name}: the command reads this file: choose another name"
        )));
    }
    Ok(())
}

/// True if both names are those of one regular file, also as links to it. Pipes and devices can be
/// read and written, and opening a pipe would wait for its other end.
fn is_same(one: &Path, other: &Path) -> bool {
    let is_file = |path: &Path| fs::metadata(path).is_ok_and(|there| there.is_file());
    is_file(one) && is_file(other) && same_file::is_same_file(one, other).unwrap_or(false)
}
