//! The test of single clues.

use crate::engine::bands::Bands;
use crate::ids::OptionId;
use crate::search::{Cube, Engine};
use crate::sudoku::logic::Cell;
use crate::sudoku::{Grid, problem};

/// A clue, as an option of the exact cover of Sudoku.
pub(super) type Clue = OptionId;

/// A tester of the clues of puzzles, compiled once, for any number of puzzles.
///
/// A clue is redundant if no solution has all other clues and another digit in the clue's cell.
/// So each test is a search for one solution with one option excluded. It ends at the first
/// solution; only a redundant clue needs a search to the end.
///
/// ```
/// use quadrille::sudoku::Grid;
/// use quadrille::sudoku::clues::ClueTester;
/// let mut tester = ClueTester::new();
/// let puzzle: Grid = "000000010400000000020000000000050407008000300001090000300400200050100000000806000".parse()?;
/// assert!(tester.is_minimal(&puzzle));
/// assert_eq!(tester.redundant(&Grid::EMPTY), None);
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClueTester {
    engine: Bands,
    /// The cube of the last search, kept to save the next search an allocation.
    cube: Cube,
}

impl Default for ClueTester {
    fn default() -> Self {
        Self::new()
    }
}

impl ClueTester {
    /// Returns a tester.
    #[must_use]
    pub fn new() -> Self {
        let engine = Bands::new(problem()).expect("the bands engine searches Sudokus");
        Self { engine, cube: Cube::default() }
    }

    /// Returns the solution of a proper puzzle, and `None` for any other puzzle.
    #[must_use]
    pub fn solution(&mut self, puzzle: &Grid) -> Option<Grid> {
        self.start(&clues(puzzle), []);
        let solution = self.next_solution()?;
        self.next_solution().is_none().then(|| Grid::from_text(&solution))?
    }

    /// Returns the redundant clues of a proper puzzle, cell by cell. Any one of them can be left
    /// out. `None` if the puzzle is not proper.
    ///
    /// A test takes a few microseconds, and there is one for each clue.
    #[must_use]
    pub fn redundant(&mut self, puzzle: &Grid) -> Option<Vec<Cell>> {
        self.solution(puzzle)?;
        Some(self.redundant_of(&clues(puzzle)).map(cell).collect())
    }

    /// Iterates over the clues that follow from the others.
    pub(super) fn redundant_of(&mut self, clues: &[Clue]) -> impl Iterator<Item = Clue> {
        let is_redundant = |&at: &usize| !self.is_needed(clues, at);
        (0..clues.len()).filter(is_redundant).map(|at| clues[at])
    }

    /// True if a puzzle is proper and has no redundant clue.
    #[must_use]
    pub fn is_minimal(&mut self, puzzle: &Grid) -> bool {
        self.solution(puzzle).is_some() && self.redundant_of(&clues(puzzle)).next().is_none()
    }

    /// Goes through these cells of a proper puzzle in order, and removes each clue that is
    /// redundant at that point. `None` if the puzzle is not proper.
    ///
    /// With all cells, the result is minimal. It depends on the order of the cells.
    #[must_use]
    pub fn minimized(
        &mut self,
        puzzle: &Grid,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Option<Grid> {
        self.solution(puzzle)?;
        let mut left = clues(puzzle);
        for removed in cells {
            if let Some(at) = left.iter().position(|&clue| cell(clue) == removed)
                && !self.is_needed(&left, at)
            {
                left.remove(at);
            }
        }
        Some(Grid::from_options(left))
    }

    /// Starts a search for the solutions with these clues and without these options.
    pub(super) fn start<'c>(
        &mut self,
        clues: impl IntoIterator<Item = &'c Clue>,
        excluded: impl IntoIterator<Item = Clue>,
    ) {
        self.cube.chosen.clear();
        self.cube.chosen.extend(clues);
        self.cube.excluded.clear();
        self.cube.excluded.extend(excluded);
        self.engine.start(&self.cube).expect("clues are options of the problem");
    }

    /// Returns the next solution as 81 digits from `1` to `9`.
    pub(super) fn next_solution(&mut self) -> Option<[u8; 81]> {
        let (found, _) = self.engine.skip(1, u64::MAX);
        (found == 1).then(|| self.engine.grid())
    }

    /// True if a clue does not follow from the others: they have a solution with another digit in
    /// its cell.
    pub(super) fn is_needed(&mut self, clues: &[Clue], at: usize) -> bool {
        self.start(clues[..at].iter().chain(&clues[at + 1..]), [clues[at]]);
        self.engine.skip(1, u64::MAX).0 == 1
    }

    /// Returns a solution that has the clue `further`, all of these clues except number `at`, and
    /// another digit in the cell of clue number `at`.
    pub(super) fn without(&mut self, clues: &[Clue], at: usize, further: Clue) -> Option<[u8; 81]> {
        self.start([&further].into_iter().chain(&clues[..at]).chain(&clues[at + 1..]), [clues[at]]);
        self.next_solution()
    }
}

pub(super) fn clues(puzzle: &Grid) -> Vec<Clue> {
    puzzle.options().collect()
}

pub(super) fn cell(clue: Clue) -> Cell {
    Cell::from_index(clue.index() / 9)
}
