//! Tests that estimates are near the known numbers, and that units contain all covers.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::oracle::random::{each_problem, searches as engines};
use quadrille::engine::memo::Memo;
use quadrille::puzzle::{Puzzle, langford::Langford, queens::Queens};
use quadrille::search::{Cube, Engine, Step};
use quadrille::solve::{Estimate, cut, try_cut};
use quadrille::{AnyEngine, EngineChoice, ItemId, Problem};
use quickcheck::Arbitrary;

/// Returns the numbers of nodes and covers of a whole search.
fn size(engine: &mut AnyEngine) -> (f64, f64) {
    engine.start(&Cube::default()).unwrap();
    let (covers, step) = engine.skip(u64::MAX, u64::MAX);
    assert_eq!(step, Step::Exhausted);
    (engine.stats().nodes as f64, covers as f64)
}

#[test]
fn estimates_are_near_the_truth() {
    let problems =
        [Queens::new(8).unwrap().problem().clone(), Langford::new(8).unwrap().problem().clone()];
    for problem in &problems {
        for mut engine in engines(problem) {
            let (nodes, covers) = size(&mut engine);
            let mut estimate = Estimate::new(&mut engine, &Cube::default(), 7);
            (0..100).for_each(|_| estimate.walk(&mut engine));
            for (guess, truth) in [(estimate.nodes(), nodes), (estimate.covers(), covers)] {
                // Three times the error, because none of the comparisons should fail by chance.
                assert!(
                    (guess.mean - truth).abs() < 3.0 * guess.error + 1e-9,
                    "{guess:?}, but it is {truth}"
                );
                assert!(guess.error < 0.2 * truth, "{guess:?}");
            }
        }
    }
}

/// The mean of 200 rounds of walks through a small tree is near the truth, even with bounds and
/// colors.
#[test]
fn small_trees_are_known_exactly_or_nearly() {
    let (mut exact, mut walked) = (0, 0);
    each_problem(61, [150, 150], |problem, covers, _| {
        let expected = covers.len() as f64;
        for mut engine in engines(problem) {
            let mut estimate = Estimate::new(&mut engine, &Cube::default(), 3);
            if estimate.is_exact() {
                assert_eq!(estimate.covers().mean, expected);
                exact += 1;
                continue;
            }
            (0..200).for_each(|_| estimate.walk(&mut engine));
            let covers = estimate.covers();
            assert!(
                (covers.mean - expected).abs() <= 5.0 * covers.error + 1e-9,
                "{covers:?}, but it is {expected}"
            );
            walked += 1;
        }
    });
    assert!(exact > 100 && walked > 1, "{exact} {walked}");
}

#[test]
fn units_have_every_cover_once() {
    each_problem(62, [100, 100], |problem, covers, random| {
        let expected = covers.len() as u64;
        for mut engine in engines(problem) {
            let units =
                cut(&mut engine, &Cube::default(), 1 + usize::arbitrary(random) % 9, |_, _| ());
            let mut total = 0;
            for part in units.iter().flat_map(|unit| &unit.cubes) {
                engine.start(part).unwrap();
                total += engine.skip(u64::MAX, u64::MAX).0;
            }
            assert_eq!(total, expected);
            assert!(units.iter().all(|unit| !unit.cubes.is_empty()));
        }
    });
}

#[test]
fn units_are_about_equal() {
    let problem = Queens::new(11).unwrap().problem().clone();
    let mut engine = AnyEngine::new(&problem, EngineChoice::Auto).unwrap();
    let units = cut(&mut engine, &Cube::default(), 50, |_, _| ());
    assert_eq!(units.len(), 50);
    let mut nodes = |part: &Cube| {
        engine.start(part).unwrap();
        engine.skip(u64::MAX, u64::MAX);
        engine.stats().nodes
    };
    let sizes: Vec<u64> =
        units.iter().map(|unit| unit.cubes.iter().map(&mut nodes).sum()).collect();
    let mean = sizes.iter().sum::<u64>() as f64 / 50.0;
    let largest = *sizes.iter().max().unwrap() as f64;
    assert!(largest < 2.0 * mean, "{largest} {mean}");
}

