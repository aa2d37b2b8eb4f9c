//! Tests that searches and maps by several threads have the results of one thread and can be
//! stopped.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use crate::oracle::random::{each_problem, searches as engines};
use quadrille::parallel::{Batch, Observer, OrderedMap, Progress, Remaining, WorkerPool};
use quadrille::puzzle::{Puzzle, queens::Queens};
use quadrille::search::{Engine, OpenCube, Step};
use quadrille::{AnyEngine, Cover, EngineChoice, Problem, Solver};
use rayon::iter::ParallelIterator;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

#[derive(Default)]
struct Covers(Vec<Cover>);

impl Batch for Covers {
    fn size(&self) -> usize {
        self.0.len() * 64
    }
}

fn search(engine: &mut AnyEngine, batch: &mut Covers, nodes: u64) -> Step {
    let end = engine.stats().nodes + nodes;
    loop {
        match engine.advance(end - engine.stats().nodes) {
            Step::Cover => batch.0.push(Cover::from(engine.cover())),
            step => return step,
        }
        if batch.size() > 1 << 16 {
            return Step::Cover;
        }
    }
}

/// An observer that collects covers. It stops at a number of covers, or after it has received the
/// remaining work a number of times.
#[derive(Default)]
struct Collector {
    found: Vec<Cover>,
    most: usize,
    looks: usize,
    left: Option<(Vec<OpenCube>, Vec<Cover>)>,
}

impl Observer for Collector {
    type Batch = Covers;

    fn gather(&mut self, batch: Covers) -> ControlFlow<()> {
        self.found.extend(batch.0);
        if self.found.len() >= self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn tick(&mut self, progress: &Progress) -> ControlFlow<(), bool> {
        assert!(progress.open < 1.0 + 1e-6);
        ControlFlow::Continue(self.looks > 0)
    }

    fn look<'a>(
        &mut self,
        _: &Progress,
        left: impl Iterator<Item = Remaining<'a, Covers>>,
    ) -> ControlFlow<()> {
        self.looks -= 1;
        if self.looks > 0 {
            return ControlFlow::Continue(());
        }
        let (mut open, mut waiting) = (Vec::new(), Vec::new());
        for left in left {
            match left {
                Remaining::Cube(part) => open.push(part.clone()),
                Remaining::Batch(batch) => waiting.extend(batch.0.iter().cloned()),
            }
        }
        self.left = Some((open, waiting));
        ControlFlow::Break(())
    }
}

fn set(covers: &[Cover]) -> BTreeSet<Cover> {
    let set: BTreeSet<Cover> = covers.iter().cloned().collect();
    assert_eq!(set.len(), covers.len(), "a cover was found twice");
    set
}

#[test]
fn random_problems_have_the_same_covers() {
    each_problem(51, [200, 200], |problem, expected, _| {
        for engine in engines(problem) {
            let mut collector = Collector { most: usize::MAX, ..Collector::default() };
            WorkerPool::new(engine, threads(3)).run(&mut collector, search);
            assert_eq!(set(&collector.found), expected);
        }
        assert_eq!(set(&problem.par_solutions().collect::<Vec<_>>()), expected);
        let found = Mutex::default();
        problem.par_for_each(|cover| {
            let found: &Mutex<Vec<Cover>> = &found;
            found.lock().unwrap().push(Cover::from(cover));
        });
        assert_eq!(set(&found.into_inner().unwrap()), expected);
    });
}

/// Returns a problem large enough to be cut many times: 2680 covers.
fn queens() -> Problem {
    Queens::new(11).unwrap().problem().clone()
}

#[test]
fn the_order_is_that_of_one_thread() {
    let problem = queens();
    for engine in engines(&problem) {
        let one: Vec<Cover> = Solver::from(engine.clone()).solutions().collect();
        assert_eq!(one.len(), 2_680);
        for count in [1, 3] {
            let mut collector = Collector { most: usize::MAX, ..Collector::default() };
            let progress = WorkerPool::new(engine.clone(), threads(count))
                .ordered(true)
                .run(&mut collector, search);
            assert!(collector.found == one, "{count} threads");
            assert_eq!(progress.open, 0.0);
            let mut collector = Collector { most: usize::MAX, ..Collector::default() };
            WorkerPool::new(engine.clone(), threads(count)).run(&mut collector, search);
            assert_eq!(set(&collector.found), one.iter().cloned().collect());
        }
    }
}

#[test]
fn a_search_stops_on_request() {
    let problem = queens();
    let mut collector = Collector { most: 500, ..Collector::default() };
    WorkerPool::new(AnyEngine::new(&problem, EngineChoice::Links).unwrap(), threads(2))
        .ordered(true)
        .run(&mut collector, search);
    assert!((500..2_680).contains(&collector.found.len()));
    let first: Vec<Cover> = Solver::with_engine(&problem, EngineChoice::Links)
        .unwrap()
        .solutions()
        .take(collector.found.len())
        .collect();
    assert_eq!(collector.found, first);
    assert!(problem.par_solutions().any(|cover| cover[0].get() == 3));
}

