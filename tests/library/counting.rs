//! Tests of counting, compared with the oracle, closed formulas and published numbers.

use std::time::{Duration, Instant};

use crate::oracle;
use crate::oracle::random::{RandomProblem, each_problem, plain};
use num_bigint::BigUint;
use quadrille::engine::memo::{Memo, diagram};
use quadrille::puzzle::{Puzzle, queens::Queens, steiner::Steiner};
use quadrille::search::{Cube, Engine, Step};
use quadrille::solve::{Method, WeightedCubes};
use quadrille::{AnyEngine, Counter, EngineChoice, ItemId, Limits, OptionId, Problem, Solver};
use quickcheck::{Arbitrary, Gen};

fn problem(items: usize, options: impl IntoIterator<Item = Vec<u32>>) -> Problem {
    plain(items, 0, options)
}

fn dominoes(rows: u32, columns: u32) -> Problem {
    let cell = |row: u32, column: u32| row * columns + column;
    let across = (0..rows).flat_map(|row| {
        (1..columns).map(move |column| vec![cell(row, column - 1), cell(row, column)])
    });
    let down = (1..rows).flat_map(|row| {
        (0..columns).map(move |column| vec![cell(row - 1, column), cell(row, column)])
    });
    problem((rows * columns) as usize, across.chain(down))
}

/// Returns the count by each engine that accepts the problem.
fn counts(problem: &Problem) -> Vec<BigUint> {
    EngineChoice::ALL
        .into_iter()
        .filter_map(|choice| Counter::with_engine(problem, choice).ok())
        .map(finished)
        .collect()
}

fn finished(mut counter: Counter) -> BigUint {
    while counter.advance(u64::MAX) == Step::Paused {}
    let count = counter.count_so_far();
    assert!(count.is_exact());
    count.to_big()
}

fn memo(problem: &Problem) -> BigUint {
    finished(Counter::with_engine(problem, EngineChoice::Memo).unwrap())
}

#[test]
fn every_method_counts_what_the_oracle_finds() {
    each_problem(71, [600, 20_000], |problem, covers, _| {
        let expected = BigUint::from(covers.len());
        assert!(counts(problem).into_iter().all(|count| count == expected));
        assert_eq!(problem.count(), expected);
    });
}

/// If independent problems are joined, their numbers of covers multiply. In the joined problem, the
/// memo engine meets subproblems that decompose.
#[test]
fn independent_parts_multiply() {
    let mut random = Gen::from_size_and_seed(100, 72);
    let mut large = 0;
    for _ in 0..if cfg!(debug_assertions) { 200 } else { 5_000 } {
        let parts: Vec<Problem> =
            std::iter::repeat_with(|| RandomProblem::arbitrary(&mut random).build())
                .filter(|problem| !problem.has_bounds())
                .take(3)
                .collect();
        let mut builder = Problem::builder();
        builder.unnamed_primary(parts.iter().map(Problem::primary_count).sum()).unwrap();
        builder
            .unnamed_secondary(
                parts.iter().map(|part| part.item_count() - part.primary_count()).sum(),
            )
            .unwrap();
        let mut primary = 0;
        let mut secondary = parts.iter().map(Problem::primary_count).sum::<usize>();
        for part in &parts {
            for (option, _) in part.options() {
                let entries = part.entries(option).map(|(item, color)| {
                    let is_primary = part.is_primary(item);
                    let at = if is_primary {
                        primary + item.index()
                    } else {
                        secondary + item.index() - part.primary_count()
                    };
                    (ItemId::new(at as u32), color.map(quadrille::Color::get))
                });
                builder.option(entries).unwrap();
            }
            primary += part.primary_count();
            secondary += part.item_count() - part.primary_count();
        }
        let whole = builder.build().unwrap();
        let expected: BigUint =
            parts.iter().map(|part| BigUint::from(oracle::covers(part).len())).product();
        large += usize::from(expected > BigUint::from(20_u32));
        assert_eq!(memo(&whole), expected);
        assert_eq!(whole.count(), expected);
        let diagram = diagram(&whole).unwrap();
        assert_eq!(diagram.count(), expected);
        assert_eq!(diagram.option_counts().len(), whole.option_count());
    }
    assert!(large > 10, "{large}");
}

