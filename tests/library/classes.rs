//! Tests of counting by classes of isomorphic subproblems, compared with the oracle and with
//! published numbers.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::random::{RandomProblem, below, cases};
use num_bigint::BigUint;
use quadrille::engine::classes::ClassSearch;
use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::latin::Latin;
use quadrille::puzzle::polyomino::{Polyominoes, ShapeSet, Sides};
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::steiner::Steiner;
use quadrille::puzzle::{Puzzle, Uses};
use quadrille::search::{Cube, Engine, Step};
use quadrille::solve::{Method, WeightedCubes};
use quadrille::{Counter, ItemId, Limits, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

/// Returns a random problem without bounds, often with symmetries: options are repeated with the
/// primary items and the secondary items rotated by one, two, and more places.
pub(crate) fn random_problem(g: &mut Gen) -> Problem {
    let mut problem = RandomProblem::arbitrary(g);
    problem.bounds.fill((1, 1));
    let (primary, secondary) = (problem.bounds.len() as u32, problem.secondary as u32);
    if bool::arbitrary(g) {
        let turned = |item: u32| match item < primary {
            true => (item + 1) % primary,
            false => primary + (item - primary + 1) % secondary,
        };
        let kept = 1 + below(g, 4);
        problem.options.truncate(kept);
        let mut last = 0;
        while last < problem.options.len() && problem.options.len() < 24 {
            let (option, cost) = problem.options[last].clone();
            let option = option.into_iter().map(|(item, color)| (turned(item), color)).collect();
            problem.options.push((option, cost));
            last += 1;
        }
    }
    problem.build()
}

/// Counts to the end in slices of random lengths, and checks the lower bound after each.
fn counted(mut search: ClassSearch, expected: u64, g: &mut Gen) -> BigUint {
    search.set_few(below(g, 6));
    if bool::arbitrary(g) {
        search.limit_memory(1000);
    }
    let mut known = BigUint::ZERO;
    while !search.advance(1 + below(g, 400) as u64) {
        let so_far = search.count_so_far();
        assert!(known <= so_far && so_far <= expected.into());
        assert!((0.0..=1.000001).contains(&search.open()));
        known = so_far;
    }
    assert_eq!(search.open(), 0.0);
    search.count_so_far()
}

#[test]
fn counts_are_those_of_the_oracle() {
    let mut random = Gen::from_size_and_seed(100, 31);
    let (mut many, mut groups) = (0, 0);
    let cases = cases([400, 3000]);
    for _ in 0..cases {
        let problem = random_problem(&mut random);
        let covers = oracle::covers(&problem);
        let mut search =
            ClassSearch::new(&problem, &Cube::default(), &problem.symmetries()).unwrap();
        search.set_few(0);
        while !search.advance(1) && search.order().is_none() {}
        groups += usize::from(search.order().is_some_and(|order| *order > 1_u32.into()));
        let search = ClassSearch::new(&problem, &Cube::default(), &problem.symmetries()).unwrap();
        let count = counted(search, covers.len() as u64, &mut random);
        assert_eq!(count, covers.len().into(), "{problem:?}");
        many += usize::from(covers.len() > 3);
        // The covers with one random option and without another, which may be the same option.
        if problem.option_count() > 1 {
            let [one, other] = [(); 2].map(|()| below(&mut random, problem.option_count()));
            let [chosen, excluded] = [one, other].map(|option| OptionId::new(option as u32));
            let cube = Cube::from([chosen].as_slice()).without([excluded]);
            let of_cube =
                covers.iter().filter(|cover| cover.contains(&chosen) && !cover.contains(&excluded));
            let expected = of_cube.count() as u64;
            let search = ClassSearch::new(&problem, &cube, &problem.symmetries()).unwrap();
            assert_eq!(counted(search, expected, &mut random), expected.into(), "{problem:?}");
        }
    }
    assert!(
        many > cases / 10 && groups > cases / 10,
        "{many} with many covers, {groups} with a group"
    );
}

/// Returns the problem of the 1-factorizations of the complete graph of `n` vertices. Each option
/// is a perfect matching.
pub(crate) fn factorizations(n: usize) -> Problem {
    fn matchings(left: &[usize], begun: &[[usize; 2]], all: &mut Vec<Vec<[usize; 2]>>) {
        let Some((&first, left)) = left.split_first() else {
            all.push(begun.to_vec());
            return;
        };
        for (at, &other) in left.iter().enumerate() {
            let rest = [&left[..at], &left[at + 1..]].concat();
            matchings(&rest, &[begun, &[[first, other]]].concat(), all);
        }
    }
    let mut all = Vec::new();
    matchings(&(0..n).collect::<Vec<_>>(), &[], &mut all);
    let mut builder = Problem::builder();
    builder.unnamed_primary(n * (n - 1) / 2).unwrap();
    for matching in all {
        let edges = matching.into_iter().map(|[a, b]| ItemId::new((b * (b - 1) / 2 + a) as u32));
        builder.option(edges).unwrap();
    }
    builder.build().unwrap()
}

/// Latin squares: OEIS A002860. Steiner triple systems: A030128. 1-factorizations: A000438.
#[test]
fn counts_of_the_literature() {
    let cases = [
        (Latin::new(6).unwrap().problem().clone(), 812_851_200_u64),
        (Steiner::new(13).unwrap().problem().clone(), 1_197_504_000),
        (factorizations(8), 6240),
        (factorizations(10), 1_225_566_720),
    ];
    for (problem, expected) in cases {
        let mut search =
            ClassSearch::new(&problem, &Cube::default(), &problem.symmetries()).unwrap();
        while !search.advance(u64::MAX) {}
        assert_eq!(search.count_so_far(), expected.into());
        assert_eq!(problem.count(), expected);
    }
}

#[test]
fn a_counter_takes_classes_where_there_are_many_symmetries() {
    let squares = Latin::new(6).unwrap();
    let mut counter = Counter::new(squares.problem());
    let (mut known, mut slices) = (BigUint::ZERO, 0);
    while counter.advance(1000) == Step::Paused {
        let so_far = counter.count_so_far();
        assert!(!so_far.is_exact() && so_far.to_big() >= known);
        assert!(so_far.to_big() < 812_851_200_u32.into());
        known = so_far.to_big();
        slices += 1;
    }
    assert!(slices > 50, "{slices} slices");
    assert_eq!(counter.count_so_far(), 812_851_200);
    assert_eq!(counter.open(), 0.0);
    let Method::Classes(order) = counter.method() else { panic!("{}", counter.method()) };
    assert_eq!(order, 2_239_488_000.0);
    // A new start leaves nothing of the last search.
    counter.start(&Cube::default()).unwrap();
    assert_eq!(counter.count_so_far().to_big(), BigUint::ZERO);
    assert_eq!((counter.open(), counter.stats().nodes), (1.0, 0));
}

/// Returns problems with few symmetries, each with its known number of covers and the order of its
/// group. Queens: OEIS A000170. Langford pairs: twice A014552. Pentominoes in 8x8 without the
/// middle: Scott, 1958.
fn boards() -> [(Problem, u32, u32); 3] {
    let board = |size: &str| {
        let shapes = ShapeSet::Pentominoes.shapes(Sides::Free);
        let board = Polyominoes::new(shapes, Sides::Free, Uses::Once, size.parse().unwrap());
        board.unwrap().problem().clone()
    };
    [
        (Queens::new(13).unwrap().problem().clone(), 73_712, 8),
        (Langford::new(11).unwrap().problem().clone(), 35_584, 2),
        (board("8x8-2x2"), 520, 8),
    ]
}

#[test]
fn one_of_each_class_of_cubes_is_counted_where_there_are_few_symmetries() {
    let mut random = Gen::from_size_and_seed(100, 32);
    for (problem, expected, order) in boards() {
        let mut counter = Counter::new(&problem);
        let mut known = BigUint::ZERO;
        while counter.advance(1 + below(&mut random, 5000) as u64) == Step::Paused {
            let so_far = counter.count_so_far();
            assert!(!so_far.is_exact() && so_far.to_big() >= known);
            assert!(so_far.to_big() <= expected.into());
            assert!((0.0..=1.000001).contains(&counter.open()));
            known = so_far.to_big();
        }
        assert_eq!(counter.count_so_far(), u64::from(expected));
        assert_eq!(counter.open(), 0.0);
        assert_eq!(counter.method(), Method::Classes(f64::from(order)));
        // The counter can count again, and can count a cube. Pentominoes take a long time without
        // optimization.
        if cfg!(debug_assertions) && expected == 520 {
            continue;
        }
        let first = OptionId::new(0);
        let [with, without] = [Cube::from([first]), Cube::default().without([first])];
        let counts = [&with, &without].map(|cube| {
            counter.start(cube).unwrap();
            while counter.advance(u64::MAX) == Step::Paused {}
            counter.count_so_far().to_big()
        });
        assert_eq!(counts.iter().sum::<BigUint>(), expected.into());
    }
}

/// The cache saves more than the order of the group: 42,000 nodes are enough, and with one cube of
/// each class it would be 113,000.
#[test]
fn no_classes_of_cubes_are_counted_where_the_cache_saves_more() {
    let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    let board =
        Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, "12x12".parse().unwrap()).unwrap();
    let mut counter = Counter::new(board.problem());
    while counter.advance(10_000) == Step::Paused {}
    assert_eq!(counter.count_so_far().to_string(), "53060477521960000");
    assert!(matches!(counter.method(), Method::Cache(_)), "{}", counter.method());
    assert!(counter.stats().nodes < 60_000, "{:?}", counter.stats());
}

