//! The libFuzzer entry point of the target `sudoku`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quadrille_fuzz::sudoku::run(bytes));
