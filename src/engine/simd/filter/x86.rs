//! Passes over up to eight masks at a time with AVX-512, and up to four with AVX2.
//!
//! Each step of the filter packs the kept masks in registers and writes whole registers. Only the
//! first lanes of each register matter. Writing only those lanes (a compress to memory) is
//! microcoded and slow on some machines.

#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ptr::null_mut;

#[cfg(miri)]
use super::super::miri::{
    _mm256_maskz_compress_epi32, _mm512_maskz_compress_epi64, _mm512_ternarylogic_epi64,
};
use super::super::tokens::{Avx2, Avx512, Portable};
use super::{Arrays, AtLeast, Counters, Mask, MaskFilter, Span, prepare};
use crate::arrays::filled;

/// The length up to which spans are filtered, and with AVX-512 searched, one mask at a time. The
/// parent of a node has just written the masks that the node reads, and a wide load from several
/// overlapping stores has to wait until all of them have reached the cache. On an AMD EPYC (Zen 4),
/// this limit makes searches with mostly small nodes (dominoes, Latin squares) twice as fast.
const SHORT: usize = 24;

/// Filters a short span. This separate function keeps the rest small enough to be inlined.
#[inline(never)]
fn filter_short<const W: usize>(
    arrays: &mut Arrays<W>,
    from: Span,
    to: usize,
    killed: &Mask<W>,
    counted: usize,
) -> (Span, AtLeast<W>) {
    Portable.filter(arrays, from, to, killed, counted)
}

impl MaskFilter for Avx512 {
    #[inline(always)]
    fn filter<const W: usize>(
        self,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        killed: &Mask<W>,
        counted: usize,
    ) -> (Span, AtLeast<W>) {
        if from.len <= SHORT {
            return filter_short(arrays, from, to, killed, counted);
        }
        if arrays.are_tagged {
            return self.avx2().filter_tagged(arrays, from, to, killed, counted);
        }
        prepare(arrays, from, to);
        let mut kept = 0;
        // All arrays have the same length. After `prepare`, they have at least `MARGIN` (eight)
        // entries beyond `to + from.len`. Reads go up to seven entries beyond the end of the span,
        // and this end is at most `to + from.len`. Writes start at `to + kept`, where `kept` is at
        // most the number of masks read before this step, and cover eight entries. So they stay
        // within the margin, and if `to` is the start of the span, they change nothing still to be
        // read.
        // SAFETY: `self` proves that the machine has AVX-512, and all accesses are in the arrays.
        unsafe {
            let zero = _mm512_setzero_si512();
            let (mut one, mut two, mut three) = ([zero; W], [zero; W], [zero; W]);
            let killed: [_; W] = filled(zero, |w| _mm512_set1_epi64(killed[w].cast_signed()));
            let words: [*mut u64; W] = filled(null_mut(), |w| arrays.words[w].as_mut_ptr());
            let names = arrays.names.as_mut_ptr();
            let mut at = 0;
            while at < from.len {
                let mut mask = [zero; W];
                let mut met = zero;
                for w in 0..W {
                    mask[w] = _mm512_loadu_si512(words[w].add(from.start + at).cast());
                    // met | mask & killed
                    met = _mm512_ternarylogic_epi64::<0xF8>(met, mask[w], killed[w]);
                }
                let inside = (0xFF_u16 >> (8 - (from.len - at).min(8))) as u8;
                let keep = _mm512_mask_testn_epi64_mask(inside, met, met);
                for w in 0..W {
                    let mask = _mm512_maskz_compress_epi64(keep, mask[w]);
                    _mm512_storeu_si512(words[w].add(to + kept).cast(), mask);
                    if w < counted {
                        three[w] = _mm512_ternarylogic_epi64::<0xF8>(three[w], two[w], mask);
                        two[w] = _mm512_ternarylogic_epi64::<0xF8>(two[w], one[w], mask);
                        one[w] = _mm512_or_si512(one[w], mask);
                    }
                }
                let name = _mm256_loadu_si256(names.add(from.start + at).cast());
                _mm256_storeu_si256(
                    names.add(to + kept).cast(),
                    _mm256_maskz_compress_epi32(keep, name),
                );
                kept += keep.count_ones() as usize;
                at += 8;
            }
            let mut at_least = AtLeast::NONE;
            for w in 0..counted.min(W) {
                (at_least.one[w], at_least.two[w], at_least.three[w]) =
                    folded_512(one[w], two[w], three[w]);
            }
            (Span { start: to, len: kept }, at_least)
        }
    }

