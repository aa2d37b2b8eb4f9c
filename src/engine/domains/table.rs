//! A problem as a table: the effect of each option on the domains of all items.

use crate::engine::masks::Masks;
use crate::engine::simd::lanes::Block;
use crate::ids::OptionId;

/// A table for a search with lanes of `bits` bits in `blocks` blocks.
///
/// Item `i` has lane `i`, and its options, in order, are the elements of the set in that lane.
/// Secondary items have no domains: their constraints are in the rows.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) bits: usize,
    pub(super) blocks: usize,
    /// All domains before any choice. Each lane without an item has one element, which no option
    /// removes.
    pub(super) full: Box<[Block]>,
    /// The lanes of the primary items in each block.
    pub(super) items: Box<[u64]>,
    /// For each option, `blocks` blocks with the elements of each domain that the option does not
    /// exclude. The domains of its own items have only the option itself.
    rows: Box<[Block]>,
    /// For each option, the lanes of its items in each block.
    covers: Box<[u64]>,
    /// For each option, its number in the problem.
    pub(super) names: Box<[OptionId]>,
    /// For each lane and element, the option.
    options: Box<[u16]>,
}

const MAX_OPTIONS: usize = 1 << 16;

/// Iterates over the primary items of an option.
pub(super) fn items_of(masks: &Masks, option: usize) -> impl Iterator<Item = usize> {
    bits_of(masks.has(option)).take_while(|&item| item < masks.primary)
}

/// Iterates over the bits of a mask, the lowest first.
fn bits_of(mask: &[u64]) -> impl Iterator<Item = usize> {
    (0..).step_by(64).zip(mask).flat_map(|(first, &word)| {
        let mut bits = word;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                first + bit
            })
        })
    })
}

impl Table {
    /// Builds the table of a problem.
    ///
    /// # Panics
    /// If there are more primary items than lanes, or one of them has more options than a lane has
    /// bits, or there are too many options.
    pub(super) fn new(masks: &Masks, bits: usize, blocks: usize) -> Self {
        let lanes = Block::lanes(bits);
        assert!(masks.primary <= lanes * blocks && masks.len() <= MAX_OPTIONS);
        // For each option, its items and its position in their domains.
        let mut sizes = vec![0; masks.primary];
        let mut places: Vec<(u32, u32)> = Vec::with_capacity(8 * masks.len());
        let mut starts = Vec::with_capacity(masks.len() + 1);
        for option in 0..masks.len() {
            starts.push(places.len());
            for item in items_of(masks, option) {
                places.push((item as u32, sizes[item]));
                sizes[item] += 1;
            }
        }
        starts.push(places.len());
        let places = |option: usize| {
            let places = &places[starts[option]..starts[option + 1]];
            places.iter().map(|&(item, element)| (item as usize, element as usize))
        };
        assert!(sizes.iter().all(|&size| size as usize <= bits));

        let mut full = vec![Block::EMPTY; blocks];
        let mut options = vec![0; blocks * lanes * bits];
        for option in 0..masks.len() {
            for (item, element) in places(option) {
                full[item / lanes].insert(bits, item % lanes, element);
                options[item * bits + element] = option as u16;
            }
        }
        for lane in masks.primary..blocks * lanes {
            full[lane / lanes].insert(bits, lane % lanes, 0);
        }
        let mut items = vec![0; blocks];
        (0..masks.primary).for_each(|item| items[item / lanes] |= 1 << (item % lanes));

        // For each bit of a mask, the options with that bit, as elements of the domains. An option
        // removes the options with a bit that it kills.
        let mut with_bit = vec![Block::EMPTY; masks.words * 64 * blocks];
        for option in 0..masks.len() {
            for bit in bits_of(masks.has(option)) {
                for (item, element) in places(option) {
                    let block = bit * blocks + item / lanes;
                    with_bit[block].insert(bits, item % lanes, element);
                }
            }
        }
        let mut rows = Vec::with_capacity(masks.len() * blocks);
        let mut covers = vec![0; masks.len() * blocks];
        for option in 0..masks.len() {
            let first = rows.len();
            rows.extend_from_slice(&full);
            let row = &mut rows[first..];
            for bit in bits_of(masks.kills(option)) {
                for (left, killed) in row.iter_mut().zip(&with_bit[bit * blocks..]) {
                    left.0.iter_mut().zip(&killed.0).for_each(|(left, killed)| *left &= !killed);
                }
            }
            for (item, element) in places(option) {
                row[item / lanes].insert(bits, item % lanes, element);
                covers[first + item / lanes] |= 1 << (item % lanes);
            }
        }
        Self {
            bits,
            blocks,
            full: full.into(),
            items: items.into(),
            rows: rows.into(),
            covers: covers.into(),
            names: masks.options.clone(),
            options: options.into(),
        }
    }

    /// Returns the option that is this element of an item's domain.
    #[inline(always)]
    pub(super) fn option(&self, bits: usize, item: usize, element: usize) -> usize {
        self.options[item * bits + element] as usize
    }

    #[inline(always)]
    pub(super) fn row(&self, blocks: usize, option: usize) -> &[Block] {
        &self.rows[option * blocks..][..blocks]
    }

    /// Returns the lanes of the items of an option.
    #[inline(always)]
    pub(super) fn covers(&self, blocks: usize, option: usize) -> &[u64] {
        &self.covers[option * blocks..][..blocks]
    }
}
