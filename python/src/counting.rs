//! Counts, by one thread or by several, that Ctrl-C ends.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use num_bigint::BigUint;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use quadrille::parallel::{Observer, Progress, WorkerPool};
use quadrille::search::{Engine, SLICE, Step};
use quadrille::solve::WeightedCubes;
use quadrille::{Count, Counter, sudoku};

use crate::run::{in_slices, thread_count};

/// The time between two looks for signals.
const WAIT: Duration = Duration::from_millis(10);

/// Counts the solutions of a Sudoku on a thread of its own.
///
/// Planning the tables of a count takes a moment that cannot be interrupted, and a node of
/// the tables takes much longer than one of the search before it. A signal ends the wait at once,
/// and the thread ends as soon as it can.
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

/// Counts to the end or to the limit of the counter.
pub(crate) fn count(
    py: Python<'_>,
    counter: &mut Counter<'_>,
    threads: usize,
    limit: Option<u64>,
) -> PyResult<Count> {
    let threads = thread_count(threads);
    let is_over = in_slices(py, |nodes| match counter.advance(nodes) {
        Step::Paused if counter.is_cut_short() => ControlFlow::Break(true),
        Step::Paused if threads.get() > 1 && counter.is_searching() => ControlFlow::Break(false),
        Step::Paused => ControlFlow::Continue(()),
        Step::Cover | Step::Exhausted => ControlFlow::Break(true),
    })?;
    if is_over {
        return Ok(counter.count_so_far());
    }
    let Some((engine, groups)) = counter.take_remaining() else {
        return Ok(counter.count_so_far());
    };
    let mut total = Total {
        count: counter.count_so_far().to_big(),
        weight: 1,
        limit: limit.map(Into::into),
        error: None,
    };
    py.detach(|| {
        for WeightedCubes { weight, cubes } in groups {
            if total.error.is_some() || total.is_at_limit() {
                break;
            }
            total.weight = weight;
            let pool = WorkerPool::new(engine.clone(), threads).with_parts(cubes);
            pool.run(&mut total, |engine, batch, nodes| {
                let (covers, step) = engine.skip(u64::MAX, nodes);
                *batch += covers;
                step
            });
        }
    });
    match (total.error, total.limit) {
        (Some(error), _) => Err(error),
        (None, Some(limit)) if total.count >= limit => Ok(Count::at_least(limit)),
        (None, _) => Ok(total.count.into()),
    }
}

/// The sum of the counts of several threads.
struct Total {
    count: BigUint,
    /// The number of times that a cover of the cubes counts.
    weight: u64,
    limit: Option<BigUint>,
    /// The exception of a signal handler.
    error: Option<PyErr>,
}

impl Total {
    fn is_at_limit(&self) -> bool {
        self.limit.as_ref().is_some_and(|limit| self.count >= *limit)
    }
}

impl Observer for Total {
    type Batch = u64;

    fn gather(&mut self, covers: u64) -> ControlFlow<()> {
        self.count += BigUint::from(covers) * self.weight;
        if self.is_at_limit() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, _: &Progress) -> ControlFlow<(), bool> {
        match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(false),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Returns a count as an `int`, or as an `AtLeast`, which is an `int` that says so.
pub(crate) fn to_python(py: Python<'_>, count: Count) -> PyResult<Bound<'_, PyAny>> {
    let number = count.to_big();
    if count.is_exact() {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    static AT_LEAST: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    AT_LEAST.import(py, "quadrille._results", "AtLeast")?.call1((number,))
}

/// Returns the limit that an argument gives.
pub(crate) fn limit(limit: Option<i64>) -> PyResult<Option<u64>> {
    match limit {
        None => Ok(None),
        Some(limit) => u64::try_from(limit)
            .map(Some)
            .map_err(|_| PyValueError::new_err(format!("the limit {limit} is negative"))),
    }
}
