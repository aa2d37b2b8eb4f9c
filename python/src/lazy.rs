//! Solutions found on demand, a batch at a time, by this thread or by others.
//!
//! An iteration with a search in this thread begins with a batch of one solution. The size doubles,
//! up to [`MOST`], whenever a single slice of the search fills the batch. So the first solution is
//! returned as soon as it is found, and many solutions need few switches between Python and the
//! search.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict};
use quadrille::parallel::{self, Observer, Progress, Remaining, WorkerPool};
use quadrille::search::{Engine, OpenCube, Pace, Step};
use quadrille::sudoku::{self, Grid};
use quadrille::{AnyEngine, OptionId, Solutions, SortedCover};

use crate::run::{slice, thread_count};

/// The largest number of solutions in a batch of a search in this thread.
const MOST: usize = 1024;
/// The size in bytes at which a thread reports its batch.
const REPORT: usize = 1 << 16;

/// A sequence of solutions in flat memory.
pub(crate) trait Batch: Default + Send + 'static {
    fn add(&mut self, cover: &[OptionId]);
    fn clear(&mut self);
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
}

/// A batch of covers, each with its options sorted.
#[derive(Debug, Default)]
pub(crate) struct Covers {
    options: Vec<OptionId>,
    ends: Vec<usize>,
}

impl Covers {
    pub(crate) fn get(&self, at: usize) -> &[OptionId] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.options[start..self.ends[at]]
    }

    /// Writes some covers into rows of `width` zeros: a 1 for each option of a cover.
    pub(crate) fn write_ones(&self, of: std::ops::Range<usize>, width: usize, bytes: &mut [u8]) {
        for (row, cover) in of.enumerate() {
            for option in self.get(cover) {
                bytes[row * width + option.index()] = 1;
            }
        }
    }

    fn push(&mut self, sorted: &[OptionId]) {
        self.options.extend_from_slice(sorted);
        self.ends.push(self.options.len());
    }
}

impl Batch for Covers {
    fn add(&mut self, cover: &[OptionId]) {
        let start = self.options.len();
        self.push(cover);
        self.options[start..].sort_unstable();
    }

    fn clear(&mut self) {
        self.options.clear();
        self.ends.clear();
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn bytes(&self) -> usize {
        size_of_val(self.options.as_slice()) + size_of_val(self.ends.as_slice())
    }
}

/// The number of bytes of a Sudoku solution: 81 digits and a line feed.
const LINE: usize = 82;

/// A batch of Sudoku solutions, each as a line of text.
#[derive(Debug, Default)]
pub(crate) struct Grids {
    /// A buffer of lines. The first `len` are solutions.
    lines: Vec<u8>,
    len: usize,
}

impl Grids {
    /// Returns the digits of a solution, as characters.
    pub(crate) fn digits(&self, at: usize) -> &[u8] {
        &self.lines[at * LINE..at * LINE + 81]
    }

    /// Writes the digits of some solutions as numbers, 81 for each solution.
    pub(crate) fn write_numbers(&self, of: std::ops::Range<usize>, numbers: &mut [u8]) {
        let lines = self.lines[of.start * LINE..of.end * LINE].chunks_exact(LINE);
        for (line, numbers) in lines.zip(numbers.chunks_exact_mut(81)) {
            for (digit, number) in line.iter().zip(numbers) {
                *number = digit - b'0';
            }
        }
    }

    fn push(&mut self, grid: &Grid) {
        let start = self.len * LINE;
        if self.lines.len() < start + LINE {
            self.lines.resize(start + LINE, b'\n');
        }
        self.lines[start..start + 81].copy_from_slice(grid.as_bytes());
        self.len += 1;
    }
}

impl Batch for Grids {
    fn add(&mut self, cover: &[OptionId]) {
        self.push(&Grid::from_options(cover.iter().copied()));
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    fn len(&self) -> usize {
        self.len
    }

    fn bytes(&self) -> usize {
        self.len * LINE
    }
}

/// A search by one thread that puts its solutions into batches.
pub(crate) trait LazySearch: Send + 'static {
    type Batch: Batch;

