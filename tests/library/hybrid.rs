//! Tests of the hybrid engine, which switches from dancing links to domains. Wherever it switches,
//! and however the search is cut, its results equal those of links.

use crate::oracle::random::{each_problem, rest};
use quadrille::engine::domains::Domains;
use quadrille::engine::hybrid::Hybrid;
use quadrille::engine::links::Links;
use quadrille::puzzle::Puzzle;
use quadrille::puzzle::queens::Queens;
use quadrille::search::{Cube, Engine, OpenCube, Step, Unsupported};
use quadrille::{Cover, ItemId, Problem, Solver};
use quickcheck::Gen;

fn covers(engine: impl Engine) -> Vec<Cover> {
    Solver::from(engine).into_solutions().collect()
}

#[test]
fn the_order_is_that_of_links() {
    let mut several = 0;
    each_problem(51, [400, 20_000], |problem, _, _| {
        let expected = covers(Links::new(problem));
        for options in [0, 2, 5, 9, usize::MAX] {
            match Hybrid::with_options(problem, options) {
                Ok(hybrid) => {
                    assert_eq!(covers(hybrid), expected, "{options} options");
                    several += usize::from(expected.len() > 1);
                }
                Err(error) => assert!(problem.has_bounds() && error == Unsupported::Bounds),
            }
        }
    });
    assert!(several > 200, "{several} problems with several covers are too few");
}

/// Returns the problem of Latin squares with a given first row. Two of the cells must have the same
/// symbol, which is the color of a secondary item.
fn squares(order: u32) -> Problem {
    let mut builder = Problem::builder();
    builder.unnamed_primary(3 * (order * order) as usize).unwrap();
    builder.unnamed_secondary(1).unwrap();
    for (row, column, value) in
        (0..order.pow(3)).map(|n| (n / order / order, n / order % order, n % order))
    {
        let item =
            |kind: u32, a: u32, b: u32| (ItemId::new(kind * order * order + a * order + b), None);
        let mut entries = vec![item(0, row, column), item(1, row, value), item(2, column, value)];
        if row + column == 2 && row != 1 {
            entries.push((ItemId::new(3 * order * order), Some(value)));
        }
        if row > 0 || column == value {
            builder.option(entries).unwrap();
        }
    }
    builder.build().unwrap()
}

/// The search is long enough for the engine to choose where to switch, and to change that choice.
#[test]
fn a_long_search_is_that_of_links() {
    let queens = Queens::new(if cfg!(debug_assertions) { 10 } else { 12 }).unwrap();
    for problem in [queens.problem(), &squares(5)] {
        let expected = covers(Links::new(problem));
        assert!(expected.len() > 100, "{}", expected.len());
        for options in [40, 70, 100] {
            assert_eq!(covers(Hybrid::with_options(problem, options).unwrap()), expected);
        }
        assert_eq!(covers(Hybrid::new(problem).unwrap()), expected);
        let mut links = Links::new(problem);
        let mut hybrid = Hybrid::with_options(problem, 70).unwrap();
        assert_eq!(links.skip(u64::MAX, u64::MAX), hybrid.skip(u64::MAX, u64::MAX));
        assert!(hybrid.stats().nodes < links.stats().nodes, "it was never handed over");
    }
}

/// Returns a problem of 180 items with options of four random items, and two planted covers. Its
/// dead ends have more options left than the bar of the hybrid engine.
fn sparse() -> Problem {
    let random = &mut Gen::from_size_and_seed(100, 53);
    let items: Vec<u32> = (0..180).collect();
    let mut builder = Problem::builder();
    builder.unnamed_primary(180).unwrap();
    let planted = (0..45)
        .flat_map(|k| [[4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3], [k, k + 45, k + 90, k + 135]]);
    let planted = planted.map(Vec::from);
    let drawn = std::iter::from_fn(|| {
        let mut option = Vec::new();
        while option.len() < 4 {
            option.extend(random.choose(&items).filter(|item| !option.contains(*item)));
        }
        Some(option)
    });
    for option in planted.collect::<Vec<_>>().into_iter().chain(drawn.take(306)) {
        builder.option(option.into_iter().map(ItemId::new)).unwrap();
    }
    builder.build().unwrap()
}

