//! Tests that iterators are lazy and ordered, stay at their end, and can be dropped at any time.

use quadrille::engine::links::Links;
use quadrille::search::Step;
use quadrille::solve::First;
use quadrille::sudoku::{self, Grid};
use quadrille::{Cheapest, Counter, Cover, ItemId, Limits, Problem, Solutions, Solver};

/// Returns a problem of `n` items with two options each, which has 2^n covers.
fn doubles(n: u32) -> Problem {
    let mut builder = Problem::builder();
    builder.unnamed_primary(n as usize).unwrap();
    for item in (0..n).flat_map(|item| [item, item]) {
        builder.option([ItemId::new(item)]).unwrap();
    }
    builder.build().unwrap()
}

#[test]
fn the_first_solution_of_the_empty_grid_comes_at_once() {
    let mut solutions = Grid::EMPTY.solutions();
    assert_eq!(solutions.stats().nodes, 0, "nothing is searched before the first call");
    let first = solutions.next().unwrap();
    assert!(first.is_full() && first.clash().is_none());
    let nodes = solutions.stats().nodes;
    assert!(nodes <= 500, "{nodes} nodes for the first solution");
    solutions.next().unwrap();
    assert!(solutions.stats().nodes - nodes <= 100, "the second one starts from the first");
}

#[test]
fn an_iterator_ends_for_good() {
    let mut covers = doubles(3).solutions();
    assert_eq!(covers.by_ref().count(), 8);
    for _ in 0..3 {
        assert_eq!(covers.next(), None);
        assert_eq!(covers.next_cover(), None);
    }
    assert!(covers.is_exhausted());

    let mut none = sudoku::Solver::new();
    let clash: Grid = format!("55{}", ".".repeat(79)).parse().unwrap();
    let mut solutions = none.solutions(&clash);
    assert_eq!((solutions.next(), solutions.next()), (None, None));
}

#[test]
fn a_solver_survives_searches_dropped_half_way() {
    let problem = doubles(10);
    let mut solver = Solver::new(&problem);
    for taken in 0..40 {
        assert_eq!(solver.solutions().take(taken).count(), taken);
    }
    assert_eq!(solver.solutions().count(), 1024);
}

#[test]
fn count_nth_and_fold_agree_with_next() {
    let problem = doubles(6);
    let all: Vec<Cover> = std::iter::from_fn({
        let mut solutions = problem.solutions();
        move || solutions.next()
    })
    .collect();
    assert_eq!(all.len(), 64);
    assert_eq!(
        problem.solutions().fold(Vec::new(), |mut covers, cover| {
            covers.push(cover);
            covers
        }),
        all
    );
    let mut solutions = problem.solutions();
    assert_eq!(solutions.next().as_ref(), Some(&all[0]));
    assert_eq!(solutions.nth(9).as_ref(), Some(&all[10]));
    assert_eq!(solutions.next().as_ref(), Some(&all[11]));
    assert_eq!(solutions.clone().count(), 64 - 12);
    assert_eq!(solutions.nth(100), None);
    assert_eq!(solutions.next(), None);
    assert_eq!(problem.solutions().nth(64), None);
    assert_eq!(problem.solutions().step_by(7).count(), 10);

    let puzzle: Grid =
        "027800061000030008910005420500016030000970200070000096700000080006027000030480007"
            .parse()
            .unwrap();
    let solutions: Vec<Grid> = puzzle.solutions().collect();
    assert_eq!(puzzle.solutions().nth(3), Some(solutions[3]));
    assert_eq!(puzzle.solutions().nth(4), None);
    assert_eq!(puzzle.solutions().skip(1).count(), 3);
}

#[test]
fn borrowed_covers_equal_owned_covers() {
    let problem = doubles(5);
    let given: Vec<Cover> = problem.solutions().collect();
    let mut solutions = problem.solutions();
    let mut lent = Vec::new();
    while let Some(options) = solutions.next_cover() {
        lent.push(Cover::from(options));
    }
    assert_eq!(lent, given);
}

#[test]
fn the_order_is_the_same_every_time() {
    let problem = doubles(8);
    assert!(problem.solutions().eq(Solver::from(Links::new(&problem)).solutions()));
    assert!(Grid::EMPTY.solutions().take(50).eq(Grid::EMPTY.solutions().take(50)));
}

#[test]
fn limits_count_from_the_start_and_can_be_raised() {
    let problem = doubles(4);
    let mut solutions = problem.solutions().limited(Limits::none().covers(5));
    assert_eq!(solutions.by_ref().count(), 5);
    assert!(solutions.is_cut_short());
    let mut solutions = solutions.limited(Limits::none().covers(7));
    assert_eq!(solutions.by_ref().count(), 2);
    assert_eq!(solutions.limited(Limits::none()).count(), 9);
}

#[test]
fn iterators_can_be_sent_to_another_thread() {
    fn sendable<T: Send + 'static>(value: T) -> T {
        value
    }
    let solutions: Solutions = sendable(doubles(4).solutions());
    assert_eq!(std::thread::spawn(move || solutions.count()).join().unwrap(), 16);
    let problem = doubles(4);
    let (mut counter, first) = sendable((Counter::new(&problem), First::new(&problem)));
    let mut cheapest = sendable(Cheapest::new(&problem, 1));
    drop(problem);
    let search = move || {
        while cheapest.advance(1000) != Step::Exhausted {}
        (counter.finish(|_, _| true), first.find().is_some(), cheapest.best_cost())
    };
    assert_eq!(std::thread::spawn(search).join().unwrap(), (16.into(), true, Some(0)));
    let mut solutions = sendable(Grid::EMPTY.solutions());
    let first = solutions.next();
    assert_ne!(std::thread::spawn(move || solutions.next()).join().unwrap(), first);
}