/// Returns the number of domino tilings of a board with an even number of cells by Kasteleyn's
/// formula (Physica 27, 1961): the product over j and k of 4 cos² (π j / (rows + 1)) + 4 cos² (π k
/// / (columns + 1)), for j up to half the rows and k up to half the columns, both rounded up. The
/// floating-point result is accurate to about 15 digits.
fn kasteleyn(rows: u32, columns: u32) -> f64 {
    let squared =
        |j: u32, n: u32| (std::f64::consts::PI * f64::from(j) / f64::from(n + 1)).cos().powi(2);
    let factor = |j, k| 4.0 * squared(j, rows) + 4.0 * squared(k, columns);
    (1..=rows.div_ceil(2))
        .flat_map(|j| (1..=columns.div_ceil(2)).map(move |k| (j, k)))
        .map(|(j, k)| factor(j, k))
        .product()
}

#[test]
fn domino_tilings_match_the_formula_of_kasteleyn() {
    let largest = if cfg!(debug_assertions) { 10 } else { 16 };
    for (rows, columns) in
        (1..=largest).flat_map(|rows| (1..=rows).map(move |columns| (rows, columns)))
    {
        let count: f64 = memo(&dominoes(rows, columns)).to_string().parse().unwrap();
        if rows * columns % 2 == 1 {
            assert_eq!(count, 0.0);
        } else {
            let expected = kasteleyn(rows, columns);
            assert!(
                (count - expected).abs() < 1e-9 * expected,
                "{rows}x{columns}: {count}, {expected}"
            );
        }
    }
}

/// A checksum of all covers: the number of covers with each option. A search visits every cover,
/// and a diagram counts them without visiting them.
#[test]
fn visited_covers_have_each_option_as_often_as_a_diagram_counts() {
    // By Kasteleyn's formula, 8x9 has 108,435,745 covers, and 6x6 has 6,728.
    let columns = if cfg!(debug_assertions) { 6 } else { 9 };
    let problem = dominoes(if cfg!(debug_assertions) { 6 } else { 8 }, columns);
    let diagram = diagram(&problem).unwrap();
    let expected: Vec<String> =
        diagram.counts().of_options().iter().map(ToString::to_string).collect();
    for choice in [EngineChoice::Links, EngineChoice::Bits, EngineChoice::Auto] {
        let mut found = vec![0_u64; problem.option_count()];
        let mut solver = Solver::with_engine(&problem, choice).unwrap();
        let mut solutions = solver.solutions();
        while let Some(cover) = solutions.next_cover() {
            for option in cover {
                found[option.index()] += 1;
            }
        }
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{choice}");
    }
}

/// The last number, for 256 columns, has 178 bits.
#[test]
fn domino_tilings_of_two_rows_are_fibonacci_numbers() {
    let (mut before, mut last) = (BigUint::from(1_u32), BigUint::from(1_u32));
    for columns in 1..=256 {
        if columns < 8 || columns % 31 == 0 || columns == 256 {
            assert_eq!(memo(&dominoes(2, columns)), last, "{columns}");
        }
        (before, last) = (last.clone(), before + last);
    }
}

/// Perfect matchings of `n` people: double factorials (OEIS A001147).
#[test]
fn perfect_matchings_are_double_factorials() {
    let mut expected = BigUint::from(1_u32);
    for n in (2..=20).step_by(2) {
        expected *= n - 1;
        let pairs = (0..n).flat_map(|a| (0..a).map(move |b| vec![a, b]));
        assert_eq!(memo(&problem(n as usize, pairs)), expected, "{n}");
    }
}

#[test]
fn permutations_are_factorials() {
    let mut expected = BigUint::from(1_u32);
    for n in 1..=14 {
        expected *= n;
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| vec![a, n + b]));
        assert_eq!(memo(&problem(2 * n as usize, pairs)), expected, "{n}");
    }
}