    #[inline(always)]
    fn find<const W: usize>(
        self,
        arrays: &Arrays<W>,
        span: Span,
        at: usize,
        bit: usize,
    ) -> Option<usize> {
        if span.len <= SHORT {
            return Portable.find(arrays, span, at, bit);
        }
        let words = &arrays.words[bit / 64][..span.end()];
        let mut at = at;
        // SAFETY: `self` proves that the machine has AVX-512, and masked lanes are not read.
        unsafe {
            let bit = _mm512_set1_epi64((1_u64 << (bit % 64)).cast_signed());
            while at < span.end() {
                let inside = (0xFF_u16 >> (8 - (span.end() - at).min(8))) as u8;
                let step = _mm512_maskz_loadu_epi64(inside, words.as_ptr().add(at).cast());
                let found = _mm512_test_epi64_mask(step, bit);
                if found != 0 {
                    return Some(at + found.trailing_zeros() as usize);
                }
                at += 8;
            }
        }
        None
    }
}

/// Adds up the counts of eight lanes.
#[inline(always)]
unsafe fn folded_512(one: __m512i, two: __m512i, three: __m512i) -> (u64, u64, u64) {
    let (mut a, mut b, mut c) = (one, two, three);
    macro_rules! fold {
        ($turned:expr) => {
            let (x, y, z) = ($turned(a), $turned(b), $turned(c));
            c = _mm512_or_si512(
                _mm512_or_si512(c, z),
                _mm512_or_si512(_mm512_and_si512(a, y), _mm512_and_si512(b, x)),
            );
            b = _mm512_ternarylogic_epi64::<0xF8>(_mm512_or_si512(b, y), a, x);
            a = _mm512_or_si512(a, x);
        };
    }
    // SAFETY: the caller has AVX-512.
    unsafe {
        fold!(|x| _mm512_shuffle_i64x2::<0x4E>(x, x));
        fold!(|x| _mm512_shuffle_i64x2::<0xB1>(x, x));
        fold!(|x| _mm512_shuffle_epi32::<0x4E>(x));
        let low = |x: __m512i| _mm_cvtsi128_si64(_mm512_castsi512_si128(x)).cast_unsigned();
        (low(a), low(b), low(c))
    }
}

