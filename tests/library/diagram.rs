//! Diagrams of all covers: comparisons with the covers of the oracle, files, drawings, samples and
//! limits.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::random::RandomProblem;
use num_bigint::BigUint;
use quadrille::diagram::{Diagram, DiagramErrorKind};
use quadrille::engine::memo::{self, Memo, NoDiagram};
use quadrille::search::{Cube, Engine, Step};
use quadrille::{Cover, ItemId, OptionId, Problem, Solver};
use quickcheck::{Arbitrary, Gen};

/// Returns random problems that the memo engine can search, with their covers.
fn problems(seed: u64, count: usize) -> impl Iterator<Item = (Problem, BTreeSet<Cover>)> {
    let mut random = Gen::from_size_and_seed(100, seed);
    std::iter::repeat_with(move || RandomProblem::arbitrary(&mut random).build())
        .filter(|problem| !problem.has_bounds())
        .map(|problem| {
            let covers = oracle::covers(&problem);
            (problem, covers)
        })
        .take(count)
}

fn set(diagram: &Diagram) -> BTreeSet<Cover> {
    let list: Vec<Cover> = diagram.iter().collect();
    let set: BTreeSet<Cover> = list.iter().cloned().collect();
    assert_eq!(list.len(), set.len(), "a cover occurs twice");
    set
}

const CASES: usize = if cfg!(debug_assertions) { 600 } else { 20_000 };

#[test]
fn a_diagram_holds_all_covers() {
    for (problem, covers) in problems(51, CASES) {
        let diagram = memo::diagram(&problem).unwrap();
        assert_eq!(set(&diagram), covers);
        assert_eq!(diagram.is_empty(), covers.is_empty());
        assert_eq!(diagram.count(), BigUint::from(covers.len()));
        assert_eq!(diagram.option_count(), problem.option_count());
    }
}

#[test]
fn the_nth_cover_is_that_of_the_iterator() {
    for (problem, _) in problems(52, CASES) {
        let diagram = memo::diagram(&problem).unwrap();
        let counts = diagram.counts();
        let mut index = BigUint::ZERO;
        for cover in &diagram {
            assert_eq!(counts.nth(&index), Some(cover));
            index += 1_u32;
        }
        assert_eq!(counts.nth(&index), None);
    }
}

#[test]
fn skipping_reaches_the_same_covers_as_visiting() {
    let mut random = Gen::from_size_and_seed(100, 53);
    for (problem, covers) in problems(53, CASES) {
        let mut solver = Solver::from(Memo::new(&problem).unwrap());
        let all: Vec<Cover> = solver.solutions().collect();
        assert_eq!(all.len(), covers.len());
        let mut solutions = solver.solutions();
        let mut at = 0;
        loop {
            let skipped = u64::arbitrary(&mut random) % (covers.len() as u64 / 2 + 2);
            at += skipped as usize;
            match solutions.nth_cover(skipped) {
                Some(cover) => assert_eq!(Cover::from(cover), all[at]),
                None => break assert!(at >= all.len()),
            }
            at += 1;
        }
        assert!(solutions.is_exhausted());
    }
}

#[test]
fn options_are_counted_over_all_covers() {
    for (problem, covers) in problems(54, CASES) {
        let counts = memo::diagram(&problem).unwrap().option_counts();
        assert_eq!(counts.len(), problem.option_count());
        for (option, count) in (0..).map(OptionId::new).zip(counts) {
            assert_eq!(
                count,
                BigUint::from(covers.iter().filter(|cover| cover.contains(&option)).count())
            );
        }
    }
}

#[test]
fn the_cheapest_and_the_most_expensive_cover_are_found() {
    for (problem, covers) in problems(55, CASES) {
        let diagram = memo::diagram(&problem).unwrap();
        let cost = |option| problem.cost(option);
        let total = |cover: &Cover| {
            cover.iter().map(|&option| i128::from(problem.cost(option))).sum::<i128>()
        };
        for (found, expected) in [
            (diagram.min_cost(cost), covers.iter().map(total).min()),
            (diagram.max_cost(cost), covers.iter().map(total).max()),
        ] {
            assert_eq!(found.as_ref().map(|(cost, _)| *cost), expected);
            if let Some((cost, cover)) = found {
                assert!(covers.contains(&cover) && total(&cover) == cost);
            }
        }
    }
}

