//! Lanes in ordinary words. Arithmetic on several lanes in a word does not carry from one lane to
//! the next.

use super::super::tokens::Portable;
use super::{Block, Lanes};

/// Returns a word in which bit 0 of every lane is set.
const fn lowest(bits: usize) -> u64 {
    if bits >= 64 { 1 } else { u64::MAX / ((1 << (bits % 64)) - 1) }
}

/// Returns a word in which bit 0 is set in every lane that is not empty.
#[inline(always)]
fn inhabited<const BITS: usize>(word: u64) -> u64 {
    let low = lowest(BITS);
    let high = low << (BITS - 1);
    // Unless the lower bits of the lane are all 0, the addition carries into its highest bit, and
    // no further.
    ((((word & !high) + (high - low)) | word) >> (BITS - 1)) & low
}

#[inline(always)]
fn without_lowest<const BITS: usize>(word: u64) -> u64 {
    // Nothing is subtracted from an empty lane, so no lane borrows from its neighbour.
    word & (word - inhabited::<BITS>(word))
}

/// Packs the lowest bit of each lane. The other bits must be 0, and there must be at most `BITS`
/// lanes.
#[inline(always)]
fn gather<const BITS: usize>(flags: u64) -> u64 {
    // The product has the bit of lane `i` as bit `64 - lanes + i`. All other bits of the product
    // are lower or overflow, and no two of them meet, so nothing carries.
    const fn factor(bits: usize) -> u64 {
        let (lanes, mut lane, mut factor) = (64 / bits, 0, 0);
        while lane < lanes {
            factor |= 1 << (64 - lanes + lane - bits * lane);
            lane += 1;
        }
        factor
    }
    flags.wrapping_mul(const { factor(BITS) }) >> (64 - 64 / BITS)
}

/// Returns the words that are 0.
#[inline(always)]
fn zero_words(block: Block) -> u64 {
    let mut mask = 0;
    for word in 0..8 {
        mask |= u64::from(block.0[word] == 0) << word;
    }
    mask
}

/// Turns the set of zero words into the set of empty lanes, for lanes of one or more words.
#[inline(always)]
pub(super) fn empty_wide<const BITS: usize>(zero_words: u64) -> u64 {
    let wide = BITS / 64;
    let (mut empty, mut mask) = (zero_words, 0);
    for word in 1..wide {
        empty &= zero_words >> word;
    }
    for lane in 0..8 / wide {
        mask |= (empty >> (lane * wide) & 1) << lane;
    }
    mask
}

/// Returns the words of each lane up to the first that is not 0, or all words of an empty lane.
#[inline(always)]
pub(super) fn lowest_words<const BITS: usize>(zero_words: u64) -> u64 {
    let wide = BITS / 64;
    let mut first = 0;
    for lane in 0..8 / wide {
        first |= 1 << (lane * wide);
    }
    let mut lowest = first;
    for _ in 1..wide {
        first = (first & zero_words) << 1;
        lowest |= first;
    }
    lowest
}

impl Lanes for Portable {
    type Sets = Block;

    const WIDE: bool = false;

    #[inline(always)]
    fn load(self, block: &Block) -> Block {
        *block
    }

    #[inline(always)]
    fn store(self, sets: Block) -> Block {
        sets
    }

    #[inline(always)]
    fn and(self, a: Block, b: Block) -> Block {
        let mut both = a;
        for word in 0..8 {
            both.0[word] &= b.0[word];
        }
        both
    }

    #[inline(always)]
    fn empty<const BITS: usize>(self, sets: Block) -> u64 {
        if BITS >= 64 {
            return empty_wide::<BITS>(zero_words(sets));
        }
        let mut empty = 0;
        for word in 0..8 {
            let lanes = gather::<BITS>(!inhabited::<BITS>(sets.0[word]) & lowest(BITS));
            empty |= lanes << (word * (64 / BITS));
        }
        empty
    }

    #[inline(always)]
    fn single<const BITS: usize>(self, sets: Block) -> u64 {
        self.empty::<BITS>(self.without_lowest::<BITS>(sets))
    }

    #[inline(always)]
    fn without_lowest<const BITS: usize>(self, sets: Block) -> Block {
        let lowest = if BITS > 64 { lowest_words::<BITS>(zero_words(sets)) } else { 0 };
        let mut without = sets;
        for (at, word) in without.0.iter_mut().enumerate() {
            if BITS <= 64 {
                *word = without_lowest::<BITS>(*word);
            } else if lowest >> at & 1 == 1 {
                *word &= word.wrapping_sub(1);
            }
        }
        without
    }
}
