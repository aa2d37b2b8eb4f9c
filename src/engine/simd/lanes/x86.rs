//! Lanes in the registers of x86. A block takes one register of AVX-512, or two of AVX2.
//!
//! The methods must be inlined into functions that are compiled for these instructions. Elsewhere
//! they would be slow. They have no closures, because the compiler does not always inline closures.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::tokens::{Avx2, Avx512, Portable};
use super::portable::{empty_wide, lowest_words};
use super::{Block, Lanes};

impl Lanes for Avx2 {
    type Sets = [__m256i; 2];

    const WIDE: bool = true;

    #[inline(always)]
    fn load(self, block: &Block) -> Self::Sets {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { std::mem::transmute(*block) }
    }

    #[inline(always)]
    fn store(self, sets: Self::Sets) -> Block {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { std::mem::transmute(sets) }
    }

    #[inline(always)]
    fn and(self, [a, c]: Self::Sets, [b, d]: Self::Sets) -> Self::Sets {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { [_mm256_and_si256(a, b), _mm256_and_si256(c, d)] }
    }

    #[inline(always)]
    fn empty<const BITS: usize>(self, sets: Self::Sets) -> u64 {
        if BITS > 64 {
            return empty_wide::<BITS>(self.empty::<64>(sets));
        }
        let [a, b] = sets;
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let zero = _mm256_setzero_si256();
            match BITS {
                8 => {
                    let a = _mm256_movemask_epi8(_mm256_cmpeq_epi8(a, zero)).cast_unsigned();
                    let b = _mm256_movemask_epi8(_mm256_cmpeq_epi8(b, zero)).cast_unsigned();
                    u64::from(a) | u64::from(b) << 32
                }
                16 => {
                    let (a, b) = (_mm256_cmpeq_epi16(a, zero), _mm256_cmpeq_epi16(b, zero));
                    // Packing works on each half of the registers separately, so the middle two
                    // quarters must be swapped afterwards.
                    let packed =
                        _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b));
                    u64::from(_mm256_movemask_epi8(packed).cast_unsigned())
                }
                32 => {
                    let (a, b) = (_mm256_cmpeq_epi32(a, zero), _mm256_cmpeq_epi32(b, zero));
                    let a = _mm256_movemask_ps(_mm256_castsi256_ps(a)).cast_unsigned();
                    let b = _mm256_movemask_ps(_mm256_castsi256_ps(b)).cast_unsigned();
                    u64::from(a | b << 8)
                }
                _ => {
                    let (a, b) = (_mm256_cmpeq_epi64(a, zero), _mm256_cmpeq_epi64(b, zero));
                    let a = _mm256_movemask_pd(_mm256_castsi256_pd(a)).cast_unsigned();
                    let b = _mm256_movemask_pd(_mm256_castsi256_pd(b)).cast_unsigned();
                    u64::from(a | b << 4)
                }
            }
        }
    }

    #[inline(always)]
    fn single<const BITS: usize>(self, sets: Self::Sets) -> u64 {
        self.empty::<BITS>(self.without_lowest::<BITS>(sets))
    }

    #[inline(always)]
    fn without_lowest<const BITS: usize>(self, sets: Self::Sets) -> Self::Sets {
        if BITS > 64 {
            return self.load(&Portable.without_lowest::<BITS>(self.store(sets)));
        }
        let [a, b] = sets;
        [self.half_without_lowest::<BITS>(a), self.half_without_lowest::<BITS>(b)]
    }
}

impl Avx2 {
    #[inline(always)]
    fn half_without_lowest<const BITS: usize>(self, half: __m256i) -> __m256i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let minus_one = _mm256_set1_epi64x(-1);
            let less = match BITS {
                8 => _mm256_add_epi8(half, minus_one),
                16 => _mm256_add_epi16(half, minus_one),
                32 => _mm256_add_epi32(half, minus_one),
                _ => _mm256_add_epi64(half, minus_one),
            };
            _mm256_and_si256(half, less)
        }
    }
}

impl Avx512 {
    /// Subtracts one from every lane. An empty lane becomes full.
    #[inline(always)]
    fn less_one<const BITS: usize>(self, sets: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            let minus_one = _mm512_set1_epi64(-1);
            match BITS {
                8 => _mm512_add_epi8(sets, minus_one),
                16 => _mm512_add_epi16(sets, minus_one),
                32 => _mm512_add_epi32(sets, minus_one),
                _ => _mm512_add_epi64(sets, minus_one),
            }
        }
    }

    /// Returns the lanes in which two blocks have no bit in common.
    #[inline(always)]
    fn disjoint<const BITS: usize>(self, a: __m512i, b: __m512i) -> u64 {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe {
            match BITS {
                8 => _mm512_testn_epi8_mask(a, b),
                16 => _mm512_testn_epi16_mask(a, b).into(),
                32 => _mm512_testn_epi32_mask(a, b).into(),
                _ => _mm512_testn_epi64_mask(a, b).into(),
            }
        }
    }
}

impl Lanes for Avx512 {
    type Sets = __m512i;

    const WIDE: bool = true;

    #[inline(always)]
    fn load(self, block: &Block) -> Self::Sets {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { std::mem::transmute(*block) }
    }

    #[inline(always)]
    fn store(self, sets: Self::Sets) -> Block {
        // SAFETY: both types are 64 bytes, and any bytes are a valid value of either.
        unsafe { std::mem::transmute(sets) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn empty<const BITS: usize>(self, sets: __m512i) -> u64 {
        if BITS > 64 {
            return empty_wide::<BITS>(self.empty::<64>(sets));
        }
        self.disjoint::<BITS>(sets, sets)
    }

    #[inline(always)]
    fn single<const BITS: usize>(self, sets: __m512i) -> u64 {
        if BITS > 64 {
            return self.empty::<BITS>(self.without_lowest::<BITS>(sets));
        }
        self.disjoint::<BITS>(sets, self.less_one::<BITS>(sets))
    }

    #[inline(always)]
    fn without_lowest<const BITS: usize>(self, sets: __m512i) -> __m512i {
        if BITS > 64 {
            let lowest = lowest_words::<BITS>(self.empty::<64>(sets)) as u8;
            // SAFETY: `self` proves that the machine has these instructions.
            return unsafe {
                let less = _mm512_mask_add_epi64(sets, lowest, sets, _mm512_set1_epi64(-1));
                _mm512_and_si512(sets, less)
            };
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { _mm512_and_si512(sets, self.less_one::<BITS>(sets)) }
    }
}