#[test]
fn restricting_keeps_exactly_the_matching_covers() {
    let mut random = Gen::from_size_and_seed(100, 56);
    let mut not_empty = 0;
    let has_options = |(problem, _): &(Problem, _)| problem.option_count() > 0;
    for (problem, covers) in problems(56, CASES).filter(has_options) {
        let mut some = |count: usize| -> Vec<OptionId> {
            (0..count)
                .map(|_| OptionId::new(u32::arbitrary(&mut random) % problem.option_count() as u32))
                .collect()
        };
        let diagram = memo::diagram(&problem).unwrap();
        for (included, excluded) in [(some(1), some(0)), (some(0), some(2)), (some(2), some(1))] {
            let restricted = diagram.restrict(&included, &excluded).unwrap();
            let is_wanted = |cover: &&Cover| {
                included.iter().all(|option| cover.contains(option))
                    && !excluded.iter().any(|option| cover.contains(option))
            };
            let expected: BTreeSet<Cover> = covers.iter().filter(is_wanted).cloned().collect();
            not_empty += usize::from(!included.is_empty() && !expected.is_empty());
            assert_eq!(restricted.count(), BigUint::from(expected.len()));
            assert_eq!(set(&restricted), expected);
        }
    }
    assert!(not_empty > CASES / 10, "{not_empty} with something to keep");
}

#[test]
fn a_written_diagram_is_read_back() {
    for (problem, covers) in problems(57, CASES) {
        let diagram = memo::diagram(&problem).unwrap();
        let mut text = Vec::new();
        diagram.write(&mut text).unwrap();
        let read = Diagram::read(&text[..]).unwrap();
        assert_eq!(set(&read), covers);
        assert_eq!(
            (read.len_nodes(), read.len_edges()),
            (diagram.len_nodes(), diagram.len_edges())
        );
        let mut again = Vec::new();
        read.write(&mut again).unwrap();
        assert_eq!(again, text);
    }
}

#[test]
fn a_text_that_is_no_diagram_is_refused_with_the_line() {
    type IsIt = fn(&DiagramErrorKind) -> bool;
    let cases: [(&str, usize, IsIt); 16] = [
        ("", 1, |kind| matches!(kind, DiagramErrorKind::NoHeader)),
        ("a b c\na b\n", 1, |kind| matches!(kind, DiagramErrorKind::NoHeader)),
        ("quadrille diagram 2\n", 1, |kind| matches!(kind, DiagramErrorKind::NoHeader)),
        ("| first\nquadrille diagram 1\n", 3, |kind| matches!(kind, DiagramErrorKind::NoOptions)),
        ("quadrille diagram 1\noptions many\n", 2, |kind| {
            matches!(kind, DiagramErrorKind::NoOptions)
        }),
        ("quadrille diagram 1\noptions 4294967295\n", 2, |kind| {
            matches!(kind, DiagramErrorKind::TooManyOptions(u32::MAX))
        }),
        ("quadrille diagram 1\noptions 1\n- 1>1\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::NoLine(_))
        }),
        ("quadrille diagram 1\noptions 1\nroot\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::NoLine(_))
        }),
        ("quadrille diagram 1\noptions 1\n+ 1\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::NoEdge { is_product: false, .. })
        }),
        ("quadrille diagram 1\noptions 1\n* 1>1\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::NoEdge { is_product: true, .. })
        }),
        ("quadrille diagram 1\noptions 1\n+ 1>2\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::NoNode { nodes: 2, .. })
        }),
        ("quadrille diagram 1\noptions 1\n+ 1>0\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::ToNothing)
        }),
        ("quadrille diagram 1\noptions 1\n+ 0>1\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::NoOption { .. })
        }),
        ("quadrille diagram 1\noptions 1\n+ 1,2>1\n", 3, |kind| {
            matches!(kind, DiagramErrorKind::NoOption { .. })
        }),
        ("quadrille diagram 1\noptions 1\n+ 1>1\n", 4, |kind| {
            matches!(kind, DiagramErrorKind::NoRoot)
        }),
        ("quadrille diagram 1\noptions 1\nroot 1\n+ 1>1\n", 4, |kind| {
            matches!(kind, DiagramErrorKind::BehindRoot)
        }),
    ];
    for (text, line, is_it) in cases {
        let error = Diagram::read(text.as_bytes()).unwrap_err();
        assert!(error.line == line && is_it(&error.kind), "{text}: {error}");
    }
}

