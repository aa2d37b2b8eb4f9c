//! One search by several threads: it is cut into parts, and into more as some of them turn out heavy.
//!
//! Idea: what is left of a search is a list of parts that have no cover in common, in the order in which one thread would
//! come to them. Workers take parts from the list, and when there are none left for one that is idle, the worker with the
//! largest share of the tree is asked to give back what it has not entered yet ([`Engine::remaining`]), which it can at any
//! node. So nobody has to know beforehand which parts are heavy.
//!
//! The calling thread owns the list. It alone hears of what is found, in whatever order that comes or in that of one thread,
//! and can ask at any time for all that is open, which is a whole search that can be written down and gone on with. Workers
//! report and wait for an answer; between two reports they share nothing.
//!
//! `list.rs` is the list, `worker.rs` what a worker does; here is the calling thread's part.

mod list;
mod worker;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::search::{Engine, OpenCube, Stats, Step};

pub use list::Left;
use list::List;
use worker::{Answer, Call, Report, Worker};

/// What a worker gathers between two reports: a number of covers, or their text.
///
/// A new one is empty.
pub trait Batch: Default + Send {
    /// How many bytes it holds, about. With more than 64 KB the worker reports, and begins a new one.
    fn size(&self) -> usize;
}

/// A number of covers.
impl Batch for u64 {
    fn size(&self) -> usize {
        0
    }
}

/// What becomes of a search by a [`Crew`]; all of it in the calling thread.
///
/// Each method can end the search with [`ControlFlow::Break`]. What was handed over until then counts, and nothing else.
pub trait Overseer {
    /// What it is handed.
    type Batch: Batch;

    /// Takes what was found.
    fn gather(&mut self, batch: Self::Batch) -> ControlFlow<()>;

    /// Is asked several times a second, and at once when the search begins, whether it wants a look at all that is open.
    /// `true` asks for one, which comes soon.
    fn tick(&mut self, seen: &Seen) -> ControlFlow<(), bool> {
        let _ = seen;
        ControlFlow::Continue(false)
    }

    /// Gets what is left of the search, in order: what was gathered, and the covers of this, are all, each of them once.
    fn look<'a>(&mut self, seen: &Seen, left: impl Iterator<Item = Left<'a, Self::Batch>>) -> ControlFlow<()>
    where
        Self::Batch: 'a,
    {
        let _ = (seen, left.count());
        ControlFlow::Continue(())
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// The share of the tree that is open, as the workers last said: see [`OpenCube::share`].
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
/// use quadrille::search::{Engine, Step};
/// use quadrille::solve::{Crew, Overseer};
///
/// struct Total(u64);
///
/// impl Overseer for Total {
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
/// Crew::new(engine, NonZeroUsize::MIN.saturating_add(1)).run(&mut total, |engine, batch, nodes| {
///     let (covers, step) = engine.skip(u64::MAX, nodes);
///     *batch += covers;
///     step
/// });
/// assert_eq!(total.0, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it does nothing until it is run"]
pub struct Crew<E> {
    engine: E,
    threads: NonZeroUsize,
    open: Vec<OpenCube>,
    is_ordered: bool,
}

/// How often the overseer is asked, and how often the workers are, if only to know how far they are.
const TICK: Duration = Duration::from_millis(50);
const ASK: Duration = Duration::from_millis(500);
/// For so long the calling thread searches alone: starting threads takes about as long.
const ALONE: Duration = Duration::from_millis(1);

/// How large a batch becomes before it is handed over.
const BATCH: usize = 1 << 16;
/// How much of what was found may wait for what comes before it.
const WAITING: usize = 1 << 24;

impl<E: Engine + Clone + Send> Crew<E> {
    /// A crew for a whole search, each with a copy of the engine.
    pub fn new(engine: E, threads: NonZeroUsize) -> Self {
        Self { engine, threads, open: vec![OpenCube::whole()], is_ordered: false }
    }

    /// The same crew, for these parts in this order; they must have no cover in common.
    pub fn with_parts(self, open: Vec<OpenCube>) -> Self {
        Self { open, ..self }
    }

    /// The same crew; what is found comes in the order in which a single search of the parts would find it. What was found too
    /// early waits, up to 16 MB of it.
    pub fn ordered(self, is_ordered: bool) -> Self {
        Self { is_ordered, ..self }
    }

    /// Searches all parts, and says what was done. `search` enters at most so many nodes with an engine, or stops earlier, and
    /// puts what it finds into the batch; it must not return [`Step::Exhausted`] unless the engine has.
    ///
    /// # Panics
    /// If a part names an option that the problem does not have, or if `search` panics.
    pub fn run<O: Overseer>(
        self,
        overseer: &mut O,
        search: impl Fn(&mut E, &mut O::Batch, u64) -> Step + Sync,
    ) -> Seen {
        let Self { engine, threads, open, is_ordered } = self;
        let mut list = List::new(open, is_ordered);
        let mut foreman =
            Foreman { overseer, seen: Seen { open: list.open(), stats: Stats::default() }, list: &mut list };
        match foreman.begin(engine.clone(), &search) {
            ControlFlow::Continue(()) if !foreman.list.is_empty() => {}
            _ => return foreman.seen,
        }
        let calls: Vec<AtomicU8> = (0..threads.get()).map(|_| AtomicU8::new(Call::GoOn as u8)).collect();
        thread::scope(|scope| {
            let (reports, reported) = channel();
            let answers: Vec<Sender<Answer>> = (0..threads.get())
                .map(|number| {
                    let (answer, answers) = channel();
                    let (engine, reports) = (engine.clone(), reports.clone());
                    let worker = Worker { number, engine, call: &calls[number], reports, answers };
                    let search = &search;
                    scope.spawn(move || worker.work(search));
                    answer
                })
                .collect();
            drop((engine, reports));
            foreman.oversee(&calls, &answers, &reported);
            // Whoever waits for an answer sees that there will be none.
            calls.iter().for_each(|call| call.store(Call::Quit as u8, Ordering::Relaxed));
            drop(answers);
        });
        foreman.seen
    }
}

/// The calling thread.
struct Foreman<'a, O: Overseer> {
    overseer: &'a mut O,
    list: &'a mut List<O::Batch>,
    seen: Seen,
}

