//! Vectors: what the engines do in wide registers, where the machine has them, and in ordinary
//! words elsewhere.
//!
//! All unsafe code of vectors is here. From the bottom up: `tokens.rs` has a type for each set of
//! instructions, a value of which proves that the machine has them. `lanes`, `filter` and
//! `registers`, beside each other, have the kernels: sets side by side in blocks of 64 bytes,
//! passes over arrays of masks, and the registers of the bands engine. `dispatch.rs` chooses when
//! the program runs: [`Simd`].

pub(super) mod dispatch;
pub(super) mod filter;
pub(super) mod lanes;
pub(super) mod registers;
pub(super) mod tokens;

pub use dispatch::Simd;
