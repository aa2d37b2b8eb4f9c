//! Tests of generated puzzles: their properties, and that they can be reproduced.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::sudokus::Random;
use quadrille::puzzle::Puzzle;
use quadrille::puzzle::sudoku_board::Layout;
use quadrille::sudoku::generate::{
    Attempt, BoardGenerator, GaveUp, Generated, Generator, Impossible, Symmetry, full_grid,
};
use quadrille::sudoku::logic::{Cell, Cells, Level, Rating, Settings};
use quadrille::sudoku::{Grid, House, Solver};
use quadrille::{EngineChoice, Solver as ExactCoverSolver, Uniqueness};

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
fn unconstrained_puzzles_are_minimal() {
    let mut generator = Generator::new(1);
    for number in 0..10 {
        let made = generator.puzzle(number).unwrap();
        check(&made);
        assert!(is_minimal(&made.puzzle), "{}", made.puzzle);
    }
}

#[test]
fn constraints_are_met() {
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

/// The number of clues varies over the range, and is not always the maximum or the minimum.
#[test]
fn ranges_are_used() {
    let mut generator = Generator::new(5).clues(28..=31);
    let counts: BTreeSet<usize> =
        (0..40).map(|number| generator.puzzle(number).unwrap().puzzle.clue_count()).collect();
    assert_eq!(Vec::from_iter(counts), [28, 29, 30, 31]);
    let made = Generator::new(5).clues(81..=81).puzzle(0).unwrap();
    assert_eq!(made.puzzle, made.solution);
}

/// A range may end above 81 clues.
#[test]
fn a_range_without_end_is_used() {
    for range in [30..=usize::MAX, 0..=usize::MAX, 30..=u32::MAX as usize] {
        let fewest = *range.start();
        let made = Generator::new(5).clues(range).puzzle(0).unwrap();
        check(&made);
        assert!(made.puzzle.clue_count() >= fewest);
    }
    let few = Generator::new(5).clues(90..=100).attempts_at_most(3).puzzle(0);
    assert!(few.is_err());
}

/// A puzzle depends neither on the puzzles made before it nor on the limit of attempts.
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
fn constraints_that_no_attempt_meets_are_given_up() {
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
fn impossible_constraints_are_refused_at_once() {
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

/// A minimal puzzle of an independent generator passes `is_minimal`, and a puzzle with a redundant
/// clue does not.
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

#[test]
fn a_pattern_says_which_cells_have_clues() {
    // The 41 cells of one color of a chessboard. Many full grids have a puzzle with these clues.
    let is_in = |cell: &Cell| (cell.row() + cell.column()).is_multiple_of(2);
    let pattern: Cells = Cell::all().filter(is_in).collect();
    let mut generator = Generator::new(3).pattern(pattern);
    assert_eq!(generator.check(), Ok(()));
    let mut made = BTreeSet::new();
    for number in 0..3 {
        let Generated { puzzle, solution } = generator.puzzle(number).unwrap();
        let has_clue = |cell: &Cell| puzzle.get(cell.row(), cell.column()).is_some();
        assert_eq!(Cell::all().filter(has_clue).collect::<Cells>(), pattern);
        assert_eq!(puzzle.uniqueness().only(), Some(solution));
        made.insert(puzzle);
    }
    assert_eq!(made.len(), 3);
    let again = Generator::new(3).pattern(pattern).puzzle(2).unwrap();
    assert!(made.contains(&again.puzzle));
}

#[test]
fn patterns_that_have_no_puzzle_are_refused() {
    let few: Cells = Cell::all().take(16).collect();
    assert_eq!(Generator::new(1).pattern(few).check(), Err(Impossible::SmallPattern(16)));
    let lines: Cells = Cell::all().filter(|cell| ![3, 5].contains(&cell.column())).collect();
    let refused = Generator::new(1).pattern(lines).check();
    assert_eq!(refused, Err(Impossible::EmptyLines(House::Column(3), House::Column(5))));
    let turned: Cells =
        lines.into_iter().map(|cell| Cell::new(cell.column(), cell.row())).collect();
    let refused = Generator::new(1).pattern(turned).check();
    assert_eq!(refused, Err(Impossible::EmptyLines(House::Row(3), House::Row(5))));
    // These clues never make a puzzle, so the attempt is abandoned.
    let block: Cells = Cell::all().filter(|cell| cell.in_box() < 2 || cell.in_box() == 3).collect();
    let gave_up = Generator::new(1).pattern(block).attempts_at_most(1).puzzle(0);
    assert!(gave_up.is_err_and(
        |gave_up| gave_up.to_string().contains("several solutions") || gave_up.several == 1
    ));
}

#[test]
fn a_range_of_levels_has_all_of_them() {
    let mut generator = Generator::new(5).ratings(Level::Medium..=Level::Expert);
    for number in 0..4 {
        let made = generator.puzzle(number).unwrap();
        let level = Rating::of(&made.puzzle, Settings::default()).level();
        assert!((Level::Medium..=Level::Expert).contains(&level), "{level}");
    }
    let empty = Generator::new(5).ratings(Level::Hard..=Level::Easy).check();
    assert_eq!(empty, Err(Impossible::NoLevel));
}

/// Returns the number of solutions of a puzzle, up to two, found by dancing links.
fn solutions(layout: &Layout, text: &str) -> usize {
    let board = layout.puzzle(text).unwrap();
    let mut links = ExactCoverSolver::with_engine(board.problem(), EngineChoice::Links).unwrap();
    links.solutions().take(2).count()
}

/// Returns the texts of the puzzles with one clue fewer.
fn with_one_less(text: &str) -> impl Iterator<Item = String> + '_ {
    let clues = text.char_indices().filter(|&(_, cell)| cell != '.');
    clues.map(|(at, _)| format!("{}.{}", &text[..at], &text[at + 1..]))
}

#[test]
fn boards_have_one_solution_and_no_clue_too_many() {
    for (rows, columns, count) in [(2, 2, 60), (2, 3, 30), (3, 2, 10), (2, 4, 3), (3, 3, 2)] {
        let layout = Layout::boxes(rows, columns).unwrap();
        let mut generator = BoardGenerator::boxes(rows, columns, 1).unwrap();
        let mut texts = BTreeSet::new();
        for number in 0..count {
            let made = generator.puzzle(number).unwrap();
            let (puzzle, solution) = (made.puzzle.text(), made.solution.text());
            assert_eq!(*made.puzzle.layout(), layout);
            // The text alone determines the symbols, even if one of them has no clue.
            assert_eq!(solutions(&layout, &puzzle), 1, "{puzzle}");
            let board = layout.puzzle(&puzzle).unwrap();
            assert_eq!(board.symbols(), made.puzzle.symbols(), "{puzzle}");
            assert_eq!(board.solutions().next().unwrap(), made.solution);
            assert!(puzzle.chars().zip(solution.chars()).all(|(a, b)| a == '.' || a == b));
            assert!(with_one_less(&puzzle).all(|fewer| solutions(&layout, &fewer) == 2));
            // The drawing is the same puzzle.
            let drawn = layout.puzzle(&made.puzzle.to_string()).unwrap();
            assert_eq!(drawn.text(), puzzle);
            texts.insert(puzzle);
        }
        assert!(texts.len() as u64 * 10 > count * 9, "{rows}x{columns}: {}", texts.len());
    }
}

/// The first board of this seed, which is the same on every processor.
#[test]
fn a_seed_gives_a_known_board() {
    let made = BoardGenerator::boxes(2, 3, 1).unwrap().puzzle(0).unwrap();
    assert_eq!(made.puzzle.text(), "..35.1.......3.6.2..53..6.......2...");
}

#[test]
fn a_board_of_sixteen_is_made_and_depends_on_its_number_alone() {
    let mut generator = BoardGenerator::boxes(4, 4, 1).unwrap().clues(110..=120);
    let made = generator.puzzle(1).unwrap();
    let puzzle = made.puzzle.text();
    assert!((110..=120).contains(&puzzle.bytes().filter(|&cell| cell != b'.').count()));
    assert_eq!(solutions(made.puzzle.layout(), &puzzle), 1);
    let other = generator.puzzle(0).unwrap().puzzle.text();
    assert_ne!(other, puzzle);
    assert_eq!(generator.puzzle(1).unwrap().puzzle.text(), puzzle);
    let mut seeded = BoardGenerator::boxes(4, 4, 2).unwrap().clues(110..=120);
    assert_ne!(seeded.puzzle(1).unwrap().puzzle.text(), puzzle);
}

#[test]
fn boards_meet_a_number_of_clues_or_are_given_up() {
    let mut any = BoardGenerator::boxes(2, 2, 1).unwrap().clues(0..=usize::MAX);
    assert!(any.check().is_ok() && any.puzzle(0).is_ok());
    let count = |text: &str| text.bytes().filter(|&cell| cell != b'.').count();
    let generator = BoardGenerator::boxes(2, 3, 4).unwrap();
    for number in 0..10 {
        let made = generator.clone().clues(15..=17).puzzle(number).unwrap();
        assert!((15..=17).contains(&count(&made.puzzle.text())));
        let made = generator.clone().clues(10..=10).minimal(true).puzzle(number).unwrap();
        let text = made.puzzle.text();
        assert_eq!(count(&text), 10);
        assert!(with_one_less(&text).all(|fewer| solutions(made.puzzle.layout(), &fewer) == 2));
    }
    let gave_up = generator.clone().clues(5..=5).attempts_at_most(3).puzzle(0).unwrap_err();
    assert_eq!((gave_up.attempts, gave_up.clues), (3, 3));
    assert_eq!(
        generator.clone().clues(RangeInclusive::new(9, 8)).check(),
        Err(Impossible::EmptyRange)
    );
    assert_eq!(generator.clone().clues(5..=5).check(), Ok(()));
    let mut calls = 0;
    let stopped = generator.clone().puzzle_while(0, || {
        calls += 1;
        calls < 20
    });
    assert_eq!((stopped.unwrap_err().attempts, calls), (0, 20));
    assert!(BoardGenerator::boxes(1, 6, 1).is_err());
}
