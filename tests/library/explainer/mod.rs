//! The ratings of Sudoku Explainer.
//!
//! `ratings.txt` has puzzles from quadrille's generator with their ratings by Sudoku Explainer
//! 1.2.1.3, the version that rates the Patterns Game of the New Sudoku Players' Forum.

use quadrille::sudoku::explainer::ExplainerRating;
use quadrille::sudoku::{Candidates, Grid, Puzzle};

fn rated() -> Vec<(Puzzle, &'static str)> {
    include_str!("ratings.txt")
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(puzzle, rating)| (puzzle.parse().unwrap(), rating))
        .collect()
}

#[test]
fn ratings_are_those_of_sudoku_explainer() {
    let rated = rated();
    assert_eq!(rated.len(), 53);
    for (puzzle, rating) in rated {
        let found = ExplainerRating::of(&puzzle).map(|found| found.to_string());
        assert_eq!(found.as_deref(), Some(rating), "{puzzle}");
    }
}

/// Sudoku Explainer takes five minutes to rate the second puzzle 10.7/10.7/9.7. The other ratings
/// are from the forums.
#[test]
#[ignore = "takes seconds in a release build, and minutes in a debug build"]
fn well_known_puzzles_have_their_known_ratings() {
    for (puzzle, rating) in [
        ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", 10.5),
        ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 10.7),
        (".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...", 10.6),
    ] {
        let puzzle: Puzzle = puzzle.parse().unwrap();
        assert_eq!(ExplainerRating::of(&puzzle).map(ExplainerRating::er), Some(rating), "{puzzle}");
    }
}

#[test]
fn only_puzzles_with_one_solution_are_rated() {
    let several: Puzzle =
        "027800061000030008910005420500016030000970200070000096700000080006027000030480007"
            .parse()
            .unwrap();
    let none: Grid = format!("12345678.{}9", ".".repeat(71)).parse().unwrap();
    for puzzle in [several, none.into(), Grid::EMPTY.into()] {
        assert_eq!(ExplainerRating::of(&puzzle), None, "{puzzle}");
    }
}

/// A Sukaku is rated without initial digits. In this one, the clues of a puzzle are the only
/// candidates of their cells. Each other cell has all digits, except one cell, which lacks one.
#[test]
fn a_sukaku_is_rated() {
    let (puzzle, _) = &rated()[10];
    let rating = ExplainerRating::of(puzzle).unwrap();
    let mut sukaku = Candidates::from(&puzzle.grid);
    let solution = puzzle.solutions().next().unwrap();
    // One candidate that no clue excludes is removed. Otherwise the candidates would become a grid.
    let empty = puzzle.grid.cells().position(|digit| digit.is_none()).unwrap();
    let (row, column) = (empty / 9, empty % 9);
    let wrong = sukaku
        .digits(row, column)
        .into_iter()
        .find(|&digit| solution.get(row, column) != Some(digit));
    sukaku.remove(row, column, wrong.unwrap());
    let rated = ExplainerRating::of(&sukaku.into()).unwrap();
    assert!(rated.er() <= rating.er() + 0.001 && rated.er() >= 1.0, "{rated} and {rating}");
}
