//! How many completions a grid has, without going through them.

use num_bigint::BigUint;

use super::{Grid, problem};
use crate::engine::EngineChoice;
use crate::search::Stats;
use crate::solve::{self, Count, SearchState};

impl Grid {
    /// How many completions the grid has: exactly, however many and however long it takes; that of the empty grid would take
    /// years. For a search that can be interrupted, and for many grids, use a [`Counter`].
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

/// Counts the completions of one grid after the other: a [`solve::Counter`] on the exact cover of Sudoku.
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
    /// One that chooses by itself how to count. It begins with the empty grid.
    #[must_use]
    pub fn new() -> Self {
        Self { counter: solve::Counter::new(problem()) }
    }

    /// One with this engine and no other. Every engine can count Sudokus.
    #[must_use]
    pub fn with_engine(choice: EngineChoice) -> Self {
        let counter = solve::Counter::with_engine(problem(), choice);
        Self { counter: counter.expect("324 items and 729 options are not too many for any engine") }
    }

    /// The same with a cache of about so many bytes at most: see [`solve::Counter::with_memory`].
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { counter: self.counter.with_memory(bytes) }
    }

    /// Begins with another grid, in place of the one that was being counted.
    pub fn start(&mut self, grid: &Grid) {
        self.counter.start(&grid.cube()).expect("the options of a grid are those of the problem");
    }

    /// Goes on for up to about so many nodes; whether the number is known.
    pub fn advance(&mut self, nodes: u64) -> bool {
        self.counter.advance(nodes)
    }

    /// How many completions there are as far as is known, and whether these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count<BigUint> {
        self.counter.count_so_far()
    }

    /// See [`solve::Counter::is_searching`].
    #[must_use]
    pub fn is_searching(&self) -> bool {
        self.counter.is_searching()
    }

    /// What was done since the start.
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
