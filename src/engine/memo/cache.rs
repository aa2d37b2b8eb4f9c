//! The cache of the values of subproblems.

use crate::engine::simd::filter::Mask;
use crate::engine::simd::prefetch::prefetch;
use crate::table::{self, Table};

/// A map from keys to values. An entry is the `W` words of its key followed by those of its value,
/// and a hash table finds its number. Keys are compared in full, never by their hashes alone.
#[derive(Clone, Debug)]
pub(super) struct Cache<const W: usize> {
    table: Table,
    /// The entries. Each chunk is twice as long as the one before it, up to a largest size, so
    /// entries never move when more are added.
    chunks: Vec<Vec<u64>>,
    /// The work of each entry: the bit length of the number of nodes below it.
    works: Vec<u8>,
    /// The number of words of a value.
    width: usize,
    /// The limit on the size in bytes.
    limit: usize,
    /// The least work of the entries that are added.
    least_work: u8,
}

/// The numbers of entries in the first chunk and in the largest ones.
const SMALLEST: usize = 64;
const LARGEST: usize = 1 << 16;

/// The number of chunks before those of the largest size, and the number of their entries.
const GROWING: usize = (LARGEST / SMALLEST).trailing_zeros() as usize;
const IN_GROWING: usize = LARGEST - SMALLEST;

/// Returns the chunk of an entry, the index of the entry in it, and the capacity of the chunk.
#[inline(always)]
fn place(number: usize) -> (usize, usize, usize) {
    if number < IN_GROWING {
        let chunk = (number / SMALLEST + 1).ilog2() as usize;
        (chunk, number - ((SMALLEST << chunk) - SMALLEST), SMALLEST << chunk)
    } else {
        let number = number - IN_GROWING;
        (GROWING + number / LARGEST, number % LARGEST, LARGEST)
    }
}

impl<const W: usize> Cache<W> {
    pub(super) fn new(width: usize, limit: usize) -> Self {
        Self {
            table: Table::default(),
            chunks: Vec::new(),
            works: Vec::new(),
            width,
            limit,
            least_work: LEAST_WORK,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.works.len()
    }

    #[inline(always)]
    fn entry(&self, number: usize) -> &[u64] {
        let (chunk, at, _) = place(number);
        let size = W + self.width;
        &self.chunks[chunk][at * size..(at + 1) * size]
    }

    /// Returns the value of a subproblem and its work, if the cache has them.
    #[inline(always)]
    pub(super) fn get(&self, key: &Mask<W>) -> Option<(&[u64], u8)> {
        let number =
            self.table.find(table::hash(*key), |number| self.entry(number)[..W] == *key)?;
        Some((&self.entry(number)[W..], self.works[number]))
    }

    /// True if the table is too large for the nearer caches of the processor, so that every lookup
    /// waits for memory.
    #[inline(always)]
    pub(super) fn is_large(&self) -> bool {
        self.table.bytes() > LARGE
    }

    /// Begins to read the memory that a lookup of this key reads first.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: &Mask<W>) {
        if let Some(slot) = self.table.slot(table::hash(*key)) {
            prefetch(slot);
        }
    }

    /// Adds the value of a subproblem that is not in the cache, if it was enough work and fits.
    pub(super) fn insert(&mut self, key: &Mask<W>, value: &[u64], work: u8) {
        if work < self.least_work || self.len() >= Table::LIMIT - 1 {
            return;
        }
        if self.bytes_after_next() > self.limit {
            self.make_room();
            if work < self.least_work || self.bytes_after_next() > self.limit {
                return;
            }
        }
        self.put(key, value, work);
    }

    fn put(&mut self, key: &Mask<W>, value: &[u64], work: u8) {
        let number = self.len();
        let (chunk, _, entries) = place(number);
        if chunk == self.chunks.len() {
            self.chunks.push(Vec::with_capacity(entries * (W + self.width)));
        }
        self.chunks[chunk].extend_from_slice(key);
        self.chunks[chunk].extend_from_slice(value);
        self.works.push(work);
        self.table.insert(table::hash(*key), number);
    }

