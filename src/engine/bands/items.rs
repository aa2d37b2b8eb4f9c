//! The weights of items, the choice of an item from a set, the places of the options of items, and
//! positions as candidates of cells.

use super::join::cells::{Cells, digits};
use super::sets::{GROUPS, Items, count, group_count};
use super::{LOW, ROW};
use crate::arrays::filled;
use crate::engine::simd::planes::{Nine, Planes, Words};
use crate::houses;

/// The place of the options of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// All digits of a cell, which is a bit of a band.
    Cell { band: usize, bit: u32 },
    /// A digit in a row or a box: some bits of a band.
    InBand { digit: usize, band: usize, field: u32 },
    /// A digit in a column: the same bits in all bands.
    Column { digit: usize, field: u32 },
}

/// Returns the place of the options of an item in a group. `lane` and `bit` are those of the item.
/// `plane` is the digit of the item's plane in the first register of the group. Each register has
/// `planes` planes.
#[inline(always)]
fn place(plane: usize, planes: usize, lane: usize, bit: usize) -> Place {
    let (ten, unit) = (bit / 10, bit % 10);
    let digit = |register: usize| (planes * register + plane) % 9;
    let three = unit / 3;
    match unit % 3 {
        0 => Place::InBand { digit: digit(ten), band: lane, field: (0o7 * LOW) << (3 * three) },
        1 => Place::InBand { digit: digit(three), band: lane, field: ROW << (10 * ten) },
        _ => Place::Column { digit: digit(ten), field: LOW << (3 * three + lane) },
    }
}

/// The number of bits of a weight. When a weight would reach 64, all weights are halved.
const LEVELS: usize = 6;

/// One bit of the weights of all items, as a set of items in memory.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    cells: [Words; 4],
    groups: [Words; 4],
}

/// The weight of each item: the number of times that it has run out of options in this search while
/// another position was pending. After some dead ends, cells also get an expected weight
/// (`expected.rs`).
///
/// Level `k` holds bit `k` of the weights. So adding to weights is an addition with carry, and
/// intersecting a set with each level from the top down, except where nothing would be left, gives
/// its heaviest items.
#[derive(Clone, Debug, Default)]
pub(super) struct Weights {
    levels: [Level; LEVELS],
    /// The number of levels in use.
    used: usize,
}

impl Weights {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.used = 0;
    }

    #[inline(always)]
    pub(super) fn are_zero(&self) -> bool {
        self.used == 0
    }

    /// Adds one to the weights of the items of a set.
    #[inline(always)]
    pub(super) fn add<I: Planes<N>, const N: usize>(&mut self, isa: I, items: Items<I::Register>) {
        let mut carry = items;
        for level in 0..LEVELS {
            let mut any = isa.zero();
            if level == self.used {
                self.used += 1;
                self.levels[level].store(isa, carry);
                return;
            }
            let mut bits = self.levels[level].load(isa);
            let mut add = |bits: &mut I::Register, carry: &mut I::Register| {
                let both = isa.and(*bits, *carry);
                *bits = isa.xor(*bits, *carry);
                *carry = both;
                any = isa.or(any, both);
            };
            add(&mut bits.cells, &mut carry.cells);
            for group in 0..group_count::<N>() {
                add(&mut bits.groups[group], &mut carry.groups[group]);
            }
            self.levels[level].store(isa, bits);
            if isa.is_zero(any) {
                return;
            }
        }
        self.levels.copy_within(1.., 0);
        self.levels[LEVELS - 1].store(isa, carry);
    }

    #[inline(always)]
    pub(super) fn heaviest<I: Planes<N>, const N: usize>(
        &self,
        isa: I,
        mut items: Items<I::Register>,
    ) -> Items<I::Register> {
        for level in self.levels[..self.used].iter().rev() {
            let bits = level.load(isa);
            let mut heavy = Items { cells: isa.and(items.cells, bits.cells), ..items };
            let mut any = heavy.cells;
            for group in 0..group_count::<N>() {
                heavy.groups[group] = isa.and(items.groups[group], bits.groups[group]);
                any = isa.or(any, heavy.groups[group]);
            }
            if !isa.is_zero(any) {
                items = heavy;
            }
        }
        items
    }
}

