//! Tests with Sudokus that have many solutions. The join lists the solutions, and the tables count
//! them. Searches are cut anywhere.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use quadrille::engine::simd::Simd;
use quadrille::engine::{EngineChoice, bands::Bands, bands::Tables};
use quadrille::search::{Cube, Engine, Step};
use quadrille::sudoku::{self, Grid, Puzzle, Solver};
use quadrille::sudoku::{CandidateCounts, Counter};
use quickcheck::{Arbitrary, Gen};

const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns a full grid with all but this many of its cells emptied.
fn puzzle(random: &mut Gen, clues: usize) -> Grid {
    let mut puzzle: Grid = FULL.parse().unwrap();
    while puzzle.clue_count() > clues {
        let cell = usize::arbitrary(random) % 81;
        puzzle.set(cell / 9, cell % 9, None);
    }
    puzzle
}

/// Returns puzzles with 2 to 1,000,000 solutions, or at most 3,000 in a debug build, and their
/// numbers of solutions. The environment variable `JOINED` sets the number of puzzles.
fn puzzles(seed: u64) -> impl Iterator<Item = (Grid, u64)> {
    let mut random = Gen::from_size_and_seed(100, seed);
    let most = if cfg!(debug_assertions) { 3_000 } else { 1_000_000 };
    let number = std::env::var("JOINED").ok().map(|number| number.parse().unwrap());
    std::iter::repeat_with(move || {
        let clues = 20 + usize::arbitrary(&mut random) % 8;
        let puzzle = puzzle(&mut random, clues);
        (puzzle, puzzle.solutions().skip_solutions(most + 1, u64::MAX).0)
    })
    .filter(move |&(_, solutions)| (2..=most).contains(&solutions))
    .take(number.unwrap_or(if cfg!(debug_assertions) { 5 } else { 300 }))
}

fn finished(grid: &Grid) -> Tables {
    let mut tables = Puzzle::from(*grid).tables();
    while tables.advance(1000) == Step::Paused {}
    tables
}

#[test]
fn all_ways_find_the_same_solutions() {
    let mut links = Solver::with_engine(EngineChoice::Links);
    for (puzzle, number) in puzzles(51) {
        let expected: HashSet<Grid> = if number <= 20_000 {
            links.solutions(&puzzle).collect()
        } else {
            puzzle.solutions().collect()
        };
        let mut one_by_one = Vec::new();
        for solution in puzzle.solutions() {
            one_by_one.push(solution);
        }
        assert_eq!(one_by_one.len() as u64, number, "{puzzle}");
        assert_eq!(one_by_one.iter().copied().collect::<HashSet<_>>(), expected, "{puzzle}");

        let mut folded = Vec::new();
        puzzle.solutions().for_each(|solution| folded.push(solution));
        assert!(folded == one_by_one, "{puzzle}");

        let mut lines = vec![0; 82 * (one_by_one.len() + 1)];
        let (written, step) = puzzle.solutions().write_lines(&mut lines, u64::MAX);
        assert_eq!((written, step), (number, Step::Exhausted), "{puzzle}");
        let text: String = one_by_one.iter().map(|solution| format!("{solution}\n")).collect();
        assert!(lines.starts_with(text.as_bytes()), "{puzzle}");

        let options: Vec<_> = puzzle.options().collect();
        for simd in Simd::available() {
            let mut bands = Bands::with_simd(sudoku::problem(), simd).unwrap();
            bands.start(&Cube::from(&options)).unwrap();
            for solution in &one_by_one {
                assert_eq!(bands.advance(u64::MAX), Step::Cover);
                let found = Grid::from_options(bands.cover().iter().copied());
                assert!(found == *solution, "{puzzle} {}", simd.name());
            }
            assert_eq!(bands.advance(u64::MAX), Step::Exhausted);
        }

        let tables = finished(&puzzle);
        assert_eq!(tables.count(), Some(u128::from(number)), "{puzzle}");
        if number <= 2_000 {
            let by_number = (0..u128::from(number)).map(|index| tables.nth(index).unwrap());
            let by_number: HashSet<Grid> =
                by_number.map(|grid| Grid::from_text(&grid).unwrap()).collect();
            assert_eq!(by_number, expected, "{puzzle}");
            for index in 0..u128::from(number) {
                assert_eq!(tables.rank(&tables.nth(index).unwrap()), Some(index), "{puzzle}");
            }
        }
        assert_eq!(tables.nth(number.into()), None);
    }
}

#[test]
fn a_solution_is_the_same_however_many_are_skipped_before_it() {
    let mut random = Gen::from_size_and_seed(100, 52);
    for (puzzle, number) in puzzles(53) {
        let all: Vec<Grid> = puzzle.solutions().collect();
        for _ in 0..10 {
            let mut solutions = puzzle.solutions();
            let mut at = 0;
            while at < number {
                let skipped = u64::arbitrary(&mut random) % (number - at);
                at += skipped;
                assert_eq!(solutions.nth(skipped as usize), Some(all[at as usize]), "{puzzle}");
                at += 1;
            }
            assert_eq!(solutions.next(), None);
        }
    }
}

