//! The contract of the search engines: the [`Engine`] trait and its small vocabulary.
//!
//! An engine is compiled from a [`Problem`] once and searches many times. A search is resumable: it
//! stops at each cover, and whenever its allowance of nodes is used up, and goes on from there at
//! the next call. It begins with a [`Cube`], all covers or a part of them, and what it has not come
//! to yet is a list of cubes again. [`engine`](crate::engine) has the engines.

mod cube;
mod subproblem;

use std::error::Error;
use std::fmt;

use crate::ids::OptionId;
use crate::problem::Problem;

pub use cube::{Cube, OpenCube};
pub(crate) use subproblem::Subproblem;

/// A search engine that holds a compiled problem.
///
/// The covers that it finds are a set that depends on the problem alone; their order is
/// deterministic for one engine and one version of this crate, and may differ between engines.
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
    /// The name of the engine, in lower case: `links`.
    fn name(&self) -> &'static str;

    /// The number of nodes that the engine enters in the time in which the memo engine enters one:
    /// what a cache has to save before it pays. `docs/counting.md` has the measurements.
    fn nodes_per_memo_node(&self) -> f64 {
        1.0
    }

    /// True if the covers of what [`remaining`](Self::remaining) returns, searched in that order,
    /// come in the order in which the search itself would find them. It is false for an engine
    /// whose branches depend on what it has met before.
    fn has_stable_order(&self) -> bool {
        true
    }

    /// Begins a search for the covers of a cube, in place of whatever search was under way, and
    /// sets the counters back to 0. A newly compiled engine has begun one for all covers,
    /// `Cube::default()`.
    ///
    /// Chosen options that exclude each other, or that can be in no cover, make a search without
    /// covers; an option that is given twice counts once.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube. The search that was under way
    /// is over then, and the new one has no covers.
    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption>;

    /// What the search that is under way has not come to yet, as parts that have no cover in
    /// common, in the order in which it would come to them. A search can be cut here: the covers
    /// found up to now and those of the parts are all, each of them once, whoever searches the
    /// parts. Takes time and memory proportional to the branches that are open on the way from the
    /// root to where the search stands. The shares are those of the search that was started: for a
    /// cube too, the whole of it has share 1.
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
    /// // One leaf of four was entered. The other option of the second item is open, and that of the first.
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

    /// Goes on to the next cover, entering at most `nodes` more nodes of the search tree. After
    /// [`Step::Exhausted`] it answers the same until the next [`start`](Self::start).
    fn advance(&mut self, nodes: u64) -> Step;

    /// The options of the cover found last: the chosen ones of the cube, then the others, in an
    /// order that depends on the engine. Meaningful only right after an [`advance`](Self::advance)
    /// that returned [`Step::Cover`].
    fn cover(&self) -> &[OptionId];

    /// What the search has done since its start.
    fn stats(&self) -> Stats;

    /// Passes over up to `covers` covers within `nodes` nodes, and returns how many there were, and
    /// the last step: [`Step::Cover`] if it was the number of covers that ended it.
    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        let last_node = self.stats().nodes.saturating_add(nodes);
        let mut skipped = 0;
        while skipped < covers {
            match self.advance(last_node - self.stats().nodes) {
                Step::Cover => skipped += 1,
                end => return (skipped, end),
            }
        }
        (skipped, Step::Cover)
    }
}

impl<E: Engine + ?Sized> Engine for &mut E {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn nodes_per_memo_node(&self) -> f64 {
        (**self).nodes_per_memo_node()
    }

    fn has_stable_order(&self) -> bool {
        (**self).has_stable_order()
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

    fn stats(&self) -> Stats {
        (**self).stats()
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        (**self).skip(covers, nodes)
    }
}

/// An engine that is compiled from a problem and nothing else, so that it can be one of those that
/// are chosen from.
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

    /// Fails as [`compile`](Self::compile) does. Takes as long as that at most, and much less where
    /// the engine can tell beforehand.
    ///
    /// # Errors
    /// [`Unsupported`] if the engine cannot search this problem.
    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        Self::compile(problem).map(drop)
    }
}

/// Where a search has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// At a cover.
    Cover,
    /// Its allowance of nodes is used up. There may be more covers: it can go on.
    Paused,
    /// All covers have been found.
    Exhausted,
}

/// What a search has done so far, in units that do not depend on the machine: the same search has
/// the same figures everywhere and every time. So they show without a clock when an engine comes to
/// do more than it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes of the search tree entered, its root and its leaves included.
    pub nodes: u64,
    /// Changes made to the data structure on the way down. What one change is differs from engine
    /// to engine, and the page of each engine says what it is; so that only figures of the same
    /// engine can be compared.
    pub updates: u64,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.updates += other.updates;
    }
}

/// An engine cannot search a problem.
///
/// [`links`](crate::engine::links) can search every problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// It takes every primary item exactly once, and some item has other bounds.
    Bounds,
    /// It is made for one matrix, and the problem has another.
    Matrix {
        /// Which matrix it is made for.
        wanted: &'static str,
    },
    /// The problem needs a table or a mask that is larger than those of the engine.
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How much of it the problem has.
        size: usize,
        /// How much the engine can take.
        limit: usize,
    },
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
        }
    }
}

impl Error for Unsupported {}

/// A cube names an option that the problem does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownOption {
    /// The option.
    pub option: OptionId,
    /// How many options the problem has.
    pub option_count: usize,
}

impl fmt::Display for UnknownOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { option, option_count } = self;
        write!(f, "there is no option {option}: the problem has {option_count}, numbered from 0")
    }
}

impl Error for UnknownOption {}
