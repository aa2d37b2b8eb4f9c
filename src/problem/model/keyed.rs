//! A builder of a model whose items are values of the caller's type.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use super::super::{AsColor, BuildError, Builder, ItemRange, NameRef};
use super::{Model, ModelBuilder};
use crate::ids::{ItemId, OptionId};

/// A builder of a [`Model`] in which values of your own type, the *keys*, stand for the items. It
/// keeps the number of each key, so the caller needs no table from keys to items.
///
/// It has the methods of [`ModelBuilder`], except those for items without names, and returns the
/// same errors, which name an item by the debug form of its key. The items of the model have
/// numbers and no names. If the options need no values, they can carry `()`.
///
/// ```
/// use quadrille::{BuildError, Model};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// enum Item {
///     Piece(char),
///     Cell(usize),
/// }
/// use Item::{Cell, Piece};
///
/// // A domino and a tromino fill five cells in a row.
/// let mut builder = Model::keyed_builder();
/// builder.primary(['D', 'T'].map(Piece))?;
/// builder.primary((0..5).map(Cell))?;
/// for (piece, size) in [('D', 2), ('T', 3)] {
///     for start in 0..=5 - size {
///         let cells = (start..start + size).map(Cell);
///         builder.option((piece, start), cells.chain([Piece(piece)]))?;
///     }
/// }
/// let unknown = builder.option(('D', 5), [Cell(5)]).unwrap_err();
/// assert_eq!(unknown, BuildError::UnknownItem("Cell(5)".into()));
///
/// let last = builder.item(&Cell(4)).expect("it was declared");
/// let model = builder.build()?;
/// assert_eq!(model.solutions().count(), 2);
/// for cover in model.solutions() {
///     println!("{:?}", model.values(&cover).collect::<Vec<_>>());
/// }
/// assert_eq!(model.options().filter(|(_, items)| items.contains(&last)).count(), 2);
/// # Ok::<(), BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct KeyedBuilder<K, V> {
    pub(super) model: ModelBuilder<V>,
    pub(super) items: HashMap<K, ItemId>,
}

impl<K: Eq + Hash + Debug, V> KeyedBuilder<K, V> {
    /// Declares primary items with these keys: see [`Builder::primary`].
    ///
    /// # Errors
    /// As for [`Builder::primary`].
    pub fn primary(&mut self, keys: impl IntoIterator<Item = K>) -> Result<ItemRange, BuildError> {
        self.bounded(keys, 1..=1)
    }

    /// Declares primary items with these keys and with bounds: see [`Builder::bounded`].
    ///
    /// # Errors
    /// As for [`Builder::bounded`].
    pub fn bounded(
        &mut self,
        keys: impl IntoIterator<Item = K>,
        bounds: RangeInclusive<u32>,
    ) -> Result<ItemRange, BuildError> {
        self.declare(keys, |builder, count| builder.unnamed_bounded(count, bounds))
    }

    /// Declares secondary items with these keys: see [`Builder::secondary`].
    ///
    /// # Errors
    /// As for [`Builder::secondary`].
    pub fn secondary(
        &mut self,
        keys: impl IntoIterator<Item = K>,
    ) -> Result<ItemRange, BuildError> {
        self.declare(keys, Builder::unnamed_secondary)
    }

    /// Declares items with these keys. `unnamed` declares the same number of items without names.
    fn declare(
        &mut self,
        keys: impl IntoIterator<Item = K>,
        unnamed: impl FnOnce(&mut Builder, usize) -> Result<ItemRange, BuildError>,
    ) -> Result<ItemRange, BuildError> {
        let mut declared = HashMap::new();
        for key in keys {
            // Every item of the builder has a key.
            let id = ItemId::new((self.items.len() + declared.len()) as u32);
            match declared.entry(key) {
                Entry::Vacant(new) if !self.items.contains_key(new.key()) => new.insert(id),
                used => return Err(BuildError::DuplicateName(format!("{:?}", used.key()))),
            };
        }
        let range = unnamed(&mut self.model.builder, declared.len())?;
        self.items.extend(declared);
        Ok(range)
    }

    /// Returns the item with this key, or `None` if it was not declared.
    #[must_use]
    pub fn item(&self, key: &K) -> Option<ItemId> {
        self.items.get(key).copied()
    }

    /// Adds an option that covers these items and carries this value. An entry is a key, or a pair
    /// of a key and a color: see [`AsKeyEntry`].
    ///
    /// # Errors
    /// As for [`Builder::option`].
    pub fn option<E: AsKeyEntry<K>>(
        &mut self,
        value: V,
        entries: impl IntoIterator<Item = E>,
    ) -> Result<OptionId, BuildError> {
        self.option_with_cost(value, entries, 0)
    }