/// The search stops when the observer receives the remaining work, and continues with that work
/// until it is done.
#[test]
fn a_search_can_be_stopped_and_continued() {
    let problem = queens();
    let engine = AnyEngine::new(&problem, EngineChoice::Links).unwrap();
    let one: Vec<Cover> = Solver::from(engine.clone()).solutions().collect();
    for is_ordered in [false, true] {
        let (mut found, mut open, mut stops) = (Vec::new(), vec![OpenCube::whole()], 0);
        while !open.is_empty() {
            let mut collector = Collector { most: usize::MAX, looks: 1, ..Collector::default() };
            let pool = WorkerPool::new(engine.clone(), threads(1 + stops % 3))
                .ordered(is_ordered)
                .with_parts(open);
            pool.run(&mut collector, search);
            found.append(&mut collector.found);
            let waiting;
            (open, waiting) = collector.left.unwrap_or_default();
            stops += 1;
            assert!(is_ordered || waiting.is_empty());
            // In an ordered search, these covers come after those of the open cubes before them.
            // The test compares sets, so their place does not matter.
            found.extend(waiting);
        }
        assert!(stops > 3, "{stops}");
        assert_eq!(set(&found), one.iter().cloned().collect());
    }
}

/// A search may stop at the last cover of its cube. No work remains there, although the search is
/// not exhausted.
#[test]
fn a_worker_can_report_at_its_last_cover() {
    let problem = Queens::new(6).unwrap().problem().clone();
    for engine in engines(&problem) {
        let one: Vec<Cover> = Solver::from(engine.clone()).solutions().collect();
        let mut collector = Collector { most: usize::MAX, ..Collector::default() };
        WorkerPool::new(engine, threads(2)).ordered(true).run(
            &mut collector,
            |engine, batch, _| {
                sleep(Duration::from_micros(500));
                let step = engine.advance(u64::MAX);
                if step == Step::Cover {
                    // The batch is full.
                    batch.0.extend(std::iter::repeat_n(Cover::from(engine.cover()), 1 << 10));
                }
                step
            },
        );
        collector.found.dedup();
        assert_eq!(collector.found, one);
    }
}

/// The share of a deep cube can underflow.
#[test]
fn parts_without_a_share_are_searched() {
    let problem = queens();
    let engine = AnyEngine::new(&problem, EngineChoice::Links).unwrap();
    let mut cut = engine.clone();
    assert_eq!(cut.advance(5), Step::Paused);
    let parts: Vec<OpenCube> =
        cut.remaining().into_iter().map(|part| OpenCube { share: 0.0, ..part }).collect();
    assert!(parts.len() > 5);
    for is_ordered in [false, true] {
        let mut collector = Collector { most: usize::MAX, ..Collector::default() };
        let pool = WorkerPool::new(engine.clone(), threads(2)).ordered(is_ordered);
        pool.with_parts(parts.clone()).run(&mut collector, search);
        assert_eq!(collector.found.len(), 2_680);
    }
}

/// The panics occur in the middle of the search of one of three threads, in the observer, or in a
/// job of a map.
#[test]
fn panics_reach_the_caller() {
    struct Panicking;

    impl Observer for Panicking {
        type Batch = Covers;

        fn gather(&mut self, _: Covers) -> ControlFlow<()> {
            panic!("observer");
        }
    }

    let problem = queens();
    let engine = AnyEngine::new(&problem, EngineChoice::Links).unwrap();
    let message = |run: &mut dyn FnMut()| {
        let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        *panic.downcast_ref::<&str>().unwrap()
    };
    let slices = AtomicUsize::new(0);
    let in_search = message(&mut || {
        let mut collector = Collector { most: usize::MAX, ..Collector::default() };
        WorkerPool::new(engine.clone(), threads(3)).run(&mut collector, |engine, batch, nodes| {
            if slices.fetch_add(1, Ordering::Relaxed) == 20 {
                panic!("search");
            }
            search(engine, batch, nodes.min(2_000))
        });
    });
    assert_eq!(in_search, "search");
    let in_observer = message(&mut || {
        WorkerPool::new(engine.clone(), threads(3)).run(&mut Panicking, search);
    });
    assert_eq!(in_observer, "observer");
    let in_job = message(&mut || {
        let work = |(): &mut (), job: u32, _: &_| assert!(job < 50, "job");
        let _ = OrderedMap::new(threads(3), 8).run(
            0..,
            || (),
            work,
            |_| ControlFlow::<()>::Continue(()),
        );
    });
    assert_eq!(in_job, "job");
}

