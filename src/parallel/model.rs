//! Tests of the pool and of the ordered map under random interleavings of their threads, with
//! Shuttle.
//!
//! The code is the real code, except for a toy engine, the threads, channels, locks and atomics of
//! Shuttle, and a random clock: see `sync.rs`. The tests check that each cover is found once, and
//! in order if requested, even if the search is stopped and continued. Measured times are random,
//! but no wait times out. Shuttle also detects deadlocks.
//!
//! The environment variable `QUADRILLE_INTERLEAVINGS` sets the number of interleavings that each
//! scheduler of a test runs. The default is 500.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use shuttle::rand::{Rng, thread_rng};

use super::sync::THREADS;
use super::{Batch, Observer, OrderedMap, Progress, Remaining, WorkerPool};
use crate::ids::OptionId;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption};

fn interleavings() -> usize {
    let number = std::env::var("QUADRILLE_INTERLEAVINGS").ok();
    number.and_then(|number| number.parse().ok()).unwrap_or(500)
}

const DEPTH: u32 = 3;
const COVERS: u32 = 1 << DEPTH;

/// A search of a binary tree whose leaves are covers. At the last leaf no cubes remain, but only
/// the next step returns `Exhausted`.
#[derive(Clone, Debug)]
struct Toy {
    /// The remaining cubes, in reverse order: the last one is searched next.
    open: Vec<OpenCube>,
    cover: Vec<OptionId>,
    nodes: u64,
}

impl Toy {
    fn new() -> Self {
        Self { open: vec![OpenCube::whole()], cover: Vec::new(), nodes: 0 }
    }
}

impl Engine for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        *self = Self { open: vec![OpenCube { cube: cube.clone(), share: 1.0 }], ..Self::new() };
        Ok(())
    }

    fn remaining(&self) -> Vec<OpenCube> {
        self.open.iter().rev().cloned().collect()
    }

    fn advance(&mut self, nodes: u64) -> Step {
        for _ in 0..nodes {
            let Some(OpenCube { cube, share }) = self.open.pop() else { return Step::Exhausted };
            self.nodes += 1;
            if cube.chosen.len() as u32 == DEPTH {
                self.cover = cube.chosen;
                return Step::Cover;
            }
            for child in [1, 0] {
                let mut cube = cube.clone();
                cube.chosen.push(OptionId::new(child));
                self.open.push(OpenCube { cube, share: share / 2.0 });
            }
        }
        Step::Paused
    }

    fn cover(&self) -> &[OptionId] {
        &self.cover
    }

    fn stats(&self) -> Stats {
        Stats { nodes: self.nodes, updates: 0 }
    }
}

/// Returns the number of a leaf, in the order of the search.
fn leaf(cover: &[OptionId]) -> u32 {
    cover.iter().fold(0, |number, child| number * 2 + child.get())
}

/// The numbers of leaves, each with a simulated size in bytes.
#[derive(Clone, Debug, Default)]
struct Leaves(Vec<(u32, usize)>);

impl Leaves {
    fn numbers(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|&(number, _)| number)
    }
}

impl Batch for Leaves {
    fn size(&self) -> usize {
        self.0.iter().map(|&(_, size)| size).sum()
    }
}

#[derive(Default)]
struct Collector {
    found: Vec<u32>,
    /// The remaining search when the pool was stopped: cubes and leaves, in order.
    left: Vec<Result<OpenCube, u32>>,
}

impl Observer for Collector {
    type Batch = Leaves;

    fn gather(&mut self, batch: Leaves) -> ControlFlow<()> {
        self.found.extend(batch.numbers());
        ControlFlow::Continue(())
    }

    fn tick(&mut self, _: &Progress) -> ControlFlow<(), bool> {
        ControlFlow::Continue(thread_rng().gen_bool(0.5))
    }

    fn look<'a>(
        &mut self,
        _: &Progress,
        left: impl Iterator<Item = Remaining<'a, Leaves>>,
    ) -> ControlFlow<()> {
        if thread_rng().gen_bool(0.5) {
            return ControlFlow::Continue(());
        }
        for left in left {
            match left {
                Remaining::Cube(open) => self.left.push(Ok(open.clone())),
                Remaining::Batch(batch) => self.left.extend(batch.numbers().map(Err)),
            }
        }
        ControlFlow::Break(())
    }
}

