//! A problem as a table: what is left of every item's domain when an option is chosen.

use super::super::Masks;
use super::super::lanes::Block;

/// For a search with lanes of `BITS` bits in `N` blocks.
///
/// Item `i` has lane `i`, and its options, in order, are the elements of that lane's set. The domain of a secondary item is
/// nobody's business: what it forbids is in the rows.
#[derive(Debug)]
pub(super) struct Table<const BITS: usize, const N: usize> {
    /// All domains, before any choice. Lanes without an item have one element, which nothing takes away.
    pub(super) full: [Block; N],
    /// The lanes of the primary items.
    pub(super) items: [u64; N],
    /// For each option, the elements of each domain that can be in a cover with it; of its own items, itself alone.
    pub(super) rows: Box<[[Block; N]]>,
    /// For each option, the lanes of its items.
    pub(super) covers: Box<[[u64; N]]>,
    /// For each lane and element which option that is.
    options: Box<[u16]>,
}

/// How many options a table can have.
const MAX_OPTIONS: usize = 1 << 16;

/// The primary items of an option.
pub(super) fn items_of(masks: &Masks, option: usize) -> impl Iterator<Item = usize> {
    let has = masks.has(option);
    (0..masks.primary.div_ceil(64)).flat_map(move |w| {
        let mut bits = has[w];
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                w * 64 + bit
            })
        })
        .take_while(move |&item| item < masks.primary)
    })
}

impl<const BITS: usize, const N: usize> Table<BITS, N> {
    const LANES: usize = Block::lanes(BITS);

    /// # Panics
    /// If there are more items than lanes, or an item has more options than a lane has bits, or there are too many options.
    pub(super) fn new(masks: &Masks) -> Self {
        assert!(masks.primary <= Self::LANES * N && masks.len() <= MAX_OPTIONS);
        // For each option, its items, and the place of the option in the domains of these.
        let mut sizes = vec![0; masks.primary];
        let places: Vec<Vec<(usize, usize)>> = (0..masks.len())
            .map(|option| {
                let place = |item: usize| {
                    sizes[item] += 1;
                    (item, sizes[item] - 1)
                };
                items_of(masks, option).map(place).collect()
            })
            .collect();
        assert!(sizes.iter().all(|&size| size <= BITS));

        let mut full = [Block::default(); N];
        let mut options = vec![0; N * Self::LANES * BITS];
        for (option, places) in places.iter().enumerate() {
            for &(item, element) in places {
                full[item / Self::LANES].insert::<BITS>(item % Self::LANES, element);
                options[item * BITS + element] = option as u16;
            }
        }
        for lane in masks.primary..N * Self::LANES {
            full[lane / Self::LANES].insert::<BITS>(lane % Self::LANES, 0);
        }
        let mut items = [0; N];
        (0..masks.primary).for_each(|item| items[item / Self::LANES] |= 1 << (item % Self::LANES));

        let row = |option: usize| {
            let mut row = full;
            let mut empty = [0; N];
            for &(item, _) in &places[option] {
                row[item / Self::LANES].clear::<BITS>(item % Self::LANES);
                empty[item / Self::LANES] |= 1 << (item % Self::LANES);
            }
            for other in (0..masks.len()).filter(|&other| masks.exclude(option, other)) {
                for &(item, element) in &places[other] {
                    row[item / Self::LANES].remove::<BITS>(item % Self::LANES, element);
                }
            }
            for &(item, element) in &places[option] {
                row[item / Self::LANES].insert::<BITS>(item % Self::LANES, element);
            }
            (row, empty)
        };
        let (rows, covers) = (0..masks.len()).map(row).unzip::<_, _, Vec<_>, Vec<_>>();
        Self { full, items, rows: rows.into(), covers: covers.into(), options: options.into() }
    }

    /// The option that is this element of an item's domain.
    #[inline(always)]
    pub(super) fn option(&self, block: usize, lane: usize, element: usize) -> usize {
        self.options[(block * Self::LANES + lane) * BITS + element] as usize
    }
}
