//! A solution of a problem.

use std::fmt;
use std::ops::Deref;

use smallvec::SmallVec;

use crate::ids::OptionId;

/// A solution of a problem: the set of chosen options.
///
/// The options are in increasing order, whatever order the engine chose them in. So two covers are
/// equal if and only if they are the same set. A cover derefs to a slice. Up to 32 options are
/// stored without an allocation.
///
/// ```
/// use quadrille::{Cover, OptionId};
/// let cover: Cover = [5, 2, 9].map(OptionId::new).into_iter().collect();
/// assert_eq!(cover.iter().map(|o| o.get()).collect::<Vec<_>>(), [2, 5, 9]);
/// assert!(cover.contains(&OptionId::new(9)));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cover {
    options: SmallVec<[OptionId; 32]>,
}

impl Cover {
    /// Returns the cover with these options, which must be in strictly increasing order.
    #[inline]
    pub(crate) fn from_sorted(options: &[OptionId]) -> Self {
        debug_assert!(options.is_sorted_by(|a, b| a < b));
        Self { options: SmallVec::from_slice(options) }
    }
}

impl From<&[OptionId]> for Cover {
    fn from(options: &[OptionId]) -> Self {
        options.iter().copied().collect()
    }
}

impl FromIterator<OptionId> for Cover {
    fn from_iter<I: IntoIterator<Item = OptionId>>(options: I) -> Self {
        let mut options: SmallVec<_> = options.into_iter().collect();
        options.sort_unstable();
        options.dedup();
        Self { options }
    }
}

impl Deref for Cover {
    type Target = [OptionId];

    #[inline]
    fn deref(&self) -> &[OptionId] {
        &self.options
    }
}

impl<'a> IntoIterator for &'a Cover {
    type Item = OptionId;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, OptionId>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.options.iter().copied()
    }
}

/// The options by value, in increasing order.
///
/// ```
/// use quadrille::puzzle::{Puzzle, queens::Queens};
/// let queens = Queens::new(6)?;
/// let chosen: usize = queens.problem().solutions().flatten().count();
/// assert_eq!(chosen, 4 * 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl IntoIterator for Cover {
    type Item = OptionId;
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        IntoIter(self.options.into_iter())
    }
}

/// The iterator over the options of a [`Cover`].
#[derive(Clone, Debug)]
pub struct IntoIter(smallvec::IntoIter<[OptionId; 32]>);

impl Iterator for IntoIter {
    type Item = OptionId;

    fn next(&mut self) -> Option<OptionId> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for IntoIter {}

impl fmt::Debug for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.options.iter().map(|option| option.get())).finish()
    }
}
