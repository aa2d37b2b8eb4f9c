//! An interrupt while something is being counted or built: the first one ends it with what is known, the second one ends the
//! program.

use std::io;
use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The exit status after an interrupt: what a shell makes of it.
pub(crate) const INTERRUPTED: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on an interrupt (Ctrl-C, or a request to terminate) is noted in place of ending the program.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler, an interrupt ends the program as ever.
        let _ = ctrlc::set_handler(|| {
            if REQUESTED.swap(true, Relaxed) {
                process::exit(INTERRUPTED.into());
            }
        });
    });
}

/// Whether there has been an interrupt.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Relaxed)
}

/// Fails if there has been an interrupt, so that nothing more is begun.
pub(crate) fn check() -> io::Result<()> {
    if is_requested() { Err(io::Error::other("interrupted")) } else { Ok(()) }
}
