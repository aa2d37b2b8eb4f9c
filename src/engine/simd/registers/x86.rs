//! Registers of x86. A register of AVX-512 has sixteen lanes, and with AVX2 two registers have.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::super::tokens::{Avx2, Avx512};
use super::{Items, PERMUTATIONS, Permutation, Registers, Vector, Weights};

/// For each lane its bit in a set of lanes.
const BIT_OF_LANE: Vector = {
    let mut bits = [0; 16];
    let mut lane = 0;
    while lane < 16 {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    Vector(bits)
};

/// Applies an instruction to both halves.
macro_rules! halves {
    ($do:ident, $a:expr, $b:expr) => {{
        let ([a, c], [b, d]) = ($a, $b);
        // SAFETY: `self` in the calling method proves that the machine has these instructions.
        unsafe { [$do(a, b), $do(c, d)] }
    }};
}

impl Registers for Avx2 {
    type Register = [__m256i; 2];

    #[inline(always)]
    fn to_register(self, lanes: &Vector) -> Self::Register {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { transmute(*lanes) }
    }

    #[inline(always)]
    fn to_vector(self, register: Self::Register) -> Vector {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { transmute(register) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Self::Register {
        // SAFETY: `self` proves that the machine has these instructions.
        [unsafe { _mm256_set1_epi32(word.cast_signed()) }; 2]
    }

    #[inline(always)]
    fn only(self, lanes: u32, word: u32) -> Self::Register {
        let bit_of_lane = self.to_register(&BIT_OF_LANE);
        let chosen = self.and2(self.splat(lanes), bit_of_lane);
        let chosen = halves!(_mm256_cmpeq_epi32, chosen, bit_of_lane);
        self.and2(chosen, self.splat(word))
    }

    #[inline(always)]
    fn and2(self, a: Self::Register, b: Self::Register) -> Self::Register {
        halves!(_mm256_and_si256, a, b)
    }

    #[inline(always)]
    fn or2(self, a: Self::Register, b: Self::Register) -> Self::Register {
        halves!(_mm256_or_si256, a, b)
    }

    #[inline(always)]
    fn without(self, a: Self::Register, b: Self::Register) -> Self::Register {
        halves!(_mm256_andnot_si256, b, a)
    }

    #[inline(always)]
    fn or3(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register {
        self.or2(self.or2(a, b), c)
    }

    #[inline(always)]
    fn and3(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register {
        self.and2(self.and2(a, b), c)
    }

    #[inline(always)]
    fn two_of(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register {
        self.or2(self.and2(a, b), self.and2(self.or2(a, b), c))
    }

    #[inline(always)]
    fn or_without(self, a: Self::Register, b: Self::Register, c: Self::Register) -> Self::Register {
        self.or2(a, self.without(b, c))
    }

    #[inline(always)]
    fn add(self, a: Self::Register, b: Self::Register) -> Self::Register {
        halves!(_mm256_add_epi32, a, b)
    }

    #[inline(always)]
    fn sub(self, a: Self::Register, b: Self::Register) -> Self::Register {
        halves!(_mm256_sub_epi32, a, b)
    }

    #[inline(always)]
    fn up<const N: u32>(self, a: Self::Register) -> Self::Register {
        halves!(_mm256_sllv_epi32, a, self.splat(N))
    }

    #[inline(always)]
    fn down<const N: u32>(self, a: Self::Register) -> Self::Register {
        halves!(_mm256_srlv_epi32, a, self.splat(N))
    }

    #[inline(always)]
    fn permute<const P: Permutation>(self, [low, high]: Self::Register) -> Self::Register {
        let [from, from_high] = self.to_register(&Vector(PERMUTATIONS[P]));
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            // Only the first lane of the upper half is in use.
            let ninth = _mm256_set1_epi32(8);
            let last = _mm256_permutevar8x32_epi32(high, _mm256_setzero_si256());
            let low_half = _mm256_blendv_epi8(
                _mm256_permutevar8x32_epi32(low, from),
                last,
                _mm256_cmpeq_epi32(from, ninth),
            );
            let high_half = _mm256_blendv_epi8(
                _mm256_permutevar8x32_epi32(low, from_high),
                last,
                _mm256_cmpeq_epi32(from_high, ninth),
            );
            [low_half, _mm256_and_si256(high_half, _mm256_set_epi32(0, 0, 0, 0, 0, 0, 0, -1))]
        }
    }

    #[inline(always)]
    fn thirds(
        self,
        [a, _]: Self::Register,
        [b, _]: Self::Register,
        [c, last]: Self::Register,
    ) -> Self::Register {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let two = _mm256_blend_epi32::<0b0011_1000>(a, b);
            [_mm256_blend_epi32::<0b1100_0000>(two, c), last]
        }
    }

    #[inline(always)]
    fn meet(self, a: Self::Register, b: Self::Register) -> bool {
        let [low, high] = self.and2(a, b);
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let any = _mm256_or_si256(low, high);
            _mm256_testz_si256(any, any) == 0
        }
    }

    #[inline(always)]
    fn same(self, a: Self::Register, b: Self::Register) -> bool {
        let [low, high] = halves!(_mm256_xor_si256, a, b);
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let any = _mm256_or_si256(low, high);
            _mm256_testz_si256(any, any) == 1
        }
    }

    #[inline(always)]
    fn bytes_that_meet(self, a: Self::Register, b: Self::Register) -> u64 {
        let [low, high] = self.and2(a, b);
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let zero = _mm256_setzero_si256();
            let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(low, zero)).cast_unsigned();
            let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, zero)).cast_unsigned();
            !(u64::from(low) | u64::from(high) << 32)
        }
    }

    #[inline(always)]
    fn lanes_that_meet(self, a: Self::Register, b: Self::Register) -> u32 {
        let [low, high] = self.and2(a, b);
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let zero = _mm256_setzero_si256();
            let low = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(low, zero)))
                .cast_unsigned();
            let high = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(high, zero)))
                .cast_unsigned();
            !(low | high << 8) & 0xffff
        }
    }

    #[inline(always)]
    fn first(self, [low, _]: Self::Register) -> u32 {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm256_cvtsi256_si32(low) }.cast_unsigned()
    }
}

