//! Searches on rayon's threads.
//!
//! A part of the search is a job. It begins as the whole; whenever fewer jobs wait than there are threads, a job that is under
//! way gives up what it has not entered yet, as jobs of their own. It finds out after every slice of a millisecond, so that
//! short searches are never cut, and long ones into as many parts as it takes.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::iter::ParallelIterator;
use rayon::iter::plumbing::{Folder, Reducer, UnindexedConsumer};

use super::{AnyEngine, Solver};
use crate::ids::OptionId;
use crate::problem::{Cover, Problem};
use crate::search::{Engine, OpenCube, Step};

impl Problem {
    /// How many covers there are, counted on the threads of rayon's current pool.
    ///
    /// ```
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// assert_eq!(quadrille::puzzle::Puzzle::problem(&queens).par_count(), 92);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn par_count(&self) -> u64 {
        Solver::new(self).par_count()
    }

    /// Does something with every cover, on the threads of rayon's current pool, in any order. Like
    /// [`next_cover`](super::Solutions::next_cover), it lends the options and allocates nothing.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// let with_first = AtomicUsize::new(0);
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// quadrille::puzzle::Puzzle::problem(&queens).par_for_each(|cover| {
    ///     let has_first = cover.iter().any(|option| option.get() == 0);
    ///     with_first.fetch_add(usize::from(has_first), Ordering::Relaxed);
    /// });
    /// assert_eq!(with_first.into_inner(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn par_for_each(&self, each: impl Fn(&[OptionId]) + Sync) {
        Solver::new(self).par_for_each(each);
    }

    /// All covers, as a parallel iterator, in any order.
    ///
    /// ```
    /// use rayon::iter::ParallelIterator;
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// let problem = quadrille::puzzle::Puzzle::problem(&queens);
    /// assert_eq!(problem.par_solutions().map(|cover| cover.len()).sum::<usize>(), 8 * 92);
    /// assert!(problem.par_solutions().any(|cover| cover[0].get() == 1)); // and stops there
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn par_solutions(&self) -> ParSolutions {
        Solver::new(self).par_solutions()
    }
}

impl<E: Engine + Clone + Send + Sync> Solver<E> {
    /// How many covers there are; see [`Problem::par_count`].
    #[must_use]
    pub fn par_count(self) -> u64 {
        Jobs::new(self.engine).run(Counting)
    }

    /// Does something with every cover; see [`Problem::par_for_each`].
    pub fn par_for_each(self, each: impl Fn(&[OptionId]) + Sync) {
        Jobs::new(self.engine).run(ForEach(&each));
    }

    /// All covers, as a parallel iterator; see [`Problem::par_solutions`].
    pub fn par_solutions(self) -> ParSolutions<E> {
        ParSolutions { engine: self.engine }
    }
}

/// The covers of a problem as a parallel iterator, in any order: what [`Problem::par_solutions`] makes.
#[derive(Clone, Debug)]
#[must_use = "the search does nothing until it is asked for covers"]
pub struct ParSolutions<E = AnyEngine> {
    engine: E,
}

impl<E: Engine + Clone + Send + Sync> ParallelIterator for ParSolutions<E> {
    type Item = Cover;

    fn drive_unindexed<C: UnindexedConsumer<Cover>>(self, consumer: C) -> C::Result {
        Jobs::new(self.engine).run(Feeding(consumer))
    }
}

/// What becomes of the covers of a search.
trait Sink: Send + Sized {
    type Sum: Send;

    /// One for another job, and what makes one sum of two.
    fn fork(&self) -> (Self, impl FnOnce(Self::Sum, Self::Sum) -> Self::Sum + use<Self>);

    /// Whether it wants no more covers.
    fn is_full(&self) -> bool {
        false
    }

    /// Takes the covers of a job until [`Jobs::pace`] stops.
    fn search<E: Engine>(&self, engine: &mut E, jobs: &Jobs<E>) -> Self::Sum;
}

/// Counts.
struct Counting;

impl Sink for Counting {
    type Sum = u64;

    fn fork(&self) -> (Self, impl FnOnce(u64, u64) -> u64 + use<>) {
        (Self, |a, b| a + b)
    }

    fn search<E: Engine>(&self, engine: &mut E, jobs: &Jobs<E>) -> u64 {
        let mut count = 0;
        jobs.pace(engine, |engine, nodes| {
            let (covers, step) = engine.skip(u64::MAX, nodes);
            count += covers;
            step
        });
        count
    }
}

/// Does something with each.
struct ForEach<'a, F>(&'a F);

impl<'a, F: Fn(&[OptionId]) + Sync> Sink for ForEach<'a, F> {
    type Sum = ();

