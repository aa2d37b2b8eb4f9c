//! A search by several threads.
//!
//! A [`WorkerPool`] has its own threads. It can return the covers in order, reports its progress,
//! and can be stopped and continued. With the feature `parallel`,
//! [`Problem::par_solutions`](crate::Problem::par_solutions) and `par_for_each` search on the
//! threads of rayon.
//!
//! # Load balancing
//! The remaining search is a list of cubes that have no cover in common, in the order in which one
//! thread would search them. Workers are given cubes from the list. When the list has none for an
//! idle worker, the coordinator asks the worker with the largest share of the search tree to give
//! back the cubes that it has not entered yet ([`Engine::remaining`]). An engine can list these
//! between any two nodes, so the sizes of cubes need not be predicted.
//!
//! # The coordinator
//! The calling thread is the coordinator. Only the coordinator has access to the list. It also
//! makes all calls to the [`Observer`]. The observer receives the covers found, in any order or in
//! the order of one thread. It can also receive the whole remaining search, to save it and continue
//! it later. Each report of a worker has its results since the last report, and its remaining
//! cubes. The coordinator applies both in one step. At any time, every cover occurs exactly once,
//! among the delivered covers or in the remaining search.
//!
//! # Modules
//! `protocol` has the states of a worker and the messages, `worklist` has the list, and
//! `coordinator` and `worker` have the two kinds of threads. `slices` controls how long a worker,
//! or a job of `rayon`, searches without interruption. The unit tests of the pool are in `model`.
//! They run random interleavings of the threads.

mod cheapest;
mod coordinator;
mod count;
mod estimate;
#[cfg(test)]
mod model;
mod ordered_map;
mod protocol;
#[cfg(feature = "parallel")]
mod rayon;
mod slices;
mod sync;
mod worker;
mod worklist;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::resume_unwind;

use crate::search::{Engine, OpenCube, Stats, Step};

use coordinator::Coordinator;
use protocol::Link;
use slices::{SLICE, Slices};

// The program and the Python package use these for many small puzzles.
#[doc(hidden)]
pub use ordered_map::{OrderedMap, Stop};
#[cfg(feature = "parallel")]
pub use rayon::ParSolutions;
pub use worklist::Remaining;

/// The results that a worker collects between two reports, such as a number of covers or their
/// text. A new batch is empty.
pub trait Batch: Default + Send {
    /// Returns the approximate number of bytes. When a batch reaches 64 KB, the worker reports it
    /// and starts a new one.
    fn size(&self) -> usize;
}

/// The number of covers.
impl Batch for u64 {
    fn size(&self) -> usize {
        0
    }
}

/// The size in bytes at which a batch is reported.
const BATCH: usize = 1 << 16;

/// The receiver of the results of a [`WorkerPool`]. All methods are called in the calling thread.
///
/// Each method can end the search with [`ControlFlow::Break`]. After that, no more batches are
/// delivered.
pub trait Observer {
    /// The type of the batches.
    type Batch: Batch;

    /// Receives a batch of results.
    fn gather(&mut self, batch: Self::Batch) -> ControlFlow<()>;

    /// Receives the progress. Called several times a second, and once when the threads start.
    /// Returns `true` to request a call to [`look`](Self::look) soon after.
    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let _ = progress;
        ControlFlow::Continue(false)
    }

    /// Receives the remaining search, in order. Every cover occurs exactly once, in a delivered
    /// batch or in the remaining search.
    fn look<'a>(
        &mut self,
        progress: &Progress,
        left: impl Iterator<Item = Remaining<'a, Self::Batch>>,
    ) -> ControlFlow<()>
    where
        Self::Batch: 'a,
    {
        let _ = (progress, left.count());
        ControlFlow::Continue(())
    }
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The fraction of the search tree not searched yet, according to the last reports of the
    /// workers: see [`OpenCube::share`].
    pub open: f64,
    /// The work done so far.
    pub stats: Stats,
}

