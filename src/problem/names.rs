//! A two-way map between numbers and names.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::table::{Table, hash_from};

/// The names of items or of colors. Some items may have no name.
#[derive(Clone, Debug)]
pub(super) struct Names<Id> {
    /// The numbers below this one have the names 1, 2, 3 and so on, which are not in the array or
    /// the table.
    numerals: u32,
    /// The concatenated numerals. They are written when one of them is first read, because a file
    /// of a few bytes can declare very many items.
    numeral_text: OnceLock<String>,
    /// The name of each number, apart from the numerals. Trailing numbers without a name can be
    /// left out.
    by_id: Vec<Option<Box<str>>>,
    /// The numbers, by the hashes of their names.
    by_name: Table,
    /// A random number, without which a file could have names that all have the same hash.
    seed: u64,
    ids: PhantomData<Id>,
}

impl<Id> Default for Names<Id> {
    fn default() -> Self {
        Self {
            numerals: 0,
            numeral_text: OnceLock::new(),
            by_id: Vec::new(),
            by_name: Table::default(),
            seed: RandomState::new().hash_one(0),
            ids: PhantomData,
        }
    }
}

impl<Id: Number> PartialEq for Names<Id> {
    fn eq(&self, other: &Self) -> bool {
        let len = self.len().max(other.len());
        (self.numerals == other.numerals && self.by_id == other.by_id)
            || (0..len).all(|index| self.name(index) == other.name(index))
    }
}

impl<Id: Number> Eq for Names<Id> {}

/// A number that is an array index.
pub(super) trait Number: Copy {
    fn index(self) -> usize;
    fn from_number(number: u32) -> Self;
}

impl Number for crate::ids::ItemId {
    fn index(self) -> usize {
        self.index()
    }

    fn from_number(number: u32) -> Self {
        Self::new(number)
    }
}

impl Number for crate::ids::Color {
    fn index(self) -> usize {
        self.index()
    }

    fn from_number(number: u32) -> Self {
        Self::new(number)
    }
}

impl<Id: Number> Names<Id> {
    pub(super) fn get(&self, id: Id) -> Option<&str> {
        self.name(id.index())
    }

    fn name(&self, index: usize) -> Option<&str> {
        if index >= self.numerals as usize {
            return self.by_id.get(index)?.as_deref();
        }
        let text = self.numeral_text.get_or_init(|| {
            let mut text = String::with_capacity(numeral_start(self.numerals as usize + 1));
            (1..=self.numerals).for_each(|number| text.push_str(&number.to_string()));
            text
        });
        Some(&text[numeral_start(index + 1)..numeral_start(index + 2)])
    }

    pub(super) fn find(&self, name: &str) -> Option<Id> {
        let found = self.by_name.find(self.hash(name), |number| {
            self.by_id.get(number).is_some_and(|known| known.as_deref() == Some(name))
        });
        let number = found.map(|number| number as u32).or_else(|| self.numeral(name));
        number.map(Id::from_number)
    }

    fn hash(&self, name: &str) -> u64 {
        let word = |bytes: &[u8]| match bytes.try_into() {
            Ok(bytes) => u64::from_le_bytes(bytes),
            Err(_) => bytes.iter().fold(1, |word, &byte| word << 8 | u64::from(byte)),
        };
        hash_from(self.seed, name.as_bytes().chunks(8).map(word))
    }

    /// Returns the number whose name is this numeral.
    fn numeral(&self, name: &str) -> Option<u32> {
        let is_plain = name.bytes().all(|byte| byte.is_ascii_digit()) && !name.starts_with('0');
        let number = is_plain.then(|| name.parse::<u32>().ok())??;
        (1..=self.numerals).contains(&number).then(|| number - 1)
    }

    /// Returns a number that is above all numbers with a name. If no number is skipped, as with
    /// colors, it is the number of names.
    pub(super) fn len(&self) -> usize {
        self.by_id.len().max(self.numerals as usize)
    }

    /// Removes the names of all numbers from `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        for index in (len..self.by_id.len()).rev() {
            if let Some(name) = self.by_id.pop().flatten() {
                self.by_name.remove(self.hash(&name), |number| number == index);
            }
        }
        if len < self.numerals as usize {
            self.numerals = len as u32;
            self.numeral_text = OnceLock::new();
        }
    }

    /// Gives the first numbers the names 1, 2, 3 and so on. There must be no names yet.
    pub(super) fn number(&mut self, count: u32) {
        debug_assert!(self.len() == 0, "numerals come before other names");
        self.numerals = count;
    }

    /// Adds the name of a number that has none. Returns false if the name is in use.
    pub(super) fn insert(&mut self, id: Id, name: &str) -> bool {
        if self.find(name).is_some() {
            return false;
        }
        if self.by_id.len() <= id.index() {
            self.by_id.resize(id.index() + 1, None);
        }
        self.by_name.insert(self.hash(name), id.index());
        self.by_id[id.index()] = Some(name.into());
        true
    }
}

/// Returns the total length of the numerals 1, 2, 3 and so on before this one.
fn numeral_start(number: usize) -> usize {
    let digits = number.checked_ilog10().map_or(1, |power| power as usize + 1);
    // A numeral has one character for each power of ten up to its value.
    (0..digits as u32).map(|power| number - 10_usize.pow(power)).sum()
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::ids::ItemId;

    #[test]
    fn numerals_are_names_like_others() {
        let mut numerals = Names::default();
        numerals.number(1234);
        let mut written = Names::default();
        for item in 0..1234 {
            assert!(written.insert(ItemId::new(item), &(item + 1).to_string()));
        }
        for item in (0..1236).map(ItemId::new) {
            assert_eq!(numerals.get(item), written.get(item), "{item}");
        }
        for name in ["1", "9", "10", "1234", "1235", "0", "01", "+1", "", "a", "99999999999"] {
            assert_eq!(numerals.find(name), written.find(name), "{name}");
        }
        assert!(numerals == written);
        assert!(written == numerals);
        assert!(!numerals.insert(ItemId::new(1234), "7"));
        assert!(numerals.insert(ItemId::new(1234), "a"));
        assert!(numerals != written);
        assert_eq!((numerals.len(), numerals.get(ItemId::new(1234))), (1235, Some("a")));
        numerals.truncate(5);
        written.truncate(5);
        assert!(numerals == written);
        assert_eq!((numerals.get(ItemId::new(4)), numerals.get(ItemId::new(5))), (Some("5"), None));
    }

    #[test]
    fn names_that_were_removed_are_not_found() {
        let mut names = Names::default();
        let lengths = (0..40).map(|length| "abcdefgh".repeat(5)[..length].to_owned());
        for (item, name) in (0..).map(ItemId::new).zip(lengths.clone()) {
            assert!(names.insert(item, &name), "{name:?}");
        }
        names.truncate(20);
        for (item, name) in (0..).map(ItemId::new).zip(lengths) {
            assert_eq!(names.find(&name), (item.index() < 20).then_some(item), "{name:?}");
        }
        assert!(names.insert(ItemId::new(20), "other"));
        assert_eq!(names.find(&"abcdefgh".repeat(3)[..20]), None);
        assert_eq!(names.find("other"), Some(ItemId::new(20)));
    }
}
