//! The number of completions of a grid, without enumerating them.

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::{Grid, Puzzle, Solver, problem};
use crate::count::Count;
use crate::engine::bands::{Bands, Tables};
use crate::engine::{AnyEngine, EngineChoice};
use crate::search::{Cube, Engine, Stats, Step, advance_by_methods};
use crate::solve::{self, Limits, Method, Watch, WeightedCubes};

impl Grid {
    /// Returns the number of completions of the grid. The number is exact, even if that takes long:
    /// at most seconds for nearly all grids, and a few minutes for some grids with eight to ten
    /// clues. For a count that can be interrupted, and for many grids, use a [`Counter`].
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
/// blocks. When it estimates that this would take longer than [`Tables`], it counts with tables.
/// With any other engine it is a [`solve::Counter`] on the exact cover of Sudoku.
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
    search: Search,
    /// The candidates of the cells in the current count, for the tables.
    cells: [u16; 81],
    limits: Limits,
    watch: Watch,
    /// The tables, once they have been considered.
    tables: Option<Box<Tables>>,
    use_of_tables: UseOfTables,
    threads: NonZeroUsize,
    /// The number of search nodes at which to check next whether the tables are faster.
    next_check: u64,
    /// The total number of search nodes, as estimated at the last check.
    expected: f64,
}

/// The method of counting without tables.
#[derive(Clone, Debug)]
// A counter has only one of these.
#[allow(clippy::large_enum_variant)]
enum Search {
    /// The bands engine. The tables may take over.
    Bands { solver: Solver, is_exhausted: bool },
    /// The engine that was chosen.
    Chosen(solve::Counter),
}

impl Search {
    /// Continues for about `nodes` nodes at most. True if the count is complete, or `most`
    /// completions are found.
    fn advance(&mut self, nodes: u64, most: u64) -> bool {
        match self {
            Self::Bands { solver, is_exhausted } => {
                if !*is_exhausted && solver.found < most {
                    let (more, step) = solver.engine.skip(most - solver.found, nodes);
                    solver.found += more;
                    *is_exhausted = step == Step::Exhausted;
                }
                *is_exhausted || solver.found >= most
            }
            Self::Chosen(counter) => {
                counter.advance(nodes) == Step::Exhausted || counter.is_cut_short()
            }
        }
    }

    fn count_so_far(&self) -> Count {
        match self {
            Self::Bands { solver, is_exhausted: true } => Count::exactly(solver.found),
            Self::Bands { solver, .. } => Count::at_least(solver.found),
            Self::Chosen(counter) => counter.count_so_far(),
        }
    }

    fn stats(&self) -> Stats {
        match self {
            Self::Bands { solver, .. } => solver.engine.stats(),
            Self::Chosen(counter) => counter.stats(),
        }
    }
}

/// The use of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UseOfTables {
    No,
    /// Estimating their time: the plan is being made.
    Plan,
    Count,
}

/// The number of search nodes at the first check whether the tables are faster. These nodes take a
/// tenth of a millisecond, or a tenth of a second with very many solutions. The number doubles for
/// each later check.
const FIRST_CHECK: u64 = 1 << 10;

