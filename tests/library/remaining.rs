//! Tests of the remaining work of a search. Wherever a search is cut, the covers found and
//! those of the open cubes make up all covers, each once.

use std::collections::BTreeSet;

use crate::oracle::random::{each_problem, rest as covers};
use quadrille::engine::links::{CheapestLinks, Links};
use quadrille::engine::{bands::Bands, bounded::Bounded, filter::Filter, hybrid::Hybrid};
use quadrille::search::{Cube, Engine, OpenCube, Step};
use quadrille::sudoku::{self, Grid};
use quadrille::{AnyEngine, Cover, EngineChoice, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

/// Returns every kind of engine that can search the problem.
fn engines(problem: &Problem) -> Vec<AnyEngine> {
    let chosen =
        EngineChoice::ALL.into_iter().filter_map(|choice| AnyEngine::new(problem, choice).ok());
    let filter = Filter::new(problem).map(AnyEngine::from);
    let bounded = Bounded::new(problem).map(AnyEngine::from);
    // This hybrid switches near the leaves.
    let hybrid = Hybrid::with_options(problem, 3).map(AnyEngine::from);
    chosen.chain(filter).chain(bounded).chain(hybrid).collect()
}

fn start(engine: &mut impl Engine, part: &OpenCube) {
    engine.start(&part.cube).unwrap();
}

/// Searches in steps of `nodes` nodes. At each pause the search is cut, and a random one of the
/// open cubes is searched with the same engine while the others wait. Returns the covers and the
/// number of cubes.
fn cut_again_and_again(
    engine: &mut impl Engine,
    nodes: u64,
    random: &mut Gen,
) -> (Vec<Cover>, usize) {
    let mut open = vec![OpenCube::whole()];
    let (mut found, mut parts) = (Vec::new(), 0);
    while !open.is_empty() {
        let part = open.swap_remove(usize::arbitrary(random) % open.len());
        parts += 1;
        assert!(parts < 3_000_000, "the search makes no progress: {part:?}");
        start(engine, &part);
        let mut rest = Vec::new();
        loop {
            match engine.advance(nodes) {
                Step::Exhausted => break,
                Step::Paused => {
                    rest = engine.remaining();
                    break;
                }
                Step::Cover => found.push(Cover::from(engine.cover())),
            }
        }
        open.extend(rest);
    }
    (found, parts)
}

/// Enters each node of the search tree as the root of a search. Returns the number of nodes.
fn enter_each_node(engine: &mut impl Engine, whole: OpenCube, expected: &BTreeSet<Cover>) -> usize {
    let (mut open, mut found, mut nodes) = (vec![whole], Vec::new(), 0);
    while let Some(part) = open.pop() {
        start(engine, &part);
        if engine.advance(1) == Step::Cover {
            found.push(Cover::from(engine.cover()));
        }
        let children = engine.remaining();
        assert!(children.iter().all(|child| child.cube != part.cube), "no progress: {part:?}");
        open.extend(children);
        nodes += 1;
        assert!(nodes < 100_000, "the tree has no end");
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), *expected);
    nodes
}

#[test]
fn a_search_can_be_cut_anywhere() {
    let (mut cuts, mut with_excluded) = (0, 0);
    each_problem(41, [150, 20_000], |problem, expected, random| {
        for mut engine in engines(problem) {
            engine.start(&Cube::default()).unwrap();
            let whole = covers(&mut engine);
            assert_eq!(whole.iter().cloned().collect::<BTreeSet<_>>(), expected);
            assert_eq!(engine.remaining(), []);
            // The search is cut once, after a random number of steps. The rest, searched in order
            // on another engine, completes the sequence.
            let slice = 1 + u64::arbitrary(random) % 4;
            let mut one = engine.clone();
            one.start(&Cube::default()).unwrap();
            let mut found = Vec::new();
            let mut open = vec![OpenCube::whole()];
            for _ in 0..u64::arbitrary(random) % 12 {
                let step = one.advance(slice);
                if step == Step::Cover {
                    found.push(Cover::from(one.cover()));
                }
                open = one.remaining();
                assert!(open.iter().map(|open| open.share).sum::<f64>() < 1.0 + 1e-9);
                assert!(step != Step::Exhausted || open.is_empty());
            }
            if found.is_empty() && open == [OpenCube::whole()] {
                one.start(&Cube::default()).unwrap();
            }
            for part in &one.remaining() {
                with_excluded += usize::from(!part.cube.excluded.is_empty());
                start(&mut engine, part);
                found.extend(covers(&mut engine));
            }
            if engine.name() == "memo" {
                // This engine has a different diagram for each cube, and a different order.
                let sorted = |mut covers: Vec<Cover>| {
                    covers.sort();
                    covers
                };
                assert_eq!(sorted(found), sorted(whole.clone()));
            } else {
                assert_eq!(found, whole, "{engine:?}");
            }
            // An engine of any kind finds the same number of covers in the rest of the search.
            for mut other in engines(problem) {
                let open = one.remaining();
                let left: usize = open
                    .iter()
                    .map(|part| {
                        start(&mut other, part);
                        covers(&mut other).len()
                    })
                    .sum();
                engine.start(&Cube::default()).unwrap();
                let before = covers(&mut one.clone()).len();
                assert_eq!(left, before);
            }
            let (found, parts) = cut_again_and_again(&mut engine, slice, random);
            assert_eq!(found.len(), expected.len());
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
            cuts += parts - 1;
            engine.start(&Cube::default()).unwrap();
            assert_eq!(covers(&mut engine), whole);
        }
    });
    assert!(cuts > 1_000 && with_excluded > 50, "too little was cut: {cuts} {with_excluded}");
}

