//! Tests of the weights of items. A long search with uneven dead ends uses weights, and finds the
//! same covers with fewer updates.

use crate::oracle::random::rest;
use quadrille::engine::filter::Filter;
use quadrille::engine::hybrid::Hybrid;
use quadrille::engine::links::Links;
use quadrille::parallel::{Batch, Observer, WorkerPool};
use quadrille::search::{Engine, Stats, Step};
use quadrille::{Cover, ItemId, Problem};
use quickcheck::{Arbitrary, Gen};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// Returns a problem of 120 items with 898 options of 2 to 20 random items, and two planted covers.
fn uneven() -> Problem {
    let items = 120;
    let random = &mut Gen::from_size_and_seed(100, 65);
    let mut below = |end: usize| usize::arbitrary(random) % end;
    let mut builder = Problem::builder();
    builder.unnamed_primary(items).unwrap();
    let mut option = |mut items: Vec<usize>| {
        items.sort_unstable();
        builder.option(items.into_iter().map(|item| ItemId::new(item as u32))).unwrap();
    };
    for number in 0..900 {
        let mut order: Vec<usize> = (0..items).collect();
        (1..items).for_each(|at| order.swap(at, below(at + 1)));
        if number >= 2 {
            order.truncate(2 + below(19));
            option(order);
            continue;
        }
        let mut rest = &order[..];
        while !rest.is_empty() {
            let part;
            (part, rest) = rest.split_at((2 + below(19)).min(rest.len()));
            option(part.to_vec());
        }
    }
    builder.build().unwrap()
}

fn sorted(mut covers: Vec<Cover>) -> Vec<Cover> {
    covers.sort_unstable();
    covers
}

/// Checks an engine, and returns the counters of a search without weights and of one with them.
fn check(mut engine: impl Engine + Clone) -> (Stats, Stats) {
    assert!(!engine.has_stable_order());
    let mut fixed = engine.clone();
    fixed.fix_order();
    assert!(fixed.has_stable_order());
    let expected = rest(&mut fixed);
    assert!(expected.len() >= 2);

    let new = engine.clone();
    let found = rest(&mut engine);
    assert_eq!(sorted(found.clone()), sorted(expected.clone()));
    let stats = (fixed.stats(), engine.stats());

    // A new search starts without weights, and a search that continues with another cube keeps
    // them.
    engine.start(&Default::default()).unwrap();
    assert_eq!(rest(&mut engine), found);
    assert_eq!(engine.stats(), stats.1);
    engine.start_next(&Default::default()).unwrap();
    assert_eq!(sorted(rest(&mut engine)), sorted(expected.clone()));
    assert!(engine.stats().nodes < stats.1.nodes);

    // The search is cut in the middle, when it uses weights.
    let mut engine = new;
    let mut found = Vec::new();
    while engine.stats().nodes < stats.1.nodes / 2 {
        if engine.advance(stats.1.nodes / 2 - engine.stats().nodes) == Step::Cover {
            found.push(engine.cover().iter().copied().collect());
        }
    }
    let mut next = engine.clone();
    for open in engine.remaining() {
        next.start_next(&open.cube).unwrap();
        found.extend(rest(&mut next));
    }
    assert_eq!(sorted(found), sorted(expected));
    stats
}

#[test]
fn a_long_uneven_search_takes_fewer_nodes() {
    let problem = uneven();
    for (before, after) in [
        check(Links::new(&problem)),
        check(Filter::new(&problem).unwrap()),
        check(Hybrid::new(&problem).unwrap()),
    ] {
        assert!(3 * after.updates < 2 * before.updates, "{before:?} {after:?}");
    }
}

/// Covers in the order in which they arrive.
#[derive(Default)]
struct Covers(Vec<Cover>);

impl Batch for Covers {
    fn size(&self) -> usize {
        self.0.len()
    }
}

impl Observer for Covers {
    type Batch = Self;

    fn gather(&mut self, batch: Self) -> ControlFlow<()> {
        self.0.extend(batch.0);
        ControlFlow::Continue(())
    }
}

#[test]
fn an_ordered_pool_uses_no_weights() {
    let problem = uneven();
    let mut fixed = Links::new(&problem);
    fixed.fix_order();
    let expected = rest(&mut fixed);
    for (is_ordered, threads) in [(true, 1), (true, 3), (false, 3)] {
        let pool = WorkerPool::new(Links::new(&problem), NonZeroUsize::new(threads).unwrap());
        let mut found = Covers::default();
        pool.ordered(is_ordered).run(&mut found, |engine, batch: &mut Covers, nodes| {
            let step = engine.advance(nodes);
            if step == Step::Cover {
                batch.0.push(engine.cover().iter().copied().collect());
            }
            step
        });
        if is_ordered {
            assert_eq!(found.0, expected, "{threads} threads");
        } else {
            assert_eq!(sorted(found.0), sorted(expected.clone()));
        }
    }
}
