//! Signals that request the end of the program: Ctrl-C (SIGINT), SIGTERM and SIGHUP.
//!
//! A command that searches calls [`watch`] when the engine is ready, and one that reads puzzles
//! when the first of them is there: what comes before has no results, takes long for a very large
//! problem or file, and is ended by a signal. From then on the first signal is only recorded, and
//! the work that was begun has a result: a count prints `0+` at least. The command polls
//! [`is_requested`] several times a second, prints its results, saves its state, and ends with
//! [`Error::Interrupted`](crate::shared::error::Error). The exit status is 128 plus the number of
//! the signal. A second signal ends the program at once if it arrives at least a second after the
//! first: `timeout` and terminals send two in a row that mean one. No signal ends the program while
//! a file is being saved ([`Saving`]).
//!
//! While a command waits for input ([`waiting`]), all output is flushed and the first signal ends
//! the program. A command that does not call `watch` has the default behaviour on signals. A signal
//! that was ignored when the program started stays ignored: `nohup` relies on that.

#[cfg(unix)]
#[path = "interrupt/unix.rs"]
mod system;
#[cfg(not(unix))]
#[path = "interrupt/other.rs"]
mod system;

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering::SeqCst};

/// The number of the first signal; 0 before the first signal.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// The number of files being saved.
static SAVING: AtomicU32 = AtomicU32::new(0);
/// True while the program waits for input.
static WAITING: AtomicBool = AtomicBool::new(false);

/// The time in milliseconds after the first signal in which a second signal counts as the same.
const SAME: u64 = 1000;

/// Records signals from now on, instead of being ended by them.
pub(crate) fn watch() {
    system::watch();
}

/// True if a signal has arrived.
pub(crate) fn is_requested() -> bool {
    SIGNAL.load(SeqCst) != 0
}

/// Returns the name of the signal.
pub(crate) fn name() -> &'static str {
    match SIGNAL.load(SeqCst) {
        1 => "SIGHUP",
        15 => "SIGTERM",
        _ => "SIGINT",
    }
}

/// Returns the exit status for the signal received.
pub(crate) fn status() -> u8 {
    status_of(SIGNAL.load(SeqCst)) as u8
}

/// Returns the exit status for a signal: 128 plus its number, as in shells.
fn status_of(signal: i32) -> i32 {
    if (1..64).contains(&signal) { 128 + signal } else { 130 }
}

/// Runs an operation that may block for long and loses nothing if it is ended: a signal ends the
/// program.
///
/// Returns `None` without running it if a signal has arrived before.
pub(crate) fn waiting<R>(wait: impl FnOnce() -> R) -> Option<R> {
    WAITING.store(true, SeqCst);
    // A signal either arrives before this check or ends the program.
    let result = (!is_requested()).then(wait);
    WAITING.store(false, SeqCst);
    result
}

/// A guard. No signal ends the program while it lives.
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

/// Records a signal. `now` is a time in milliseconds that is never 0. `first` is the time of the
/// first signal, or 0 before it. True if the program is to end at once.
///
/// This function only loads and stores atomic numbers, so a signal handler may call it.
fn note(signal: i32, now: u64, first: &std::sync::atomic::AtomicU64) -> bool {
    if SIGNAL.compare_exchange(0, signal, SeqCst, SeqCst).is_ok() {
        first.store(now, SeqCst);
        return WAITING.load(SeqCst);
    }
    let first = first.load(SeqCst);
    let is_another = first != 0 && now.saturating_sub(first) >= SAME;
    WAITING.load(SeqCst) || (is_another && SAVING.load(SeqCst) == 0)
}
