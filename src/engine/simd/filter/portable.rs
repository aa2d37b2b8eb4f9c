//! Passes over one mask at a time, in ordinary words.

use super::super::tokens::Portable;
use super::{Arrays, AtLeast, Counters, Mask, MaskFilter, Span, prepare};

#[inline(always)]
fn filter<const W: usize, const TAGGED: bool>(
    arrays: &mut Arrays<W>,
    from: Span,
    to: usize,
    killed: &Mask<W>,
    counted: usize,
) -> (Span, AtLeast<W>) {
    prepare(arrays, from, to);
    let mut at_least = AtLeast::NONE;
    let mut end = to;
    for at in from.start..from.end() {
        let mask = arrays.mask(at);
        // The write is unconditional, because a branch here is mispredicted too often. The next
        // write, if there is one, overwrites a mask that is not kept.
        (0..W).for_each(|w| arrays.words[w][end] = mask[w]);
        arrays.names[end] = arrays.names[at];
        let met = if TAGGED {
            (0..W - 1).fold(0, |met, w| met | mask[w] & killed[w])
                | equal_tags(mask[W - 1], killed[W - 1])
        } else {
            (0..W).fold(0, |met, w| met | mask[w] & killed[w])
        };
        let keep = if met == 0 { u64::MAX } else { 0 };
        #[expect(clippy::needless_range_loop, reason = "`zip` is not inlined across codegen units")]
        for w in 0..W {
            if w >= counted {
                break;
            }
            let word = mask[w] & keep;
            at_least.three[w] |= at_least.two[w] & word;
            at_least.two[w] |= at_least.one[w] & word;
            at_least.one[w] |= word;
        }
        end += usize::from(met == 0);
    }
    (Span { start: to, len: end - to }, at_least)
}

/// Filters masks with tags. This separate function keeps the filter without tags small enough to be
/// inlined.
#[inline(never)]
fn filter_tagged<const W: usize>(
    arrays: &mut Arrays<W>,
    from: Span,
    to: usize,
    killed: &Mask<W>,
    counted: usize,
) -> (Span, AtLeast<W>) {
    filter::<W, true>(arrays, from, to, killed, counted)
}

/// Returns 0 if and only if no two tags in the same place are equal.
#[inline(always)]
fn equal_tags(a: u64, b: u64) -> u64 {
    const ONES: u64 = 0x0001_0001_0001_0001;
    let differences = a ^ b;
    // The highest bit of the lowest tag with difference 0, and maybe the highest bits of tags above
    // it.
    differences.wrapping_sub(ONES) & !differences & (ONES << 15)
}

impl MaskFilter for Portable {
    #[inline(always)]
    fn filter<const W: usize>(
        self,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        killed: &Mask<W>,
        counted: usize,
    ) -> (Span, AtLeast<W>) {
        if arrays.are_tagged {
            filter_tagged(arrays, from, to, killed, counted)
        } else {
            filter::<W, false>(arrays, from, to, killed, counted)
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
        let words = &arrays.words[bit / 64][..span.end()];
        (at..span.end()).find(|&at| words[at] >> (bit % 64) & 1 == 1)
    }
}

impl Counters for Portable {
    type Words = u64;
    const LANES: usize = 1;
    const TURNS: usize = 0;

    #[inline(always)]
    fn zero(self) -> u64 {
        0
    }

    #[inline(always)]
    fn gather(self, words: &[u64]) -> u64 {
        words.first().copied().unwrap_or(0)
    }

    #[inline(always)]
    fn add(self, a: u64, b: u64, c: u64) -> (u64, u64) {
        (a ^ b ^ c, a & b | (a ^ b) & c)
    }

    #[inline(always)]
    fn turn(self, words: u64, _: usize) -> u64 {
        words
    }

    #[inline(always)]
    fn first(self, words: u64) -> u64 {
        words
    }
}