impl Level {
    #[inline(always)]
    fn load<I: Planes<N>, const N: usize>(&self, isa: I) -> Items<I::Register> {
        let mut items =
            Items { cells: isa.load(&self.cells[..I::PLANES]), groups: [isa.zero(); GROUPS] };
        for group in 0..group_count::<N>() {
            items.groups[group] = isa.load(&self.groups[group * I::PLANES..][..I::PLANES]);
        }
        items
    }

    #[inline(always)]
    fn store<I: Planes<N>, const N: usize>(&mut self, isa: I, items: Items<I::Register>) {
        isa.store(items.cells, &mut self.cells[..I::PLANES]);
        for group in 0..group_count::<N>() {
            let planes = &mut self.groups[group * I::PLANES..][..I::PLANES];
            isa.store(items.groups[group], planes);
        }
    }
}

/// Returns one of the items of a set: the first cell, or, if there is none, the first other item.
#[inline(always)]
pub(super) fn first<I: Planes<N>, const N: usize>(
    isa: I,
    items: Items<I::Register>,
) -> Option<Place> {
    let mut first = first_cell(isa, items.cells);
    if first.is_some() {
        return first;
    }
    for group in 0..group_count::<N>() {
        let mut planes = [[0; 4]; 4];
        isa.store(items.groups[group], &mut planes[..I::PLANES]);
        for (plane, words) in planes.iter().enumerate().take(I::PLANES) {
            for (lane, &word) in words.iter().enumerate().take(3) {
                let mut left = word;
                while left != 0 {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    let of_bit = place(I::PLANES * 3 * group + plane, I::PLANES, lane, bit);
                    // The order of bits depends on the width of the registers. The order of places
                    // does not.
                    if first.is_none_or(|first| of_bit < first) {
                        first = Some(of_bit);
                    }
                }
            }
        }
    }
    first
}

#[inline(always)]
pub(super) fn first_cell<I: Planes<N>, const N: usize>(
    isa: I,
    cells: I::Register,
) -> Option<Place> {
    let mut planes = [[0; 4]; 4];
    isa.store(cells, &mut planes[..I::PLANES]);
    let words = planes[0];
    let band = (0..3).find(|&band| words[band] != 0)?;
    Some(Place::Cell { band, bit: words[band].trailing_zeros() })
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) digit: usize,
    pub(super) band: usize,
    pub(super) bit: usize,
}

/// Returns the first three options of an item, or all if there are fewer.
#[inline(always)]
pub(super) fn options(x: &Nine, item: Place) -> [Option<Candidate>; 3] {
    match item {
        Place::Cell { band, bit } => {
            let mut digits = 0_u32;
            for digit in 0..9 {
                digits |= (x.0[digit][band] >> bit & 1) << digit;
            }
            let mut next = || {
                let digit = digits.trailing_zeros() as usize;
                digits &= digits.wrapping_sub(1);
                (digit < 9).then_some(Candidate { digit, band, bit: bit as usize })
            };
            [next(), next(), next()]
        }
        Place::InBand { digit, band, field } => {
            let mut left = x.0[digit][band] & field;
            let mut next = || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 32).then_some(Candidate { digit, band, bit })
            };
            [next(), next(), next()]
        }
        Place::Column { digit, field } => {
            let bands = &x.0[digit];
            let mut left = [bands[0] & field, bands[1] & field, bands[2] & field];
            let mut next = || {
                let band = (0..3).find(|&band| left[band] != 0)?;
                let bit = left[band].trailing_zeros() as usize;
                left[band] &= left[band] - 1;
                Some(Candidate { digit, band, bit })
            };
            [next(), next(), next()]
        }
    }
}

