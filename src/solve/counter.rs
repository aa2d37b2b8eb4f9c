//! How many covers there are, without a limit to the number: by search, by counting with a cache, or first one and then the
//! other.

use num_bigint::BigUint;

use super::{AnyEngine, Count, EngineChoice};
use crate::engine::memo::{CountSearch, Memo};
use crate::problem::Problem;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};

impl Problem {
    /// How many covers there are: exactly, however many, and however long it takes. For a search that can be interrupted, use a
    /// [`Counter`].
    ///
    /// It finds out by itself which way is the fastest: going through all covers, or the [memo engine](crate::engine::memo),
    /// which does not.
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

/// A search for the number of covers, which can be interrupted at any node, and says what is known then.
///
/// With [`EngineChoice::Auto`] it tries: a short search by the engine that suits the problem best, which is all that a small
/// problem takes. Then the memo engine begins. If it finds that residues do not come again often enough to pay for the cache,
/// plain search takes over what is left to be done; what was counted remains counted. The rule is in `docs/counting.md`.
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
    phase: Phase,
    /// What was counted up to now but for what is in the memo engine, and what was done in phases before this one.
    counted: BigUint,
    before: Stats,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Plain search of the whole, up to so many nodes.
    Plain {
        nodes: u64,
    },
    /// The cache, and at how many nodes to look whether it pays.
    Memo {
        search: Box<CountSearch>,
        look: u64,
    },
    /// Plain search of what the memo engine has left to do; whether the last part that was taken is unfinished.
    Parts {
        left: Vec<OpenCube>,
        is_open: bool,
    },
    Done,
}

/// What is done within so many nodes needs no cache.
const TRIAL: u64 = 1 << 13;

/// When to look for the first time whether the cache pays; then at twice as many nodes, and so on.
const FIRST_LOOK: u64 = 1 << 12;

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
    /// [`Unsupported`] if the engine cannot search this problem; never with [`EngineChoice::Auto`] and
    /// [`EngineChoice::Links`].
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
            phase: Phase::Done,
            counted: BigUint::ZERO,
            before: Stats::default(),
        };
        let started = counter.start(&Cube::default());
        debug_assert!(started.is_ok(), "this cube names no option");
        Ok(counter)
    }

    /// The same with a cache of about so many bytes at most, in place of [`Memo::MEMORY`]. With less it takes longer, and
    /// counts the same. To be set before the counting begins.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.memo = self.memo.map(|memo| memo.with_memory(bytes));
        let cube = std::mem::take(&mut self.cube);
        let started = self.start(&cube);
        debug_assert!(started.is_ok(), "it was started with this before");
        self
    }

    /// Begins to count the covers of a cube, in place of what was being counted.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.cube = cube.clone();
        self.counted = BigUint::ZERO;
        self.before = Stats::default();
        self.phase = Phase::Done;
        match (&mut self.plain, &self.memo) {
            (Some(plain), _) => {
                plain.start(cube)?;
                let nodes = if self.choice == EngineChoice::Auto { TRIAL } else { u64::MAX };
                self.phase = Phase::Plain { nodes };
            }
            (None, Some(memo)) => {
                self.phase = Phase::Memo { search: Box::new(memo.count_search(cube)?), look: u64::MAX };
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// Goes on for up to about so many nodes; whether the number is known.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let last_node = self.stats().nodes.saturating_add(nodes);
        while !self.is_done() {
            let left = last_node.saturating_sub(self.stats().nodes);
            if left == 0 {
                return false;
            }
            self.step(left);
        }
        true
    }

    /// Whether it goes through the covers one by one by now, having found that to be the fastest way, or the only one. Then
    /// several threads would find the number sooner.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        matches!(self.phase, Phase::Parts { .. } | Phase::Plain { nodes: u64::MAX })
    }

    fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Done)
    }

    fn step(&mut self, allowed: u64) {
        match (&mut self.phase, &mut self.plain) {
            (Phase::Plain { nodes }, Some(plain)) => {
                let (found, step) = plain.skip(u64::MAX, allowed.min(*nodes - plain.stats().nodes));
                self.counted += found;
                if step == Step::Exhausted {
                    self.before += plain.stats();
                    self.phase = Phase::Done;
                } else if plain.stats().nodes >= *nodes {
                    self.begin_memo();
                }
            }
            (Phase::Memo { search, look }, plain) => {
                let nodes = search.stats().nodes;
                if search.advance(allowed.min(*look - nodes)) {
                    self.counted = search.at_least();
                    self.before += search.stats();
                    self.phase = Phase::Done;
                } else if search.stats().nodes >= *look {
                    if let Some(plain) = plain
                        && search.saving() < least_saving(plain, *look)
                    {
                        let (counted, left) = search.remaining();
                        self.counted = counted;
                        self.before += search.stats();
                        self.phase = Phase::Parts { left, is_open: false };
                    } else {
                        *look *= 2;
                    }
                }
            }
            (Phase::Parts { left, is_open }, Some(plain)) => {
                if !*is_open {
                    let Some(OpenCube { cube, .. }) = left.pop() else {
                        self.phase = Phase::Done;
                        return;
                    };
                    let started = plain.start(&cube);
                    debug_assert!(started.is_ok(), "the parts are of this problem");
                    *is_open = true;
                }
                let (found, step) = plain.skip(u64::MAX, allowed);
                self.counted += found;
                if step == Step::Exhausted {
                    *is_open = false;
                    self.before += plain.stats();
                }
            }
            (Phase::Done | Phase::Plain { .. } | Phase::Parts { .. }, _) => self.phase = Phase::Done,
        }
    }

    /// After the trial: the memo engine from the beginning, or plain search to the end.
    fn begin_memo(&mut self) {
        if self.memo.is_none() {
            self.memo = Memo::new(self.problem).ok().map(|memo| memo.with_memory(self.memory));
        }
        let search = self.memo.as_ref().and_then(|memo| memo.count_search(&self.cube).ok());
        match (search, &mut self.phase) {
            (Some(search), _) => {
                self.before += self.plain.as_ref().map_or(Stats::default(), Engine::stats);
                self.phase = Phase::Memo { search: Box::new(search), look: FIRST_LOOK };
            }
            (None, Phase::Plain { nodes }) => *nodes = u64::MAX,
            (None, _) => {}
        }
    }

    /// How many covers there are as far as is known, and whether these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count<BigUint> {
        match &self.phase {
            Phase::Done => Count::Exactly(self.counted.clone()),
            // What the trial found is found again.
            Phase::Memo { search, .. } => Count::AtLeast(search.at_least().max(self.counted.clone())),
            Phase::Plain { .. } | Phase::Parts { .. } => Count::AtLeast(self.counted.clone()),
        }
    }

    /// What was done since the start, by all engines together.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = self.before;
        match (&self.phase, &self.plain) {
            (Phase::Plain { .. } | Phase::Parts { is_open: true, .. }, Some(plain)) => stats += plain.stats(),
            (Phase::Memo { search, .. }, _) => stats += search.stats(),
            _ => {}
        }
        stats
    }
}

/// How many times as many nodes plain search must have to enter at the least for the cache to pay, when the memo engine has
/// entered so many.
///
/// In the end the cache has to save as much as its nodes take longer. That need not show at once: the cache is empty at first,
/// and fills. So less is asked for in the beginning.
fn least_saving(plain: &impl Engine, nodes: u64) -> f64 {
    let doublings = nodes.ilog2().saturating_sub(FIRST_LOOK.ilog2());
    let asked = f64::min(0.05 * f64::from(doublings + 1), 0.5);
    1.0 + (plain.nodes_per_memo_node() - 1.0) * asked
}
