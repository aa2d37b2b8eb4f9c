//! The engines, compared with each other and with a naive search. The bytes become a small problem
//! with colors, bounds and costs, and options that must be or must not be in a cover. Every engine
//! finds the covers of the naive search, each once, even if its search is paused, or is cut and
//! another engine does the remaining work. The counts, the diagram and the cheapest covers also
//! agree with the naive search.

use std::collections::BTreeSet;

use arbitrary::{Result, Unstructured};
use num_bigint::BigUint;
use quadrille::engine::memo::Memo;
use quadrille::engine::{domains::Domains, filter::Filter};
use quadrille::engine::{hybrid::Hybrid, links::CheapestLinks};
use quadrille::search::{Cube, Engine, OpenCube, Step};
use quadrille::{
    AnyEngine, Counter, Cover, Diagram, EngineChoice, ItemId, OptionId, Problem, Uniqueness,
};

use crate::oracle;
use crate::text::check_written;

pub fn run(bytes: &[u8]) {
    let mut input = Unstructured::new(bytes);
    if let Ok(case) = Case::new(&mut input) {
        case.check();
    }
}

/// A problem and the parameters of its searches.
struct Case {
    problem: Problem,
    cube: Cube,
    /// The number of nodes after which a search is paused.
    slice: u64,
    /// The maximum number of slices before a search is cut. A cover also ends a slice.
    slices: u8,
    /// The memory limit of a cache, in bytes.
    memory: usize,
    /// The largest number of remaining options at which dancing links hand over to domains.
    hand_over: usize,
}

impl Case {
    fn new(input: &mut Unstructured<'_>) -> Result<Self> {
        let features: u8 = input.arbitrary()?;
        let has = |feature: u8| features >> feature & 1 == 1;
        let primary = input.int_in_range(0..=10_u32)?;
        let secondary = input.int_in_range(0..=3_u32)?;
        let mut builder = Problem::builder();
        for _ in 0..primary {
            let (low, high) = match if has(0) { input.int_in_range(0..=7_u8)? } else { 7 } {
                0 => (0, 1),
                1 => (1, 2),
                2 => (0, 2),
                3 => (2, 2),
                4 => (2, 3),
                5 => (0, u32::MAX),
                _ => (1, 1),
            };
            builder.unnamed_bounded(1, low..=high).expect("the bounds are right");
        }
        builder.unnamed_secondary(secondary as usize).expect("there is room");
        let items = primary + secondary;
        // With bounds, every set of options can be a cover.
        let most = if has(0) { 10_u8 } else { 24 };
        let count = input.int_in_range(0..=most)?;
        for _ in 0..count {
            let mask: u16 = input.arbitrary()?;
            let mut chosen: Vec<u32> = (0..items).filter(|item| mask >> item & 1 == 1).collect();
            if has(3) {
                // Short options make deep searches.
                chosen.truncate(1 + usize::from(mask >> 14));
            }
            let mut entries = Vec::new();
            for item in chosen {
                let colored = has(1) && item >= primary;
                let color =
                    if colored { input.int_in_range(0..=3_u32)?.checked_sub(1) } else { None };
                entries.push((ItemId::new(item), color));
            }
            let cost = if has(2) { input.arbitrary::<i8>()?.into() } else { 0 };
            builder.option_with_cost(entries, cost).expect("the option is right");
        }
        let problem = builder.build().expect("it was checked piece by piece");
        let options = problem.option_count() as u32;
        let mut cube = Cube::default();
        for (feature, list) in [(4, &mut cube.chosen), (5, &mut cube.excluded)] {
            if has(feature) && options > 0 {
                let count = input.int_in_range(0..=3)?;
                for _ in 0..count {
                    list.push(OptionId::new(input.int_in_range(0..=options - 1)?));
                }
            }
        }
        Ok(Self {
            problem,
            cube,
            slice: input.int_in_range(1..=6)?,
            slices: input.int_in_range(0..=12)?,
            memory: input.int_in_range(0..=4_000)?,
            hand_over: input.int_in_range(0..=24)?,
        })
    }

    fn check(&self) {
        let problem = &self.problem;
        let all = oracle::covers(problem);
        let expected: BTreeSet<Cover> = all
            .iter()
            .filter(|cover| self.cube.chosen.iter().all(|option| cover.contains(option)))
            .filter(|cover| !self.cube.excluded.iter().any(|option| cover.contains(option)))
            .cloned()
            .collect();
        let engines = self.engines();
        for (number, engine) in engines.iter().enumerate() {
            let mut engine = engine.clone();
            engine.start(&self.cube).expect("the options are there");
            let nodes = engine.stats().nodes;
            let whole = covers(&mut engine);
            assert_eq!(set(&whole), expected, "{engine:?}");
            assert_eq!(engine.remaining(), []);
            assert!(nodes <= engine.stats().nodes);
            // Slices give the same covers and, except with memo, the same number of nodes.
            let done = engine.stats();
            engine.start(&self.cube).expect("the options are there");
            assert_eq!(
                in_slices(&mut engine, self.slice),
                whole,
                "in slices of {}: {engine:?}",
                self.slice
            );
            if engine.name() != "memo" {
                assert_eq!(
                    engine.stats().nodes,
                    done.nodes,
                    "in slices of {}: {engine:?}",
                    self.slice
                );
            }
            self.cut(engine, &engines[(number + 1) % engines.len()], &expected);
        }
        self.counts(&all);
        self.check_diagram(&all, &expected);
        self.costs(&all);
        match problem.uniqueness() {
            Uniqueness::None => assert_eq!(all.len(), 0),
            Uniqueness::One(cover) => assert!(all.len() == 1 && all.contains(&cover)),
            Uniqueness::Several(..) => assert!(all.len() > 1),
            Uniqueness::Undecided(_) => panic!("there was no limit"),
        }
        if problem.primary_count() > 0 && problem.options().all(|(_, items)| !items.is_empty()) {
            check_named(problem);
        }
    }