/// The minimum expected number of search nodes for which it is worthwhile to plan the tables, which
/// takes a few milliseconds.
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
    /// Returns a counter that chooses its method. It begins with the empty grid.
    #[must_use]
    pub fn new() -> Self {
        Self::with_engine(EngineChoice::Auto)
    }

    /// Returns a counter that uses only this engine. Every engine can count Sudokus.
    #[must_use]
    pub fn with_engine(choice: EngineChoice) -> Self {
        const FITS: &str = "324 items and 729 options are not too many for any engine";
        let search = match choice {
            // A cache of subproblems is never faster for a Sudoku.
            EngineChoice::Auto => Search::Bands { solver: Solver::new(), is_exhausted: false },
            _ => Search::Chosen(solve::Counter::with_engine(problem(), choice).expect(FITS)),
        };
        Self {
            search,
            cells: [0x1ff; 81],
            limits: Limits::none(),
            watch: Watch::new(),
            tables: None,
            use_of_tables: UseOfTables::No,
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
    /// [`solve::Counter::with_memory`]. The tables of [`EngineChoice::Auto`] need a few tens of
    /// megabytes, and have no cache.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        let search = match self.search {
            Search::Chosen(counter) => Search::Chosen(counter.with_memory(bytes)),
            search => search,
        };
        Self { search, ..self }
    }

    /// Begins to count the completions of another grid.
    pub fn start(&mut self, grid: &Grid) {
        self.start_puzzle(&Puzzle::from(*grid));
    }

    /// Begins to count the solutions of another puzzle.
    pub fn start_puzzle(&mut self, puzzle: &Puzzle) {
        match &mut self.search {
            Search::Bands { solver, is_exhausted } => {
                let _ = solver.solutions_of(puzzle);
                (solver.found, *is_exhausted) = (0, false);
            }
            Search::Chosen(counter) => counter.start(&puzzle.cube()).expect(KNOWN),
        }
        self.begin(puzzle.to_candidates().bits());
    }

    /// Continues the search of a puzzle where a solver has [stopped](Solver::resume). Unless both
    /// use the bands engine, the search restarts.
    pub fn resume(&mut self, puzzle: &Puzzle, solver: &mut Solver) {
        match &mut self.search {
            Search::Bands { solver: mine, is_exhausted } if solver.engine.is_bands() => {
                std::mem::swap(mine, solver);
                *is_exhausted = false;
                self.begin(puzzle.to_candidates().bits());
            }
            _ => self.start_puzzle(puzzle),
        }
    }

    /// Begins to count the covers in a part of the exact cover of Sudoku.
    pub(super) fn start_cube(&mut self, cube: &Cube) {
        match &mut self.search {
            Search::Bands { solver, is_exhausted } => {
                solver.engine.start(cube).expect(KNOWN);
                (solver.found, *is_exhausted) = (0, false);
            }
            Search::Chosen(counter) => counter.start(cube).expect(KNOWN),
        }
        self.begin(cells(cube));
    }

    /// Begins a count without tables, given the candidates of the cells.
    fn begin(&mut self, cells: [u16; 81]) {
        self.cells = cells;
        self.tables = None;
        self.use_of_tables = UseOfTables::No;
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
        if let Search::Chosen(counter) = &mut self.search {
            counter.set_limits(Limits::none().covers(limits.covers));
        }
        self.limits = limits;
    }

    /// Returns the maximum number of completions to count, if there is one.
    fn most(&self) -> Option<u64> {
        (self.limits.covers < u64::MAX).then_some(self.limits.covers)
    }

    /// Returns the part of the count that remains: see [`solve::Counter::take_remaining`].
    pub fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<WeightedCubes>)> {
        match &mut self.search {
            Search::Bands { .. } => None,
            Search::Chosen(counter) => counter.take_remaining(),
        }
    }

    /// Returns the method of counting: see [`solve::Counter::method`].
    #[must_use]
    pub fn method(&self) -> Method {
        match &self.search {
            _ if self.tables().is_some() => Method::Tables,
            Search::Bands { .. } => Method::Search,
            Search::Chosen(counter) => counter.method(),
        }
    }

    /// True if the cache lacks memory: see [`solve::Counter::lacks_memory`].
    #[must_use]
    pub fn lacks_memory(&self) -> bool {
        matches!(&self.search, Search::Chosen(counter) if counter.lacks_memory())
    }

    /// Returns the engine that searches: see [`solve::Counter::engine`].
    #[must_use]
    pub fn engine(&self) -> Option<&AnyEngine> {
        match &self.search {
            Search::Bands { solver, .. } => Some(&solver.engine),
            Search::Chosen(counter) => counter.engine(),
        }
    }

    /// Returns the tables, if the counter uses them.
    fn tables(&self) -> Option<&Tables> {
        self.tables.as_deref().filter(|_| self.use_of_tables == UseOfTables::Count)
    }

    /// Continues for about `nodes` nodes at most: see [`solve::Counter::advance`].
    pub fn advance(&mut self, nodes: u64) -> Step {
        let nodes = nodes.min(self.limits.nodes.saturating_sub(self.stats().nodes));
        let (limits, mut watch) = (self.limits.clone(), self.watch);
        let end = watch.run(&limits, nodes, |nodes| self.work(nodes).then_some(()));
        self.watch = watch;
        if end.is_some() && !self.is_cut_short() { Step::Exhausted } else { Step::Paused }
    }

    /// True if a limit has ended the count. Then it is a lower bound.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        let is_stopped = self.watch.is_over() || self.stats().nodes >= self.limits.nodes;
        let is_search_cut_short = match &self.search {
            Search::Bands { solver, .. } => solver.found >= self.limits.covers,
            Search::Chosen(counter) => counter.is_cut_short(),
        };
        !self.count_so_far().is_exact() && (is_stopped || is_search_cut_short)
    }

    /// Continues for about `nodes` nodes, without reading the clock. True at the end.
    fn work(&mut self, nodes: u64) -> bool {
        let most = self.limits.covers;
        if let Search::Chosen(_) = self.search {
            return self.search.advance(nodes, most);
        }
        let last_node = self.stats().nodes.saturating_add(nodes);
        loop {
            let left = last_node.saturating_sub(self.stats().nodes);
            match (&mut self.tables, self.use_of_tables) {
                (Some(tables), UseOfTables::Count) => {
                    return tables.advance(left) == Step::Exhausted;
                }
                (Some(tables), UseOfTables::Plan) => {
                    // A step takes the time of many nodes, and an interrupt must not wait longer.
                    if !tables.plan() {
                        return false;
                    }
                    self.decide();
                    continue;
                }
                _ => {}
            }
            let searched = self.search.stats().nodes;
            if self.search.advance(left.min(self.next_check.saturating_sub(searched)), most) {
                return true;
            }
            if self.search.stats().nodes >= self.next_check {
                self.next_check *= 2;
                self.decide();
            } else if self.stats().nodes >= last_node {
                return false;
            }
        }
    }

    /// Decides whether to continue with tables: they may finish before the search.
    fn decide(&mut self) {
        self.use_of_tables = UseOfTables::No;
        let left = self.nodes_left();
        self.expected = self.search.stats().nodes as f64 + left;
        if left < PLAN {
            return;
        }
        let threads = self.threads;
        let tables = self
            .tables
            .get_or_insert_with(|| Box::new(Tables::new(&self.cells).with_threads(threads)));
        if !tables.is_planned() {
            self.use_of_tables = UseOfTables::Plan;
        } else if tables.work() / (threads.get() as f64) < left * NODE {
            self.use_of_tables = UseOfTables::Count;
        }
    }

    /// Returns the ratio of the time of one count by tables to the expected time of the search, or
    /// `None` if the counter did not use tables.
    pub(super) fn tables_over_search(&self) -> Option<f64> {
        self.tables().map(|tables| tables.work() / (self.expected * NODE))
    }

    /// Returns the approximate number of nodes left in the search.
    fn nodes_left(&self) -> f64 {
        let Some(bands) = self.engine().and_then(AnyEngine::get::<Bands>) else { return 0.0 };
        let open = bands.open();
        let nodes = self.search.stats().nodes as f64;
        let left = nodes * open / (1.0 - open).max(f64::MIN_POSITIVE);
        let Some(limit) = self.most() else { return left };
        let found = self.search.count_so_far().to_u64().unwrap_or(u64::MAX) as f64;
        left.min(nodes * (limit as f64 / found.max(1.0) - 1.0))
    }

    /// Returns the number of completions found so far, exact if these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        let searched = self.search.count_so_far();
        let Some(tables) = self.tables() else { return searched };
        let count = match tables.count() {
            Some(count) => Count::exactly(BigUint::from(count)),
            None => Count::at_least(searched.to_big().max(tables.at_least().into())),
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
        let mut stats = self.search.stats();
        stats.nodes += self.tables().map_or(0, Tables::nodes);
        stats
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
