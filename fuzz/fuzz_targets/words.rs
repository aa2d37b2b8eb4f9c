//! The libFuzzer entry point of the target `words`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::words::run(bytes));
