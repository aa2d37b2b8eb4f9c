//! How many covers there are, without a limit to the number: by search, by counting with a cache,
//! or first one and then the other.

use std::fmt;

use num_bigint::BigUint;

use super::{AnyEngine, Count, EngineChoice};
use crate::engine::memo::{CountSearch, Memo};
use crate::problem::Problem;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};

impl Problem {
    /// How many covers there are: exactly, however many, and however long it takes. For a search
    /// that can be interrupted, use a [`Counter`].
    ///
    /// It finds out by itself which way is the fastest: going through all covers, or the [memo
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

/// A search for the number of covers, which can be interrupted at any node, and says what is known
/// then.
///
/// With [`EngineChoice::Auto`] it tries: a short search by the engine that suits the problem best,
/// which is all that a small problem takes. Then the memo engine begins. If it finds that residues
/// do not come again often enough to pay for the cache, plain search takes over what is left to be
/// done; what was counted remains counted. The rule is in `docs/engines/memo.md`.
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
    /// What searches without a cache; none if that is not wanted.
    plain: Option<AnyEngine>,
    /// Compiled when it is needed; none if it cannot search the problem, or is not wanted.
    memo: Option<Memo>,
    memory: usize,
    cube: Cube,
    most: Option<u64>,
    phase: Phase,
    /// The covers that were counted up to now, but for those in the memo engine; and the work of
    /// phases before this one.
    counted: BigUint,
    before: Stats,
    method: Method,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Plain search of the whole, up to so many nodes.
    Plain { nodes: u64 },
    /// The cache, and at how many nodes to look whether it pays.
    Memo { search: Box<CountSearch>, look: u64 },
    /// Plain search of what the memo engine has left to do, with the share of the part that the
    /// engine searches now, if it does.
    Parts { left: Vec<OpenCube>, open: Option<f64> },
    /// All covers are counted.
    Done,
    /// There are as many covers as are wanted, or somebody else counts the rest.
    CutShort,
}

/// The way in which a [`Counter`] has counted.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// By search.
    Search,
    /// By search, because the problem turned out to be small.
    SmallSearch,
    /// With a cache of what is left to be covered. A search without it would enter so many times as
    /// many nodes.
    Cache(f64),
    /// First with a cache, which saved too little, then by search. A search without the cache would
    /// have entered so many times as many nodes up to then.
    SearchAfterCache(f64),
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Search => f.write_str("counted by search"),
            Self::SmallSearch => f.write_str("counted by search, which was short"),
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

/// A factor with as many digits as matter.
fn short(factor: f64) -> String {
    if factor < 1000.0 { format!("{factor:.2}") } else { format!("{factor:.1e}") }
}

/// What is done within so many nodes needs no cache.
const TRIAL: u64 = 1 << 13;

/// With a limit, the trial goes on as long as the covers that are still wanted are no more than so
/// many times those that were found, up to so many nodes, about a second's worth.
const NEAR: u32 = 200;
const LONGEST_TRIAL: u64 = TRIAL << 9;

/// When to look for the first time whether the cache pays; then at twice as many nodes, and so on.
const FIRST_LOOK: u64 = 1 << 12;

/// The number of nodes after which to look whether there are as many covers as are wanted.
const BETWEEN_LOOKS: u64 = 1 << 16;

impl<'a> Counter<'a> {
    /// Begins to count all covers of a problem.
    #[must_use]
    pub fn new(problem: &'a Problem) -> Self {
        match Self::with_engine(problem, EngineChoice::Auto) {
            Ok(counter) => counter,
            Err(_) => unreachable!("some engine can search every problem"),
        }
    }

