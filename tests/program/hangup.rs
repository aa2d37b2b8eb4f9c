//! The default behaviour on SIGHUP, for the programs that the tests start.

use std::sync::Once;

use nix::sys::signal::{SigHandler, Signal, signal};

/// Makes SIGHUP end this process by default, and so the programs that it starts. `nohup` starts
/// programs with SIGHUP ignored, which they pass on.
#[allow(unsafe_code)]
pub(crate) fn restore() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: The default action is not a handler, so no code runs in a signal handler.
        unsafe { signal(Signal::SIGHUP, SigHandler::SigDfl) }.expect("SIGHUP can be set");
    });
}