#[test]
fn domains_take_over_where_dead_ends_are_far_from_the_leaves() {
    let problem = sparse();
    let mut links = Links::new(&problem);
    let mut hybrid = Hybrid::new(&problem).unwrap();
    let mut domains = Domains::new(&problem).unwrap();
    let covers = rest(&mut links);
    assert!(covers.len() > 1);
    // Domains count a choice as one update. Dancing links count every node that the choice hides.
    assert_eq!(rest(&mut hybrid), covers);
    assert!(hybrid.stats().updates < links.stats().updates / 4, "{:?}", hybrid.stats());

    let expected = (covers.len() as u64, Step::Exhausted);
    // The next cube continues with domains from its first branching node.
    hybrid.start_next(&Cube::default()).unwrap();
    assert_eq!(hybrid.skip(u64::MAX, u64::MAX), expected);
    assert_eq!(domains.skip(u64::MAX, u64::MAX), expected);
    assert!(hybrid.stats().updates < domains.stats().updates + 10_000, "{:?}", hybrid.stats());
    // A new search starts with dancing links again.
    hybrid.start(&Cube::default()).unwrap();
    assert_eq!(hybrid.skip(u64::MAX, u64::MAX), expected);
    assert!(hybrid.stats().updates > domains.stats().updates + 10_000, "{:?}", hybrid.stats());
}

#[test]
fn a_search_in_slices_goes_on_where_it_was() {
    let problem = squares(4);
    let expected = covers(Links::new(&problem));
    for slice in 1..40 {
        let mut hybrid = Hybrid::with_options(&problem, 20).unwrap();
        let (mut found, mut pauses) = (Vec::new(), 0);
        loop {
            let before = hybrid.stats().nodes;
            let step = hybrid.advance(slice);
            assert!(hybrid.stats().nodes <= before + slice);
            match step {
                Step::Cover => found.push(Cover::from(hybrid.cover())),
                Step::Paused => pauses += 1,
                Step::Exhausted => break,
            }
        }
        assert_eq!(found, expected);
        assert!(pauses > 0 || slice > 10);
        // The engine can be started again, with a cube and with the whole problem.
        hybrid.start(&Cube::from(&expected[1])).unwrap();
        assert_eq!(hybrid.skip(u64::MAX, u64::MAX), (1, Step::Exhausted));
        hybrid.start(&Cube::default()).unwrap();
        assert_eq!(hybrid.skip(7, u64::MAX), (7, Step::Cover));
        assert_eq!(hybrid.advance(u64::MAX), Step::Cover);
        assert_eq!(Cover::from(hybrid.cover()), expected[7]);
    }
}

/// Wherever a search is cut, searching its cubes one after the other with the same engine completes
/// it in order.
#[test]
fn a_search_can_be_cut_anywhere() {
    let mut cuts = 0;
    each_problem(52, [300, 5_000], |problem, _, _| {
        let expected = covers(Links::new(problem));
        let Ok(mut hybrid) = Hybrid::with_options(problem, 6) else { return };
        let mut found: Vec<Cover> = Vec::new();
        // The open cubes, the first one last. The search of each is cut after its first step
        // without a cover.
        let mut open = vec![OpenCube::whole()];
        while let Some(OpenCube { cube, .. }) = open.pop() {
            hybrid.start(&cube).unwrap();
            while hybrid.advance(1) == Step::Cover {
                found.push(Cover::from(hybrid.cover()));
            }
            let rest = hybrid.remaining();
            assert!(rest.iter().map(|part| part.share).sum::<f64>() <= 1.0 + 1e-9);
            cuts += rest.len();
            assert!(cuts < 10_000_000, "the search makes no progress");
            open.extend(rest.into_iter().rev());
        }
        assert_eq!(found, expected);
    });
    assert!(cuts > 1_000, "{cuts} cuts are too few");
}
