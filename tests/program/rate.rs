//! Tests that `quadrille rate` prints the same line for equivalent puzzles.

use std::fs;

use quadrille::sudoku::generate::Generator;
use quadrille::sudoku::{Digit, Grid, Map, Reader};

use crate::support::{piped, stdout};

/// Returns a random map of grids, using Marsaglia's xorshift64.
fn map(state: &mut u64) -> Map {
    let mut shuffle = |things: &mut [u8]| {
        for at in (1..things.len()).rev() {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            things.swap(at, (*state >> 20) as usize % (at + 1));
        }
    };
    let mut lines = || {
        let mut bands = [0, 1, 2];
        shuffle(&mut bands);
        let mut lines = bands.map(|band| [3 * band, 3 * band + 1, 3 * band + 2]);
        lines.iter_mut().for_each(|band| shuffle(band));
        std::array::from_fn(|place| lines[place / 3][place % 3])
    };
    let (rows, columns) = (lines(), lines());
    let (mut digits, mut transposes) = ([1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1]);
    shuffle(&mut digits);
    shuffle(&mut transposes);
    Map::new(transposes[0] == 1, rows, columns, digits.map(|digit| Digit::new(digit).unwrap()))
        .unwrap()
}

/// Returns the output of `quadrille rate` for each puzzle, without forcing chains, which take a
/// long time in a debug build. With `--format json`, the puzzle and the digits that logic finds
/// become null.
fn rate(puzzles: &[Grid], format: &str) -> Vec<String> {
    let input: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let line = format!("rate -j 0 --no-forcing-chains --format {format}");
    let lines = stdout(&piped(&line, input).code(predicates::ord::lt(2)));
    let without_grids = |line: &str| match serde_json::from_str::<serde_json::Value>(line) {
        Ok(mut object) => {
            object["puzzle"].take();
            if let Some(grid) = object.get_mut("grid") {
                grid.take();
            }
            object.to_string()
        }
        Err(_) => line.to_owned(),
    };
    lines.lines().map(without_grids).collect()
}

/// Rates these puzzles and an image of each under a random map. Returns the number of lines that
/// differ, and a text with the first difference.
fn differences(puzzles: &[Grid], seed: u64, format: &str) -> (usize, Option<String>) {
    let mut state = seed;
    let images: Vec<Grid> = puzzles.iter().map(|puzzle| map(&mut state).apply(puzzle)).collect();
    let (ours, theirs) = (rate(puzzles, format), rate(&images, format));
    assert_eq!((ours.len(), theirs.len()), (puzzles.len(), puzzles.len()));
    let different = |&at: &usize| ours[at] != theirs[at];
    let tell = |at: usize| format!("{} {}\n{} {}", puzzles[at], ours[at], images[at], theirs[at]);
    let first = (0..puzzles.len()).find(different).map(tell);
    ((0..puzzles.len()).filter(different).count(), first)
}

fn listed(file: &str) -> Vec<Grid> {
    Reader::new(fs::read(format!("puzzles/{file}")).unwrap().as_slice())
        .filter_map(Result::ok)
        .map(|puzzle| puzzle.grid)
        .collect()
}

#[test]
fn equivalent_puzzles_have_the_same_line() {
    let mut puzzles: Vec<Grid> =
        ["minimal-easy.txt", "minimal-hard.txt", "seeds.txt", "techniques.txt"]
            .into_iter()
            .flat_map(listed)
            .collect();
    // Some of these have no solution.
    let wrong = puzzles.iter().take(50).map(|puzzle| {
        let mut wrong = *puzzle;
        let empty = puzzle.cells().position(|digit| digit.is_none()).unwrap();
        wrong.set(empty / 9, empty % 9, Digit::new(5));
        wrong
    });
    let wrong: Vec<Grid> = wrong.collect();
    puzzles.extend(wrong);
    let puzzles: Vec<Grid> = puzzles.into_iter().step_by(6).collect();
    let (count, first) = differences(&puzzles, 1, "line");
    assert_eq!(first, None, "{count} of {} lines differ", puzzles.len());
    let (count, first) = differences(&puzzles[..20], 2, "json");
    assert_eq!(first, None, "{count} of 20 objects differ");
}

/// `cargo test --release --test program rate:: -- --ignored --nocapture`
#[test]
#[ignore = "rates 40,000 puzzles, which needs a release build"]
fn ten_thousand_puzzles_have_the_lines_of_their_images() {
    const COUNT: u64 = 10_000;
    let mut generator = Generator::new(2026);
    let puzzles: Vec<Grid> =
        (0..COUNT).map(|number| generator.puzzle(number).unwrap().puzzle).collect();
    for (seed, format) in [(1, "line"), (2, "json")] {
        let (count, first) = differences(&puzzles, seed, format);
        println!("{format}: {count} of {COUNT} differ");
        assert_eq!(first, None, "{count} of {COUNT} differ");
    }
}
