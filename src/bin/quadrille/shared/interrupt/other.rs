//! Signals on systems other than Unix: Ctrl-C and its equivalents, which count as SIGINT.

use std::process;
use std::sync::Once;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

const SIGINT: i32 = 2;

/// The time of the first signal.
static FIRST: AtomicU64 = AtomicU64::new(0);

pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let begun = Instant::now();
        // Without a handler, an interrupt ends the program as by default.
        let _ = ctrlc::set_handler(move || {
            let now =
                u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1);
            if super::note(SIGINT, now, &FIRST) {
                process::exit(super::status_of(SIGINT));
            }
        });
    });
}
