//! A problem as a table: the effect of each option on the domains of all items.

use crate::engine::masks::Masks;
use crate::engine::simd::lanes::Block;
use crate::ids::OptionId;

/// A table for a search with lanes of `BITS` bits in `N` blocks.
///
/// Item `i` has lane `i`, and its options, in order, are the elements of the set in that lane.
/// Secondary items have no domains: their constraints are in the rows.
#[derive(Debug)]
pub(super) struct Table<const BITS: usize, const N: usize> {
    /// All domains before any choice. Each lane without an item has one element, which no option
    /// removes.
    pub(super) full: [Block; N],
    /// The lanes of the primary items.
    pub(super) items: [u64; N],
    /// For each option, the elements of each domain that can be in a cover with it. In the domains
    /// of its own items, that is only the option itself.
    pub(super) rows: Box<[[Block; N]]>,
    /// For each option, the lanes of its items.
    pub(super) covers: Box<[[u64; N]]>,
    /// For each option, its number in the problem.
    pub(super) names: Box<[OptionId]>,
    /// For each lane and element the option.
    options: Box<[u16]>,
}

/// The largest number of options of a table.
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

impl<const BITS: usize, const N: usize> Table<BITS, N> {
    const LANES: usize = Block::lanes(BITS);

    /// Builds the table of a problem.
    ///
    /// # Panics
    /// If there are more items than lanes, or an item has more options than a lane has bits, or
    /// there are too many options.
    pub(super) fn new(masks: &Masks) -> Self {
        assert!(masks.primary <= Self::LANES * N && masks.len() <= MAX_OPTIONS);
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
        assert!(sizes.iter().all(|&size| size as usize <= BITS));

        let mut full = [Block::default(); N];
        let mut options = vec![0; N * Self::LANES * BITS];
        for option in 0..masks.len() {
            for (item, element) in places(option) {
                full[item / Self::LANES].insert::<BITS>(item % Self::LANES, element);
                options[item * BITS + element] = option as u16;
            }
        }
        for lane in masks.primary..N * Self::LANES {
            full[lane / Self::LANES].insert::<BITS>(lane % Self::LANES, 0);
        }
        let mut items = [0; N];
        (0..masks.primary).for_each(|item| items[item / Self::LANES] |= 1 << (item % Self::LANES));

        // For each bit of a mask, the options with that bit as elements of every domain. An option
        // removes those of the bits that it kills.
        let mut with_bit = vec![[Block::default(); N]; masks.words * 64];
        for option in 0..masks.len() {
            for bit in bits_of(masks.has(option)) {
                for (item, element) in places(option) {
                    with_bit[bit][item / Self::LANES].insert::<BITS>(item % Self::LANES, element);
                }
            }
        }
        let row = |option: usize| {
            let mut row = full;
            for bit in bits_of(masks.kills(option)) {
                for (left, killed) in row.iter_mut().zip(&with_bit[bit]) {
                    left.0.iter_mut().zip(&killed.0).for_each(|(left, killed)| *left &= !killed);
                }
            }
            let mut covers = [0; N];
            for (item, element) in places(option) {
                row[item / Self::LANES].insert::<BITS>(item % Self::LANES, element);
                covers[item / Self::LANES] |= 1 << (item % Self::LANES);
            }
            (row, covers)
        };
        let (rows, covers) = (0..masks.len()).map(row).unzip::<_, _, Vec<_>, Vec<_>>();
        let names = masks.options.clone();
        Self {
            full,
            items,
            rows: rows.into(),
            covers: covers.into(),
            names,
            options: options.into(),
        }
    }

    /// Returns the option that is this element of an item's domain.
    #[inline(always)]
    pub(super) fn option(&self, block: usize, lane: usize, element: usize) -> usize {
        self.options[(block * Self::LANES + lane) * BITS + element] as usize
    }
}
