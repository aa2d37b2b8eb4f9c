//! The vector operations of the engines, in wide registers if the machine has them, and in ordinary
//! words otherwise.
//!
//! All unsafe code for vectors is here. `tokens.rs` has a type for each set of instructions, and a
//! value of it proves that the machine has them. The kernels are built on it: `lanes` for sets side
//! by side in blocks of 64 bytes, `filter` for passes over arrays of masks, `planes` for the bands
//! engine, and `products` for its tables. `prefetch.rs` reads ahead. `dispatch.rs` chooses the
//! instructions at run time: [`Simd`].

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