#[test]
fn excluded_options_are_in_no_cover() {
    each_problem(42, [150, 20_000], |problem, all, random| {
        if problem.option_count() == 0 {
            return;
        }
        let mut pick = |most: usize| -> Vec<OptionId> {
            let options = problem.option_count() as u32;
            (0..usize::arbitrary(random) % most)
                .map(|_| OptionId::new(u32::arbitrary(random) % options))
                .collect()
        };
        let (prefix, excluded) = (pick(3), pick(6));
        let expected: BTreeSet<Cover> = all
            .iter()
            .filter(|cover| prefix.iter().all(|option| cover.contains(option)))
            .filter(|cover| !excluded.iter().any(|option| cover.contains(option)))
            .cloned()
            .collect();
        let cube = Cube { chosen: prefix.clone(), excluded };
        let unknown = OptionId::new(problem.option_count() as u32);
        for mut engine in engines(problem) {
            engine.start(&cube).unwrap();
            let open = engine.remaining();
            assert_eq!(
                covers(&mut engine).into_iter().collect::<BTreeSet<_>>(),
                expected,
                "{engine:?}"
            );
            // Before the first node everything remains. Nothing remains if options of the prefix
            // exclude each other.
            let mut left = BTreeSet::new();
            for part in &open {
                start(&mut engine, part);
                left.extend(covers(&mut engine));
            }
            assert_eq!(left, expected, "{engine:?}");
            assert_eq!(
                engine.start(&Cube::from(&prefix).without([unknown])).unwrap_err().option,
                unknown
            );
            assert_eq!((covers(&mut engine), engine.remaining()), (vec![], vec![]));
            engine.start(&Cube::default()).unwrap();
            assert_eq!(covers(&mut engine).len(), all.len());
        }
        let mut cheapest = CheapestLinks::new(problem);
        cheapest.start(&cube).unwrap();
        assert_eq!(covers(&mut cheapest).into_iter().collect::<BTreeSet<_>>(), expected);
    });
}

/// The bands engine, whose cubes come from positions. Puzzles with hundreds of solutions reach its
/// enumerations (`many.rs`).
#[test]
fn a_sudoku_can_be_cut_anywhere() {
    let mut random = Gen::from_size_and_seed(100, 43);
    let full: Grid =
        "123456789456789123789123456261874395835691247947532618394265871518347962672918534"
            .parse()
            .unwrap();
    let (mut cuts, mut residues, mut entered) = (0, 0, 0);
    for round in 0..24 {
        let mut grid = [b'.'; 81];
        for (cell, digit) in grid.iter_mut().zip(full.as_str().bytes()) {
            if u32::arbitrary(&mut random) % 100 < 36 + round % 8 {
                *cell = digit;
            }
        }
        let grid: Grid = std::str::from_utf8(&grid).unwrap().parse().unwrap();
        let prefix: Vec<OptionId> = grid.options().collect();
        let mut links = Links::new(sudoku::problem());
        links.start(&Cube::from(&prefix)).unwrap();
        if links.skip(3_000, u64::MAX).1 != Step::Exhausted {
            continue;
        }
        links.start(&Cube::from(&prefix)).unwrap();
        let expected: BTreeSet<Cover> = covers(&mut links).into_iter().collect();
        let mut engine = Bands::new(sudoku::problem()).unwrap();
        let whole = OpenCube { cube: Cube::from(&prefix), share: 1.0 };
        let mut open = vec![whole.clone()];
        let mut found = Vec::new();
        while let Some(part) = open.pop() {
            start(&mut engine, &part);
            // Some cuts come right after a cover, in the middle of an enumeration.
            for _ in 0..1 + usize::arbitrary(&mut random) % 200 {
                if engine.advance(1 + u64::arbitrary(&mut random) % 8) == Step::Cover {
                    found.push(Cover::from(engine.cover()));
                }
            }
            let rest = engine.remaining();
            let shares: f64 = rest.iter().map(|open| open.share).sum();
            assert!(shares < 1.0 + 1e-9);
            residues += usize::from(found.len() > 8 && rest.len() > 3);
            cuts += rest.len();
            open.extend(rest);
        }
        assert_eq!(found.len(), expected.len());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        if expected.len() < 100 {
            entered += enter_each_node(&mut engine, whole, &expected);
        }
    }
    assert!(cuts > 50 && residues > 5 && entered > 100, "{cuts} {residues} {entered}");
}

/// The sum of the shares of the open cubes is at most 1 and never grows.
#[test]
fn the_open_share_never_grows() {
    each_problem(44, [200, 200], |problem, _, _| {
        for mut engine in engines(problem) {
            engine.start(&Cube::default()).unwrap();
            let mut before = 1.0;
            while engine.advance(1) != Step::Exhausted {
                let left: f64 = engine.remaining().iter().map(|open| open.share).sum();
                assert!(left <= before + 1e-9, "what is left has grown from {before} to {left}");
                before = left;
            }
        }
    });
}
