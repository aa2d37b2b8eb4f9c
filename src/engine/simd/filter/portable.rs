//! The filter with one mask at a time.

use super::super::tokens::Portable;
use super::{Arrays, AtLeast, Counters, Mask, MaskFilter, Span, prepare};

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
        prepare(arrays, from, to);
        let mut at_least = AtLeast::NONE;
        let mut end = to;
        for at in from.start..from.end() {
            let mask = arrays.mask(at);
            // The write is unconditional, and the next one overwrites a mask that is not kept: a
            // branch here is mispredicted too often.
            (0..W).for_each(|w| arrays.words[w][end] = mask[w]);
            arrays.names[end] = arrays.names[at];
            let met = (0..W).fold(0, |met, w| met | mask[w] & killed[w]);
            let keep = if met == 0 { u64::MAX } else { 0 };
            #[expect(
                clippy::needless_range_loop,
                reason = "`zip` is not inlined between units of code"
            )]
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
