//! The command-line program, for the console script.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the program with these arguments, of which the first is its name. Returns its exit status.
#[pyfunction]
pub(crate) fn _main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| {
        let code = quadrille_program::run(&arguments);
        // As at the end of a Rust program. Write errors were already reported.
        let _ = io::stdout().flush();
        code
    });
    // This is the only way to get the number of an exit code.
    (0..=u8::MAX).find(|&status| ExitCode::from(status) == code).unwrap_or(u8::MAX)
}
