//! The libFuzzer entry point of the target `schedule`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::schedule::run(bytes));
