//! Exact numbers of covers, however large: by search, with a cache, by both, or by classes of
//! isomorphic subproblems.

mod classes;
mod helpers;
mod method;
mod race;
mod results;
mod turns;
mod weights;

use std::num::NonZeroUsize;

use num_bigint::BigUint;

use super::{AnyEngine, EngineChoice, Limits, Watch};
use crate::count::Count;
use crate::engine::memo::{CountSearch, Memo};
use crate::problem::Problem;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};
use classes::Classes;
use helpers::Helpers;
use race::{Race, TRIAL};
use weights::Weights;

pub use method::Method;
pub use weights::WeightedCubes;

impl Problem {
    /// Returns the exact number of covers, without a limit on the number or the time. For a search
    /// that can be interrupted, use a [`Counter`].
    ///
    /// Chooses the way of counting that seems fastest: a search that visits all covers, the [memo
    /// engine](crate::engine::memo), which does not, or classes of isomorphic subproblems.
    ///
    /// ```
    /// use quadrille::puzzle::polyomino::{Polyominoes, ShapeSet, Sides};
    /// use quadrille::puzzle::{Puzzle, Uses};
    /// let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    /// let chessboard = Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, "8x8".parse()?)?;
    /// assert_eq!(chessboard.problem().count(), 12_988_816);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> Count {
        let mut counter = Counter::new(self);
        while counter.advance(u64::MAX) == Step::Paused {}
        counter.count_so_far()
    }
}

/// A search for the number of covers of a problem. It can be interrupted at any node, and then
/// returns a lower bound. For Sudokus, [`sudoku::Counter`](crate::sudoku::Counter) has faster
/// methods.
///
/// With [`EngineChoice::Auto`] it first runs a short trial with the engine that suits the problem
/// best. This is enough for a small problem. Otherwise the memo engine gets the next turn if it
/// supports the problem, except for Sudokus. If equal subproblems do not recur often enough to make
/// the cache faster, plain search continues, and the cache gets further turns at intervals. Both
/// take cubes from the same list, so hardly any work of either is lost. `src/engine/memo/README.md`
/// describes the rule. A problem with symmetries can also be counted by classes of isomorphic
/// subproblems.
///
/// ```
/// use quadrille::search::Step;
/// use quadrille::{Counter, Problem};
/// let mut builder = Problem::builder();
/// builder.unnamed_primary(100)?;
/// for item in (0..100).chain(0..100) {
///     builder.option([quadrille::ItemId::new(item)])?;
/// }
/// let problem = builder.build()?;
/// let mut counter = Counter::new(&problem);
/// while counter.advance(10_000) == Step::Paused {
///     println!("{} so far", counter.count_so_far()); // such as "1024+ so far"
/// }
/// assert_eq!(counter.count_so_far().to_string(), "1267650600228229401496703205376"); // 2^100
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    problem: Problem,
    choice: EngineChoice,
    /// The engine that searches without a cache, or `None` if only the memo engine is used.
    plain: Option<AnyEngine>,
    /// The memo engine, or `None` if it is not compiled yet, cannot search the problem, or is not
    /// used.
    memo: Option<Memo>,
    memory: usize,
    cube: Cube,
    pub(crate) limits: Limits,
    watch: Watch,
    /// The cubes that no engine has begun, with the next cube at the end.
    left: Vec<OpenCube>,
    /// The weight of the current cubes, and the cubes of other weights.
    weights: Weights,
    turn: Turn,
    race: Race,
    /// The search with the cache, if it has had a turn. It keeps the cache between its turns.
    cached: Option<Box<CountSearch>>,
    classes: Classes,
    pub(crate) threads: NonZeroUsize,
    helpers: Helpers,
    /// The number of covers found in the cubes of the current weight, without those that the cache
    /// has found in the current cube. At the end, the number of all covers.
    counted: BigUint,
    /// A lower bound on the number of covers. It can be greater than `counted`, because some
    /// results are dropped and counted again later, such as a product whose factors are not all
    /// known when a turn ends.
    known: BigUint,
    /// The work of plain search in earlier cubes, and of a search that the caller took over.
    before: Stats,
    /// The number of cubes taken from `left`.
    begun: u64,
    /// The number of nodes of plain search before the last restart, which dropped its results.
    dropped: u64,
    /// The time of a node of plain search in its last turn, in nanoseconds.
    node_time: f64,
    /// True if plain search has replaced the cache at least once, and the cache has not been faster
    /// since.
    is_given_up: bool,
}

/// The engine whose turn it is, with the share of the cube that it is searching, if it has begun
/// one.
#[derive(Clone, Debug)]
enum Turn {
    /// No engine has started.
    Start,
    /// Plain search, up to this number of nodes in all.
    Search { share: Option<f64>, last_node: u64 },
    /// Search with the cache.
    Cache { share: Option<f64> },
    /// All covers are counted.
    Done,
    /// The limit on covers was reached, or the caller took over the remaining cubes.
    CutShort,
}

