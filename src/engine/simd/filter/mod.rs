//! Passes over an array of masks. The filter copies the masks that do not meet a given mask, and
//! finds the bits that are in at least one, two or three of the copies.

mod components;
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(in crate::engine) use components::{components, ones};

use super::tokens::Portable;
use crate::arrays::filled;

pub(in crate::engine) type Mask<const W: usize> = [u64; W];

/// The bits that are in at least one, two and three masks of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct AtLeast<const W: usize> {
    pub(in crate::engine) one: Mask<W>,
    pub(in crate::engine) two: Mask<W>,
    pub(in crate::engine) three: Mask<W>,
}

impl<const W: usize> AtLeast<W> {
    pub(in crate::engine) const NONE: Self = Self { one: [0; W], two: [0; W], three: [0; W] };

    /// Returns the counts for the masks of two arrays together.
    pub(in crate::engine) fn and_of(&self, other: &Self) -> Self {
        let of = |word: fn([u64; 3], [u64; 3]) -> u64| {
            filled(0, |w| {
                word(
                    [self.one[w], self.two[w], self.three[w]],
                    [other.one[w], other.two[w], other.three[w]],
                )
            })
        };
        Self {
            one: of(|a, b| a[0] | b[0]),
            two: of(|a, b| a[1] | b[1] | a[0] & b[0]),
            three: of(|a, b| a[2] | b[2] | a[1] & b[0] | a[0] & b[1]),
        }
    }
}

/// A range of masks in their arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Span {
    pub(in crate::engine) start: usize,
    pub(in crate::engine) len: usize,
}

impl Span {
    pub(in crate::engine) fn end(self) -> usize {
        self.start + self.len
    }
}

/// Masks, in an array for each of their words, with an array of their names. All arrays have the
/// same length.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Arrays<const W: usize> {
    words: [Vec<u64>; W],
    names: Vec<u32>,
    /// True if the last word of a mask holds four tags of 16 bits. Two masks with the same tag in
    /// the same place meet, unless the tag is 0, which stands for no tag.
    are_tagged: bool,
}

/// The number of entries beyond the last mask that a pass may read and write.
const MARGIN: usize = 8;

impl<const W: usize> Arrays<W> {
    /// Returns arrays that begin with these masks. The name of each mask is its position.
    pub(in crate::engine) fn new(masks: impl ExactSizeIterator<Item = Mask<W>>) -> Self {
        let len = masks.len();
        let mut words = [(); W].map(|()| Vec::with_capacity(2 * len + MARGIN));
        for mask in masks {
            (0..W).for_each(|w| words[w].push(mask[w]));
        }
        let mut arrays = Self { words, names: (0..len as u32).collect(), are_tagged: false };
        arrays.make_room(len + MARGIN);
        arrays
    }

    pub(in crate::engine) fn tagged(self) -> Self {
        Self { are_tagged: true, ..self }
    }

    /// Grows the arrays to at least this length.
    #[inline(always)]
    fn make_room(&mut self, len: usize) {
        if self.names.len() < len {
            self.grow(len);
        }
    }

    #[cold]
    fn grow(&mut self, len: usize) {
        self.words.iter_mut().for_each(|words| words.resize(len * 2, 0));
        self.names.resize(len * 2, 0);
    }

    #[inline(always)]
    pub(in crate::engine) fn name(&self, at: usize) -> usize {
        self.names[at] as usize
    }

    #[inline(always)]
    pub(in crate::engine) fn mask(&self, at: usize) -> Mask<W> {
        filled(0, |w| self.words[w][at])
    }

    #[inline(always)]
    pub(in crate::engine) fn set_only(&mut self, at: usize, bit: usize) {
        (0..W).for_each(|w| self.words[w][at] = 0);
        self.words[bit / 64][at] = 1 << (bit % 64);
    }

    pub(in crate::engine) fn put(&mut self, at: usize, mask: &Mask<W>, name: u32) {
        self.make_room(at + MARGIN);
        (0..W).for_each(|w| self.words[w][at] = mask[w]);
        self.names[at] = name;
    }

