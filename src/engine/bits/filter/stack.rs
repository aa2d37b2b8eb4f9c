//! The arrays of options that are left, one node's behind another, and the passes over them.

/// A mask over the items.
pub(super) type Mask<const W: usize> = [u64; W];

/// Whether two masks have a bit in common.
#[inline(always)]
pub(super) fn meet<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> bool {
    (0..W).any(|w| a[w] & b[w] != 0)
}

/// The bits of `a` that are not in `b`.
#[inline(always)]
pub(super) fn without<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| a[w] & !b[w])
}

/// The bits of either.
#[inline(always)]
pub(super) fn union<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> Mask<W> {
    std::array::from_fn(|w| a[w] | b[w])
}

#[inline(always)]
pub(super) fn is_empty<const W: usize>(mask: &Mask<W>) -> bool {
    mask.iter().all(|&word| word == 0)
}

/// The lowest bit of a mask.
#[inline(always)]
pub(super) fn first<const W: usize>(mask: &Mask<W>) -> Option<usize> {
    (0..W).find(|&w| mask[w] != 0).map(|w| w * 64 + mask[w].trailing_zeros() as usize)
}

/// Of which items there are at least one, two, three options.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtLeast<const W: usize> {
    pub(super) one: Mask<W>,
    pub(super) two: Mask<W>,
    pub(super) three: Mask<W>,
}

impl<const W: usize> AtLeast<W> {
    const NONE: Self = Self { one: [0; W], two: [0; W], three: [0; W] };

    #[inline(always)]
    fn add(&mut self, mask: &Mask<W>) {
        for (w, word) in mask.iter().enumerate() {
            self.three[w] |= self.two[w] & word;
            self.two[w] |= self.one[w] & word;
            self.one[w] |= word;
        }
    }
}

/// Options that lie side by side on the stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) len: usize,
}

impl Span {
    pub(super) fn end(self) -> usize {
        self.start + self.len
    }
}

/// An array for each word of the masks, and one for what each option is called.
#[derive(Clone, Debug)]
pub(super) struct Stack<const W: usize> {
    words: [Vec<u64>; W],
    names: Vec<u32>,
}

impl<const W: usize> Stack<W> {
    /// With these options at the bottom, called by their positions.
    pub(super) fn new(options: impl ExactSizeIterator<Item = Mask<W>>) -> Self {
        let names = (0..options.len() as u32).collect();
        let mut words = [(); W].map(|()| Vec::with_capacity(options.len()));
        for mask in options {
            (0..W).for_each(|w| words[w].push(mask[w]));
        }
        Self { words, names }
    }

    #[inline(always)]
    pub(super) fn name(&self, at: usize) -> usize {
        self.names[at] as usize
    }

    #[inline(always)]
    pub(super) fn mask(&self, at: usize) -> Mask<W> {
        std::array::from_fn(|w| self.words[w][at])
    }

    /// Copies the options that do not meet `killed` to a place behind or at their own.
    #[inline(always)]
    pub(super) fn filter(&mut self, from: Span, to: usize, killed: &Mask<W>) -> (Span, AtLeast<W>) {
        let size = to + from.len;
        if self.names.len() < size {
            self.grow(size);
        }
        let mut at_least = AtLeast::NONE;
        let mut end = to;
        for at in from.start..from.end() {
            let mask = self.mask(at);
            (0..W).for_each(|w| self.words[w][end] = mask[w]);
            self.names[end] = self.names[at];
            if !meet(&mask, killed) {
                at_least.add(&mask);
                end += 1;
            }
        }
        (Span { start: to, len: end - to }, at_least)
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        self.words.iter_mut().for_each(|words| words.resize(size * 2, 0));
        self.names.resize(size * 2, 0);
    }

    /// The place of the first option at or after `at` that meets `wanted`.
    #[inline(always)]
    pub(super) fn find(&self, span: Span, at: usize, wanted: &Mask<W>) -> Option<usize> {
        (at..span.end()).find(|&at| meet(&self.mask(at), wanted))
    }

    /// The first of these items with the fewest options.
    pub(super) fn item_with_fewest(&self, span: Span, items: &Mask<W>) -> usize {
        let mut counts = vec![0_u32; W * 64];
        for at in span.start..span.end() {
            let mask = self.mask(at);
            for w in 0..W {
                let mut bits = mask[w] & items[w];
                while bits != 0 {
                    counts[w * 64 + bits.trailing_zeros() as usize] += 1;
                    bits &= bits - 1;
                }
            }
        }
        let is_wanted = |&item: &usize| items[item / 64] >> (item % 64) & 1 == 1;
        (0..W * 64).filter(is_wanted).min_by_key(|&item| counts[item]).unwrap_or(0)
    }
}