impl Counter {
    /// Returns a counter for all covers of a problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        match Self::with_engine(problem, EngineChoice::Auto) {
            Ok(counter) => counter,
            Err(_) => unreachable!("the engine links can search every problem"),
        }
    }

    /// Returns a counter for all covers. It uses only the engine of this choice, or with
    /// [`EngineChoice::Auto`] the engines that suit the problem.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine cannot search this problem. This never happens with
    /// [`EngineChoice::Auto`] or [`EngineChoice::Links`].
    pub fn with_engine(problem: &Problem, choice: EngineChoice) -> Result<Self, Unsupported> {
        let (plain, memo) = match choice {
            EngineChoice::Memo => (None, Some(Memo::compiled(problem)?)),
            choice => (Some(AnyEngine::new(problem, choice)?), None),
        };
        Ok(Self {
            problem: problem.clone(),
            choice,
            plain,
            memo,
            memory: Memo::MEMORY,
            cube: Cube::default(),
            limits: Limits::none(),
            watch: Watch::new(),
            left: Vec::new(),
            weights: Weights::default(),
            turn: Turn::Start,
            race: Race::default(),
            cached: None,
            classes: Classes::default(),
            threads: NonZeroUsize::MIN,
            helpers: Helpers::default(),
            counted: BigUint::ZERO,
            known: BigUint::ZERO,
            before: Stats::default(),
            begun: 0,
            dropped: 0,
            node_time: 1.0,
            is_given_up: false,
        })
    }

    /// Returns the counter with a cache of at most about this many bytes instead of
    /// [`Memo::MEMORY`], for counts that begin after this call. With less memory a count can
    /// take longer, but the result is the same.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: bytes, memo: self.memo.map(|memo| memo.with_memory(bytes)), ..self }
    }

    /// Returns the counter with this number of threads instead of one.
    ///
    /// The threads work while the cache counts: each searches in a different order, and reads the
    /// results of the others from the cache. The number of nodes depends on the threads. The number
    /// of covers does not, unless a limit ends the count. The threads start when the cache has
    /// worked for a few milliseconds, and pause between two calls to [`advance`](Self::advance).
    /// There are fewer threads if the system cannot start all, or if their copies of the compiled
    /// problem would take more than half of the memory limit. [`finish`](Self::finish) also
    /// shares searches without a cache among the threads.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use quadrille::search::Step;
    /// use quadrille::{Counter, EngineChoice};
    /// use quadrille::puzzle::polyomino::{Polyominoes, ShapeSet, Sides};
    /// use quadrille::puzzle::{Puzzle, Uses};
    /// let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    /// let board = Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, "12x12".parse()?)?;
    /// let threads = NonZeroUsize::MIN.saturating_add(1);
    /// let mut counter = Counter::new(board.problem()).with_threads(threads);
    /// while counter.advance(u64::MAX) == Step::Paused {}
    /// assert_eq!(counter.count_so_far().to_string(), "53060477521960000");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the counter with these limits, which replace any others. At a limit the count is a
    /// lower bound. A count that has reached its limit on covers cannot be continued.
    ///
    /// ```
    /// use quadrille::{Counter, Limits};
    /// let queens = quadrille::puzzle::queens::Queens::new(10)?;
    /// let problem = quadrille::puzzle::Puzzle::problem(&queens);
    /// let mut counter = Counter::new(problem).limited(Limits::none().covers(700));
    /// counter.advance(u64::MAX);
    /// assert_eq!(counter.count_so_far().to_string(), "700+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> Self {
        self.set_limits(limits);
        self
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.watch = Watch::new();
    }

    /// Returns the limit on covers, if there is one.
    fn most(&self) -> Option<u64> {
        (self.limits.covers < u64::MAX).then_some(self.limits.covers)
    }

    /// Starts to count the covers of a cube, and drops the counts so far.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube. Then the counter is unchanged.
    pub fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        cube.check(self.problem.option_count())?;
        self.cube.clone_from(cube);
        self.watch = Watch::new();
        self.left.clear();
        self.weights.clear();
        self.turn = Turn::Start;
        self.race = Race::default();
        self.helpers.end();
        self.helpers = Helpers::default();
        self.cached = None;
        self.classes = Classes::default();
        (self.counted, self.known) = (BigUint::ZERO, BigUint::ZERO);
        (self.before, self.begun, self.dropped) = (Stats::default(), 0, 0);
        self.is_given_up = false;
        Ok(())
    }

    /// Starts the engine, unless it has started.
    fn begin(&mut self) {
        if !matches!(self.turn, Turn::Start) {
            return;
        }
        self.turn = Turn::Done;
        self.prepare_classes();
        let started = match (&mut self.plain, &self.memo) {
            (Some(plain), _) => {
                // A cache is never faster for a Sudoku: the bands engine finds very many covers at
                // each node.
                let is_race = self.choice == EngineChoice::Auto && !plain.is_bands();
                let last_node = if is_race { TRIAL } else { u64::MAX };
                self.turn = Turn::Search { share: Some(1.0), last_node };
                plain.start(&self.cube)
            }
            (None, Some(memo)) => memo.count_search(&self.cube).map(|cached| {
                self.cached = Some(Box::new(cached));
                self.race.next_check = u64::MAX;
                self.turn = Turn::Cache { share: Some(1.0) };
            }),
            (None, None) => Ok(()),
        };
        debug_assert!(started.is_ok(), "the options of the cube were checked");
    }

    /// Counts for up to about `nodes` nodes, or fewer if a node takes long. Returns
    /// [`Step::Exhausted`] when the number is known, and [`Step::Paused`] when `nodes` or a limit
    /// is reached. After a limit, [`is_cut_short`](Self::is_cut_short) is true.
    pub fn advance(&mut self, nodes: u64) -> Step {
        self.begin();
        self.helpers.resume();
        if self.go_on(nodes) {
            self.helpers.end();
            if self.is_cut_short() { Step::Paused } else { Step::Exhausted }
        } else {
            self.helpers.pause();
            Step::Paused
        }
    }

    /// Counts for up to about this many nodes. Returns true if the counting is over.
    fn go_on(&mut self, nodes: u64) -> bool {
        // After the end, the watch would not call `work` once a limit is reached.
        if self.is_over() {
            return true;
        }
        let last_update = self.updates_by(nodes);
        let allowed = nodes.min(self.limits.nodes.saturating_sub(self.stats().nodes));
        let last_node = self.pace().saturating_add(allowed);
        loop {
            let left = last_node.saturating_sub(self.pace());
            let (limits, mut watch) = (self.limits.clone(), self.watch);
            let end = watch.run(&limits, left, |nodes| self.work(nodes).then_some(()));
            self.watch = watch;
            if end.is_some() || self.is_cut_short() {
                return true;
            }
            if self.pace() >= last_node || self.updates() >= last_update {
                return false;
            }
        }
    }

    /// Counts for up to about this number of nodes, without reading the clock. Returns true at the
    /// end.
    fn work(&mut self, nodes: u64) -> bool {
        let last_node = self.pace().saturating_add(nodes);
        let last_update = self.updates_by(nodes);
        while !self.is_over() {
            let left = last_node.saturating_sub(self.pace());
            if left == 0 || self.updates() >= last_update {
                return false;
            }
            self.step(left);
        }
        true
    }

    /// Returns the remaining search: an engine, and disjoint cubes that contain all covers not
    /// counted so far, in the order of the search. If the problem has symmetries, one cube may
    /// stand for each class of isomorphic cubes. Its covers then count several times. After this
    /// call, [`count_so_far`](Self::count_so_far) is the number of all other covers.
    ///
    /// Begins the count if necessary. Returns `None` unless the counter then
    /// [is searching](Self::is_searching).
    ///
    /// ```
    /// use quadrille::search::Engine;
    /// use quadrille::{Counter, EngineChoice};
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// let problem = quadrille::puzzle::Puzzle::problem(&queens);
    /// let mut counter = Counter::with_engine(problem, EngineChoice::Links)?;
    /// counter.advance(100);
    /// let (mut engine, groups) = counter.take_remaining().expect("this engine searches");
    /// let mut count = counter.count_so_far().to_big();
    /// for group in groups {
    ///     for open in group.cubes {
    ///         engine.start(&open.cube)?;
    ///         count += engine.skip(u64::MAX, u64::MAX).0 * group.weight;
    ///     }
    /// }
    /// assert_eq!(count, 92_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<WeightedCubes>)> {
        self.begin();
        if !self.is_searching() {
            return None;
        }
        self.pause_search();
        let engine = self.plain.clone()?;
        self.turn = Turn::CutShort;
        // The lower bound and the classes include covers of the returned cubes.
        (self.known, self.classes) = (BigUint::ZERO, Classes::default());
        Some((engine, self.take_cubes()))
    }

    /// Adds the covers and the work of the search that the caller took over. If `is_done`, the
    /// count is complete.
    pub(crate) fn add_remaining(&mut self, covers: &BigUint, work: Stats, is_done: bool) {
        self.counted += covers;
        self.before += work;
        self.turn = if is_done { Turn::Done } else { Turn::CutShort };
    }
}