    pub(in crate::engine) fn bytes(&self) -> usize {
        self.names.len() * (W * size_of::<u64>() + size_of::<u32>())
    }

    /// Returns the number of masks of a span that have this bit.
    #[inline(always)]
    pub(in crate::engine) fn count(&self, span: Span, bit: usize) -> usize {
        let words = &self.words[bit / 64][span.start..span.end()];
        words.iter().fold(0, |count, word| count + (word >> (bit % 64) & 1)) as usize
    }

    #[inline(always)]
    pub(in crate::engine) fn copy(&mut self, from: usize, to: usize) {
        self.words.iter_mut().for_each(|words| words[to] = words[from]);
        self.names[to] = self.names[from];
    }

    /// Returns the first index of the span at which every given bit has been seen, with the bits
    /// first seen there. Each bit must be in some mask.
    #[inline(always)]
    pub(in crate::engine) fn all_seen(&self, span: Span, bits: &Mask<W>) -> (usize, Mask<W>) {
        const STEP: usize = 8;
        let mut missing = *bits;
        let mut at = span.start;
        while at + STEP <= span.end() {
            let mut rest = [0; W];
            for w in 0..W {
                let mut seen = 0;
                for word in &self.words[w][at..at + STEP] {
                    seen |= word;
                }
                rest[w] = missing[w] & !seen;
            }
            if is_empty(&rest) {
                break;
            }
            missing = rest;
            at += STEP;
        }
        while at + 1 < span.end() {
            let rest = without(&missing, &self.mask(at));
            if is_empty(&rest) {
                break;
            }
            missing = rest;
            at += 1;
        }
        (at, missing)
    }
}

/// The passes over arrays of masks.
pub(in crate::engine) trait MaskFilter: Counters {
    /// Copies the masks of a span that do not meet `killed` to the entries from `to` on. `to` must
    /// be the start of the span or not before its end. Returns the span of the copies, and the
    /// counts of the bits of their first `counted` words.
    ///
    /// If the masks are tagged, a mask is also left out if its last word and that of `killed` have
    /// the same tag in the same place. A tag of all ones in `killed` stands for no tag.
    ///
    /// # Panics
    /// If the span is not within the arrays, or `to` is before the end of the span and not at its
    /// start.
    fn filter<const W: usize>(
        self,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        killed: &Mask<W>,
        counted: usize,
    ) -> (Span, AtLeast<W>);

    /// Returns the index of the first mask of the span, from `at` on, that has this bit.
    fn find<const W: usize>(
        self,
        arrays: &Arrays<W>,
        span: Span,
        at: usize,
        bit: usize,
    ) -> Option<usize>;
}

/// Checks the conditions of [`MaskFilter::filter`], and makes room.
#[inline(always)]
fn prepare<const W: usize>(arrays: &mut Arrays<W>, from: Span, to: usize) {
    // Neither `from.end()` nor the room can overflow after this.
    assert!(from.start <= arrays.names.len() && from.len <= arrays.names.len() - from.start);
    assert!(to == from.start || to >= from.end());
    arrays.make_room(to.saturating_add(from.len + MARGIN));
}

/// The operations on lanes of 64 counters side by side. A word of a lane holds one binary digit of
/// its 64 counters.
pub(in crate::engine) trait Counters: Copy {
    /// Words, one in each lane.
    type Words: Copy;
    const LANES: usize;
    /// The number of rotations with which the counts of all lanes are added up in the first lane.
    const TURNS: usize;

    fn zero(self) -> Self::Words;

    /// Loads as many words of a slice as there are lanes. Missing words are 0.
    fn gather(self, words: &[u64]) -> Self::Words;

    /// Returns the sum and the carry of three words of binary digits.
    fn add(self, a: Self::Words, b: Self::Words, c: Self::Words) -> (Self::Words, Self::Words);

    /// Moves the words to other lanes, by rotation number `by`.
    fn turn(self, words: Self::Words, by: usize) -> Self::Words;

    fn first(self, words: Self::Words) -> u64;
}

/// The largest number of binary digits of a count.
const DIGITS: usize = 32;

