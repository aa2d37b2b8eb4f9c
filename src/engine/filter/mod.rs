//! The filter engine: Algorithm X over flat arrays of masks.
//!
//! Idea: an option is a mask of a few words over the items. A node of the search keeps the options
//! that are left as an array of masks; choosing one copies those that do not meet it to the end of
//! the array, without a branch, and undoing it is to forget the copy. The same pass finds for every
//! item whether it has at least one option left, at least two, at least three: a word each, for 64
//! items at once. That is what the choice of the item needs nearly always.
//!
//! The arrays and the passes over them are in `engine::simd::filter`, and `search.rs` walks the
//! tree.

mod search;

use super::matrix::{AnyMatrix, Counted, for_words, with_words};
use super::simd::Simd;
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Compile, Cube, Engine, OpenCube, Stats, Step, UnknownOption, Unsupported};
use search::Search;

/// The filter engine: a compiled [`Problem`] and a search on it.
///
/// Compiling takes time and memory proportional to options times items. A search holds a copy of
/// the options that are left for each level at most.
///
/// It supports primary items, secondary items and colors, but no bounds, and up to
/// [`MAX_BITS`](Self::MAX_BITS) items. It chooses the item with the fewest options left, the first
/// of these if there are several; options are tried in order of their numbers. Options that are the
/// only ones of an item are chosen together, and have no node of their own. Costs play no part.
/// [`Stats::updates`] counts options looked at.
///
/// ```
/// use quadrille::{Solver, engine::filter::Filter};
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut solver = Solver::from(Filter::new(&builder.build()?)?);
/// assert_eq!(solver.solutions().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter {
    search: AnySearch,
    simd: Simd,
}

/// By the number of words of a mask.
#[derive(Clone, Debug)]
enum AnySearch {
    One(Box<Search<1>>),
    Two(Box<Search<2>>),
    Three(Box<Search<3>>),
    Four(Box<Search<4>>),
    Six(Box<Search<6>>),
    Eight(Box<Search<8>>),
}

impl Filter {
    /// How many bits a mask has at most: one for each primary item, one for a secondary item
    /// without colors, and for one with `c` colors as many as it takes to have `c` sets of half of
    /// them; seven for 26 colors.
    pub const MAX_BITS: usize = AnyMatrix::MAX_BITS;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or there are too many items.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem, to be searched with these instructions. All find the same in the same
    /// order.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        Ok(Self::on_matrix(AnyMatrix::new(problem, Counted::Primary)?, simd))
    }

    /// An engine for a problem that is compiled already.
    pub(super) fn on_matrix(matrix: AnyMatrix, simd: Simd) -> Self {
        Self {
            search: for_words!(AnySearch, matrix, matrix => Box::new(Search::new(matrix))),
            simd,
        }
    }
}

impl Compile for Filter {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }
}

impl Engine for Filter {
    fn name(&self) -> &'static str {
        "filter"
    }

    fn nodes_per_memo_node(&self) -> f64 {
        1.5
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        with_words!(AnySearch, &mut self.search, search => search.start(cube))
    }

    fn remaining(&self) -> Vec<OpenCube> {
        with_words!(AnySearch, &self.search, search => search.remaining())
    }

    fn advance(&mut self, nodes: u64) -> Step {
        with_words!(AnySearch, &mut self.search, search => search.run(self.simd, 1, nodes).1)
    }

    fn cover(&self) -> &[OptionId] {
        with_words!(AnySearch, &self.search, search => search.cover())
    }

    fn stats(&self) -> Stats {
        with_words!(AnySearch, &self.search, search => search.stats())
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        with_words!(AnySearch, &mut self.search, search => search.run(self.simd, covers, nodes))
    }
}
