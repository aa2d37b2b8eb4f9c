//! The command-line program, for the console script.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the program and returns its exit status. The first argument is the name of the program.
#[pyfunction]
pub(crate) fn _main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let code = py.detach(|| {
        let code = quadrille_program::run(&arguments);
        // A Rust program does this at its end, but a Python process does not. Write errors were
        // already reported.
        let _ = io::stdout().flush();
        code
    });
    // This is the only way to get the number of an exit code.
    (0..=u8::MAX).find(|&status| ExitCode::from(status) == code).unwrap_or(u8::MAX)
}
