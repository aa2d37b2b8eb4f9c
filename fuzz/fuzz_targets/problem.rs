//! The libFuzzer entry point of the target `problem`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::problem::run(bytes));
