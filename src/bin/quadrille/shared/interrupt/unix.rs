//! Signals on Unix: a handler that records them.

// Only C functions can install handlers.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::AtomicU64;

const SIGNALS: [libc::c_int; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// The time of the first signal.
static FIRST: AtomicU64 = AtomicU64::new(0);

pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| SIGNALS.into_iter().for_each(install));
}

/// Installs the handler of a signal, unless the signal is ignored. If that fails, the signal keeps
/// its default action.
fn install(signal: libc::c_int) {
    let handler: extern "C" fn(libc::c_int) = handle;
    // SAFETY: Both structures are valid for the call, and all-zero bytes are a valid `sigaction`.
    // The handler calls only async-signal-safe functions: see `handle`.
    unsafe {
        let mut before = MaybeUninit::<libc::sigaction>::zeroed();
        if libc::sigaction(signal, ptr::null(), before.as_mut_ptr()) != 0
            || before.assume_init_ref().sa_sigaction == libc::SIG_IGN
        {
            return;
        }
        let mut action = MaybeUninit::<libc::sigaction>::zeroed().assume_init();
        action.sa_sigaction = handler as usize;
        action.sa_flags = libc::SA_RESTART;
        libc::sigemptyset(&mut action.sa_mask);
        libc::sigaction(signal, &action, ptr::null_mut());
    }
}

/// Handles a signal. It calls only `note`, which works on atomic numbers alone, and two functions
/// that POSIX lists as async-signal-safe: `clock_gettime` and `_exit`. `errno` is not touched,
/// because `clock_gettime` does not fail with this clock and a valid pointer.
extern "C" fn handle(signal: libc::c_int) {
    if super::note(signal, now(), &FIRST) {
        // SAFETY: `_exit` is async-signal-safe and does not return.
        unsafe { libc::_exit(super::status_of(signal)) };
    }
}

/// Returns the milliseconds of a monotonic clock, at least 1.
fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: The pointer is valid for the call.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    (time.tv_sec as u64).saturating_mul(1000).saturating_add(time.tv_nsec as u64 / 1_000_000).max(1)
}