#[test]
fn a_map_keeps_the_order_and_stops() {
    let (read, made) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut taken = Vec::new();
    let jobs = (0_usize..).inspect(|_| {
        read.fetch_add(1, Ordering::Relaxed);
    });
    let state = || made.fetch_add(1, Ordering::Relaxed);
    let work = |_: &mut usize, job: usize, stop: &quadrille::parallel::Stop| {
        // The result of this job is never taken.
        while job == 110 && !stop.is_requested() {
            sleep(Duration::from_millis(1));
        }
        sleep(Duration::from_micros(job as u64 * 37 % 300));
        job
    };
    let ended = OrderedMap::new(threads(4), 20).run(jobs, state, work, |result| {
        taken.extend(result);
        if taken.len() == 100 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    });
    assert_eq!(ended.unwrap(), ControlFlow::Break("enough"));
    assert!(taken.into_iter().eq(0..100));
    assert!(read.into_inner() <= 120);
    assert_eq!(made.into_inner(), 4);
}

/// A pseudorandom generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }
}

/// An observer that stops at random times and keeps the remaining work.
struct Interrupted {
    random: Random,
    found: Vec<Cover>,
    left: Vec<Result<OpenCube, Vec<Cover>>>,
}

impl Observer for Interrupted {
    type Batch = Weighed;

    fn gather(&mut self, batch: Weighed) -> ControlFlow<()> {
        self.found.extend(batch.covers);
        ControlFlow::Continue(())
    }

    fn tick(&mut self, _: &Progress) -> ControlFlow<(), bool> {
        ControlFlow::Continue(self.random.below(16) > 0)
    }

    fn look<'a>(
        &mut self,
        _: &Progress,
        left: impl Iterator<Item = Remaining<'a, Weighed>>,
    ) -> ControlFlow<()> {
        if self.random.below(16) == 0 {
            return ControlFlow::Continue(());
        }
        self.left.extend(left.map(|left| match left {
            Remaining::Cube(part) => Ok(part.clone()),
            Remaining::Batch(batch) => Err(batch.covers.clone()),
        }));
        ControlFlow::Break(())
    }
}

/// Covers with an artificial size.
#[derive(Default)]
struct Weighed {
    covers: Vec<Cover>,
    size: usize,
}

impl Batch for Weighed {
    fn size(&self) -> usize {
        self.size
    }
}

/// Runs one search with 2 to 16 threads, stopped at random moments and continued with the remaining
/// work until it is done. Returns the number of stops.
fn interrupted(engine: &AnyEngine, expected: &[Cover], seed: u64) -> u64 {
    let mut random = Random(seed);
    let is_ordered = random.below(2) == 0;
    let workers = 2 + random.below(15);
    // Batches range from ones that never fill to ones with a single cover, of which only a few may
    // wait.
    let size = 1 << random.below(23);
    let most = 1 + random.below(100);
    let mut left = vec![Ok(OpenCube::whole())];
    let (mut found, mut stops) = (Vec::new(), 0);
    while !left.is_empty() {
        let parts = left.iter().position(Result::is_err).unwrap_or(left.len());
        let later = left.split_off(parts);
        let open = left.into_iter().filter_map(Result::ok).collect();
        let random = Random(random.below(u64::MAX));
        let mut observer = Interrupted { random, found: Vec::new(), left: Vec::new() };
        WorkerPool::new(engine.clone(), threads(workers as usize))
            .with_parts(open)
            .ordered(is_ordered)
            .run(&mut observer, |engine, batch, nodes| {
                let end = engine.stats().nodes + nodes.min(most);
                // The pauses let threads alternate, and make a search last long enough to be
                // stopped.
                if end.is_multiple_of(4) {
                    sleep(Duration::from_micros(100));
                }
                loop {
                    match engine.advance(end - engine.stats().nodes) {
                        Step::Cover => batch.covers.push(Cover::from(engine.cover())),
                        step => return step,
                    }
                    batch.size += size;
                    if batch.size >= 1 << 16 {
                        return Step::Cover;
                    }
                }
            });
        found.append(&mut observer.found);
        stops += u64::from(!observer.left.is_empty());
        left = observer.left;
        left.extend(later);
        // Ready covers with no open cube before them.
        let ready = left.iter().position(Result::is_ok).unwrap_or(left.len());
        found.extend(left.drain(..ready).filter_map(Result::err).flatten());
    }
    if is_ordered {
        assert!(found == expected, "seed {seed}: another order");
    } else {
        assert_eq!(set(&found), expected.iter().cloned().collect(), "seed {seed}");
    }
    stops
}

/// Runs 40 searches, or the number in `QUADRILLE_SEARCHES`:
/// `QUADRILLE_SEARCHES=10000 cargo test --release --test library parallel::interrupted`.
#[test]
fn interrupted_searches_lose_nothing() {
    let searches = std::env::var("QUADRILLE_SEARCHES").map_or(40, |number| number.parse().unwrap());
    let mut stops = 0;
    let problem = Queens::new(9).unwrap().problem().clone();
    let engines: Vec<(AnyEngine, Vec<Cover>)> = engines(&problem)
        .map(|engine| (engine.clone(), Solver::from(engine).solutions().collect()))
        .collect();
    for seed in 0..searches {
        let (engine, expected) = &engines[seed as usize % engines.len()];
        stops += interrupted(engine, expected, seed);
    }
    println!("{searches} searches were stopped {stops} times");
    assert!(stops > searches, "{stops}");
}
