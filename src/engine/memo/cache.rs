//! The cache of the values of subproblems. Searches in several threads can share it.
//!
//! A search holds a read lock on the [`Entries`] while it runs, and reads and adds entries without
//! any other lock: an entry is written before the slot that leads to it, and is never changed. An
//! operation on all entries (making room, adding a word to the values) takes the write lock. While
//! a search waits for the write lock, `wanted` is not 0, and the other searches release their locks
//! at their next node.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::engine::simd::filter::Mask;
use crate::engine::simd::prefetch::prefetch;
use crate::table;

/// The cache. Cloning it copies the entries.
#[derive(Debug)]
pub(super) struct Cache<const W: usize> {
    shared: Arc<Shared<W>>,
}

#[derive(Debug)]
struct Shared<const W: usize> {
    entries: RwLock<Entries<W>>,
    wanted: Arc<AtomicU32>,
}

/// A map from keys to values. An entry is the `W` words of its key followed by the words of its
/// value. A hash table maps keys to the numbers of entries. Keys are compared in full, never only
/// by their hashes.
#[derive(Debug)]
pub(super) struct Entries<const W: usize> {
    /// A hash table with linear probing. A free slot is 0. A used slot holds the number of an entry
    /// plus 1 in its lower half and the upper half of the hash in its upper half. A lookup begins
    /// at a slot that depends only on the upper half of the hash, so the table can grow without
    /// reading the keys. The other bits of this half reject most other keys without reading them.
    /// The number of slots is 0 or a power of two, and at least a quarter of them are free.
    slots: Box<[AtomicU64]>,
    /// The entries. Each chunk is twice as long as the one before it, up to a maximum, so entries
    /// never move when more are added.
    chunks: Vec<Chunk>,
    /// The number of entries given to blocks.
    given: AtomicUsize,
    /// The largest number of entries for which slots and chunks have room.
    room: usize,
    /// The number of times that entries were renumbered.
    numbering: u64,
    /// The number of words of a value.
    width: usize,
    /// The limit on the size in bytes.
    limit: usize,
    /// True if the system refused memory within the limit.
    is_refused: bool,
    /// The minimum work of an entry to be added.
    least_work: u8,
    /// The number of searches that wait to change the entries.
    wanted: Arc<AtomicU32>,
}

#[derive(Debug)]
struct Chunk {
    words: Box<[AtomicU64]>,
    /// The work of each entry: the bit length of the number of nodes that a search without a cache
    /// would enter for its value, or 0 if the entry is not used.
    works: Box<[AtomicU8]>,
}

/// Numbers of entries reserved for one search, which uses them in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    next: usize,
    end: usize,
    numbering: u64,
}

/// The result of [`Entries::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insert {
    /// The value is stored, or too cheap to store.
    Done,
    /// There is no room until [`Entries::make_room`] makes some.
    NoRoom,
}

/// The number of entries of a block.
const BLOCK: usize = 32;

/// The smallest number of slots except 0.
const SLOTS: usize = 64;

/// The exclusive upper bound of the numbers of entries.
const MOST: usize = u32::MAX as usize;

/// The numbers of entries in the first chunk and in the largest chunks.
const SMALLEST: usize = BLOCK;
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

impl<const W: usize> Clone for Cache<W> {
    fn clone(&self) -> Self {
        Self::with(self.write().copy())
    }
}

impl<const W: usize> Cache<W> {
    pub(super) fn new(width: usize, limit: usize) -> Self {
        Self::with(Entries::new(width, limit))
    }

    fn with(entries: Entries<W>) -> Self {
        let wanted = Arc::clone(&entries.wanted);
        Self { shared: Arc::new(Shared { entries: RwLock::new(entries), wanted }) }
    }

    /// Returns another handle to the same cache.
    pub(super) fn share(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }

    /// Takes the read lock, to read and add entries.
    ///
    /// # Panics
    /// If a search panicked while it changed the entries.
    pub(super) fn read(&self) -> RwLockReadGuard<'_, Entries<W>> {
        self.shared.entries.read().expect("no search has panicked")
    }

    /// Takes the write lock, to change the entries. The caller must not hold a lock yet.
    ///
    /// # Panics
    /// If a search panicked while it changed the entries.
    pub(super) fn write(&self) -> RwLockWriteGuard<'_, Entries<W>> {
        self.shared.wanted.fetch_add(1, Ordering::Relaxed);
        let entries = self.shared.entries.write();
        self.shared.wanted.fetch_sub(1, Ordering::Relaxed);
        entries.expect("no search has panicked")
    }

    pub(super) fn bytes(&self) -> usize {
        self.read().bytes()
    }
}

