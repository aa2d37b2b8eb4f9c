//! Random Sudokus, the same in every run.

use quadrille::sudoku::{Digit, Grid, Map, Solver};
use quadrille::{Limits, Uniqueness};

/// A generator of random numbers: Marsaglia's xorshift64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }

    fn shuffle<T>(&mut self, things: &mut [T]) {
        for at in (1..things.len()).rev() {
            let other = self.below(at + 1);
            things.swap(at, other);
        }
    }

    /// Returns a full grid: the first completion of a random first row and of random digits in some
    /// other cells. A digit is kept if a completion is found soon.
    pub(crate) fn full_grid(&mut self, solver: &mut Solver) -> Grid {
        let mut grid = Grid::EMPTY;
        let mut first_row: Vec<Digit> = Digit::all().collect();
        self.shuffle(&mut first_row);
        first_row
            .into_iter()
            .enumerate()
            .for_each(|(column, digit)| grid.set(0, column, Some(digit)));
        for _ in 0..12 {
            let (cell, mut more) = (self.below(81), grid);
            more.set(cell / 9, cell % 9, Digit::new(self.below(9) as u8 + 1));
            let mut solutions = solver.solutions(&more).limited(Limits::none().nodes(1000));
            if more.extends(&grid) && solutions.next().is_some() {
                grid = more;
            }
        }
        solver.solutions(&grid).next().expect("some completion was found before")
    }

    pub(crate) fn minimal_puzzle(&mut self, solver: &mut Solver) -> Grid {
        let mut puzzle = self.full_grid(solver);
        let mut cells: Vec<usize> = (0..81).collect();
        self.shuffle(&mut cells);
        for cell in cells {
            let mut fewer = puzzle;
            fewer.set(cell / 9, cell % 9, None);
            if matches!(solver.solutions(&fewer).uniqueness(), Uniqueness::One(_)) {
                puzzle = fewer;
            }
        }
        puzzle
    }

    /// Returns a map of grids. Each of the 3,359,232 * 9! maps is possible.
    pub(crate) fn map(&mut self) -> Map {
        let mut digits: [Digit; 9] = std::array::from_fn(|at| Digit::new(at as u8 + 1).unwrap());
        self.shuffle(&mut digits);
        let (rows, columns) = (self.lines(), self.lines());
        Map::new(self.below(2) == 1, rows, columns, digits).unwrap()
    }

    /// Returns a random order of nine lines that keeps bands together.
    fn lines(&mut self) -> [u8; 9] {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let bands = orders[self.below(6)];
        let within = [(); 3].map(|()| orders[self.below(6)]);
        std::array::from_fn(|place| 3 * bands[place / 3] + within[place / 3][place % 3])
    }
}
