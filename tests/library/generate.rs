//! Generated puzzles: their properties and their reproducibility.

use std::ops::RangeInclusive;

use crate::sudokus::Random;
use quadrille::sudoku::generate::{
    Attempt, GaveUp, Generated, Generator, Impossible, Symmetry, full_grid,
};
use quadrille::sudoku::logic::{Level, Rating, Settings};
use quadrille::sudoku::{Grid, Solver};
use quadrille::{EngineChoice, Uniqueness};

/// Checks a puzzle with dancing links, which the generator does not use.
fn check(made: &Generated) {
    let mut links = Solver::with_engine(EngineChoice::Links);
    let Uniqueness::One(solution) = links.solutions(&made.puzzle).uniqueness() else {
        panic!("{}", made.puzzle)
    };
    assert_eq!(solution, made.solution);
}

fn without(puzzle: &Grid, cell: usize) -> Grid {
    let mut fewer = *puzzle;
    fewer.set(cell / 9, cell % 9, None);
    fewer
}

fn is_minimal(puzzle: &Grid) -> bool {
    let mut links = Solver::with_engine(EngineChoice::Links);
    (0..81).map(|cell| without(puzzle, cell)).all(|fewer| {
        fewer == *puzzle || matches!(links.solutions(&fewer).uniqueness(), Uniqueness::Several(..))
    })
}

fn is_symmetric(puzzle: &Grid, symmetry: Symmetry) -> bool {
    let has = |cell: usize| puzzle.get(cell / 9, cell % 9).is_some();
    (0..81).all(|cell| symmetry.partners(cell).all(|partner| has(partner) == has(cell)))
}

#[test]
fn without_wishes_puzzles_are_minimal() {
    let mut generator = Generator::new(1);
    for number in 0..10 {
        let made = generator.puzzle(number).unwrap();
        check(&made);
        assert!(is_minimal(&made.puzzle), "{}", made.puzzle);
    }
}

#[test]
fn wishes_are_met() {
    for symmetry in Symmetry::ALL {
        let mut generator = Generator::new(2).symmetry(symmetry).clues(30..=40).rating(Level::Easy);
        for number in 0..3 {
            let made = generator.puzzle(number).unwrap();
            check(&made);
            assert!((30..=40).contains(&made.puzzle.clue_count()), "{}", made.puzzle);
            assert!(is_symmetric(&made.puzzle, symmetry), "{symmetry}: {}", made.puzzle);
            assert_eq!(Rating::of(&made.puzzle, Settings::default()).level(), Level::Easy);
        }
    }
    let mut generator = Generator::new(3).rating(Level::Hard).clues(24..=25);
    let made = generator.puzzle(0).unwrap();
    assert_eq!(Rating::of(&made.puzzle, Settings::default()).level(), Level::Hard);
    let made = Generator::new(4).symmetry(Symmetry::Diagonal).minimal(true).puzzle(0).unwrap();
    assert!(
        is_symmetric(&made.puzzle, Symmetry::Diagonal) && is_minimal(&made.puzzle),
        "{}",
        made.puzzle
    );
    check(&made);
}

/// The number of clues varies over the range: it is not always the maximum or the minimum.
#[test]
fn ranges_are_used() {
    let mut generator = Generator::new(5).clues(28..=31);
    let counts: std::collections::BTreeSet<usize> =
        (0..40).map(|number| generator.puzzle(number).unwrap().puzzle.clue_count()).collect();
    assert_eq!(Vec::from_iter(counts), [28, 29, 30, 31]);
    let made = Generator::new(5).clues(81..=81).puzzle(0).unwrap();
    assert_eq!(made.puzzle, made.solution);
}

/// A puzzle does not depend on the puzzles made before it, nor on the limit of attempts.
#[test]
fn a_puzzle_depends_on_seed_and_number() {
    let make = |number| Generator::new(7).symmetry(Symmetry::Rot180).puzzle(number).unwrap();
    let mut generator = Generator::new(7).symmetry(Symmetry::Rot180).attempts_at_most(3);
    for number in [3, 0, 2, 1] {
        assert_eq!(generator.puzzle(number), Ok(make(number)));
    }
    assert_ne!(make(0), make(1));
    assert_ne!(Ok(make(0)), Generator::new(8).symmetry(Symmetry::Rot180).puzzle(0));
    // These grids are the same on every machine, and in every version unless its changelog says
    // otherwise.
    assert_eq!(full_grid(7, 0).to_string(), FULL);
    assert_eq!(make(0).puzzle.to_string(), PUZZLE);
}

const FULL: &str =
    "438695721529371486671824359842913567956748213317562948263159874195487632784236195";
const PUZZLE: &str =
    "..86957....9..1.......2...9.4....56..5.7.8.1..17....4.2...5.......4..6....42361..";

#[test]
fn what_cannot_be_met_is_given_up() {
    let mut generator = Generator::new(1).clues(17..=17).attempts_at_most(10);
    let gave_up = generator.puzzle(0).unwrap_err();
    assert_eq!((gave_up.attempts, gave_up.clues), (10, 10));
    let said = gave_up.to_string();
    assert!(
        said.starts_with("gave up after 10 attempts: 10 had another number of clues (2"),
        "{said}"
    );
    let mut attempts = generator.attempts(0);
    assert_eq!(
        attempts.by_ref().filter(|attempt| matches!(attempt, Attempt::Clues(18..))).count(),
        10
    );
    assert_eq!((attempts.next(), attempts.result()), (None, Err(gave_up)));
    let gave_up =
        Generator::new(1).symmetry(Symmetry::Rot90).minimal(true).attempts_at_most(2).puzzle(0);
    assert_eq!(gave_up, Err(GaveUp { attempts: 2, redundant: 2, ..GaveUp::default() }));
    let gave_up =
        Generator::new(1).rating(Level::BeyondLogic).clues(60..=60).attempts_at_most(1).puzzle(0);
    assert_eq!(gave_up.unwrap_err().to_string(), "gave up after 1 attempt: 1 was of another level");
}

#[test]
fn what_is_impossible_is_known_before() {
    for (fewest, most, symmetry, expected) in [
        (17, 16, Symmetry::None, Err(Impossible::EmptyRange)),
        (0, 16, Symmetry::None, Err(Impossible::FewerThan17)),
        (82, 90, Symmetry::None, Err(Impossible::MoreThan81)),
        (18, 19, Symmetry::Rot90, Err(Impossible::Symmetry(Symmetry::Rot90))),
        (17, 18, Symmetry::Rot90, Ok(())),
        (18, 19, Symmetry::Rot180, Ok(())),
        (0, 17, Symmetry::None, Ok(())),
        (81, 99, Symmetry::None, Ok(())),
    ] {
        let generator =
            Generator::new(0).clues(RangeInclusive::new(fewest, most)).symmetry(symmetry);
        assert_eq!(generator.check(), expected, "{fewest}..{most} {symmetry}");
    }
}

/// Minimal puzzles of an independent generator pass the same check.
#[test]
fn the_checks_of_this_file_can_fail() {
    let (mut random, mut solver) = (Random::new(3), Solver::new());
    let minimal = random.minimal_puzzle(&mut solver);
    assert!(is_minimal(&minimal));
    let solution = minimal.uniqueness().only().unwrap();
    let mut more = minimal;
    let empty = (0..81).find(|&cell| without(&minimal, cell) == minimal).unwrap();
    more.set(empty / 9, empty % 9, solution.get(empty / 9, empty % 9));
    assert!(!is_minimal(&more) && !is_symmetric(&minimal, Symmetry::Rot90));
}
