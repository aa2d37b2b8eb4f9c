//! Random numbers that are the same on every machine.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// A stream of random numbers: xoshiro256++ of Blackman and Vigna, with a separate state for each
/// seed and index.
#[derive(Clone, Debug)]
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Returns the stream of this seed and index. No two pairs have the same state: the first
    /// output of SplitMix64 is different for every number, and each number fills half of the state.
    pub(super) fn new(seed: u64, index: u64) -> Self {
        let mut state = [0; 32];
        for (half, number) in state.chunks_exact_mut(16).zip([seed, !index]) {
            SplitMix64::seed_from_u64(number).fill_bytes(half);
        }
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// Returns a seed for other random numbers.
    pub(super) fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `end`, each with exactly the same probability (Lemire, "Fast random
    /// integer generation in an interval", 2019). `end` is not 0.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        loop {
            // The upper bits are of better quality.
            let product = (self.0.next_u64() >> 32) * u64::from(end);
            // Each result has an interval of the 2^32 numbers. Rejects numbers at the lower end of
            // the intervals, to leave equally many in each.
            if product as u32 >= end.wrapping_neg() % end {
                return (product >> 32) as u32;
            }
        }
    }

    /// Shuffles a slice. All orders are equally likely (Fisher and Yates).
    pub(super) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_are_repeatable() {
        let first = |seed, index| {
            let mut random = Random::new(seed, index);
            [(); 4].map(|()| random.below(u32::MAX))
        };
        let mut streams: Vec<_> =
            (0..100).flat_map(|seed| (0..100).map(move |index| first(seed, index))).collect();
        assert_eq!(streams[101], first(1, 1));
        streams.sort_unstable();
        streams.dedup();
        assert_eq!(streams.len(), 10_000);
    }

    /// Each of the 24 orders of four things occurs in about 1,000 of 24,000 cases, within five
    /// standard deviations.
    #[test]
    fn orders_are_equally_likely() {
        let mut random = Random::new(1, 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut things = [0, 1, 2, 3];
            random.shuffle(&mut things);
            *counts.entry(things).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 24);
        assert!(counts.values().all(|count| (845..=1155).contains(count)), "{counts:?}");
    }
}
