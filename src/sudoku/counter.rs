//! The number of completions of a grid, without enumerating them.

use num_bigint::BigUint;

use super::{Grid, Puzzle, problem};
use crate::engine::{AnyEngine, EngineChoice};
use crate::search::{OpenCube, Stats};
use crate::solve::{self, Count, Method, SearchState};

impl Grid {
    /// Returns the number of completions of the grid. The number is exact, however long that takes;
    /// for the empty grid it would take years. For a count that can be interrupted, and for many
    /// grids, use a [`Counter`].
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let puzzle: Grid = "027800061000030008910005420500016030000970200070000096700000080006027000030480007".parse()?;
    /// assert_eq!(puzzle.count().to_string(), "4");
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> BigUint {
        let mut counter = Counter::new();
        counter.start(self);
        while !counter.advance(u64::MAX) {}
        counter.count_so_far().found()
    }
}

/// A counter of completions for one grid after the other: a [`solve::Counter`] on the exact cover
/// of Sudoku.
///
/// ```
/// use quadrille::sudoku::{Counter, Grid};
/// let mut counter = Counter::new();
/// counter.start(&Grid::EMPTY);
/// assert!(!counter.advance(1000));
/// assert!(!counter.count_so_far().is_exact());
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    counter: solve::Counter<'static>,
}

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}

impl Counter {
    /// Returns a counter that chooses its way of counting. It begins with the empty grid.
    #[must_use]
    pub fn new() -> Self {
        Self { counter: solve::Counter::new(problem()) }
    }

    /// Returns a counter that uses only this engine. Every engine can count Sudokus.
    #[must_use]
    pub fn with_engine(choice: EngineChoice) -> Self {
        let counter = solve::Counter::with_engine(problem(), choice);
        Self {
            counter: counter.expect("324 items and 729 options are not too many for any engine"),
        }
    }

    /// Returns the same counter with a limit for the memory of its cache, in bytes: see
    /// [`solve::Counter::with_memory`].
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { counter: self.counter.with_memory(bytes) }
    }

    /// Begins to count the completions of another grid.
    pub fn start(&mut self, grid: &Grid) {
        self.counter.start(&grid.cube()).expect("the options of a grid are those of the problem");
    }

    /// Begins with another puzzle, in place of the grid that was being counted.
    pub fn start_puzzle(&mut self, puzzle: &Puzzle) {
        self.counter
            .start(&puzzle.cube())
            .expect("the options of a puzzle are those of the problem");
    }

    /// The same, but it stops at so many: see [`solve::Counter::at_most`].
    #[must_use]
    pub fn at_most(self, completions: u64) -> Self {
        Self { counter: self.counter.at_most(completions) }
    }

    /// See [`solve::Counter::take_remaining`].
    pub fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<OpenCube>)> {
        self.counter.take_remaining()
    }

    /// See [`solve::Counter::method`].
    #[must_use]
    pub fn method(&self) -> Method {
        self.counter.method()
    }

    /// See [`solve::Counter::engine`].
    #[must_use]
    pub fn engine(&self) -> Option<&AnyEngine> {
        self.counter.engine()
    }

    /// Continues for about `nodes` nodes at most. True if the count is complete.
    pub fn advance(&mut self, nodes: u64) -> bool {
        self.counter.advance(nodes)
    }

    /// Returns the number of completions found so far, and whether it is complete.
    #[must_use]
    pub fn count_so_far(&self) -> Count<BigUint> {
        self.counter.count_so_far()
    }

    /// True if the counter searches without a cache: see [`solve::Counter::is_searching`].
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.counter.is_searching()
    }

    /// Returns the work done since the start.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.counter.stats()
    }
}

impl SearchState for Counter {
    type Number = BigUint;

    fn count_so_far(&self) -> Count<BigUint> {
        self.count_so_far()
    }

    fn stats(&self) -> Stats {
        self.stats()
    }
}
