//! The bounded engine: Algorithm M over flat arrays of masks, for dense problems of medium size
//! with items that take several options. Sources: Knuth, TAOCP 7.2.2.1, Algorithm M, and his
//! program DLX3.
//!
//! Like the [filter](super::filter) engine, it keeps the remaining options of a node as an array of
//! masks, and choosing an option copies the options that may be in a cover with it. An item with
//! bounds `lo..=hi` *needs* `lo` options and can *take* `hi`. Choosing an option counts its items
//! down. It excludes the other options of an item only when the item can take no more.
//!
//! An item that needs `n` of its `d` options has `d + 1 - n` branches. The first branch chooses the
//! first option, the next excludes the first and chooses the second, and so on. The last branch
//! takes all `n` options that are left. If an item has fewer than `n` options, the node is a dead
//! end, and if it has exactly `n`, all are forced. The filter engine tests for zero, one or two
//! remaining options. This engine tests how many more options remain than are needed. Each cover is
//! found once, because an option that was tried is excluded from the rest of its node. So the
//! options of an item are chosen in a fixed order, and equal options count as different.
//!
//! - One mask has the items that need an option. For each item, the search counts the options that
//!   the item needs, and those that it can take, beyond the next one. Each of the two counts is
//!   stored as four masks, one for each binary digit. Choosing an option counts all its items down
//!   together, by a subtraction with a borrow along the digits.
//! - The pass that filters an array finds the items with at least one, two and three options. This
//!   decides whether an item that needs one or two options is a dead end or forced. For items that
//!   need more, the options are counted exactly, with the carry-save adders of the filter engine.
//!   The options of all items are also counted to choose the item to branch on, unless an item
//!   needs one option and has two. The numbers needed are then subtracted from the counts, again
//!   digit by digit.
//! - An excluded option stays in its array, but its mask becomes a single bit that no option of the
//!   problem has and every filter pass kills.
//! - Bounds that never bind (`limits.rs`): the options that an item takes need not be counted if
//!   the item has at most `hi` options, or if these form at most `hi` groups. The options of a
//!   group share an item that is covered at most once. The largest group is formed first. In
//!   reduced rectangles this removes every upper bound above 1. If such an item also needs no
//!   option, it takes no bit.
//! - When no item needs an option, each option that is left may be taken or not. Each is tried,
//!   then excluded, and the last branch takes none. If every option has an item with `lo = hi`
//!   whose options are counted, no option is left then, and the last choice of a cover filters
//!   nothing.
//!
//! Items and colors take at most 511 bits. An item can need at most 16 options. If the options that
//! it takes must be counted, it can take at most 16. The loops are compiled for masks of one, two,
//! four and eight words. `matrix.rs` has the steps, `within.rs` the branches, and `array_search.rs`
//! walks the tree.
//!
//! # What it is worth
//!
//! Milliseconds of processor time to count all covers, for the whole process including reading the
//! problem. Minimum of three rounds, with all programs alternating in one run, on an AMD EPYC with
//! AVX2 and little other load, 2026-11-23. DLX3 and SSMCC are Knuth's programs (gcc 12,
//! `-O3 -march=native`). Motley dissections and reduced rectangles come from his generators
//! `motley-dlx` and `redrect-dlx`. The crate is `dlx` 0.8, its module `m`. *Times* is the time of
//! the faster of DLX3 and SSMCC divided by that of this engine. All programs find the same numbers
//! of covers.
//!
//! | | covers | DLX3 | SSMCC | crate dlx | links | bounded | times |
//! |---|--:|--:|--:|--:|--:|--:|--:|
//! | motley dissections 6x6 | 5,850 | 132 | 112 | 91.8 | 70.5 | **24.3** | 4.6 |
//! | motley dissections 6x7 | 23,966 | 644 | 690 | 511 | 392 | **110** | 5.8 |
//! | motley dissections 7x7 | 352,546 | 8,997 | 10,342 | 7,391 | 6,240 | **1,206** | 7.5 |
//! | reduced rectangles 4x4 | 55,137 | 62.7 | 46.8 | 55.5 | 51.4 | **9.7** | 4.8 |
//! | reduced rectangles 4x5 | 1,286,759 | 1,440 | 848 | 1,100 | 1,034 | **158** | 5.3 |
//! | two of each tetromino in 5x8 | 3,106 | 103 | 91.5 | 89.3 | 58.5 | **19.9** | 4.6 |
//! | designs 2-(9,3,2), two triples given | 91,896 | 232 | 192 | 120 | 136 | **69.0** | 2.8 |
//! | designs 2-(9,3,2), one triple given | 551,376 | 1,138 | 1,171 | 719 | 666 | **295** | 3.9 |
//! | designs 2-(10,3,2), five triples given | 92,640 | 202 | 195 | 134 | 120 | **62.9** | 3.1 |
//! | rota of 6 people, 8 shifts, 2 to 3 on each and 2 to 3 for each | 67,574 | 24.1 | 26.7 | 19.0 | 26.0 | **11.0** | 2.2 |
//! | 6 people, 10 shifts, 2 on each and 2 to 4 for each | 1,439,381 | 320 | 536 | 225 | 426 | **147** | 2.2 |
//! | 6 people, 10 shifts, 2 to 3 on each and 3 to 4 for each | 5,616,796 | 1,099 | 1,730 | 819 | 1,362 | **444** | 2.5 |
//! | 8 people, 8 shifts, 2 to 3 on each and 2 for each | 1,611,024 | 1,689 | 3,058 | 1,559 | 2,060 | **338** | 5.0 |
//!
//! Peak memory is 8.6 to 9.2 MB, nearly all of it for the program and its libraries. Knuth's
//! programs take 1.5 to 1.7 MB, the crate 1.8 to 2.2 MB. Starting the program takes 2 ms, a fifth
//! of the time of the first rota. Designs and most rotas gain least. A node of the designs takes
//! 2,000 instructions, a quarter of them for passes over at most 24 options. A rota has nearly as
//! many covers as nodes that branch, and takes 80 to 210 ns per cover.
//!
//! If each option has few of many items (a quotient below 1 in the choice of an engine), `auto`
//! takes links instead. On designs 2-(15,3,2), quotient 0.5, links took 0.56 s for the first
//! 300,000 covers, and this engine 0.61 s with AVX2. It does not use AVX-512, with which it took
//! 0.93 s. With 1,500 random options of three items among 200, quotient 0.13, links took a fifth of
//! the time of this engine.
//!
//! # Tried and left out
//!
//! - Choosing the last options of an item one by one instead of in one step: 2.7% more nodes on
//!   designs 2-(9,3,2) and 12% more options kept.

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
/// The engine supports primary items, secondary items, colors and bounds, masks of up to
/// [`MAX_BITS`](Self::MAX_BITS) bits, and items that need or take up to
/// [`MAX_COUNT`](Self::MAX_COUNT) options. An upper bound may be larger if the engine finds that no
/// cover can exceed it.
///
/// The search branches on the first of the items with the fewest branches. Among items with two
/// branches, those that need one option come first. Options are tried in order of their numbers. If
/// an item needs all its options, they are chosen together, without nodes of their own. Costs have
/// no effect. [`Stats::updates`](crate::search::Stats::updates) is the number of options filtered.
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
    /// A [`Search`] over masks of one, two, four or eight words.
    search: Box<dyn EngineObject>,
}

impl Bounded {
    /// The largest number of bits for primary and secondary items in a mask. They take at most as
    /// many bits as in [`Filter`](super::filter::Filter). The search itself takes one more bit.
    pub const MAX_BITS: usize = 511;

    /// The largest number of options that an item may need, and the largest upper bound of an item,
    /// unless the engine finds that no cover can exceed that bound.
    pub const MAX_COUNT: usize = MOST_OPTIONS;

    /// Compiles a problem.
    ///
    /// # Errors
    /// [`Unsupported`] if an item takes too many options, or a mask would have too many bits.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_simd(problem, Simd::best())
    }

    /// Compiles a problem for a search with these instructions. The covers and their order do not
    /// depend on the instructions.
    ///
    /// # Errors
    /// [`Unsupported`] if an item takes too many options, or a mask would have too many bits.
    // For tests, which compare the instruction sets.
    #[doc(hidden)]
    pub fn with_simd(problem: &Problem, simd: Simd) -> Result<Self, Unsupported> {
        let parts = Parts::new(problem, Self::MAX_BITS)?;
        // This engine has fewer widths of masks than the filter engine, because each width is
        // compiled for every instruction set.
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

/// Dereferences to the search.
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
