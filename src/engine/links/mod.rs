//! Dancing links: Knuth's Algorithm X, with Algorithms C and M, over lists from which nodes can be
//! removed and restored in constant time.
//!
#![doc = include_str!("README.md")]

mod any_search;
mod arena;
mod cheapest;
mod commit;
mod compile;
mod dance;
mod lists;
mod moment;
mod remaining;
mod search;
mod subproblem;

use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{
    Compile, Cube, Engine, OpenCube, Stats, Step, Subproblem, UnknownOption, Unsupported,
};
use any_search::{AnySearch, with_search};
use commit::{Bounded, Colored, Plain};

// For tests, which compare it with the oracle. Users have `Cheapest`.
#[doc(hidden)]
pub use cheapest::CheapestLinks;
pub use dance::Dance;
pub use moment::{Event, Moment};

/// The dancing-links engine: a compiled [`Problem`] and a search on it.
///
/// Compiling takes time and memory proportional to the number of entries of the problem. A search
/// uses only a few more words for each level. When a search is exhausted, and before another one
/// starts, every link of the arena is back in its initial state.
///
/// The search branches on the first of the items with the fewest branches. Items with at most one
/// branch come first, then [preferred](Problem::is_preferred) items. If a few items cause most dead
/// ends of a long search without bounds, it also prefers those items. [`Engine::fix_order`]
/// prevents that. Options are tried in order of their numbers. Costs have no effect: see
/// [`Cheapest`](crate::Cheapest). [`Stats::updates`] is the number of nodes removed from a list.
///
/// ```
/// use quadrille::{Solver, engine::links::Links};
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut solver = Solver::from(Links::new(&builder.build()?));
/// assert_eq!(solver.solutions().count(), 2);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Links {
    search: AnySearch<Plain, Colored, Bounded>,
}

impl Links {
    /// Compiles a problem. Every problem is supported.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { search: AnySearch::new(problem) }
    }

    /// Returns the number of guesses since the start of the search: choices of an option while
    /// other options of its item are untried. Forced options are not guesses, nor is the last
    /// option of an item after the others have been tried. So in a search for all covers of a
    /// problem with exactly one cover, the number of guesses equals the number of dead ends.
    ///
    /// ```
    /// use quadrille::engine::links::Links;
    /// use quadrille::search::{Engine, Step};
    /// use quadrille::sudoku::{self, Grid};
    /// let mut links = Links::new(sudoku::problem());
    /// let mut guesses = |puzzle: &str| {
    ///     let puzzle: Grid = puzzle.parse()?;
    ///     links.start(&puzzle.options().collect())?;
    ///     while links.advance(u64::MAX) == Step::Cover {}
    ///     Ok::<_, Box<dyn std::error::Error>>(links.guesses())
    /// };
    /// assert_eq!(guesses("208046090000100683109803004002300108480520000301000206600400879050078010010009060")?, 0);
    /// assert_eq!(guesses("000001000045000902207004000706010000050409080000050203000600809403000750000300000")?, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn guesses(&self) -> u64 {
        with_search!(&self.search, search => search.guesses())
    }

    /// Works like [`advance`](Engine::advance), but also stops at a branching node with at most
    /// `small` remaining options, and returns `None` there. The search then continues after the
    /// subtree of that node, unless [`go_below`](Self::go_below) is called next. With bounds it
    /// never returns `None`.
    pub(crate) fn walk(&mut self, nodes: u64, small: usize) -> Option<Step> {
        match &mut self.search {
            AnySearch::Plain(search) => search.walk(nodes, small),
            AnySearch::Colored(search) => search.walk(nodes, small),
            AnySearch::Bounded(search) => Some(search.advance(nodes)),
        }
    }

    /// Continues the search below the node at which [`walk`](Self::walk) returned `None`.
    pub(crate) fn go_below(&mut self) {
        with_search!(&mut self.search, search => search.go_below());
    }

    /// Writes the subproblem at the node at which [`walk`](Self::walk) stopped.
    pub(crate) fn subproblem(&self, subproblem: &mut Subproblem) {
        with_search!(&self.search, search => search.subproblem(subproblem));
    }

    /// True if the search branches by the weights of items.
    pub(crate) fn has_weights(&self) -> bool {
        with_search!(&self.search, search => search.weights.are_used())
    }

    /// Returns the cube of the node at which [`walk`](Self::walk) stopped.
    pub(crate) fn here(&self) -> OpenCube {
        with_search!(&self.search, search => search.here())
    }
}

impl Compile for Links {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Ok(Self::new(problem))
    }

    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        let _ = problem;
        Ok(())
    }
}

impl Engine for Links {
    fn name(&self) -> &'static str {
        "links"
    }

    fn node_time(&self) -> f64 {
        20.0 + 4.0 * self.stats().updates_per_node()
    }

    fn has_stable_order(&self) -> bool {
        with_search!(&self.search, search => search.weights.are_off())
    }

    fn fix_order(&mut self) {
        with_search!(&mut self.search, search => search.weights.turn_off());
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        with_search!(&mut self.search, search => search.start(cube))
    }

    fn start_next(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        with_search!(&mut self.search, search => search.start_next(cube))
    }

    fn remaining(&self) -> Vec<OpenCube> {
        with_search!(&self.search, search => search.remaining())
    }

    fn advance(&mut self, nodes: u64) -> Step {
        with_search!(&mut self.search, search => search.advance(nodes))
    }

    fn cover(&self) -> &[OptionId] {
        with_search!(&self.search, search => search.cover())
    }

    fn unchanged(&mut self) -> usize {
        with_search!(&mut self.search, search => search.unchanged())
    }

    fn stats(&self) -> Stats {
        with_search!(&self.search, search => search.stats())
    }
}
