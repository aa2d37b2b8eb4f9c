//! The memo engine: the filter engine with a cache, for counting without enumerating and for
//! diagrams of all covers.
//!
#![doc = include_str!("README.md")]

mod building;
mod cache;
mod count;
mod count_search;
mod diagram_search;
mod nodes;
mod search;
mod semiring;
mod sparse;
mod wide;

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::filter::Filter;
use super::matrix::{AnyMatrix, Counted, with_words};
use super::simd::Simd;
use crate::diagram::{Diagram, TooManyNodes, Walk};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Compile, Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};
use nodes::Form;

// For tests, which read the cache of a count. Users have `Counter`.
#[doc(hidden)]
pub use count_search::CountSearch;
pub use diagram_search::DiagramSearch;

/// The memo engine: a compiled [`Problem`] that starts searches for the number of covers and for
/// the [diagram of all covers](Memo::diagram_search). As an [`Engine`], it builds the diagram and
/// then iterates over its covers. So the first cover comes late, and the others come fast.
///
/// Compiling takes time and memory proportional to options times items. The engine supports primary
/// items, secondary items and colors, but not bounds. A mask has at most
/// [`MAX_BITS`](Self::MAX_BITS) bits. Costs have no effect. If the diagram takes more than half of
/// the [memory limit](Self::with_memory), the engine finds the covers by plain search.
/// [`Stats::updates`] counts the options filtered. In a problem whose options exclude few others,
/// it counts the options excluded, and those copied for components.
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
    form: Form,
    simd: Simd,
    memory: usize,
    cube: Cube,
    phase: Phase,
}

#[derive(Clone, Debug)]
enum Phase {
    /// The diagram is being built.
    Building(Box<DiagramSearch>),
    /// The covers of the diagram are being listed.
    Listing { covers: Arc<Counted64>, walk: Box<Walk>, stats: Stats },
    /// The diagram was too large, and plain search finds the covers.
    Plain { filter: Box<Filter>, before: Stats },
    /// There is no search, because none was started or its start failed.
    None,
}

/// A diagram with the number of covers of each of its nodes, or `u64::MAX` if there are more.
#[derive(Debug)]
struct Counted64 {
    diagram: Diagram,
    counts: Vec<u64>,
}

impl Memo {
    /// The largest number of bits of a mask. Secondary items do not share bits: unlike [`Filter`],
    /// this engine has no tags.
    pub const MAX_BITS: usize = Filter::MAX_BITS;

