//! Counts on one thread or several. Ctrl-C ends a count.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quadrille::search::{SLICE, Step};
use quadrille::{Count, Counter, sudoku};

/// The time between two checks for signals.
const WAIT: Duration = Duration::from_millis(10);

/// Counts the solutions of a Sudoku on a separate thread.
///
/// Neither a step of planning the tables of a count nor a node of the tables can be interrupted.
/// Both take much longer than a node of the search before the tables. So the calling thread only
/// waits, and handles a signal within [`WAIT`]. If the handler raises an exception, the wait ends,
/// and the other thread ends after its slice.
pub(crate) fn count_apart(py: Python<'_>, mut counter: sudoku::Counter) -> PyResult<Count> {
    let is_dropped = Arc::new(AtomicBool::new(false));
    let (send, mut receive) = sync_channel(1);
    let must_end = Arc::clone(&is_dropped);
    let search = move || {
        while counter.advance(SLICE) == Step::Paused && !counter.is_cut_short() {
            if must_end.load(Ordering::Relaxed) {
                return;
            }
        }
        // The caller may be gone.
        let _ = send.send(counter.count_so_far());
    };
    thread::Builder::new().name("quadrille".to_owned()).spawn(search)?;
    loop {
        let receive = &mut receive;
        match py.detach(move || receive.recv_timeout(WAIT)) {
            Ok(count) => return Ok(count),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = py.check_signals() {
                    is_dropped.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("a thread of the search has panicked"));
            }
        }
    }
}

/// Runs a counter, with its threads, to the end or to its limit.
///
/// # Errors
/// The exception of a signal handler.
pub(crate) fn count(py: Python<'_>, counter: &mut Counter) -> PyResult<Count> {
    let mut signal = Ok(());
    let count = py.detach(|| {
        counter.finish(|_, _| {
            signal = Python::attach(|py| py.check_signals());
            signal.is_ok()
        })
    });
    signal.map(|()| count)
}

/// Returns a count as an `int`, or as an `AtLeast` if it is a lower bound.
pub(crate) fn to_python(py: Python<'_>, count: Count) -> PyResult<Bound<'_, PyAny>> {
    let number = count.to_big();
    if count.is_exact() {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    static AT_LEAST: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    AT_LEAST.import(py, "quadrille._results", "AtLeast")?.call1((number,))
}

/// Reads the limit of a count, which must not be negative.
pub(crate) fn limit(limit: Option<i64>) -> PyResult<Option<u64>> {
    match limit {
        None => Ok(None),
        Some(limit) => u64::try_from(limit)
            .map(Some)
            .map_err(|_| PyValueError::new_err(format!("the limit {limit} is negative"))),
    }
}
