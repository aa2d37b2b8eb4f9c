//! Blocks of 64 bytes with lanes of 8, 16, 32, 64, 128 or 256 bits, and operations on all lanes
//! together. A lane is a set of numbers below its width. A set of lanes is a word with a bit for
//! each lane.
//!
//! [`Lanes`] is implemented for the tokens `Portable`, `Avx2` and `Avx512`. All implementations
//! give the same results.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

/// A block of 64 bytes, the size of a cache line and of the widest registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(in crate::engine) struct Block(pub(in crate::engine) [u64; 8]);

impl Block {
    pub(in crate::engine) const EMPTY: Self = Self([0; 8]);

    /// Returns the number of lanes of this width.
    pub(in crate::engine) const fn lanes(bits: usize) -> usize {
        512 / bits
    }

    /// Returns the lowest element of the set in a lane, or 0 if the set is empty.
    #[inline(always)]
    pub(in crate::engine) fn lowest(&self, bits: usize, lane: usize) -> usize {
        self.set(bits, lane).take(bits)
    }

    #[inline(always)]
    pub(in crate::engine) fn set(&self, bits: usize, lane: usize) -> Set {
        let mut set = Set::EMPTY;
        if bits > 64 {
            let wide = bits / 64;
            set.0[..wide].copy_from_slice(&self.0[lane * wide % 8..][..wide]);
        } else {
            let at = lane * bits;
            set.0[0] = (self.0[at / 64 % 8] >> (at % 64)) & (u64::MAX >> (64 - bits));
        }
        set
    }

    pub(in crate::engine) fn insert(&mut self, bits: usize, lane: usize, element: usize) {
        let at = lane * bits + element;
        self.0[at / 64 % 8] |= 1 << (at % 64);
    }

    pub(in crate::engine) fn remove(&mut self, bits: usize, lane: usize, element: usize) {
        let at = lane * bits + element;
        self.0[at / 64 % 8] &= !(1 << (at % 64));
    }
}

/// The set in a lane, copied from its block. The methods take the width of the lane in bits.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Set([u64; 4]);

impl Set {
    pub(in crate::engine) const EMPTY: Self = Self([0; 4]);

    #[inline(always)]
    pub(in crate::engine) fn is_empty(&self, bits: usize) -> bool {
        self.0[..bits.div_ceil(64)].iter().all(|&word| word == 0)
    }

    #[inline(always)]
    pub(in crate::engine) fn len(&self, bits: usize) -> u32 {
        self.0[..bits.div_ceil(64)].iter().map(|word| word.count_ones()).sum()
    }

    /// Removes and returns the lowest element. Returns 0 if the set is empty.
    #[inline(always)]
    pub(in crate::engine) fn take(&mut self, bits: usize) -> usize {
        let words = &mut self.0[..bits.div_ceil(64)];
        let at = words.iter().position(|&word| word != 0).unwrap_or(0);
        let element = at * 64 + words[at].trailing_zeros() as usize % 64;
        words[at] &= words[at].wrapping_sub(1);
        element
    }
}

/// The operations on blocks. `BITS` is 8, 16, 32, 64, 128 or 256.
pub(in crate::engine) trait Lanes: Copy {
    /// A block in registers.
    type Sets: Copy;

    /// True if a few blocks fit into registers and should stay there.
    const WIDE: bool;

    fn load(self, block: &Block) -> Self::Sets;

    fn store(self, sets: Self::Sets) -> Block;

    /// Returns the intersections of the sets, lane by lane.
    fn and(self, a: Self::Sets, b: Self::Sets) -> Self::Sets;

    /// Returns the lanes with empty sets.
    fn empty<const BITS: usize>(self, sets: Self::Sets) -> u64;

    /// Returns the lanes with sets of at most one element.
    fn single<const BITS: usize>(self, sets: Self::Sets) -> u64;

    /// Returns the sets without their lowest elements.
    fn without_lowest<const BITS: usize>(self, sets: Self::Sets) -> Self::Sets;
}

#[cfg(test)]
mod tests {
    use super::super::tokens::Portable;
    #[cfg(target_arch = "x86_64")]
    use super::super::tokens::{Avx2, Avx512};
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    /// Returns the elements of the set in every lane, found bit by bit.
    fn lanes<const BITS: usize>(block: &Block) -> Vec<Vec<usize>> {
        let bit = |at: usize| block.0[at / 64] >> (at % 64) & 1 == 1;
        (0..512 / BITS)
            .map(|lane| (0..BITS).filter(|element| bit(lane * BITS + element)).collect())
            .collect()
    }

    fn agrees_with_lanes<I: Lanes, const BITS: usize>(isa: I, random: &mut Gen) {
        for _ in 0..if cfg!(miri) { 1 } else { 2_000 } {
            // Often most elements are removed, because lanes with none, one or few should be
            // frequent.
            let thin = u8::arbitrary(random) % 10;
            let mut word =
                || (0..thin).fold(u64::arbitrary(random), |word, _| word & u64::arbitrary(random));
            let (a, b) = (Block([(); 8].map(|()| word())), Block([(); 8].map(|()| word())));
            let sets = lanes::<BITS>(&a);
            let which = |is: &dyn Fn(&[usize]) -> bool| {
                (0..)
                    .zip(&sets)
                    .filter(|(_, set)| is(set))
                    .fold(0, |mask, (lane, _)| mask | 1_u64 << lane)
            };
            let (x, y) = (isa.load(&a), isa.load(&b));
            assert_eq!(
                isa.store(isa.and(x, y)),
                Block(std::array::from_fn(|word| a.0[word] & b.0[word]))
            );
            assert_eq!(isa.empty::<BITS>(x), which(&|set| set.is_empty()));
            assert_eq!(isa.single::<BITS>(x), which(&|set| set.len() <= 1));
            let without: Vec<_> =
                sets.iter().map(|set| set.iter().copied().skip(1).collect::<Vec<_>>()).collect();
            assert_eq!(lanes::<BITS>(&isa.store(isa.without_lowest::<BITS>(x))), without);

            let mut built = Block::EMPTY;
            for (lane, set) in sets.iter().enumerate() {
                assert_eq!(a.lowest(BITS, lane), set.first().copied().unwrap_or(0));
                set.iter().for_each(|&element| built.insert(BITS, lane, element));
            }
            assert_eq!(built, a);
            for (lane, elements) in sets.iter().enumerate() {
                let mut set = a.set(BITS, lane);
                elements.iter().for_each(|&element| assert_eq!(set.take(BITS), element));
                assert!(set.is_empty(BITS));
            }
        }
    }

    fn agrees<I: Lanes>(isa: I) {
        let mut random = Gen::from_size_and_seed(100, 21);
        agrees_with_lanes::<I, 8>(isa, &mut random);
        agrees_with_lanes::<I, 16>(isa, &mut random);
        agrees_with_lanes::<I, 32>(isa, &mut random);
        agrees_with_lanes::<I, 64>(isa, &mut random);
        agrees_with_lanes::<I, 128>(isa, &mut random);
        agrees_with_lanes::<I, 256>(isa, &mut random);
    }

    #[test]
    fn portable_lanes_are_sets() {
        agrees(Portable);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn lanes_of_registers_are_sets() {
        if let Some(isa) = Avx2::detect() {
            agrees(isa);
        }
        if let Some(isa) = Avx512::detect() {
            agrees(isa);
        }
    }
}
