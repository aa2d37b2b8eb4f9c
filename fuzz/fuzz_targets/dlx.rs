//! Any bytes are a problem or an error; a problem can be written, and reading that gives the same problem.
//!
//! `cargo +nightly fuzz run dlx` in the repository; `tests/data/bad-dlx` is a good corpus to begin with.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quadrille::format;

fuzz_target!(|bytes: &[u8]| {
    match format::read(bytes) {
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
        Ok(parsed) => {
            let mut text = Vec::new();
            format::write(&parsed.problem, &mut text).expect("what was read can be written");
            let again = format::read(&text[..]).expect("what was written can be read");
            assert_eq!(again.problem, parsed.problem);
            assert_eq!(again.warnings.len(), parsed.warnings.len());
        }
    }
});
