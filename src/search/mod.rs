//! The contract of the search engines: the [`Engine`] trait and its types.
//!
//! An engine compiles a [`Problem`] once and can search it many times. A search starts from a
//! [`Cube`], a set of some or all covers. It stops at each cover and at its node limit, and the
//! next call continues it. The rest of a search is a list of cubes. [`engine`](crate::engine)
//! contains the engines.

mod advance;
mod cube;
mod object;
mod pace;
mod subproblem;

use std::error::Error;
use std::fmt;
use std::ops::DerefMut;

use crate::ids::OptionId;
use crate::problem::Problem;

pub use crate::problem::UnknownOption;
pub use advance::Advance;
pub(crate) use advance::advance_by_methods;
pub use cube::{Cube, OpenCube};
pub use object::EngineObject;
// The program runs its own searches in slices too.
#[doc(hidden)]
pub use pace::{Pace, SLICE};
pub(crate) use subproblem::Subproblem;

/// A search engine that holds a compiled problem.
///
/// The set of covers depends only on the problem. Their order is deterministic for one engine and
/// one version of this crate, and may differ between engines.
///
/// ```
/// use quadrille::engine::links::Links;
/// use quadrille::search::{Engine, Step};
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b"])?;
/// let ab = builder.option(["a", "b"])?;
/// let mut engine = Links::new(&builder.build()?);
/// assert_eq!(engine.advance(u64::MAX), Step::Cover);
/// assert_eq!(engine.cover(), [ab]);
/// assert_eq!(engine.advance(u64::MAX), Step::Exhausted);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
pub trait Engine {
    /// Returns the name of the engine, in lower case, such as `links`.
    fn name(&self) -> &'static str;

    /// Returns the approximate time of a node in the current search, in nanoseconds on the
    /// reference machine. What matters most is the ratio of the times of two engines: a cache pays
    /// off if it divides the number of nodes by more than it multiplies the time of a node.
    /// `src/engine/memo/README.md` has the measurements. The default is the time of a node of the
    /// memo engine in a small problem.
    fn node_time(&self) -> f64 {
        250.0
    }

    /// True if searching the cubes of [`remaining`](Self::remaining) in their order finds the
    /// covers in the order of the search itself. False for an engine whose branching depends on the
    /// nodes visited before: see [`fix_order`](Self::fix_order).
    fn has_stable_order(&self) -> bool {
        true
    }

    /// Makes the order of covers stable, if the engine supports that: see
    /// [`has_stable_order`](Self::has_stable_order). The search then learns nothing from its dead
    /// ends, and a long search can take several times as long. Call it before a search starts.
    ///
    /// ```
    /// use quadrille::engine::links::Links;
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// use quadrille::search::Engine;
    /// let mut engine = Links::new(Queens::new(8)?.problem());
    /// assert!(!engine.has_stable_order());
    /// engine.fix_order();
    /// assert!(engine.has_stable_order());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fix_order(&mut self) {}

    /// Starts a search for the covers of a cube. It replaces the current search and resets the
    /// counters to 0. A newly compiled engine is at the start of a search for all covers,
    /// `Cube::default()`.
    ///
    /// If chosen options exclude each other, or one of them is in no cover, the search finds no
    /// covers. An option that is given twice counts once.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube. Then the previous search has
    /// ended, and the new search has no covers.
    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption>;

    /// Starts a search like [`start`](Self::start), but keeps what the engine has learnt from the
    /// dead ends of its searches so far. Use it for the cubes of one task if the covers may come in
    /// any order: the order then depends on the earlier searches.
    ///
    /// # Errors
    /// As for [`start`](Self::start).
    fn start_next(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.start(cube)
    }

    /// Returns the unsearched rest of the current search as disjoint cubes, in the order in which
    /// the search would enter them.
    ///
    /// Every cover is either among those found so far or in exactly one of these cubes, whichever
    /// engine searches the cubes. So a search can be split into these cubes. The shares add up to
    /// the unsearched fraction of this search: a search that has just started has share 1, even if
    /// it searches a cube. Parts that the engine knows to have no cover can be missing. Takes time
    /// and memory roughly proportional to the total number of options in the cubes.
    ///
    /// ```
    /// use quadrille::engine::links::Links;
    /// use quadrille::search::{Engine, Step};
    /// # let mut builder = quadrille::Problem::builder();
    /// builder.unnamed_primary(2)?;
    /// for item in [0, 0, 1, 1] {
    ///     builder.option([quadrille::ItemId::new(item)])?;
    /// }
    /// let problem = builder.build()?;
    /// let mut engine = Links::new(&problem);
    /// assert_eq!(engine.advance(u64::MAX), Step::Cover);
    /// // One of four leaves was entered. The other option of each item is open.
    /// let open = engine.remaining();
    /// assert_eq!(open.iter().map(|open| open.share).collect::<Vec<_>>(), [0.25, 0.5]);
    /// let mut other = Links::new(&problem);
    /// let mut covers = 0;
    /// for open in open {
    ///     other.start(&open.cube)?;
    ///     covers += other.skip(u64::MAX, u64::MAX).0;
    /// }
    /// assert_eq!(covers, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn remaining(&self) -> Vec<OpenCube>;

    /// Searches for the next cover and enters at most `nodes` more nodes of the search tree. After
    /// [`Step::Exhausted`], it returns `Exhausted` again until the next [`start`](Self::start).
    fn advance(&mut self, nodes: u64) -> Step;

    /// Returns the options of the last cover found, in an order that depends on the engine. Most
    /// engines begin with the chosen options of the cube. The result is meaningful only right after
    /// an [`advance`](Self::advance) that returned [`Step::Cover`].
    fn cover(&self) -> &[OptionId];

