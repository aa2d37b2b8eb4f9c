//! Random numbers that are the same on every machine.

/// A generator of random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Copy, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the generator for a seed and an index. Generators with the same seed and different
    /// indices start in different states.
    pub(super) fn of_stream(seed: u64, index: u64) -> Self {
        let first = Self(seed).next();
        Self(Self(first.wrapping_add(index)).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number that is at least 0 and less than 1.
    pub(super) fn below_one(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles a slice (Fisher and Yates). In each swap, the probabilities of the positions differ
    /// by less than one part in a billion.
    pub(super) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            let product = u128::from(self.next()) * (last as u128 + 1);
            things.swap(last, (product >> 64) as usize);
        }
    }
}
