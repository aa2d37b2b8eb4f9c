//! One search by several threads.
//!
//! A [`WorkerPool`] has threads of its own. It keeps the order of the covers if it is asked to,
//! tells how far it is, and can be stopped and continued. With the feature `parallel`,
//! [`Problem::par_count`](crate::Problem::par_count) and its sisters do the same on the threads of
//! rayon, and [`OrderedMap`] does many small jobs, in order.
//!
//! # The search is cut where it is heavy
//! What is left of a search is a list of parts that have no cover in common, in the order in which
//! one thread would come to them. Workers take parts from the list. When there is none left for an
//! idle worker, the worker with the largest share of the tree is asked to give back what it has not
//! entered yet ([`Engine::remaining`]), which it can between any two nodes. So nobody has to know
//! beforehand which parts are heavy.
//!
//! # The calling thread coordinates
//! It owns the list, and hands it to no one. It alone calls the [`Observer`], with what is found,
//! in whatever order that comes or in that of one thread, and with all that is left, which is a
//! whole search that can be written down and continued later. Each report of a worker has what it
//! has found since the last one and what it has left; both are noted in one step, so that what was
//! handed over and what is left are all covers, each of them once, at any time.
//!
//! # Modules
//! `protocol` has the states of a worker and the messages, `worklist` the list, `coordinator` what
//! the calling thread does, `worker` what the others do, `slices` the pace of both and of `rayon`.
//! The unit tests of the pool are in `model`: they go through random interleavings of the threads.

mod coordinator;
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

pub use ordered_map::{OrderedMap, Stop};
#[cfg(feature = "parallel")]
pub use rayon::ParSolutions;
pub use worklist::Remaining;

/// What a worker gathers between two reports: a number of covers, or their text.
///
/// A new one is empty.
pub trait Batch: Default + Send {
    /// The number of bytes that it holds, about. With more than 64 KB the worker reports, and
    /// begins a new one.
    fn size(&self) -> usize;
}

/// A number of covers.
impl Batch for u64 {
    fn size(&self) -> usize {
        0
    }
}

/// The size of a batch that is handed over.
const BATCH: usize = 1 << 16;

/// What is done with the results of a [`WorkerPool`]. All methods are called in the calling thread.
///
/// Each method can end the search with [`ControlFlow::Break`]. What was handed over until then
/// counts, and nothing else.
pub trait Observer {
    /// What it is handed.
    type Batch: Batch;

    /// Takes what was found.
    fn gather(&mut self, batch: Self::Batch) -> ControlFlow<()>;

    /// Called several times a second, and once when the threads begin. `true` asks for a
    /// [`look`](Self::look) at what is left, which comes soon.
    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let _ = progress;
        ControlFlow::Continue(false)
    }

    /// Gets what is left of the search, in order: what was gathered and the covers of this are all
    /// covers, each of them once.
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

/// How far a search is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The share of the tree that is open, as the workers last reported: see [`OpenCube::share`].
    pub open: f64,
    /// What they have done.
    pub stats: Stats,
}

/// Several threads that do one search.
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
#[must_use = "it does nothing until it is run"]
pub struct WorkerPool<E> {
    engine: E,
    threads: NonZeroUsize,
    open: Vec<OpenCube>,
    is_ordered: bool,
}

impl<E: Engine + Clone + Send> WorkerPool<E> {
    /// A pool for a whole search. Each thread gets a copy of the engine.
    pub fn new(engine: E, threads: NonZeroUsize) -> Self {
        Self { engine, threads, open: vec![OpenCube::whole()], is_ordered: false }
    }

    /// The same pool, for these parts in this order. They must have no cover in common.
    pub fn with_parts(self, open: Vec<OpenCube>) -> Self {
        Self { open, ..self }
    }

    /// The same pool. If `is_ordered`, what is found comes in the order in which one thread would
    /// find it. What is found too early waits, up to about 16 MB of it.
    pub fn ordered(self, is_ordered: bool) -> Self {
        Self { is_ordered, ..self }
    }

    /// Searches all parts, and returns what was done.
    ///
    /// `search` enters at most so many nodes with an engine, or stops earlier, and puts what it
    /// finds into the batch. It must not return [`Step::Exhausted`] unless the engine has.
    ///
    /// A search of less than a millisecond starts no thread. The pool has fewer threads than it was
    /// made with if the system has no room for so many.
    ///
    /// # Panics
    /// If a part names an option that the problem does not have, if `search` or the observer
    /// panics, or if the system has no room for a single thread.
    pub fn run<O: Observer>(
        self,
        observer: &mut O,
        search: impl Fn(&mut E, &mut O::Batch, u64) -> Step + Sync,
    ) -> Progress {
        let Self { engine, threads, open, is_ordered } = self;
        let mut coordinator = Coordinator::new(observer, open, is_ordered);
        if coordinator.begin(engine.clone(), &search).is_break() || coordinator.is_over() {
            return coordinator.progress();
        }
        sync::scope(|scope| {
            let mut link = Link::new(threads.get());
            let mut handles = Vec::new();
            for number in 0..threads.get() {
                let (engine, search) = (engine.clone(), &search);
                let started = link
                    .add(|link| sync::spawn(scope, move || worker::work(&link, engine, search)));
                match started {
                    Ok(handle) => handles.push(handle),
                    Err(error) if number == 0 => panic!("a thread cannot be started: {error}"),
                    Err(_) => break,
                }
            }
            // Whether it was stopped or is done, the pool is over.
            let _ = coordinator.run(link);
            for handle in handles {
                if let Err(panic) = handle.join() {
                    resume_unwind(panic);
                }
            }
        });
        coordinator.progress()
    }
}
