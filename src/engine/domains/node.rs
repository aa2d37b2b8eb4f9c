//! A node of the search, held in registers if it has few blocks.

use super::table::Table;
use crate::engine::simd::dispatch::Isa;
use crate::engine::simd::lanes::Block;
use crate::ids::OptionId;

/// The largest number of blocks of all domains together.
pub(super) const MAX_BLOCKS: usize = 20;

/// The options chosen on the way to the current node.
pub(super) struct Chosen<'a> {
    pub(super) options: &'a mut [OptionId],
    pub(super) count: usize,
    pub(super) updates: u64,
}

impl Chosen<'_> {
    #[inline(always)]
    fn push(&mut self, option: OptionId) {
        self.options[self.count] = option;
        self.count += 1;
        self.updates += 1;
    }
}

/// A node: the domains, and the lanes of the items that are to be covered. It has exactly `N`
/// blocks, or at most `N` if `N` is [`MAX_BLOCKS`].
///
/// Two of the arrays are each used only inside one method. They are fields because a local array
/// would be cleared each time. Loops over blocks have no closures, because the compiler does not
/// always inline closures.
pub(super) struct Node<I: Isa, const BITS: usize, const N: usize> {
    isa: I,
    blocks: usize,
    domains: [I::Sets; N],
    need: [u64; N],
    /// The domains before a round of choices in `force`.
    before: [Block; N],
    /// The elements of the domains that `smallest` has not removed.
    rest: [I::Sets; N],
}

impl<I: Isa, const BITS: usize, const N: usize> Node<I, BITS, N> {
    #[inline(always)]
    pub(super) fn new(isa: I, blocks: usize) -> Self {
        let empty = isa.load(&Block::EMPTY);
        Self {
            isa,
            blocks,
            domains: [empty; N],
            need: [0; N],
            before: [Block::EMPTY; N],
            rest: [empty; N],
        }
    }

    /// Returns the number of blocks. If it is small, it is a constant to the compiler.
    #[inline(always)]
    pub(super) fn blocks(&self) -> usize {
        if N < MAX_BLOCKS { N } else { self.blocks.min(N) }
    }

    #[inline(always)]
    pub(super) fn load(&mut self, domains: &[Block], need: &[u64]) {
        let blocks = self.blocks();
        let (domains, need) = (&domains[..blocks], &need[..blocks]);
        for k in 0..blocks {
            self.domains[k] = self.isa.load(&domains[k]);
            self.need[k] = need[k];
        }
    }

    #[inline(always)]
    pub(super) fn store(&self, domains: &mut [Block], need: &mut [u64]) {
        let blocks = self.blocks();
        let (domains, need) = (&mut domains[..blocks], &mut need[..blocks]);
        for k in 0..blocks {
            domains[k] = self.isa.store(self.domains[k]);
            need[k] = self.need[k];
        }
    }

    #[inline(always)]
    pub(super) fn is_cover(&self) -> bool {
        let mut need = 0;
        for k in 0..self.blocks() {
            need |= self.need[k];
        }
        need == 0
    }

    #[inline(always)]
    pub(super) fn choose(&mut self, table: &Table, option: usize, chosen: &mut Chosen<'_>) {
        chosen.push(table.names[option]);
        let blocks = self.blocks();
        let (row, covers) = (table.row(blocks, option), table.covers(blocks, option));
        for k in 0..blocks {
            self.domains[k] = self.isa.and(self.domains[k], self.isa.load(&row[k]));
            self.need[k] &= !covers[k];
        }
    }

    /// Chooses all options that are the only option of an item left to cover, until there are none.
    /// Returns false if a domain is or becomes empty.
    #[inline(always)]
    pub(super) fn force(&mut self, table: &Table, chosen: &mut Chosen<'_>) -> bool {
        let blocks = self.blocks();
        loop {
            let mut single = [0; N];
            let (mut empty, mut some) = (0, 0);
            for (k, single) in single.iter_mut().enumerate().take(blocks) {
                empty |= self.isa.empty::<BITS>(self.domains[k]);
                *single = self.isa.single::<BITS>(self.domains[k]) & self.need[k];
                some |= *single;
            }
            if empty != 0 {
                return false;
            }
            if some == 0 {
                return true;
            }
            // If two of the options exclude each other, choosing one empties the domain that holds
            // the other.
            for k in 0..blocks {
                self.before[k] = self.isa.store(self.domains[k]);
            }
            for (k, &single) in single.iter().enumerate().take(blocks) {
                let mut lanes = single & self.need[k];
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    let element = self.before[k].lowest(BITS, lane);
                    let option = table.option(BITS, k * Block::lanes(BITS) + lane, element);
                    self.choose(table, option, chosen);
                    lanes &= self.need[k];
                }
            }
        }
    }

    /// Returns the first of the items left to cover that have the smallest domain. There must be
    /// such an item, and each must have at least two options.
    #[inline(always)]
    pub(super) fn smallest(&mut self) -> usize {
        let blocks = self.blocks();
        for k in 0..blocks {
            self.rest[k] = self.domains[k];
        }
        loop {
            // Each round removes the lowest element of every domain.
            for k in 0..blocks {
                self.rest[k] = self.isa.without_lowest::<BITS>(self.rest[k]);
            }
            for k in 0..blocks {
                let smallest = self.isa.single::<BITS>(self.rest[k]) & self.need[k];
                if smallest != 0 {
                    return k * Block::lanes(BITS) + smallest.trailing_zeros() as usize;
                }
            }
        }
    }
}
