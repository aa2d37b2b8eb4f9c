//! Lanes in ordinary words: several sets side by side in 64 bits, kept apart by arithmetic that carries nothing across.

use super::{Block, Isa};

/// Any machine can do this.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// The lowest bit of every lane.
const fn lowest(bits: usize) -> u64 {
    if bits == 64 { 1 } else { u64::MAX / ((1 << bits) - 1) }
}

/// The lowest bit of every lane that is not empty.
#[inline(always)]
fn inhabited<const BITS: usize>(word: u64) -> u64 {
    let low = lowest(BITS);
    let high = low << (BITS - 1);
    // Adding to the bits below the highest carries into that, and no further.
    (((word & !high) + (high - low) | word) >> (BITS - 1)) & low
}

#[inline(always)]
fn without_lowest<const BITS: usize>(word: u64) -> u64 {
    // Nothing is taken from an empty lane, so that none borrows from its neighbour.
    word & (word - inhabited::<BITS>(word))
}

/// The lowest bits of the lanes, moved together.
#[inline(always)]
fn gather<const BITS: usize>(flags: u64) -> u64 {
    (0..64 / BITS).fold(0, |mask, lane| mask | ((flags >> (lane * BITS)) & 1) << lane)
}

#[inline(always)]
fn lanes_where<const BITS: usize>(sets: Block, flags: impl Fn(u64) -> u64) -> u64 {
    (0..8).fold(0, |mask, word| mask | gather::<BITS>(flags(sets.0[word])) << (word * (64 / BITS)))
}

impl Isa for Portable {
    #[inline(always)]
    fn and(self, a: Block, b: Block) -> Block {
        Block(std::array::from_fn(|word| a.0[word] & b.0[word]))
    }

    #[inline(always)]
    fn empty<const BITS: usize>(self, sets: Block) -> u64 {
        lanes_where::<BITS>(sets, |word| !inhabited::<BITS>(word) & lowest(BITS))
    }

    #[inline(always)]
    fn single<const BITS: usize>(self, sets: Block) -> u64 {
        self.empty::<BITS>(self.without_lowest::<BITS>(sets))
    }

    #[inline(always)]
    fn without_lowest<const BITS: usize>(self, sets: Block) -> Block {
        Block(sets.0.map(without_lowest::<BITS>))
    }
}