    /// The default limit on the memory of a search, in bytes.
    pub const MEMORY: usize = 2 << 30;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or a mask would have too many
    /// bits.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem for a search with these instructions. The results do not depend on the
    /// instructions.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or a mask would have too many
    /// bits.
    pub(crate) fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let mut memo = Self { simd, ..Self::compiled(problem)? };
        let started = memo.start(&Cube::default());
        debug_assert!(started.is_ok(), "the default cube has no options");
        Ok(memo)
    }

    /// Compiles a problem without starting a search.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub(crate) fn compiled(problem: &Problem) -> Result<Self, Unsupported> {
        let matrix = AnyMatrix::new(problem, Counted::All)?;
        let form = with_words!(&matrix, matrix => Form::new(matrix));
        let (simd, memory, cube) = (Simd::best(), Self::MEMORY, Cube::default());
        Ok(Self { matrix, form, simd, memory, cube, phase: Phase::None })
    }

    /// Limits the memory of each search to about this many bytes, and restarts the current search.
    /// A count is exact with any limit, because the search can drop cached values. A diagram that
    /// needs more than half of the limit is not finished.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        if !matches!(self.phase, Phase::None) {
            let cube = std::mem::take(&mut self.cube);
            let started = self.start(&cube);
            debug_assert!(started.is_ok(), "the cube was valid before");
        }
        self
    }

    /// Starts a search for the diagram of the covers of a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn diagram_search(&self, cube: &Cube) -> Result<DiagramSearch, UnknownOption> {
        DiagramSearch::new(&self.matrix, &self.form, self.simd, cube, self.memory)
    }

    /// Starts a search for the number of covers of a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    // For tests, which read the cache of a count. Users have `Counter`.
    #[doc(hidden)]
    pub fn count_search(&self, cube: &Cube) -> Result<CountSearch, UnknownOption> {
        CountSearch::new(&self.matrix, &self.form, self.simd, cube, self.memory)
    }

    /// Continues to build the diagram. Returns `None` once the diagram is complete or too large, or
    /// if there is no search.
    fn build_diagram(&mut self, nodes: u64) -> Option<Step> {
        let Phase::Building(search) = &mut self.phase else { return None };
        let last_node = search.stats().nodes.saturating_add(nodes);
        let advanced = loop {
            match search.advance(last_node - search.stats().nodes) {
                // In a pause between two components, the cubes would be the same as before the
                // node, so a search that is split at every node would make no progress.
                Step::Paused
                    if !search.is_cut_short()
                        && (search.stats().nodes < last_node || !search.is_at_node()) => {}
                advanced => break advanced,
            }
        };
        match advanced {
            Step::Paused if !search.is_cut_short() => return Some(Step::Paused),
            Step::Exhausted => {
                let stats = search.stats();
                if let Phase::Building(search) = std::mem::replace(&mut self.phase, Phase::None)
                    && let Ok(diagram) = search.finish()
                {
                    let counts = diagram.saturating_counts();
                    let walk = Box::new(Walk::new(&diagram));
                    self.phase = Phase::Listing {
                        covers: Arc::new(Counted64 { diagram, counts }),
                        walk,
                        stats,
                    };
                }
            }
            Step::Paused | Step::Cover => {
                let before = search.stats();
                let mut filter = Box::new(Filter::on_matrix(self.matrix.clone(), self.simd));
                let started = filter.start(&self.cube);
                debug_assert!(started.is_ok(), "the diagram search has accepted the cube");
                self.phase = Phase::Plain { filter, before };
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
        // The branches of the diagram of a cube can differ from those of the diagram of the whole
        // problem.
        false
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.phase = Phase::None;
        let search = DiagramSearch::new(&self.matrix, &self.form, self.simd, cube, self.memory)?;
        self.cube = cube.clone();
        self.phase = Phase::Building(Box::new(search));
        Ok(())
    }

    fn remaining(&self) -> Vec<OpenCube> {
        match &self.phase {
            Phase::Building(search) => search.all_cubes(),
            Phase::Listing { covers, walk, .. } => walk
                .remaining(&covers.diagram)
                .into_iter()
                .map(|(chosen, share)| {
                    // Before the first cover, the walk has no chosen options yet.
                    let chosen = if chosen.is_empty() { self.cube.chosen.clone() } else { chosen };
                    OpenCube { cube: Cube { chosen, excluded: self.cube.excluded.clone() }, share }
                })
                .collect(),
            Phase::Plain { filter, .. } => filter.remaining(),
            Phase::None => Vec::new(),
        }
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.skip(1, nodes).1
    }

    fn cover(&self) -> &[OptionId] {
        match &self.phase {
            Phase::Listing { walk, .. } => walk.cover(),
            Phase::Plain { filter, .. } => filter.cover(),
            Phase::Building(_) | Phase::None => &[],
        }
    }

    fn stats(&self) -> Stats {
        match &self.phase {
            Phase::Building(search) => search.stats(),
            Phase::Listing { stats, .. } => *stats,
            Phase::Plain { filter, before } => {
                let mut stats = *before;
                stats += filter.stats();
                stats
            }
            Phase::None => Stats::default(),
        }
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        let before = self.stats().nodes;
        if covers == 0 {
            return (0, Step::Cover);
        }
        if let Some(step) = self.build_diagram(nodes) {
            return (0, step);
        }
        let nodes = nodes - (self.stats().nodes - before).min(nodes);
        match &mut self.phase {
            Phase::Listing { covers: all, walk, .. } => {
                match walk.skip(&all.diagram, covers - 1, &all.counts) {
                    Ok(()) => (covers, Step::Cover),
                    Err(left) => (covers - 1 - left, Step::Exhausted),
                }
            }
            Phase::Plain { filter, .. } => filter.skip(covers, nodes),
            Phase::Building(_) | Phase::None => (0, Step::Exhausted),
        }
    }
}

/// Returns the diagram of all covers of a problem.
///
/// # Errors
/// [`NoDiagram`] if the engine cannot search the problem, or the search is
/// [cut short](DiagramSearch::is_cut_short) with the limit [`Memo::MEMORY`].
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
    let Phase::Building(search) = memo.phase else { unreachable!("a new engine is building") };
    search.finish().map_err(NoDiagram::TooLarge)
}

/// The reason why there is no diagram of all covers.
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
                write!(f, "the memo engine cannot search the problem: {error}")
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
