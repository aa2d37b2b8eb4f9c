//! Searches in slices, so that Ctrl-C ends them, and locks that other threads do not wait for with
//! the interpreter held.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The time that a slice should take. Signals are handled between two slices.
const SLICE: Duration = Duration::from_millis(2);
/// The number of nodes of the first slice. It is small, because a node of a large problem takes
/// long.
const FIRST: u64 = 64;
/// The largest number of nodes of a slice.
const MOST: u64 = 1 << 24;

/// The number of nodes of the next slice, which follows the time that the slices before it took.
#[derive(Debug)]
pub(crate) struct Pace {
    nodes: u64,
}

impl Pace {
    pub(crate) const fn new() -> Self {
        Self { nodes: FIRST }
    }

    /// Runs a slice of this many nodes while other Python threads can run.
    pub(crate) fn slice<R: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(u64) -> R + Send,
    ) -> R {
        let nodes = self.nodes;
        let begun = Instant::now();
        let result = py.detach(|| work(nodes));
        let elapsed = begun.elapsed();
        if elapsed < SLICE / 2 {
            self.nodes = (nodes * 2).min(MOST);
        } else if elapsed > SLICE * 2 {
            let factor = elapsed.as_secs_f64() / SLICE.as_secs_f64();
            self.nodes = ((nodes as f64 / factor) as u64).max(1);
        }
        result
    }
}

/// Calls `step` with a number of nodes until it breaks. Handles signals between the calls.
///
/// # Errors
/// The exception of a signal handler, such as `KeyboardInterrupt`.
pub(crate) fn in_slices<R: Send>(
    py: Python<'_>,
    mut step: impl FnMut(u64) -> ControlFlow<R> + Send,
) -> PyResult<R> {
    let mut pace = Pace::new();
    loop {
        match pace.slice(py, &mut step) {
            ControlFlow::Break(result) => return Ok(result),
            ControlFlow::Continue(()) => py.check_signals()?,
        }
    }
}

/// Locks a mutex. While another thread has it, the interpreter is free and signals are handled.
///
/// # Errors
/// The exception of a signal handler.
pub(crate) fn lock<'a, T>(py: Python<'_>, mutex: &'a Mutex<T>) -> PyResult<MutexGuard<'a, T>> {
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            // A panic has been reported to its caller.
            Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => {
                py.detach(|| thread::sleep(Duration::from_millis(1)));
                py.check_signals()?;
            }
        }
    }
}

/// Returns the number of threads that `threads` stands for: 0 is one for each processor.
pub(crate) fn thread_count(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads)
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}
