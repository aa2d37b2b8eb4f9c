//! The libFuzzer entry point of the target `ec`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::ec::run(bytes));
