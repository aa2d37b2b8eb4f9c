//! Puzzles with colors or bounds, solved by an engine.

use quadrille::puzzle::knapsack::{Knapsack, Thing};
use quadrille::puzzle::macmahon::MacMahon;
use quadrille::puzzle::word_rectangle::{Repeats, WordRectangle};
use quadrille::puzzle::{Puzzle, macmahon};

/// The six squares of two colors, counted by brute force in `encoders_colored.rs`.
#[test]
fn macmahon_squares_of_two_colors_have_known_counts() {
    for (rows, columns, expected) in [(1, 6, 1920), (2, 3, 416), (3, 2, 416), (6, 1, 1920)] {
        let puzzle = MacMahon::new(2, rows, columns).unwrap();
        assert_eq!(puzzle.problem().solutions().count(), expected, "{rows}x{columns}");
        let first: Vec<macmahon::Arrangement> = puzzle.solutions().take(10).collect();
        assert!(first.iter().all(|arrangement| arrangement.rows() == rows));
    }
}

#[test]
fn word_squares_are_counted_with_and_without_repeats() {
    let words = ["is", "it", "so", "to"];
    let count =
        |repeats| WordRectangle::with_repeats(2, 2, words, repeats).unwrap().solutions().count();
    // With all four words there are is/to and it/so. The squares is/so and it/to read the same down
    // and across, so they need repeats.
    assert_eq!((count(Repeats::Forbidden), count(Repeats::Allowed)), (2, 4));
}

/// The ways to pay a dollar with nickels, dimes, quarters and half dollars, in units of five cents,
/// counted by brute force.
#[test]
fn the_ways_to_change_a_dollar_are_counted() {
    let coins = [("nickel", 1, 20), ("dime", 2, 10), ("quarter", 5, 4), ("half", 10, 2)];
    let coins = coins.map(|(name, weight, copies)| Thing { copies, ..Thing::new(name, weight) });
    let ways = Knapsack::new(coins, 20..=20).unwrap();
    let tried = (0..=20_u32).flat_map(|n| {
        (0..=10).flat_map(move |d| {
            (0..=4).flat_map(move |q| (0..=2).map(move |h| n + 2 * d + 5 * q + 10 * h))
        })
    });
    let expected = tried.filter(|&sum| sum == 20).count();
    assert_eq!(expected, 40);
    assert_eq!(ways.solutions().count(), expected);
}
