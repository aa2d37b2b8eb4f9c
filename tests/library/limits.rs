//! Limits end every kind of search, say so, and change nothing before they are reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::oracle::random::RandomProblem;
use quadrille::puzzle::{Puzzle, queens::Queens};
use quadrille::search::Step;
use quadrille::solve::{First, SearchState};
use quadrille::sudoku::Grid;
use quadrille::{AnyEngine, Cheapest, Count, EngineChoice, Limits, Problem, Solver, Uniqueness};
use quickcheck::{Arbitrary, Gen};

/// A problem whose covers take years.
fn queens() -> Problem {
    Queens::new(24).unwrap().problem().clone()
}

fn soon() -> Limits {
    Limits::none().until(Instant::now() + Duration::from_millis(30))
}

/// The time after which a search that should have ended has not, on a busy machine.
const LONG: Duration = Duration::from_secs(20);

#[test]
fn every_engine_stops_at_its_time_and_says_at_least() {
    let problem = queens();
    for choice in EngineChoice::SEARCHES {
        let begun = Instant::now();
        let mut solver = Solver::with_engine(&problem, choice).unwrap();
        let mut solutions = solver.solutions().limited(soon());
        assert!(matches!(solutions.count_all(), Count::AtLeast(_)), "{choice}");
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
    assert_eq!(solutions.count_so_far(), Count::AtLeast(0));
    let mut first = First::new(&problem).limited(limits.clone());
    assert_eq!(first.advance(u64::MAX), Step::Paused);
    assert!(first.is_cut_short());
    let mut cheapest = Cheapest::new(&problem, 1).limited(limits);
    assert_eq!(cheapest.advance(u64::MAX), Step::Paused);
    assert!(cheapest.is_cut_short() && !cheapest.is_exhausted());
}

/// The covers, their order, and the work are those of a search without limits.
#[test]
fn a_watched_search_is_the_same_search() {
    let mut random = Gen::from_size_and_seed(100, 91);
    for _ in 0..150 {
        let problem = RandomProblem::arbitrary(&mut random).build();
        for choice in EngineChoice::ALL {
            let Ok(engine) = AnyEngine::new(&problem, choice) else { continue };
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
    }
}

#[test]
fn the_cheapest_covers_so_far_are_kept_at_a_limit() {
    // Without costs, the first covers are the best.
    let text = queens().to_string();
    let priced = (0..).zip(text.lines()).map(|(at, line)| match at {
        0 => format!("{line}\n"),
        at => format!("{line} |{}\n", at * at % 97),
    });
    let problem: Problem = priced.collect::<String>().parse().unwrap();
    let mut cheapest = Cheapest::new(&problem, 1000).limited(soon());
    while cheapest.advance(u64::MAX) == Step::Cover {}
    assert!(SearchState::is_cut_short(&cheapest));
    let threads = std::num::NonZeroUsize::MIN.saturating_add(1);
    let mut cheapest = Cheapest::new(&problem, 1000).limited(soon());
    assert!(cheapest.run(threads, |_| std::ops::ControlFlow::Continue(())).is_break());
}

#[cfg(feature = "bigint")]
#[test]
fn counters_stop_at_their_time_and_at_their_nodes() {
    use quadrille::Counter;
    let problem = queens();
    for choice in EngineChoice::ALL {
        let counter = Counter::with_engine(&problem, choice).unwrap();
        let mut timed = counter.clone().limited(soon());
        assert!(timed.advance(u64::MAX) && timed.is_cut_short(), "{choice}");
        assert!(!timed.count_so_far().is_exact(), "{choice}");
        let mut limited = counter.limited(Limits::none().nodes(50_000));
        assert!(limited.advance(u64::MAX) && limited.is_cut_short(), "{choice}");
        let nodes = limited.stats().nodes;
        assert!((50_000..60_000).contains(&nodes), "{choice}: {nodes}");
    }
    let mut counter = quadrille::sudoku::Counter::new().limited(Limits::none().nodes(100));
    counter.start(&Grid::EMPTY);
    assert!(counter.advance(u64::MAX) && counter.is_cut_short());
    // The next puzzle has the same limit, and stays below it.
    counter.start(
        &"027800061000030008910005420500016030000970200070000096700000080006027000030480007"
            .parse()
            .unwrap(),
    );
    assert!(counter.advance(u64::MAX) && !counter.is_cut_short());
    assert_eq!(counter.count_so_far().to_string(), "4");
}

#[cfg(feature = "bigint")]
#[test]
fn the_open_share_of_a_count_falls_from_one_to_zero() {
    use quadrille::Counter;
    for choice in EngineChoice::ALL {
        let problem = Queens::new(9).unwrap().problem().clone();
        let mut counter = Counter::with_engine(&problem, choice).unwrap();
        let mut before = counter.open();
        assert_eq!(before, 1.0, "{choice}");
        while !counter.advance(200) {
            let open = counter.open();
            assert!(0.0 < open && open <= before + 1e-9, "{choice}: {open} after {before}");
            before = open;
        }
        assert_eq!(counter.open(), 0.0, "{choice}");
    }
}
