//! The memo engine: the filter engine with a cache, for counting without enumerating and for
//! diagrams of all covers.
//!
//! Idea: what is still to be done at a node, its *residue*, depends on nothing but which items are
//! covered, not on how. The same residue is met on many ways, and need be searched once: the number
//! of its covers is kept, by what is left to be covered, and so is the diagram of them. A residue
//! that falls apart into parts without a common item has the product of their covers.
//!
//! The key of a residue is a mask: the primary items that are to be covered, and those bits of
//! secondary items and colors that some option which is left still has. This determines the options
//! that are left, since these are the ones with no other bits; so the same key means the same
//! residue, and it says of secondary items just what can still matter.
//!
//! `search.rs` walks the tree, `cache.rs` keeps what it finds out. What that is, is a matter of a
//! `Semiring`: `count.rs` for numbers, `building.rs` for a [`Diagram`]. Sources: Nishino, Yasuda,
//! Minato and Nagata, "Dancing with decision diagrams" (AAAI 2017); Knuth's program DLX6; Fang et
//! al., "A parallel approach to counting exact covers based on decomposability" (SAT 2026).
//! `docs/engines/memo.md` describes the method, with figures.

mod building;
mod cache;
#[cfg(feature = "bigint")]
mod count;
#[cfg(feature = "bigint")]
mod count_search;
mod diagram_search;
mod search;
mod semiring;

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::filter::Filter;
use super::matrix::{AnyMatrix, Counted};
use super::simd::Simd;
use crate::diagram::{Diagram, TooManyNodes, Walk};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Compile, Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};

#[cfg(feature = "bigint")]
#[cfg(feature = "bigint")]
pub use count_search::CountSearch;
pub use diagram_search::DiagramSearch;

/// The memo engine: a compiled [`Problem`], from which searches for a [number of
/// covers](Memo::count_search) and for a [diagram of all covers](Memo::diagram_search) are started.
/// As an [`Engine`], it makes the diagram and then goes through its covers: the first one comes
/// late, and the others fast.
///
/// Compiling takes time and memory proportional to options times items. It supports primary items,
/// secondary items and colors, but no bounds, and up to [`MAX_BITS`](Self::MAX_BITS) items. Costs
/// play no part. If the diagram takes more memory than [it may](Self::with_memory), the engine goes
/// through the covers by plain search. [`Stats::updates`] counts options looked at.
///
/// ```
/// use quadrille::{Problem, Solver, engine::memo::Memo};
/// let mut builder = Problem::builder();
/// builder.unnamed_primary(40)?;
/// for item in 0..40 {
///     builder.option([quadrille::ItemId::new(item)])?;
///     builder.option([quadrille::ItemId::new(item)])?;
/// }
/// let mut solver = Solver::from(Memo::new(&builder.build()?)?);
/// assert_eq!(solver.solutions().count(), 1 << 40);
/// assert!(solver.solutions().nth_cover(1 << 39).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Memo {
    matrix: AnyMatrix,
    simd: Simd,
    memory: usize,
    /// What the search that is under way is for.
    cube: Cube,
    run: Run,
}

/// How far the engine has come with its covers.
#[derive(Clone, Debug)]
enum Run {
    /// It makes the diagram.
    Making(Box<DiagramSearch>),
    /// It goes through the covers of the diagram.
    Walking { covers: Arc<Counted64>, walk: Box<Walk>, stats: Stats },
    /// The diagram was too large.
    Plain { filter: Box<Filter>, before: Stats },
    /// There is no search, since it could not be started.
    None,
}

/// A diagram with the numbers of covers of its nodes.
#[derive(Debug)]
struct Counted64 {
    family: Diagram,
    counts: Vec<u64>,
}

impl Memo {
    /// How many bits a mask has at most; they are those of [`Filter`].
    pub const MAX_BITS: usize = Filter::MAX_BITS;

