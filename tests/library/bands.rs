//! The bands engine, with every instruction set of the machine, compared with dancing links.

use quadrille::engine::links::Links;
use quadrille::engine::{bands::Bands, simd::Simd};
use quadrille::search::{Cube, Engine, Stats, Step, Unsupported};
use quadrille::sudoku::{self, Digit, Grid};
use quadrille::{Count, Cover, ItemId, Limits, OptionId, Problem, Solver};
use quickcheck::{Arbitrary, Gen};

fn engines() -> Vec<Bands> {
    let simd = |simd| Bands::with_simd(sudoku::problem(), simd).unwrap();
    Simd::available().into_iter().map(simd).collect()
}

fn first(engine: &mut Bands, prefix: &[OptionId], limit: usize) -> (Vec<Cover>, Stats) {
    let mut solver = Solver::from(engine);
    let mut solutions = solver.solutions_of(&Cube::from(prefix)).unwrap();
    let covers = solutions.by_ref().take(limit).collect();
    (covers, solutions.stats())
}

/// Returns a full grid with most of its cells emptied, and sometimes a random digit in a random
/// cell. It may then have no solution.
fn random_puzzle(random: &mut Gen, full: &Grid) -> Grid {
    let mut puzzle = *full;
    let clues = 22 + usize::arbitrary(random) % 10;
    while puzzle.clue_count() > clues {
        let cell = usize::arbitrary(random) % 81;
        puzzle.set(cell / 9, cell % 9, None);
    }
    if u8::arbitrary(random).is_multiple_of(4) {
        let cell = usize::arbitrary(random) % 81;
        puzzle.set(cell / 9, cell % 9, Digit::new(u8::arbitrary(random) % 9 + 1));
    }
    puzzle
}

const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The environment variable `SUDOKUS` sets the number of puzzles.
#[test]
fn every_instruction_set_finds_what_links_find() {
    let wanted = std::env::var("SUDOKUS").map(|number| number.parse().expect("a number"));
    let puzzles = wanted.unwrap_or(if cfg!(debug_assertions) { 40 } else { 2_000 });
    let mut random = Gen::from_size_and_seed(100, 31);
    let full: Grid = FULL.parse().unwrap();
    let (mut links, mut engines) = (Links::new(sudoku::problem()), engines());
    let (mut none, mut one, mut two, mut several, mut all) = (0, 0, 0, 0, 0);
    let limit = if cfg!(debug_assertions) { 200 } else { 2_000 };
    for _ in 0..puzzles {
        let puzzle = random_puzzle(&mut random, &full);
        let prefix: Vec<OptionId> = puzzle.options().collect();
        let mut expected: Vec<Cover> = Solver::from(&mut links)
            .solutions_of(&Cube::from(&prefix))
            .unwrap()
            .take(limit)
            .collect();
        expected.sort();
        let (found, stats) = first(&mut engines[0], &prefix, limit);
        for engine in &mut engines[1..] {
            // The covers come in the same order, from the same search tree.
            assert_eq!(first(engine, &prefix, limit), (found.clone(), stats), "{puzzle}");
        }
        if expected.len() < limit {
            let mut sorted = found.clone();
            sorted.sort();
            assert_eq!(sorted, expected, "{puzzle}");
            all += 1;
        } else {
            let mut set = found.clone();
            set.sort();
            set.dedup();
            assert_eq!(set.len(), limit, "{puzzle}");
        }
        for cover in &found {
            assert_eq!(sudoku::problem().check(cover), Ok(()));
            assert!(Grid::from_options(cover).extends(&puzzle), "{puzzle}");
        }
        none += usize::from(found.is_empty());
        one += usize::from(found.len() == 1);
        two += usize::from(found.len() == 2);
        several += usize::from(found.len() > 1);
    }
    let enough = puzzles / 100;
    assert!(none > enough && several > enough && all > enough, "{none} {several} {all}");
    assert!(one >= enough / 2 && two >= enough / 2, "{one} {two}");
}

