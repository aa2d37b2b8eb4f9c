//! Backdoors: cells with digits that make a puzzle solvable by naked and hidden singles.

use crate::houses::{HOUSES, PEERS};
use crate::sudoku::Grid;
use crate::sudoku::board::places::cells_of;
use crate::sudoku::candidates::bit;
use crate::sudoku::logic::Cell;

/// Returns the backdoors of a puzzle that have this number of cells. A backdoor is a set of empty
/// cells: with their digits from the solution as additional clues, naked and hidden singles solve
/// the rest. A cell is not added to a set if singles already solve it from the puzzle and the
/// earlier cells of the set. For size 0 the result has only the empty set if singles solve the
/// puzzle, and no set otherwise.
///
/// The term is from Williams, Gomes and Selman, "Backdoors to typical case complexity" (IJCAI
/// 2003). A set takes about a microsecond to test. A puzzle with 60 empty cells has 1,770 pairs and
/// 34,220 triples.
///
/// ```
/// use quadrille::sudoku::Grid;
/// use quadrille::sudoku::clues::backdoors;
/// let puzzle: Grid = "000000010400000000020000000000050407008000300001090000300400200050100000000806000".parse()?;
/// let solution = puzzle.uniqueness().only().ok_or("not proper")?;
/// let size = (0..3).find(|&size| !backdoors(&puzzle, &solution, size).is_empty());
/// assert_eq!(size, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn backdoors(puzzle: &Grid, solution: &Grid, size: usize) -> Vec<Vec<Cell>> {
    let mut state = Singles { candidates: [0x1ff; 81], unset: (1 << 81) - 1 };
    for (cell, digit) in puzzle.cells().enumerate() {
        digit.into_iter().for_each(|digit| state.set(cell, bit(digit)));
    }
    state.solve();
    let mut found = Vec::new();
    extend(&state, solution, size, &mut Vec::new(), &mut found);
    found
}

/// Adds the backdoors that extend `chosen` by `more` cells after its last one.
fn extend(
    state: &Singles,
    solution: &Grid,
    more: usize,
    chosen: &mut Vec<Cell>,
    found: &mut Vec<Vec<Cell>>,
) {
    if more == 0 {
        if state.unset == 0 {
            found.push(chosen.clone());
        }
        return;
    }
    let first = chosen.last().map_or(0, |last| last.index() + 1);
    for cell in first..81 {
        let is_open = state.unset >> cell & 1 == 1;
        let Some(digit) = solution.digit(cell).filter(|_| is_open) else { continue };
        let mut next = state.clone();
        next.set(cell, bit(digit));
        next.solve();
        chosen.push(Cell::from_index(cell));
        extend(&next, solution, more - 1, chosen, found);
        chosen.pop();
    }
}

/// The candidates of a grid that is solved by singles. A digit that is set is immediately removed
/// from the houses of its cell.
#[derive(Clone, Debug)]
struct Singles {
    /// The candidates of each open cell as nine bits; 0 for a cell with a digit.
    candidates: [u16; 81],
    /// The cells without a digit, as bits.
    unset: u128,
}

impl Singles {
    /// Puts a digit, given as its bit, into an open cell.
    fn set(&mut self, cell: usize, bit: u16) {
        self.candidates[cell] = 0;
        self.unset &= !(1 << cell);
        for peer in PEERS[cell] {
            self.candidates[usize::from(peer)] &= !bit;
        }
    }

    /// Sets naked and hidden singles as long as there are any.
    fn solve(&mut self) {
        while self.unset != 0 && (self.set_naked() | self.set_hidden()) {}
    }

    /// Sets the cells with one candidate. Returns true if it set any.
    fn set_naked(&mut self) -> bool {
        let mut any = false;
        for cell in cells_of(self.unset) {
            let digits = self.candidates[cell];
            if digits.is_power_of_two() {
                self.set(cell, digits);
                any = true;
            }
        }
        any
    }

    /// Sets the digits that have one place in a house. Returns true if it set any.
    fn set_hidden(&mut self) -> bool {
        let mut any = false;
        for house in &HOUSES {
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                let digits = self.candidates[usize::from(cell)];
                twice |= once & digits;
                once |= digits;
            }
            let single = once & !twice;
            if single == 0 {
                continue;
            }
            for &cell in house {
                let digits = self.candidates[usize::from(cell)] & single;
                // Several digits may have their only place here if the grid has no solution.
                if digits.is_power_of_two() {
                    self.set(usize::from(cell), digits);
                    any = true;
                }
            }
        }
        any
    }
}
