//! What the standard library hides: that standard output was closed when the program began.
//!
//! Before `main`, the runtime of Rust opens `/dev/null` in place of a standard stream that is
//! closed, so that what is written there is lost without an error. On the common systems a function
//! of this module is called before that, and looks.

// A function that is called before `main` is named in a section of the program.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// True if standard output is known to have been closed when the program began.
pub(super) fn is_stdout_closed() -> bool {
    IS_CLOSED.load(Relaxed)
}

#[cfg(unix)]
extern "C" fn look() {
    // SAFETY: `fcntl` with this command reads a flag of a descriptor, and fails if that is closed.
    if unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1 {
        IS_CLOSED.store(true, Relaxed);
    }
}

// SAFETY: The sections hold pointers to functions that are called before `main`, in one thread,
// with arguments that a C function may disregard. `look` needs nothing that the runtime prepares.
#[cfg(any(
    target_os = "linux",
    target_os = "android",
    target_os = "freebsd",
    target_vendor = "apple"
))]
#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
static LOOK: extern "C" fn() = look;