/// For each subset of four lanes of 64 bits, the order of their eight halves that moves the lanes
/// of the subset to the front.
static TOGETHER: [[u32; 8]; 16] = {
    let mut orders = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut lane, mut to) = (0, 0);
        while lane < 4 {
            if set >> lane & 1 == 1 {
                orders[set][2 * to] = 2 * lane as u32;
                orders[set][2 * to + 1] = 2 * lane as u32 + 1;
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    orders
};

/// The same for four lanes of 32 bits, as the order of their bytes.
static TOGETHER_HALF: [[u8; 16]; 16] = {
    let mut orders = [[0; 16]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut lane, mut to) = (0, 0);
        while lane < 4 {
            if set >> lane & 1 == 1 {
                let mut byte = 0;
                while byte < 4 {
                    orders[set][4 * to + byte] = (4 * lane + byte) as u8;
                    byte += 1;
                }
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    orders
};

/// Masks of four lanes. The four numbers from index `4 - n` on select the first `n` lanes.
static INSIDE: [i64; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];

impl MaskFilter for Avx2 {
    #[inline(always)]
    fn filter<const W: usize>(
        self,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        killed: &Mask<W>,
        counted: usize,
    ) -> (Span, AtLeast<W>) {
        if from.len <= SHORT {
            return filter_short(arrays, from, to, killed, counted);
        }
        if arrays.are_tagged {
            return self.filter_tagged(arrays, from, to, killed, counted);
        }
        self.filter_long::<W, false>(arrays, from, to, killed, counted)
    }

    #[inline(always)]
    fn find<const W: usize>(
        self,
        arrays: &Arrays<W>,
        span: Span,
        at: usize,
        bit: usize,
    ) -> Option<usize> {
        let words = &arrays.words[bit / 64][..span.end()];
        (at..span.end()).find(|&at| words[at] >> (bit % 64) & 1 == 1)
    }
}

impl Avx2 {
    /// Filters masks with tags. This separate function keeps the filter without tags small enough
    /// to be inlined.
    fn filter_tagged<const W: usize>(
        self,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        killed: &Mask<W>,
        counted: usize,
    ) -> (Span, AtLeast<W>) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn run<const W: usize>(
            isa: Avx2,
            arrays: &mut Arrays<W>,
            from: Span,
            to: usize,
            killed: &Mask<W>,
            counted: usize,
        ) -> (Span, AtLeast<W>) {
            isa.filter_long::<W, true>(arrays, from, to, killed, counted)
        }
        // SAFETY: `self` proves that the machine has these instructions.
        unsafe { run(self, arrays, from, to, killed, counted) }
    }

    #[inline(always)]
    fn filter_long<const W: usize, const TAGGED: bool>(
        self,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        killed: &Mask<W>,
        counted: usize,
    ) -> (Span, AtLeast<W>) {
        prepare(arrays, from, to);
        let mut kept = 0;
        // SAFETY: as for AVX-512, with four entries in each step instead of eight. Of the eight
        // numbers of `INSIDE`, four are read, and the index of the first is between 0 and 3.
        unsafe {
            let zero = _mm256_setzero_si256();
            let (mut one, mut two, mut three) = ([zero; W], [zero; W], [zero; W]);
            let killed: [_; W] = filled(zero, |w| _mm256_set1_epi64x(killed[w].cast_signed()));
            let words: [*mut u64; W] = filled(null_mut(), |w| arrays.words[w].as_mut_ptr());
            let names = arrays.names.as_mut_ptr();
            let mut at = 0;
            while at < from.len {
                let mut mask = [zero; W];
                let mut met = zero;
                for w in 0..W {
                    mask[w] = _mm256_loadu_si256(words[w].add(from.start + at).cast());
                    // Equal tags give all ones, and different tags give 0.
                    let meets = if TAGGED && w == W - 1 {
                        _mm256_cmpeq_epi16(mask[w], killed[w])
                    } else {
                        _mm256_and_si256(mask[w], killed[w])
                    };
                    met = _mm256_or_si256(met, meets);
                }
                let inside =
                    _mm256_loadu_si256(INSIDE.as_ptr().add(4 - (from.len - at).min(4)).cast());
                let keep = _mm256_and_si256(_mm256_cmpeq_epi64(met, zero), inside);
                let set = (_mm256_movemask_pd(_mm256_castsi256_pd(keep)) & 15) as usize;
                let order = _mm256_loadu_si256(TOGETHER[set].as_ptr().cast());
                for w in 0..W {
                    _mm256_storeu_si256(
                        words[w].add(to + kept).cast(),
                        _mm256_permutevar8x32_epi32(mask[w], order),
                    );
                    if w < counted {
                        let mask = _mm256_and_si256(mask[w], keep);
                        three[w] = _mm256_or_si256(three[w], _mm256_and_si256(two[w], mask));
                        two[w] = _mm256_or_si256(two[w], _mm256_and_si256(one[w], mask));
                        one[w] = _mm256_or_si256(one[w], mask);
                    }
                }
                let name = _mm_loadu_si128(names.add(from.start + at).cast());
                let order = _mm_loadu_si128(TOGETHER_HALF[set].as_ptr().cast());
                _mm_storeu_si128(names.add(to + kept).cast(), _mm_shuffle_epi8(name, order));
                kept += set.count_ones() as usize;
                at += 4;
            }
            let mut at_least = AtLeast::NONE;
            for w in 0..counted.min(W) {
                (at_least.one[w], at_least.two[w], at_least.three[w]) =
                    folded_256(one[w], two[w], three[w]);
            }
            (Span { start: to, len: kept }, at_least)
        }
    }
}

/// Adds up the counts of four lanes.
#[inline(always)]
unsafe fn folded_256(one: __m256i, two: __m256i, three: __m256i) -> (u64, u64, u64) {
    let (mut a, mut b, mut c) = (one, two, three);
    macro_rules! fold {
        ($turned:expr) => {
            let (x, y, z) = ($turned(a), $turned(b), $turned(c));
            c = _mm256_or_si256(
                _mm256_or_si256(c, z),
                _mm256_or_si256(_mm256_and_si256(a, y), _mm256_and_si256(b, x)),
            );
            b = _mm256_or_si256(_mm256_or_si256(b, y), _mm256_and_si256(a, x));
            a = _mm256_or_si256(a, x);
        };
    }
    // SAFETY: the caller has AVX2.
    unsafe {
        fold!(|x| _mm256_permute4x64_epi64::<0x4E>(x));
        fold!(|x| _mm256_shuffle_epi32::<0x4E>(x));
        let low = |x: __m256i| _mm_cvtsi128_si64(_mm256_castsi256_si128(x)).cast_unsigned();
        (low(a), low(b), low(c))
    }
}

impl Counters for Avx512 {
    type Words = __m512i;
    const LANES: usize = 8;
    const TURNS: usize = 3;

    #[inline(always)]
    fn zero(self) -> __m512i {
        // SAFETY: `self` proves that the machine has AVX-512.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn gather(self, words: &[u64]) -> __m512i {
        let inside = 0xFF_u16 >> (8 - words.len().min(8));
        // SAFETY: `self` proves that the machine has AVX-512. The lanes beyond the slice are masked
        // and not read.
        unsafe { _mm512_maskz_loadu_epi64(inside as u8, words.as_ptr().cast()) }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
        // SAFETY: `self` proves that the machine has AVX-512. The numbers are the truth tables of
        // sum and majority.
        unsafe {
            (_mm512_ternarylogic_epi64::<0x96>(a, b, c), _mm512_ternarylogic_epi64::<0xE8>(a, b, c))
        }
    }

    #[inline(always)]
    fn turn(self, words: __m512i, by: usize) -> __m512i {
        // SAFETY: `self` proves that the machine has AVX-512.
        unsafe {
            match by {
                0 => _mm512_shuffle_i64x2::<0x4E>(words, words),
                1 => _mm512_shuffle_i64x2::<0xB1>(words, words),
                _ => _mm512_shuffle_epi32::<0x4E>(words),
            }
        }
    }

    #[inline(always)]
    fn first(self, words: __m512i) -> u64 {
        // SAFETY: `self` proves that the machine has AVX-512.
        unsafe { _mm_cvtsi128_si64(_mm512_castsi512_si128(words)).cast_unsigned() }
    }
}

impl Counters for Avx2 {
    type Words = __m256i;
    const LANES: usize = 4;
    const TURNS: usize = 2;

    #[inline(always)]
    fn zero(self) -> __m256i {
        // SAFETY: `self` proves that the machine has AVX2.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn gather(self, words: &[u64]) -> __m256i {
        // SAFETY: `self` proves that the machine has AVX2. Only words of the slice are read: four
        // of them, or those that are not masked. Of the eight numbers of `INSIDE`, four are read,
        // and the index of the first is between 1 and 4.
        unsafe {
            if words.len() >= 4 {
                return _mm256_loadu_si256(words.as_ptr().cast());
            }
            let inside = _mm256_loadu_si256(INSIDE.as_ptr().add(4 - words.len()).cast());
            _mm256_maskload_epi64(words.as_ptr().cast(), inside)
        }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i, c: __m256i) -> (__m256i, __m256i) {
        // SAFETY: `self` proves that the machine has AVX2.
        unsafe {
            let sum = _mm256_xor_si256(a, b);
            let carry = _mm256_or_si256(_mm256_and_si256(a, b), _mm256_and_si256(sum, c));
            (_mm256_xor_si256(sum, c), carry)
        }
    }

    #[inline(always)]
    fn turn(self, words: __m256i, by: usize) -> __m256i {
        // SAFETY: `self` proves that the machine has AVX2.
        unsafe {
            match by {
                0 => _mm256_permute4x64_epi64::<0x4E>(words),
                _ => _mm256_shuffle_epi32::<0x4E>(words),
            }
        }
    }

    #[inline(always)]
    fn first(self, words: __m256i) -> u64 {
        // SAFETY: `self` proves that the machine has AVX2.
        unsafe { _mm_cvtsi128_si64(_mm256_castsi256_si128(words)).cast_unsigned() }
    }
}