/// The truth tables of three inputs. `A` is the most significant.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

macro_rules! ternary {
    ($table:expr, $a:expr, $b:expr, $c:expr) => {
        // SAFETY: `self` in the calling method proves that the machine has these instructions.
        unsafe { _mm512_ternarylogic_epi32::<{ $table }>($a, $b, $c) }
    };
}

impl Registers for Avx512 {
    type Register = __m512i;

    #[inline(always)]
    fn to_register(self, lanes: &Vector) -> __m512i {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { transmute(*lanes) }
    }

    #[inline(always)]
    fn to_vector(self, register: __m512i) -> Vector {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { transmute(register) }
    }

    #[inline(always)]
    fn splat(self, word: u32) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_set1_epi32(word.cast_signed()) }
    }

    #[inline(always)]
    fn only(self, lanes: u32, word: u32) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_maskz_set1_epi32(lanes as u16, word.cast_signed()) }
    }

    #[inline(always)]
    fn and2(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or2(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn without(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(A | B | C, a, b, c)
    }

    #[inline(always)]
    fn and3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(A & B & C, a, b, c)
    }

    #[inline(always)]
    fn two_of(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(A & B | (A | B) & C, a, b, c)
    }

    #[inline(always)]
    fn or_without(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        ternary!(A | B & !C, a, b, c)
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_add_epi32(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_sub_epi32(a, b) }
    }

    #[inline(always)]
    fn up<const N: u32>(self, a: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_slli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn down<const N: u32>(self, a: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_srli_epi32::<N>(a) }
    }

    #[inline(always)]
    fn permute<const P: Permutation>(self, a: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_permutexvar_epi32(self.to_register(&Vector(PERMUTATIONS[P])), a) }
    }

    #[inline(always)]
    fn thirds(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            _mm512_mask_mov_epi32(_mm512_mask_mov_epi32(a, 0b000_111_000, b), 0b111_000_000, c)
        }
    }

    #[inline(always)]
    fn meet(self, a: __m512i, b: __m512i) -> bool {
        self.lanes_that_meet(a, b) != 0
    }

    #[inline(always)]
    fn same(self, a: __m512i, b: __m512i) -> bool {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_cmpneq_epi32_mask(a, b) == 0 }
    }

    #[inline(always)]
    fn bytes_that_meet(self, a: __m512i, b: __m512i) -> u64 {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_test_epi8_mask(a, b) }
    }

    #[inline(always)]
    fn lanes_that_meet(self, a: __m512i, b: __m512i) -> u32 {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_test_epi32_mask(a, b) }.into()
    }

    #[inline(always)]
    fn first(self, a: __m512i) -> u32 {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_cvtsi512_si32(a) }.cast_unsigned()
    }

    #[inline(always)]
    fn heaviest(self, items: &Items, weights: &Weights) -> Option<usize> {
        // SAFETY: `self` proves that the machine has these instructions; the weights of a register
        // are 64 bytes.
        unsafe {
            let mut chosen = [_mm512_setzero_si512(); 11];
            let mut most = _mm512_setzero_si512();
            for set in 0..11 {
                chosen[set] = _mm512_maskz_mov_epi8(
                    items[set],
                    transmute::<[u8; 64], __m512i>(weights.0[set]),
                );
                most = _mm512_max_epu8(most, chosen[set]);
            }
            let most =
                _mm256_max_epu8(_mm512_castsi512_si256(most), _mm512_extracti64x4_epi64::<1>(most));
            let most =
                _mm_max_epu8(_mm256_castsi256_si128(most), _mm256_extracti128_si256::<1>(most));
            // There is an instruction for the minimum of eight numbers of 16 bits, so the maximum
            // is complemented.
            let least = _mm_xor_si128(most, _mm_set1_epi8(-1));
            let least = _mm_min_epu8(least, _mm_srli_epi16::<8>(least));
            let most = !(_mm_cvtsi128_si32(_mm_minpos_epu16(least)) as u8);
            if most == 0 {
                return None;
            }
            let most = _mm512_set1_epi8(most.cast_signed());
            for (set, chosen) in chosen.into_iter().enumerate() {
                let equal = _mm512_cmpeq_epi8_mask(chosen, most);
                if equal != 0 {
                    return Some(set * 64 + equal.trailing_zeros() as usize);
                }
            }
            None
        }
    }

    #[inline(always)]
    fn add_weight(self, items: &Items, weights: &mut Weights) {
        for (&set, weights) in items.iter().zip(&mut weights.0) {
            if set != 0 {
                // SAFETY: `self` proves that the machine has these instructions; both types of a
                // transmutation are 64 bytes.
                unsafe {
                    let old: __m512i = transmute(*weights);
                    *weights = transmute::<__m512i, [u8; 64]>(_mm512_mask_adds_epu8(
                        old,
                        set,
                        old,
                        _mm512_set1_epi8(1),
                    ));
                }
            }
        }
    }
}
