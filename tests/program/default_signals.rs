//! The default behaviour on signals, for the programs that the tests start.

use std::sync::Once;

use nix::sys::signal::{SigHandler, Signal, signal};

/// Restores the default actions of SIGHUP, SIGINT and SIGTERM for this process and the programs
/// that it starts. `nohup` starts programs with SIGHUP ignored, and scripts start background
/// programs with SIGINT ignored. Programs inherit these settings.
#[allow(unsafe_code)]
pub(crate) fn restore() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for kind in [Signal::SIGHUP, Signal::SIGINT, Signal::SIGTERM] {
            // SAFETY: The default action is not a handler, so no code runs in a signal handler.
            unsafe { signal(kind, SigHandler::SigDfl) }.expect("the action can be set");
        }
    });
}
