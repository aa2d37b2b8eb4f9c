//! Tests of an example from the literature, and of problems with published numbers of covers. All
//! engines find that many covers, and all methods of counting return that number. Large numbers are
//! only counted.

use quadrille::puzzle::langford::Langford;
use quadrille::puzzle::latin::Latin;
use quadrille::puzzle::polyomino::{Polyominoes, ShapeSet, Sides};
use quadrille::puzzle::queens::Queens;
use quadrille::puzzle::sudoku_board::Layout;
use quadrille::puzzle::{Puzzle, Uses};
use quadrille::{Counter, EngineChoice, Problem, Solver};

use crate::oracle::random::plain;

fn queens(size: usize) -> Problem {
    Queens::new(size).unwrap().problem().clone()
}

fn langford(size: usize) -> Problem {
    Langford::new(size).unwrap().problem().clone()
}

fn latin(order: usize) -> Problem {
    Latin::new(order).unwrap().problem().clone()
}

fn dominoes(board: &str) -> Problem {
    let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    let board = board.parse().unwrap();
    Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, board).unwrap().problem().clone()
}

/// Returns the problem of partitions of `n` things: every nonempty subset is an option.
fn partitions(n: usize) -> Problem {
    let subsets = (1..1 << n).map(|set| (0..n).filter(|item| set >> item & 1 == 1).collect());
    plain(n, 0, subsets)
}

fn small_sudokus() -> Problem {
    Layout::boxes(2, 2).unwrap().empty().problem().clone()
}

/// Queens: OEIS A000170. Langford pairs: twice A014552, which counts a row and its reverse once.
/// Domino tilings: A099390. Latin squares: A002860. Partitions: the Bell numbers, A000110. Sudokus
/// of four by four: A107739.
#[test]
fn all_engines_list_and_all_methods_count_the_published_numbers() {
    let queens = (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352]).map(|(n, count)| (queens(n), count));
    let langford = (3..).zip([2, 2, 0, 0, 52, 300]).map(|(n, count)| (langford(n), count));
    let latin = (1..).zip([1, 2, 12, 576]).map(|(n, count)| (latin(n), count));
    let bell = [1, 2, 5, 15, 52, 203, 877, 4140];
    let partitions = (1..).zip(bell).map(|(n, count)| (partitions(n), count));
    let dominoes =
        [("1x1", 0), ("2x2", 2), ("2x10", 89), ("3x4", 11), ("4x4", 36), ("3x3", 0), ("6x6", 6728)]
            .map(|(board, count)| (dominoes(board), count));
    let puzzles = queens.chain(langford).chain(latin).chain(partitions).chain(dominoes);
    for (problem, expected) in puzzles.chain([(small_sudokus(), 288)]) {
        let (items, options) = (problem.item_count(), problem.option_count());
        for choice in EngineChoice::ALL {
            let what = format!("{choice}: {items} items, {options} options");
            let mut solver = Solver::with_engine(&problem, choice).unwrap();
            for cover in solver.solutions().take(100) {
                assert_eq!(problem.check(&cover), Ok(()));
            }
            assert_eq!(solver.solutions().count(), expected, "{what}");
            let mut counter = Counter::with_engine(&problem, choice).unwrap();
            let counted = counter.finish(|_, _| true);
            assert_eq!(counted, expected as u64, "{what}");
        }
    }
}

/// Domino tilings of squares: OEIS A004003. Latin squares: A002860. Bell numbers: A000110.
#[test]
fn large_numbers_are_counted_without_a_list() {
    let squares =
        [("8x8", 12_988_816), ("10x10", 258_584_046_368), ("12x12", 53_060_477_521_960_000)];
    let dominoes = squares.map(|(board, count)| (dominoes(board), count));
    let orders: &[(usize, u64)] =
        if cfg!(debug_assertions) { &[] } else { &[(5, 161_280), (6, 812_851_200)] };
    let latin = orders.iter().map(|&(order, count)| (latin(order), count));
    for (problem, expected) in latin.chain(dominoes).chain([(partitions(9), 21_147)]) {
        assert_eq!(problem.count(), expected);
        let mut memo = Counter::with_engine(&problem, EngineChoice::Memo).unwrap();
        assert_eq!(memo.finish(|_, _| true), expected);
    }
}

/// TAOCP 7.2.2.1 (6).
#[test]
fn the_first_example_of_knuth_has_one_cover() {
    let problem: Problem = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n".parse().unwrap();
    for choice in EngineChoice::ALL {
        let covers: Vec<_> =
            Solver::with_engine(&problem, choice).unwrap().into_solutions().collect();
        assert_eq!(covers.len(), 1);
        let texts: Vec<_> = covers[0].iter().map(|&option| problem.option_text(option)).collect();
        assert_eq!(texts, ["c e", "a d f", "b g"]);
    }
}
