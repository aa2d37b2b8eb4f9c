//! Puzzles with their clues in given cells.
//!
//! For most patterns, the digits of a random grid leave several solutions. So the clues are changed
//! one at a time: a random cell of the pattern gets the digit that leaves the fewest solutions, but
//! at least one. The old digit loses ties, and ties between others are broken at random. The number
//! of solutions, counted up to 5,000, never grows. This is a local search, so an attempt may fail.
//! The puzzles are not a uniform sample.

use super::random::Random;
use super::{Generated, Impossible};
use crate::sudoku::logic::{Cell, Cells};
use crate::sudoku::{Digit, Grid, House, Solver};

/// The maximum number of changes in an attempt.
const CHANGES: usize = 200;
/// The maximum number of solutions that are counted.
const MOST: u64 = 5_000;

/// Returns an error for a pattern with fewer than 17 cells, or with two empty lines in a band or a
/// stack. Both kinds of patterns always leave several solutions.
pub(super) fn check(pattern: Cells) -> Result<(), Impossible> {
    if pattern.len() < 17 {
        return Err(Impossible::SmallPattern(pattern.len()));
    }
    let is_empty = |house: &House| (pattern & Cells::of_house(*house)).is_empty();
    for three in 0..3 {
        for line in [House::Row as fn(usize) -> House, House::Column] {
            let empty: Vec<House> = (3 * three..3 * three + 3).map(line).filter(is_empty).collect();
            if let [first, second, ..] = empty[..] {
                return Err(Impossible::EmptyLines(first, second));
            }
        }
    }
    Ok(())
}

/// Searches for clues in the cells of a pattern that leave one solution, beginning with those of a
/// full grid.
pub(super) fn fill(
    solver: &mut Solver,
    pattern: Cells,
    grid: &Grid,
    random: &mut Random,
) -> Option<Generated> {
    // The number of solutions, or `most` if there are more.
    let mut count_of =
        |puzzle: &Grid, most: u64| solver.solutions(puzzle).skip_solutions(most, u64::MAX).0;
    let cells: Vec<usize> = pattern.into_iter().map(Cell::index).collect();
    if cells.is_empty() {
        return None;
    }
    let mut puzzle = Grid::EMPTY;
    cells.iter().for_each(|&cell| puzzle.set_digit(cell, grid.digit(cell)));
    let mut count = count_of(&puzzle, MOST);
    for _ in 0..CHANGES {
        if count == 1 {
            break;
        }
        let cell = cells[random.below(cells.len() as u32) as usize];
        let before = puzzle.digit(cell);
        let mut digits: Vec<Digit> = Digit::all().filter(|&digit| Some(digit) != before).collect();
        random.shuffle(&mut digits);
        let mut best = before;
        for digit in digits {
            puzzle.set_digit(cell, Some(digit));
            // One more than the best, to distinguish equal numbers from greater ones.
            let with_it = count_of(&puzzle, (count + 1).min(MOST));
            if (1..=count).contains(&with_it) {
                (count, best) = (with_it, Some(digit));
            }
        }
        puzzle.set_digit(cell, best);
    }
    let solution = solver.solutions(&puzzle).next().filter(|_| count == 1)?;
    Some(Generated { puzzle, solution })
}
