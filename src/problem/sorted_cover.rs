//! A sorted cover that is updated from one cover of a search to the next.
//!
//! An update takes 47 ns for dominoes 8x8, where finding a cover takes 27 ns. It takes 41 ns for
//! queens, and 58 ns for 36 options among 216, where 8 change (Intel Xeon without vector
//! instructions, 2026-11-22, the minimum of 60 runs). Tried and left out, with the nanoseconds of
//! the same three updates:
//!
//! - Reading a byte of the set at a time, with a table of its eight places, to avoid a loop whose
//!   length depends on the options: 66, 83 and 111.
//! - Replacing the options from the end in blocks of eight, changed or not, to make the number of
//!   rounds predictable: 66, 68 and 86. Every change of a word waits for the previous change.
//! - Sorting each cover: 200, 130 and 290.

use std::fmt;
use std::ops::Deref;

use super::Cover;
use crate::ids::OptionId;

/// The options of a cover in increasing order, for consecutive covers of a search.
///
/// Sorting a cover can take longer than finding it. Consecutive covers often differ in only a few
/// options. [`update`](Self::update) removes the old options from a set of bits, inserts the new
/// options, and reads the sorted list from the set, from the first change on. If the set would be
/// far larger than the covers, `update` sorts this cover and every later one instead. Derefs to a
/// slice.
///
/// ```
/// use quadrille::search::{Engine, Step};
/// use quadrille::{AnyEngine, EngineChoice, SortedCover};
/// let queens = quadrille::puzzle::queens::Queens::new(6)?;
/// let mut engine = AnyEngine::new(quadrille::puzzle::Puzzle::problem(&queens), EngineChoice::Auto)?;
/// let mut cover = SortedCover::default();
/// while engine.advance(u64::MAX) == Step::Cover {
///     let unchanged = engine.unchanged();
///     let first = cover.update(engine.cover(), unchanged);
///     println!("{first} options as before, then {:?}", &cover[first..]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct SortedCover {
    /// The last cover, in the order of the search.
    found: Vec<OptionId>,
    /// The last cover in increasing order. Entries from `len` on are unused.
    sorted: Vec<OptionId>,
    len: usize,
    /// A bit for each option of the last cover. Empty if `is_sparse`.
    words: Vec<u64>,
    /// The bits of new options that are not in `words` yet. All are 0 between two updates.
    came: Vec<u64>,
    /// For each word, the number of options in the words before it.
    ranks: Vec<u32>,
    /// True once the set of bits would have become too large for a cover.
    is_sparse: bool,
    /// The previous list, kept to reuse its allocation.
    before: Vec<OptionId>,
}

/// The index of a word up to which a set is always used. A greater index must not exceed the number
/// of options of the cover, because sorting an option takes as long as reading a word.
const ENOUGH: usize = 8;

/// The number of options that are read from a word in one round.
const AT_ONCE: usize = 8;

impl SortedCover {
    /// Replaces the last cover with `cover`. Their first `unchanged` options must be the same.
    /// [`Engine::unchanged`](crate::search::Engine::unchanged) returns such a number.
    /// Returns a number of options at the beginning of the sorted list that are the same as before.
    /// It need not be the greatest such number.
    ///
    /// Takes time proportional to the number of options after the first `unchanged` in both covers,
    /// plus the number of words of the set from the first change on, unless it sorts the whole
    /// cover. The set has at most max(9, *n* + 1) words, where *n* is the number of options of the
    /// largest cover so far. An `unchanged` that is too large makes the list wrong, or panics in a
    /// debug build.
    #[inline]
    pub fn update(&mut self, cover: &[OptionId], unchanged: usize) -> usize {
        let unchanged = unchanged.min(self.found.len()).min(cover.len());
        debug_assert_eq!(self.found[..unchanged], cover[..unchanged], "unchanged options");
        if self.is_sparse {
            return self.sort(cover, unchanged);
        }
        let mut first = u32::MAX;
        // With two sets, a change of a word seldom waits for the previous change. That saves up to
        // a quarter of the time.
        for option in &self.found[unchanged..] {
            self.words[option.index() / 64] ^= 1 << (option.index() % 64);
            first = first.min(option.get());
        }
        for option in &cover[unchanged..] {
            let at = option.index() / 64;
            if at >= self.words.len() && !self.grow(at, cover.len()) {
                return self.sort(cover, unchanged);
            }
            self.came[at] ^= 1 << (option.index() % 64);
            first = first.min(option.get());
        }
        self.found.truncate(unchanged);
        self.found.extend_from_slice(&cover[unchanged..]);
        self.read_from(OptionId::new(first))
    }

