//! The domains engine: Algorithm X on sets of options, one for each item, for small problems
//! without bounds.
//!
//! The *domain* of an item is the set of its remaining options. With at most 8, 16, 32, 64, 128 or
//! 256 options for each item, a domain is a lane of that many bits, and all domains together are a
//! few blocks of 64 bytes: one for dominoes 8x8, three for Langford pairs of 12, eleven for Sudoku.
//! The effect of an option on all domains is one row of a table. In this row, the domains of the
//! option's own items have only the option itself. So choosing an option is one AND of a few
//! registers with its row. A branching node stores the registers. Each of its options is tried on a
//! loaded copy, so going back undoes nothing.
//!
//! - An item has no option if its lane `x` is 0. It has at most one if `x & (x - 1)` is 0, and at
//!   most two if clearing one more bit leaves 0. Each test is one comparison of all lanes of a
//!   block.
//! - The engine branches on the first of the items with the fewest options. All options that are
//!   the only option of an item are chosen together, without nodes of their own.
//! - Secondary items and colors appear only in the rows of the table.
//! - The search keeps a list of the chosen options, and each level has the length of the list at
//!   its start. So `next_cover` lends the list without building a cover.
//!
//! Masks for colors (`masks.rs`): a secondary item with `c` colors takes at most `n` bits, where
//! `n` is the smallest number from 2 on such that `n` bits have at least `c` subsets of size
//! `n / 2`. An option *has* the set of its color and *kills* the rest. None of these sets contains
//! another, so two options exclude each other exactly when one kills a bit that the other has.
//! Three colors take three bits, 26 colors seven.
//!
//! The table has at most 2 MiB, and the domains at most 1,280 bytes. The row of an option lacks all
//! other options with a bit that the option kills. Compiling takes 0.05 to 1 ms. `table.rs` builds
//! the table, `node.rs` is a node in registers, and `search.rs` walks the tree.
//!
//! # What it is worth
//!
//! Milliseconds to count all covers, without compiling; Intel Xeon (Sapphire Rapids) with AVX-512,
//! 2026-11.
//!
//! | | covers | links | domains, AVX-512 | domains, AVX2 |
//! |---|--:|--:|--:|--:|
//! | 14 queens | 365,596 | 782 | **112** | 128 |
//! | Langford pairs of 12, one of each mirror pair | 108,144 | 165 | **34.9** | |
//! | dominoes 8x8 | 12,988,816 | 2,298 | 676 | **568** |
//! | Sudoku with 1,013,067 solutions | 1,013,067 | 932 | **331** | 498 |
//! | Latin squares of order 5 | 161,280 | 102 | **18.3** | 22.4 |
//! | reduced Latin squares of order 6 | 9,408 | 5.0 | **1.12** | 1.28 |
//! | Steiner systems S(2,3,13), seven blocks given | 14,400 | 10.2 | **1.30** | 1.32 |
//! | L trominoes 6x9 | 4,312 | 2.7 | **0.37** | 0.47 |
//! | perfect matchings of 14 | 135,135 | 14.4 | **2.0** | 2.7 |
//! | MacMahon's squares 4x6, colors | 106,624 | 30,164 | **10,922** | |
//!
//! With ordinary 64-bit words, the engine takes 2 to 5 times as long, and longer than links on
//! dominoes 8x8. AVX2 is faster than AVX-512 on 64 items with up to 8 options, because its masks
//! reach the ordinary registers sooner.
//!
//! # Tried and left out
//!
//! - One loop that chooses one forced option at a time, instead of two loops: 5 to 8% faster on
//!   queens and Langford pairs, 20% slower on dominoes, 10% slower on Sudoku.
//! - Domains of more blocks: Soma took 55 ms, and takes 15 with filter.
//! - Domains in memory instead of registers: no difference above 10%. A node takes 20 to 50 ns,
//!   spent on a few unpredictable branches and on the latency from a comparison to the address of
//!   the next row.
//! - Reading the options of a cover from its domains, instead of keeping a list: listing a cover
//!   took 5 to 10 times as long as counting it (dominoes 6x8, Latin squares of order 5). With the
//!   list, it takes 1.1 to 1.3 times as long, and counting does not become measurably slower.
//! - `map` on arrays of registers: its closure was not always inlined, and was then compiled for
//!   the baseline instructions. Langford pairs of 12 took 1.7 times as long.

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
/// The engine supports primary items, secondary items and colors, but not bounds. No primary item
/// may have more than 256 options, and the table is limited to [`MAX_TABLE`](Self::MAX_TABLE)
/// bytes. The search branches on the first of the items with the fewest remaining options. Options
/// are tried in order of their numbers. Options that are the only option of an item are chosen
/// together, without nodes of their own. Costs have no effect. [`Stats::updates`] is the number of
/// options chosen.
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
    /// The largest number of options of a primary item.
    pub const MAX_DOMAIN: usize = 256;

    /// The largest size of the domains of all items together, in bytes. With larger domains,
    /// [`Filter`](super::filter::Filter) is faster.
    pub const MAX_DOMAINS: usize = MAX_BLOCKS * size_of::<Block>();

    /// The largest size of the table in bytes. A table of this size stays in a cache. The table has
    /// a row for each option, and a row has the size of all domains together.
    pub const MAX_TABLE: usize = 1 << 21;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has too many options or bounds other than exactly one, if the
    /// domains or the table would be too large, or if there are too many secondary items and
    /// colors.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem for a search with these instructions. The covers and their order do not
    /// depend on the instructions.
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    // For tests, which compare the instruction sets.
    #[doc(hidden)]
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let shape = Shape::of(problem)?;
        let masks = Masks::new(problem, MAX_BITS)?;
        Ok(shape.search(masks, problem.option_count(), simd))
    }

    /// Compiles a subproblem. Covers have the numbers of the options in the whole problem. A search
    /// can start only from the default cube.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has too many options, or if the domains, the table or a mask
    /// would be too large.
    pub(crate) fn of_subproblem(subproblem: &Subproblem, simd: Simd) -> Result<Self, Unsupported> {
        let shape = Shape::of_subproblem(subproblem)?;
        let masks = Masks::of_subproblem(subproblem, MAX_BITS)?;
        Ok(shape.search(masks, 0, simd))
    }

    /// Returns the number of bytes of the domains of a problem, in time proportional to its
    /// entries.
    ///
    /// # Errors
    /// As for [`new`](Self::new), but any number of secondary items and colors is accepted.
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
        // An option with a primary item takes a row of at least one block. This test counts all
        // options, so it rejects large problems without a pass over their options.
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

/// The largest number of bits of a mask. Only problems with many secondary items need more.
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
