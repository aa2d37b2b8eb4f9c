//! Registers of x86: a plane with SSE4.1, two planes with AVX2, and four with AVX-512.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

#[cfg(miri)]
use super::super::miri::_mm512_ternarylogic_epi32;
use super::super::tokens::{Avx2, Avx512, Sse41};
use super::{DigitSet, LOW, Planes, Words};

/// Evaluates an expression that uses intrinsics.
macro_rules! of_machine {
    ($value:expr) => {
        // SAFETY: `self` in the calling method proves that the machine has these instructions.
        unsafe { $value }
    };
}

/// Defines the operations that differ between the widths only in the names of instructions.
macro_rules! operations {
    ($register:ident, $and:ident, $or:ident, $xor:ident, $andnot:ident, $add:ident, $sub:ident) => {
        #[inline(always)]
        fn and(self, a: $register, b: $register) -> $register {
            of_machine!($and(a, b))
        }

        #[inline(always)]
        fn or(self, a: $register, b: $register) -> $register {
            of_machine!($or(a, b))
        }

        #[inline(always)]
        fn xor(self, a: $register, b: $register) -> $register {
            of_machine!($xor(a, b))
        }

        #[inline(always)]
        fn without(self, a: $register, b: $register) -> $register {
            of_machine!($andnot(b, a))
        }

        #[inline(always)]
        fn add(self, a: $register, b: $register) -> $register {
            of_machine!($add(a, b))
        }

        #[inline(always)]
        fn sub(self, a: $register, b: $register) -> $register {
            of_machine!($sub(a, b))
        }
    };
}

/// Returns the same bits as signed words. `map` on arrays is not inlined across codegen units.
#[inline(always)]
fn signed([a, b, c, d]: Words) -> [i32; 4] {
    [a.cast_signed(), b.cast_signed(), c.cast_signed(), d.cast_signed()]
}

/// Lanes 1, 2, 0, 3 and lanes 2, 0, 1, 3, for the shuffles within planes.
const TURN_1: i32 = 0b11_00_10_01;
const TURN_2: i32 = 0b11_01_00_10;

impl Planes<9> for Sse41 {
    type Register = __m128i;
    const PLANES: usize = 1;

    #[inline(always)]
    fn splat(self, words: Words) -> __m128i {
        let [a, b, c, d] = signed(words);
        of_machine!(_mm_setr_epi32(a, b, c, d))
    }

    #[inline(always)]
    fn first_planes(self, planes: usize, words: Words) -> __m128i {
        self.splat(if planes == 0 { [0; 4] } else { words })
    }