    /// How many bytes a search takes at most if nothing else is said.
    pub const MEMORY: usize = 2 << 30;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or there are too many items.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem, to be searched with these instructions. All find the same.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let matrix = AnyMatrix::new(problem, Counted::All)?;
        let mut memo =
            Self { matrix, simd, memory: Self::MEMORY, cube: Cube::default(), run: Run::None };
        let started = memo.start(&Cube::default());
        debug_assert!(started.is_ok(), "this cube names no option");
        Ok(memo)
    }

    /// The same for searches that take about so many bytes at most, from the next start on. A
    /// search for a number stays exact however few they are: it forgets what it could have used. A
    /// diagram that needs more is not finished.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        let cube = std::mem::take(&mut self.cube);
        let started = self.start(&cube);
        debug_assert!(started.is_ok(), "it was started with this before");
        self
    }

    /// Begins a search for the diagram of the covers of a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn diagram_search(&self, cube: &Cube) -> Result<DiagramSearch, UnknownOption> {
        DiagramSearch::new(&self.matrix, self.simd, cube, self.memory)
    }

    /// Begins a search for the number of covers of a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    #[cfg(feature = "bigint")]
    pub fn count_search(&self, cube: &Cube) -> Result<CountSearch, UnknownOption> {
        CountSearch::new(&self.matrix, self.simd, cube, self.memory)
    }

    /// Goes on until there are covers to go through.
    fn make(&mut self, nodes: u64) -> Option<Step> {
        let Run::Making(search) = &mut self.run else { return None };
        match search.advance(nodes) {
            Ok(false) => return Some(Step::Paused),
            Ok(true) => {
                let stats = search.stats();
                if let Run::Making(search) = std::mem::replace(&mut self.run, Run::None)
                    && let Some(family) = search.into_diagram()
                {
                    let counts = family.saturating_counts();
                    let walk = Box::new(Walk::new(&family));
                    self.run = Run::Walking {
                        covers: Arc::new(Counted64 { family, counts }),
                        walk,
                        stats,
                    };
                }
            }
            Err(TooManyNodes { .. }) => {
                let before = search.stats();
                let mut filter = Box::new(Filter::on_matrix(self.matrix.clone(), self.simd));
                let started = filter.start(&self.cube);
                debug_assert!(started.is_ok(), "the other search was started with the same");
                self.run = Run::Plain { filter, before };
            }
        }
        None
    }
}

impl Compile for Memo {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }
}

impl Engine for Memo {
    fn name(&self) -> &'static str {
        "memo"
    }

    fn has_stable_order(&self) -> bool {
        // The diagram of a cube can have other branches than that of the whole.
        false
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.run = Run::None;
        let search = DiagramSearch::new(&self.matrix, self.simd, cube, self.memory)?;
        self.cube = cube.clone();
        self.run = Run::Making(Box::new(search));
        Ok(())
    }

    fn remaining(&self) -> Vec<OpenCube> {
        match &self.run {
            Run::Making(search) => search.everything(),
            Run::Walking { covers, walk, .. } => walk
                .remaining(&covers.family)
                .into_iter()
                .map(|(chosen, share)| {
                    // Before the first cover, nothing is chosen yet.
                    let chosen = if chosen.is_empty() { self.cube.chosen.clone() } else { chosen };
                    OpenCube { cube: Cube { chosen, excluded: self.cube.excluded.clone() }, share }
                })
                .collect(),
            Run::Plain { filter, .. } => filter.remaining(),
            Run::None => Vec::new(),
        }
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.skip(1, nodes).1
    }

    fn cover(&self) -> &[OptionId] {
        match &self.run {
            Run::Walking { walk, .. } => walk.cover(),
            Run::Plain { filter, .. } => filter.cover(),
            Run::Making(_) | Run::None => &[],
        }
    }

    fn stats(&self) -> Stats {
        match &self.run {
            Run::Making(search) => search.stats(),
            Run::Walking { stats, .. } => *stats,
            Run::Plain { filter, before } => {
                let mut stats = *before;
                stats += filter.stats();
                stats
            }
            Run::None => Stats::default(),
        }
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        let before = self.stats().nodes;
        if covers == 0 {
            return (0, Step::Cover);
        }
        if let Some(step) = self.make(nodes) {
            return (0, step);
        }
        let nodes = nodes - (self.stats().nodes - before).min(nodes);
        match &mut self.run {
            Run::Walking { covers: all, walk, .. } => {
                match walk.skip(&all.family, covers - 1, &all.counts) {
                    Ok(()) => (covers, Step::Cover),
                    Err(left) => (covers - 1 - left, Step::Exhausted),
                }
            }
            Run::Plain { filter, .. } => filter.skip(covers, nodes),
            Run::Making(_) | Run::None => (0, Step::Exhausted),
        }
    }
}

/// The diagram of all covers of a problem.
///
/// # Errors
/// [`NoDiagram`] if the engine cannot search the problem, or the diagram takes more than
/// [`Memo::MEMORY`].
///
/// ```
/// use quadrille::{Problem, engine::memo};
/// let mut builder = Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let diagram = memo::diagram(&builder.build()?)?;
/// assert_eq!(diagram.iter().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diagram(problem: &Problem) -> Result<Diagram, NoDiagram> {
    let memo = Memo::new(problem).map_err(NoDiagram::Unsupported)?;
    let Run::Making(mut search) = memo.run else { unreachable!("nothing was done with it") };
    while !search.advance(u64::MAX).map_err(NoDiagram::TooLarge)? {}
    Ok(search.into_diagram().expect("it is finished"))
}

/// Why there is no diagram of all covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDiagram {
    /// The engine cannot search the problem.
    Unsupported(Unsupported),
    /// The diagram is too large.
    TooLarge(TooManyNodes),
}

impl fmt::Display for NoDiagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => {
                write!(f, "the problem is not for the memo engine: {error}")
            }
            Self::TooLarge(error) => error.fmt(f),
        }
    }
}

impl Error for NoDiagram {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unsupported(error) => Some(error),
            Self::TooLarge(error) => Some(error),
        }
    }
}