#[test]
fn a_search_can_stop_at_any_node_and_go_on() {
    let puzzle: Grid = format!("{}{}", ".".repeat(27), &FULL[27..]).parse().unwrap();
    let prefix: Vec<OptionId> = puzzle.options().skip(9).collect();
    for mut engine in engines() {
        let whole = first(&mut engine, &prefix, usize::MAX);
        assert!(whole.0.len() > 100, "{}", whole.0.len());

        engine.start(&Cube::from(&prefix)).unwrap();
        let (mut found, mut pauses) = (Vec::new(), 0);
        loop {
            match engine.advance(1) {
                Step::Cover => found.push(Cover::from_iter(engine.cover().iter().copied())),
                Step::Paused => pauses += 1,
                Step::Exhausted => break,
            }
        }
        assert_eq!((found, engine.stats()), whole);
        assert!(pauses > 10);
        assert_eq!(engine.advance(u64::MAX), Step::Exhausted, "it stays exhausted");

        // Skipping covers reaches the same state as visiting them.
        engine.start(&Cube::from(&prefix)).unwrap();
        assert_eq!(engine.skip(50, u64::MAX), (50, Step::Cover));
        assert_eq!(engine.advance(u64::MAX), Step::Cover);
        assert_eq!(Cover::from_iter(engine.cover().iter().copied()), whole.0[50]);
        let (rest, step) = engine.skip(u64::MAX, u64::MAX);
        assert_eq!((51 + rest as usize, step), (whole.0.len(), Step::Exhausted));
    }
}

#[test]
fn the_empty_grid_is_searched_lazily() {
    for mut engine in engines() {
        let (covers, stats) = first(&mut engine, &[], 3);
        assert_eq!(covers.len(), 3);
        assert!(stats.nodes < 200, "{stats:?}");
        let some = Solver::from(engine)
            .into_solutions()
            .limited(Limits::none().covers(10_000))
            .count_all();
        assert_eq!(some.to_string(), "10000+");
    }
}

#[test]
fn conflicting_clues_leave_no_cover() {
    for mut engine in engines() {
        // A digit twice in a row, column or box is a conflict, and so are two digits in a cell.
        // Repeating a clue is not a conflict.
        for clash in [[0, 9], [0, 81], [0, 90], [0, 1]] {
            let prefix = clash.map(OptionId::new);
            assert_eq!(first(&mut engine, &prefix, 1).0, [], "{prefix:?}");
        }
        assert_eq!(first(&mut engine, &[OptionId::new(5), OptionId::new(5)], 1).0.len(), 1);
        assert!(engine.start(&[OptionId::new(729)].into()).is_err());
        assert_eq!(engine.advance(u64::MAX), Step::Exhausted);
    }
}

/// Option `81 r + 9 c + d` puts digit `d` into the cell at row `r` and column `c`, all counted from
/// 0.
#[test]
fn chosen_options_that_exclude_each_other_leave_no_cover() {
    // 5 in r1c1, with options that exclude it in its cell, row, column and box.
    let cubes: [&[u32]; 4] = [&[4, 5], &[4, 76], &[4, 5, 76, 652], &[4, 5, 76, 652, 94]];
    for cube in cubes {
        let cube: Vec<OptionId> = cube.iter().copied().map(OptionId::new).collect();
        for mut engine in engines() {
            assert_eq!(first(&mut engine, &cube, 1).0, [], "{cube:?}");
        }
    }
}

/// Returns the problem of a puzzle, with only one option for each cell with a clue. The options are
/// in random order, and the items of each option are rotated at random.
fn with_fewer_options(random: &mut Gen, puzzle: &Grid) -> Problem {
    let mut options: Vec<u32> = (0..729)
        .filter(|&option| {
            let (row, column, digit) = (option / 81, option / 9 % 9, option % 9);
            let clue = puzzle.get(row as usize, column as usize);
            clue.is_none_or(|clue| u32::from(clue.get()) == digit + 1)
        })
        .collect();
    options.sort_by_cached_key(|_| u32::arbitrary(random));
    let mut builder = Problem::builder();
    builder.unnamed_primary(324).unwrap();
    for option in options {
        let (row, column, digit) = (option / 81, option / 9 % 9, option % 9);
        let in_box = row / 3 * 3 + column / 3;
        let mut items = [9 * row + column, 81 + 9 * row + digit, 162 + 9 * column + digit, 0];
        items[3] = 243 + 9 * in_box + digit;
        items.rotate_left(usize::arbitrary(random) % 4);
        builder.option(items.map(ItemId::new)).unwrap();
    }
    builder.build().unwrap()
}