    /// From the word of this option on, moves the bits of `came` to `words` and reads the options.
    /// Returns the number of smaller options.
    #[inline]
    fn read_from(&mut self, first: OptionId) -> usize {
        let Self { found, sorted, len, words, came, ranks, .. } = self;
        *len = found.len();
        let at = first.index() / 64;
        // Without a change, `first` is beyond all words.
        let Some(&before) = ranks.get(at) else { return *len };
        // The loop below writes beyond the end of the list.
        if sorted.len() < *len + 64 + AT_ONCE {
            sorted.resize(*len + 64 + AT_ONCE, OptionId::default());
        }
        let mut end = before as usize;
        let below = words[at] & ((1 << (first.index() % 64)) - 1);
        let same = end + below.count_ones() as usize;
        let words = words[at..].iter_mut().zip(&mut came[at..]).zip(&mut ranks[at..]);
        for (at, ((word, came), rank)) in (at..).zip(words) {
            *rank = end as u32;
            *word ^= *came;
            *came = 0;
            // The number of options of a word is hard to predict, so the loop reads eight in each
            // round. Entries beyond the last option are overwritten later, or lie beyond `len`.
            let mut left = *word;
            let mut to = end;
            while left != 0 {
                let Some(places) = sorted.get_mut(to..to + AT_ONCE) else { break };
                for place in places {
                    *place = OptionId::new(at as u32 * 64 + left.trailing_zeros());
                    left &= left.wrapping_sub(1);
                }
                to += AT_ONCE;
            }
            end += word.count_ones() as usize;
        }
        same
    }

    fn sort(&mut self, cover: &[OptionId], unchanged: usize) -> usize {
        let Self { found, sorted, len, before, .. } = self;
        found.truncate(unchanged);
        found.extend_from_slice(&cover[unchanged..]);
        sorted.truncate(*len);
        std::mem::swap(sorted, before);
        sorted.clear();
        sorted.extend_from_slice(found);
        sorted.sort_unstable();
        *len = sorted.len();
        sorted.iter().zip(before).take_while(|(now, before)| now == before).count()
    }

    /// Makes room in the set for a word. If the set would be too large for the size of the cover,
    /// drops it and returns false.
    #[cold]
    fn grow(&mut self, at: usize, options: usize) -> bool {
        if at > ENOUGH.max(options) {
            self.is_sparse = true;
            (self.words, self.came, self.ranks) = Default::default();
            return false;
        }
        self.words.resize(at + 1, 0);
        self.came.resize(at + 1, 0);
        self.ranks.resize(at + 1, self.len as u32);
        true
    }

    /// Returns a copy of the current cover.
    #[must_use]
    #[inline]
    pub fn to_cover(&self) -> Cover {
        Cover::from_sorted(self)
    }
}

impl Deref for SortedCover {
    type Target = [OptionId];

    #[inline]
    fn deref(&self) -> &[OptionId] {
        &self.sorted[..self.len]
    }
}

impl fmt::Debug for SortedCover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|option| option.get())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::{Arbitrary, Gen};

    #[test]
    fn covers_of_any_size_are_sorted() {
        let mut random = Gen::from_size_and_seed(100, 31);
        for options in [1, 9, 64, 65, 200, 1_000, 5_000, 100_000] {
            let mut below = |end: u32| u32::arbitrary(&mut random) % end;
            let mut followed = SortedCover::default();
            let (mut cover, mut before) = (Vec::new(), Vec::new());
            for _ in 0..if cfg!(miri) { 20 } else { 500 } {
                let unchanged = below(cover.len() as u32 + 1) as usize;
                cover.truncate(unchanged);
                for _ in 0..below(30) {
                    let option = OptionId::new(below(options));
                    if !cover.contains(&option) {
                        cover.push(option);
                    }
                }
                let same = followed.update(&cover, unchanged);
                let sorted = Cover::from(&cover[..]);
                assert_eq!(followed[..], sorted[..], "{options} options");
                assert_eq!(followed.to_cover(), sorted);
                assert_eq!(sorted[..same], before[..same]);
                before = sorted.to_vec();
            }
        }
    }
}
