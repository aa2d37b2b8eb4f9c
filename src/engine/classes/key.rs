//! Keys of subproblems: hashes of their canonical forms.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

const PRIME: u64 = (1 << 61) - 1;

/// A random hash: the values of a polynomial at two random places modulo 2^61 - 1. Each coefficient
/// consists of two words.
///
/// The polynomials of two different lists of up to `len` words have the same value at a random
/// place with a probability of at most about `len / 2^62`, because their difference is a polynomial
/// with at most about `len / 2` zeros. So two forms of up to 2^20 words have the same key with a
/// probability below 2^-83. A million classes have fewer than 2^39 pairs, so the probability that
/// some pair has the same key is below 2^-44.
#[derive(Clone, Debug)]
pub(super) struct KeyHasher {
    places: [u64; 2],
}

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    plus(product as u64 & PRIME, (product >> 61) as u64)
}

fn plus(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= PRIME { sum - PRIME } else { sum }
}

impl KeyHasher {
    pub(super) fn new() -> Self {
        let random = RandomState::new();
        // 0 and 1 are not valid places. At 0 only the last coefficient would matter, and at 1 the
        // order of coefficients would not.
        let places = [0_u8, 1].map(|number| 2 + random.hash_one(number) % (PRIME - 2));
        Self { places }
    }

    /// Returns the key of a form with these sizes. Every call must pass the same number of sizes.
    /// All words must be below 2^30 - 1.
    pub(super) fn key(&self, sizes: &[u32], form: &[u32]) -> u128 {
        // The leading 1 makes the length matter.
        let (mut high, mut low) = (1, 1);
        for pair in sizes.chunks(2).chain(form.chunks(2)) {
            let second = pair.get(1).map_or(0, |&word| u64::from(word) + 1);
            let coefficient = u64::from(pair[0]) << 30 | second;
            high = plus(times(high, self.places[0]), coefficient);
            low = plus(times(low, self.places[1]), coefficient);
        }
        u128::from(high) << 64 | u128::from(low)
    }
}
