//! Searches for the diagram of all covers.

use super::building::Building;
use super::nodes::Form;
use super::search::{AnySearch, Stop};
use crate::diagram::{Diagram, Node, TooManyNodes};
use crate::engine::matrix::{AnyMatrix, with_words};
use crate::engine::simd::Simd;
use crate::search::{Cube, OpenCube, Stats, Step, UnknownOption, advance_by_methods};

/// A search for the diagram of all covers. It can be interrupted at any node.
///
/// ```
/// use quadrille::{Problem, engine::memo::Memo};
/// use quadrille::search::{Cube, Step};
/// let mut builder = Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut search = Memo::new(&builder.build()?)?.diagram_search(&Cube::default())?;
/// while search.advance(1000) == Step::Paused && !search.is_cut_short() {
///     eprintln!("{} nodes", search.stats().nodes);
/// }
/// assert_eq!(search.finish()?.iter().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiagramSearch {
    search: Box<dyn AnySearch>,
    building: Building,
    simd: Simd,
    is_done: bool,
    /// The error that ended the search.
    full: Option<TooManyNodes>,
}

impl DiagramSearch {
    pub(super) fn new(
        matrix: &AnyMatrix,
        form: &Form,
        simd: Simd,
        cube: &Cube,
        memory: usize,
    ) -> Result<Self, UnknownOption> {
        let mut building = Building::new(with_words!(matrix, matrix => matrix.option_count()));
        let search = <dyn AnySearch>::start(matrix, form, &mut building, cube, memory)?;
        Ok(Self { search, building, simd, is_done: false, full: None })
    }

    /// Continues the search for up to `nodes` nodes, or fewer if nodes take long. After
    /// [`Step::Exhausted`], [`finish`](Self::finish) returns the diagram. A diagram that takes more
    /// than half of the memory limit cuts the search short.
    pub fn advance(&mut self, nodes: u64) -> Step {
        if self.full.is_none() {
            match self.search.run(self.simd, &mut self.building, nodes) {
                Stop::Done => self.is_done = true,
                Stop::Paused => {}
                Stop::Full(full) => self.full = Some(full),
            }
        }
        if self.is_done { Step::Exhausted } else { Step::Paused }
    }

    /// True if there was no room for the diagram: it takes more than half of the memory limit, the
    /// numbers of its nodes, edges or options do not fit in 32 bits, or the system refused memory
    /// for it. The search then cannot continue.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.full.is_some()
    }

    /// Searches to the end, and returns the diagram.
    ///
    /// # Errors
    /// [`TooManyNodes`] if the search is [cut short](Self::is_cut_short).
    pub fn finish(mut self) -> Result<Diagram, TooManyNodes> {
        while self.advance(u64::MAX) == Step::Paused {
            if let Some(full) = self.full {
                return Err(full);
            }
        }
        let Self { search, building, .. } = self;
        let root = search.value()[0];
        // The cache can take as much memory as the diagram, so it is freed first.
        drop(search);
        Ok(building.finish(Node::new(root as u32)))
    }

    /// True if the next step enters a node.
    pub(super) fn is_at_node(&self) -> bool {
        self.search.is_at_node()
    }

    /// Returns all covers of the search as disjoint cubes.
    pub(super) fn all_cubes(&self) -> Vec<OpenCube> {
        self.search.all_cubes()
    }

    /// Returns the counters of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.search.stats()
    }

    /// True if the system refused memory for the cache. The cache is then smaller than the limit.
    #[must_use]
    pub fn lacks_memory(&self) -> bool {
        self.search.lacks_memory()
    }
}

advance_by_methods!(for DiagramSearch: stats -> Stats, is_cut_short -> bool, lacks_memory -> bool);
