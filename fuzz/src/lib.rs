//! What the fuzz targets do with bytes: each target is a function here, which panics if a property
//! does not hold.
//!
//! `fuzz_targets` hands them to libFuzzer; `tests/replay.rs` runs them on the corpus and on random
//! mutations of it with a stable toolchain. `docs/testing.md` says how to run both.

pub mod diagram;
pub mod ec;
pub mod engines;
#[path = "../../tests/library/oracle/search.rs"]
mod oracle;
pub mod problem;
pub mod schedule;
pub mod sudoku;
mod text;
pub mod words;

/// A property of any bytes.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also that of the folder with its corpus.
pub const TARGETS: &[(&str, Target)] = &[
    ("problem", problem::run),
    ("ec", ec::run),
    ("sudoku", sudoku::run),
    ("diagram", diagram::run),
    ("schedule", schedule::run),
    ("words", words::run),
    ("engines", engines::run),
];