    /// Returns the length of a prefix of [`cover`](Self::cover) that is the same as at the last
    /// call to this method. The caller needs to read only the options after it. The prefix need not
    /// be the longest, and 0, the default, is always correct. The result is meaningful only if
    /// `cover` was meaningful at the last call and is now. Takes constant time.
    ///
    /// ```
    /// use quadrille::engine::links::Links;
    /// use quadrille::search::{Engine, Step};
    /// # let mut builder = quadrille::Problem::builder();
    /// builder.unnamed_primary(3)?;
    /// for item in [0, 1, 2, 2] {
    ///     builder.option([quadrille::ItemId::new(item)])?;
    /// }
    /// let mut engine = Links::new(&builder.build()?);
    /// assert_eq!(engine.advance(u64::MAX), Step::Cover);
    /// assert_eq!(engine.unchanged(), 0);
    /// assert_eq!(engine.advance(u64::MAX), Step::Cover);
    /// assert_eq!(engine.unchanged(), 2); // only the option of the last item differs
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    fn unchanged(&mut self) -> usize {
        0
    }

    /// Returns the counters of the current search.
    fn stats(&self) -> Stats;

    /// Skips up to `covers` covers within `nodes` nodes. Returns the number of covers skipped and
    /// the last step, which is [`Step::Cover`] if all `covers` were skipped.
    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats().nodes.saturating_add(nodes);
        let mut skipped = 0;
        while skipped < covers {
            match self.advance(last_node.saturating_sub(self.stats().nodes)) {
                Step::Cover => skipped += 1,
                end => return (skipped, end),
            }
        }
        (skipped, Step::Cover)
    }
}

/// Whatever derefs mutably to an engine, such as a mutable reference or a box, is itself an engine.
impl<P: DerefMut<Target: Engine>> Engine for P {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn node_time(&self) -> f64 {
        (**self).node_time()
    }

    fn has_stable_order(&self) -> bool {
        (**self).has_stable_order()
    }

    fn fix_order(&mut self) {
        (**self).fix_order();
    }

    fn start_next(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        (**self).start_next(cube)
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        (**self).start(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        (**self).remaining()
    }

    fn advance(&mut self, nodes: u64) -> Step {
        (**self).advance(nodes)
    }

    fn cover(&self) -> &[OptionId] {
        (**self).cover()
    }

    fn unchanged(&mut self) -> usize {
        (**self).unchanged()
    }

    fn stats(&self) -> Stats {
        (**self).stats()
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        (**self).skip(covers, nodes)
    }
}

/// An engine that is compiled from a problem without further settings, as
/// [`EngineChoice`](crate::EngineChoice) requires.
///
/// ```
/// use quadrille::engine::{domains::Domains, links::Links};
/// use quadrille::search::{Compile, Engine, Unsupported};
/// let mut builder = quadrille::Problem::builder();
/// builder.bounded(["a"], 0..=2)?;
/// builder.option(["a"])?;
/// let problem = builder.build()?;
/// assert_eq!(Domains::supports(&problem), Err(Unsupported::Bounds));
/// assert_eq!(Links::compile(&problem)?.name(), "links");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Compile: Engine + Sized {
    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine cannot search this problem.
    fn compile(problem: &Problem) -> Result<Self, Unsupported>;

    /// Checks that the engine can search this problem. Takes at most as long as
    /// [`compile`](Self::compile), and much less if the engine can check without compiling.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine cannot search this problem.
    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        Self::compile(problem).map(drop)
    }
}

/// The reason why a search has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A cover was found.
    Cover,
    /// There may be more covers. The search has reached the node limit of the call and can
    /// continue, or another limit has ended it.
    Paused,
    /// All covers have been found.
    Exhausted,
}

/// The counters of a search. They do not depend on the machine: the same search by one thread with
/// the same engine has the same counts on every machine and in every run. So they show whether a
/// change makes an engine do more work, without measuring time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of nodes of the search tree entered, including the root and the leaves.
    pub nodes: u64,
    /// The number of changes made to the data structure on the way down the tree. Each engine
    /// documents its own unit of change, so only counts of the same engine can be compared.
    pub updates: u64,
}

impl Stats {
    /// Returns the mean number of updates per node, or 0 before the first node.
    pub(crate) fn updates_per_node(self) -> f64 {
        self.updates as f64 / self.nodes.max(1) as f64
    }
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.updates += other.updates;
    }
}

/// The reason why an engine cannot search a problem.
///
/// [`links`](crate::engine::links) can search every problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// Some primary item has bounds other than exactly one, which the engine does not support.
    Bounds,
    /// The engine supports a single matrix, and the problem has another.
    Matrix {
        /// The matrix that the engine supports.
        wanted: &'static str,
    },
    /// The problem exceeds a size limit of the engine.
    TooLarge {
        /// The name of the quantity that is too large.
        what: &'static str,
        /// The size that the problem needs.
        size: usize,
        /// The largest size that the engine supports.
        limit: usize,
    },
    /// The engine has no [stable order](Engine::has_stable_order), which is required.
    Order,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bounds => f.write_str(
                "it takes each item exactly once, and an item of the problem has other bounds",
            ),
            Self::Matrix { wanted } => {
                write!(f, "it is made for one matrix, {wanted}, and the problem has another")
            }
            Self::TooLarge { what, size, limit } => {
                write!(f, "the problem is too large for it: {size} {what}, and it can take {limit}")
            }
            Self::Order => f.write_str("its order of covers can change when a search is divided"),
        }
    }
}

impl Error for Unsupported {}