    fn engines(&self) -> Vec<AnyEngine> {
        let problem = &self.problem;
        let mut engines: Vec<AnyEngine> = EngineChoice::ALL
            .into_iter()
            .filter_map(|choice| AnyEngine::new(problem, choice).ok())
            .collect();
        engines.extend(Filter::new(problem).map(AnyEngine::from));
        engines.extend(Domains::new(problem).map(AnyEngine::from));
        engines.extend(Hybrid::with_options(problem, self.hand_over).map(AnyEngine::from));
        engines
            .extend(Memo::new(problem).map(|memo| AnyEngine::from(memo.with_memory(self.memory))));
        engines
    }

    /// Cuts a search, and lets another engine do the remaining work.
    fn cut(&self, mut engine: AnyEngine, other: &AnyEngine, expected: &BTreeSet<Cover>) {
        engine.start(&self.cube).expect("the options are there");
        let mut found = Vec::new();
        for _ in 0..self.slices {
            match engine.advance(self.slice) {
                Step::Cover => found.push(Cover::from(engine.cover())),
                Step::Paused => {}
                Step::Exhausted => break,
            }
        }
        let open = engine.remaining();
        let share: f64 = open.iter().map(|open| open.share).sum();
        assert!((0.0..1.0 + 1e-9).contains(&share), "{share} is open");
        for OpenCube { cube, .. } in &open {
            let mut other = other.clone();
            other.start(cube).expect("the options are there");
            found.extend(covers(&mut other));
        }
        assert_eq!(
            set(&found),
            *expected,
            "cut after {} of {}: {engine:?}",
            self.slices,
            self.slice
        );
    }

    fn counts(&self, all: &BTreeSet<Cover>) {
        let problem = &self.problem;
        let expected = BigUint::from(all.len());
        assert_eq!(problem.count(), expected);
        for choice in EngineChoice::ALL {
            let Ok(counter) = Counter::with_engine(problem, choice) else { continue };
            let mut counter = counter.with_memory(self.memory);
            while counter.advance(self.slice) == Step::Paused {
                let so_far = counter.count_so_far();
                assert!(!so_far.is_exact() && so_far.to_big() <= expected);
            }
            let count = counter.count_so_far();
            assert_eq!(count, expected, "{choice}");
        }
    }

    fn check_diagram(&self, all: &BTreeSet<Cover>, expected: &BTreeSet<Cover>) {
        let Ok(diagram) = quadrille::engine::memo::diagram(&self.problem) else {
            assert!(self.problem.has_bounds(), "no diagram");
            return;
        };
        assert_eq!(set(&diagram.iter().collect::<Vec<_>>()), *all);
        assert_eq!(diagram.count(), BigUint::from(all.len()));
        let mut text = Vec::new();
        diagram.write(&mut text).expect("memory takes everything");
        let again = Diagram::read(&*text).expect("what was written can be read");
        assert_eq!(set(&again.iter().collect::<Vec<_>>()), *all);
        let part =
            diagram.restrict(&self.cube.chosen, &self.cube.excluded).expect("it is no larger");
        assert_eq!(set(&part.iter().collect::<Vec<_>>()), *expected);
    }

    fn costs(&self, all: &BTreeSet<Cover>) {
        let problem = &self.problem;
        let cost = |cover: &Cover| cover.iter().map(|&option| problem.cost(option)).sum::<i64>();
        let mut expected: Vec<i64> = all.iter().map(cost).collect();
        expected.sort_unstable();
        expected.truncate(3);
        let best = problem.best(3);
        assert_eq!(best.iter().map(|&(_, cost)| cost).collect::<Vec<_>>(), expected);
        assert!(
            best.iter().all(|(cover, its_cost)| all.contains(cover) && cost(cover) == *its_cost)
        );
        assert_eq!(best.iter().map(|(cover, _)| cover).collect::<BTreeSet<_>>().len(), best.len());
        assert_eq!(set(&covers(&mut CheapestLinks::new(problem))), *all);
    }
}

/// Writes a problem and reads it back, to give its items names, and checks the result.
fn check_named(problem: &Problem) {
    let mut text = Vec::new();
    quadrille::format::write(problem, &mut text).expect("it can be written");
    let named = quadrille::format::read(&*text).expect("what was written can be read").problem;
    assert!(named.options().eq(problem.options()));
    check_written(&named);
}

fn covers(engine: &mut impl Engine) -> Vec<Cover> {
    std::iter::from_fn(|| {
        (engine.advance(u64::MAX) == Step::Cover).then(|| Cover::from(engine.cover()))
    })
    .collect()
}

/// Returns the remaining covers, searching up to `nodes` nodes at a time.
fn in_slices(engine: &mut impl Engine, nodes: u64) -> Vec<Cover> {
    let mut found = Vec::new();
    loop {
        let before = engine.stats().nodes;
        let step = engine.advance(nodes);
        assert!(engine.stats().nodes - before <= nodes, "too many nodes at once");
        match step {
            Step::Cover => found.push(Cover::from(engine.cover())),
            Step::Paused => {}
            Step::Exhausted => return found,
        }
    }
}

/// Returns the covers as a set, after checking that each occurs once.
fn set(covers: &[Cover]) -> BTreeSet<Cover> {
    let set: BTreeSet<Cover> = covers.iter().cloned().collect();
    assert_eq!(set.len(), covers.len(), "a cover was found twice");
    set
}
