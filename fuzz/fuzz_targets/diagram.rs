//! The libFuzzer entry point of the target `diagram`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::diagram::run(bytes));
