//! Registers as five words of 64 bits with two lanes each, for any machine.
//!
//! Bits that are shifted out of a lane are cut off. Sums and differences of lanes neither carry nor
//! borrow across lanes, since no use of them comes near the highest bit.

use super::super::tokens::Portable;
use super::{Permutation, Registers, USED, Vector, source};

/// Lanes `2 i` and `2 i + 1` are the lower and the upper half of word `i`.
type Words = [u64; 5];

/// Returns a word with the same value in both lanes.
const fn twice(word: u32) -> u64 {
    word as u64 | (word as u64) << 32
}

#[inline(always)]
fn map(a: Words, f: impl Fn(u64) -> u64) -> Words {
    [f(a[0]), f(a[1]), f(a[2]), f(a[3]), f(a[4])]
}

#[inline(always)]
fn map2(a: Words, b: Words, f: impl Fn(u64, u64) -> u64) -> Words {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3]), f(a[4], b[4])]
}

#[inline(always)]
fn lane(a: Words, lane: usize) -> u64 {
    a[lane / 2] >> (lane % 2 * 32) & u64::from(u32::MAX)
}

#[inline(always)]
fn pair<const P: Permutation>(a: Words, word: usize) -> u64 {
    lane(a, source(P, 2 * word)) | lane(a, source(P, 2 * word + 1)) << 32
}

impl Registers for Portable {
    type Register = Words;

    #[inline(always)]
    fn to_register(self, lanes: &Vector) -> Words {
        let word = |at: usize| u64::from(lanes.0[2 * at]) | u64::from(lanes.0[2 * at + 1]) << 32;
        [word(0), word(1), word(2), word(3), word(4)]
    }

    #[inline(always)]
    fn to_vector(self, register: Words) -> Vector {
        let mut lanes = Vector::default();
        for (at, word) in register.into_iter().enumerate() {
            (lanes.0[2 * at], lanes.0[2 * at + 1]) = (word as u32, (word >> 32) as u32);
        }
        lanes
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Words {
        [twice(word); 5]
    }

    #[inline(always)]
    fn only(self, lanes: u32, word: u32) -> Words {
        // All ones for a lane in the set.
        let whole = |lane: u32| u64::from((lanes >> lane & 1) * u32::MAX);
        let masked = |at: u32| twice(word) & (whole(2 * at) | (whole(2 * at + 1) << 32));
        [masked(0), masked(1), masked(2), masked(3), masked(4)]
    }

    #[inline(always)]
    fn and2(self, a: Words, b: Words) -> Words {
        map2(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn or2(self, a: Words, b: Words) -> Words {
        map2(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn without(self, a: Words, b: Words) -> Words {
        map2(a, b, |a, b| a & !b)
    }

    #[inline(always)]
    fn or3(self, a: Words, b: Words, c: Words) -> Words {
        self.or2(self.or2(a, b), c)
    }

    #[inline(always)]
    fn and3(self, a: Words, b: Words, c: Words) -> Words {
        self.and2(self.and2(a, b), c)
    }

    #[inline(always)]
    fn two_of(self, a: Words, b: Words, c: Words) -> Words {
        self.or2(self.and2(a, b), self.and2(self.or2(a, b), c))
    }

    #[inline(always)]
    fn or_without(self, a: Words, b: Words, c: Words) -> Words {
        self.or2(a, self.without(b, c))
    }

    #[inline(always)]
    fn add(self, a: Words, b: Words) -> Words {
        map2(a, b, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, a: Words, b: Words) -> Words {
        map2(a, b, u64::wrapping_sub)
    }

    #[inline(always)]
    fn up<const N: u32>(self, a: Words) -> Words {
        map(a, |word| word << N & twice(u32::MAX << N))
    }

    #[inline(always)]
    fn down<const N: u32>(self, a: Words) -> Words {
        map(a, |word| word >> N & twice(u32::MAX >> N))
    }

    #[inline(always)]
    fn permute<const P: Permutation>(self, a: Words) -> Words {
        [pair::<P>(a, 0), pair::<P>(a, 1), pair::<P>(a, 2), pair::<P>(a, 3), lane(a, source(P, 8))]
    }

    #[inline(always)]
    fn thirds(self, a: Words, b: Words, c: Words) -> Words {
        [a[0], lane(a, 2) | lane(b, 3) << 32, b[2], c[3], c[4]]
    }

    #[inline(always)]
    fn meet(self, a: Words, b: Words) -> bool {
        let [a, b, c, d, e] = self.and2(a, b);
        // The tenth lane is not in use.
        (a | b | c | d | e & u64::from(u32::MAX)) != 0
    }

    #[inline(always)]
    fn same(self, a: Words, b: Words) -> bool {
        a == b
    }

    #[inline(always)]
    fn bytes_that_meet(self, a: Words, b: Words) -> u64 {
        let common = self.and2(a, b);
        (0..4 * USED)
            .fold(0, |mask, at| mask | u64::from(common[at / 8] >> (at % 8 * 8) & 0xff != 0) << at)
    }

    #[inline(always)]
    fn lanes_that_meet(self, a: Words, b: Words) -> u32 {
        let common = self.and2(a, b);
        (0..USED).fold(0, |mask, at| mask | u32::from(lane(common, at) != 0) << at)
    }

    #[inline(always)]
    fn first(self, a: Words) -> u32 {
        a[0] as u32
    }
}
