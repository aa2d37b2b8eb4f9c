//! Searches that run in slices, so Ctrl-C can end them, and locks that leave the interpreter free
//! while a thread waits.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Deref, DerefMut};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use quadrille::search::{Advance, Pace, Step};

/// Runs a slice of a search while other Python threads can run.
pub(crate) fn slice<R: Send>(
    py: Python<'_>,
    pace: &mut Pace,
    work: impl FnOnce(u64) -> R + Send,
) -> R {
    let begun = Instant::now();
    let result = py.detach(|| work(pace.nodes()));
    pace.adapt(begun.elapsed());
    result
}

/// Calls `step` with a number of nodes until it returns `Break`. Handles signals between the calls.
///
/// # Errors
/// The exception of a signal handler, such as `KeyboardInterrupt`.
pub(crate) fn in_slices<R: Send>(
    py: Python<'_>,
    mut step: impl FnMut(u64) -> ControlFlow<R> + Send,
) -> PyResult<R> {
    let mut pace = Pace::begin();
    loop {
        match slice(py, &mut pace, &mut step) {
            ControlFlow::Break(result) => return Ok(result),
            ControlFlow::Continue(()) => py.check_signals()?,
        }
    }
}

/// Runs a search to its next cover, to its end, or to a limit.
///
/// # Errors
/// As for [`in_slices`].
pub(crate) fn run(py: Python<'_>, search: &mut (impl Advance + Send)) -> PyResult<Step> {
    in_slices(py, |nodes| match search.advance(nodes) {
        Step::Paused if !search.is_cut_short() => ControlFlow::Continue(()),
        step => ControlFlow::Break(step),
    })
}

thread_local! {
    /// A byte whose address identifies this thread.
    static HERE: Cell<u8> = const { Cell::new(0) };
}

/// A mutex for the content of a Python object.
///
/// A call that holds it may run Python code: an iterator, a method of an item, or a signal handler.
/// If that code uses the same object, it gets an error instead of a deadlock.
#[derive(Debug)]
pub(crate) struct Lock<T> {
    value: Mutex<T>,
    /// The address of [`HERE`] in the thread that holds the lock, or 0.
    holder: AtomicUsize,
}

/// A held lock. Dropping it releases the lock.
pub(crate) struct Locked<'a, T> {
    value: MutexGuard<'a, T>,
    holder: &'a AtomicUsize,
}

impl<T> Lock<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { value: Mutex::new(value), holder: AtomicUsize::new(0) }
    }

    /// Locks the value. While another thread holds the lock, the interpreter is free and signals
    /// are handled.
    ///
    /// # Errors
    /// `RuntimeError` if this thread already holds the lock, or the exception of a signal handler.
    pub(crate) fn lock(&self, py: Python<'_>) -> PyResult<Locked<'_, T>> {
        let here = HERE.with(|here| ptr::from_ref(here).addr());
        loop {
            if let Some(value) = self.try_lock() {
                // A thread compares this only with its own address, which no other thread stores,
                // so no memory order is needed.
                self.holder.store(here, Ordering::Relaxed);
                return Ok(Locked { value, holder: &self.holder });
            }
            if self.holder.load(Ordering::Relaxed) == here {
                return Err(PyRuntimeError::new_err(IN_USE));
            }
            py.detach(|| thread::sleep(Duration::from_millis(1)));
            py.check_signals()?;
        }
    }

    /// Returns the value unless a thread holds the lock.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.value.try_lock() {
            Ok(value) => Some(value),
            // The call that panicked has already reported it.
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

/// The error message for a call that uses an object within another call of the same thread.
const IN_USE: &str = "the object is used by a call that has not returned: use it after that call, \
     not in an iterator, a method or a signal handler that the call runs";

impl<T> Deref for Locked<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Locked<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> Drop for Locked<'_, T> {
    fn drop(&mut self) {
        self.holder.store(0, Ordering::Relaxed);
    }
}

/// Returns the number of threads that `threads` stands for. 0 means one per processor.
pub(crate) fn thread_count(threads: usize) -> NonZeroUsize {
    NonZeroUsize::new(threads)
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}
