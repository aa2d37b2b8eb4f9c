//! Ids of consecutive items.

use std::iter::FusedIterator;
use std::ops::Range;

use crate::ids::ItemId;

/// The ids of items that were declared together: an iterator that can also be indexed.
///
/// ```
/// use quadrille::{ItemId, Problem};
/// let mut builder = Problem::builder();
/// let cells = builder.unnamed_primary(9)?;
/// let rows = builder.primary(["r1", "r2", "r3"])?;
/// assert_eq!(rows.get(1), Some(ItemId::new(10)));
/// for (cell, id) in cells.enumerate() {
///     builder.option([Some(id), rows.get(cell / 3)].into_iter().flatten())?;
/// }
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemRange(pub(super) Range<u32>);

impl ItemRange {
    /// Returns the id at an index, counted from the next id of the iterator, or `None` beyond the
    /// last id.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<ItemId> {
        self.0.clone().nth(index).map(ItemId::new)
    }

    /// True if the range contains the item.
    #[must_use]
    pub fn contains(&self, item: ItemId) -> bool {
        self.0.contains(&item.get())
    }
}

impl Iterator for ItemRange {
    type Item = ItemId;

    fn next(&mut self) -> Option<ItemId> {
        self.0.next().map(ItemId::new)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for ItemRange {
    fn next_back(&mut self) -> Option<ItemId> {
        self.0.next_back().map(ItemId::new)
    }
}

impl ExactSizeIterator for ItemRange {}

impl FusedIterator for ItemRange {}