#[test]
fn a_limit_of_memory_does_not_change_the_number() {
    let board = dominoes(6, 6);
    let mut sizes = Vec::new();
    for bytes in [0, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 20] {
        let mut search =
            Memo::new(&board).unwrap().with_memory(bytes).count_search(&Cube::default()).unwrap();
        assert!(search.advance(u64::MAX) == Step::Exhausted);
        assert_eq!(search.count(), Some(BigUint::from(6728_u32)), "{bytes}");
        assert!(search.memory() <= bytes, "{} of {bytes}", search.memory());
        sizes.push((search.memory(), search.stats().nodes));
    }
    // Some counts had no memory, some too little, and some all that they could use.
    assert!(sizes.is_sorted_by(|a, b| a.1 >= b.1), "{sizes:?}");
    let (none, all) = (sizes[0], sizes[sizes.len() - 1]);
    assert!(
        none.0 == 0
            && sizes.iter().any(|&(memory, nodes)| 0 < memory && memory < all.0 && nodes > all.1),
        "{sizes:?}"
    );
    assert_eq!(finished(Counter::new(&board).with_memory(1 << 12)), BigUint::from(6728_u32));
}

/// Wherever a search is stopped, the count so far never exceeds the true count, and it never
/// decreases.
#[test]
fn the_known_count_never_decreases() {
    each_problem(73, [100, 2_000], |problem, covers, _| {
        let Ok(memo) = Memo::new(problem) else { return };
        let expected = BigUint::from(covers.len());
        let mut search = memo.count_search(&Cube::default()).unwrap();
        let mut known = BigUint::ZERO;
        while search.advance(1) == Step::Paused {
            assert!(search.at_least() >= known && search.at_least() <= expected);
            known = search.at_least();
        }
        assert_eq!(search.at_least(), expected);
    });
}

#[test]
fn plain_search_can_take_over_anywhere() {
    each_problem(74, [200, 5_000], |problem, covers, _| {
        let Ok(memo) = Memo::new(problem) else { return };
        let expected = BigUint::from(covers.len());
        let mut search = memo.count_search(&Cube::default()).unwrap();
        for _ in 0..30 {
            let (mut count, parts) = search.remaining();
            let mut engine = AnyEngine::new(problem, EngineChoice::Auto).unwrap();
            for open in parts {
                engine.start(&open.cube).unwrap();
                count += engine.skip(u64::MAX, u64::MAX).0;
            }
            assert_eq!(count, expected);
            if search.advance(1) == Step::Exhausted {
                break;
            }
        }
    });
}

/// No subproblem recurs within a component, but plain search enters each component once for each
/// cover of the components before it.
#[test]
fn a_cache_is_kept_for_independent_parts() {
    for (items, copies) in [(12, 1_000_u32), (4, 10_000)] {
        let options = (0..items).flat_map(|item| (0..copies).map(move |_| vec![item]));
        let problem = problem(items as usize, options);
        let mut counter = Counter::new(&problem);
        assert!(counter.advance(200_000) == Step::Exhausted, "{items} items of {copies} options");
        assert_eq!(counter.count_so_far(), BigUint::from(copies).pow(items));
        assert!(matches!(counter.method(), Method::Cache(saving) if saving > 1e6));
    }
}

/// The trial leaves nearly as many cubes as there are items, and a cube decomposes into up to that
/// many parts. Starting all of these cubes took a hundred times as long as the count with the
/// cache.
#[test]
fn the_choice_of_the_cache_costs_little_for_many_independent_items() {
    for items in [100, 200] {
        let problem = problem(items as usize, (0..items).flat_map(|item| [vec![item], vec![item]]));
        let work = |choice| {
            let mut counter = Counter::with_engine(&problem, choice).unwrap();
            while counter.advance(u64::MAX) == Step::Paused {}
            assert_eq!(counter.count_so_far(), BigUint::from(2_u32).pow(items));
            counter.stats().updates
        };
        let (auto, memo) = (work(EngineChoice::Auto), work(EngineChoice::Memo));
        let (cubes, most) = (800_000, 2_000_000);
        assert!(auto < memo + cubes && auto < most, "{items} items: {auto}, not {memo}");
    }
}