impl Block {
    /// Drops the rest of the block if entries have been renumbered since the block was given.
    pub(super) fn adapt<const W: usize>(&mut self, entries: &Entries<W>) {
        if self.numbering != entries.numbering {
            *self = Self { numbering: entries.numbering, ..Self::default() };
        }
    }
}

/// Returns zeros, or `None` if the system refuses the memory.
fn zeros<T: Default>(count: usize) -> Option<Box<[T]>> {
    let mut numbers = Vec::new();
    numbers.try_reserve_exact(count).ok()?;
    numbers.resize_with(count, T::default);
    Some(numbers.into())
}

impl Chunk {
    /// Returns a chunk for `entries` entries of `size` words, or `None` if the system refuses the
    /// memory.
    fn new(entries: usize, size: usize) -> Option<Self> {
        Some(Self { words: zeros(entries * size)?, works: zeros(entries)? })
    }

    fn copy(&self) -> Self {
        let word = |word: &AtomicU64| AtomicU64::new(word.load(Ordering::Relaxed));
        let work = |work: &AtomicU8| AtomicU8::new(work.load(Ordering::Relaxed));
        Self {
            words: self.words.iter().map(word).collect(),
            works: self.works.iter().map(work).collect(),
        }
    }

    fn bytes(&self) -> usize {
        self.words.len() * size_of::<u64>() + self.works.len()
    }
}

impl<const W: usize> Entries<W> {
    fn new(width: usize, limit: usize) -> Self {
        Self {
            slots: Box::default(),
            chunks: Vec::new(),
            given: AtomicUsize::new(0),
            room: 0,
            numbering: 0,
            width,
            limit,
            is_refused: false,
            least_work: LEAST_WORK,
            wanted: Arc::default(),
        }
    }

    /// Returns empty entries with the same settings, except for the width.
    fn emptied(&self, width: usize) -> Self {
        Self {
            numbering: self.numbering + 1,
            is_refused: self.is_refused,
            least_work: self.least_work,
            wanted: Arc::clone(&self.wanted),
            ..Self::new(width, self.limit)
        }
    }

    fn copy(&self) -> Self {
        let slot = |slot: &AtomicU64| AtomicU64::new(slot.load(Ordering::Relaxed));
        Self {
            slots: self.slots.iter().map(slot).collect(),
            chunks: self.chunks.iter().map(Chunk::copy).collect(),
            given: AtomicUsize::new(self.given.load(Ordering::Relaxed)),
            wanted: Arc::default(),
            ..*self
        }
    }

    pub(super) fn is_refused(&self) -> bool {
        self.is_refused
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// True if another search waits to change the entries.
    #[inline(always)]
    pub(super) fn are_wanted(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) != 0
    }

    /// Returns the words of the key and of the value of an entry, and its work.
    #[inline(always)]
    fn entry(&self, number: usize) -> (&[AtomicU64; W], &[AtomicU64], &AtomicU8) {
        let (chunk, at, _) = place(number);
        let size = W + self.width;
        let chunk = &self.chunks[chunk];
        let words = &chunk.words[at * size..(at + 1) * size];
        let (key, value) = words.split_first_chunk().expect("an entry has W words and more");
        (key, value, &chunk.works[at])
    }

    /// Returns the value and the work of the entry of a used slot, if its key is `key`, whose hash
    /// is `hash`.
    #[inline(always)]
    fn found(&self, slot: u64, hash: u64, key: &Mask<W>) -> Option<(&[AtomicU64], &AtomicU8)> {
        if slot >> 32 != hash >> 32 {
            return None;
        }
        let (words, value, work) = self.entry((slot as u32 - 1) as usize);
        let mut differing = 0;
        for at in 0..W {
            differing |= words[at].load(Ordering::Relaxed) ^ key[at];
        }
        (differing == 0).then_some((value, work))
    }

