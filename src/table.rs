//! A hash table that maps keys to their numbers.
//!
//! The keys can have any form. The owner keeps them in its own arrays, compares them, and passes in
//! their hashes. The table stores only the numbers and half of each hash, in slots of eight bytes.
//! So each key is stored once, in the order of the numbers, and growing the table copies no keys.

use std::collections::TryReserveError;

/// A hash table with open addressing and linear probing. A free slot is 0. A used slot holds the
/// number plus 1 in its lower half and the upper half of the hash in its upper half. That half of
/// the hash determines the first slot of a search, so the table grows without reading the keys. Its
/// remaining bits reject most other keys without a comparison. At least a quarter of the slots are
/// free.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// The slots. Their number is 0 or a power of two.
    slots: Vec<u64>,
    len: usize,
}

const SMALLEST: usize = 64;

impl Table {
    /// The upper bound of the numbers, exclusive.
    pub(crate) const LIMIT: usize = u32::MAX as usize;

    /// Returns the number of the key with this hash for which `is_it` is true.
    #[inline(always)]
    pub(crate) fn find(&self, hash: u64, mut is_it: impl FnMut(usize) -> bool) -> Option<usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = upper(hash);
        loop {
            // Without slots the mask is all ones, and `get` returns `None`.
            let slot = *self.slots.get(at & mask)?;
            if slot == 0 {
                return None;
            }
            let number = (slot as u32 - 1) as usize;
            if slot >> 32 == hash >> 32 && is_it(number) {
                return Some(number);
            }
            at = at.wrapping_add(1);
        }
    }

    /// Inserts the number of a key that is not in the table.
    ///
    /// # Panics
    /// If the number is not below [`LIMIT`](Self::LIMIT), or the system refuses memory that was not
    /// [reserved](Self::reserve).
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, number: usize) {
        assert!(number < Self::LIMIT);
        self.reserve().expect("the caller has reserved a slot, or there is memory");
        self.len += 1;
        self.place(hash >> 32 << 32 | (number as u64 + 1));
    }

    /// Removes the number of the key with this hash for which `is_it` is true, if there is one.
    pub(crate) fn remove(&mut self, hash: u64, is_it: impl Fn(usize) -> bool) {
        let mask = self.slots.len().wrapping_sub(1);
        let holds = |slot: u64| slot >> 32 == hash >> 32 && is_it((slot as u32 - 1) as usize);
        let mut free = upper(hash);
        loop {
            match self.slots.get(free & mask) {
                None | Some(0) => return,
                Some(&slot) if holds(slot) => break,
                Some(_) => free = free.wrapping_add(1),
            }
        }
        // A later slot moves to the free one, unless its search starts after the free one (Knuth,
        // TAOCP 6.4, Algorithm R).
        let mut at = free;
        loop {
            at = at.wrapping_add(1);
            let slot = self.slots[at & mask];
            if slot == 0 {
                break;
            }
            if at.wrapping_sub(upper(slot)) & mask >= at.wrapping_sub(free) & mask {
                self.slots[free & mask] = slot;
                free = at;
            }
        }
        self.slots[free & mask] = 0;
        self.len -= 1;
    }

    /// Makes sure that there is a slot for another number.
    ///
    /// # Errors
    /// If the system refuses the memory. Then the table is unchanged.
    #[inline]
    pub(crate) fn reserve(&mut self) -> Result<(), TryReserveError> {
        if (self.len + 1) * 4 > self.slots.len() * 3 { self.grow() } else { Ok(()) }
    }

    /// Puts the contents of a slot into a free slot.
    #[inline]
    fn place(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = upper(slot) & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    #[cold]
    fn grow(&mut self) -> Result<(), TryReserveError> {
        let count = (self.slots.len() * 2).max(SMALLEST);
        let mut slots = Vec::new();
        slots.try_reserve_exact(count)?;
        slots.resize(count, 0);
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            self.place(slot);
        }
        Ok(())
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }
}

#[inline(always)]
fn upper(hash: u64) -> usize {
    (hash >> 32) as usize
}

/// Returns the hash of a sequence of words.
#[inline(always)]
pub(crate) fn hash(words: impl IntoIterator<Item = u64>) -> u64 {
    // Hexadecimal digits of pi, with two digits left out: keys have no structure in common with
    // them.
    hash_from(0x2436_A885_A308_D313, words)
}

/// Returns the hash of a sequence of words, which also depends on `start`. For each word, the XOR
/// of the word and the hash so far is multiplied by a constant. The next hash is the XOR of the two
/// halves of the product, plus the rotated hash so far. At the end, the last hash is multiplied by
/// the constant, and the result is the XOR of the two halves of the product.
#[inline(always)]
pub(crate) fn hash_from(start: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    // Hexadecimal digits of the golden ratio.
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mixed = words
        .into_iter()
        .fold(start, |hash, word| fold(hash ^ word, MULTIPLIER).wrapping_add(hash.rotate_left(23)));
    fold(mixed, MULTIPLIER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_in_it_and_nothing_else() {
        let keys: Vec<u64> = (0..5000).map(|key: u64| key * key).collect();
        // A good hash, and bad hashes that make nearly all keys collide.
        let hashes: [fn(u64) -> u64; 3] = [|key| hash([key]), |key| key % 8, |key| key << 32];
        for hash_of in hashes {
            let keys = &keys[..if cfg!(miri) { 100 } else { keys.len() }];
            let mut table = Table::default();
            assert_eq!(table.find(hash_of(0), |_| true), None);
            for (number, &key) in keys.iter().enumerate() {
                assert_eq!(table.find(hash_of(key), |number| keys[number] == key), None);
                table.insert(hash_of(key), number);
            }
            for (number, &key) in keys.iter().enumerate() {
                assert_eq!(table.find(hash_of(key), |number| keys[number] == key), Some(number));
            }
            assert_eq!(table.find(hash_of(2), |number| keys[number] == 2), None);
            // Every third key is removed, and the first of them again.
            let is_left = |number: usize| !number.is_multiple_of(3);
            for number in (0..keys.len()).filter(|&number| !is_left(number)).chain([0]) {
                table.remove(hash_of(keys[number]), |it| it == number);
            }
            assert_eq!(table.len, (0..keys.len()).filter(|&number| is_left(number)).count());
            for (number, &key) in keys.iter().enumerate() {
                let found = table.find(hash_of(key), |number| keys[number] == key);
                assert_eq!(found, is_left(number).then_some(number));
            }
        }
    }

    #[test]
    fn hashes_of_similar_keys_differ_in_every_part() {
        let hashes: Vec<u64> = (0..64)
            .map(|bit| hash([0, 1 << bit, 0]))
            .chain((0..64).map(|bit| hash([1 << bit, 0])))
            .collect();
        for part in [0, 16, 32, 48] {
            let mut parts: Vec<u16> = hashes.iter().map(|hash| (hash >> part) as u16).collect();
            parts.sort_unstable();
            parts.dedup();
            assert!(parts.len() >= 126, "{part}: {}", parts.len());
        }
    }
}
