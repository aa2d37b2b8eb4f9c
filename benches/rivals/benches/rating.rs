//! Benchmark of rating puzzles by logic. It also checks the sum of the scores.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::sudoku::logic::{Rating, Settings};
use quadrille::sudoku::{Grid, Reader};

/// The seeds and the examples of all techniques.
const PUZZLES: [&str; 2] =
    [include_str!("../../../puzzles/seeds.txt"), include_str!("../../../puzzles/techniques.txt")];
/// The sum of the scores of these puzzles.
const SCORES: u32 = 29_522;

fn rating(c: &mut Criterion) {
    let puzzles: Vec<Grid> = PUZZLES
        .into_iter()
        .flat_map(|text| Reader::new(text.as_bytes()))
        .map(|puzzle| puzzle.expect("the file is well formed").grid)
        .collect();
    let mut group = c.benchmark_group("rating");
    group.throughput(Throughput::Elements(puzzles.len() as u64));
    group.bench_function("logic", |bencher| {
        bencher.iter(|| {
            let ratings =
                black_box(&puzzles).iter().map(|puzzle| Rating::of(puzzle, Settings::default()));
            assert_eq!(ratings.map(|rating| rating.score()).sum::<u32>(), SCORES);
        });
    });
    group.finish();
}

criterion_group!(benches, rating);
criterion_main!(benches);