#[test]
fn a_cut_that_is_ended_has_every_cover_once() {
    let problem = Queens::new(8).unwrap().problem().clone();
    for mut engine in engines(&problem) {
        for nodes in [1, 10, 100, 1_000, 10_000] {
            let mut left = nodes;
            let units = try_cut(&mut engine, &Cube::default(), 60, |_, _| {
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let is_broken = units.is_err();
            let (Ok(units) | Err(units)) = units;
            assert_eq!(is_broken, left == 0);
            assert!(!units.is_empty() && units.len() <= 60);
            let mut total = 0;
            for part in units.iter().flat_map(|unit| &unit.cubes) {
                engine.start(part).unwrap();
                total += engine.skip(u64::MAX, u64::MAX).0;
            }
            assert_eq!(total, 92, "{nodes}");
        }
    }
}

/// With very many units, each cube gets fewer walks. The time used to grow with the square of the
/// number of units.
#[test]
fn very_many_units_are_made_in_time() {
    let problem = Queens::new(11).unwrap().problem().clone();
    let mut engine = AnyEngine::new(&problem, EngineChoice::Auto).unwrap();
    let units = cut(&mut engine, &Cube::default(), 2_000, |_, _| ());
    assert_eq!(units.len(), 2_000);
    let mut total = 0;
    for part in units.iter().flat_map(|unit| &unit.cubes) {
        engine.start(part).unwrap();
        total += engine.skip(u64::MAX, u64::MAX).0;
    }
    assert_eq!(total, 2_680);
}

/// The memo engine can pause between the components of a problem that decomposes. When it paused
/// there, it used to hand over the whole search again, so a cut never got a second cube.
#[test]
fn a_problem_of_independent_items_is_cut_with_a_cache() {
    let (items, options) = (14_u32, 19_u32);
    let mut builder = Problem::builder();
    builder.unnamed_primary(items as usize).unwrap();
    for item in (0..options).flat_map(|_| 0..items).map(ItemId::new) {
        builder.option([item]).unwrap();
    }
    let problem = builder.build().unwrap();
    let expected = u64::from(options).pow(items);
    let mut engine = Memo::new(&problem).unwrap();
    let (mut steps, mut most) = (0, 0);
    let units = try_cut(&mut engine, &Cube::default(), 60, |cubes, _| {
        steps += 1;
        most = most.max(cubes);
        if cubes < 3 && steps < 20_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let (Ok(units) | Err(units)) = units;
    assert!(most >= 3, "after {steps} steps there are {most} cubes");
    let mut total = 0;
    for part in units.iter().flat_map(|unit| &unit.cubes) {
        engine.start(part).unwrap();
        total += engine.skip(u64::MAX, u64::MAX).0;
    }
    assert_eq!(total, expected);
}

/// An estimate in steps has a mean but no error after the first walk, and ends with the same
/// numbers as an estimate in whole rounds.
#[test]
fn an_estimate_in_steps_is_the_same_estimate() {
    let problem = Queens::new(9).unwrap().problem().clone();
    for mut engine in engines(&problem) {
        let mut whole = Estimate::new(&mut engine, &Cube::default(), 5);
        (0..20).for_each(|_| whole.walk(&mut engine));
        let mut steps = Estimate::begin(&Cube::default(), 5);
        assert_eq!((steps.walks(), steps.nodes().mean), (0, 0.0));
        while steps.walks() == 0 {
            assert!(!steps.step(&mut engine));
        }
        assert!(steps.nodes().mean >= 1.0 && steps.nodes().error.is_infinite());
        assert!(!steps.has_error());
        for _ in 0..20 {
            while !steps.step(&mut engine) {}
        }
        assert!(steps.has_error());
        assert_eq!((steps.nodes(), steps.covers()), (whole.nodes(), whole.covers()));
        assert_eq!(steps.walks(), 1 + 20 * steps.strata() as u64);
    }
}

/// Each walk has its own random numbers, so any number of threads makes the same estimate, even if
/// it is stopped within a round and continued with another number of threads.
#[test]
fn threads_do_not_change_an_estimate() {
    let problem = Queens::new(9).unwrap().problem().clone();
    let threads = |count| NonZeroUsize::new(count).unwrap();
    let result = |estimate: &Estimate| (estimate.nodes(), estimate.covers(), estimate.walks());
    for mut engine in engines(&problem) {
        let mut one = Estimate::begin(&Cube::default(), 5);
        let ended = one.run(&mut engine, threads(1), 1_000, |_| ControlFlow::Continue(()));
        assert!(ended.is_continue() && one.walks() > 1_000);
        let mut whole = Estimate::new(&mut engine, &Cube::default(), 5);
        (0..1_000_usize.div_ceil(one.strata())).for_each(|_| whole.walk(&mut engine));
        assert_eq!((one.nodes(), one.covers()), (whole.nodes(), whole.covers()));
        for count in [2, 3, 8] {
            let mut many = Estimate::begin(&Cube::default(), 5);
            let ended = many.run(&mut engine, threads(count), 1_000, |_| ControlFlow::Continue(()));
            assert!(ended.is_continue());
            assert_eq!(result(&many), result(&one), "{count}");

            let mut stopped = Estimate::begin(&Cube::default(), 5);
            for (most, count) in [(100, count), (301, 1), (302, 2), (u64::MAX, count)] {
                let ended = stopped.run(&mut engine, threads(count), 1_000, |estimate| {
                    match estimate.walks() < most {
                        true => ControlFlow::Continue(()),
                        false => ControlFlow::Break(()),
                    }
                });
                assert_eq!(ended.is_break(), most < 1_000);
            }
            assert_eq!(result(&stopped), result(&one), "{count}");
        }
        // A round that has begun is completed, even if fewer walks are wanted.
        let fewer = [1, 2].map(|count| {
            let mut fewer = Estimate::begin(&Cube::default(), 5);
            let _ = fewer.run(&mut engine, threads(1), 1_000, |estimate| {
                if estimate.walks() < 130 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            assert!(
                fewer
                    .run(&mut engine, threads(count), 0, |_| ControlFlow::Continue(()))
                    .is_continue()
            );
            result(&fewer)
        });
        assert_eq!(fewer[0], fewer[1]);
    }
}

/// Even after two rounds, nearly all intervals contain the true number, because they allow for the
/// poor estimate of the error from two samples. The interval after one round is unbounded.
#[test]
fn intervals_of_few_walks_hold_the_truth() {
    let problem = Queens::new(8).unwrap().problem().clone();
    let mut engine = AnyEngine::new(&problem, EngineChoice::Links).unwrap();
    let (nodes, covers) = size(&mut engine);
    let mut missed = [0; 3];
    for seed in 0..100 {
        let mut estimate = Estimate::new(&mut engine, &Cube::default(), seed);
        estimate.walk(&mut engine);
        assert!(!estimate.is_exact() && !estimate.has_error());
        assert_eq!(
            (estimate.nodes().interval(), estimate.nodes().rounds),
            ((0.0, f64::INFINITY), 1)
        );
        for (missed, rounds) in missed.iter_mut().zip([2, 3, 5]) {
            while estimate.nodes().rounds < rounds {
                estimate.walk(&mut engine);
            }
            assert!(estimate.has_error());
            for (guess, truth) in [(estimate.nodes(), nodes), (estimate.covers(), covers)] {
                let (low, high) = guess.interval();
                *missed += u32::from(!(low..=high).contains(&truth));
            }
        }
    }
    // Each number is out of 200 intervals.
    assert!(missed.iter().all(|&missed| missed <= 6), "{missed:?}");
}

/// There is no Langford pairing of 9, but walks cannot detect that.
#[test]
fn walks_that_found_no_cover_do_not_say_that_there_is_none() {
    let problem = Langford::new(9).unwrap().problem().clone();
    for mut engine in engines(&problem) {
        let mut estimate = Estimate::new(&mut engine, &Cube::default(), 1);
        assert!(!estimate.is_exact());
        (0..5).for_each(|_| estimate.walk(&mut engine));
        assert_eq!(estimate.covers().interval(), (0.0, f64::INFINITY));
        assert!(estimate.nodes().interval().1.is_finite());
    }
}

#[test]
fn seeds_and_walks_differ() {
    let mut engine = AnyEngine::new(Queens::new(9).unwrap().problem(), EngineChoice::Auto).unwrap();
    let mut means: Vec<f64> = (0..50)
        .map(|seed| {
            let mut estimate = Estimate::new(&mut engine, &Cube::default(), seed);
            (0..3).for_each(|_| estimate.walk(&mut engine));
            assert!(estimate.nodes().error > 0.0);
            estimate.nodes().mean
        })
        .collect();
    means.sort_by(f64::total_cmp);
    means.dedup();
    assert!(means.len() > 45, "{means:?}");
}

/// A tree with 8^160 leaves, about 3e144. The estimates of its size are finite, but their intervals
/// are unbounded.
#[test]
fn a_tree_too_large_for_an_estimate_has_no_error() {
    let mut builder = Problem::builder();
    builder.unnamed_primary(160).unwrap();
    for item in (0..160).flat_map(|item| [item; 8]) {
        builder.option([ItemId::new(item)]).unwrap();
    }
    let mut engine = AnyEngine::new(&builder.build().unwrap(), EngineChoice::Links).unwrap();
    let mut estimate = Estimate::new(&mut engine, &Cube::default(), 1);
    (0..2).for_each(|_| estimate.walk(&mut engine));
    for guess in [estimate.nodes(), estimate.covers()] {
        assert!(guess.mean >= 1e140 && guess.mean.is_finite());
        assert_eq!((guess.interval(), guess.rounds), ((0.0, f64::INFINITY), 2));
    }
    assert!(!estimate.has_error());
    let units = cut(&mut engine, &Cube::default(), 4, |_, _| ());
    assert!(units.iter().all(|unit| unit.cubes.len() > 3 && unit.nodes.is_finite()), "{units:?}");
}