#[test]
fn a_search_with_many_solutions_can_be_interrupted_and_resumed() {
    let mut random = Gen::from_size_and_seed(100, 54);
    let (mut first, mut second) =
        (Bands::new(sudoku::problem()).unwrap(), Bands::new(sudoku::problem()).unwrap());
    for (puzzle, number) in puzzles(55) {
        for _ in 0..if cfg!(debug_assertions) { 3 } else { 10 } {
            let options: Vec<_> = puzzle.options().collect();
            first.start(&Cube::from(&options)).unwrap();
            let mut found = Vec::new();
            let stop = u64::arbitrary(&mut random) % (number + 1);
            while (found.len() as u64) < stop {
                // An interrupt may come at any node.
                if first.advance(u64::arbitrary(&mut random) % 20) == Step::Cover {
                    found.push(Grid::from_options(first.cover().iter().copied()));
                }
            }
            let open = first.remaining();
            assert!(open.iter().map(|open| open.share).sum::<f64>() <= 1.0 + 1e-9);
            for open in open {
                second.start(&open.cube).unwrap();
                while second.advance(u64::MAX) == Step::Cover {
                    found.push(Grid::from_options(second.cover().iter().copied()));
                }
            }
            assert_eq!(found.len() as u64, number, "{puzzle}");
            assert_eq!(found.into_iter().collect::<HashSet<_>>().len() as u64, number, "{puzzle}");
        }
    }
}

#[test]
fn counts_of_candidates_are_those_of_the_list() {
    for (puzzle, _) in puzzles(56).take(4) {
        let mut expected = vec![0_u32; 729];
        for solution in puzzle.solutions() {
            solution.options().for_each(|option| expected[option.index()] += 1);
        }
        let mut counts = CandidateCounts::new(&puzzle.into());
        while counts.advance(100) == Step::Paused {}
        let found: Vec<String> = counts.counts().iter().map(ToString::to_string).collect();
        assert_eq!(found, expected.iter().map(ToString::to_string).collect::<Vec<_>>(), "{puzzle}");
    }
}

/// A checksum of many solutions: the number of solutions with each candidate. The join lists every
/// solution, and also counts blocks of solutions without visiting them. Tables count the solutions
/// with each digit in the first cell.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn visited_solutions_have_each_candidate_as_often_as_they_are_counted() {
    // 47,320,994 solutions: puzzles/many.txt without two of its clues.
    let text = ".................89......2.5...16.3....97.2...7.....96..............7......48...7";
    let puzzle: Grid = text.parse().unwrap();
    let mut counts = CandidateCounts::new(&puzzle.into());
    while counts.advance(100) == Step::Paused {}
    let expected: Vec<String> = counts.counts().iter().map(ToString::to_string).collect();
    let mut found = vec![0_u64; 729];
    puzzle.solutions().for_each(|solution| {
        for (cell, digit) in solution.as_bytes().iter().enumerate() {
            found[9 * cell + usize::from(digit - b'1')] += 1;
        }
    });
    assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    for digit in 1..=9 {
        let with_digit: Grid = text.replacen('.', &digit.to_string(), 1).parse().unwrap();
        let counted = finished(&with_digit).count().map(|count| count.to_string());
        assert_eq!(counted.as_deref(), Some(expected[digit - 1].as_str()));
    }
}

#[test]
fn a_count_by_tables_can_be_saved_and_resumed() {
    let mut random = Gen::from_size_and_seed(100, 57);
    let puzzle = puzzle(&mut random, 22);
    let whole = finished(&puzzle);
    for _ in 0..10 {
        let mut first = Puzzle::from(puzzle).tables();
        let stop = f64::from(u8::arbitrary(&mut random)) / 255.0;
        while first.done() < stop && first.advance(1) == Step::Paused {}
        assert!(first.at_least() <= whole.count().unwrap());
        let mut second = Puzzle::from(puzzle).tables();
        assert!(first.finished().all(|(orbit, sum)| second.restore(orbit, sum)));
        while second.advance(7) == Step::Paused {}
        assert_eq!(second.count(), whole.count());
        assert_eq!(second.nth(1), whole.nth(1));
    }
}

#[test]
fn several_threads_count_the_same() {
    let mut random = Gen::from_size_and_seed(100, 59);
    let puzzle = puzzle(&mut random, 22);
    let whole = finished(&puzzle);
    // No machine has the last number of threads.
    for threads in [2, 3, 4, usize::MAX] {
        let threads = NonZeroUsize::new(threads).unwrap();
        let mut tables = Puzzle::from(puzzle).tables().with_threads(threads);
        while tables.advance(3) == Step::Paused {}
        assert_eq!(tables.count(), whole.count());
        assert_eq!(tables.nodes(), whole.nodes());
        assert_eq!(tables.nth(2), whole.nth(2));
    }
}

