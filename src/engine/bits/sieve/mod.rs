//! The pass over an array of masks: copies those that meet nothing of another mask, and finds which bits are there at least once,
//! twice, three times.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

/// A mask of `W` words.
pub(super) type Mask<const W: usize> = [u64; W];

/// Which bits are in at least one, two, three masks of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AtLeast<const W: usize> {
    pub(super) one: Mask<W>,
    pub(super) two: Mask<W>,
    pub(super) three: Mask<W>,
}

impl<const W: usize> AtLeast<W> {
    pub(super) const NONE: Self = Self { one: [0; W], two: [0; W], three: [0; W] };
}

/// Masks that lie side by side in their arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Span {
    pub(super) fn end(self) -> usize {
        self.start + self.len
    }
}

/// An array for each word of the masks, and one for what each mask is called; all have the same length.
#[derive(Clone, Debug)]
pub(super) struct Arrays<const W: usize> {
    words: [Vec<u64>; W],
    names: Vec<u32>,
}

/// A pass reads and writes up to so many places beyond the last mask.
const MARGIN: usize = 8;

impl<const W: usize> Arrays<W> {
    /// With these masks from the first place on, called by their positions.
    pub(super) fn new(masks: impl ExactSizeIterator<Item = Mask<W>>) -> Self {
        let len = masks.len();
        let mut words = [(); W].map(|()| Vec::with_capacity(2 * len + MARGIN));
        for mask in masks {
            (0..W).for_each(|w| words[w].push(mask[w]));
        }
        let mut arrays = Self { words, names: (0..len as u32).collect() };
        arrays.make_room(len + MARGIN);
        arrays
    }

    /// Sees to it that there are so many places.
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
    pub(super) fn name(&self, at: usize) -> usize {
        self.names[at] as usize
    }

    #[inline(always)]
    pub(super) fn mask(&self, at: usize) -> Mask<W> {
        std::array::from_fn(|w| self.words[w][at])
    }
}

/// What a way to work on masks can do with arrays.
pub(super) trait Sieve: Copy {
    /// Copies the masks of a span that do not meet `killed` to the places from `to` on, which is where the span starts or a
    /// place behind its end. Says for the bits of the first `counted` words of how many of them they are part.
    ///
    /// # Panics
    /// If the span is not within the arrays, or `to` is elsewhere.
    fn filter<const W: usize>(
        self,
        arrays: &mut Arrays<W>,
        from: Span,
        to: usize,
        killed: &Mask<W>,
        counted: usize,
    ) -> (Span, AtLeast<W>);

    /// The first place of the span, at or after `at`, of a mask that has a bit.
    fn find<const W: usize>(self, arrays: &Arrays<W>, span: Span, at: usize, bit: usize) -> Option<usize>;
}

/// Checks what [`Sieve::filter`] asks for, and makes room.
#[inline(always)]
fn prepare<const W: usize>(arrays: &mut Arrays<W>, from: Span, to: usize) {
    assert!(to == from.start || to >= from.end());
    assert!(from.end() <= arrays.names.len());
    arrays.make_room(to + from.len + MARGIN);
}

impl<const W: usize> Arrays<W> {
    /// The first of the given bits that are in fewest masks of the span.
    ///
    /// The counters of all bits are kept side by side, one word for each binary digit, so that a mask is added to 64 of them
    /// with a few instructions.
    #[inline(always)]
    pub(super) fn rarest(&self, span: Span, bits: &Mask<W>) -> Option<usize> {
        let mut digits = [[0; W]; 32];
        for at in span.start..span.end() {
            let mut carry = self.mask(at);
            for digit in &mut digits {
                let mut some = 0;
                for w in 0..W {
                    (digit[w], carry[w]) = (digit[w] ^ carry[w], digit[w] & carry[w]);
                    some |= carry[w];
                }
                if some == 0 {
                    break;
                }
            }
        }
        let mut rarest = *bits;
        for digit in digits.iter().take((usize::BITS - span.len.leading_zeros()) as usize).rev() {
            let without: Mask<W> = std::array::from_fn(|w| rarest[w] & !digit[w]);
            if without.iter().any(|&word| word != 0) {
                rarest = without;
            }
        }
        lowest(&rarest)
    }
}

/// The lowest bit of a mask.
#[inline(always)]
pub(super) fn lowest<const W: usize>(mask: &Mask<W>) -> Option<usize> {
    (0..W).find(|&w| mask[w] != 0).map(|w| w * 64 + mask[w].trailing_zeros() as usize)
}
