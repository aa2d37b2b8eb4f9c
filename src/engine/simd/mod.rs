//! Vectors: what the engines do in wide registers, where the machine has them, and in ordinary words elsewhere.
//!
//! A [`Path`] is one way to do it. All unsafe code of vectors is here: `lanes` has blocks of 64 bytes as sets side by
//! side, `filter` the passes over arrays of masks, `registers` the registers of the bands engine.

pub(super) mod filter;
pub(super) mod lanes;
pub(super) mod registers;

pub use lanes::Path;
