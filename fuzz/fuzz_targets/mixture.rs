//! The libFuzzer entry point of the target `mixture`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::mixture::run(bytes));