/// A pool of threads that run one search.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use quadrille::engine::links::Links;
/// use quadrille::parallel::{Observer, WorkerPool};
/// use quadrille::search::{Engine, Step};
///
/// struct Total(u64);
///
/// impl Observer for Total {
///     type Batch = u64;
///
///     fn gather(&mut self, covers: u64) -> ControlFlow<()> {
///         self.0 += covers;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let queens = quadrille::puzzle::queens::Queens::new(8)?;
/// let engine = Links::new(quadrille::puzzle::Puzzle::problem(&queens));
/// let mut total = Total(0);
/// let threads = NonZeroUsize::MIN.saturating_add(1);
/// WorkerPool::new(engine, threads).run(&mut total, |engine, batch, nodes| {
///     let (covers, step) = engine.skip(u64::MAX, nodes);
///     *batch += covers;
///     step
/// });
/// assert_eq!(total.0, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing happens until `run` is called"]
pub struct WorkerPool<E> {
    engine: E,
    threads: NonZeroUsize,
    open: Vec<OpenCube>,
    is_ordered: bool,
}

impl<E: Engine + Clone + Send> WorkerPool<E> {
    /// Returns a pool for a whole search. Each thread gets a copy of the engine.
    pub fn new(engine: E, threads: NonZeroUsize) -> Self {
        Self { engine, threads, open: vec![OpenCube::whole()], is_ordered: false }
    }

    /// Restricts the search to these cubes, in this order. They must have no cover in common.
    pub fn with_parts(self, open: Vec<OpenCube>) -> Self {
        Self { open, ..self }
    }

    /// Sets whether batches come in order. If `is_ordered`, they come in the order in which one
    /// thread would find them after [`fix_order`](Engine::fix_order), provided that the engine then
    /// [has a stable order](Engine::has_stable_order). The pool holds back up to about 16 MB of
    /// batches.
    pub fn ordered(self, is_ordered: bool) -> Self {
        Self { is_ordered, ..self }
    }

    /// Searches all cubes, and returns the progress at the end.
    ///
    /// `search` must enter at most the given number of nodes with an engine, and add the results to
    /// the batch. It may stop earlier. It must not return [`Step::Exhausted`] unless the engine
    /// does.
    ///
    /// A search of less than a millisecond starts no thread. If the system cannot start all
    /// threads, the pool has fewer. If it cannot start any, the calling thread searches.
    ///
    /// # Panics
    /// If the problem lacks an option of a cube, or if `search` or the observer panics.
    pub fn run<O: Observer>(
        self,
        observer: &mut O,
        search: impl Fn(&mut E, &mut O::Batch, u64) -> Step + Sync,
    ) -> Progress {
        let Self { mut engine, threads, open, is_ordered } = self;
        if is_ordered {
            engine.fix_order();
        }
        let mut coordinator = Coordinator::new(observer, open, is_ordered);
        // This takes about as long as starting threads.
        let begun = coordinator.search_here(SLICE, &mut Slices::new(engine.clone()), &search);
        if begun.is_break() || coordinator.is_over() {
            return coordinator.progress();
        }
        sync::scope(|scope| {
            // The channel's capacity only decides when a sender waits, so it may be less than the
            // number of threads.
            let mut link = Link::new(threads.get().min(1 << 16));
            let mut handles = Vec::new();
            for _ in 0..threads.get() {
                let (engine, search) = (engine.clone(), &search);
                let started = link
                    .add(|link| sync::spawn(scope, move || worker::work(&link, engine, search)));
                match started {
                    Ok(handle) => handles.push(handle),
                    Err(_) => break,
                }
            }
            // Whether the search was stopped or is finished, the pool has ended.
            let _ = if handles.is_empty() {
                coordinator.run_alone(&mut Slices::new(engine), &search)
            } else {
                coordinator.run(link)
            };
            for handle in handles {
                if let Err(panic) = handle.join() {
                    resume_unwind(panic);
                }
            }
        });
        coordinator.progress()
    }
}
