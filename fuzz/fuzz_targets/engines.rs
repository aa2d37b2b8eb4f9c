//! The libFuzzer entry point of the target `engines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::engines::run(bytes));
