//! Counting on several threads.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::{Observer, Progress, WorkerPool};
use crate::count::Count;
use crate::engine::AnyEngine;
use crate::search::{Engine, SLICE, Stats, Step};
use crate::solve::{Counter, Limits, WeightedCubes};

impl Counter {
    /// Counts until the number is known, a [limit](Self::limited) is reached, or `go_on` returns
    /// false, and returns the number.
    ///
    /// If the covers are searched one by one, the [threads](Self::with_threads) share the rest of
    /// the search. `go_on` is called several times a second, in the calling thread, with the number
    /// of covers so far and the fraction of the search that is open. A count that a limit or
    /// `go_on` ended is a lower bound. If threads have shared the search, it cannot be continued.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use std::time::{Duration, Instant};
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// use quadrille::{Counter, Limits};
    /// let queens = Queens::new(10)?;
    /// let threads = std::thread::available_parallelism()?;
    /// let limits = Limits::none().until(Instant::now() + Duration::from_secs(60));
    /// let mut counter = Counter::new(queens.problem()).with_threads(threads).limited(limits);
    /// let count = counter.finish(|count, open| {
    ///     eprintln!("{count} so far, {:.0}% to go", 100.0 * open);
    ///     true
    /// });
    /// assert_eq!(count, 724);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(&mut self, mut go_on: impl FnMut(&Count, f64) -> bool) -> Count {
        while self.advance(SLICE) == Step::Paused && !self.is_cut_short() {
            let rest = if self.threads.get() > 1 { self.take_remaining() } else { None };
            if let Some((engine, groups)) = rest {
                self.finish_by_threads(&engine, groups, &mut go_on);
                break;
            }
            if !go_on(&self.count_so_far(), self.open()) {
                break;
            }
        }
        self.count_so_far()
    }

    fn finish_by_threads(
        &mut self,
        engine: &AnyEngine,
        groups: Vec<WeightedCubes>,
        go_on: &mut impl FnMut(&Count, f64) -> bool,
    ) {
        let mut total = Total {
            before: self.count_so_far().to_big(),
            found: BigUint::ZERO,
            weight: 1,
            nodes: self.stats().nodes,
            later: groups.iter().map(WeightedCubes::share).sum(),
            limits: &self.limits,
            go_on,
            is_stopped: false,
        };
        let mut work = Stats::default();
        for group in groups {
            total.later -= group.share();
            total.weight = group.weight;
            let pool = WorkerPool::new(engine.clone(), self.threads).with_parts(group.cubes);
            let progress = pool.run(&mut total, |engine, batch, nodes| {
                let (covers, step) = engine.skip(u64::MAX, nodes);
                *batch += covers;
                step
            });
            work += progress.stats;
            total.nodes += progress.stats.nodes;
            if total.is_over() {
                break;
            }
        }
        let (is_done, found) = (!total.is_over(), total.found);
        self.add_remaining(&found, work, is_done);
    }
}

/// The number of covers found by the threads, and the limits.
struct Total<'a, F> {
    found: BigUint,
    /// The number of covers found before the threads started.
    before: BigUint,
    /// The number of times that each cover of the cubes counts.
    weight: u64,
    /// The number of nodes before these cubes.
    nodes: u64,
    /// The share of the cubes with other weights, which are searched later.
    later: f64,
    limits: &'a Limits,
    go_on: &'a mut F,
    is_stopped: bool,
}

impl<F> Total<'_, F> {
    /// True if a limit or the caller has ended the count.
    fn is_over(&self) -> bool {
        let most = self.limits.covers;
        self.is_stopped || (most < u64::MAX && self.count().is_at_least(most))
    }

    fn count(&self) -> Count {
        Count::at_least(&self.before + &self.found)
    }
}

impl<F: FnMut(&Count, f64) -> bool> Observer for Total<'_, F> {
    type Batch = u64;

    fn gather(&mut self, covers: u64) -> ControlFlow<()> {
        self.found += BigUint::from(covers) * self.weight;
        if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        let nodes = self.nodes.saturating_add(progress.stats.nodes);
        let is_limited = self.limits.are_over() || nodes >= self.limits.nodes;
        let count = self.count();
        self.is_stopped = is_limited || !(self.go_on)(&count, progress.open + self.later);
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(false) }
    }
}