/// True if choosing the second of two options of an item would remove more options than choosing
/// the first.
#[inline(always)]
pub(super) fn removes_more(x: &Nine, item: Place, first: Candidate, second: Candidate) -> bool {
    let of_digit = |of: Candidate| count(&x.0[of.digit], &PEERS[of.band][of.bit]);
    let (mut of_first, mut of_second) = (of_digit(first), of_digit(second));
    // Two options of a cell remove the same number of options from the cell.
    if !matches!(item, Place::Cell { .. }) {
        for plane in &x.0[..9] {
            of_first += plane[first.band] >> first.bit & 1;
            of_second += plane[second.band] >> second.bit & 1;
        }
    }
    of_second > of_first
}

/// Returns the first cell with the fewest options among the cells with several options. At least
/// one cell must have several.
#[cold]
pub(super) fn cell_with_fewest(x: &Nine) -> Place {
    // The numbers of options of all cells, in binary. Bit `b` of band `a` is bit `32 a + b`.
    let mut bits = [0_u128; 4];
    for plane in &x.0[..9] {
        let mut carry =
            u128::from(plane[0]) | u128::from(plane[1]) << 32 | u128::from(plane[2]) << 64;
        for bits in &mut bits {
            (*bits, carry) = (*bits ^ carry, *bits & carry);
        }
    }
    let mut cells = bits[1] | bits[2] | bits[3];
    for bits in bits.iter().rev() {
        if cells & !bits != 0 {
            cells &= !bits;
        }
    }
    let at = cells.trailing_zeros() % 96;
    Place::Cell { band: at as usize / 32, bit: at % 32 }
}

/// The plane with only the bit of a cell, by band and bit. The other bits of a lane have a plane
/// too, so every index below 32 is valid.
pub(super) static CELLS: [[Words; 32]; 3] = {
    let mut cells = [[[0; 4]; 32]; 3];
    let mut at = 0;
    while at < 96 {
        cells[at / 32][at % 32][at / 32] = 1 << (at % 32);
        at += 1;
    }
    cells
};

/// The plane with the other cells of the row, the column and the box of a cell.
pub(super) static PEERS: [[Words; 32]; 3] = {
    let mut peers = [[[0; 4]; 32]; 3];
    let mut at = 0;
    while at < 81 * 20 {
        let (cell, peer) = (at / 20, houses::PEERS[at / 20][at % 20] as usize);
        peers[cell / 27][bit(cell)][peer / 27] |= 1 << bit(peer);
        at += 1;
    }
    peers
};

/// Returns the bit of a cell in the lane of its band.
pub(super) const fn bit(cell: usize) -> usize {
    cell % 27 / 9 * 10 + cell % 9
}

pub(super) fn insert(position: &mut Nine, option: usize) {
    position.0[option % 9][option / 243] |= 1 << bit(option / 9);
}

pub(super) fn to_cells(position: &Nine) -> Cells {
    filled(0, |cell| {
        let has = |digit: usize| (position.0[digit][cell / 27] >> bit(cell) & 1) as u16;
        (0..9).fold(0, |digits, digit| digits | has(digit) << digit)
    })
}

pub(super) fn from_cells(cells: &Cells) -> Nine {
    let mut position = Nine::default();
    for (cell, &candidates) in cells.iter().enumerate() {
        digits(candidates).for_each(|digit| insert(&mut position, 9 * cell + digit as usize));
    }
    position
}

/// For each digit, the mask of its plane.
pub(super) static ALL_OF_DIGIT: [Nine; 9] = {
    let mut digits = [Nine([[0; 4]; 12]); 9];
    let mut digit = 0;
    while digit < 9 {
        digits[digit].0[digit] = [u32::MAX; 4];
        digit += 1;
    }
    digits
};
