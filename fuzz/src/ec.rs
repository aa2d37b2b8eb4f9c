//! The reader of the format of the collections, `p ec`. The bytes become a text that mostly is one:
//! the first byte is the number of items, every other one a number, a line end, or a byte as it is.
//! What holds is what holds for every problem.

use std::fmt::Write;

use crate::problem;

/// See the module.
pub fn run(bytes: &[u8]) {
    let Some((&items, rest)) = bytes.split_first() else { return };
    let items = items % 32;
    let mut text = format!("c {items}\np ec {items}\ns ");
    for &byte in rest {
        match byte {
            b'\n' => text.push_str("\ns "),
            0..128 => text.push(byte.into()),
            byte => write!(text, "{} ", byte % (items + 1)).expect("a string takes everything"),
        }
    }
    problem::run(text.as_bytes());
}