    /// Drops all entries.
    #[cfg(feature = "bigint")]
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.width, self.limit);
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.in_chunks() + self.works.capacity() + self.table.bytes()
    }

    fn in_chunks(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.capacity() * size_of::<u64>()).sum()
    }

    /// Returns the largest size in bytes while one more entry is added.
    fn bytes_after_next(&self) -> usize {
        let (chunk, _, entries) = place(self.len());
        let more = if chunk == self.chunks.len() {
            entries * (W + self.width) * size_of::<u64>()
        } else {
            0
        };
        let table = self.table.bytes_after_next();
        // The old slots exist until the new ones are filled.
        let slots = if table > self.table.bytes() { table + self.table.bytes() } else { table };
        self.in_chunks() + more + self.works.capacity() + slots
    }

    /// Drops at least half of the entries, those with the least work.
    #[cold]
    fn make_room(&mut self) {
        let mut with_work = [0_usize; 256];
        self.works.iter().for_each(|&work| with_work[usize::from(work)] += 1);
        let (mut kept, mut least) = (self.len(), 0);
        while kept > self.len() / 2 && least < usize::from(u8::MAX) {
            kept -= with_work[least];
            least += 1;
        }
        // Entries with the same work as the last ones dropped can still be added.
        self.least_work = self.least_work.max((least as u8).saturating_sub(1));
        let mut smaller = Self::new(self.width, self.limit);
        smaller.least_work = self.least_work;
        self.refill(smaller, least as u8, |_| {});
    }

    /// Adds a word to all values.
    pub(super) fn widen(&mut self) {
        let wider =
            Self { width: self.width + 1, least_work: self.least_work, ..Self::new(0, self.limit) };
        self.refill(wider, 0, |value| value.push(0));
    }

    /// Moves all entries with at least this much work into another cache, one chunk at a time.
    fn refill(&mut self, mut other: Self, least: u8, change: impl Fn(&mut Vec<u64>)) {
        self.table.clear();
        let (size, mut number) = (W + self.width, 0);
        let mut value = Vec::new();
        for chunk in std::mem::take(&mut self.chunks) {
            for entry in chunk.chunks(size) {
                let work = self.works[number];
                number += 1;
                if work >= least {
                    let (key, words) = entry.split_at(W);
                    value.clear();
                    value.extend_from_slice(words);
                    change(&mut value);
                    other.put(key.try_into().expect("a key has W words"), &value, work);
                }
            }
        }
        *self = other;
    }
}

/// Half of the cache near a core of a current processor.
const LARGE: usize = 1 << 20;

/// The initial least work: a lookup takes about as long as one or two nodes.
const LEAST_WORK: u8 = 2;

/// Returns the bit length of a number of nodes.
#[inline(always)]
pub(super) fn work(nodes: f64) -> u8 {
    // The exponent of the number. All numbers from 2^254 on have the same work.
    ((nodes.to_bits() >> 52).saturating_sub(1022)).min(255) as u8
}

/// Returns the approximate number of nodes for this much work.
#[inline(always)]
pub(super) fn nodes(work: u8) -> f64 {
    // 1.5 times the lowest number with this bit length.
    f64::from_bits((u64::from(work) + 1022) << 52 | 1 << 51)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_about_the_number_of_nodes() {
        for (number, digits) in
            [(0.0, 0), (1.0, 1), (2.0, 2), (3.0, 2), (4.0, 3), (1e9, 30), (1e70, 233), (1e300, 255)]
        {
            assert_eq!(work(number), digits, "{number}");
        }
        assert!((1..255).all(|digits| work(nodes(digits)) == digits));
    }

    #[test]
    fn places_follow_one_another() {
        let mut expected = (0, 0);
        for number in 0..if cfg!(miri) { 3_000 } else { 300_000 } {
            let (chunk, at, entries) = place(number);
            assert_eq!((chunk, at), expected);
            expected = if at + 1 == entries { (chunk + 1, 0) } else { (chunk, at + 1) };
        }
    }
}
