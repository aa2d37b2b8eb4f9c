//! Signals that request the end of the program: Ctrl-C (SIGINT), SIGTERM and SIGHUP.
//!
//! A command that searches calls [`watch`] when its engine is ready, or before it locks a
//! checkpoint. A command that reads puzzles calls it when it has the first puzzle or input error.
//! Before the call, there are no results, and a signal ends the program. After it, the first signal
//! is only recorded. The command polls [`is_requested`] several times a second, prints its results
//! so far (if it counts, at least `0+`), saves its checkpoint, if any, and ends with
//! [`Error::Interrupted`](crate::shared::error::Error). The exit status is 128 plus the number of
//! the signal. A later signal ends the program immediately if it arrives at least a second after
//! the first: `timeout` and terminals send two signals in quick succession, which count as one. No
//! signal ends the program during [`saving`].
//!
//! While a command waits for input ([`waiting`]), all output is flushed and the first signal ends
//! the program. A command that does not call `watch` has the default behaviour on signals. A signal
//! that was ignored when the program started stays ignored on Linux: `nohup` relies on that. On
//! other systems, the ignored signals are not looked up, and SIGHUP is never recorded.

use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// The number of the first signal; 0 before the first signal.
static SIGNAL: AtomicI32 = AtomicI32::new(0);
/// The number of calls of [`saving`] that have not returned.
static SAVING: AtomicU32 = AtomicU32::new(0);
static WAITING: AtomicBool = AtomicBool::new(false);

/// The time after the first signal during which a second signal counts as the same.
const SAME: Duration = Duration::from_secs(1);

/// Records signals from now on. Signals that cannot be watched keep their default action.
pub(crate) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(listen);
}

/// Starts a thread that records signals. Returns once it is listening, or cannot listen.
#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::mpsc;
    use std::thread;

    let (ready, is_ready) = mpsc::channel();
    let listener = move || {
        let ignored = ignored_at_start();
        let watched = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let Ok(mut signals) = Signals::new(watched.filter(|at| ignored >> (at - 1) & 1 == 0))
        else {
            return;
        };
        drop(ready);
        let mut first = None;
        signals.forever().for_each(|signal| note(signal, &mut first));
    };
    if thread::Builder::new().name("signals".to_owned()).spawn(listener).is_ok() {
        // The thread drops the sender once it is listening, or if it cannot listen.
        let _: Result<(), _> = is_ready.recv();
    }
}

/// Listens for Ctrl-C and its equivalents, which count as SIGINT.
#[cfg(not(unix))]
fn listen() {
    const SIGINT: i32 = 2;
    let mut first = None;
    // Without a handler, an interrupt ends the program, as it does by default.
    let _ = ctrlc::set_handler(move || note(SIGINT, &mut first));
}

/// Returns the set of the signals that were ignored when the program started. Bit 0 is signal 1.
#[cfg(unix)]
fn ignored_at_start() -> u64 {
    if !cfg!(any(target_os = "linux", target_os = "android")) {
        // SIGHUP counts as ignored, because `nohup` may have started the program.
        return 1;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok()).unwrap_or(0)
}

pub(crate) fn is_requested() -> bool {
    SIGNAL.load(SeqCst) != 0
}

pub(crate) fn name() -> &'static str {
    match SIGNAL.load(SeqCst) {
        1 => "SIGHUP",
        15 => "SIGTERM",
        _ => "SIGINT",
    }
}

pub(crate) fn status() -> u8 {
    status_of(SIGNAL.load(SeqCst)) as u8
}

/// Returns the exit status for a signal: 128 plus its number, as in shells, or else 130.
fn status_of(signal: i32) -> i32 {
    if (1..64).contains(&signal) { 128 + signal } else { 130 }
}

/// Runs an operation that may block for a long time and loses nothing if it is interrupted.
/// Meanwhile, a signal ends the program.
///
/// Returns `None` without running it if a signal has already arrived.
pub(crate) fn waiting<R>(wait: impl FnOnce() -> R) -> Option<R> {
    WAITING.store(true, SeqCst);
    // A signal either arrives before this check or ends the program.
    let result = (!is_requested()).then(wait);
    WAITING.store(false, SeqCst);
    result
}

/// Saves a file. Meanwhile, no signal ends the program.
pub(crate) fn saving<R>(save: impl FnOnce() -> R) -> R {
    SAVING.fetch_add(1, SeqCst);
    let result = save();
    SAVING.fetch_sub(1, SeqCst);
    result
}

/// Records a signal, and may end the program. `first` is the time of the first signal.
fn note(signal: i32, first: &mut Option<Instant>) {
    let is_another = first.is_some_and(|first| first.elapsed() >= SAME);
    first.get_or_insert_with(Instant::now);
    let _ = SIGNAL.compare_exchange(0, signal, SeqCst, SeqCst);
    if WAITING.load(SeqCst) || (is_another && SAVING.load(SeqCst) == 0) {
        process::exit(status_of(signal));
    }
}
