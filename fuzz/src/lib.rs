//! The fuzz targets: each is a function of bytes, which panics if a property does not hold.
//!
//! `fuzz_targets` passes them to libFuzzer. `tests/replay.rs` runs them on the corpus and on random
//! mutations of it with a stable toolchain. `docs/internals.md` explains how to run both.

pub mod diagram;
pub mod ec;
pub mod engines;
pub mod mixture;
#[path = "../../tests/library/oracle/search.rs"]
mod oracle;
pub mod problem;
pub mod schedule;
pub mod sudoku;
mod text;
pub mod words;

/// A function that checks properties of the bytes, and panics if one does not hold.
pub type Target = fn(&[u8]);

/// Every target with its name, which is also the name of its corpus folder.
pub const TARGETS: &[(&str, Target)] = &[
    ("problem", problem::run),
    ("ec", ec::run),
    ("sudoku", sudoku::run),
    ("mixture", mixture::run),
    ("diagram", diagram::run),
    ("schedule", schedule::run),
    ("words", words::run),
    ("engines", engines::run),
];
