//! Searches on the threads of rayon.
//!
//! A job searches a cube, or halves a list of cubes and makes a job of each half. The cube of the
//! first job is the whole search. If there are several threads, and fewer jobs wait than there are
//! threads, a job that has searched a cube for a millisecond ends, and its remaining cubes become a
//! new job. Short searches are therefore not split, and long ones are split as often as necessary.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::iter::ParallelIterator;
use rayon::iter::plumbing::{Folder, Reducer, UnindexedConsumer};

use super::slices::{SLICE, Slices};
use super::sync::Instant;
use crate::engine::AnyEngine;
use crate::ids::OptionId;
use crate::problem::{Cover, Problem};
use crate::search::{Engine, OpenCube, Step};
use crate::solve::Solver;

impl Problem {
    /// Calls a function with every cover, in the calling thread and on the threads of rayon's
    /// current pool, in any order. Like [`Solutions::next_cover`](crate::Solutions::next_cover), it
    /// lends the options and allocates nothing for a cover.
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

    /// Returns a parallel iterator over all covers, in any order.
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
    /// Calls a function with every cover: see [`Problem::par_for_each`].
    pub fn par_for_each(self, each: impl Fn(&[OptionId]) + Sync) {
        Jobs::new(self.into_engine()).run(ForEach(&each));
    }

    /// Returns a parallel iterator over all covers: see [`Problem::par_solutions`].
    pub fn par_solutions(self) -> ParSolutions<E> {
        ParSolutions { engine: self.into_engine() }
    }
}

/// A parallel iterator over the covers of a problem, in any order: see [`Problem::par_solutions`].
#[derive(Clone, Debug)]
#[must_use = "the search does nothing until covers are requested"]
pub struct ParSolutions<E = AnyEngine> {
    engine: E,
}

impl<E: Engine + Clone + Send + Sync> ParallelIterator for ParSolutions<E> {
    type Item = Cover;

    fn drive_unindexed<C: UnindexedConsumer<Cover>>(self, consumer: C) -> C::Result {
        Jobs::new(self.engine).run(Feeding(consumer))
    }
}

/// A consumer of the covers of a search.
trait Sink: Send + Sized {
    type Sum: Send;

    /// Returns a sink for another job, and the function that adds the two sums.
    fn fork(&self) -> (Self, impl FnOnce(Self::Sum, Self::Sum) -> Self::Sum + use<Self>);

    /// True if the sink accepts no more covers.
    fn is_full(&self) -> bool {
        false
    }

    /// Searches the cube of a job until [`Jobs::run_slices`] stops, and consumes its covers.
    fn search<E: Engine>(&self, slices: &mut Slices<E>, jobs: &Jobs<E>) -> Self::Sum;
}

struct ForEach<'a, F>(&'a F);

impl<'a, F: Fn(&[OptionId]) + Sync> Sink for ForEach<'a, F> {
    type Sum = ();

    fn fork(&self) -> (Self, impl FnOnce((), ()) + use<'a, F>) {
        (Self(self.0), |(), ()| ())
    }

    fn search<E: Engine>(&self, slices: &mut Slices<E>, jobs: &Jobs<E>) {
        jobs.run_slices(slices, |engine, nodes| {
            each_cover(engine, nodes, |cover| {
                (self.0)(cover);
                true
            })
        });
    }
}

/// A sink that passes the covers to a consumer of rayon.
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

    fn search<E: Engine>(&self, slices: &mut Slices<E>, jobs: &Jobs<E>) -> C::Result {
        // `consume` takes the folder by value, so it is taken out and put back for each cover.
        let mut folder = Some(self.0.split_off_left().into_folder());
        jobs.run_slices(slices, |engine, nodes| {
            if folder.as_ref().is_some_and(Folder::full) {
                return Step::Cover;
            }
            each_cover(engine, nodes, |cover| {
                folder = folder.take().map(|folder| folder.consume(Cover::from(cover)));
                folder.as_ref().is_some_and(|folder| !folder.full())
            })
        });
        folder.map_or_else(
            || unreachable!("a folder is put back as soon as it is taken"),
            Folder::complete,
        )
    }
}

/// Calls `take` with each cover for up to `nodes` nodes. Returns [`Step::Cover`] when `take`
/// returns false.
fn each_cover(
    engine: &mut impl Engine,
    nodes: u64,
    mut take: impl FnMut(&[OptionId]) -> bool,
) -> Step {
    let last_node = engine.stats().nodes.saturating_add(nodes);
    loop {
        match engine.advance(last_node - engine.stats().nodes) {
            Step::Cover if take(engine.cover()) => {}
            step => return step,
        }
    }
}

struct Jobs<E> {
    /// Engines not in use.
    spare: Mutex<Vec<Slices<E>>>,
    /// The engine that is cloned. It never searches.
    original: E,
    /// The number of jobs that wait for a thread.
    waiting: AtomicUsize,
    threads: usize,
}

impl<E: Engine + Clone + Send + Sync> Jobs<E> {
    fn new(original: E) -> Self {
        let threads = rayon::current_num_threads();
        Self { spare: Mutex::default(), original, waiting: AtomicUsize::new(0), threads }
    }

    fn run<S: Sink>(&self, sink: S) -> S::Sum {
        self.search_cube(sink, &OpenCube::whole())
    }

    /// Searches a cube. Unless the sink is full, the remaining cubes, if any, become another job.
    fn search_cube<S: Sink>(&self, sink: S, open: &OpenCube) -> S::Sum {
        let spare = self.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut slices = spare.unwrap_or_else(|| Slices::new(self.original.clone()));
        slices.start(open);
        let sum = sink.search(&mut slices, self);
        let rest: Vec<OpenCube> =
            if sink.is_full() { Vec::new() } else { slices.remaining().collect() };
        if let Ok(mut spare) = self.spare.lock() {
            spare.push(slices);
        }
        if rest.is_empty() {
            return sum;
        }
        let (other, add) = sink.fork();
        add(sum, self.search_cubes(other, &rest))
    }

    fn search_cubes<S: Sink>(&self, sink: S, cubes: &[OpenCube]) -> S::Sum {
        if let [open] = cubes {
            return self.search_cube(sink, open);
        }
        let (some, others) = cubes.split_at(cubes.len() / 2);
        let (other, add) = sink.fork();
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let (a, b) = rayon::join(
            || self.search_cubes(sink, some),
            || {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                self.search_cubes(other, others)
            },
        );
        add(a, b)
    }
}

impl<E: Engine> Jobs<E> {
    /// Searches in slices until the search is exhausted or returns [`Step::Cover`]. After a
    /// millisecond, also stops if fewer jobs wait than there are threads, unless there is only one
    /// thread.
    fn run_slices(&self, slices: &mut Slices<E>, mut search: impl FnMut(&mut E, u64) -> Step) {
        let begun = Instant::now();
        while slices.search(&mut search) == Step::Paused {
            let is_wanted = self.threads > 1 && self.waiting.load(Ordering::Relaxed) < self.threads;
            if is_wanted && begun.elapsed() >= SLICE {
                return;
            }
        }
    }
}