/// A node can filter all options once for each component or each option of its item. A call can end
/// within a node to keep a time limit.
#[test]
fn a_call_is_short_although_a_node_is_long() {
    let parts = problem(150, (0..150).flat_map(|item| [vec![item], vec![item]]));
    // Each option of `a` excludes all options of `b`.
    let dead_ends = format!("a b | s\n{}{}", "a s\n".repeat(400), "b s\n".repeat(401));
    let dead_ends = quadrille::format::read(dead_ends.as_bytes()).unwrap().problem;
    for problem in [parts, dead_ends] {
        for choice in [EngineChoice::Auto, EngineChoice::Memo] {
            let mut counter = Counter::with_engine(&problem, choice).unwrap();
            // The trial of plain search leaves no work in the second problem.
            counter.advance(1);
            let (mut before, mut calls) = (counter.stats().updates, 0);
            while counter.advance(10) == Step::Paused {
                let updates = counter.stats().updates;
                let most = 2 * 10 * 256 + 8 * problem.option_count() as u64;
                assert!(updates - before < most, "{choice}: {}", updates - before);
                (before, calls) = (updates, calls + 1);
            }
            assert!(calls > 10 || choice == EngineChoice::Auto);
            let mut search = Memo::new(&problem).unwrap().count_search(&Cube::default()).unwrap();
            let mut counts = vec![search.at_least()];
            while search.advance(1) == Step::Paused {
                assert!(search.remaining().0 <= search.at_least());
                counts.push(search.at_least());
            }
            counts.push(search.count().unwrap());
            assert!(counts.len() > 100 && counts.is_sorted());
        }
    }
}

/// The options of a cube may already be a cover, which leaves no option to filter.
#[test]
fn an_item_with_many_options_takes_linear_time() {
    let soon = Instant::now() + Duration::from_secs(20);
    let problem = problem(1, (0..100_000).map(|_| vec![0]));
    let mut counter = Counter::new(&problem).limited(Limits::none().until(soon));
    while counter.advance(u64::MAX) == Step::Paused && !counter.is_cut_short() {}
    assert_eq!(counter.count_so_far().to_string(), "100000");
}

/// More components than are found one by one, with secondary items and colors.
#[test]
fn many_components_are_told_apart() {
    let (mut builder, parts) = (Problem::builder(), 12);
    builder.unnamed_primary(3 * parts).unwrap();
    builder.unnamed_secondary(parts).unwrap();
    for part in 0..parts as u32 {
        let item = |at| ItemId::new(3 * part + at);
        let color = |color| (ItemId::new(3 * parts as u32 + part), Some(color));
        for (items, colored) in [(&[0, 1][..], 1), (&[0, 1], 2), (&[2], 1), (&[2], 2), (&[2], 1)] {
            let items = items.iter().map(|&at| (item(at), None));
            builder.option(items.chain([color(colored)])).unwrap();
        }
    }
    let problem = builder.build().unwrap();
    // The two options chosen in a part have the same color: 2 ways with color 1, one with color 2.
    let mut search = Memo::new(&problem).unwrap().count_search(&Cube::default()).unwrap();
    while search.advance(1000) == Step::Paused {}
    assert_eq!(search.count(), Some(BigUint::from(3_u32).pow(parts as u32)));
    assert!(search.stats().nodes < 10 * parts as u64, "{:?}", search.stats());
    assert_eq!(diagram(&problem).unwrap().count(), BigUint::from(3_u32).pow(parts as u32));
}

/// A search of queens rarely meets a subproblem twice, so the counter switches to plain search. It
/// still finds the published number (OEIS A000170).
#[test]
fn a_cache_that_does_not_pay_is_given_up() {
    let queens = Queens::new(11).unwrap();
    let mut counter = Counter::new(queens.problem());
    let mut steps = 0;
    while counter.advance(1000) == Step::Paused {
        steps += 1;
    }
    assert!(steps > 10);
    assert_eq!(counter.count_so_far().to_string(), "2680");
    assert!(counter.stats().nodes < 100_000, "{:?}", counter.stats());
}

/// This count is stopped long before its end, so its lower bound matters at any time.
#[test]
fn the_cache_has_short_turns_in_a_count_without_end() {
    let queens = Queens::new(20).unwrap();
    let mut counter = Counter::new(Puzzle::problem(&queens));
    let mut searching = 0;
    for _ in 0..50 {
        assert!(counter.advance(10_000) == Step::Paused);
        searching += u32::from(counter.is_searching());
    }
    assert!(searching > 45, "{searching} of 50");
}

