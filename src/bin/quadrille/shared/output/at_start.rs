//! Detection of a standard output that was closed when the program started.
//!
//! Before `main`, the runtime of Rust opens `/dev/null` for each standard stream that is closed, so
//! writes to it are lost without an error. On the common systems a function of this module runs
//! earlier and tests the descriptor.

// `link_section` is an unsafe attribute, and `fcntl` is a C function.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// True if standard output is known to have been closed when the program started.
pub(super) fn is_stdout_closed() -> bool {
    IS_CLOSED.load(Relaxed)
}

#[cfg(unix)]
extern "C" fn check_stdout() {
    // SAFETY: `fcntl` with this command reads the flags of a descriptor, and fails if it is closed.
    if unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1 {
        IS_CLOSED.store(true, Relaxed);
    }
}

// SAFETY: The sections hold pointers to functions that are called before `main`, in one thread,
// with arguments that a C function may ignore. `check_stdout` uses nothing that the runtime
// initializes.
#[cfg(any(
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd",
    target_vendor = "apple"
))]
#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static CHECK_STDOUT: extern "C" fn() = check_stdout;
