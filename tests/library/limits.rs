//! Tests that limits end every kind of search, are reported, and change nothing before they are
//! reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::oracle::random::each_problem;
use quadrille::puzzle::{Puzzle, queens::Queens};
use quadrille::search::{Advance, Cube, Step};
use quadrille::solve::First;
use quadrille::sudoku::{self, Grid};
use quadrille::{
    AnyEngine, Cheapest, Count, EngineChoice, Limits, OptionId, Problem, Solver, Uniqueness,
};
use quickcheck::{Arbitrary, Gen};

/// Returns a problem with so many covers that a search takes years.
fn queens() -> Problem {
    Queens::new(24).unwrap().problem().clone()
}

fn soon() -> Limits {
    Limits::none().until(Instant::now() + Duration::from_millis(30))
}

/// The time within which a stopped search must end, even on a busy machine.
const LONG: Duration = Duration::from_secs(20);

#[test]
fn every_engine_stops_at_its_time_and_says_at_least() {
    let problem = queens();
    for choice in EngineChoice::SEARCHES {
        let begun = Instant::now();
        let mut solver = Solver::with_engine(&problem, choice).unwrap();
        let mut solutions = solver.solutions().limited(soon());
        assert!(!solutions.count_all().is_exact(), "{choice}");
        assert!(solutions.is_cut_short() && !solutions.is_exhausted(), "{choice}");
        assert_eq!(solutions.next(), None, "{choice}: it goes on");
        assert!(begun.elapsed() < LONG, "{choice}");
    }
}

/// The covers come so fast that the search is never paused between them.
#[test]
fn an_iterator_stops_at_its_time_between_covers() {
    let begun = Instant::now();
    let found = Grid::EMPTY.solutions().limited(soon()).count();
    assert!(found > 0 && begun.elapsed() < LONG, "{found} {:?}", begun.elapsed());
    let mut lines = vec![0; 82 * 1000];
    let mut solutions = Grid::EMPTY.solutions().limited(soon());
    let mut written = 0;
    loop {
        let (lines, step) = solutions.write_lines(&mut lines, u64::MAX);
        written += lines;
        if step != Step::Cover {
            break;
        }
    }
    assert!(written > 0 && solutions.is_cut_short());
}

#[test]
fn a_buffer_without_room_for_a_line_stays_empty() {
    let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let grid: Grid = grid.parse().unwrap();
    for choice in [EngineChoice::Auto, EngineChoice::Links] {
        let mut solver = sudoku::Solver::with_engine(choice);
        let mut solutions = solver.solutions(&grid);
        assert_eq!(solutions.write_lines(&mut [0; 81], u64::MAX), (0, Step::Cover));
        assert_eq!(solutions.by_ref().count(), 1);
        assert_eq!(solutions.write_lines(&mut [0; 81], u64::MAX), (0, Step::Exhausted));
    }
}

#[test]
fn a_flag_stops_a_search_in_another_thread() {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().flag(Arc::clone(&stop));
    let problem = queens();
    let search = thread::spawn(move || problem.solutions().limited(limits).count_all());
    thread::sleep(Duration::from_millis(20));
    stop.store(true, Ordering::Relaxed);
    assert!(!search.join().unwrap().is_exact());
}

#[test]
fn a_flag_that_is_set_stops_before_the_first_cover() {
    let limits = Limits::none().flag(Arc::new(AtomicBool::new(true)));
    let problem: Problem = "a\na\n".parse().unwrap();
    let mut solutions = problem.solutions().limited(limits.clone());
    assert_eq!(solutions.uniqueness(), Uniqueness::Undecided(None));
    assert_eq!(solutions.count_so_far(), Count::at_least(0));
    let mut first = First::new(&problem).limited(limits.clone());
    assert_eq!(first.advance(u64::MAX), Step::Paused);
    assert!(first.is_cut_short());
    let mut cheapest = Cheapest::new(&problem, 1).limited(limits);
    assert_eq!(cheapest.advance(u64::MAX), Step::Paused);
    assert!(cheapest.is_cut_short() && !cheapest.is_exhausted());
}

