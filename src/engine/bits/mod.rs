//! Bit-parallel engines, for problems that are small or regular enough: sets of items or of options as the bits of machine
//! words, so that one instruction does the work of many links.
//!
//! - [`Filter`]: an option is a mask over the items, and choosing one filters the array of the options that are left.
//!
//! What they share is here: [`Masks`], a problem as masks over the items.

mod filter;
mod masks;

pub use filter::Filter;

use masks::Masks;