    fn fork(&self) -> (Self, impl FnOnce((), ()) + use<'a, F>) {
        (Self(self.0), |(), ()| ())
    }

    fn search<E: Engine>(&self, engine: &mut E, jobs: &Jobs<E>) {
        jobs.pace(engine, |engine, nodes| {
            each_cover(engine, nodes, |cover| {
                (self.0)(cover);
                true
            })
        });
    }
}

/// Feeds a consumer of rayon.
struct Feeding<C>(C);

impl<C: UnindexedConsumer<Cover>> Sink for Feeding<C> {
    type Sum = C::Result;

    fn fork(&self) -> (Self, impl FnOnce(C::Result, C::Result) -> C::Result + use<C>) {
        let reducer = self.0.to_reducer();
        (Self(self.0.split_off_left()), |a, b| reducer.reduce(a, b))
    }

    fn is_full(&self) -> bool {
        self.0.full()
    }

    fn search<E: Engine>(&self, engine: &mut E, jobs: &Jobs<E>) -> C::Result {
        // Always there.
        let mut folder = Some(self.0.split_off_left().into_folder());
        jobs.pace(engine, |engine, nodes| {
            if folder.as_ref().is_some_and(Folder::full) {
                return Step::Cover;
            }
            each_cover(engine, nodes, |cover| {
                folder = folder.take().map(|folder| folder.consume(Cover::from(cover)));
                folder.as_ref().is_some_and(|folder| !folder.full())
            })
        });
        folder.map_or_else(|| unreachable!("a folder is put back as soon as it is taken"), Folder::complete)
    }
}

/// Takes each cover, for so many nodes, until `take` wants no more: then [`Step::Cover`].
fn each_cover(engine: &mut impl Engine, nodes: u64, mut take: impl FnMut(&[OptionId]) -> bool) -> Step {
    let last_node = engine.stats().nodes.saturating_add(nodes);
    loop {
        match engine.advance(last_node - engine.stats().nodes) {
            Step::Cover if take(engine.cover()) => {}
            step => return step,
        }
    }
}

/// The jobs of one search.
struct Jobs<E> {
    /// Engines that nobody uses, and one that nobody ever uses: others are copies of it.
    spare: Mutex<Vec<E>>,
    original: E,
    /// How many jobs wait for a thread, and how many there are.
    waiting: AtomicUsize,
    threads: usize,
}

/// How long a slice of a search is to take.
const SLICE: Duration = Duration::from_millis(1);
/// No slice has more nodes.
const MOST: u64 = 1 << 24;

impl<E: Engine + Clone + Send + Sync> Jobs<E> {
    fn new(original: E) -> Self {
        Self { spare: Mutex::default(), original, waiting: AtomicUsize::new(0), threads: rayon::current_num_threads() }
    }

    fn run<S: Sink>(&self, sink: S) -> S::Sum {
        self.part(sink, &OpenCube::whole())
    }

    /// Searches a part, or some of it and the rest as other jobs.
    fn part<S: Sink>(&self, sink: S, part: &OpenCube) -> S::Sum {
        let spare = self.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut engine = spare.unwrap_or_else(|| self.original.clone());
        engine.start(&part.cube).expect("the parts are those of the problem");
        let sum = sink.search(&mut engine, self);
        let rest = if sink.is_full() { Vec::new() } else { engine.remaining() };
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(engine);
        }
        if rest.is_empty() {
            return sum;
        }
        let (other, join) = sink.fork();
        join(sum, self.parts(other, &rest))
    }

    fn parts<S: Sink>(&self, sink: S, parts: &[OpenCube]) -> S::Sum {
        if let [part] = parts {
            return self.part(sink, part);
        }
        let (some, others) = parts.split_at(parts.len() / 2);
        let (other, join) = sink.fork();
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let (a, b) = rayon::join(
            || self.parts(sink, some),
            || {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                self.parts(other, others)
            },
        );
        join(a, b)
    }
}

impl<E: Engine> Jobs<E> {
    /// Searches in slices until the search is exhausted, or answers [`Step::Cover`], or others want something to do.
    fn pace(&self, engine: &mut E, mut search: impl FnMut(&mut E, u64) -> Step) {
        let mut nodes = 256;
        loop {
            let begun = Instant::now();
            if search(engine, nodes) != Step::Paused {
                return;
            }
            if begun.elapsed() < SLICE {
                nodes = (nodes * 2).min(MOST);
            } else {
                nodes = (nodes / 2).max(256);
                if self.threads > 1 && self.waiting.load(Ordering::Relaxed) < self.threads {
                    return;
                }
            }
        }
    }
}
