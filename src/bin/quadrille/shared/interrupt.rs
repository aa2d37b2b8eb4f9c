//! Signals that ask the program to end: Ctrl-C (SIGINT), SIGTERM, and SIGHUP.
//!
//! A command that searches calls [`watch`]. From then on the first signal is only noted; the
//! command asks [`check`] several times a second, prints what it knows, saves what it can, and ends
//! with [`Error::Interrupted`], whose exit status is 128 and the number of the signal. A second
//! signal ends the program at once if it comes at least a second after the first: `timeout` and
//! terminals send two in a row that mean one. It never does while a file is saved ([`Saving`]).
//!
//! While a command waits for input ([`waiting`]), everything is printed, and the first signal ends
//! the program. A command that does not call `watch` is ended by a signal as any program is. A
//! signal that was ignored when the program began stays ignored: `nohup` relies on that.

#[cfg(unix)]
#[path = "interrupt/unix.rs"]
mod system;
#[cfg(not(unix))]
#[path = "interrupt/other.rs"]
mod system;

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering::SeqCst};

use crate::shared::error::Error;

/// The number of the first signal; 0 before there is one.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// The number of files that are being saved.
static SAVING: AtomicU32 = AtomicU32::new(0);
/// True while the program waits for input.
static WAITING: AtomicBool = AtomicBool::new(false);

/// The time in milliseconds after the first signal in which another one counts as the same.
const SAME: u64 = 1000;

/// Notes signals from now on, in place of being ended by them.
pub(crate) fn watch() {
    system::watch();
}

/// True if there was a signal.
pub(crate) fn is_requested() -> bool {
    SIGNAL.load(SeqCst) != 0
}

/// Returns [`Error::Interrupted`] if there was a signal.
pub(crate) fn check() -> Result<(), Error> {
    if is_requested() { Err(Error::Interrupted) } else { Ok(()) }
}

/// The name of the signal.
pub(crate) fn name() -> &'static str {
    match SIGNAL.load(SeqCst) {
        1 => "SIGHUP",
        15 => "SIGTERM",
        _ => "SIGINT",
    }
}

/// The exit status that says which signal it was.
pub(crate) fn status() -> u8 {
    status_of(SIGNAL.load(SeqCst)) as u8
}

/// The exit status for a signal: 128 and its number, as a shell has it.
fn status_of(signal: i32) -> i32 {
    if (1..64).contains(&signal) { 128 + signal } else { 130 }
}

/// Does something that may wait for long and during which nothing is lost: a signal ends the
/// program.
///
/// Returns `None`, and does nothing, if there was one before.
pub(crate) fn waiting<R>(wait: impl FnOnce() -> R) -> Option<R> {
    WAITING.store(true, SeqCst);
    // A signal comes before this look or ends the program.
    let result = (!is_requested()).then(wait);
    WAITING.store(false, SeqCst);
    result
}

/// As long as it lives, no signal ends the program.
#[must_use = "it protects as long as it lives"]
pub(crate) struct Saving(());

impl Saving {
    pub(crate) fn begin() -> Self {
        SAVING.fetch_add(1, SeqCst);
        Self(())
    }
}

impl Drop for Saving {
    fn drop(&mut self) {
        SAVING.fetch_sub(1, SeqCst);
    }
}

/// Notes a signal. `now` is a time in milliseconds that is never 0, and `first` the time of the
/// first signal, 0 before there is one. True if the program is to end at once.
///
/// It does nothing but load and store atomic numbers: a signal handler may call it.
fn note(signal: i32, now: u64, first: &std::sync::atomic::AtomicU64) -> bool {
    if SIGNAL.compare_exchange(0, signal, SeqCst, SeqCst).is_ok() {
        first.store(now, SeqCst);
        return WAITING.load(SeqCst);
    }
    let first = first.load(SeqCst);
    let is_another = first != 0 && now.saturating_sub(first) >= SAME;
    WAITING.load(SeqCst) || (is_another && SAVING.load(SeqCst) == 0)
}