/// The largest number of masks for which counting in ordinary words is faster. Wide words have
/// lanes that must be added up at the end.
const FEW: usize = 64;

/// Counts each of 64 bits in these words. Returns the binary digits of the 64 counts, the lowest
/// first, and the number of digits.
///
/// A tree of carry-save adders (Harley and Seal) sums eight vectors at a time. It leaves one carry
/// for every eight vectors, which is added to the higher digits.
#[inline(always)]
fn count<C: Counters>(counters: C, words: &[u64]) -> ([u64; DIGITS], usize) {
    let zero = counters.zero();
    let mut digits = [zero; DIGITS];
    let in_lane = words.len().div_ceil(C::LANES);
    // Three digits for a group of eight vectors, and the digits that count the groups.
    let mut used = 3 + (usize::BITS - (in_lane / 8).leading_zeros()) as usize;
    let [mut ones, mut twos, mut fours] = [zero; 3];
    for group in words.chunks(8 * C::LANES) {
        let (sum, two_a) =
            counters.add(ones, vector(counters, group, 0), vector(counters, group, 1));
        let (sum, two_b) =
            counters.add(sum, vector(counters, group, 2), vector(counters, group, 3));
        let (two, four_a) = counters.add(twos, two_a, two_b);
        let (sum, two_a) =
            counters.add(sum, vector(counters, group, 4), vector(counters, group, 5));
        let (sum, two_b) =
            counters.add(sum, vector(counters, group, 6), vector(counters, group, 7));
        let (two, four_b) = counters.add(two, two_a, two_b);
        let (four, mut carry) = counters.add(fours, four_a, four_b);
        (ones, twos, fours) = (sum, two, four);
        for digit in &mut digits[3..used] {
            (*digit, carry) = counters.add(*digit, carry, zero);
        }
    }
    (digits[0], digits[1], digits[2]) = (ones, twos, fours);
    for turn in 0..C::TURNS {
        let mut carry = zero;
        for digit in &mut digits[..used] {
            (*digit, carry) = counters.add(*digit, counters.turn(*digit, turn), carry);
        }
        digits[used] = carry;
        used += 1;
    }
    let mut counts = [0; DIGITS];
    // There are no closures here and above, because a closure is not always inlined, and is then
    // compiled for the baseline instruction set.
    for (count, digit) in counts.iter_mut().zip(&digits).take(used) {
        *count = counters.first(*digit);
    }
    (counts, used)
}

#[inline(always)]
fn vector<C: Counters>(counters: C, group: &[u64], at: usize) -> C::Words {
    counters.gather(group.get(at * C::LANES..).unwrap_or(&[]))
}

impl<const W: usize> Arrays<W> {
    /// Returns the first of the given bits that are in the fewest masks of the span. The bits are
    /// in the first `counted` words.
    #[inline(always)]
    pub(in crate::engine) fn rarest<C: Counters>(
        &self,
        counters: C,
        span: Span,
        bits: &Mask<W>,
        counted: usize,
    ) -> Option<usize> {
        if span.len <= FEW {
            self.rarest_of_few(span, bits, counted)
        } else {
            self.rarest_by(counters, span, bits, counted)
        }
    }

    /// Returns the rarest bit for a short span. This separate function keeps the code for wide
    /// registers small enough to be inlined.
    #[inline(never)]
    fn rarest_of_few(&self, span: Span, bits: &Mask<W>, counted: usize) -> Option<usize> {
        self.rarest_by(Portable, span, bits, counted)
    }

    #[inline(always)]
    fn rarest_by<C: Counters>(
        &self,
        counters: C,
        span: Span,
        bits: &Mask<W>,
        counted: usize,
    ) -> Option<usize> {
        let mut digits = [[0; DIGITS]; W];
        let mut used = 0;
        #[expect(clippy::needless_range_loop, reason = "`zip` is not inlined across codegen units")]
        for w in 0..counted.min(W) {
            (digits[w], used) = count(counters, &self.words[w][span.start..span.end()]);
        }
        let mut rarest = *bits;
        for digit in (0..used).rev() {
            let without: Mask<W> = filled(0, |w| rarest[w] & !digits[w][digit]);
            if without.iter().any(|&word| word != 0) {
                rarest = without;
            }
        }
        lowest(&rarest)
    }
}

