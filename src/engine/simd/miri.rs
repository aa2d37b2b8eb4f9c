//! The AVX-512 instructions that Miri does not interpret, computed on arrays. They only use
//! registers, so Miri still checks every memory access of the code that calls them. A test compares
//! them with the instructions of the machine.

#![allow(unsafe_code, reason = "conversions between registers and arrays of the same size")]

use std::arch::x86_64::{__m256i, __m512i};
use std::mem::transmute;

/// Combines three registers bit by bit with a truth table, as `vpternlog` does.
#[target_feature(enable = "avx512f")]
pub(super) fn _mm512_ternarylogic_epi64<const TABLE: i32>(
    a: __m512i,
    b: __m512i,
    c: __m512i,
) -> __m512i {
    let [a, b, c] = [a, b, c].map(words);
    let word = |i: usize| {
        (0..8).filter(|set| TABLE >> set & 1 != 0).fold(0, |sum, set| {
            let of = |word: u64, bit: i32| if set >> bit & 1 != 0 { word } else { !word };
            sum | of(a[i], 2) & of(b[i], 1) & of(c[i], 0)
        })
    };
    register(std::array::from_fn(word))
}

#[target_feature(enable = "avx512f")]
pub(super) fn _mm512_ternarylogic_epi32<const TABLE: i32>(
    a: __m512i,
    b: __m512i,
    c: __m512i,
) -> __m512i {
    _mm512_ternarylogic_epi64::<TABLE>(a, b, c)
}

/// Moves the lanes that the mask selects to the front and sets the rest to zero, as `vpcompressq`
/// does.
#[target_feature(enable = "avx512f")]
pub(super) fn _mm512_maskz_compress_epi64(keep: u8, a: __m512i) -> __m512i {
    register(compressed(keep, words(a)))
}

/// Does the same with lanes of 32 bits, as `vpcompressd` does.
#[target_feature(enable = "avx512f,avx512vl")]
pub(super) fn _mm256_maskz_compress_epi32(keep: u8, a: __m256i) -> __m256i {
    // SAFETY: both types have 32 bytes, and every pattern of bits is a value of each.
    unsafe { transmute(compressed(keep, transmute::<__m256i, [u32; 8]>(a))) }
}

fn compressed<T: Copy + Default>(keep: u8, lanes: [T; 8]) -> [T; 8] {
    let mut kept = (0..8).filter(|lane| keep >> lane & 1 != 0).map(|lane| lanes[lane]);
    std::array::from_fn(|_| kept.next().unwrap_or_default())
}

fn words(a: __m512i) -> [u64; 8] {
    // SAFETY: both types have 64 bytes, and every pattern of bits is a value of each.
    unsafe { transmute(a) }
}

fn register(words: [u64; 8]) -> __m512i {
    // SAFETY: as in `words`.
    unsafe { transmute(words) }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::arch::x86_64 as machine;

    use super::super::tokens::Avx512;
    use super::*;

    #[test]
    fn computed_instructions_are_those_of_the_machine() {
        if Avx512::detect().is_none() {
            return;
        }
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            random ^ random >> 29
        };
        macro_rules! look_up {
            ($($table:literal)*) => {$({
                let [a, b, c] = [(); 3].map(|()| register(std::array::from_fn(|_| next())));
                // SAFETY: the machine has AVX-512.
                let (computed, right) = unsafe {
                    (
                        _mm512_ternarylogic_epi32::<$table>(a, b, c),
                        machine::_mm512_ternarylogic_epi32::<$table>(a, b, c),
                    )
                };
                assert_eq!(words(computed), words(right));
            })*};
        }
        look_up!(0x00 0x01 0x02 0x10 0x96 0xE8 0xF8 0xFE 0xFF);
        for keep in 0..=u8::MAX {
            let a = register(std::array::from_fn(|_| next()));
            // SAFETY: the machine has AVX-512, and the first half of a register of 64 bytes is one
            // of 32 bytes.
            unsafe {
                assert_eq!(
                    words(_mm512_maskz_compress_epi64(keep, a)),
                    words(machine::_mm512_maskz_compress_epi64(keep, a))
                );
                let half = machine::_mm512_castsi512_si256(a);
                let lanes = |a| transmute::<__m256i, [u32; 8]>(a);
                assert_eq!(
                    lanes(_mm256_maskz_compress_epi32(keep, half)),
                    lanes(machine::_mm256_maskz_compress_epi32(keep, half))
                );
            }
        }
    }
}
