//! Registers of one plane in two words of 64 bits, for any machine.

use super::super::tokens::Portable;
use super::{LOW, Planes, Words};

/// The first lane and above it the second, and the third lane.
type Register = [u64; 2];

/// The bits of the lower lane of a word.
const LOWER: u64 = u32::MAX as u64;

#[inline(always)]
fn map2(a: Register, b: Register, f: impl Fn(u64, u64) -> u64) -> Register {
    [f(a[0], b[0]), f(a[1], b[1])]
}

impl Planes<9> for Portable {
    type Register = Register;
    const PLANES: usize = 1;
    const BY_DIGIT: bool = true;

    #[inline(always)]
    fn splat(self, [a, b, c, _]: Words) -> Register {
        [u64::from(a) | u64::from(b) << 32, u64::from(c)]
    }

    #[inline(always)]
    fn first_planes(self, planes: usize, words: Words) -> Register {
        if planes == 0 { [0; 2] } else { self.splat(words) }
    }

    #[inline(always)]
    fn load(self, planes: &[Words]) -> Register {
        self.splat(planes[0])
    }

    #[inline(always)]
    fn store(self, a: Register, planes: &mut [Words]) {
        planes[0] = [a[0] as u32, (a[0] >> 32) as u32, a[1] as u32, 0];
    }

    #[inline(always)]
    fn and(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, a: Register, b: Register) -> Register {
        map2(a, b, |a, b| a & !b)
    }

    #[inline(always)]
    fn add(self, a: Register, b: Register) -> Register {
        map2(a, b, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, a: Register, b: Register) -> Register {
        map2(a, b, u64::wrapping_sub)
    }

    #[inline(always)]
    fn up<const B: i32>(self, a: Register) -> Register {
        [a[0] << B, a[1] << B]
    }

    #[inline(always)]
    fn down<const B: i32>(self, a: Register) -> Register {
        [a[0] >> B, a[1] >> B]
    }

    #[inline(always)]
    fn spread(self, a: Register) -> Register {
        [a[0].wrapping_mul(u64::from(LOW)), a[1].wrapping_mul(u64::from(LOW))]
    }

    #[inline(always)]
    fn stagger(self, a: Register) -> Register {
        [(a[0] & LOWER) << 2 | a[0] >> 32 << 33, a[1]]
    }

    #[inline(always)]
    fn turn_1(self, a: Register) -> Register {
        [a[0] >> 32 | a[1] << 32, a[0] & LOWER]
    }

    #[inline(always)]
    fn turn_2(self, a: Register) -> Register {
        [a[1] & LOWER | a[0] << 32, a[0] >> 32]
    }

    #[inline(always)]
    fn exchange<const BY: usize>(self, a: Register) -> Register {
        a
    }

    #[inline(always)]
    fn is_zero(self, a: Register) -> bool {
        a[0] | a[1] == 0
    }

    #[inline(always)]
    fn any_band(self, a: Register) -> Register {
        let any = (a[0] | a[0] >> 32 | a[1]) & LOWER;
        [any | any << 32, any]
    }
}
