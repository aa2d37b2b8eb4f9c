//! Random numbers.

use std::hash::{BuildHasher, RandomState};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

pub(crate) fn seed(asked: Option<u64>) -> u64 {
    // The operating system seeds the hashers of the standard library.
    asked.unwrap_or_else(|| RandomState::new().hash_one(()))
}

pub(crate) fn random(asked: Option<u64>) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed(asked))
}

/// Returns a uniformly random number below a positive limit.
pub(crate) fn below(random: &mut Xoshiro256PlusPlus, limit: u128) -> u128 {
    let unused = (limit - 1).leading_zeros();
    loop {
        let number = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let number = number.checked_shr(unused).unwrap_or(0);
        if number < limit {
            return number;
        }
    }
}
