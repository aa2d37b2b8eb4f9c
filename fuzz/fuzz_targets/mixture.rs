//! The target `mixture` of the library of this package.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mixture::run(bytes));
