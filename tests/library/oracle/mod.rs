//! The judge of every engine and of every encoder: a naive search, random problems for it, and what
//! holds for every encoder.

// Each file of tests uses a part of it.
#![allow(dead_code)]

pub(crate) mod puzzles;
pub(crate) mod random;
mod search;

pub(crate) use search::covers;
