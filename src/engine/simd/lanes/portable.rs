//! Lanes in ordinary words: several sets side by side in 64 bits, with arithmetic that does not
//! carry from one lane to the next.

use super::super::tokens::Portable;
use super::{Block, Lanes};

/// Returns the lowest bit of every lane.
const fn lowest(bits: usize) -> u64 {
    if bits >= 64 { 1 } else { u64::MAX / ((1 << (bits % 64)) - 1) }
}

/// Returns the lowest bit of every lane that is not empty.
#[inline(always)]
fn inhabited<const BITS: usize>(word: u64) -> u64 {
    let low = lowest(BITS);
    let high = low << (BITS - 1);
    // Adding to the bits below the highest one carries into the highest bit, and no further.
    ((((word & !high) + (high - low)) | word) >> (BITS - 1)) & low
}

#[inline(always)]
fn without_lowest<const BITS: usize>(word: u64) -> u64 {
    // Nothing is subtracted from an empty lane, so no lane borrows from its neighbour.
    word & (word - inhabited::<BITS>(word))
}

/// Packs the lowest bits of the lanes.
#[inline(always)]
fn gather<const BITS: usize>(flags: u64) -> u64 {
    (0..64 / BITS).fold(0, |mask, lane| mask | ((flags >> (lane * BITS)) & 1) << lane)
}

/// Returns the words that are 0.
#[inline(always)]
fn zero_words(block: Block) -> u64 {
    (0..8).fold(0, |mask, word| mask | u64::from(block.0[word] == 0) << word)
}

/// Turns the set of zero words into the set of empty lanes, for lanes of one or more words.
#[inline(always)]
pub(super) fn empty_wide<const BITS: usize>(zero_words: u64) -> u64 {
    let wide = BITS / 64;
    let empty = (1..wide).fold(zero_words, |empty, word| empty & zero_words >> word);
    (0..8 / wide).fold(0, |mask, lane| mask | (empty >> (lane * wide) & 1) << lane)
}

/// Returns the words that contain the lowest bit of their lane, and those before them.
#[inline(always)]
pub(super) fn lowest_words<const BITS: usize>(zero_words: u64) -> u64 {
    let wide = BITS / 64;
    let mut first = (0..8 / wide).fold(0, |mask, lane| mask | 1 << (lane * wide));
    let mut lowest = first;
    for _ in 1..wide {
        first = (first & zero_words) << 1;
        lowest |= first;
    }
    lowest
}

impl Lanes for Portable {
    type Sets = Block;

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
        Block(std::array::from_fn(|word| a.0[word] & b.0[word]))
    }

    #[inline(always)]
    fn empty<const BITS: usize>(self, sets: Block) -> u64 {
        if BITS >= 64 {
            return empty_wide::<BITS>(zero_words(sets));
        }
        let empty = |word: usize| gather::<BITS>(!inhabited::<BITS>(sets.0[word]) & lowest(BITS));
        (0..8).fold(0, |mask, word| mask | empty(word) << (word * (64 / BITS)))
    }

    #[inline(always)]
    fn single<const BITS: usize>(self, sets: Block) -> u64 {
        self.empty::<BITS>(self.without_lowest::<BITS>(sets))
    }

    #[inline(always)]
    fn without_lowest<const BITS: usize>(self, sets: Block) -> Block {
        if BITS <= 64 {
            return Block(sets.0.map(without_lowest::<BITS>));
        }
        let lowest = lowest_words::<BITS>(zero_words(sets));
        Block(std::array::from_fn(|at| {
            let word = sets.0[at];
            if lowest >> at & 1 == 1 { word & word.wrapping_sub(1) } else { word }
        }))
    }
}