/// Covers come so close together that no slice of nodes ends between them. The limit is reached
/// after a cover, so the number of later covers shows how often the search checks the clock and the
/// flag.
#[test]
fn the_clock_and_the_flag_are_looked_at_between_covers_that_come_close_together() {
    let names: Vec<String> = (0..20).map(|item| format!("i{item}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    let problem: Problem = format!("{}\n{options}", names.join(" ")).parse().unwrap();
    for choice in EngineChoice::SEARCHES {
        let mut solver = Solver::with_engine(&problem, choice).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let mut solutions = solver.solutions().limited(Limits::none().flag(Arc::clone(&stop)));
        assert_eq!(solutions.by_ref().take(1000).count(), 1000, "{choice}");
        stop.store(true, Ordering::Relaxed);
        let late = solutions.by_ref().take(1000).count();
        assert!(late <= 64, "{choice}: {late} covers after the flag");
        assert!(solutions.is_cut_short(), "{choice}");

        let until = Instant::now() + Duration::from_millis(100);
        let mut solutions = solver.solutions().limited(Limits::none().until(until));
        solutions.by_ref().take(1000).for_each(drop);
        thread::sleep(until.saturating_duration_since(Instant::now()));
        let late = solutions.by_ref().take(1000).count();
        assert!(late <= 64, "{choice}: {late} covers after the time");
        assert!(solutions.is_cut_short(), "{choice}");
    }
}

/// The covers, their order, and the work are those of a search without limits.
#[test]
fn a_watched_search_is_the_same_search() {
    each_problem(91, [150, 150], |problem, _, _| {
        for choice in EngineChoice::ALL {
            let Ok(engine) = AnyEngine::new(problem, choice) else { continue };
            let far = Limits::none().until(Instant::now() + LONG * 1000);
            let (mut free, mut watched) = (Solver::from(engine.clone()), Solver::from(engine));
            let (mut free, mut watched) = (free.solutions(), watched.solutions().limited(far));
            loop {
                let (one, other) = (free.next(), watched.next());
                assert_eq!(one, other, "{choice}");
                if one.is_none() {
                    break;
                }
            }
            assert_eq!((free.stats(), watched.is_exhausted()), (watched.stats(), true), "{choice}");
        }
    });
}

#[test]
fn the_cheapest_covers_so_far_are_kept_at_a_limit() {
    // Without costs, the first covers would be the best.
    let text = queens().to_string();
    let priced = (0..).zip(text.lines()).map(|(at, line)| match at {
        0 => format!("{line}\n"),
        at => format!("{line} |{}\n", at * at % 97),
    });
    let problem: Problem = priced.collect::<String>().parse().unwrap();
    let mut cheapest = Cheapest::new(&problem, 1000).limited(soon());
    while cheapest.advance(u64::MAX) == Step::Cover {}
    assert!(Advance::is_cut_short(&cheapest));
    let threads = std::num::NonZeroUsize::MIN.saturating_add(1);
    let mut cheapest = Cheapest::new(&problem, 1000).limited(soon());
    assert!(cheapest.run(threads, |_| std::ops::ControlFlow::Continue(())).is_break());
}

/// Returns a set-partitioning problem, and the cost of one of its covers.
fn partition(items: u32, options: usize) -> (Problem, i64) {
    let mut builder = Problem::builder();
    builder.unnamed_primary(items as usize).unwrap();
    let mut random = Gen::from_size_and_seed(100, 777);
    let mut draw = |below: u32| u32::arbitrary(&mut random) % below;
    let mut planted = 0;
    for option in 0..options {
        let first = 4 * option as u32;
        let mut of_option: Vec<u32> = if first < items {
            (first..items.min(first + 4)).collect()
        } else {
            (0..1 + draw(6)).map(|_| draw(items)).collect()
        };
        of_option.sort_unstable();
        of_option.dedup();
        let cost = of_option.iter().map(|_| i64::from(70 + draw(160))).sum::<i64>() + 300;
        planted += if first < items { cost } else { 0 };
        let entries = of_option.iter().map(|&item| (quadrille::ItemId::new(item), None::<u32>));
        builder.option_with_cost(entries, cost).unwrap();
    }
    (builder.build().unwrap(), planted)
}

/// The relaxation takes seconds in a debug build. Its bound shows its progress.
#[test]
fn a_relaxation_stops_at_its_time_and_its_bound_is_true() {
    // With optimization, the problem must be larger for the relaxation to be stopped midway.
    let options = if cfg!(debug_assertions) { 2_000 } else { 12_000 };
    for items in [150, 301] {
        let (problem, planted) = partition(items, options);
        let mut relaxed = Cheapest::new(&problem, 1).limited(Limits::none().nodes(0));
        assert_eq!((relaxed.advance(u64::MAX), relaxed.is_cut_short()), (Step::Paused, true));
        assert!(relaxed.bound() <= planted && relaxed.stats().nodes == 0);

        let mut timed = Cheapest::new(&problem, 1).limited(soon());
        assert_eq!((timed.advance(u64::MAX), timed.is_cut_short()), (Step::Paused, true));
        assert!(timed.bound() < relaxed.bound(), "{items} items: it has run to its end");
        assert!(0 < timed.bound(), "{items} items: {}", timed.bound());
        assert_eq!((timed.is_exhausted(), timed.found(), timed.gap()), (false, 0, None));

        // It continues from where it stopped, and ends with the same result.
        let mut timed = timed.limited(Limits::none().nodes(0));
        assert_eq!((timed.advance(u64::MAX), timed.is_cut_short()), (Step::Paused, true));
        assert_eq!(timed.bound(), relaxed.bound());

        let stop = Arc::new(AtomicBool::new(false));
        let flagged = Limits::none().flag(Arc::clone(&stop));
        let mut flagged = Cheapest::new(&problem, 1).limited(flagged);
        let threads = std::num::NonZeroUsize::MIN.saturating_add(1);
        let run = flagged.run(threads, |_| {
            stop.store(true, Ordering::Relaxed);
            std::ops::ControlFlow::Continue(())
        });
        assert!(run.is_break() && flagged.is_cut_short(), "{items} items");
        assert!(flagged.bound() < relaxed.bound(), "{items} items: {}", flagged.bound());

        let mut watched = Cheapest::new(&problem, 1);
        let run = watched.run(threads, |_| std::ops::ControlFlow::Break(()));
        assert!(run.is_break() && watched.bound() < relaxed.bound(), "{items} items");
    }
}

/// The relaxation and the search that follows it are the same in steps of any size, even if a cube
/// is given while the relaxation runs.
#[test]
fn a_relaxation_in_steps_is_the_same_relaxation() {
    for items in [40, 301] {
        let (problem, planted) = partition(items, 900);
        let cube = Cube::from(vec![OptionId::new(1)]);
        let run = |nodes: u64, start_late: bool| {
            let mut search = Cheapest::new(&problem, 2).limited(Limits::none().nodes(300));
            let mut bounds = vec![search.bound()];
            if start_late {
                assert_eq!(search.advance(1), Step::Paused, "it needs more steps");
            }
            search.start(&cube).unwrap();
            while search.advance(nodes) != Step::Exhausted && !search.is_cut_short() {
                bounds.push(search.bound());
            }
            bounds.push(search.bound());
            assert!(bounds.is_sorted() && bounds[0] <= planted, "{items} items: {bounds:?}");
            (search.is_exhausted(), search.bound(), search.stats(), search.into_covers())
        };
        let whole = run(u64::MAX, false);
        assert!(whole.2.nodes > 20, "{items} items: {:?}", whole.2);
        for nodes in [1, 7, 1_000] {
            assert_eq!(run(nodes, false), whole, "{items} items, {nodes} nodes");
        }
        assert_eq!(run(7, true), whole, "{items} items, with a late start");
    }
}

#[test]
fn a_cube_with_an_unknown_option_has_no_relaxation_and_no_covers() {
    let (problem, _) = partition(40, 900);
    let mut search = Cheapest::new(&problem, 1);
    assert!(search.start(&Cube::from(vec![OptionId::new(900)])).is_err());
    assert_eq!(search.advance(u64::MAX), Step::Exhausted);
    search.start(&Cube::default()).unwrap();
    assert_ne!(search.advance(u64::MAX), Step::Exhausted);
}

/// A flag ends one search. After it is cleared, the next search of the same object runs to its end.
#[test]
fn a_search_that_is_started_again_is_not_over() {
    let stop = Arc::new(AtomicBool::new(true));
    let limits = Limits::none().flag(Arc::clone(&stop));
    let problem = Queens::new(6).unwrap().problem().clone();
    let mut cheapest = Cheapest::new(&problem, 9).limited(limits.clone());
    assert_eq!(cheapest.advance(u64::MAX), Step::Paused);
    assert!(cheapest.is_cut_short());
    stop.store(false, Ordering::Relaxed);
    cheapest.start(&Cube::default()).unwrap();
    while cheapest.advance(u64::MAX) == Step::Cover {}
    assert!(cheapest.is_exhausted() && !cheapest.is_cut_short());
    for choice in EngineChoice::ALL {
        stop.store(true, Ordering::Relaxed);
        let counter = quadrille::Counter::with_engine(&problem, choice).unwrap();
        let mut counter = counter.limited(limits.clone());
        assert!(counter.advance(u64::MAX) == Step::Paused && counter.is_cut_short(), "{choice}");
        stop.store(false, Ordering::Relaxed);
        counter.start(&Cube::default()).unwrap();
        while counter.advance(u64::MAX) == Step::Paused && !counter.is_cut_short() {}
        assert_eq!(counter.count_so_far().to_string(), "4", "{choice}");
    }
}

#[test]
fn counters_stop_at_their_time_and_at_their_nodes() {
    use quadrille::Counter;
    let problem = queens();
    for choice in EngineChoice::ALL {
        let counter = Counter::with_engine(&problem, choice).unwrap();
        let mut timed = counter.clone().limited(soon());
        assert!(timed.advance(u64::MAX) == Step::Paused && timed.is_cut_short(), "{choice}");
        assert!(!timed.count_so_far().is_exact(), "{choice}");
        let mut limited = counter.limited(Limits::none().nodes(20_000));
        assert!(limited.advance(u64::MAX) == Step::Paused && limited.is_cut_short(), "{choice}");
        let nodes = limited.stats().nodes;
        assert!((20_000..30_000).contains(&nodes), "{choice}: {nodes}");
    }
    let mut counter = sudoku::Counter::new().limited(Limits::none().nodes(100));
    counter.start(&Grid::EMPTY);
    assert!(counter.advance(u64::MAX) == Step::Paused && counter.is_cut_short());
    // The next puzzle has the same limit, and stays below it.
    counter.start(
        &"027800061000030008910005420500016030000970200070000096700000080006027000030480007"
            .parse()
            .unwrap(),
    );
    assert!(counter.advance(u64::MAX) == Step::Exhausted && !counter.is_cut_short());
    assert_eq!(counter.count_so_far().to_string(), "4");
}

/// A search that is complete stays complete when a limit is reached later, however often it is
/// advanced.
#[test]
fn what_is_known_stays_known() {
    use quadrille::Counter;
    let (four, one) = (Queens::new(4).unwrap(), Queens::new(1).unwrap());
    let over = || Limits::none().flag(Arc::new(AtomicBool::new(true)));
    for choice in EngineChoice::ALL {
        let mut counter = Counter::with_engine(four.problem(), choice).unwrap();
        assert_eq!(counter.advance(u64::MAX), Step::Exhausted);
        let mut counter = counter.limited(over());
        for _ in 0..40 {
            assert_eq!(counter.advance(9), Step::Exhausted, "{choice}");
        }
        assert!(!counter.is_cut_short() && counter.count_so_far() == 2, "{choice}");
    }
    let mut solutions = four.problem().solutions();
    solutions.by_ref().for_each(drop);
    assert_eq!(format!("{:.0}%", 100.0 * solutions.open()), "0%");
    let mut solutions = sudoku::Solver::new();
    let grid: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
    let mut solutions = solutions.solutions(&grid);
    assert!(solutions.next().is_none());
    assert_eq!(format!("{:.0}%", 100.0 * solutions.open()), "0%");
    let mut cheapest = Cheapest::new(one.problem(), 3);
    while cheapest.advance(u64::MAX) != Step::Exhausted {}
    let mut cheapest = cheapest.limited(over());
    assert!((0..40).all(|_| cheapest.advance(9) == Step::Exhausted) && cheapest.is_exhausted());
    let mut sudoku = sudoku::Counter::new();
    sudoku.start(
        &"027800061000030008910005420500016030000970200070000096700000080006027000030480007"
            .parse()
            .unwrap(),
    );
    assert_eq!(sudoku.advance(u64::MAX), Step::Exhausted);
    sudoku.limit(over());
    assert!((0..40).all(|_| sudoku.advance(9) == Step::Exhausted) && !sudoku.is_cut_short());
}

/// Tables count all solutions of a Sudoku, so the limit on covers applies to the number they find.
#[test]
fn the_number_of_the_tables_is_cut_short_by_a_limit_on_covers() {
    let grid: Grid =
        "......43....2...............3..2.........9.8......6...7..........4.3.8.9.629....."
            .parse()
            .unwrap();
    let mut counter = sudoku::Counter::new().limited(Limits::none().covers(71_000_000));
    counter.start(&grid);
    while counter.advance(200_000) == Step::Paused && !counter.is_cut_short() {}
    assert_eq!(counter.method(), quadrille::solve::Method::Tables);
    assert!(counter.is_cut_short() && counter.count_so_far().to_string() == "71000000+");
}

#[test]
fn the_open_share_of_a_count_falls_from_one_to_zero() {
    use quadrille::Counter;
    for choice in EngineChoice::ALL {
        let problem = Queens::new(9).unwrap().problem().clone();
        let mut counter = Counter::with_engine(&problem, choice).unwrap();
        let mut before = counter.open();
        assert_eq!(before, 1.0, "{choice}");
        while counter.advance(200) == Step::Paused {
            let open = counter.open();
            assert!(0.0 < open && open <= before + 1e-9, "{choice}: {open} after {before}");
            before = open;
        }
        assert_eq!(counter.open(), 0.0, "{choice}");
    }
}
