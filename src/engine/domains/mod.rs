//! The domains engine: Algorithm X on sets of options, one for each item.
//!
//! The *domain* of an item is the set of its remaining options. With up to 8, 16, 32, 64, 128 or
//! 256 options for every item, a domain is a lane of this many bits, and all domains together are a
//! few registers. The effect of an option on all domains is known in advance and is one row of a
//! table. So choosing an option is one AND with its row, undoing it drops the result, and a few
//! instructions find all items that have no option left, or one, or two. Secondary items and colors
//! are part of the table, and the search needs no code for them.
//!
//! `table.rs` builds the table, `node.rs` is a node in registers, and `search.rs` walks the tree.

mod node;
mod search;
mod table;

use super::masks::Masks;
use super::simd::dispatch::Simd;
use super::simd::lanes::Block;
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{
    Compile, Cube, Engine, OpenCube, Stats, Step, Subproblem, UnknownOption, Unsupported,
};
use node::MAX_BLOCKS;
use search::Search;

/// The domains engine: a compiled [`Problem`] and a search on it.
///
/// Compiling builds a table with a row of up to 1,280 bytes for each option. It takes time
/// proportional to the number of entries times the length of a row. A search holds a copy of the
/// domains for each level.
///
/// It supports primary items, secondary items and colors, but no bounds. No primary item may have
/// more than 256 options, and the table is limited to [`MAX_TABLE`](Self::MAX_TABLE) bytes. It
/// chooses the item with the fewest remaining options, and the first of these if there are several.
/// Options are tried in order of their numbers. Options that are the only ones of an item are
/// chosen together, without nodes of their own. Costs have no effect. [`Stats::updates`] is the
/// number of options chosen.
///
/// ```
/// use quadrille::{Solver, engine::domains::Domains};
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a", "b"])?;
/// for option in [&["a"][..], &["b"], &["a", "b"]] {
///     builder.option(option)?;
/// }
/// let mut solver = Solver::from(Domains::new(&builder.build()?)?);
/// assert_eq!(solver.solutions().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Domains {
    search: Search,
}

impl Domains {
    /// The largest number of options of an item.
    pub const MAX_DOMAIN: usize = 256;

    /// The largest size of the domains of all items together, in bytes.
    /// [`Filter`](super::filter::Filter) is faster with more.
    pub const MAX_DOMAINS: usize = MAX_BLOCKS * size_of::<Block>();

    /// The largest size of the table in bytes, so that it stays in a cache. It has a row for each
    /// option, as long as all domains.
    pub const MAX_TABLE: usize = 1 << 21;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one or too many options, or if the
    /// domains or the table would be too large.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem for a search with these instructions. The covers and their order do not
    /// depend on them.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one or too many options, or if the
    /// domains or the table would be too large.
    // Tests compare the sets of instructions.
    #[doc(hidden)]
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let shape = Shape::of(problem)?;
        let masks = Masks::new(problem, MAX_BITS)?;
        Ok(shape.search(masks, problem.option_count(), simd))
    }

    /// Compiles a subproblem. Covers list its options by their numbers in the whole problem. A
    /// search can start only from the default cube.
    ///
    /// # Errors
    /// [`Unsupported`] if [`new`](Self::new) would not support the problem.
    pub(crate) fn of_subproblem(subproblem: &Subproblem, simd: Simd) -> Result<Self, Unsupported> {
        let shape = Shape::of_subproblem(subproblem)?;
        let masks = Masks::of_subproblem(subproblem, MAX_BITS)?;
        Ok(shape.search(masks, 0, simd))
    }

    /// Returns the number of bytes of the domains of a problem, in time proportional to its
    /// entries.
    ///
    /// # Errors
    /// [`Unsupported`] if [`new`](Self::new) would not support the problem.
    pub(crate) fn size(problem: &Problem) -> Result<usize, Unsupported> {
        Shape::of(problem).map(|shape| shape.blocks * size_of::<Block>())
    }
}

/// The size of the lanes in bits, and the number of blocks that they fill.
struct Shape {
    bits: usize,
    blocks: usize,
}

impl Shape {
    fn of(problem: &Problem) -> Result<Self, Unsupported> {
        if problem.has_bounds() {
            return Err(Unsupported::Bounds);
        }
        // Every option takes a row of at least one block, so large problems are rejected without a
        // pass over their options.
        fits("bytes of a table", problem.option_count() * size_of::<Block>(), Domains::MAX_TABLE)?;
        let choosable = problem.options().filter(|&(option, _)| problem.is_choosable(option));
        Self::fit(problem.primary_count(), choosable.map(|(_, items)| items.iter().copied()))
    }

    fn of_subproblem(subproblem: &Subproblem) -> Result<Self, Unsupported> {
        Self::fit(
            subproblem.primary_count(),
            subproblem.options().map(|(_, entries)| entries.map(|(item, _)| item)),
        )
    }

    fn fit<I: Iterator<Item = ItemId>>(
        primary: usize,
        options: impl Iterator<Item = I>,
    ) -> Result<Self, Unsupported> {
        let mut sizes = vec![0_usize; primary];
        let mut count = 0;
        for items in options {
            count += 1;
            items.filter(|item| item.index() < primary).for_each(|item| sizes[item.index()] += 1);
        }
        let largest = sizes.into_iter().max().unwrap_or(0);
        fits("options of an item", largest, Domains::MAX_DOMAIN)?;
        let bits = largest.next_power_of_two().max(8);
        let blocks = primary.div_ceil(Block::lanes(bits)).max(1);
        let size = blocks * size_of::<Block>();
        fits("bytes of domains", size, Domains::MAX_DOMAINS)?;
        fits("bytes of a table", count * size, Domains::MAX_TABLE)?;
        Ok(Self { bits, blocks })
    }

    fn search(&self, masks: Masks, option_count: usize, simd: Simd) -> Domains {
        Domains { search: Search::new(masks, self.bits, self.blocks, option_count, simd) }
    }
}

fn fits(what: &'static str, size: usize, limit: usize) -> Result<(), Unsupported> {
    if size > limit { Err(Unsupported::TooLarge { what, size, limit }) } else { Ok(()) }
}

/// The largest number of bits of a mask. Tables within the limits never need more.
const MAX_BITS: usize = 1 << 13;

impl Compile for Domains {
    fn compile(problem: &Problem) -> Result<Self, Unsupported> {
        Self::new(problem)
    }

    fn supports(problem: &Problem) -> Result<(), Unsupported> {
        Shape::of(problem)?;
        Masks::new(problem, MAX_BITS).map(drop)
    }
}

impl Engine for Domains {
    fn name(&self) -> &'static str {
        "domains"
    }

    fn node_time(&self) -> f64 {
        self.search.node_time()
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.search.start(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        self.search.remaining()
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.search.skip(1, nodes).1
    }

    fn cover(&self) -> &[OptionId] {
        self.search.cover()
    }

    fn unchanged(&mut self) -> usize {
        self.search.unchanged()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        self.search.skip(covers, nodes)
    }
}
