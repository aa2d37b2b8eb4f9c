//! The filter engine: Algorithm X over flat arrays of masks, for dense problems of medium size
//! without bounds.
//!
//! An option is a mask of a few words over the items, with one bit for each item. Colors take some
//! more bits, as in [domains](super::domains). A node has the masks of the remaining options in
//! arrays, one array for each word of a mask. Choosing an option copies the masks of the options
//! that it does not exclude to the end of the arrays, without a branch: eight options per step with
//! AVX-512, four with AVX2. Going back discards the copy. The same pass finds the sets of items
//! with at least one, two and three options. With AVX-512, this takes three operations for each
//! register of masks. If every item has at least three, the options are counted exactly, with
//! carry-save adders: 64 counters are one word for each binary digit. The search branches on the
//! first item with the fewest options. All options that are the only option of an item are chosen
//! together. A search with weights (`weights.rs`) counts the options at every node with at least
//! half as many options as are filtered per node on average. At smaller nodes, the count takes
//! longer than the weights save.
//!
//! Choosing a forced option overwrites the arrays that it filters. Up to 24 options are read one by
//! one, and up to 64 are counted in ordinary words. Wide loads would be slower for so few: a node
//! reads what the node above has just written, and a wide load that overlaps several stores waits
//! until all of them have reached the cache.
//!
//! *Tags.* Many secondary items can share a *lane* of 16 bits if no option has two of them, like
//! the words of a crossword. An option has the number of its item in the lane as a tag, and options
//! with equal tags exclude each other. Four lanes form a word of the mask, which the filter
//! compares instead of intersecting it. Items are moved to lanes if that saves words: for word
//! rectangles of 4x3 letters, a mask of 1,068 bits shrinks to two words and a word of tags. A mask
//! holds the tags of only one option, so with tags, forced options are chosen one by one. The
//! filter with tags uses AVX2, even on a processor with AVX-512.
//!
//! The limit is 512 bits for items and colors, including the word of the tags.
//! `engine::simd::filter` has the arrays and the passes over them, `array_search.rs` walks the
//! tree, and `exact.rs` has the rule of this engine.
//!
//! # What it is worth
//!
//! Milliseconds to count all covers, without compiling; Intel Xeon (Sapphire Rapids) with AVX-512,
//! 2026-11.
//!
//! | | covers | links | filter, AVX-512 | filter, AVX2 |
//! |---|--:|--:|--:|--:|
//! | pentominoes 8x8 | 520 | 340 | **48.4** | 93.7 |
//! | pentominoes 6x10 | 9,356 | 4,815 | **624** | 1,215 |
//! | Soma | 11,520 | 117 | **15.3** | 26.0 |
//! | partitions of a set of 11 | 678,570 | 158 | **43** | 86 |
//! | MacMahon's squares 4x6, colors | 106,624 | 30,164 | **13,942** | |
//! | random: 20,000 options of 30 items among 240 | | 21,700 | **170** | |
//!
//! Word rectangles, with colors for letters and no word used twice, take 24 to 29 ms. Links take 77
//! to 157 and Knuth's programs 50 to 256: `src/engine/links/README.md`.
//!
//! With ordinary 64-bit words, filter takes 1.1 to 5.3 times as long: pentominoes 8x8 take 255 ms.
//! Reading few options one by one brought dominoes 6x8 from 25.7 to 11.1 ms, Latin squares of order
//! 5 from 142 to 68, and partitions of a set of 11 from 73 to 23 (AMD EPYC, Zen 4, 2026-11).
//!
//! # Tried and left out
//!
//! - Counting the options of all items one mask at a time when every item has at least three:
//!   pentominoes 8x8 took 107 ms, half of them for this counting.

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
/// The engine supports primary items, secondary items and colors, but not bounds. A mask has at
/// most [`MAX_BITS`](Self::MAX_BITS) bits. The search branches on the first of the items with the
/// fewest remaining options. If a few items cause most dead ends of a long search, it prefers those
/// items. Options are tried in order of their numbers. Options that are the only option of an item
/// are chosen together, without nodes of their own. Costs have no effect.
/// [`Stats::updates`](crate::search::Stats::updates) is the number of options filtered.
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
    /// A [`Search`] over masks of the width that [`AnyMatrix`] chooses.
    search: Box<dyn EngineObject>,
}

impl Filter {
    /// The largest number of bits of a mask. A primary item takes one bit, a secondary item without
    /// colors at most one. A secondary item with `c` colors takes at most `n` bits, where `n` is
    /// the smallest number from 2 on such that `n` bits have at least `c` subsets of size `n / 2`:
    /// seven bits for 26 colors. If that saves words, up to four groups of secondary items without
    /// colors share 64 bits. A group has up to 65,534 items, and no option has two of them.
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
    /// depend on the instructions.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or a mask would have too many
    /// bits.
    // For tests, which compare the instruction sets.
    #[doc(hidden)]
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        Ok(Self::on_matrix(AnyMatrix::with_tags(problem)?, simd))
    }

    /// Returns an engine for a compiled problem.
    pub(super) fn on_matrix(matrix: AnyMatrix, simd: Simd) -> Self {
        Self { search: with_words!(matrix, one => Box::new(Search::new(one, simd))) }
    }
}

impl Compile for Filter {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }
}

/// Dereferences to the search.
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
