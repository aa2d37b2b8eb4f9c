//! Tests of the engine for items that take several options, with larger bounds than in the other
//! tests: random problems, cut searches, and problems with known counts.

use std::collections::BTreeSet;

use crate::oracle;
use crate::oracle::random::{RandomProblem, rest as covers};
use quadrille::engine::bounded::Bounded;
use quadrille::engine::{links::Links, simd::Simd};
use quadrille::search::{Cube, Engine, OpenCube, Step, Unsupported};
use quadrille::{AnyEngine, Cover, EngineChoice, ItemId, Problem, Solver};
use quickcheck::{Arbitrary, Gen};

/// Returns a random problem with bounds up to 6, and copies of some options.
fn random_problem(random: &mut Gen) -> RandomProblem {
    let mut problem = RandomProblem::arbitrary(random);
    let mut below = |end: usize| usize::arbitrary(random) % end;
    for bounds in &mut problem.bounds {
        if below(2) == 0 {
            let low = below(4) as u32;
            *bounds = (low, (low + below(4) as u32).max(1));
        }
    }
    problem.options.truncate(9);
    for _ in 0..below(6) {
        if !problem.options.is_empty() {
            let copy = problem.options[below(problem.options.len())].clone();
            problem.options.insert(below(problem.options.len() + 1), copy);
        }
    }
    problem
}

/// Compares the engine with the oracle on a number of random problems. Every instruction set must
/// find all covers, each once, in the same order. A search that is cut after a few nodes and then
/// completed must find the same covers.
fn agree_with_the_oracle(seed: u64, problems: u32) {
    let mut random = Gen::from_size_and_seed(100, seed);
    let (mut several, mut colored, mut cut) = (0, 0, 0);
    for _ in 0..problems {
        let random_problem = random_problem(&mut random);
        let problem = random_problem.build();
        let expected = oracle::covers(&problem);
        several += usize::from(expected.len() > 1 && problem.has_bounds());
        colored += usize::from(expected.len() > 1 && problem.has_colors());
        let mut in_order: Option<Vec<Cover>> = None;
        for simd in Simd::available() {
            let mut engine = Bounded::with_simd(&problem, simd).unwrap();
            let found = covers(&mut engine);
            let set: BTreeSet<Cover> = found.iter().cloned().collect();
            assert_eq!((set.len(), &set), (found.len(), &expected), "{random_problem:?}");
            assert_eq!(in_order.get_or_insert_with(|| found.clone()), &found);
            engine.start(&Cube::default()).unwrap();
            assert_eq!(engine.skip(u64::MAX, u64::MAX), (expected.len() as u64, Step::Exhausted));
        }
        let whole = in_order.expect("every machine has an instruction set");
        // The search is cut after some nodes. This engine completes the sequence if it searches the
        // remaining cubes in order. Another engine completes the set.
        let mut engine = Bounded::new(&problem).unwrap();
        let (mut found, mut open) = (Vec::new(), vec![OpenCube::whole()]);
        for _ in 0..u64::arbitrary(&mut random) % 12 {
            if engine.advance(1) == Step::Cover {
                found.push(Cover::from(engine.cover()));
            }
            open = engine.remaining();
        }
        cut += usize::from(open.iter().any(|open| !open.cube.excluded.is_empty()));
        assert!(open.iter().map(|open| open.share).sum::<f64>() < 1.0 + 1e-9);
        let mut links = Links::new(&problem);
        let mut set: BTreeSet<Cover> = found.iter().cloned().collect();
        let mut count = found.len();
        for OpenCube { cube, .. } in &open {
            engine.start(cube).unwrap();
            found.extend(covers(&mut engine));
            links.start(cube).unwrap();
            let of_cube = covers(&mut links);
            count += of_cube.len();
            set.extend(of_cube);
        }
        assert_eq!(found, whole, "{random_problem:?}");
        assert_eq!((count, set), (expected.len(), expected), "{random_problem:?}");
    }
    let least = problems as usize / 20;
    assert!(
        several > 4 * least && colored > least && cut > least,
        "the problems cover too few cases: {several} {colored} {cut}"
    );
}

#[test]
fn covers_and_cuts_are_those_of_the_oracle() {
    agree_with_the_oracle(51, 1_000);
}

/// `docs/internals.md` has the command for more problems.
#[test]
#[ignore = "a long run of the test above"]
fn covers_and_cuts_are_those_of_the_oracle_for_long() {
    agree_with_the_oracle(52, 20_000);
}

