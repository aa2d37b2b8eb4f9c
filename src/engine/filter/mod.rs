//! The filter engine: Algorithm X over flat arrays of masks.
//!
//! An option is a mask of a few words over the items. A node of the search keeps the remaining
//! options as an array of masks. Choosing an option copies those that do not meet it to the end of
//! the array, without a branch, and undoing the choice drops the copy. The same pass computes for
//! every item whether it has at least one, two or three remaining options, one bit per item in
//! three masks. The choice of the item rarely needs more.
//!
//! `engine::simd::filter` has the arrays and the passes over them, `array_search.rs` walks the
//! tree, and `exact.rs` has the rule.

mod exact;

use std::ops::{Deref, DerefMut};

use super::array_search::Search;
use super::matrix::{AnyMatrix, with_words};
use super::simd::Simd;
use crate::problem::Problem;
use crate::search::{Compile, EngineObject, Unsupported};

/// The filter engine: a compiled [`Problem`] and a search on it.
///
/// Compiling takes time and memory proportional to options times items. A search holds at most one
/// copy of the remaining options for each level.
///
/// It supports primary items, secondary items and colors, but no bounds, and masks of up to
/// [`MAX_BITS`](Self::MAX_BITS) bits. It chooses the item with the fewest remaining options, and
/// the first of these if there are several; a long search whose dead ends are uneven prefers the
/// items that often run out of options. Options are tried in order of their numbers. Options
/// that are the only ones of an item are chosen together, without nodes of their own. Costs have no
/// effect. [`Stats::updates`] is the number of options filtered.
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
    /// A [`Search`] with the number of words that its masks need.
    search: Box<dyn EngineObject>,
}

impl Filter {
    /// The largest number of bits of a mask. A primary item takes one bit, and so does a secondary
    /// item without colors. A secondary item with `c` colors takes the smallest number of bits that
    /// have at least `c` subsets of half of them: seven for 26 colors. Where that saves words, up
    /// to four groups of secondary items without colors take 64 bits together, whatever their
    /// number: no option has two items of a group.
    pub const MAX_BITS: usize = AnyMatrix::MAX_BITS;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or a mask would have too many
    /// bits.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem for a search with these instructions. The covers and their order do not
    /// depend on them.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or a mask would have too many
    /// bits.
    // Tests compare the sets of instructions.
    #[doc(hidden)]
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        Ok(Self::on_matrix(AnyMatrix::with_tags(problem)?, simd))
    }

    /// Returns an engine for a problem that is already compiled.
    pub(super) fn on_matrix(matrix: AnyMatrix, simd: Simd) -> Self {
        Self { search: with_words!(matrix, one => Box::new(Search::new(one, simd))) }
    }
}

impl Compile for Filter {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }
}

/// It stands for its search.
impl Deref for Filter {
    type Target = dyn EngineObject;

    fn deref(&self) -> &Self::Target {
        &*self.search
    }
}

impl DerefMut for Filter {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.search
    }
}