impl<O: Overseer> Foreman<'_, O> {
    /// Searches alone for a moment.
    fn begin<E: Engine>(
        &mut self,
        mut engine: E,
        search: &impl Fn(&mut E, &mut O::Batch, u64) -> Step,
    ) -> ControlFlow<()> {
        let begun = Instant::now();
        let mut nodes = 64;
        while begun.elapsed() < ALONE
            && let Some(part) = self.list.take(0, 0.0).and_then(|parts| parts.into_iter().next())
        {
            worker::start(&mut engine, &part);
            let mut batch = O::Batch::default();
            while search(&mut engine, &mut batch, nodes) != Step::Exhausted
                && begun.elapsed() < ALONE
                && batch.size() < BATCH
            {
                nodes *= 2;
            }
            let (rest, stats) = (worker::remaining(&engine, &part).collect(), engine.stats());
            self.gather(Report { worker: 0, batch, rest, stats, gives_back: true })?;
        }
        ControlFlow::Continue(())
    }

    /// Notes what a worker has done and what it has left.
    fn gather(&mut self, report: Report<O::Batch>) -> ControlFlow<()> {
        self.seen.stats += report.stats;
        let result = self.list.put(report, |batch| self.overseer.gather(batch));
        self.seen.open = self.list.open();
        result
    }

    /// Hands out parts and gathers what is found until nothing is left.
    fn oversee(&mut self, calls: &[AtomicU8], answers: &[Sender<Answer>], reported: &Receiver<Report<O::Batch>>) {
        let workers = answers.len();
        let mut idle: Vec<usize> = (0..workers).collect();
        // Who has yet to report before what is open can be looked at.
        let mut looking: Option<Vec<usize>> = None;
        let (mut ticked, mut asked) = (None::<Instant>, Instant::now());
        loop {
            idle.retain(|&worker| match self.list.take(worker, self.list.open() / (8 * workers) as f64) {
                Some(parts) => answers[worker].send(Answer::Parts(parts)).is_err(),
                None => true,
            });
            if self.list.is_empty() {
                return;
            }
            // Whoever is idle now has found nothing to take.
            if !idle.is_empty()
                && !self.list.is_full()
                && let Some(worker) = self.list.heaviest()
            {
                calls[worker].store(Call::GiveBack as u8, Ordering::Relaxed);
            }
            if ticked.is_none_or(|ticked| ticked.elapsed() >= TICK) {
                ticked = Some(Instant::now());
                match self.overseer.tick(&self.seen) {
                    ControlFlow::Break(()) => return,
                    ControlFlow::Continue(true) if looking.is_none() => looking = Some(self.list.busy().collect()),
                    ControlFlow::Continue(_) if asked.elapsed() < ASK => {}
                    ControlFlow::Continue(_) => {
                        asked = Instant::now();
                        self.list.busy().for_each(|worker| ask(&calls[worker]));
                    }
                }
                looking.iter().flatten().for_each(|&worker| ask(&calls[worker]));
            }
            if looking.as_ref().is_some_and(Vec::is_empty) {
                looking = None;
                if self.overseer.look(&self.seen, self.list.left()).is_break() {
                    return;
                }
            }
            let report = match reported.recv_timeout(TICK) {
                Ok(report) => report,
                Err(RecvTimeoutError::Timeout) => continue,
                // The workers have panicked: that is found when they are joined.
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let worker = report.worker;
            looking.iter_mut().for_each(|looking| looking.retain(|&other| other != worker));
            let waits = !report.gives_back && self.list.is_to_wait(worker);
            let gives_back = report.gives_back || waits;
            if self.gather(Report { gives_back, ..report }).is_break() {
                return;
            }
            if gives_back {
                idle.push(worker);
            } else if answers[worker].send(Answer::GoOn).is_err() {
                return;
            }
        }
    }
}

/// Asks a worker for a report, unless it is asked for more.
fn ask(call: &AtomicU8) {
    let _ = call.compare_exchange(Call::GoOn as u8, Call::Report as u8, Ordering::Relaxed, Ordering::Relaxed);
}