fn problem(bounds: &[(u32, u32)], options: impl IntoIterator<Item = Vec<usize>>) -> Problem {
    let mut builder = Problem::builder();
    for &(low, high) in bounds {
        builder.unnamed_bounded(1, low..=high).unwrap();
    }
    for option in options {
        builder.option(option.into_iter().map(|item| ItemId::new(item as u32))).unwrap();
    }
    builder.build().unwrap()
}

/// Returns the number of covers, after checking that dancing links find the same number.
fn count(problem: &Problem) -> usize {
    let found = Solver::from(Bounded::new(problem).unwrap()).solutions().count();
    assert_eq!(Solver::from(Links::new(problem)).solutions().count(), found);
    found
}

/// Returns the problem of the designs 2-(points, 3, 2): sets of triples of `points` points that
/// contain each pair twice. Each triple is given `copies` times.
fn designs(points: usize, copies: usize) -> Problem {
    let pair = |a: usize, b: usize| a * (2 * points - a - 1) / 2 + b - a - 1;
    let mut triples = Vec::new();
    for (a, b, c) in
        (0..points.pow(3)).map(|n| (n / points / points, n / points % points, n % points))
    {
        if a < b && b < c {
            triples.extend(vec![vec![pair(a, b), pair(a, c), pair(b, c)]; copies]);
        }
    }
    problem(&vec![(2, 2); points * (points - 1) / 2], triples)
}

/// Up to isomorphism there is one design 2-(6,3,2) (Handbook of Combinatorial Designs, table
/// II.1.25). It has 60 automorphisms, so there are 720/60 designs on six given points. The designs
/// on seven points without a repeated triple are pairs of Fano planes without a common line. There
/// are 30 planes, and each has no line in common with 8 others. A design on six points has ten
/// different triples. If each triple is given twice, there are two choices for each of the ten.
#[test]
fn designs_have_known_counts() {
    assert_eq!(AnyEngine::new(&designs(7, 1), EngineChoice::Auto).unwrap().name(), "bounded");
    assert_eq!(count(&designs(6, 1)), 12);
    assert_eq!(count(&designs(7, 1)), 30 * 8 / 2);
    assert_eq!(count(&designs(6, 2)), 12 << 10);
}

/// If `n` options contain only one item, which has bounds, the number of covers of each size within
/// them is a binomial coefficient.
#[test]
fn an_item_takes_any_number_of_options_within_its_bounds() {
    let binomial = |n: usize, k: usize| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    for n in 1..12 {
        for low in 0..7 {
            for high in low.max(1)..9 {
                let expected = (low..=high.min(n)).map(|k| binomial(n, k)).sum::<usize>();
                let problem = problem(&[(low as u32, high as u32)], vec![vec![0]; n]);
                assert_eq!(count(&problem), expected, "{low} to {high} of {n}");
            }
        }
    }
}

/// Items at the boundaries of words, and spans longer than a register.
#[test]
fn engines_agree_where_a_mask_needs_another_word() {
    for items in [1, 62, 63, 64, 65, 127, 128, 129, 255, 256, 257, 510] {
        // The last item takes two or three of many options. Each other item is in one option,
        // except the one before the last, which is in two.
        let mut options: Vec<Vec<usize>> = vec![vec![items]; 40];
        options.extend((0..items).map(|item| vec![item]));
        options.push(vec![items - 1, items]);
        let mut bounds = vec![(1, 1); items];
        bounds.push((2, 3));
        assert_eq!(count(&problem(&bounds, options)), 780 + 9_880 + 40 + 780, "{items} items");
    }
}

#[test]
fn what_counts_too_far_is_left_to_dancing_links() {
    let many = problem(&[(17, 20)], vec![vec![0]; 21]);
    let refused = Bounded::new(&many).unwrap_err();
    assert_eq!(
        refused,
        Unsupported::TooLarge {
            what: "options that an item takes",
            size: 20,
            limit: Bounded::MAX_COUNT,
        }
    );
    assert_eq!(AnyEngine::new(&many, EngineChoice::Auto).unwrap().name(), "links");
    // An upper bound that no cover can exceed need not be counted.
    let few = problem(&[(1, 1_000), (0, 30)], vec![vec![0, 1]; 9]);
    assert_eq!(count(&few), 511);
}