    /// Writes the value of a subproblem and returns its work, if both are in the cache.
    #[inline(always)]
    pub(super) fn get(&self, key: &Mask<W>, value: &mut Vec<u64>) -> Option<u8> {
        let hash = table::hash(*key);
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = upper(hash);
        loop {
            // Without slots the mask is all ones, and `slots.get` returns `None`. `Acquire` ensures
            // that the words of the entry are those written before its slot.
            let slot = self.slots.get(at & mask)?.load(Ordering::Acquire);
            if slot == 0 {
                return None;
            }
            if let Some((words, work)) = self.found(slot, hash, key) {
                if value.len() != words.len() {
                    value.resize(words.len(), 0);
                }
                let value = &mut value[..words.len()];
                for at in 0..words.len() {
                    value[at] = words[at].load(Ordering::Relaxed);
                }
                return Some(work.load(Ordering::Relaxed));
            }
            at = at.wrapping_add(1);
        }
    }

    /// True if the table is too large for the nearer caches of the processor. Most lookups then
    /// wait for memory.
    #[inline(always)]
    pub(super) fn is_large(&self) -> bool {
        self.slots.len() > LARGE / size_of::<u64>()
    }

    /// Prefetches the memory that a lookup of this key reads first.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: &Mask<W>) {
        let mask = self.slots.len().wrapping_sub(1);
        if let Some(slot) = self.slots.get(upper(table::hash(*key)) & mask) {
            prefetch(slot);
        }
    }

    /// Adds the value of a subproblem to the cache, under a number of the block, unless it is too
    /// cheap or already there.
    pub(super) fn insert(
        &self,
        block: &mut Block,
        key: &Mask<W>,
        value: &[u64],
        work: u8,
    ) -> Insert {
        if work < self.least_work {
            return Insert::Done;
        }
        if block.next == block.end && !self.give(block) {
            return Insert::NoRoom;
        }
        let (its_key, its_value, its_work) = self.entry(block.next);
        for at in 0..W {
            its_key[at].store(key[at], Ordering::Relaxed);
        }
        for at in 0..its_value.len() {
            its_value[at].store(value[at], Ordering::Relaxed);
        }
        let hash = table::hash(*key);
        let used = hash >> 32 << 32 | (block.next as u64 + 1);
        let mask = self.slots.len() - 1;
        let mut at = upper(hash) & mask;
        loop {
            let mut slot = self.slots[at].load(Ordering::Acquire);
            if slot == 0 {
                its_work.store(work, Ordering::Relaxed);
                let written =
                    self.slots[at].compare_exchange(0, used, Ordering::Release, Ordering::Acquire);
                match written {
                    Ok(_) => {
                        block.next += 1;
                        return Insert::Done;
                    }
                    Err(other) => slot = other,
                }
            }
            if self.found(slot, hash, key).is_some() {
                // The number stays in the block for the next value.
                its_work.store(0, Ordering::Relaxed);
                return Insert::Done;
            }
            at = (at + 1) & mask;
        }
    }

    /// Gives a search the next numbers. Returns false if there is no room for their entries.
    #[cold]
    fn give(&self, block: &mut Block) -> bool {
        let more = |given| Some(given + BLOCK).filter(|&given| given <= self.room);
        let given = self.given.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        if let Ok(given) = given {
            (block.next, block.end) = (given, given + BLOCK);
        }
        given.is_ok()
    }

    /// Makes room for a block of entries: grows, or drops at least the cheaper half of the entries.
    /// Returns false if there is still no room. If the system refuses memory, at least half of the
    /// entries are dropped, and the limit falls below the current size, which leaves memory for
    /// other purposes.
    #[cold]
    pub(super) fn make_room(&mut self) -> bool {
        if self.needs_room() && self.bytes_while_growing() > self.limit {
            self.drop_half();
        }
        if !self.needs_room() {
            return true;
        }
        let may_grow = self.bytes_while_growing() <= self.limit && self.room < MOST - BLOCK;
        if may_grow && !self.grow() {
            self.limit = self.bytes() / 4 * 3;
            self.drop_half();
            return !self.needs_room();
        }
        may_grow
    }

    /// True if there is no room for another block.
    fn needs_room(&mut self) -> bool {
        *self.given.get_mut() + BLOCK > self.room
    }

    /// Returns the number of entries for which there are chunks.
    fn in_chunks(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.works.len()).sum()
    }

    /// Returns the number of entries for which there are slots, with a quarter of the slots free.
    fn in_slots(&self) -> usize {
        self.slots.len() / 4 * 3 / BLOCK * BLOCK
    }

    /// Makes room for more entries. Returns false if the system refuses the memory.
    fn grow(&mut self) -> bool {
        let has_grown = self.try_grow().is_some();
        // `|=` is avoided: rustc 1.95 (LLVM 22.1.2) compiles it to a store of true in optimized
        // code.
        if !has_grown {
            self.is_refused = true;
        }
        has_grown
    }

    fn try_grow(&mut self) -> Option<()> {
        if self.in_chunks() == self.room {
            let (_, _, entries) = place(self.room);
            self.chunks.push(Chunk::new(entries, W + self.width)?);
        }
        if self.in_slots() == self.room {
            let slots = zeros((self.slots.len() * 2).max(SLOTS))?;
            for slot in std::mem::replace(&mut self.slots, slots) {
                let slot: u64 = slot.into_inner();
                if slot != 0 {
                    self.put(slot);
                }
            }
        }
        self.room = self.in_chunks().min(self.in_slots());
        Some(())
    }

    /// Copies a slot into a free one.
    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = upper(slot) & mask;
        while *self.slots[at].get_mut() != 0 {
            at = (at + 1) & mask;
        }
        *self.slots[at].get_mut() = slot;
    }

    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().map(Chunk::bytes).sum::<usize>() + self.slots.len() * size_of::<u64>()
    }

    /// Returns the largest size in bytes during the next call to [`grow`](Self::grow).
    fn bytes_while_growing(&self) -> usize {
        let mut bytes = self.bytes();
        if self.in_chunks() == self.room {
            let (_, _, entries) = place(self.room);
            bytes += entries * ((W + self.width) * size_of::<u64>() + 1);
        }
        if self.in_slots() == self.room {
            // The old slots exist until the new ones are filled.
            bytes += (self.slots.len() * 2).max(SLOTS) * size_of::<u64>();
        }
        bytes
    }

    /// Drops the entries with the least work: at least half of all, but none with the largest work,
    /// 255.
    fn drop_half(&mut self) {
        let mut with_work = [0_usize; 256];
        for work in self.chunks.iter().flat_map(|chunk| &chunk.works) {
            with_work[usize::from(work.load(Ordering::Relaxed))] += 1;
        }
        let all: usize = with_work[1..].iter().sum();
        let (mut kept, mut least) = (all, 1);
        while kept > all / 2 && least < usize::from(u8::MAX) {
            kept -= with_work[least];
            least += 1;
        }
        // Entries with the same work as the last ones dropped can still be added.
        self.least_work = self.least_work.max((least as u8).saturating_sub(1));
        self.refill(self.emptied(self.width), least as u8);
    }

    /// Adds a word to all values. If all entries would then take too much memory, first drops at
    /// least the cheaper half.
    pub(super) fn widen(&mut self) {
        let entries: usize = self.chunks.iter().map(|chunk| chunk.works.len()).sum();
        if self.bytes() + entries * size_of::<u64>() > self.limit {
            self.drop_half();
        }
        self.refill(self.emptied(self.width + 1), 1);
    }

    /// Moves the entries with at least this much work to `other`, one chunk at a time, and replaces
    /// `self` with it. If the system refuses memory, the entries not moved yet are dropped.
    fn refill(&mut self, mut other: Self, least: u8) {
        self.slots = Box::default();
        let size = W + self.width;
        let mut block = Block::default();
        let mut value = vec![0; other.width];
        'all: for chunk in std::mem::take(&mut self.chunks) {
            for (entry, work) in chunk.words.chunks(size).zip(&chunk.works) {
                let work = work.load(Ordering::Relaxed);
                if work < least {
                    continue;
                }
                let (key, words) = entry.split_at(W);
                let key = std::array::from_fn(|at| key[at].load(Ordering::Relaxed));
                for (to, word) in value.iter_mut().zip(words) {
                    *to = word.load(Ordering::Relaxed);
                }
                while other.insert(&mut block, &key, &value, work) == Insert::NoRoom {
                    if !other.grow() {
                        break 'all;
                    }
                }
            }
        }
        *self = other;
    }
}

