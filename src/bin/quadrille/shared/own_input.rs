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

/// True if both names are those of one regular file. Pipes and devices can be read and written.
fn is_same(one: &Path, other: &Path) -> bool {
    fs::metadata(one).is_ok_and(|there| there.is_file())
        && fs::canonicalize(one)
            .is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}
