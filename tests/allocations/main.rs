//! Tests that count the allocations made while Sudokus are read and solved.
//!
//! They are a separate program, because a program has a single allocator.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::iter;

use quadrille::Limits;
use quadrille::sudoku::{Answers, Puzzle, Reader, Solver};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, with a count of the allocations of each thread.
struct Counting;

// SAFETY: The system's allocator does everything, and the counter has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: The caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: The caller keeps the contract, which is the same.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Puzzles with no solution, one and several, with both kinds of line endings.
const LIST: &str = "\
027800061000030008910005420500016030000970200070000096700000080006027000030480007
005176000400000001000800309100000090503000807090000004207008000600000003000429700\r
000000010400000000020000000000050407008000300001090000300400200050100000000806000
..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..\r
5......5.........................................................................
";

/// Reads and solves the list 20 times. Returns the number of allocations for each puzzle, without
/// those of the first time.
fn allocations(mut solve: impl FnMut(&Puzzle) -> usize) -> Vec<usize> {
    let text = LIST.repeat(20);
    let mut counts = Vec::with_capacity(200);
    let mut before = 0;
    for (number, puzzle) in Reader::new(text.as_bytes()).enumerate() {
        let puzzle = puzzle.expect("the list is valid");
        let expected = [2, 1, 1, 1, 0][number % 5];
        assert_eq!(solve(&puzzle), expected, "{puzzle}");
        let now = ALLOCATIONS.get();
        if number >= 5 {
            counts.push(now - before);
        }
        before = now;
    }
    counts
}

#[test]
fn a_solver_takes_no_memory_for_a_puzzle() {
    let mut solver = Solver::new();
    let solve = |puzzle: &Puzzle| {
        let solutions = solver.solutions_of(puzzle).limited(Limits::none().covers(2));
        solutions.count()
    };
    assert_eq!(allocations(solve), [0; 95]);
}

#[test]
fn the_solutions_of_a_puzzle_take_no_memory_after_the_first() {
    assert_eq!(allocations(|puzzle| puzzle.solutions().take(2).count()), [0; 95]);
}

/// `quadrille solve` solves batches in the same way.
#[test]
fn a_batch_takes_no_memory_after_the_first() {
    let text = LIST.repeat(10);
    let puzzles: Vec<Puzzle> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
    let mut solver = Solver::new();
    for mut answers in [Answers::up_to(2), Answers::counting(2)] {
        for round in 0..3 {
            let before = ALLOCATIONS.get();
            solver.solve_all(&puzzles, &mut answers);
            let found = answers.lines().map(|(answer, _)| answer.solutions);
            assert!(found.eq(iter::repeat_n([2, 1, 1, 1, 0], 10).flatten()));
            assert!(round == 0 || ALLOCATIONS.get() == before);
        }
    }
}

#[test]
fn the_allocator_counts() {
    let before = ALLOCATIONS.get();
    assert_eq!(vec![1_u8; 100].len(), 100);
    assert_eq!(ALLOCATIONS.get(), before + 1);
}
