//! Sudoku with each engine, and by logic alone. Every benchmark checks the number of solutions, so that none is fast because it is wrong.
//!
//! `cargo bench` measures; `cargo bench -- --test` runs each once.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use quadrille::explain::{Rating, Settings};
use quadrille::sudoku::{Grid, Reader, Solver};
use quadrille::{Count, EngineChoice, Limits};

const SEEDS: &str = include_str!("../puzzles/seeds.txt");
const WELL_KNOWN: &str = include_str!("../puzzles/well-known.txt");
const TECHNIQUES: &str = include_str!("../puzzles/techniques.txt");
/// The scores of these two files together.
const SCORES: u32 = 11_656;
const MANY: &str = include_str!("../puzzles/many.txt");

fn puzzles(text: &str) -> Vec<Grid> {
    Reader::new(text.as_bytes()).map(|puzzle| puzzle.expect("the puzzles of the repository are good").grid).collect()
}

/// Measures how long it takes to count the solutions of these puzzles, up to a limit for each.
fn counting(c: &mut Criterion, name: &str, puzzles: &[Grid], limit: u64, expected: u64) {
    let mut group = c.benchmark_group(name);
    if expected > 100_000 {
        group.throughput(Throughput::Elements(expected)).sample_size(10).measurement_time(Duration::from_secs(10));
    } else {
        group.throughput(Throughput::Elements(puzzles.len() as u64));
    }
    for engine in EngineChoice::ALL.into_iter().filter(|&engine| engine != EngineChoice::Auto) {
        let mut solver = Solver::with_engine(engine);
        group.bench_function(engine.name(), |bencher| {
            bencher.iter(|| {
                let limits = Limits::none().covers(limit);
                let solved =
                    black_box(puzzles).iter().map(|puzzle| solver.solutions(puzzle).limited(limits).count_all());
                assert_eq!(solved.map(Count::found).sum::<u64>(), expected);
            });
        });
    }
    group.finish();
}

/// The first solution of the empty grid, with a solver of its own each time: what a one-off caller waits for.
fn first_of_the_empty_grid(c: &mut Criterion) {
    c.bench_function("first solution of the empty grid", |bencher| {
        bencher.iter_batched(
            || Grid::EMPTY,
            |empty| assert!(black_box(empty).solutions().next().is_some_and(|solution| solution.is_full())),
            BatchSize::SmallInput,
        );
    });
}

/// Every solution decoded, as a program that prints them has it.
fn decoded(c: &mut Criterion) {
    let many = puzzles(MANY)[0];
    let mut group = c.benchmark_group("a million solutions, decoded");
    group.throughput(Throughput::Elements(1_013_067)).sample_size(10).measurement_time(Duration::from_secs(10));
    group.bench_function("auto", |bencher| {
        bencher.iter(|| assert_eq!(black_box(many).solutions().map(black_box).fold(0, |n, _| n + 1), 1_013_067));
    });
    group.finish();
}

/// How hard puzzles are, by logic alone: the seeds and the examples of all techniques.
fn rating(c: &mut Criterion) {
    let rated = [puzzles(SEEDS), puzzles(TECHNIQUES)].concat();
    let mut group = c.benchmark_group("rating");
    group.throughput(Throughput::Elements(rated.len() as u64));
    group.bench_function("logic", |bencher| {
        bencher.iter(|| {
            let ratings = black_box(&rated).iter().map(|puzzle| Rating::of(puzzle, Settings::default()));
            assert_eq!(ratings.map(|rating| rating.score()).sum::<u32>(), SCORES);
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    let (seeds, well_known) = (puzzles(SEEDS), puzzles(WELL_KNOWN));
    // Every way to exchange the digits of a puzzle in a cycle: as hard, and not the same.
    let easy: Vec<Grid> = (0..100).map(|by| exchange_digits(&seeds[1 + by / 9 % 3], by % 9)).collect();
    first_of_the_empty_grid(c);
    counting(c, "four solutions", &seeds[..1], u64::MAX, 4);
    counting(c, "hard: Golden Nugget", &well_known[6..7], 2, 1);
    counting(c, "a hundred easy ones", &easy, 2, 100);
    counting(c, "well-known puzzles", &well_known, 2, 8);
    counting(c, "a million solutions", &puzzles(MANY), u64::MAX, 1_013_067);
    decoded(c);
    rating(c);
}

fn exchange_digits(puzzle: &Grid, by: usize) -> Grid {
    let digit = |c: char| c.to_digit(10).map_or('.', |d| char::from(b'1' + ((d as usize - 1 + by) % 9) as u8));
    puzzle.as_str().chars().map(digit).collect::<String>().parse().expect("digits stay digits")
}

criterion_group!(benches, all);
criterion_main!(benches);
