//! Bit-parallel engines, for problems that are small or regular enough: sets of items or of options as the bits of machine
//! words, so that one instruction does the work of many links.
//!
//! - [`Filter`]: an option is a mask over the items, and choosing one filters the array of the options that are left.
//! - [`Domains`]: an item's domain is the set of its options that are left, and all domains lie side by side in a few wide
//!   registers. Choosing an option is one AND with a row of a table.
//!
//! What they share is here: `masks.rs` has a problem as masks over the items, `lanes` the registers, `sieve` the passes over arrays of masks.

mod domains;
mod filter;
mod lanes;
mod masks;
mod sieve;

pub use domains::Domains;
pub use filter::Filter;
pub use lanes::Path;

use masks::Masks;