/// Without memory for a cache, classes of cubes are counted: 7 million nodes instead of 26 million.
#[test]
fn classes_of_cubes_are_counted_where_the_cache_has_too_little_memory() {
    let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    let board =
        Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, "8x8".parse().unwrap()).unwrap();
    let mut counter = Counter::new(board.problem()).with_memory(10_000);
    while !matches!(counter.method(), Method::Classes(_)) {
        assert_eq!(counter.advance(10_000), Step::Paused);
    }
    assert!(counter.stats().nodes < 1_000_000, "{:?}", counter.stats());
}

/// At whatever point a count hands over its remaining cubes, their covers, each counted with the
/// weight of its cube, are as many as the covers that are not yet counted. Without weights, each of
/// those covers is in one cube.
#[test]
fn what_is_left_of_a_count_of_classes_is_handed_over() {
    let (problem, expected, _) = &boards()[0];
    let mut weights = BTreeSet::new();
    // Before the classes are counted, while they are counted, and without weights.
    for (nodes, is_weighted) in
        [(0, true), (60_000, true), (110_000, true), (0, false), (150_000, false), (350_000, false)]
    {
        let mut counter = Counter::new(problem);
        if !is_weighted {
            counter = counter.without_weights();
        }
        while counter.stats().nodes < nodes && counter.advance(997) == Step::Paused {}
        while !counter.is_searching() && counter.advance(997) == Step::Paused {}
        let Some((mut engine, groups)) = counter.take_remaining() else { continue };
        let mut count = counter.count_so_far().to_big();
        for WeightedCubes { weight, cubes } in groups {
            assert!(is_weighted || weight == 1);
            weights.insert(weight);
            for open in cubes {
                engine.start(&open.cube).unwrap();
                count += engine.skip(u64::MAX, u64::MAX).0 * weight;
            }
        }
        assert_eq!(count, (*expected).into(), "after {nodes} nodes");
    }
    assert!(weights.len() > 1, "{weights:?}");
}

