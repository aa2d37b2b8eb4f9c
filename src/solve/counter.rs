//! Counts covers exactly, without a limit on the number: by search, with a cache, or by a
//! combination.

use std::fmt;

use num_bigint::BigUint;

use super::{AnyEngine, Count, EngineChoice};
use crate::engine::memo::{CountSearch, Memo};
use crate::problem::Problem;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};

impl Problem {
    /// Returns the exact number of covers, without a limit on the number or the time. For a search
    /// that can be interrupted, use a [`Counter`].
    ///
    /// Chooses the faster way of counting: a search that visits all covers, or the [memo
    /// engine](crate::engine::memo), which does not.
    ///
    /// ```
    /// use quadrille::puzzle::polyomino::{Polyominoes, ShapeSet, Sides};
    /// use quadrille::puzzle::{Puzzle, Uses};
    /// let shapes = ShapeSet::Dominoes.shapes(Sides::Free);
    /// let chessboard = Polyominoes::new(shapes, Sides::Free, Uses::Unlimited, "8x8".parse()?)?;
    /// assert_eq!(chessboard.problem().count().to_string(), "12988816");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> BigUint {
        let mut counter = Counter::new(self);
        while !counter.advance(u64::MAX) {}
        counter.count_so_far().found()
    }
}

/// A search for the number of covers. It can be interrupted at any node, and returns a lower bound
/// then.
///
/// With [`EngineChoice::Auto`] it first runs a short trial with the engine that suits the problem
/// best. This is enough for a small problem. Then the memo engine takes over. If equal subproblems
/// do not recur often enough to pay for the cache, plain search counts the remaining covers. No
/// work of the memo engine is lost. `docs/engines/memo.md` has the rule.
///
/// ```
/// use quadrille::{Counter, Problem};
/// let mut builder = Problem::builder();
/// builder.unnamed_primary(100)?;
/// for item in (0..100).chain(0..100) {
///     builder.option([quadrille::ItemId::new(item)])?;
/// }
/// let problem = builder.build()?;
/// let mut counter = Counter::new(&problem);
/// while !counter.advance(10_000) {
///     println!("{} so far", counter.count_so_far()); // "1024+"
/// }
/// assert_eq!(counter.count_so_far().to_string(), "1267650600228229401496703205376"); // 2^100
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter<'a> {
    problem: &'a Problem,
    choice: EngineChoice,
    /// The engine that searches without a cache, unless only the memo engine is to be used.
    plain: Option<AnyEngine>,
    /// The memo engine, compiled when it is needed; `None` if it cannot search the problem or is
    /// not to be used.
    memo: Option<Memo>,
    memory: usize,
    cube: Cube,
    limit: Option<u64>,
    phase: Phase,
    /// The number of covers counted so far, except those in the memo engine.
    counted: BigUint,
    /// The work done in earlier phases.
    before: Stats,
    method: Method,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Plain search of the whole problem, up to this number of nodes.
    Plain { nodes: u64 },
    /// Search with the cache, and the number of nodes at which to check if it pays.
    Memo { search: Box<CountSearch>, next_check: u64 },
    /// Plain search of the cubes that the memo engine has left, with the share of the cube that is
    /// being searched.
    Cubes { left: Vec<OpenCube>, open: Option<f64> },
    /// All covers are counted.
    Done,
    /// The limit was reached, or the remaining cubes were taken over by the caller.
    CutShort,
}

/// The method by which a [`Counter`] has counted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// By search.
    Search,
    /// By search: a short trial was enough.
    SmallSearch,
    /// With tables of the fillings of the bands of a Sudoku.
    Tables,
    /// With a cache of subproblems. Plain search would enter more nodes by this factor.
    Cache(f64),
    /// First with a cache, which saved too little, then by search. In the first phase, plain search
    /// would have entered more nodes by this factor.
    SearchAfterCache(f64),
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search => f.write_str("counted by search"),
            Self::SmallSearch => f.write_str("counted by search, which was short"),
            Self::Tables => f.write_str("counted with tables of the fillings of bands"),
            Self::Cache(saving) => {
                write!(
                    f,
                    "counted with a cache; a search without it enters {} times as many nodes",
                    short(*saving)
                )
            }
            Self::SearchAfterCache(saving) => {
                write!(
                    f,
                    "counted by search; a cache was tried and saved too little: a factor of {}",
                    short(*saving)
                )
            }
        }
    }
}