#[test]
fn a_grid_that_is_no_solution_has_no_number() {
    let mut random = Gen::from_size_and_seed(100, 60);
    let puzzle = puzzle(&mut random, 24);
    let tables = finished(&puzzle);
    let digits = |grid: &str| -> [u8; 81] { grid.as_bytes().try_into().unwrap() };
    assert!(tables.rank(&digits(FULL)).is_some());
    // Exchanging two rows of a band violates the clues. Exchanging the digits of two cells violates
    // a rule.
    let exchanged = format!("{}{}{}", &FULL[9..18], &FULL[..9], &FULL[18..]);
    assert_eq!(tables.rank(&digits(&exchanged)), None);
    assert_eq!(tables.rank(&digits(&FULL.replacen("53", "35", 1))), None);
    assert_eq!(tables.rank(&[b'.'; 81]), None);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn a_solution_and_its_number_lead_to_each_other() {
    let row = format!("123456789{}", ".".repeat(72));
    let of_box = format!("123......456......789......{}", ".".repeat(54));
    let few = "....................2..3.............5......................................1...6";
    let mut random = Gen::from_size_and_seed(100, 61);
    for puzzle in [&*row, &*of_box, few, &".".repeat(81)] {
        let tables = finished(&puzzle.parse().unwrap());
        let number = tables.count().unwrap();
        let random = std::iter::repeat_with(|| u128::arbitrary(&mut random) % number).take(20);
        for index in [0, number - 1].into_iter().chain(random) {
            let grid = tables.nth(index).unwrap();
            let text = Grid::from_text(&grid).unwrap();
            assert!(text.is_full() && text.clash().is_none());
            assert_eq!(tables.rank(&grid), Some(index), "{puzzle}");
        }
    }
}

#[test]
fn bits_that_are_no_digits_do_not_count() {
    let cells: Vec<u16> = FULL.bytes().map(|digit| 1 << (digit - b'1') | 0xFE00).collect();
    let mut tables = Tables::new(&cells.try_into().unwrap());
    while tables.advance(u64::MAX) == Step::Paused {}
    assert_eq!(tables.count(), Some(1));
}

/// These sums exceed the number of all Sudokus, so they cannot be the sum of an orbit.
#[test]
fn a_sum_beyond_all_sudokus_is_not_restored() {
    for sum in [u128::MAX, 7_000_000_000_000_000_000_000] {
        // With clues, the plan takes less time.
        let row: Grid = format!("123456789{}", ".".repeat(72)).parse().unwrap();
        let mut tables = Puzzle::from(row).tables();
        assert!(!tables.restore(0, sum));
        assert_eq!(tables.at_least(), 0);
    }
}

#[test]
fn contradictory_clues_have_no_tables() {
    let clash: Grid = format!("55{}", ".".repeat(79)).parse().unwrap();
    let mut tables = Puzzle::from(clash).tables();
    assert!(tables.advance(0) == Step::Exhausted);
    assert_eq!((tables.count(), tables.nth(0)), (Some(0), None));
}

/// Felgenhauer and Jarvis, "Mathematics of Sudoku I", 2006, found the number of grids. It is 9!
/// times the number for a given row or box.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn the_numbers_of_grids_are_known() {
    let row: Grid = format!("123456789{}", ".".repeat(72)).parse().unwrap();
    let of_box: Grid = format!("123......456......789......{}", ".".repeat(54)).parse().unwrap();
    for (grid, number) in [
        (Grid::EMPTY, 6_670_903_752_021_072_936_960),
        (row, 18_383_222_420_692_992),
        (of_box, 18_383_222_420_692_992),
    ] {
        assert_eq!(finished(&grid).count(), Some(number));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn the_number_of_all_grids_is_counted() {
    let mut counter = Counter::new();
    counter.start(&Grid::EMPTY);
    while counter.advance(100_000) == Step::Paused {}
    assert_eq!(counter.count_so_far().to_string(), "6670903752021072936960");
}

/// Uniform random numbers: SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014. `Gen` is not uniform: one number in ten is 0, 1 or the largest.
struct Uniform(u64);

impl Uniform {
    fn next(&mut self) -> u128 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(mixed ^ mixed >> 31)
    }

    /// Returns a number below `end`. The probabilities of two numbers differ by at most 1 / 2^128.
    fn below(&mut self, end: u128) -> u128 {
        (self.next() << 64 | self.next()) % end
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
fn samples_of_an_enormous_number_of_solutions_are_uniform() {
    let row: Grid = format!("123456789{}", ".".repeat(72)).parse().unwrap();
    let tables = finished(&row);
    let number = tables.count().unwrap();
    let mut random = Uniform(58);
    let mut counts = [0_u32; 9];
    let samples = 3_000;
    for _ in 0..samples {
        let grid = tables.nth(random.below(number)).unwrap();
        let grid = Grid::from_text(&grid).unwrap();
        assert!(grid.is_full() && grid.clash().is_none());
        counts[usize::from(grid.as_bytes()[9] - b'1')] += 1;
    }
    // The digits 4 to 9 are equally likely in r2c1.
    let expected = f64::from(samples) / 6.0;
    let of_digit = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    let chi_square: f64 = counts[3..].iter().map(of_digit).sum();
    assert_eq!(counts[..3], [0; 3]);
    assert!(chi_square < 20.5, "{counts:?}"); // five degrees of freedom: one in a thousand
}