    /// Adds solutions to the batch until it has `wanted`, no solutions are left, or `nodes` nodes
    /// are entered.
    fn fill(&mut self, batch: &mut Self::Batch, wanted: usize, nodes: u64) -> Step;
}

/// A search for covers. It sorts each cover by updating the previous one, because sorting each from
/// scratch takes as long as the search.
pub(crate) struct CoverSearch {
    solutions: Solutions,
    cover: SortedCover,
}

impl From<Solutions> for CoverSearch {
    fn from(solutions: Solutions) -> Self {
        Self { solutions, cover: SortedCover::default() }
    }
}

impl LazySearch for CoverSearch {
    type Batch = Covers;

    fn fill(&mut self, batch: &mut Covers, wanted: usize, nodes: u64) -> Step {
        let Self { solutions, cover } = self;
        let last_node = solutions.stats().nodes.saturating_add(nodes);
        while batch.len() < wanted {
            match solutions.advance(last_node.saturating_sub(solutions.stats().nodes)) {
                Step::Cover => {
                    let unchanged = solutions.unchanged();
                    cover.update(solutions.cover(), unchanged);
                    batch.push(cover);
                }
                end => return end,
            }
        }
        Step::Cover
    }
}

impl LazySearch for sudoku::Solutions {
    type Batch = Grids;

    fn fill(&mut self, batch: &mut Grids, wanted: usize, nodes: u64) -> Step {
        if batch.lines.len() < wanted * LINE {
            batch.lines.resize(wanted * LINE, b'\n');
        }
        let room = &mut batch.lines[batch.len * LINE..wanted * LINE];
        let (written, step) = self.write_lines(room, nodes);
        batch.len += written as usize;
        step
    }
}

/// A lazy sequence of solutions.
pub(crate) struct Lazy<S: LazySearch> {
    source: Source<S>,
    batch: S::Batch,
    /// The number of solutions that have been taken from the batch.
    taken: usize,
    wanted: usize,
    pace: Pace,
}

enum Source<S: LazySearch> {
    /// A search in this thread. It is boxed, because an engine may be aligned to 64 bytes, and a
    /// Python object is not.
    Here(Box<S>),
    Threads(Threads<S::Batch>),
    End,
}

impl<S: LazySearch> Lazy<S> {
    fn new(source: Source<S>) -> Self {
        Self { source, batch: S::Batch::default(), taken: 0, wanted: 1, pace: Pace::begin() }
    }

    pub(crate) fn here(search: S) -> Self {
        Self::new(Source::Here(Box::new(search)))
    }

    pub(crate) fn by_threads(
        engine: AnyEngine,
        cubes: Vec<OpenCube>,
        threads: usize,
        is_ordered: bool,
    ) -> PyResult<Self> {
        Ok(Self::new(Source::Threads(Threads::start(engine, cubes, threads, is_ordered)?)))
    }

    /// Returns the batch and the index of the next solution in it, or `None` at the end.
    pub(crate) fn next(&mut self, py: Python<'_>) -> PyResult<Option<(&S::Batch, usize)>> {
        if !self.is_filled(py)? {
            return Ok(None);
        }
        self.taken += 1;
        Ok(Some((&self.batch, self.taken - 1)))
    }

    /// Returns the next solutions of one batch, at most `most`, or `None` at the end. A search in
    /// this thread may fill larger batches than for [`next`](Self::next), because the caller waits
    /// for many solutions anyway.
    pub(crate) fn next_batch(
        &mut self,
        py: Python<'_>,
        most: usize,
    ) -> PyResult<Option<(&S::Batch, std::ops::Range<usize>)>> {
        if self.taken == self.batch.len() {
            self.wanted = self.wanted.max(MOST.min(most));
        }
        if !self.is_filled(py)? {
            return Ok(None);
        }
        let start = self.taken;
        self.taken = self.batch.len().min(start.saturating_add(most));
        Ok(Some((&self.batch, start..self.taken)))
    }

