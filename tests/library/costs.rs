//! The cheapest and the dearest covers: the oracle's, what a stopped search proves, and the limits
//! of costs.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille::search::{Cube, Step};
use quadrille::{BuildError, Cheapest, Cover, OptionId, Problem};
use quickcheck::{Arbitrary, Gen};

use crate::oracle;
use crate::oracle::random::RandomProblem;

/// The number of random problems. `QUADRILLE_CASES=20000` takes more.
fn cases() -> u64 {
    std::env::var("QUADRILLE_CASES").map_or(500, |cases| cases.parse().expect("a number"))
}

fn cost(problem: &Problem, cover: &Cover) -> i64 {
    cover.iter().map(|&option| problem.cost(option)).sum()
}

/// Costs have both signs here, and problems have secondary items, colors and bounds. After each
/// step the bound is true.
#[test]
fn the_best_covers_are_those_of_the_oracle_in_order_and_bounds_are_true() {
    let mut random = Gen::from_size_and_seed(100, 190);
    let mut with_covers = 0;
    for case in 0..cases() {
        let problem = RandomProblem::arbitrary(&mut random).build();
        let (count, slice) = (usize::arbitrary(&mut random) % 9, 1 + case % 7);
        let dearest = case % 3 == 0;
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
        if dearest {
            expected.reverse();
        }
        let mut search = if dearest {
            Cheapest::dearest(&problem, count)
        } else {
            Cheapest::new(&problem, count)
        };
        search.start(&Cube::from(&chosen)).unwrap();
        loop {
            let step = search.advance(slice);
            if let Some(&best) = expected.first() {
                let is_true = if dearest { search.bound() >= best } else { search.bound() <= best };
                assert!(is_true, "case {case}: bound {}, best {best}", search.bound());
            }
            if step == Step::Exhausted {
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
}

/// Costs near the limits are searched without the relaxation, and sums stay exact.
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

/// The search has 1.3 million nodes, so it is cut into parts.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes long without optimization")]
fn all_numbers_of_threads_find_the_same_covers_in_the_same_order() {
    let size = 14_u32;
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
        let mut search = Cheapest::new(&problem, 300);
        let threads = NonZeroUsize::new(threads).unwrap();
        assert!(search.run(threads, |_| ControlFlow::Continue(())).is_continue());
        search.into_covers()
    };
    let alone = run(1);
    assert_eq!(alone.len(), 300);
    for threads in [2, 3] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}