/// The work of the plain search counts even if the search by classes finishes.
#[test]
fn the_nodes_of_a_count_never_decrease() {
    let triples = Steiner::new(13).unwrap();
    for slice in [60, 997, 3_000] {
        let mut counter = Counter::new(triples.problem()).with_memory(0);
        let (mut before, mut step) = (0, Step::Paused);
        while step == Step::Paused {
            step = counter.advance(slice);
            let nodes = counter.stats().nodes;
            assert!(nodes >= before, "{nodes} nodes after {before} in steps of {slice}");
            before = nodes;
        }
        assert!(matches!(counter.method(), Method::Classes(_)), "{}", counter.method());
    }
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let squares = Latin::new(6).unwrap();
    for nodes in [500, 2_000, 6_000, 9_000] {
        let limits = Limits::none().nodes(nodes);
        let mut counter = Counter::new(squares.problem()).limited(limits);
        while counter.advance(777) == Step::Paused && !counter.is_cut_short() {}
        let count = counter.count_so_far();
        assert!(counter.is_cut_short() && !count.is_exact());
        assert!(count.to_big() <= 812_851_200_u32.into());
    }
}

#[test]
fn little_memory_costs_time_only() {
    let triples = Steiner::new(13).unwrap();
    for bytes in [10_000, 1_000_000] {
        let mut search =
            ClassSearch::new(triples.problem(), &Cube::default(), &triples.problem().symmetries())
                .unwrap();
        search.limit_memory(bytes);
        while !search.advance(u64::MAX) {}
        assert_eq!(search.count_so_far(), 1_197_504_000_u32.into());
    }
}
