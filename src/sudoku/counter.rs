//! The number of completions of a grid, counted by search or with tables.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::{Grid, Puzzle, Solver, problem};
use crate::count::Count;
use crate::engine::bands::{Bands, Tables};
use crate::engine::{AnyEngine, EngineChoice};
use crate::search::{Cube, Engine, Stats, Step, advance_by_methods};
use crate::solve::{self, Limits, Method, Watch, WeightedCubes};

impl Grid {
    /// Returns the exact number of completions of the grid, however long the count takes: at most
    /// seconds for nearly all grids, and a few minutes for some grids with eight to ten clues. For
    /// a count that can be interrupted, or for many grids, use a [`Counter`].
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    /// let puzzle: Grid = "027800061000030008910005420500016030000970200070000096700000080006027000030480007".parse()?;
    /// assert_eq!(puzzle.count(), 4);
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> Count {
        let mut counter = Counter::new();
        counter.start(self);
        while counter.advance(u64::MAX) == Step::Paused {}
        counter.count_so_far()
    }
}

/// A counter of the solutions of Sudokus, one grid after another. [`crate::Counter`] counts the
/// covers of any problem.
///
/// With [`EngineChoice::Auto`] it begins with the bands engine, which enumerates solutions in
/// blocks. When it estimates that the rest would take longer than [`Tables`], it counts with
/// tables. With any other choice it is a [`solve::Counter`] on the exact cover of Sudoku.
///
/// ```
/// use quadrille::search::Step;
/// use quadrille::sudoku::{Counter, Grid};
/// let mut counter = Counter::new();
/// counter.start(&Grid::EMPTY);
/// assert_eq!(counter.advance(1000), Step::Paused);
/// assert!(!counter.count_so_far().is_exact());
/// # Ok::<(), quadrille::sudoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    /// The counter with the engine that was chosen; `None` with [`EngineChoice::Auto`].
    chosen: Option<solve::Counter>,
    /// The bands engine, which searches unless an engine was chosen. The tables may take over.
    solver: Solver,
    is_exhausted: bool,
    /// The candidates of the cells in the current count, for the tables.
    cells: [u16; 81],
    limits: Limits,
    watch: Watch,
    /// The tables, once they have been considered. Their plan gives an estimate of their time.
    tables: Option<Box<Tables>>,
    uses_tables: bool,
    threads: NonZeroUsize,
    /// The number of search nodes at which to check next whether the tables are faster.
    next_check: u64,
    /// The total number of search nodes, as estimated at the last check.
    expected: f64,
}

/// The number of search nodes at the first check of whether the tables are faster. These nodes take
/// a tenth of a millisecond, or a tenth of a second with very many solutions. The number doubles
/// for each later check.
const FIRST_CHECK: u64 = 1 << 10;

/// The minimum number of search nodes expected to be left for which it is worthwhile to plan the
/// tables. Planning takes a few milliseconds.
const PLAN: f64 = 2e5;

/// The time of a search node, in units of the time of one product in the tables. Measured: 150 to
/// 450 with AVX2.
const NODE: f64 = 240.0;

const KNOWN: &str = "the options of a puzzle are those of the problem";

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}

impl Counter {
    /// Returns a counter that chooses its method. Until a grid is started, it counts the
    /// completions of the empty grid.
    #[must_use]
    pub fn new() -> Self {
        Self::with_engine(EngineChoice::Auto)
    }

    /// Returns a counter with this choice of engine. Every engine can count Sudokus.
    #[must_use]
    pub fn with_engine(choice: EngineChoice) -> Self {
        const FITS: &str = "324 items and 729 options are not too many for any engine";
        // `Auto` needs no `solve::Counter`: a cache of subproblems is never faster for a Sudoku.
        let chosen = (choice != EngineChoice::Auto)
            .then(|| solve::Counter::with_engine(problem(), choice).expect(FITS));
        Self {
            chosen,
            solver: Solver::new(),
            is_exhausted: false,
            cells: [0x1ff; 81],
            limits: Limits::none(),
            watch: Watch::new(),
            tables: None,
            uses_tables: false,
            threads: NonZeroUsize::MIN,
            next_check: FIRST_CHECK,
            expected: 0.0,
        }
    }

