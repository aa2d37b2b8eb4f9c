//! Counts covers exactly, without a limit on the number: by search, with a cache, or by a
//! combination.

mod method;
mod race;

use num_bigint::BigUint;

use super::{AnyEngine, Count, EngineChoice};
use crate::engine::memo::{CountSearch, Memo};
use crate::problem::Problem;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};
use race::{Decision, Race, TRIAL, Work};

pub use method::Method;

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
/// best. This is enough for a small problem. Then the memo engine has a turn. If equal subproblems
/// do not recur often enough to pay for the cache, plain search goes on, and the cache has another
/// turn now and then. Both work off the same list of cubes, so no work of either is lost.
/// `docs/engines/memo.md` has the rule.
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
    /// The cubes that no engine has begun, the next one at the end.
    left: Vec<OpenCube>,
    turn: Turn,
    race: Race,
    /// The search with the cache, from its first turn on. It keeps the cache between its turns.
    cached: Option<Box<CountSearch>>,
    /// The number of covers of the cubes that were searched, and of the current one as far as it
    /// was searched without a cache.
    counted: BigUint,
    /// A lower bound of the number of covers, which can be greater than `counted`: a product whose
    /// factors are not all known when a turn ends is counted again later.
    known: BigUint,
    /// The work of plain search in earlier cubes.
    before: Stats,
    /// The time of a node of plain search in its last turn.
    node_time: f64,
    /// True if the cache has given way to plain search at least once, and has not won since.
    is_given_up: bool,
}

/// The engine whose turn it is, with the share of the cube that it is searching, if it has begun
/// one.
#[derive(Clone, Debug)]
enum Turn {
    /// Plain search, up to this number of nodes in all.
    Search { share: Option<f64>, last_node: u64 },
    /// Search with the cache.
    Cache { share: Option<f64> },
    /// All covers are counted.
    Done,
    /// The limit was reached, or the remaining cubes were taken over by the caller.
    CutShort,
}

