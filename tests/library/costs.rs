//! Tests of the cheapest and the dearest covers: a comparison with the oracle, the bounds of
//! stopped searches, and the limits of costs.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille::search::{Cube, Step};
use quadrille::{BuildError, Cheapest, Cover, Limits, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

use crate::oracle;
use crate::oracle::random::{RandomProblem, cases};

fn cost(problem: &Problem, cover: &Cover) -> i64 {
    cover.iter().map(|&option| problem.cost(option)).sum()
}

/// The changes to the costs of random problems: a common divisor, all negative, all equal, and
/// others.
const COSTS: [fn(i64) -> i64; 7] = [
    |cost| cost,
    |cost| 2 * cost,
    |cost| 7 * cost,
    |cost| 1000 * cost,
    |cost| 1000 * (cost - 31),
    |_| 6,
    |_| -14,
];

/// Returns a random problem of 3 to 8 items and 20 options with costs from -9 to 30. It is searched
/// with masks, and often has many covers.
fn plain(random: &mut Gen) -> RandomProblem {
    let mut below = |end| u32::arbitrary(random) % end;
    let (primary, secondary) = (3 + below(4), below(3));
    let mut option = || {
        let items: BTreeSet<u32> = (0..1 + below(3)).map(|_| below(primary + secondary)).collect();
        (items.into_iter().map(|item| (item, None)).collect(), i64::from(below(40)) - 9)
    };
    let options = (0..20).map(|_| option()).collect();
    RandomProblem { bounds: vec![(1, 1); primary as usize], secondary: secondary as usize, options }
}

/// Compares the results of a search so far with the optimum, which is `None` without a cover.
fn check_message(search: &Cheapest, optimum: Option<i64>, is_dearest: bool, case: u64) {
    let Some(optimum) = optimum else {
        assert_eq!((search.best_cost(), search.gap()), (None, None), "case {case}");
        return;
    };
    let (bound, best) = (search.bound(), search.best_cost());
    let in_order = |low, high| if is_dearest { low >= high } else { low <= high };
    assert!(in_order(bound, optimum), "case {case}: bound {bound}, optimum {optimum}");
    let Some(best) = best else { return };
    assert!(in_order(optimum, best), "case {case}: best {best}, optimum {optimum}");
    let gap = search.gap().expect("there is a cover");
    let distance = (best - optimum).unsigned_abs() as f64;
    assert!(gap >= distance / best.unsigned_abs().max(1) as f64, "case {case}: gap {gap}");
    assert!(gap > 0.0 || best == optimum, "case {case}: {best} for {optimum} is proved");
}

/// Half of the problems are plain. The others may also have colors and bounds. The results of a
/// search are checked after each step, and at limits below 30 nodes.
#[test]
fn the_best_covers_are_those_of_the_oracle_in_order_and_bounds_are_true() {
    let mut random = Gen::from_size_and_seed(100, 190);
    let (mut with_covers, mut messages) = (0, 0_u64);
    for case in 0..cases([500, 500]) as u64 {
        let mut problem =
            if case % 2 == 0 { plain(&mut random) } else { RandomProblem::arbitrary(&mut random) };
        let costs = COSTS[case as usize % COSTS.len()];
        problem.options.iter_mut().for_each(|(_, cost)| *cost = costs(*cost));
        let problem = problem.build();
        let (count, slice) = (usize::arbitrary(&mut random) % 9, 1 + case % 5);
        let is_dearest = case % 3 == 0;
        let options = problem.option_count();
        let chosen: Vec<OptionId> = (case % 5 == 0 && options > 0)
            .then(|| OptionId::new((usize::arbitrary(&mut random) % options) as u32))
            .into_iter()
            .collect();
        let covers = oracle::covers(&problem);
        let mut expected: Vec<i64> = covers
            .iter()
            .filter(|cover| chosen.iter().all(|option| cover.contains(option)))
            .map(|cover| cost(&problem, cover))
            .collect();
        expected.sort_unstable();
        if is_dearest {
            expected.reverse();
        }
        let optimum = expected.first().copied();
        let new = |count| {
            let new = if is_dearest { Cheapest::dearest } else { Cheapest::new };
            let mut search = new(&problem, count);
            search.start(&Cube::from(&chosen)).unwrap();
            search
        };
        let mut search = new(count);
        while search.advance(slice) != Step::Exhausted {
            check_message(&search, optimum, is_dearest, case);
            messages += 1;
        }
        for nodes in 0..30 {
            let mut search = new(1 + nodes as usize % 2).limited(Limits::none().nodes(nodes));
            while search.advance(u64::MAX) == Step::Cover {}
            check_message(&search, optimum, is_dearest, case);
            messages += 1;
            if search.is_exhausted() {
                break;
            }
        }
        expected.truncate(count);
        assert_eq!(search.best_cost(), expected.first().copied(), "case {case}");
        let found = search.into_covers();
        for (cover, of_cover) in &found {
            assert_eq!((problem.check(cover), cost(&problem, cover)), (Ok(()), *of_cover));
        }
        let costs: Vec<i64> = found.iter().map(|&(_, cost)| cost).collect();
        assert_eq!(costs, expected, "case {case}");
        with_covers += usize::from(!costs.is_empty());
    }
    assert!(with_covers > 50, "few of the random problems have covers");
    println!("{messages} messages");
}

/// With costs near the limits the search does not use the relaxation, and sums stay exact.
#[test]
fn costs_of_any_size_that_fits_are_exact() {
    let most = i64::MAX / 4;
    let mut builder = Problem::builder();
    builder.primary(["a", "b"]).unwrap();
    builder.option_with_cost(["a"], most).unwrap();
    builder.option_with_cost(["b"], -most).unwrap();
    builder.option_with_cost(["a", "b"], 1).unwrap();
    builder.option_with_cost(["a", "b"], -most).unwrap();
    let problem = builder.build().unwrap();
    let costs: Vec<i64> = problem.best(9).into_iter().map(|(_, cost)| cost).collect();
    assert_eq!(costs, [-most, 0, 1]);
    let mut dearest = Cheapest::dearest(&problem, 1);
    while dearest.advance(1) != Step::Exhausted {}
    assert_eq!(dearest.best_cost(), Some(1));
}

#[test]
fn costs_that_do_not_fit_are_an_error() {
    let mut builder = Problem::builder();
    builder.primary(["a"]).unwrap();
    assert_eq!(builder.option_with_cost(["a"], i64::MIN), Err(BuildError::CostTooLarge));
    builder.option_with_cost(["a"], -i64::MAX).unwrap();
    assert_eq!(builder.option_with_cost(["a"], 1), Err(BuildError::CostTooLarge));
    assert_eq!(builder.option_with_cost(["a"], -1), Err(BuildError::CostTooLarge));
    builder.option_with_cost(["a"], 0).unwrap();
    let costs: Vec<i64> =
        builder.build().unwrap().best(2).into_iter().map(|(_, cost)| cost).collect();
    assert_eq!(costs, [-i64::MAX, 0]);
}

/// The search is large enough to be cut into parts: it has 1.3 million nodes, or 0.2 million for
/// the smaller problem of a debug build.
#[test]
fn all_numbers_of_threads_find_the_same_covers_in_the_same_order() {
    // More threads than the parts that are searched at a time.
    let (size, count, numbers) = match cfg!(debug_assertions) {
        true => (12_u32, 1_000, &[17][..]),
        false => (14, 300, &[2, 3, 17][..]),
    };
    let mut builder = Problem::builder();
    builder.unnamed_primary(2 * size as usize).unwrap();
    builder.unnamed_secondary(2 * (2 * size as usize - 1)).unwrap();
    for (row, column) in (0..size * size).map(|at| (at / size, at % size)) {
        let diagonals = [2 * size + row + column, 5 * size - 2 + row - column];
        let items = [row, size + column, diagonals[0], diagonals[1]];
        let cost = i64::from((row * 31 + column * column * 17) % 23);
        let entries = items.map(|item| (quadrille::ItemId::new(item), None::<u32>));
        builder.option_with_cost(entries, cost).unwrap();
    }
    let problem = builder.build().unwrap();
    let run = |threads: usize| {
        let mut search = Cheapest::new(&problem, count);
        let threads = NonZeroUsize::new(threads).unwrap();
        assert!(search.run(threads, |_| ControlFlow::Continue(())).is_continue());
        search.into_covers()
    };
    let alone = run(1);
    assert_eq!(alone.len(), count);
    for &threads in numbers {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}