/// Searches with a pool that is stopped and continued until nothing remains. Returns the leaves in
/// the order of delivery, and the number of nodes. The system can always start at least `fewest`
/// threads.
fn leaves(is_ordered: bool, fewest: usize) -> (Vec<u32>, u64) {
    let mut random = thread_rng();
    // The size of a leaf. A batch can hold many small leaves, but four of the largest leaves reach
    // the limit on waiting batches.
    let size = 1 << random.gen_range(10..23);
    let slice = random.gen_range(1..6);
    let mut left = vec![Ok(OpenCube::whole())];
    let (mut found, mut nodes) = (Vec::new(), 0);
    while !left.is_empty() {
        // Only the cubes before the next leaf are searched, because that leaf must follow them.
        let cubes = left.iter().position(Result::is_err).unwrap_or(left.len());
        let later = left.split_off(cubes);
        let threads = NonZeroUsize::new(random.gen_range(1..4)).unwrap();
        let open = left.into_iter().filter_map(Result::ok).collect();
        let mut collector = Collector::default();
        // Sometimes the system starts fewer threads than requested, or none.
        THREADS.set(random.gen_range(fewest..5));
        let progress = WorkerPool::new(Toy::new(), threads)
            .with_parts(open)
            .ordered(is_ordered)
            .run(&mut collector, |toy, batch: &mut Leaves, nodes| {
                let end = toy.nodes + nodes.min(slice);
                while batch.size() < super::BATCH {
                    match toy.advance(end - toy.nodes) {
                        Step::Cover => batch.0.push((leaf(toy.cover()), size)),
                        step => return step,
                    }
                }
                Step::Cover
            });
        nodes += progress.stats.nodes;
        found.append(&mut collector.found);
        left = collector.left;
        left.extend(later);
        let ready = left.iter().position(Result::is_ok).unwrap_or(left.len());
        found.extend(left.drain(..ready).filter_map(Result::err));
    }
    (found, nodes)
}

#[test]
fn each_cover_is_found_once_in_order() {
    let model = |fewest| assert!(leaves(true, fewest).0.into_iter().eq(0..COVERS));
    shuttle::check_random(move || model(0), interleavings());
    // This scheduler needs a second thread.
    shuttle::check_pct(move || model(1), interleavings(), 3);
}

#[test]
fn each_cover_is_found_once_in_any_order() {
    let model = |fewest| {
        let (mut found, nodes) = leaves(false, fewest);
        found.sort_unstable();
        assert!(found.into_iter().eq(0..COVERS));
        // The tree has this many nodes. The search of a cube counts the root of the cube, so
        // handing over a cube loses no node.
        assert!(nodes >= 2 * u64::from(COVERS) - 1);
    };
    shuttle::check_random(move || model(0), interleavings());
    shuttle::check_pct(move || model(1), interleavings(), 3);
}

#[test]
fn a_pool_that_is_told_to_stop_ends() {
    struct Stopping(u32);

    impl Observer for Stopping {
        type Batch = Leaves;

        fn gather(&mut self, batch: Leaves) -> ControlFlow<()> {
            self.0 += batch.numbers().count() as u32;
            if thread_rng().gen_bool(0.3) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }
    let model = || {
        let mut observer = Stopping(0);
        let threads = NonZeroUsize::new(thread_rng().gen_range(1..4)).unwrap();
        WorkerPool::new(Toy::new(), threads).run(&mut observer, |toy, batch: &mut Leaves, _| {
            let step = toy.advance(1);
            if step == Step::Cover {
                batch.0.push((leaf(toy.cover()), super::BATCH));
            }
            step
        });
        assert!(observer.0 <= COVERS);
    };
    shuttle::check_random(model, interleavings());
}

#[test]
fn results_come_in_the_order_of_the_jobs() {
    let model = || {
        let mut random = thread_rng();
        let threads = NonZeroUsize::new(random.gen_range(1..4)).unwrap();
        let end = random.gen_range(0..12);
        let mut results = Vec::new();
        let ended = OrderedMap::new(threads, random.gen_range(0..6)).run(
            0..8,
            || 0,
            |done: &mut u32, job: u32, _| {
                *done += 1;
                job
            },
            |result| match result {
                Some(result) if result == end => ControlFlow::Break(result),
                result => {
                    results.extend(result);
                    ControlFlow::Continue(())
                }
            },
        );
        let expected = if end < 8 { ControlFlow::Break(end) } else { ControlFlow::Continue(()) };
        assert_eq!(ended.unwrap(), expected);
        assert!(results.into_iter().eq(0..end.min(8)));
    };
    shuttle::check_random(model, interleavings());
    shuttle::check_pct(model, interleavings(), 3);
}
