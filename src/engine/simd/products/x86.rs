//! Sums of products in the registers of x86. A register of 256 bits has sixteen numbers.
//!
//! The methods must be inlined into functions that are compiled for these instructions.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::tokens::{Avx2, Avx512, Portable};
use super::{LANES, Numbers, Pair, Products, Run};

/// The lanes of the four registers of totals. One register of sums has lanes 0 to 3 and 8 to 11,
/// and the other one has the rest. The totals of each are divided into even and odd lanes.
const ORDER: [[usize; 4]; 4] = [[0, 2, 8, 10], [1, 3, 9, 11], [4, 6, 12, 14], [5, 7, 13, 15]];

#[inline(always)]
fn load(numbers: &Numbers) -> __m256i {
    // SAFETY: both types are 32 bytes, and any bytes are a valid value of either.
    unsafe { std::mem::transmute(*numbers) }
}

impl Products for Avx2 {
    #[inline(always)]
    fn add_up(self, a: &[Numbers], b: &[Numbers], pairs: &[Pair], runs: &[Run]) -> [u64; LANES] {
        // SAFETY: `self` proves that the machine has these instructions.
        let zero = unsafe { _mm256_setzero_si256() };
        let mut totals = [zero; 4];
        let mut start = 0;
        for run in runs {
            let end = run.end as usize;
            let (mut low, mut high) = (zero, zero);
            for pair in &pairs[start..end] {
                let x = load(&a[usize::from(pair.at[0])]);
                let y = load(&a[usize::from(pair.at[1])]);
                let factors = u32::from(pair.factors[0]) | u32::from(pair.factors[1]) << 16;
                // SAFETY: as above.
                unsafe {
                    let factors = _mm256_set1_epi32(factors.cast_signed());
                    let products = _mm256_madd_epi16(_mm256_unpacklo_epi16(x, y), factors);
                    low = _mm256_add_epi32(low, products);
                    let products = _mm256_madd_epi16(_mm256_unpackhi_epi16(x, y), factors);
                    high = _mm256_add_epi32(high, products);
                }
            }
            start = end;
            let last = load(&b[usize::from(run.at)]);
            // SAFETY: as above.
            unsafe {
                let last = [_mm256_unpacklo_epi16(last, zero), _mm256_unpackhi_epi16(last, zero)];
                let sums = [low, high];
                for half in 0..2 {
                    let even = _mm256_mul_epu32(sums[half], last[half]);
                    totals[2 * half] = _mm256_add_epi64(totals[2 * half], even);
                    let odd = _mm256_mul_epu32(
                        _mm256_srli_epi64::<32>(sums[half]),
                        _mm256_srli_epi64::<32>(last[half]),
                    );
                    totals[2 * half + 1] = _mm256_add_epi64(totals[2 * half + 1], odd);
                }
            }
        }
        let mut in_order = [0; LANES];
        for (total, lanes) in totals.into_iter().zip(ORDER) {
            // SAFETY: both types are 32 bytes, and any bytes are a valid value of either.
            let total: [u64; 4] = unsafe { std::mem::transmute(total) };
            for at in 0..4 {
                in_order[lanes[at]] = total[at];
            }
        }
        in_order
    }

    #[inline(always)]
    fn transpose(self, rows: &[&[u16]; LANES], columns: &mut [Numbers]) {
        let mut at = 0;
        while at + 8 <= columns.len() {
            // SAFETY: `self` proves that the machine has these instructions. A load reads the 16
            // bytes of a slice of eight numbers, and both types of the `transmute` are 32 bytes.
            unsafe {
                let mut x = [_mm256_setzero_si256(); 8];
                for row in 0..8 {
                    let low = _mm_loadu_si128(rows[row][at..at + 8].as_ptr().cast());
                    let high = _mm_loadu_si128(rows[row + 8][at..at + 8].as_ptr().cast());
                    x[row] = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
                }
                // Three rounds: pairs of rows, then fours, then eights.
                let mut y = x;
                for pair in 0..4 {
                    y[2 * pair] = _mm256_unpacklo_epi16(x[2 * pair], x[2 * pair + 1]);
                    y[2 * pair + 1] = _mm256_unpackhi_epi16(x[2 * pair], x[2 * pair + 1]);
                }
                for half in 0..2 {
                    let at = 4 * half;
                    x[at] = _mm256_unpacklo_epi32(y[at], y[at + 2]);
                    x[at + 1] = _mm256_unpackhi_epi32(y[at], y[at + 2]);
                    x[at + 2] = _mm256_unpacklo_epi32(y[at + 1], y[at + 3]);
                    x[at + 3] = _mm256_unpackhi_epi32(y[at + 1], y[at + 3]);
                }
                for column in 0..4 {
                    y[2 * column] = _mm256_unpacklo_epi64(x[column], x[column + 4]);
                    y[2 * column + 1] = _mm256_unpackhi_epi64(x[column], x[column + 4]);
                }
                for (column, &y) in columns[at..at + 8].iter_mut().zip(&y) {
                    column.0 = std::mem::transmute::<__m256i, [u16; LANES]>(y);
                }
            }
            at += 8;
        }
        let mut rest = *rows;
        for row in &mut rest {
            *row = &row[at..];
        }
        Portable.transpose(&rest, &mut columns[at..]);
    }
}

impl Products for Avx512 {
    #[inline(always)]
    fn add_up(self, a: &[Numbers], b: &[Numbers], pairs: &[Pair], runs: &[Run]) -> [u64; LANES] {
        self.avx2().add_up(a, b, pairs, runs)
    }

    #[inline(always)]
    fn transpose(self, rows: &[&[u16]; LANES], columns: &mut [Numbers]) {
        self.avx2().transpose(rows, columns);
    }
}