impl<const W: usize> Arrays<W> {
    /// Writes, for each bit of the first `counted` words, the number of masks of the span that have
    /// it.
    #[inline(always)]
    pub(in crate::engine) fn counts<C: Counters>(
        &self,
        counters: C,
        span: Span,
        counted: usize,
        counts: &mut [[u32; 64]; W],
    ) {
        for (w, counts) in counts[..counted.min(W)].iter_mut().enumerate() {
            let (digits, used) = count(counters, &self.words[w][span.start..span.end()]);
            *counts = [0; 64];
            for (at, digit) in digits[..used].iter().enumerate() {
                for (bit, count) in counts.iter_mut().enumerate() {
                    *count |= ((digit >> bit & 1) as u32) << at;
                }
            }
        }
    }
}

/// Sets of bits by their difference: the number of masks that have a bit, minus a given number.
pub(in crate::engine) struct Differences<const W: usize> {
    /// The bits with a difference of 0 or less.
    pub(in crate::engine) none: Mask<W>,
    /// The bits with difference 1.
    pub(in crate::engine) one: Mask<W>,
    /// The first of the bits with the smallest difference, if there are no bits in `none`.
    pub(in crate::engine) least: Option<usize>,
}

impl<const W: usize> Arrays<W> {
    /// Returns the differences of `bits`: for each bit, the number of masks of a span that have it,
    /// minus its number in `less`. `less` has the binary digits of these numbers, the lowest first.
    /// The bits are in the first `counted` words.
    #[inline(always)]
    pub(in crate::engine) fn differences<C: Counters>(
        &self,
        counters: C,
        span: Span,
        bits: &Mask<W>,
        less: &[Mask<W>],
        counted: usize,
    ) -> Differences<W> {
        if span.len <= FEW {
            self.differences_of_few(span, bits, less, counted)
        } else {
            self.differences_by(counters, span, bits, less, counted)
        }
    }

    /// Returns the differences for a short span. This separate function keeps the code for wide
    /// registers small enough to be inlined.
    #[inline(never)]
    fn differences_of_few(
        &self,
        span: Span,
        bits: &Mask<W>,
        less: &[Mask<W>],
        counted: usize,
    ) -> Differences<W> {
        self.differences_by(Portable, span, bits, less, counted)
    }

    #[inline(always)]
    fn differences_by<C: Counters>(
        &self,
        counters: C,
        span: Span,
        bits: &Mask<W>,
        less: &[Mask<W>],
        counted: usize,
    ) -> Differences<W> {
        let mut digits = [[0; DIGITS]; W];
        let mut used = 0;
        // For each bit, the borrow beyond the highest digit, whether any digit is 1, and whether
        // any digit but the lowest is 1.
        let (mut borrow, mut some, mut more) = ([0; W], [0; W], [0; W]);
        // As in `count`, there are no closures. There are no combined iterators either.
        for w in 0..W {
            if w >= counted {
                break;
            }
            (digits[w], used) = count(counters, &self.words[w][span.start..span.end()]);
            used = used.max(less.len());
            let mut at = 0;
            while at < used {
                let (a, b) = (digits[w][at], if at < less.len() { less[at][w] } else { 0 });
                let digit = a ^ b ^ borrow[w];
                borrow[w] = !a & (b | borrow[w]) | b & borrow[w];
                some[w] |= digit;
                more[w] |= if at > 0 { digit } else { 0 };
                digits[w][at] = digit;
                at += 1;
            }
        }
        let (mut none, mut one, mut least) = ([0; W], [0; W], *bits);
        for w in 0..W {
            none[w] = bits[w] & (borrow[w] | !some[w]);
            one[w] = bits[w] & some[w] & !more[w] & !borrow[w];
        }
        while used > 0 {
            used -= 1;
            let (mut without, mut all) = ([0; W], 0);
            for w in 0..W {
                without[w] = least[w] & !digits[w][used];
                all |= without[w];
            }
            if all != 0 {
                least = without;
            }
        }
        Differences { none, one, least: lowest(&least) }
    }
}

