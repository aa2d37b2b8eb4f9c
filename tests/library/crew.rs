//! One search by several threads finds what one thread finds.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::oracle;
use crate::oracle::random::RandomProblem;
use quadrille::puzzle::{Puzzle, queens::Queens};
use quadrille::search::{Engine, OpenCube, Step};
use quadrille::solve::{Batch, Crew, Left, Overseer, Seen};
use quadrille::{AnyEngine, Cover, EngineChoice, Problem, Solver};
use quickcheck::{Arbitrary, Gen};
use rayon::iter::ParallelIterator;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// The engines of all choices that can search the problem.
fn engines(problem: &Problem) -> impl Iterator<Item = AnyEngine> {
    EngineChoice::SEARCHES.into_iter().filter_map(|choice| AnyEngine::new(problem, choice).ok())
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

/// Collects covers, and stops when it has so many, or after so many looks, with what is left then.
#[derive(Default)]
struct Collector {
    found: Vec<Cover>,
    most: usize,
    looks: usize,
    left: Option<(Vec<OpenCube>, Vec<Cover>)>,
}

impl Overseer for Collector {
    type Batch = Covers;

    fn gather(&mut self, batch: Covers) -> ControlFlow<()> {
        self.found.extend(batch.0);
        if self.found.len() >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, seen: &Seen) -> ControlFlow<(), bool> {
        assert!(seen.open < 1.0 + 1e-6);
        ControlFlow::Continue(self.looks > 0)
    }

    fn look<'a>(&mut self, _: &Seen, left: impl Iterator<Item = Left<'a, Covers>>) -> ControlFlow<()> {
        self.looks -= 1;
        if self.looks > 0 {
            return ControlFlow::Continue(());
        }
        let (mut open, mut waiting) = (Vec::new(), Vec::new());
        for left in left {
            match left {
                Left::Cube(part) => open.push(part.clone()),
                Left::Batch(batch) => waiting.extend(batch.0.iter().cloned()),
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
fn random_problems() {
    let mut random = Gen::from_size_and_seed(100, 51);
    for _ in 0..200 {
        let problem = RandomProblem::arbitrary(&mut random).build();
        let expected = oracle::covers(&problem);
        for engine in engines(&problem) {
            let mut collector = Collector { most: usize::MAX, ..Collector::default() };
            Crew::new(engine, threads(3)).run(&mut collector, search);
            assert_eq!(set(&collector.found), expected);
        }
        assert_eq!(problem.par_count(), expected.len() as u64);
        assert_eq!(set(&problem.par_solutions().collect::<Vec<_>>()), expected);
        let found = Mutex::default();
        problem.par_for_each(|cover| {
            let found: &Mutex<Vec<Cover>> = &found;
            found.lock().unwrap().push(Cover::from(cover));
        });
        assert_eq!(set(&found.into_inner().unwrap()), expected);
    }
}

/// Large enough to be cut many times: 14,200 covers.
fn queens() -> Problem {
    Queens::new(12).unwrap().problem().clone()
}

#[test]
fn the_order_is_that_of_one_thread() {
    let problem = queens();
    for engine in engines(&problem) {
        let one: Vec<Cover> = Solver::from(engine.clone()).solutions().collect();
        assert_eq!(one.len(), 14_200);
        for count in [1, 2, 5] {
            let mut collector = Collector { most: usize::MAX, ..Collector::default() };
            let seen = Crew::new(engine.clone(), threads(count)).ordered(true).run(&mut collector, search);
            assert!(collector.found == one, "{count} threads");
            assert_eq!(seen.open, 0.0);
            let mut collector = Collector { most: usize::MAX, ..Collector::default() };
            Crew::new(engine.clone(), threads(count)).run(&mut collector, search);
            assert_eq!(set(&collector.found), one.iter().cloned().collect());
        }
    }
}

#[test]
fn a_search_stops_when_it_is_told() {
    let problem = queens();
    let mut collector = Collector { most: 1_000, ..Collector::default() };
    Crew::new(AnyEngine::new(&problem, EngineChoice::Links).unwrap(), threads(2))
        .ordered(true)
        .run(&mut collector, search);
    assert!((1_000..14_200).contains(&collector.found.len()));
    let first: Vec<Cover> =
        Solver::with_engine(&problem, EngineChoice::Links).unwrap().solutions().take(collector.found.len()).collect();
    assert_eq!(collector.found, first);
    assert!(problem.par_solutions().any(|cover| cover[0].get() == 3));
}

/// Stops at some look or other, and goes on with what was left, until it is over.
#[test]
fn a_search_can_be_stopped_and_gone_on_with() {
    let problem = queens();
    let engine = AnyEngine::new(&problem, EngineChoice::Links).unwrap();
    let one: Vec<Cover> = Solver::from(engine.clone()).solutions().collect();
    for is_ordered in [false, true] {
        let (mut found, mut open, mut stops) = (Vec::new(), vec![OpenCube::whole()], 0);
        while !open.is_empty() {
            let mut collector = Collector { most: usize::MAX, looks: 1, ..Collector::default() };
            let crew = Crew::new(engine.clone(), threads(1 + stops % 3)).ordered(is_ordered).with_parts(open);
            crew.run(&mut collector, search);
            found.append(&mut collector.found);
            let waiting;
            (open, waiting) = collector.left.unwrap_or_default();
            stops += 1;
            assert!(is_ordered || waiting.is_empty());
            // What waits comes after what is open before it; as a set it does not matter.
            found.extend(waiting);
        }
        assert!(stops > 3, "{stops}");
        assert_eq!(set(&found), one.iter().cloned().collect());
    }
}