#[test]
fn a_drawing_names_every_edge() {
    let mut builder = Problem::builder();
    builder.primary(["a", "\"b\""]).unwrap();
    for option in [&["a"][..], &["\"b\""], &["a", "\"b\""]] {
        builder.option(option).unwrap();
    }
    let problem = builder.build().unwrap();
    let mut text = Vec::new();
    memo::diagram(&problem)
        .unwrap()
        .write_dot(&mut text, |option| problem.option_text(option))
        .unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("digraph diagram {") && text.ends_with("}\n"));
    assert!(text.contains("n2 -> n1 [label=\"a\\n\\\"b\\\"\"]"), "{text}");
    assert!(text.contains("n2 -> n1 [label=\"a \\\"b\\\"\"]"), "{text}");
}

/// Each of 945 covers (the matchings of 10 people) must be sampled about equally often. The sum
/// over all covers of the squared deviation from the mean, divided by the mean, has nearly a
/// chi-squared distribution, with a mean of 944 (the number of covers less one) and a standard
/// deviation of the square root of twice that.
#[test]
fn samples_are_uniform() {
    let mut builder = Problem::builder();
    builder.unnamed_primary(10).unwrap();
    for (a, b) in (0..10).flat_map(|a| (0..a).map(move |b| (a, b))) {
        builder.option([ItemId::new(a), ItemId::new(b)]).unwrap();
    }
    let diagram = memo::diagram(&builder.build().unwrap()).unwrap();
    let counts = diagram.counts();
    assert_eq!(counts.total(), 945);
    let mut state = 61_u64;
    // splitmix64, by Steele, Lea and Flood.
    let mut random = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    let samples = if cfg!(debug_assertions) { 9_450 } else { 945_000 };
    let mut times = std::collections::BTreeMap::new();
    for _ in 0..samples {
        *times.entry(counts.sample(&mut random).unwrap()).or_insert(0_u32) += 1;
    }
    let mean = f64::from(samples) / 945.0;
    let met: f64 = times.values().map(|&times| (f64::from(times) - mean).powi(2) / mean).sum();
    let chi_squared = met + (945 - times.len()) as f64 * mean;
    let (expected, deviation) = (944.0, (2.0 * 944.0_f64).sqrt());
    assert!((chi_squared - expected).abs() < 4.0 * deviation, "{chi_squared}");
}

#[test]
fn a_diagram_beyond_the_memory_is_refused_and_the_engine_works_without() {
    let mut refused = 0;
    for (problem, covers) in problems(58, 200) {
        let tiny = Memo::new(&problem).unwrap().with_memory(64);
        let mut search = tiny.diagram_search(&Cube::default()).unwrap();
        while search.advance(10) == Step::Paused && !search.is_cut_short() {}
        if search.is_cut_short() {
            assert_eq!(search.advance(u64::MAX), Step::Paused);
            let error = search.finish().expect_err("it is cut short");
            assert!(error.to_string().contains("too large"));
            refused += 1;
        }
        let mut solver = Solver::from(tiny);
        let found: BTreeSet<Cover> = solver.solutions().collect();
        assert_eq!(found, covers);
    }
    assert!((1..200).contains(&refused), "{refused}");
}

#[test]
fn bounds_are_refused() {
    let mut builder = Problem::builder();
    builder.bounded(["a"], 0..=2).unwrap();
    builder.option(["a"]).unwrap();
    let problem = builder.build().unwrap();
    assert!(matches!(memo::diagram(&problem), Err(NoDiagram::Unsupported(_))));
    assert!(Memo::new(&problem).is_err());
    let mut empty = Problem::builder();
    empty.primary(["a"]).unwrap();
    let mut none = Memo::new(&empty.build().unwrap()).unwrap();
    assert_eq!(none.skip(u64::MAX, u64::MAX).0, 0);
}