impl<const W: usize> Arrays<W> {
    /// Returns the bits of `wanted` that are connected to a bit. Two bits are connected if a mask
    /// or a code has both, or if both are connected to a third bit.
    #[inline(always)]
    pub(in crate::engine) fn connected(
        &self,
        span: Span,
        bit: usize,
        wanted: &Mask<W>,
        codes: &[Mask<W>],
    ) -> Mask<W> {
        let mut found = [0; W];
        found[bit / 64] = 1 << (bit % 64);
        let reach = |found: &mut Mask<W>, at: usize| {
            let mask = self.mask(at);
            // All ones or all zeros, without a branch.
            let reached = u64::from(meet(&mask, found)).wrapping_neg();
            (0..W).for_each(|w| found[w] |= mask[w] & reached);
        };
        loop {
            let before = found;
            // Masks that are close in the list are often close in the problem, so one pass in each
            // direction finds most of the component.
            (span.start..span.end()).for_each(|at| reach(&mut found, at));
            if is_empty(&without(wanted, &found)) {
                return *wanted;
            }
            (span.start..span.end()).rev().for_each(|at| reach(&mut found, at));
            for code in codes {
                if meet(code, &found) {
                    found = union(&found, code);
                }
            }
            if found == before {
                return filled(0, |w| found[w] & wanted[w]);
            }
        }
    }
}

#[inline(always)]
pub(in crate::engine) fn lowest<const W: usize>(mask: &Mask<W>) -> Option<usize> {
    (0..W).find(|&w| mask[w] != 0).map(|w| w * 64 + mask[w].trailing_zeros() as usize)
}

/// True if two masks have a bit in common.
#[inline(always)]
pub(in crate::engine) fn meet<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> bool {
    (0..W).fold(0, |met, w| met | a[w] & b[w]) != 0
}

/// Returns the bits of `a` that are not in `b`.
#[inline(always)]
pub(in crate::engine) fn without<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    filled(0, |w| a[w] & !b[w])
}

#[inline(always)]
pub(in crate::engine) fn union<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    filled(0, |w| a[w] | b[w])
}

#[inline(always)]
pub(in crate::engine) fn is_empty<const W: usize>(mask: &Mask<W>) -> bool {
    mask.iter().fold(0, |some, word| some | word) == 0
}

