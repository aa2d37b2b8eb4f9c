//! The vector operations of the engines, in wide registers if the machine has them, and in ordinary
//! words otherwise.
//!
//! All unsafe code for vectors is in this module. `tokens.rs` has a type for each set of
//! instructions, and a value of the type proves that the machine has them. The kernels are built on
//! these tokens: `lanes` for sets side by side in blocks of 64 bytes, `filter` for passes over
//! arrays of masks, `planes` for the bands engine, and `products` for its tables. `prefetch.rs`
//! reads memory ahead. `dispatch.rs` has [`Simd`], the choice of instructions at run time.

pub(super) mod dispatch;
pub(super) mod filter;
pub(super) mod lanes;
#[cfg(all(any(miri, test), target_arch = "x86_64"))]
mod miri;
pub(super) mod planes;
pub(super) mod prefetch;
pub(super) mod products;
pub(super) mod tokens;

pub use dispatch::Simd;