    #[inline(always)]
    fn load(self, planes: &[Words]) -> __m128i {
        let planes: &[Words; 1] = planes.try_into().expect("as many planes as a register");
        // SAFETY: `self` proves that the machine has the instruction, and a plane is 16 bytes.
        unsafe { _mm_loadu_si128(planes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, a: __m128i, planes: &mut [Words]) {
        let planes: &mut [Words; 1] = planes.try_into().expect("as many planes as a register");
        // SAFETY: `self` proves that the machine has the instruction, and a plane is 16 bytes.
        unsafe { _mm_storeu_si128(planes.as_mut_ptr().cast(), a) }
    }

    operations!(
        __m128i,
        _mm_and_si128,
        _mm_or_si128,
        _mm_xor_si128,
        _mm_andnot_si128,
        _mm_add_epi32,
        _mm_sub_epi32
    );

    #[inline(always)]
    fn up<const B: i32>(self, a: __m128i) -> __m128i {
        of_machine!(_mm_slli_epi32::<B>(a))
    }

    #[inline(always)]
    fn down<const B: i32>(self, a: __m128i) -> __m128i {
        of_machine!(_mm_srli_epi32::<B>(a))
    }

    #[inline(always)]
    fn spread(self, a: __m128i) -> __m128i {
        of_machine!(_mm_mullo_epi32(a, _mm_set1_epi32(LOW.cast_signed())))
    }

    #[inline(always)]
    fn stagger(self, a: __m128i) -> __m128i {
        of_machine!(_mm_mullo_epi32(a, self.splat([4, 2, 1, 0])))
    }

    #[inline(always)]
    fn turn_1(self, a: __m128i) -> __m128i {
        of_machine!(_mm_shuffle_epi32::<TURN_1>(a))
    }

    #[inline(always)]
    fn turn_2(self, a: __m128i) -> __m128i {
        of_machine!(_mm_shuffle_epi32::<TURN_2>(a))
    }

    #[inline(always)]
    fn exchange<const BY: usize>(self, a: __m128i) -> __m128i {
        a
    }

    #[inline(always)]
    fn is_zero(self, a: __m128i) -> bool {
        of_machine!(_mm_testz_si128(a, a)) == 1
    }

    #[inline(always)]
    fn inhabited(self, x: &[__m128i; 9]) -> DigitSet {
        let [a, b, c, d, e, f, g, h, i] = *x;
        of_machine!({
            // A byte for each lane: all ones if the lane is zero.
            let zero = _mm_setzero_si128();
            let ab = _mm_packs_epi32(_mm_cmpeq_epi32(a, zero), _mm_cmpeq_epi32(b, zero));
            let cd = _mm_packs_epi32(_mm_cmpeq_epi32(c, zero), _mm_cmpeq_epi32(d, zero));
            let ef = _mm_packs_epi32(_mm_cmpeq_epi32(e, zero), _mm_cmpeq_epi32(f, zero));
            let gh = _mm_packs_epi32(_mm_cmpeq_epi32(g, zero), _mm_cmpeq_epi32(h, zero));
            let a_to_d = _mm_movemask_epi8(_mm_packs_epi16(ab, cd)).cast_unsigned();
            let e_to_h = _mm_movemask_epi8(_mm_packs_epi16(ef, gh)).cast_unsigned();
            let last = DigitSet::from(_mm_testz_si128(i, i) == 0) << 32;
            let any = !(DigitSet::from(a_to_d) | DigitSet::from(e_to_h) << 16);
            ((any | any >> 1 | any >> 2) & 0x1111_1111) | last
        })
    }
}

impl Planes<5> for Avx2 {
    type Register = __m256i;
    const PLANES: usize = 2;

    #[inline(always)]
    fn splat(self, words: Words) -> __m256i {
        let [a, b, c, d] = signed(words);
        of_machine!(_mm256_setr_epi32(a, b, c, d, a, b, c, d))
    }

    #[inline(always)]
    fn first_planes(self, planes: usize, words: Words) -> __m256i {
        let [a, b, c, d] = signed(words);
        match planes {
            0 => self.splat([0; 4]),
            1 => of_machine!(_mm256_setr_epi32(a, b, c, d, 0, 0, 0, 0)),
            _ => self.splat(words),
        }
    }

    #[inline(always)]
    fn load(self, planes: &[Words]) -> __m256i {
        let planes: &[Words; 2] = planes.try_into().expect("as many planes as a register");
        // SAFETY: `self` proves that the machine has the instruction, and two planes are 32 bytes.
        unsafe { _mm256_loadu_si256(planes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, a: __m256i, planes: &mut [Words]) {
        let planes: &mut [Words; 2] = planes.try_into().expect("as many planes as a register");
        // SAFETY: `self` proves that the machine has the instruction, and two planes are 32 bytes.
        unsafe { _mm256_storeu_si256(planes.as_mut_ptr().cast(), a) }
    }

    operations!(
        __m256i,
        _mm256_and_si256,
        _mm256_or_si256,
        _mm256_xor_si256,
        _mm256_andnot_si256,
        _mm256_add_epi32,
        _mm256_sub_epi32
    );

    #[inline(always)]
    fn up<const B: i32>(self, a: __m256i) -> __m256i {
        of_machine!(_mm256_slli_epi32::<B>(a))
    }

    #[inline(always)]
    fn down<const B: i32>(self, a: __m256i) -> __m256i {
        of_machine!(_mm256_srli_epi32::<B>(a))
    }

    #[inline(always)]
    fn spread(self, a: __m256i) -> __m256i {
        of_machine!(_mm256_mullo_epi32(a, _mm256_set1_epi32(LOW.cast_signed())))
    }

    #[inline(always)]
    fn stagger(self, a: __m256i) -> __m256i {
        of_machine!(_mm256_sllv_epi32(a, self.splat([2, 1, 0, 0])))
    }

    #[inline(always)]
    fn turn_1(self, a: __m256i) -> __m256i {
        of_machine!(_mm256_shuffle_epi32::<TURN_1>(a))
    }

    #[inline(always)]
    fn turn_2(self, a: __m256i) -> __m256i {
        of_machine!(_mm256_shuffle_epi32::<TURN_2>(a))
    }

    #[inline(always)]
    fn exchange<const BY: usize>(self, a: __m256i) -> __m256i {
        of_machine!(_mm256_permute2x128_si256::<1>(a, a))
    }

    #[inline(always)]
    fn is_zero(self, a: __m256i) -> bool {
        of_machine!(_mm256_testz_si256(a, a)) == 1
    }
}

/// The truth tables of the three inputs. Bit `4 a + 2 b + c` is for the inputs `a`, `b` and `c`.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

impl Planes<3> for Avx512 {
    type Register = __m512i;
    const PLANES: usize = 4;

    #[inline(always)]
    fn splat(self, words: Words) -> __m512i {
        let [a, b, c, d] = signed(words);
        of_machine!(_mm512_setr4_epi32(a, b, c, d))
    }

    #[inline(always)]
    fn first_planes(self, planes: usize, words: Words) -> __m512i {
        let lanes = (1_u32 << (4 * planes)) - 1;
        of_machine!(_mm512_maskz_mov_epi32(lanes as u16, self.splat(words)))
    }

    #[inline(always)]
    fn load(self, planes: &[Words]) -> __m512i {
        let planes: &[Words; 4] = planes.try_into().expect("as many planes as a register");
        // SAFETY: `self` proves that the machine has the instruction, and four planes are 64 bytes.
        unsafe { _mm512_loadu_si512(planes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, a: __m512i, planes: &mut [Words]) {
        let planes: &mut [Words; 4] = planes.try_into().expect("as many planes as a register");
        // SAFETY: `self` proves that the machine has the instruction, and four planes are 64 bytes.
        unsafe { _mm512_storeu_si512(planes.as_mut_ptr().cast(), a) }
    }

    operations!(
        __m512i,
        _mm512_and_si512,
        _mm512_or_si512,
        _mm512_xor_si512,
        _mm512_andnot_si512,
        _mm512_add_epi32,
        _mm512_sub_epi32
    );

    #[inline(always)]
    fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        of_machine!(_mm512_ternarylogic_epi32::<{ A | B | C }>(a, b, c))
    }

    #[inline(always)]
    fn sum_of(self, a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
        let odd = of_machine!(_mm512_ternarylogic_epi32::<{ A ^ B ^ C }>(a, b, c));
        (odd, self.two_of(a, b, c))
    }

    #[inline(always)]
    fn two_of(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        of_machine!(_mm512_ternarylogic_epi32::<{ A & B | (A | B) & C }>(a, b, c))
    }

    #[inline(always)]
    fn up<const N: i32>(self, a: __m512i) -> __m512i {
        of_machine!(_mm512_sllv_epi32(a, _mm512_set1_epi32(N)))
    }

    #[inline(always)]
    fn down<const N: i32>(self, a: __m512i) -> __m512i {
        of_machine!(_mm512_srlv_epi32(a, _mm512_set1_epi32(N)))
    }

    #[inline(always)]
    fn spread(self, a: __m512i) -> __m512i {
        self.or3(a, self.up::<10>(a), self.up::<20>(a))
    }

    #[inline(always)]
    fn stagger(self, a: __m512i) -> __m512i {
        of_machine!(_mm512_sllv_epi32(a, self.splat([2, 1, 0, 0])))
    }

    #[inline(always)]
    fn turn_1(self, a: __m512i) -> __m512i {
        of_machine!(_mm512_shuffle_epi32::<TURN_1>(a))
    }

    #[inline(always)]
    fn turn_2(self, a: __m512i) -> __m512i {
        of_machine!(_mm512_shuffle_epi32::<TURN_2>(a))
    }

    #[inline(always)]
    fn exchange<const BY: usize>(self, a: __m512i) -> __m512i {
        if BY == 1 {
            of_machine!(_mm512_shuffle_i64x2::<0b10_11_00_01>(a, a))
        } else {
            of_machine!(_mm512_shuffle_i64x2::<0b01_00_11_10>(a, a))
        }
    }

    #[inline(always)]
    fn is_zero(self, a: __m512i) -> bool {
        of_machine!(_mm512_test_epi32_mask(a, a)) == 0
    }
}