/// Formats a factor with its significant digits.
fn short(factor: f64) -> String {
    if factor < 1000.0 { format!("{factor:.2}") } else { format!("{factor:.1e}") }
}

/// The number of nodes of the first trial by plain search.
const TRIAL: u64 = 1 << 13;

/// With a limit, the trial is extended while the number of missing covers is at most this factor
/// times the number found.
const NEAR: u32 = 200;
/// The number of nodes from which the trial is not extended any more: about a second's worth.
const LONGEST_TRIAL: u64 = TRIAL << 9;

/// The number of nodes at the first check if the cache pays. The next checks are at twice as many
/// nodes each.
const FIRST_CHECK: u64 = 1 << 12;

/// The number of nodes between two checks if the limit is reached.
const CHECK_INTERVAL: u64 = 1 << 16;

impl<'a> Counter<'a> {
    /// Starts to count all covers of a problem.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        match Self::with_engine(problem, EngineChoice::Auto) {
            Ok(counter) => counter,
            Err(_) => unreachable!("some engine can search every problem"),
        }
    }

    /// Starts to count all covers with this engine only.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine cannot search this problem; never with [`EngineChoice::Auto`]
    /// and [`EngineChoice::Links`].
    pub fn with_engine(problem: &'a Problem, choice: EngineChoice) -> Result<Self, Unsupported> {
        let (plain, memo) = match choice {
            EngineChoice::Memo => (None, Some(Memo::new(problem)?)),
            choice => (Some(AnyEngine::new(problem, choice)?), None),
        };
        let mut counter = Self {
            problem,
            choice,
            plain,
            memo,
            memory: Memo::MEMORY,
            cube: Cube::default(),
            limit: None,
            phase: Phase::Done,
            counted: BigUint::ZERO,
            before: Stats::default(),
            method: Method::Search,
        };
        let started = counter.start(&Cube::default());
        debug_assert!(started.is_ok(), "the empty cube has no options");
        Ok(counter)
    }

    /// Returns the counter with a cache of at most about this many bytes instead of
    /// [`Memo::MEMORY`]. With less memory it takes longer, and the result is the same. Must be
    /// called before the first [`advance`](Self::advance), because it restarts the counting.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.memo = self.memo.map(|memo| memo.with_memory(bytes));
        self.restart();
        self
    }

    /// Returns the counter with a limit: it stops when it has found this many covers, and reports a
    /// lower bound, like a search with [`Limits::covers`](super::Limits::covers). Must be called
    /// before the first [`advance`](Self::advance), because it restarts the counting.
    ///
    /// ```
    /// let queens = quadrille::puzzle::queens::Queens::new(10)?;
    /// let mut counter = quadrille::Counter::new(quadrille::puzzle::Puzzle::problem(&queens)).at_most(700);
    /// counter.advance(u64::MAX);
    /// assert_eq!(counter.count_so_far().to_string(), "700+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at_most(mut self, covers: u64) -> Self {
        self.limit = Some(covers);
        self.restart();
        self
    }

    fn restart(&mut self) {
        let cube = std::mem::take(&mut self.cube);
        let started = self.start(&cube);
        debug_assert!(started.is_ok(), "the cube was accepted before");
    }

    /// Starts to count the covers of a cube, and drops the counts so far.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.cube.clone_from(cube);
        self.counted = BigUint::ZERO;
        self.before = Stats::default();
        self.phase = Phase::Done;
        self.method = Method::Search;
        match (&mut self.plain, &self.memo) {
            (Some(plain), _) => {
                plain.start(cube)?;
                let nodes = if self.choice == EngineChoice::Auto { TRIAL } else { u64::MAX };
                self.phase = Phase::Plain { nodes };
            }
            (None, Some(memo)) => {
                let search = memo.count_search(cube)?;
                self.phase = Phase::Memo { search: Box::new(search), next_check: u64::MAX };
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// Counts for up to about this many nodes. True if the counting is over: the number is known,
    /// or the limit is reached.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let last_node = self.stats().nodes.saturating_add(nodes);
        while !self.is_over() {
            let left = last_node.saturating_sub(self.stats().nodes);
            if left == 0 {
                return false;
            }
            self.step(left);
        }
        true
    }

    /// True if it now searches the covers one by one, because this is the fastest or only way. Then
    /// several threads can finish sooner: see [`take_remaining`](Self::take_remaining).
    #[must_use]
    pub fn is_searching(&self) -> bool {
        matches!(self.phase, Phase::Cubes { .. } | Phase::Plain { nodes: u64::MAX })
    }

    /// Hands over the remaining search: an engine, and disjoint cubes that contain all covers not
    /// counted so far, in the order of the search. From then on
    /// [`count_so_far`](Self::count_so_far) is the number of all other covers.
    ///
    /// Returns `None` and changes nothing unless it [is searching](Self::is_searching).
    ///
    /// ```
    /// use quadrille::search::Engine;
    /// use quadrille::{Counter, EngineChoice};
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// let problem = quadrille::puzzle::Puzzle::problem(&queens);
    /// let mut counter = Counter::with_engine(problem, EngineChoice::Links)?;
    /// counter.advance(100);
    /// let (mut engine, cubes) = counter.take_remaining().expect("this engine searches");
    /// let mut count = counter.count_so_far().found();
    /// for open in cubes {
    ///     engine.start(&open.cube)?;
    ///     count += engine.skip(u64::MAX, u64::MAX).0;
    /// }
    /// assert_eq!(count.to_string(), "92");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_remaining(&mut self) -> Option<(AnyEngine, Vec<OpenCube>)> {
        if !self.is_searching() {
            return None;
        }
        let stats = self.stats();
        let plain = self.plain.as_ref()?;
        let of_engine = |share: f64| {
            let cubes = plain.remaining().into_iter();
            cubes.map(move |open| OpenCube { share: open.share * share, ..open })
        };
        let cubes = match &self.phase {
            Phase::Plain { .. } => of_engine(1.0).collect(),
            Phase::Cubes { left, open } => {
                let of_engine = open.map(of_engine).into_iter().flatten();
                of_engine.chain(left.iter().rev().cloned()).collect()
            }
            _ => return None,
        };
        let engine = plain.clone();
        self.before = stats;
        self.phase = Phase::CutShort;
        Some((engine, cubes))
    }

    /// Returns the engine that searches without a cache, or `None` if only the memo engine is used.
    #[must_use]
    pub fn engine(&self) -> Option<&AnyEngine> {
        self.plain.as_ref()
    }

    /// Returns the method of counting.
    #[must_use]
    pub fn method(&self) -> Method {
        match &self.phase {
            Phase::Memo { search, .. } => Method::Cache(search.saving()),
            _ => self.method,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Done | Phase::CutShort)
    }

    /// Returns the number of covers that are missing to reach the limit.
    fn wanted(&self) -> u64 {
        let Some(limit) = self.limit else { return u64::MAX };
        u64::try_from(&self.counted).map_or(0, |counted| limit.saturating_sub(counted))
    }

    /// Searches with the plain engine for up to this many nodes.
    fn search(&mut self, nodes: u64) -> Step {
        let wanted = self.wanted();
        let Some(plain) = &mut self.plain else { return Step::Exhausted };
        let (found, step) = plain.skip(wanted, nodes);
        self.counted += found;
        step
    }

    fn step(&mut self, allowed: u64) {
        if self.wanted() == 0 {
            self.cut_short();
            return;
        }
        match &mut self.phase {
            Phase::Plain { nodes } => {
                let nodes = *nodes;
                let entered = self.plain.as_ref().map_or(0, |plain| plain.stats().nodes);
                match self.search(allowed.min(nodes - entered)) {
                    Step::Exhausted => {
                        if nodes != u64::MAX {
                            self.method = Method::SmallSearch;
                        }
                        self.end(Phase::Done);
                    }
                    Step::Cover => self.cut_short(),
                    Step::Paused if self.stats().nodes >= nodes && self.is_limit_near(nodes) => {
                        self.phase = Phase::Plain { nodes: nodes * 2 };
                    }
                    Step::Paused if self.stats().nodes >= nodes => self.begin_memo(),
                    Step::Paused => {}
                }
            }
            Phase::Memo { search, next_check } => {
                let nodes = search.stats().nodes;
                // With a limit, checks now and then if it is reached.
                let allowed = self.limit.map_or(allowed, |_| allowed.min(CHECK_INTERVAL));
                if search.advance(allowed.min(*next_check - nodes)) {
                    self.counted = search.at_least();
                    self.end(Phase::Done);
                } else if self.limit.is_some_and(|limit| search.at_least() >= BigUint::from(limit))
                {
                    self.counted = search.at_least();
                    self.cut_short();
                } else if search.stats().nodes >= *next_check {
                    match &self.plain {
                        Some(plain) if search.saving() < least_saving(plain, *next_check) => {
                            let saving = search.saving();
                            let (counted, left) = search.remaining();
                            self.counted = counted;
                            self.end(Phase::Cubes { left, open: None });
                            self.method = Method::SearchAfterCache(saving);
                        }
                        _ => *next_check *= 2,
                    }
                }
            }
            Phase::Cubes { left, open } => {
                if open.is_none() {
                    let (Some(OpenCube { cube, share }), Some(plain)) =
                        (left.pop(), &mut self.plain)
                    else {
                        self.phase = Phase::Done;
                        return;
                    };
                    let started = plain.start(&cube);
                    debug_assert!(started.is_ok(), "the cubes are of this problem");
                    *open = Some(share);
                }
                match self.search(allowed) {
                    Step::Exhausted => {
                        self.before = self.stats();
                        if let Phase::Cubes { open, .. } = &mut self.phase {
                            *open = None;
                        }
                    }
                    Step::Cover => self.cut_short(),
                    Step::Paused => {}
                }
            }
            Phase::Done | Phase::CutShort => {}
        }
    }

    /// Ends a phase and begins the next one.
    fn end(&mut self, next: Phase) {
        self.method = self.method();
        self.before = self.stats();
        self.phase = next;
    }

    /// Ends the counting because the limit is reached.
    fn cut_short(&mut self) {
        self.end(Phase::CutShort);
    }

    /// True if plain search, which has entered this many nodes, will probably reach the limit soon.
    fn is_limit_near(&self, nodes: u64) -> bool {
        self.limit.is_some()
            && nodes < LONGEST_TRIAL
            && BigUint::from(self.wanted()) <= &self.counted * NEAR
    }

    /// Goes on after the trial: with the memo engine from the start, or with plain search to the
    /// end.
    fn begin_memo(&mut self) {
        if self.memo.is_none() {
            self.memo = Memo::new(self.problem).ok().map(|memo| memo.with_memory(self.memory));
        }
        let search = self.memo.as_ref().and_then(|memo| memo.count_search(&self.cube).ok());
        match (search, &mut self.phase) {
            (Some(search), _) => {
                self.end(Phase::Memo { search: Box::new(search), next_check: FIRST_CHECK });
            }
            (None, Phase::Plain { nodes }) => *nodes = u64::MAX,
            (None, _) => {}
        }
    }

    /// Returns the number of covers counted so far, exact if these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count<BigUint> {
        let count = match &self.phase {
            // The memo engine finds the covers of the trial again.
            Phase::Memo { search, .. } => search.at_least().max(self.counted.clone()),
            _ => self.counted.clone(),
        };
        match self.limit.map(BigUint::from) {
            Some(limit) if count >= limit => Count::AtLeast(limit),
            _ if matches!(self.phase, Phase::Done) => Count::Exactly(count),
            _ => Count::AtLeast(count),
        }
    }

    /// Returns the work done since the start, by all engines together.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.before;
        match (&self.phase, &self.plain) {
            (Phase::Plain { .. } | Phase::Cubes { open: Some(_), .. }, Some(plain)) => {
                stats += plain.stats();
            }
            (Phase::Memo { search, .. }, _) => stats += search.stats(),
            _ => {}
        }
        stats
    }
}

/// Returns the smallest saving for which the cache pays, after this many nodes of the memo engine.
/// A saving is the number of nodes of plain search per node of the memo engine.
///
/// In the end the cache must save as much as its nodes take longer. At first the cache is empty,
/// and the saving grows as it fills, so the requirement is lower at the start.
fn least_saving(plain: &impl Engine, nodes: u64) -> f64 {
    let doublings = nodes.ilog2().saturating_sub(FIRST_CHECK.ilog2());
    let required = f64::min(0.05 * f64::from(doublings + 1), 0.5);
    1.0 + (plain.nodes_per_memo_node() - 1.0) * required
}
