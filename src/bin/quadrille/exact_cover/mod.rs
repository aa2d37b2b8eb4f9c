//! The commands for problems in a text format, one file for each subject: `cover.rs` has `cover`
//! and `best`; `count.rs` has `count`, and `sample`, `nth` and `diagram`, which build a diagram;
//! `symmetries.rs` has `symmetries` and `distinct`; `checkpoint.rs` has `resume`; `units.rs` has
//! `split` and `run`; `solver_files.rs` has `export` and `import`; `trace`, `estimate` and `merge`
//! have files of their own.

pub(crate) mod checkpoint;
pub(crate) mod count;
pub(crate) mod cover;
mod cover_printer;
pub(crate) mod estimate;
pub(crate) mod merge;
mod question;
pub(crate) mod solver_files;
pub(crate) mod symmetries;
pub(crate) mod trace;
pub(crate) mod units;
