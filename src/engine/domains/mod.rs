//! The domains engine: Algorithm X on sets of options, one for each item.
//!
//! Idea: the *domain* of an item is the set of its options that are left. With up to 8, 16, 32, 64,
//! 128 or 256 options for every item, it is a lane of as many bits, and all domains together are a
//! few registers. What remains of all domains when an option is chosen is known beforehand: one row
//! of a table. So choosing an option is one AND with its row, undoing it is to forget the result,
//! and a handful of instructions tell for all items at once which have no option left, which have
//! one, which have two. Secondary items and colors are all in the table: the search does not know
//! of them.
//!
//! `table.rs` makes the table, `search.rs` walks the tree.

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
use search::{Machine, Search};

/// The domains engine: a compiled [`Problem`] and a search on it.
///
/// Compiling makes a table with a row for each option, of up to a few hundred bytes, in time
/// proportional to the length of a row for each item of an option. A search takes a copy of the
/// domains for each level.
///
/// It supports primary items, secondary items and colors, but no bounds. No primary item may have
/// more than 256 options, and the table is limited to [`MAX_TABLE`](Self::MAX_TABLE) bytes. It
/// chooses the item with the fewest options left, the first of these if there are several; options
/// are tried in order of their numbers. Options that are the only ones of an item are chosen
/// together, and have no node of their own. Costs play no part. [`Stats::updates`] counts options
/// chosen.
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
#[derive(Debug)]
pub struct Domains {
    machine: Box<dyn Machine>,
    simd: Simd,
}

impl Clone for Domains {
    fn clone(&self) -> Self {
        Self { machine: self.machine.copy(), simd: self.simd }
    }
}

impl Domains {
    /// How many options an item may have.
    pub const MAX_DOMAIN: usize = 256;

    /// How many bytes the domains of all items may take together. With more,
    /// [`Filter`](super::filter::Filter) is faster.
    pub const MAX_DOMAINS: usize = 20 * size_of::<Block>();

    /// How many bytes the table may have, with a row for each option that is as long as all
    /// domains: so that it stays in a cache.
    pub const MAX_TABLE: usize = 1 << 21;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item has bounds other than exactly one, or too many options, or the
    /// table would be too large.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem, to be searched with these instructions. All find the same in the same
    /// order.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let shape = Shape::of(problem)?;
        let masks = Masks::new(problem, MAX_BITS)?;
        Ok(Self { machine: shape.machine(masks, problem.option_count()), simd })
    }

    /// Compiles what is left of a problem; covers speak of its options by their numbers there. A
    /// search can only begin with the empty prefix.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub(crate) fn of_subproblem(subproblem: &Subproblem, simd: Simd) -> Result<Self, Unsupported> {
        let shape = Shape::of_subproblem(subproblem)?;
        let masks = Masks::of_subproblem(subproblem, MAX_BITS)?;
        Ok(Self { machine: shape.machine(masks, 0), simd })
    }

    /// How many bytes the domains of this problem take. Takes time proportional to the problem's
    /// entries.
    ///
    /// # Errors
    /// As those of [`new`](Self::new).
    pub(crate) fn size(problem: &Problem) -> Result<usize, Unsupported> {
        Shape::of(problem).map(|shape| shape.blocks * size_of::<Block>())
    }
}

/// How large lanes are and how many blocks they fill.
struct Shape {
    bits: usize,
    blocks: usize,
}

impl Shape {
    fn of(problem: &Problem) -> Result<Self, Unsupported> {
        if problem.has_bounds() {
            return Err(Unsupported::Bounds);
        }
        // Every option takes a row of a block at least, so that a large problem is turned down at
        // once.
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

    fn machine(&self, masks: Masks, option_count: usize) -> Box<dyn Machine> {
        match self.bits {
            8 => with_blocks::<8>(self.blocks, masks, option_count),
            16 => with_blocks::<16>(self.blocks, masks, option_count),
            32 => with_blocks::<32>(self.blocks, masks, option_count),
            64 => with_blocks::<64>(self.blocks, masks, option_count),
            128 => with_blocks::<128>(self.blocks, masks, option_count),
            _ => with_blocks::<256>(self.blocks, masks, option_count),
        }
    }
}

fn fits(what: &'static str, size: usize, limit: usize) -> Result<(), Unsupported> {
    if size > limit { Err(Unsupported::TooLarge { what, size, limit }) } else { Ok(()) }
}

/// No mask that could serve is longer.
const MAX_BITS: usize = 1 << 13;

fn with_blocks<const BITS: usize>(
    blocks: usize,
    masks: Masks,
    option_count: usize,
) -> Box<dyn Machine> {
    match blocks {
        0..=1 => Box::new(Search::<BITS, 1>::new(masks, option_count)),
        2 => Box::new(Search::<BITS, 2>::new(masks, option_count)),
        3 => Box::new(Search::<BITS, 3>::new(masks, option_count)),
        4 => Box::new(Search::<BITS, 4>::new(masks, option_count)),
        5..=6 => Box::new(Search::<BITS, 6>::new(masks, option_count)),
        7..=8 => Box::new(Search::<BITS, 8>::new(masks, option_count)),
        9..=12 => Box::new(Search::<BITS, 12>::new(masks, option_count)),
        13..=16 => Box::new(Search::<BITS, 16>::new(masks, option_count)),
        _ => Box::new(Search::<BITS, 20>::new(masks, option_count)),
    }
}

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

    fn nodes_per_memo_node(&self) -> f64 {
        5.0
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.machine.start(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        self.machine.remaining()
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let (_, step) = self.machine.run(self.simd, 1, nodes);
        if step == Step::Cover {
            self.machine.make_cover();
        }
        step
    }

    fn cover(&self) -> &[OptionId] {
        self.machine.cover()
    }

    fn stats(&self) -> Stats {
        self.machine.stats()
    }

    fn skip(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        self.machine.run(self.simd, covers, nodes)
    }
}
