//! The parser of the `p ec` format of problem collections. The bytes become a text that is mostly
//! valid: the first byte determines the number of items, and each further byte becomes a number or
//! the start of an option, or stays as it is. The properties are those of the target `problem`.

use std::fmt::Write;

use crate::problem;

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