#[test]
fn a_sudoku_with_fewer_options_is_recognized() {
    let mut random = Gen::from_size_and_seed(100, 77);
    let full: Grid = FULL.parse().unwrap();
    let limit = 300;
    for _ in 0..if cfg!(debug_assertions) { 20 } else { 500 } {
        let mut puzzle = random_puzzle(&mut random, &full);
        // More clues, for fewer solutions.
        for cell in 0..27 {
            puzzle.set(cell / 9, cell % 9, full.get(cell / 9, cell % 9));
        }
        let problem = with_fewer_options(&mut random, &puzzle);
        let mut expected: Vec<Cover> =
            Solver::from(Links::new(&problem)).solutions().take(limit).collect();
        if expected.len() == limit {
            continue;
        }
        expected.sort();
        let mut engine = Bands::new(&problem).unwrap();
        let (mut found, _) = first(&mut engine, &[], limit);
        found.sort();
        assert_eq!(found, expected, "{puzzle}");
        assert!(found.iter().all(|cover| problem.check(cover).is_ok()));
        // The search of a cube with a chosen and an excluded option, cut after a few nodes.
        let choose = |random: &mut Gen| {
            OptionId::new(u32::arbitrary(random) % problem.option_count() as u32)
        };
        let (chosen, excluded) = (choose(&mut random), choose(&mut random));
        let cube = Cube::from(&[chosen][..]).without([excluded]);
        expected.retain(|cover| cover.contains(&chosen) && !cover.contains(&excluded));
        engine.start(&cube).unwrap();
        let mut found = Vec::new();
        for _ in 0..u8::arbitrary(&mut random) % 8 {
            match engine.advance(1) {
                Step::Cover => found.push(Cover::from(engine.cover())),
                Step::Paused => {}
                Step::Exhausted => break,
            }
        }
        let mut links = Solver::from(Links::new(&problem));
        for open in engine.remaining() {
            found.extend(links.solutions_of(&open.cube).unwrap());
        }
        found.sort();
        assert_eq!(found, expected, "{puzzle} {cube:?}");
        let unknown = OptionId::new(problem.option_count() as u32);
        assert!(engine.start(&Cube::from(&[unknown][..])).is_err());
    }
}

/// A search with many solutions is a join. A call that skips no cover must not change its state.
#[test]
fn skipping_no_cover_is_done_at_once() {
    for mut engine in engines() {
        for covers in [0, 1, 1_000] {
            assert_eq!(engine.skip(covers, u64::MAX), (covers, Step::Cover));
            assert_eq!(engine.skip(0, u64::MAX), (0, Step::Cover));
        }
    }
    let flag = std::sync::Arc::default();
    let limits = Limits::none().covers(1_000).flag(flag);
    let mut solutions = sudoku::problem().solutions().limited(limits);
    for _ in 0..2 {
        assert_eq!(solutions.count_all(), Count::at_least(1_000));
        assert_eq!(solutions.skip_covers(5, u64::MAX), (0, Step::Paused));
    }
}

#[test]
fn other_matrices_are_refused() {
    // Two equal options, and two options that Sudoku does not have.
    let option = [0, 81, 162, 243];
    for options in [&[option, option][..], &[[0, 81, 163, 243]], &[[0, 81, 162, 244]]] {
        let mut builder = Problem::builder();
        builder.unnamed_primary(324).unwrap();
        for items in options {
            builder.option(items.map(ItemId::new)).unwrap();
        }
        assert!(Bands::new(&builder.build().unwrap()).is_err(), "{options:?}");
    }
    let mut builder = Problem::builder();
    builder.unnamed_primary(323).unwrap();
    builder.option(option.map(ItemId::new)).unwrap();
    assert!(Bands::new(&builder.build().unwrap()).is_err());

    let mut builder = Problem::builder();
    builder.primary(["a"]).unwrap();
    builder.option(["a"]).unwrap();
    assert!(matches!(Bands::new(&builder.build().unwrap()), Err(Unsupported::Matrix { .. })));
}