/// Plain search takes over when the nodes on the path take too much memory for the search with the
/// cache. In a problem of usual size they take few bytes.
#[test]
fn a_cache_whose_nodes_take_too_much_memory_is_given_up() {
    // Without one of the dominoes in a corner, the board has no symmetry. With symmetries, the
    // method could be `Method::Classes`.
    let board = dominoes(6, 8);
    let items = |(_, items): (_, &[ItemId])| items.iter().map(|item| item.get()).collect();
    let problem = problem(48, board.options().skip(1).map(items));
    let by_search = finished(Counter::with_engine(&problem, EngineChoice::Bits).unwrap());
    // With the smaller memory, the cache would also finish if its nodes could take more than half.
    for (bytes, is_used) in [(1 << 20, true), (1 << 14, false)] {
        let mut counter = Counter::new(&problem).with_memory(bytes);
        while counter.advance(1000) == Step::Paused {}
        assert_eq!(counter.count_so_far().to_big(), by_search);
        let method = counter.method();
        assert_eq!(matches!(method, Method::Cache(_)), is_used, "{method:?}");
        assert_eq!(matches!(method, Method::SearchAfterCache(_)), !is_used, "{method:?}");
        // All work done is counted.
        assert_eq!(counter.stats().nodes < 100_000, is_used, "{:?}", counter.stats());
    }
}