    /// Takes the next solutions as a NumPy array with rows of `width` bytes. `write` writes some
    /// solutions of a batch into rows of zeros.
    pub(crate) fn array<'py>(
        &mut self,
        py: Python<'py>,
        most: usize,
        width: usize,
        write: impl Fn(&S::Batch, std::ops::Range<usize>, &mut [u8]),
    ) -> PyResult<Bound<'py, PyAny>> {
        let arrays = py.import("quadrille._arrays")?;
        // Without NumPy, this fails before the search.
        arrays.call_method0("numpy")?;
        // The memory of the array. Each batch is appended while it is still in the cache.
        let array = PyByteArray::new(py, &[]);
        let mut rows = 0;
        while rows < most
            && let Some((batch, taken)) = self.next_batch(py, most - rows)?
        {
            rows += taken.len();
            let bytes = PyBytes::new_with(py, taken.len() * width, |bytes| {
                write(batch, taken, bytes);
                Ok(())
            })?;
            array.call_method1("extend", (bytes,))?;
            py.check_signals()?;
        }
        arrays.call_method1("rows_of", (array, rows, width))
    }

    /// Replaces the batch if all of its solutions were taken. Returns false at the end.
    ///
    /// # Errors
    /// `RuntimeError` in a fork of the process that runs the threads, even if solutions are left in
    /// the batch, because that process returns them too.
    fn is_filled(&mut self, py: Python<'_>) -> PyResult<bool> {
        if let Source::Threads(threads) = &mut self.source {
            threads.batches()?;
        }
        Ok(self.taken < self.batch.len() || self.refill(py)?)
    }

    /// Replaces the batch after all of its solutions were taken. Returns false at the end.
    fn refill(&mut self, py: Python<'_>) -> PyResult<bool> {
        self.taken = 0;
        self.batch.clear();
        loop {
            // A function such as `list` takes solutions without running Python code, which would
            // handle signals. No solution is lost if a handler raises here.
            py.check_signals()?;
            match &mut self.source {
                Source::End => return Ok(false),
                Source::Here(search) => {
                    let (batch, wanted) = (&mut self.batch, self.wanted);
                    let step = slice(py, &mut self.pace, |nodes| search.fill(batch, wanted, nodes));
                    match step {
                        Step::Cover => self.wanted = (wanted * 2).min(MOST),
                        // The solutions found so far are returned now, and the next batch gets
                        // the same size.
                        Step::Paused if self.batch.len() > 0 => self.wanted = self.batch.len(),
                        Step::Paused => {}
                        Step::Exhausted => self.source = Source::End,
                    }
                }
                Source::Threads(threads) => match threads.next(py)? {
                    Some(batch) => self.batch = batch,
                    None => self.source = Source::End,
                },
            }
            if self.batch.len() > 0 {
                return Ok(true);
            }
        }
    }
}

/// The receiving end of a search by other threads. Dropping it ends the search.
struct Threads<B> {
    /// The channel of batches, in which `None` marks the end. The field is `Some` until the drop.
    batches: Option<Receiver<Option<B>>>,
    is_dropped: Arc<AtomicBool>,
    /// The value of [`FORKS`] in the process that runs the threads.
    forks: u32,
}

/// The number of forks between the first process that loaded this package and this process. Getting
/// the process ID instead would take as long as finding a solution of a small problem.
static FORKS: AtomicU32 = AtomicU32::new(0);

#[pyfunction]
fn _forked() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}

/// Lets Python call `_forked` in each child process. Some systems have no forks.
pub(crate) fn count_forks(py: Python<'_>) -> PyResult<()> {
    let os = py.import("os")?;
    if !os.hasattr("register_at_fork")? {
        return Ok(());
    }
    let arguments = PyDict::new(py);
    arguments.set_item("after_in_child", wrap_pyfunction!(_forked, py)?)?;
    os.call_method("register_at_fork", (), Some(&arguments)).map(drop)
}

impl<B> Threads<B> {
    /// True if this process was forked from the one that runs the threads.
    fn is_forked(&self) -> bool {
        self.forks != FORKS.load(Ordering::Relaxed)
    }
}

