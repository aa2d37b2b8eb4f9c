//! Signals on Unix: a handler that notes them.

// Handlers can only be installed by C functions.
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

/// Installs the handler of a signal, unless the signal is ignored. If that fails, the signal ends
/// the program as it would have.
fn install(signal: libc::c_int) {
    let handler: extern "C" fn(libc::c_int) = handle;
    // SAFETY: Both structures are valid for the call, and all-zero bytes are a valid `sigaction`.
    // The handler calls nothing that is not safe in a handler: see there.
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

/// Calls nothing but what POSIX lists as safe in a handler: `clock_gettime` and `_exit`; and
/// `note`, which works on atomic numbers alone. So it does not touch `errno` either, unless
/// `clock_gettime` fails, which it does not with this clock and a valid pointer.
extern "C" fn handle(signal: libc::c_int) {
    if super::note(signal, now(), &FIRST) {
        // SAFETY: It may be called in a handler, and does not return.
        unsafe { libc::_exit(super::status_of(signal)) };
    }
}

/// Milliseconds of a clock that is never set, from 1 on.
fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: The pointer is valid for the call.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    (time.tv_sec as u64).saturating_mul(1000).saturating_add(time.tv_nsec as u64 / 1_000_000).max(1)
}