    /// Adds an option that covers these items at this cost, and carries this value.
    ///
    /// # Errors
    /// As for [`Builder::option_with_cost`].
    pub fn option_with_cost<E: AsKeyEntry<K>>(
        &mut self,
        value: V,
        entries: impl IntoIterator<Item = E>,
        cost: i64,
    ) -> Result<OptionId, BuildError> {
        let option = self.model.builder.add_option(entries, cost, |builder, entry| {
            let (key, color) = entry.as_key_entry();
            let label = || format!("{key:?}");
            match self.items.get(key) {
                Some(&id) => builder.add_entry(id, color, label),
                None => Err(BuildError::UnknownItem(label())),
            }
        })?;
        self.model.values.push(value);
        Ok(option)
    }

    /// Returns the finished model.
    ///
    /// # Errors
    /// As for [`Builder::build`].
    pub fn build(self) -> Result<Model<V>, BuildError> {
        self.model.build()
    }
}

/// A value that can be an entry of an option of a [`KeyedBuilder`]: a key, or a pair of a key and a
/// color.
///
/// ```
/// // A key may be a pair itself: these are cells, by row and column.
/// let mut builder = quadrille::Model::keyed_builder();
/// builder.primary([(0, 0), (0, 1)])?;
/// builder.secondary([(1, 0), (1, 1)])?;
/// builder.option('a', [(0, 0), (1, 1)])?;
/// builder.option('b', [((0, 1), None), ((1, 0), Some("red"))])?;
/// builder.option('c', &vec![((1, 0), "red")])?; // without a primary item: in no cover
/// let model = builder.build()?;
/// let cover = model.first().ok_or("no cover")?;
/// assert!(model.values(&cover).eq(&['a', 'b']));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AsKeyEntry<K> {
    /// Returns the key, and the name of the color if the option gives the item one.
    fn as_key_entry(&self) -> (&K, Option<NameRef<'_>>);
}

impl<K> AsKeyEntry<K> for K {
    fn as_key_entry(&self) -> (&K, Option<NameRef<'_>>) {
        (self, None)
    }
}

impl<K> AsKeyEntry<K> for &K {
    fn as_key_entry(&self) -> (&K, Option<NameRef<'_>>) {
        (self, None)
    }
}

impl<K, C: AsColor> AsKeyEntry<K> for (K, C) {
    fn as_key_entry(&self) -> (&K, Option<NameRef<'_>>) {
        (&self.0, self.1.as_color())
    }
}

impl<K, C: AsColor> AsKeyEntry<K> for (&K, C) {
    fn as_key_entry(&self) -> (&K, Option<NameRef<'_>>) {
        (self.0, self.1.as_color())
    }
}

impl<K, C: AsColor> AsKeyEntry<K> for &(K, C) {
    fn as_key_entry(&self) -> (&K, Option<NameRef<'_>>) {
        (**self).as_key_entry()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_key_and_changes_nothing() {
        let mut builder = Model::keyed_builder();
        builder.primary([('a', 1), ('a', 2)]).unwrap();
        let twice = |key: &str| Err(BuildError::DuplicateName(key.into()));
        assert_eq!(builder.primary([('b', 1), ('a', 2)]), twice("('a', 2)"));
        assert_eq!(builder.primary([('b', 1), ('b', 1)]), twice("('b', 1)"));
        assert_eq!(
            builder.bounded([('b', 1)], 0..=0),
            Err(BuildError::BadBounds { low: 0, high: 0 })
        );
        assert_eq!(builder.item(&('b', 1)), None);
        let x = builder.secondary([('x', 0)]).unwrap();
        assert_eq!(builder.item(&('x', 0)), x.get(0));
        assert_eq!(builder.primary([('b', 1)]), Err(BuildError::PrimaryAfterSecondary));

        assert_eq!(
            builder.option("", [('a', 1), ('b', 1)]),
            Err(BuildError::UnknownItem("('b', 1)".into()))
        );
        assert_eq!(
            builder.option("", [('a', 1), ('a', 1)]),
            Err(BuildError::RepeatedItem("('a', 1)".into()))
        );
        assert_eq!(
            builder.option("", [(('a', 1), "red")]),
            Err(BuildError::ColorOnPrimary("('a', 1)".into()))
        );
        builder.option("1", [(&('a', 1), Some("red"))]).unwrap_err();
        builder.option("1", [(&('a', 1), None), (&('x', 0), Some("red"))]).unwrap();
        builder.option_with_cost("2", [&('a', 2)], 5).unwrap();
        let model = builder.build().unwrap();
        assert_eq!((model.item_count(), model.option_count()), (3, 2));
        let (cover, cost) = model.best(1).remove(0);
        assert_eq!(cost, 5);
        assert!(model.values(&cover).eq(&["1", "2"]));
    }
}