    /// Begins to count all covers with this engine and no other.
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
            most: None,
            phase: Phase::Done,
            counted: BigUint::ZERO,
            before: Stats::default(),
            method: Method::Search,
        };
        let started = counter.start(&Cube::default());
        debug_assert!(started.is_ok(), "this cube names no option");
        Ok(counter)
    }

    /// The same with a cache of about so many bytes at most, in place of [`Memo::MEMORY`]. With
    /// less it takes longer, and counts the same. To be set before the counting begins.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.memo = self.memo.map(|memo| memo.with_memory(bytes));
        self.restart();
        self
    }

    /// The same, but it stops when it knows of so many covers, and says then that there are at
    /// least so many, as a search with this [limit](super::Limits::covers) does. To be set before
    /// the counting begins.
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
        self.most = Some(covers);
        self.restart();
        self
    }

    fn restart(&mut self) {
        let cube = std::mem::take(&mut self.cube);
        let started = self.start(&cube);
        debug_assert!(started.is_ok(), "it was started with this before");
    }

    /// Begins to count the covers of a cube, in place of what was being counted.
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
                self.phase = Phase::Memo { search: Box::new(search), look: u64::MAX };
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// Goes on for up to about so many nodes. True if the number is known, or is known to be as
    /// large as is wanted.
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

    /// True if it goes through the covers one by one by now, having found that to be the fastest
    /// way, or the only one. Then several threads would find the number sooner:
    /// [`take_remaining`](Self::take_remaining).
    #[must_use]
    pub fn is_searching(&self) -> bool {
        matches!(self.phase, Phase::Parts { .. } | Phase::Plain { nodes: u64::MAX })
    }

    /// Hands over what is left to be searched: an engine, and parts for it that hold the covers
    /// which are not counted yet, each of them once, in the order of the search. From then on
    /// [`count_so_far`](Self::count_so_far) is the number of all others.
    ///
    /// `None`, and nothing changes, unless it [is searching](Self::is_searching).
    ///
    /// ```
    /// use quadrille::search::Engine;
    /// use quadrille::{Counter, EngineChoice};
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// let problem = quadrille::puzzle::Puzzle::problem(&queens);
    /// let mut counter = Counter::with_engine(problem, EngineChoice::Links)?;
    /// counter.advance(100);
    /// let (mut engine, parts) = counter.take_remaining().expect("this engine searches");
    /// let mut count = counter.count_so_far().found();
    /// for open in parts {
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
            let parts = plain.remaining().into_iter();
            parts.map(move |open| OpenCube { share: open.share * share, ..open })
        };
        let parts = match &self.phase {
            Phase::Plain { .. } => of_engine(1.0).collect(),
            Phase::Parts { left, open } => {
                let of_engine = open.map(of_engine).into_iter().flatten();
                of_engine.chain(left.iter().rev().cloned()).collect()
            }
            _ => return None,
        };
        let engine = plain.clone();
        self.before = stats;
        self.phase = Phase::CutShort;
        Some((engine, parts))
    }

    /// The engine that searches where no cache is used; `None` if the cache alone is wanted.
    #[must_use]
    pub fn engine(&self) -> Option<&AnyEngine> {
        self.plain.as_ref()
    }

    /// The way in which it counts, or has counted.
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

    /// The number of covers that are still wanted: as many as a search is told to pass over.
    fn wanted(&self) -> u64 {
        let Some(most) = self.most else { return u64::MAX };
        u64::try_from(&self.counted).map_or(0, |counted| most.saturating_sub(counted))
    }

    /// Searches with the plain engine for so many nodes.
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
            Phase::Memo { search, look } => {
                let nodes = search.stats().nodes;
                // With a limit, to look now and then whether there are enough.
                let allowed = self.most.map_or(allowed, |_| allowed.min(BETWEEN_LOOKS));
                if search.advance(allowed.min(*look - nodes)) {
                    self.counted = search.at_least();
                    self.end(Phase::Done);
                } else if self.most.is_some_and(|most| search.at_least() >= BigUint::from(most)) {
                    self.counted = search.at_least();
                    self.cut_short();
                } else if search.stats().nodes >= *look {
                    match &self.plain {
                        Some(plain) if search.saving() < least_saving(plain, *look) => {
                            let saving = search.saving();
                            let (counted, left) = search.remaining();
                            self.counted = counted;
                            self.end(Phase::Parts { left, open: None });
                            self.method = Method::SearchAfterCache(saving);
                        }
                        _ => *look *= 2,
                    }
                }
            }
            Phase::Parts { left, open } => {
                if open.is_none() {
                    let (Some(OpenCube { cube, share }), Some(plain)) =
                        (left.pop(), &mut self.plain)
                    else {
                        self.phase = Phase::Done;
                        return;
                    };
                    let started = plain.start(&cube);
                    debug_assert!(started.is_ok(), "the parts are of this problem");
                    *open = Some(share);
                }
                match self.search(allowed) {
                    Step::Exhausted => {
                        self.before = self.stats();
                        if let Phase::Parts { open, .. } = &mut self.phase {
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

    /// Ends a phase.
    fn end(&mut self, next: Phase) {
        self.method = self.method();
        self.before = self.stats();
        self.phase = next;
    }

    /// Ends the counting because there are as many covers as are wanted.
    fn cut_short(&mut self) {
        self.end(Phase::CutShort);
    }

    /// True if plain search, which has entered so many nodes, will soon have found as many covers
    /// as are wanted.
    fn is_limit_near(&self, nodes: u64) -> bool {
        self.most.is_some()
            && nodes < LONGEST_TRIAL
            && BigUint::from(self.wanted()) <= &self.counted * NEAR
    }

    /// After the trial: the memo engine from the beginning, or plain search to the end.
    fn begin_memo(&mut self) {
        if self.memo.is_none() {
            self.memo = Memo::new(self.problem).ok().map(|memo| memo.with_memory(self.memory));
        }
        let search = self.memo.as_ref().and_then(|memo| memo.count_search(&self.cube).ok());
        match (search, &mut self.phase) {
            (Some(search), _) => {
                self.end(Phase::Memo { search: Box::new(search), look: FIRST_LOOK });
            }
            (None, Phase::Plain { nodes }) => *nodes = u64::MAX,
            (None, _) => {}
        }
    }

    /// The number of covers as far as is known, and whether these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count<BigUint> {
        let count = match &self.phase {
            // What the trial found is found again.
            Phase::Memo { search, .. } => search.at_least().max(self.counted.clone()),
            _ => self.counted.clone(),
        };
        match self.most.map(BigUint::from) {
            Some(most) if count >= most => Count::AtLeast(most),
            _ if matches!(self.phase, Phase::Done) => Count::Exactly(count),
            _ => Count::AtLeast(count),
        }
    }

    /// What was done since the start, by all engines together.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.before;
        match (&self.phase, &self.plain) {
            (Phase::Plain { .. } | Phase::Parts { open: Some(_), .. }, Some(plain)) => {
                stats += plain.stats();
            }
            (Phase::Memo { search, .. }, _) => stats += search.stats(),
            _ => {}
        }
        stats
    }
}

/// How many times as many nodes plain search must have to enter at the least for the cache to pay,
/// when the memo engine has entered so many.
///
/// In the end the cache has to save as much as its nodes take longer. That need not show at once:
/// the cache is empty at first, and fills. So less is asked for in the beginning.
fn least_saving(plain: &impl Engine, nodes: u64) -> f64 {
    let doublings = nodes.ilog2().saturating_sub(FIRST_LOOK.ilog2());
    let asked = f64::min(0.05 * f64::from(doublings + 1), 0.5);
    1.0 + (plain.nodes_per_memo_node() - 1.0) * asked
}
