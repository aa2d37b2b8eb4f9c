//! The bounded engine: Algorithm M over flat arrays of masks, for problems whose items take several
//! options.
//!
//! Like the [filter](super::filter) engine it keeps the remaining options of a node as an array of
//! masks, and choosing an option copies those that may be in a cover with it. An item counts the
//! options that it needs and those that it can take. The numbers of all items are masks too, one
//! for each binary digit, so an option counts all its items down at once. Instead of "no option
//! left, one, two", the search asks how many options an item has beyond those that it needs.
//!
//! `limits.rs` finds what must be counted, `matrix.rs` has the steps, `within.rs` the branches, and
//! `array_search.rs` walks the tree.

mod limits;
mod matrix;
mod within;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::array_search::Search;
use super::simd::Simd;
use crate::problem::Problem;
use crate::search::{Compile, EngineObject, Unsupported};
use matrix::{MOST_OPTIONS, Matrix, Parts};

/// The bounded engine: a compiled [`Problem`] and a search on it.
///
/// Compiling takes time and memory proportional to options times items. A search holds at most one
/// copy of the remaining options for each level.
///
/// It supports primary items, secondary items, colors and bounds, masks of up to
/// [`MAX_BITS`](Self::MAX_BITS) bits, and items that need or take up to
/// [`MAX_COUNT`](Self::MAX_COUNT) options. An upper bound that no cover can exceed may be larger.
/// It chooses the item with the fewest branches, and the first of these that needs one option, or
/// the first of all. Options are tried in order of their numbers. If an item needs all options that
/// it has, they are chosen together, without nodes of their own. Costs have no effect.
/// [`Stats::updates`] is the number of options filtered.
///
/// ```
/// use quadrille::{Solver, engine::bounded::Bounded};
/// let mut builder = quadrille::Problem::builder();
/// builder.bounded(["a", "b"], 1..=2)?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut solver = Solver::from(Bounded::new(&builder.build()?)?);
/// assert_eq!(solver.solutions().count(), 5); // any two of the options, all three, or the last
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bounded {
    /// A [`Search`] with the number of words that its masks need.
    search: Box<dyn EngineObject>,
}

impl Bounded {
    /// The largest number of bits of a mask. Primary and secondary items take as many bits as in
    /// [`Filter`](super::filter::Filter), and one bit is taken by the search.
    pub const MAX_BITS: usize = 511;

    /// The largest number of options that an item may need, or take if a cover could have more.
    pub const MAX_COUNT: usize = MOST_OPTIONS;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item takes too many options, or a mask would have too many bits.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem for a search with these instructions. The covers and their order do not
    /// depend on them.
    ///
    /// # Errors
    /// [`Unsupported`] if an item takes too many options, or a mask would have too many bits.
    // Tests compare the sets of instructions.
    #[doc(hidden)]
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let parts = Parts::new(problem, Self::MAX_BITS)?;
        // Fewer numbers of words than in the filter engine: each is compiled once more for every
        // set of instructions.
        let search = match parts.masks.bits / 64 {
            0 => search::<1>(parts, simd),
            1 => search::<2>(parts, simd),
            2..=3 => search::<4>(parts, simd),
            _ => search::<8>(parts, simd),
        };
        Ok(Self { search })
    }
}

fn search<const W: usize>(parts: Parts, simd: Simd) -> Box<dyn EngineObject> {
    Box::new(Search::new(Arc::new(Matrix::<W>::new(parts)), simd))
}

impl Compile for Bounded {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }

    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        Parts::new(problem, Self::MAX_BITS).map(drop)
    }
}

/// It stands for its search.
impl Deref for Bounded {
    type Target = dyn EngineObject;

    fn deref(&self) -> &Self::Target {
        &*self.search
    }
}

impl DerefMut for Bounded {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.search
    }
}