impl<B> Drop for Threads<B> {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
        if self.is_forked() {
            // A thread may have been writing to the channel at the fork. It does not run here, and
            // dropping the channel would wait for it.
            mem::forget(self.batches.take());
        }
    }
}

impl<B: Batch> Threads<B> {
    fn start(
        engine: AnyEngine,
        cubes: Vec<OpenCube>,
        threads: usize,
        is_ordered: bool,
    ) -> PyResult<Self> {
        // The threads get only a few batches ahead of the reader, which may be slow or gone.
        let (send, batches) = sync_channel(4);
        let is_dropped = Arc::new(AtomicBool::new(false));
        let mut sender = Sender { send, is_dropped: Arc::clone(&is_dropped) };
        let pool = WorkerPool::new(engine, thread_count(threads));
        let search = move || {
            pool.with_parts(cubes).ordered(is_ordered).run(&mut sender, fill);
            // The reader may be gone.
            let _ = sender.send.send(None);
        };
        thread::Builder::new().name("quadrille".to_owned()).spawn(search)?;
        Ok(Self { batches: Some(batches), is_dropped, forks: FORKS.load(Ordering::Relaxed) })
    }

    /// Returns the channel of batches.
    ///
    /// # Errors
    /// `RuntimeError` in a fork of the process that runs the threads.
    fn batches(&mut self) -> PyResult<&mut Receiver<Option<B>>> {
        let is_forked = self.is_forked();
        let batches = self.batches.as_mut().filter(|_| !is_forked);
        batches.ok_or_else(|| PyRuntimeError::new_err(FORKED))
    }

    fn next(&mut self, py: Python<'_>) -> PyResult<Option<B>> {
        const WAIT: Duration = Duration::from_millis(20);
        let batches = self.batches()?;
        loop {
            let batches = &mut *batches;
            match py.detach(move || batches.recv_timeout(WAIT)) {
                Ok(batch) => return Ok(batch),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a thread of the search has panicked"));
                }
            }
        }
    }
}

/// The error message for an iterator with threads in another process.
const FORKED: &str = "the threads of this iterator are in the process that made it, and this \
     process is a fork of it: make an iterator in each process";

/// Adds solutions to the batch of a thread until it is large enough to report, no solutions are
/// left, or `nodes` nodes are entered.
fn fill<B: Batch>(engine: &mut AnyEngine, reported: &mut Reported<B>, nodes: u64) -> Step {
    let last_node = engine.stats().nodes.saturating_add(nodes);
    while reported.0.bytes() < REPORT {
        match engine.advance(last_node.saturating_sub(engine.stats().nodes)) {
            Step::Cover => reported.0.add(engine.cover()),
            end => return end,
        }
    }
    Step::Paused
}

#[derive(Default)]
struct Reported<B>(B);

impl<B: Batch> parallel::Batch for Reported<B> {
    fn size(&self) -> usize {
        self.0.bytes()
    }
}

struct Sender<B> {
    send: SyncSender<Option<B>>,
    is_dropped: Arc<AtomicBool>,
}

impl<B: Batch> Observer for Sender<B> {
    type Batch = Reported<B>;

    fn gather(&mut self, batch: Reported<B>) -> ControlFlow<()> {
        match batch.0.len() {
            0 => ControlFlow::Continue(()),
            _ => self
                .send
                .send(Some(batch.0))
                .map_or(ControlFlow::Break(()), |()| ControlFlow::Continue(())),
        }
    }

    fn tick(&mut self, _: &Progress) -> ControlFlow<(), bool> {
        if self.is_dropped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        // Requesting the remaining search makes the workers report their results.
        ControlFlow::Continue(true)
    }

    fn look<'a>(
        &mut self,
        _: &Progress,
        _: impl Iterator<Item = Remaining<'a, Self::Batch>>,
    ) -> ControlFlow<()>
    where
        Self::Batch: 'a,
    {
        ControlFlow::Continue(())
    }
}