/// Returns a queens problem with some options twice, and another item with three equal options.
fn queens_with_copies(size: usize) -> Problem {
    let queens = Queens::new(size).unwrap();
    let mut text = Vec::new();
    quadrille::format::write(Puzzle::problem(&queens), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let mut lines = text.lines();
    let items = lines.next().unwrap();
    let options: String = lines
        .enumerate()
        .map(|(at, option)| format!("{option}\n").repeat(1 + usize::from(at % 7 == 0)))
        .collect();
    let problem = format!("y {items}\n{options}y\ny\ny\n");
    quadrille::format::read(problem.as_bytes()).unwrap().problem
}

/// When the counter switches to search, its count plus the covers of the remaining cubes, each
/// counted with the weight of its cube, is the number of all covers.
#[test]
fn the_cubes_handed_over_have_the_remaining_covers() {
    let problem = queens_with_copies(9);
    let all = finished(Counter::new(&problem));
    for choice in [EngineChoice::Auto, EngineChoice::Links, EngineChoice::Bits] {
        let Ok(counter) = Counter::with_engine(&problem, choice) else { continue };
        assert_eq!(finished(counter.clone()), all);
        for nodes in [0, 1, 100, 3000, 9000, 14_000, 18_000] {
            let mut counter = counter.clone();
            counter.advance(nodes);
            while !counter.is_searching() && counter.advance(500) == Step::Paused {}
            let Some((mut engine, groups)) = counter.take_remaining() else { continue };
            let so_far = counter.count_so_far();
            assert!(!so_far.is_exact());
            let mut count = so_far.to_big();
            for WeightedCubes { weight, cubes } in groups {
                for open in cubes {
                    engine.start(&open.cube).unwrap();
                    while engine.advance(u64::MAX) == Step::Cover {
                        count += weight;
                    }
                }
            }
            assert_eq!(count, all, "{choice} after {nodes}");
            assert!(counter.take_remaining().is_none());
        }
    }
}

#[test]
fn a_limit_gives_a_lower_bound() {
    let problem = queens_with_copies(8);
    let all = u64::try_from(finished(Counter::new(&problem))).unwrap();
    for choice in EngineChoice::ALL {
        let counter = Counter::with_engine(&problem, choice);
        if let Ok(counter) = counter {
            for most in [1, 2, all / 2, all - 1, all, all + 1, u64::MAX] {
                let limits = Limits::none().covers(most);
                let mut counter = counter.clone().limited(limits);
                while counter.advance(100) == Step::Paused && !counter.is_cut_short() {}
                let expected = if all < most { all.to_string() } else { format!("{most}+") };
                assert_eq!(counter.count_so_far().to_string(), expected, "{choice}");
            }
        }
    }
}

/// A cube that is refused changes nothing, whatever settings follow.
#[test]
fn a_cube_with_an_unknown_option_is_not_counted() {
    let problem = queens_with_copies(6);
    let expected = finished(Counter::new(&problem));
    for choice in EngineChoice::ALL {
        let Ok(mut counter) = Counter::with_engine(&problem, choice) else { continue };
        assert!(counter.start(&Cube::from(&[OptionId::new(u32::MAX)][..])).is_err());
        assert_eq!(finished(counter.limited(Limits::none()).with_memory(1 << 20)), expected);
    }
}

/// Counts with several searches that share a cache, each in its own thread and in slices of `nodes`
/// nodes. Returns the number that each search found.
fn together(problem: &Problem, threads: usize, nodes: u64, memory: usize) -> Vec<BigUint> {
    let memo = Memo::new(problem).unwrap().with_memory(memory);
    let first = memo.count_search(&Cube::default()).unwrap();
    let helpers = (1..threads).map(|number| {
        let mut helper = first.helper(number);
        helper.start(&Cube::default()).unwrap();
        helper
    });
    let mut searches: Vec<_> = helpers.collect();
    searches.push(first);
    std::thread::scope(|scope| {
        let counts: Vec<_> = searches
            .into_iter()
            .map(|mut search| {
                scope.spawn(move || {
                    while search.advance(nodes) == Step::Paused {}
                    search.count().unwrap()
                })
            })
            .collect();
        counts.into_iter().map(|count| count.join().unwrap()).collect()
    })
}

/// Each search finds the number, whatever it reads from the others, even with little memory.
#[test]
fn searches_that_share_a_cache_count_what_the_oracle_finds() {
    let mut random = Gen::from_size_and_seed(100, 79);
    let mut large = 0;
    for round in 0..if cfg!(debug_assertions) { 150 } else { 5_000 } {
        let problem = RandomProblem::arbitrary(&mut random).build();
        if problem.has_bounds() {
            continue;
        }
        let expected = BigUint::from(oracle::covers(&problem).len());
        large += u32::from(expected > BigUint::from(20_u32));
        for threads in [1, 2, 3, 8] {
            let memory = [1 << 20, 1 << 11, 0][round % 3];
            for count in together(&problem, threads, 1 + round as u64 % 5, memory) {
                assert_eq!(count, expected, "round {round}, {threads} threads");
            }
        }
    }
    assert!(large > 5, "{large}");
}

/// A single search finds one of the numbers; the others are known. 3^90 is larger than a word,
/// which makes all searches widen their values.
#[test]
fn searches_that_share_a_cache_find_known_numbers() {
    let with_parts = problem(90, (0..90).flat_map(|item| [vec![item], vec![item], vec![item]]));
    let triples = (0..12)
        .flat_map(|a: u32| (a + 1..12).flat_map(move |b| (b + 1..12).map(move |c| vec![a, b, c])));
    for (problem, expected) in [
        (dominoes(8, 8), BigUint::from(12_988_816_u32)),
        // More than 2^50.
        (dominoes(11, 12), memo(&dominoes(11, 12))),
        (with_parts, BigUint::from(3_u32).pow(90)),
        (problem(12, triples), BigUint::from(15_400_u32)),
    ] {
        for threads in [1, 2, 3, 8] {
            for count in together(&problem, threads, 100, 1 << 26) {
                assert_eq!(count, expected, "{threads} threads");
            }
        }
    }
}

/// Threads share a plain search, and also a search with a cache. Limits and the caller can end the
/// plain search.
#[test]
fn counts_are_finished_by_threads() {
    let queens = Queens::new(10).unwrap();
    let many = Queens::new(14).unwrap();
    let steiner = Steiner::new(9).unwrap();
    // A cube of the larger board, which is searched to its end.
    let cube = Cube::from(&[OptionId::new(0), OptionId::new(20)][..]);
    let mut links = AnyEngine::new(many.problem(), EngineChoice::Links).unwrap();
    links.start(&cube).unwrap();
    let (of_cube, _) = links.skip(u64::MAX, u64::MAX);
    assert!(of_cube > 1000, "{of_cube}");
    for threads in [1, 3] {
        for (problem, expected) in [(queens.problem(), 724), (steiner.problem(), 840)] {
            for choice in [EngineChoice::Auto, EngineChoice::Links, EngineChoice::Memo] {
                let mut counter = with_threads(problem, choice, threads);
                let mut last = 1.0;
                let count = counter.finish(|count, open| {
                    assert!(!count.is_exact() && (0.0..=1.0).contains(&open), "{open}");
                    last = open;
                    true
                });
                assert_eq!(count, expected, "{choice} {threads} {last}");
                assert_eq!((counter.open(), counter.is_cut_short()), (0.0, false));
            }
        }
        let limits = [
            Limits::none().covers(1000),
            Limits::none().nodes(30_000),
            Limits::none().until(Instant::now() + Duration::from_millis(5)),
        ];
        for limits in limits {
            let counter = with_threads(many.problem(), EngineChoice::Links, threads);
            let mut counter = counter.limited(limits);
            assert!(!counter.finish(|_, _| true).is_exact() && counter.is_cut_short());
            assert!(counter.count_so_far().to_big() < 365_596_u32.into());
        }
        let mut counter = with_threads(many.problem(), EngineChoice::Links, threads);
        assert!(!counter.finish(|_, _| false).is_exact());
        counter.start(&cube).unwrap();
        assert_eq!(counter.finish(|_, _| true), of_cube);
    }
}

fn with_threads(problem: &Problem, choice: EngineChoice, threads: usize) -> Counter {
    let threads = std::num::NonZeroUsize::new(threads).unwrap();
    Counter::with_engine(problem, choice).unwrap().with_threads(threads)
}

#[test]
fn a_counter_with_threads_counts_the_same() {
    for (board, expected, nodes, memory) in [
        (dominoes(8, 8), 12_988_816_u64, u64::MAX, 1 << 30),
        (dominoes(8, 8), 12_988_816, 100, 1 << 30),
        (dominoes(6, 6), 6_728, 500, 1 << 12),
    ] {
        let expected = BigUint::from(expected);
        for choice in [EngineChoice::Auto, EngineChoice::Memo] {
            for threads in [1, 2, 3, 8] {
                let mut counter = with_threads(&board, choice, threads).with_memory(memory);
                let mut known = BigUint::ZERO;
                while counter.advance(nodes) == Step::Paused {
                    let count = counter.count_so_far();
                    assert!(!count.is_exact());
                    let count = count.to_big();
                    assert!(known <= count && count <= expected);
                    known = count;
                    assert!(counter.open() > 0.0);
                }
                assert_eq!(counter.count_so_far(), expected.clone(), "{choice}, {threads}");
            }
        }
    }
}

/// A counter with threads can be dropped, copied and started again while they work, and stops at
/// its limits.
#[test]
fn a_counter_with_threads_can_be_stopped() {
    let board = dominoes(12, 12);
    let expected = BigUint::from(53_060_477_521_960_000_u64);
    let mut counter = with_threads(&board, EngineChoice::Memo, 3);
    assert!(counter.advance(10_000) == Step::Paused);
    let copy = counter.clone();
    let mut other = counter.clone();
    drop(copy);
    assert_eq!(finished(counter.clone()), expected);
    other.start(&[OptionId::new(0)].into()).unwrap();
    while other.advance(1000) == Step::Paused {}
    let of_option = other.count_so_far().to_big();
    assert!(of_option < expected && of_option > BigUint::ZERO);
    assert_eq!(finished(counter), expected);

    for nodes in [1, 5_000, 12_000] {
        let counter = with_threads(&board, EngineChoice::Memo, 3);
        let mut counter = counter.limited(Limits::none().nodes(nodes));
        while counter.advance(1_000) == Step::Paused && !counter.is_cut_short() {}
        assert!(counter.is_cut_short());
        assert!(counter.stats().nodes >= nodes);
        assert!(!counter.count_so_far().is_exact());
    }
    let counter = with_threads(&board, EngineChoice::Auto, 2);
    let mut counter = counter.limited(Limits::none().covers(1 << 40));
    while counter.advance(1_000) == Step::Paused && !counter.is_cut_short() {}
    assert_eq!(counter.count_so_far().to_string(), "1099511627776+");
}