/// Returns the upper half of a hash or of a slot.
#[inline(always)]
fn upper(hash: u64) -> usize {
    (hash >> 32) as usize
}

/// Half the size of a core's own cache in some current processors, in bytes.
const LARGE: usize = 1 << 20;

/// The initial `least_work`. A lookup takes about as long as one or two nodes.
const LEAST_WORK: u8 = 2;

/// Returns the bit length of a number of nodes.
#[inline(always)]
pub(super) fn work(nodes: f64) -> u8 {
    // The exponent of the number. All numbers from 2^254 on count as the same work.
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

    fn value(key: u64) -> u64 {
        key.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 7
    }

    /// Adds a value as a search does.
    fn add(cache: &Cache<2>, block: &mut Block, key: u64) -> bool {
        loop {
            let entries = cache.read();
            block.adapt(&entries);
            let mut words = vec![0; entries.width()];
            words[0] = value(key);
            if entries.insert(block, &[key, !key], &words, 2 + (key % 9) as u8) == Insert::Done {
                return true;
            }
            drop(entries);
            if !cache.write().make_room() {
                return false;
            }
        }
    }

    /// Checks a cache to which threads add values, some of them the same. Some threads also widen
    /// the values, and some read values of other threads.
    #[test]
    fn what_threads_have_added_is_found() {
        let each = if cfg!(miri) { 40 } else { 20_000 };
        let cache = Cache::<2>::new(1, 1 << 30);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let cache = cache.share();
                scope.spawn(move || {
                    let mut block = Block::default();
                    for key in thread * each / 2..thread * each / 2 + each {
                        assert!(add(&cache, &mut block, key));
                        if key == thread * each {
                            cache.write().widen();
                        }
                        let mut found = Vec::new();
                        let key = key / 2;
                        if cache.read().get(&[key, !key], &mut found).is_some() {
                            assert_eq!(found[0], value(key));
                        }
                    }
                });
            }
        });
        let entries = cache.read();
        let all = each / 2 * 3 + each;
        let mut found = Vec::new();
        for key in 0..all {
            entries.prefetch(&[key, !key]);
            assert_eq!(entries.get(&[key, !key], &mut found), Some(2 + (key % 9) as u8), "{key}");
            assert_eq!((found[0], found.len()), (value(key), entries.width()));
        }
        assert_eq!(entries.get(&[all, !all], &mut found), None);
        // Each key has one slot, and few of the numbers given out are unused.
        let used = entries.slots.iter().filter(|slot| slot.load(Ordering::Relaxed) != 0).count();
        assert_eq!(used as u64, all);
        assert!(entries.given.load(Ordering::Relaxed) < all as usize + 4 * 4 * BLOCK);
    }

    /// Checks that the cheapest entries are dropped first, and that the limit always holds.
    #[test]
    fn a_full_cache_keeps_what_was_most_work() {
        for limit in [0, 600, 5_000, 100_000] {
            let cache = Cache::<2>::new(1, limit);
            let (mut block, mut other) = (Block::default(), Block::default());
            for key in 0..if cfg!(miri) { 80 } else { 20_000 } {
                add(&cache, &mut block, key);
                add(&cache, &mut other, key / 2 * 3);
                assert!(cache.bytes() <= limit, "{} of {limit}", cache.bytes());
            }
            let entries = cache.read();
            assert_eq!(entries.bytes() > 0, limit >= 5_000, "{limit}");
            let mut with_work = [0; 256];
            for work in entries.chunks.iter().flat_map(|chunk| &chunk.works) {
                with_work[usize::from(work.load(Ordering::Relaxed))] += 1;
            }
            assert!(with_work[1..usize::from(entries.least_work)].iter().all(|&many| many == 0));
        }
    }

    /// The first chunk would take 2^60 bytes.
    #[test]
    #[cfg_attr(miri, ignore = "Miri aborts when memory is refused")]
    fn memory_that_is_refused_is_no_room() {
        let cache = Cache::<2>::new(1 << 52, usize::MAX);
        assert!(!cache.read().is_refused());
        assert!(!cache.write().grow());
        let entries = cache.read();
        assert!(entries.is_refused() && entries.bytes() == 0 && entries.room == 0);
        assert_eq!(entries.get(&[1, 2], &mut Vec::new()), None);
    }

    #[test]
    fn places_follow_one_another() {
        let mut expected = (0, 0);
        for number in 0..if cfg!(miri) { 300 } else { 300_000 } {
            let (chunk, at, entries) = place(number);
            assert_eq!((chunk, at), expected);
            expected = if at + 1 == entries { (chunk + 1, 0) } else { (chunk, at + 1) };
        }
    }
}
