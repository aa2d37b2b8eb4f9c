//! Writes the JavaScript side of a WebAssembly module, as the program `wasm-bindgen` does. The
//! version of the generator is in the lock file of this package.
//!
//! Usage: `quadrille-bind MODULE NAME DIRECTORY`

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let mut next = |what| arguments.next().with_context(|| format!("the {what} is missing"));
    let (module, name, directory) = (next("module")?, next("name")?, next("directory")?);
    Bindgen::new()
        .input_path(module)
        .out_name(&name.to_string_lossy())
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(directory)
}
