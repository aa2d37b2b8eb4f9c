//! The reference for engines and encoders: a naive search, random problems, and checks for every
//! encoder.

// Each test module uses a part of this one.
#![allow(dead_code)]

pub(crate) mod puzzles;
pub(crate) mod random;
mod search;

pub(crate) use search::covers;