#[cfg(test)]
mod tests {
    use super::super::dispatch::{Isa, Job, Simd};
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    /// A job that filters random arrays into the space after them and in place, and compares the
    /// results of `filter`, `rarest`, `counts` and `find` with those of one mask at a time.
    struct Check<'a>(&'a mut Gen);

    impl Job for Check<'_> {
        type Output = ();

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) {
            let Self(random) = self;
            let lens: Vec<usize> = if cfg!(miri) {
                vec![9, 60]
            } else {
                (0..40).chain(60..70).chain(250..260).collect()
            };
            for len in lens {
                let mut word = |thin: u32| {
                    (0..thin).fold(u64::arbitrary(random), |word, _| word & u64::arbitrary(random))
                };
                let masks: Vec<Mask<3>> = (0..len).map(|_| [word(3), word(5), word(1)]).collect();
                let killed = [word(2), word(4), word(60)];
                let kept: Vec<usize> =
                    (0..len).filter(|&at| (0..3).all(|w| masks[at][w] & killed[w] == 0)).collect();
                let mut times = [[0; 64]; 2];
                for (&at, w) in kept.iter().flat_map(|at| [(at, 0), (at, 1)]) {
                    for (bit, times) in times[w].iter_mut().enumerate() {
                        *times += (masks[at][w] >> bit & 1) as u32;
                    }
                }
                let which = |least: u32| -> Mask<3> {
                    let word = |w: usize| {
                        (0..64).fold(0, |word, bit| word | u64::from(times[w][bit] >= least) << bit)
                    };
                    [word(0), word(1), 0]
                };
                let [one, two, three] = [1, 2, 3].map(which);
                let mut arrays = Arrays::new(masks.iter().copied());
                let all = Span { start: 0, len };
                for to in [len, len + 3, 0] {
                    let (span, at_least) = isa.filter(&mut arrays, all, to, &killed, 2);
                    let found: Vec<(usize, Mask<3>)> = (span.start..span.end())
                        .map(|at| (arrays.name(at), arrays.mask(at)))
                        .collect();
                    assert_eq!(span.start, to);
                    assert_eq!(found, kept.iter().map(|&at| (at, masks[at])).collect::<Vec<_>>());

                    assert_eq!(at_least.one, one);
                    assert_eq!(at_least.two, two);
                    assert_eq!(at_least.three, three);

                    let bits = [word(1), word(0), 0];
                    let wanted =
                        (0..128).filter(|&bit: &usize| bits[bit / 64] >> (bit % 64) & 1 == 1);
                    assert_eq!(
                        arrays.rarest(isa, span, &bits, 2),
                        wanted.min_by_key(|&bit| times[bit / 64][bit % 64])
                    );
                    let mut counts = [[u32::MAX; 64]; 3];
                    arrays.counts(isa, span, 2, &mut counts);
                    assert_eq!(counts[..2], times);
                    assert_eq!(counts[2], [u32::MAX; 64]);
                    for bit in [0, 5, 64, 127, 128, 190] {
                        let from = span.start + span.len / 3;
                        let expected = (from..span.end())
                            .find(|&at| arrays.mask(at)[bit / 64] >> (bit % 64) & 1 == 1);
                        assert_eq!(isa.find(&arrays, span, from, bit), expected);
                    }
                }
            }
        }
    }

    /// A job that filters random arrays of masks with tags into the space after them and in place.
    struct CheckTagged<'a>(&'a mut Gen);

    impl Job for CheckTagged<'_> {
        type Output = ();

        #[inline(always)]
        fn run<I: Isa>(self, isa: I) {
            let Self(random) = self;
            for len in if cfg!(miri) { vec![9, 30] } else { (0..70).collect() } {
                let mut tags = |none: u16| {
                    let mut tag = || match u16::arbitrary(random) % 9 {
                        0..4 => none,
                        tag @ 4..8 => tag * 0x1111,
                        _ => 0x8000,
                    };
                    [tag(), tag(), tag(), tag()]
                };
                let word = |tags: [u16; 4]| {
                    tags.iter().rev().fold(0, |word, &tag| word << 16 | u64::from(tag))
                };
                let all: Vec<[u16; 4]> = (0..len).map(|_| tags(0)).collect();
                let key = tags(u16::MAX);
                let masks: Vec<Mask<3>> =
                    all.iter().zip(1..).map(|(&tags, n)| [n % 8, 0, word(tags)]).collect();
                let kept: Vec<usize> = (0..len)
                    .filter(|&at| masks[at][0] & 2 == 0)
                    .filter(|&at| (0..4).all(|lane| all[at][lane] != key[lane]))
                    .collect();
                let killed = [2, u64::MAX, word(key)];
                let mut arrays = Arrays::new(masks.iter().copied()).tagged();
                for to in [len, 0] {
                    let from = Span { start: 0, len };
                    let (span, at_least) = isa.filter(&mut arrays, from, to, &killed, 1);
                    let found: Vec<(usize, Mask<3>)> = (span.start..span.end())
                        .map(|at| (arrays.name(at), arrays.mask(at)))
                        .collect();
                    assert_eq!(found, kept.iter().map(|&at| (at, masks[at])).collect::<Vec<_>>());
                    let one = kept.iter().fold(0, |one, &at| one | masks[at][0]);
                    assert_eq!(at_least.one, [one, 0, 0]);
                }
            }
        }
    }

    #[test]
    fn all_instruction_sets_filter_and_count_like_one_mask_at_a_time() {
        for simd in Simd::available() {
            simd.run(Check(&mut Gen::from_size_and_seed(100, 22)));
            simd.run(CheckTagged(&mut Gen::from_size_and_seed(100, 23)));
        }
    }
}
