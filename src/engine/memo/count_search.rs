//! Searches for the number of covers.

use num_bigint::BigUint;

use super::count::{Counting, number};
use super::nodes::Form;
use super::search::{AnySearch, Stop};
use crate::count::Count;
use crate::engine::matrix::AnyMatrix;
use crate::engine::simd::Simd;
use crate::search::{Cube, OpenCube, Stats, Step, UnknownOption, advance_by_methods};

/// A search for the number of covers. The search can be interrupted at any node. The number is
/// exact, however large it is.
///
/// ```
/// use quadrille::search::Step;
/// use quadrille::{Problem, engine::memo::Memo, search::Cube};
/// let mut builder = Problem::builder();
/// builder.unnamed_primary(200)?;
/// for item in 0..200 {
///     builder.option([quadrille::ItemId::new(item)])?;
///     builder.option([quadrille::ItemId::new(item)])?;
/// }
/// let mut search = Memo::new(&builder.build()?)?.count_search(&Cube::default())?;
/// while search.advance(1000) == Step::Paused {
///     eprintln!("at least {}", search.at_least());
/// }
/// assert_eq!(search.count(), Some(num_bigint::BigUint::from(2_u32).pow(200)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CountSearch {
    search: Box<dyn AnySearch>,
    counting: Counting,
    simd: Simd,
    is_done: bool,
    /// The number of nodes that a search without a cache would have entered in the earlier cubes.
    represented: f64,
}

impl CountSearch {
    pub(super) fn new(
        matrix: &AnyMatrix,
        form: &Form,
        simd: Simd,
        cube: &Cube,
        memory: usize,
    ) -> Result<Self, UnknownOption> {
        let mut counting = Counting::new();
        let search = <dyn AnySearch>::start(matrix, form, &mut counting, cube, memory)?;
        Ok(Self { search, counting, simd, is_done: false, represented: 0.0 })
    }

    /// Returns a search that shares the cache, for another thread. It has no work before
    /// [`start`](Self::start). A subproblem that one search finishes need not be searched by the
    /// other. `number`, at least 1, determines the order in which the new search tries options, so
    /// the two searches take different branches.
    #[must_use]
    pub fn helper(&self, number: usize) -> Self {
        let search = self.search.helper(number);
        Self { search, counting: Counting::new(), simd: self.simd, is_done: true, represented: 0.0 }
    }

    /// Returns the approximate memory in bytes of the compiled problem. Each [helper](Self::helper)
    /// has a copy of it.
    pub(crate) fn memory_of_problem(&self) -> usize {
        self.search.memory_of_problem()
    }

    /// Starts to count the covers of another cube. Keeps the counters, and also the cache if the
    /// cube excludes the same options as the last one.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube. The search then finds no
    /// covers.
    ///
    /// ```
    /// use quadrille::search::Step;
    /// use quadrille::{Problem, engine::memo::Memo, search::Cube};
    /// let mut builder = Problem::builder();
    /// builder.unnamed_primary(200)?;
    /// let mut options = Vec::new();
    /// for item in 0..200 {
    ///     options.push(builder.option([quadrille::ItemId::new(item)])?);
    ///     builder.option([quadrille::ItemId::new(item)])?;
    /// }
    /// let mut search = Memo::new(&builder.build()?)?.count_search(&Cube::default())?;
    /// while search.advance(1000) == Step::Paused {}
    /// let nodes = search.stats().nodes;
    /// search.start(&[options[0]].into())?;
    /// while search.advance(1000) == Step::Paused {}
    /// assert_eq!(search.count(), Some(num_bigint::BigUint::from(2_u32).pow(199)));
    /// assert!(search.stats().nodes < nodes + 10); // nearly all was in the cache
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.is_done = false;
        self.represented += self.search.represented(&self.counting);
        self.search.restart(&mut self.counting, cube)
    }

    /// Continues the search for up to `nodes` nodes, or fewer if nodes take long. After
    /// [`Step::Exhausted`] the number is known.
    pub fn advance(&mut self, nodes: u64) -> Step {
        match self.search.run(self.simd, &mut self.counting, nodes) {
            Stop::Done => self.is_done = true,
            Stop::Paused => {}
            Stop::Full(_) => unreachable!("numbers are in the cache, which drops entries"),
        }
        if self.is_done { Step::Exhausted } else { Step::Paused }
    }

    /// True if the next step enters a node. These points do not depend on how the search is cut
    /// into calls to `advance`, so the caller can decide there whether to continue the search.
    pub(crate) fn is_at_node(&self) -> bool {
        self.search.is_at_node()
    }

    /// Returns the number of covers, if it is known.
    #[must_use]
    pub fn count(&self) -> Option<BigUint> {
        self.is_done.then(|| number(self.search.value()))
    }

    /// Returns a lower bound on the number of covers, from the covers counted so far.
    #[must_use]
    pub fn at_least(&self) -> BigUint {
        self.count().unwrap_or_else(|| self.search.at_least(&self.counting))
    }

    /// Returns the saving: the number of nodes that a search without a cache would have entered for
    /// the same result, in all cubes, divided by the number entered so far.
    #[must_use]
    pub fn saving(&self) -> f64 {
        let of_cube = self.search.represented(&self.counting);
        (self.represented + of_cube) / self.stats().nodes.max(1) as f64
    }

    /// Returns the approximate time of a node so far: see
    /// [`Engine::node_time`](crate::search::Engine::node_time).
    #[must_use]
    pub fn node_time(&self) -> f64 {
        self.search.node_time()
    }

    /// Returns the number of covers counted so far, and disjoint cubes with all other covers, for a
    /// plain search.
    #[must_use]
    pub fn remaining(&self) -> (BigUint, Vec<OpenCube>) {
        match self.count() {
            Some(count) => (count, Vec::new()),
            None => self.search.remaining(&self.counting),
        }
    }

    /// Returns the counters of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.search.stats()
    }

    /// Returns the number of bytes of the cache.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.search.bytes()
    }

    /// True if the system refused memory for the cache.
    pub(crate) fn lacks_memory(&self) -> bool {
        self.search.lacks_memory()
    }

    /// Frees the memory of a search that will not continue. Keeps its counters.
    pub(crate) fn release(&mut self) {
        self.represented += self.search.represented(&self.counting);
        self.search.release();
    }

    /// Returns the number of bytes of the nodes on the path. They are not part of the cache, and
    /// cannot be dropped.
    pub(crate) fn memory_of_nodes(&self) -> usize {
        self.search.bytes_of_nodes()
    }
}

advance_by_methods!(
    for CountSearch: stats -> Stats;
    fn count_so_far(&self) -> Count {
        self.count().map_or_else(|| Count::at_least(self.at_least()), Count::exactly)
    }
);