/// With a limit, the trial is extended while the number of missing covers is at most this factor
/// times the number found.
const NEAR: u32 = 200;
/// The number of nodes from which the trial is not extended any more: about a second's worth.
const LONGEST_TRIAL: u64 = TRIAL << 9;

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
            left: Vec::new(),
            turn: Turn::Done,
            race: Race::default(),
            cached: None,
            counted: BigUint::ZERO,
            known: BigUint::ZERO,
            before: Stats::default(),
            node_time: 1.0,
            is_given_up: false,
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
        self.left.clear();
        self.turn = Turn::Done;
        self.race = Race::default();
        self.cached = None;
        (self.counted, self.known) = (BigUint::ZERO, BigUint::ZERO);
        self.before = Stats::default();
        self.is_given_up = false;
        match (&mut self.plain, &self.memo) {
            (Some(plain), _) => {
                plain.start(cube)?;
                // A cache never pays for a Sudoku: bands find very many covers at each node.
                let is_race =
                    self.choice == EngineChoice::Auto && !matches!(plain, AnyEngine::Bands(_));
                let last_node = if is_race { TRIAL } else { u64::MAX };
                self.turn = Turn::Search { share: Some(1.0), last_node };
            }
            (None, Some(memo)) => {
                self.cached = Some(Box::new(memo.count_search(cube)?));
                self.race.next_check = u64::MAX;
                self.turn = Turn::Cache { share: Some(1.0) };
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
        matches!(self.turn, Turn::Search { last_node, .. } if self.is_given_up || last_node == u64::MAX)
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
        self.pause_search();
        let engine = self.plain.clone()?;
        self.turn = Turn::CutShort;
        self.known = BigUint::ZERO;
        let mut cubes = std::mem::take(&mut self.left);
        cubes.reverse();
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
        match &self.cached {
            Some(search) if self.is_given_up => Method::SearchAfterCache(search.saving()),
            Some(search) => Method::Cache(search.saving()),
            None if self.choice == EngineChoice::Auto && self.searched() <= LONGEST_TRIAL => {
                Method::SmallSearch
            }
            None => Method::Search,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.turn, Turn::Done | Turn::CutShort)
    }

    /// Returns the number of covers that are missing to reach the limit.
    fn wanted(&self) -> u64 {
        let Some(limit) = self.limit else { return u64::MAX };
        u64::try_from(&self.counted).map_or(0, |counted| limit.saturating_sub(counted))
    }

    /// Returns the number of nodes that plain search has entered.
    fn searched(&self) -> u64 {
        let of_cube = match (&self.turn, &self.plain) {
            (Turn::Search { share: Some(_), .. }, Some(plain)) => plain.stats().nodes,
            _ => 0,
        };
        self.before.nodes + of_cube
    }

    /// Works for up to this many nodes.
    fn step(&mut self, allowed: u64) {
        if self.wanted() == 0 {
            self.turn = Turn::CutShort;
            return;
        }
        match self.turn {
            Turn::Search { share: None, .. } | Turn::Cache { share: None } => self.begin_cube(),
            Turn::Search { share: Some(_), last_node } => self.search(allowed, last_node),
            Turn::Cache { share: Some(share) } => self.search_with_cache(allowed, share),
            Turn::Done | Turn::CutShort => {}
        }
    }

    /// Begins the next cube with the engine whose turn it is.
    fn begin_cube(&mut self) {
        let Some(open) = self.left.pop() else {
            self.turn = Turn::Done;
            return;
        };
        let started = match (&mut self.turn, &mut self.plain, &mut self.cached) {
            (Turn::Search { share, .. }, Some(plain), _) => {
                *share = Some(open.share);
                plain.start(&open.cube)
            }
            (Turn::Cache { share }, _, Some(cached)) => {
                *share = Some(open.share);
                cached.start(&open.cube)
            }
            _ => Ok(()),
        };
        debug_assert!(started.is_ok(), "the cubes are of this problem");
    }

    /// Continues plain search for up to `allowed` nodes, and ends its turn at `last_node`.
    fn search(&mut self, allowed: u64, last_node: u64) {
        let (wanted, searched) = (self.wanted(), self.searched());
        let Some(plain) = &mut self.plain else { return };
        let (found, step) = plain.skip(wanted, allowed.min(last_node.saturating_sub(searched)));
        self.counted += found;
        match step {
            Step::Exhausted => {
                self.before += plain.stats();
                self.turn = Turn::Search { share: None, last_node };
                if self.left.is_empty() {
                    self.turn = Turn::Done;
                }
            }
            Step::Cover => {
                self.before += plain.stats();
                self.turn = Turn::CutShort;
            }
            Step::Paused if self.searched() >= last_node => self.end_search_turn(),
            Step::Paused => {}
        }
    }

    /// Moves what plain search has left of its cube to the other cubes.
    fn pause_search(&mut self) {
        let (Turn::Search { share, .. }, Some(plain)) = (&mut self.turn, &self.plain) else {
            return;
        };
        let Some(share) = share.take() else { return };
        self.before += plain.stats();
        let open = plain.remaining().into_iter().rev();
        self.left.extend(open.map(|open| OpenCube { share: open.share * share, ..open }));
    }

    /// Lets the cache have a turn, if the problem is one for it and no limit is near.
    fn end_search_turn(&mut self) {
        let searched = self.searched();
        if self.is_limit_near(searched) {
            self.extend_search(searched);
            return;
        }
        if self.memo.is_none() {
            self.memo = Memo::new(self.problem).ok().map(|memo| memo.with_memory(self.memory));
        }
        if self.cached.is_none() {
            let search = self.memo.as_ref().and_then(|memo| memo.count_search(&self.cube).ok());
            self.cached = search.map(Box::new);
        }
        if self.cached.is_none() {
            self.extend_search(u64::MAX);
            return;
        }
        self.node_time = self.plain.as_ref().map_or(1.0, Engine::node_time);
        self.pause_search();
        self.turn = Turn::Cache { share: None };
    }

    /// Extends the turn of plain search by this many nodes.
    fn extend_search(&mut self, nodes: u64) {
        if let Turn::Search { last_node, .. } = &mut self.turn {
            *last_node = last_node.saturating_add(nodes);
        }
    }

    /// Continues the search with the cache for up to `allowed` nodes, and decides if its turn ends.
    fn search_with_cache(&mut self, allowed: u64, share: f64) {
        let Some(cached) = &mut self.cached else { return };
        // With a limit, checks now and then if it is reached.
        let allowed = self.limit.map_or(allowed, |_| allowed.min(CHECK_INTERVAL));
        let check = self.race.next_check;
        let is_done = cached.advance(allowed.min(check.saturating_sub(cached.stats().nodes)));
        let is_due = cached.stats().nodes >= check;
        if let Some(count) = cached.count().filter(|_| is_done) {
            self.counted += count;
            self.turn = Turn::Cache { share: None };
            if self.left.is_empty() {
                self.turn = Turn::Done;
            }
        } else if let Some(limit) = self.limit
            && &self.counted + cached.at_least() >= BigUint::from(limit)
        {
            self.counted = limit.into();
            self.turn = Turn::CutShort;
        } else if is_due {
            let (_, rest) = cached.remaining();
            let open = rest.iter().map(|open| open.share).sum::<f64>() * share
                + self.left.iter().map(|open| open.share).sum::<f64>();
            self.decide(open, share);
        }
    }

    /// Decides which engine goes on, when this share of the search tree is open.
    fn decide(&mut self, open: f64, share: f64) {
        let searched = self.searched();
        let Some(cached) = &self.cached else { return };
        let nodes = cached.stats().nodes;
        let work = Work {
            searched: searched as f64,
            cached: nodes as f64,
            represented: cached.saving() * nodes as f64,
            ratio: cached.node_time() / self.node_time,
            open,
        };
        match self.race.decide(&work) {
            Decision::Cache => self.is_given_up &= !Race::is_ahead(&work),
            Decision::Search(nodes) => {
                self.known = self.count_so_far().found();
                let (counted, rest) = cached.remaining();
                self.counted += counted;
                let rest = rest.into_iter().rev();
                self.left.extend(rest.map(|open| OpenCube { share: open.share * share, ..open }));
                self.is_given_up = true;
                let last_node = searched.saturating_add(nodes);
                self.turn = Turn::Search { share: None, last_node };
            }
        }
    }

    /// True if plain search, which has entered this many nodes, will probably reach the limit soon.
    fn is_limit_near(&self, nodes: u64) -> bool {
        self.limit.is_some()
            && nodes < LONGEST_TRIAL
            && BigUint::from(self.wanted()) <= &self.counted * NEAR
    }

    /// Returns the number of covers counted so far, exact if these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count<BigUint> {
        let mut count = self.counted.clone();
        if let (Turn::Cache { share: Some(_) }, Some(cached)) = (&self.turn, &self.cached) {
            count += cached.at_least();
        }
        let count = count.max(self.known.clone());
        match self.limit.map(BigUint::from) {
            Some(limit) if count >= limit => Count::AtLeast(limit),
            _ if matches!(self.turn, Turn::Done) => Count::Exactly(count),
            _ => Count::AtLeast(count),
        }
    }

    /// Returns the work done since the start, by all engines together.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.before;
        if let (Turn::Search { share: Some(_), .. }, Some(plain)) = (&self.turn, &self.plain) {
            stats += plain.stats();
        }
        if let Some(cached) = &self.cached {
            stats += cached.stats();
        }
        stats
    }
}
