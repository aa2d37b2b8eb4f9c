//! The state of the join of one position.

use std::ops::Range;

use super::boxes::{Columns, Fillings, Lookup, Splits};
use super::lists::{Lists, Shape};
use crate::engine::bands::text::Text;

/// A filling of the middle band. Fillings with the same key have the same parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Middle {
    /// The parts of the three boxes.
    pub(super) key: u64,
    /// The fillings of the three boxes.
    pub(super) fillings: [u16; 3],
}

impl Middle {
    #[inline(always)]
    pub(super) fn part(&self, stack: usize) -> usize {
        (self.key >> (32 - 16 * stack) & 0xffff) as usize
    }
}

/// A list of A and a list of B, and their splits of the first two stacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live {
    pub(super) lists: [u32; 2],
    pub(super) splits: [u32; 2],
}

/// A cover that was found before the join began: its filling of the middle band, its splits, and
/// the texts of A and B.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) middle: usize,
    pub(super) splits: [usize; 3],
    pub(super) texts: [Text; 2],
}

/// A position that is being joined, and the state of its loops.
#[derive(Clone, Debug, Default)]
pub(super) struct Join {
    pub(super) shape: Shape,
    /// The boxes of the middle band, of A and of B.
    pub(super) boxes: [[Fillings; 3]; 3],
    pub(super) splits: [Splits; 3],
    pub(super) lists: [Lists; 2],
    /// All fillings of the middle band, in the order of their keys.
    pub(super) middles: Vec<Middle>,
    pub(super) lookup: Lookup,
    pub(super) columns: Columns,
    /// The fillings of the middle band with the current parts in the first two stacks.
    pub(super) twos: Range<usize>,
    /// The splits of the first and of the second stack that come next in the collection of `live`.
    pub(super) to_come: [Range<usize>; 2],
    /// The splits of the first and of the second stack at which the collection of `live` began.
    pub(super) live_from: [usize; 2],
    /// The pairs of non-empty lists that are processed together.
    pub(super) live: Vec<Live>,
    /// True if `live` is still being filled.
    pub(super) is_filling: bool,
    /// The fillings of the middle band with the current parts in all three stacks.
    pub(super) threes: Range<usize>,
    /// The number of pairs of lists taken with the fillings in `threes`.
    pub(super) lives_taken: usize,
    /// The remaining splits of the third stack.
    pub(super) next_split: Range<usize>,
    /// The fillings of A and of B in the block.
    pub(super) slices: [Range<usize>; 2],
    /// The band with more fillings in the block: 0 for A, 1 for B. The other one is the outer band.
    pub(super) inner: usize,
    /// The texts of the fillings of the middle band in the block.
    pub(super) middle_texts: Vec<Text>,
    pub(super) is_decoded: bool,
    /// The next cover of the block, as the indices of its fillings of the middle, the outer and the
    /// inner band.
    pub(super) at: [usize; 3],
    /// The number of fillings of each of the three bands in the block.
    pub(super) len: [usize; 3],
    /// The union of the texts of the current fillings of the middle band and the outer band.
    pub(super) base: Text,
    /// The covers to leave out.
    pub(super) known: Vec<Known>,
    /// True if one of the known covers has the current parts of the middle band.
    pub(super) has_known: bool,
    /// The covers of the block to leave out.
    pub(super) holes: Vec<[usize; 3]>,
    /// The number of covers with each filling of the middle band, if the covers with each candidate
    /// are counted. Among fillings with the same parts, only the first has this number.
    pub(super) middle_uses: Vec<u64>,
    /// The number of covers with each candidate of the middle band.
    pub(super) of_candidates: Vec<u64>,
}

impl Join {
    pub(super) fn end(&mut self) {
        self.middles.clear();
        self.twos = 0..0;
        self.to_come = [0..0, 0..0];
        self.live.clear();
        self.is_filling = false;
        self.threes = 0..0;
        self.lives_taken = 0;
        self.next_split = 0..0;
        (self.at, self.len) = ([0; 3], [0; 3]);
        self.known.clear();
        self.holes.clear();
    }
}