    /// Returns the same counter with this number of threads for its tables. The search uses one
    /// thread.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the same counter with a limit on the memory of its cache, in bytes: see
    /// [`solve::Counter::with_memory`]. It does not apply to [`EngineChoice::Auto`], which needs a
    /// few tens of megabytes for tables.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { chosen: self.chosen.map(|counter| counter.with_memory(bytes)), ..self }
    }

    /// Begins to count the completions of another grid.
    pub fn start(&mut self, grid: &Grid) {
        self.start_puzzle(&Puzzle::from(*grid));
    }

    /// Begins to count the solutions of another puzzle.
    pub fn start_puzzle(&mut self, puzzle: &Puzzle) {
        match &mut self.chosen {
            Some(counter) => counter.start(&puzzle.cube()).expect(KNOWN),
            None => drop(self.solver.solutions_of(puzzle)),
        }
        self.begin(puzzle.to_candidates().bits(), 0);
    }

    /// Continues the search of a puzzle where a solver has [stopped](Solver::resume). The search
    /// restarts if the counter was [made with](Self::with_engine) a choice other than
    /// [`EngineChoice::Auto`], or if the solver does not use the bands engine. Otherwise, the
    /// counter and the solver exchange their engines.
    pub fn resume(&mut self, puzzle: &Puzzle, solver: &mut Solver) {
        if self.chosen.is_some() || !solver.engine.is_bands() {
            return self.start_puzzle(puzzle);
        }
        std::mem::swap(&mut self.solver, solver);
        self.begin(puzzle.to_candidates().bits(), self.solver.found);
    }

    /// Begins to count the covers of a cube of the Sudoku problem.
    pub(super) fn start_cube(&mut self, cube: &Cube) {
        match &mut self.chosen {
            Some(counter) => counter.start(cube).expect(KNOWN),
            None => self.solver.engine.start(cube).expect(KNOWN),
        }
        self.begin(cells(cube), 0);
    }

    /// Begins a count without tables, given the candidates of the cells and the number of solutions
    /// that the solver has found.
    fn begin(&mut self, cells: [u16; 81], found: u64) {
        (self.solver.found, self.is_exhausted) = (found, false);
        self.cells = cells;
        self.tables = None;
        self.uses_tables = false;
        self.next_check = FIRST_CHECK;
        self.expected = 0.0;
        self.watch = Watch::new();
    }

    /// Returns the same counter with these limits for each puzzle: see
    /// [`solve::Counter::limited`].
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limit(limits);
        self
    }

    /// Sets the limits of each count. They replace any earlier limits.
    pub fn limit(&mut self, limits: Limits) {
        self.watch = Watch::new();
        if let Some(counter) = &mut self.chosen {
            counter.set_limits(Limits::none().covers(limits.covers));
        }
        self.limits = limits;
    }

    /// Returns the maximum number of completions to count, if there is one.
    fn most(&self) -> Option<u64> {
        (self.limits.covers < u64::MAX).then_some(self.limits.covers)
    }

    /// Returns the part of the count that remains: see [`solve::Counter::take_remaining`]. Returns
    /// `None` with [`EngineChoice::Auto`].
    pub fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<WeightedCubes>)> {
        self.chosen.as_mut()?.take_remaining()
    }

    /// Returns the method of counting: see [`solve::Counter::method`].
    #[must_use]
    pub fn method(&self) -> Method {
        match &self.chosen {
            Some(counter) => counter.method(),
            None if self.tables().is_some() => Method::Tables,
            None => Method::Search,
        }
    }

    /// True if the cache lacks memory: see [`solve::Counter::lacks_memory`].
    #[must_use]
    pub fn lacks_memory(&self) -> bool {
        self.chosen.as_ref().is_some_and(solve::Counter::lacks_memory)
    }

    /// Returns the engine that searches: see [`solve::Counter::engine`].
    #[must_use]
    pub fn engine(&self) -> Option<&AnyEngine> {
        self.chosen.as_ref().map_or(Some(&self.solver.engine), solve::Counter::engine)
    }

    fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref().filter(|_| self.uses_tables)
    }

    /// Continues for about `nodes` nodes at most: see [`solve::Counter::advance`].
    pub fn advance(&mut self, nodes: u64) -> Step {
        let nodes = nodes.min(self.limits.nodes.saturating_sub(self.stats().nodes));
        let (limits, mut watch) = (self.limits.clone(), self.watch);
        let end = watch.run(&limits, nodes, |nodes| self.work(nodes).then_some(()));
        self.watch = watch;
        // After the end, a watch whose limit is reached does not call `work`.
        let is_known = (end.is_some() && !self.is_cut_short()) || self.count_so_far().is_exact();
        if is_known { Step::Exhausted } else { Step::Paused }
    }

    /// True if a limit has ended the count. Then it is a lower bound.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        let is_stopped = self.watch.is_over() || self.stats().nodes >= self.limits.nodes;
        let is_search_cut_short = match &self.chosen {
            Some(counter) => counter.is_cut_short(),
            None => {
                let have_ended = |tables: &Tables| tables.count().is_some();
                self.solver.found >= self.limits.covers || self.tables().is_some_and(have_ended)
            }
        };
        !self.count_so_far().is_exact() && (is_stopped || is_search_cut_short)
    }

    /// Continues for about `nodes` nodes, without reading the clock. Returns true if the count is
    /// complete or has reached the limit of covers.
    fn work(&mut self, nodes: u64) -> bool {
        if let Some(counter) = &mut self.chosen {
            return counter.advance(nodes) == Step::Exhausted || counter.is_cut_short();
        }
        let last_node = self.stats().nodes.saturating_add(nodes);
        loop {
            let left = last_node.saturating_sub(self.stats().nodes);
            match &mut self.tables {
                Some(tables) if self.uses_tables => {
                    return tables.advance(left) == Step::Exhausted;
                }
                Some(tables) if !tables.is_planned() => {
                    // A step takes the time of many nodes, and an interrupt must not wait for more
                    // than one step.
                    if !tables.plan() {
                        return false;
                    }
                    self.decide();
                    continue;
                }
                _ => {}
            }
            let left = left.min(self.next_check.saturating_sub(self.searched()));
            let most = self.limits.covers.saturating_sub(self.solver.found);
            if !self.is_exhausted && most > 0 {
                let (more, step) = self.solver.engine.skip(most, left);
                self.solver.found += more;
                self.is_exhausted = step == Step::Exhausted;
            }
            if self.is_exhausted || self.solver.found >= self.limits.covers {
                return true;
            }
            if self.searched() >= self.next_check {
                self.next_check *= 2;
                self.decide();
            } else if self.stats().nodes >= last_node {
                return false;
            }
        }
    }

    /// Decides whether to continue with tables, which may finish before the search. If there are
    /// none and many nodes are left, makes tables for [`work`](Self::work) to plan.
    fn decide(&mut self) {
        self.uses_tables = false;
        let left = self.nodes_left();
        self.expected = self.searched() as f64 + left;
        if left < PLAN {
            return;
        }
        let threads = self.threads;
        let tables = self
            .tables
            .get_or_insert_with(|| Box::new(Tables::new(&self.cells).with_threads(threads)));
        self.uses_tables =
            tables.is_planned() && tables.work() / (threads.get() as f64) < left * NODE;
    }

    /// Returns the ratio of the time of one count by tables to the expected time of the search, or
    /// `None` if the counter did not use tables.
    pub(super) fn tables_over_search(&self) -> Option<f64> {
        self.tables().map(|tables| tables.work() / (self.expected * NODE))
    }

    /// Returns the approximate number of nodes left in the search.
    fn nodes_left(&self) -> f64 {
        let Some(bands) = self.solver.engine.get::<Bands>() else { return 0.0 };
        let open = bands.open();
        let nodes = self.searched() as f64;
        let left = nodes * open / (1.0 - open).max(f64::MIN_POSITIVE);
        let Some(limit) = self.most() else { return left };
        left.min(nodes * (limit as f64 / self.solver.found.max(1) as f64 - 1.0))
    }

    /// Returns the number of completions found so far, exact if the count is complete.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        if let Some(counter) = &self.chosen {
            return counter.count_so_far();
        }
        let found = self.solver.found;
        let Some(tables) = self.tables() else {
            return if self.is_exhausted { found.into() } else { Count::at_least(found) };
        };
        let count = match tables.count() {
            Some(count) => Count::exactly(BigUint::from(count)),
            None => Count::at_least(BigUint::from(found).max(tables.at_least().into())),
        };
        match self.most() {
            Some(limit) if count.is_at_least(limit) => Count::at_least(limit),
            _ => count,
        }
    }

    /// Returns the fraction of the work that is left, if the counter uses tables.
    #[must_use]
    pub fn open(&self) -> Option<f64> {
        self.tables().map(|tables| 1.0 - tables.done())
    }

    /// Returns the work done since the start.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let of_solver = || self.solver.engine.stats();
        let mut stats = self.chosen.as_ref().map_or_else(of_solver, solve::Counter::stats);
        stats.nodes += self.tables().map_or(0, Tables::nodes);
        stats
    }

    /// Returns the number of nodes that the bands engine has entered.
    fn searched(&self) -> u64 {
        self.solver.engine.stats().nodes
    }
}

/// Returns the candidates of the cells in a cube of the exact cover of Sudoku.
pub(super) fn cells(cube: &Cube) -> [u16; 81] {
    let mut cells = [0x1ff; 81];
    for option in &cube.excluded {
        cells[option.index() / 9] &= !(1 << (option.index() % 9));
    }
    for option in &cube.chosen {
        cells[option.index() / 9] &= 1 << (option.index() % 9);
    }
    cells
}

advance_by_methods!(
    for Counter:
    stats -> Stats, count_so_far -> Count, is_cut_short -> bool, lacks_memory -> bool,
    open -> Option<f64>
);
