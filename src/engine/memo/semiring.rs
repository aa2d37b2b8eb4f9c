//! What a search with a cache computes from the bottom up: a value for each residue, from the
//! values of those below it.

use crate::diagram::TooManyNodes;
use crate::ids::OptionId;

/// A value is some words, as many for every residue. Sums and products that are not finished lie on
/// a stack.
pub(super) trait Semiring {
    /// How many words a value has.
    fn width(&self) -> usize;

    /// Puts the value of a residue in which nothing is left to be covered.
    fn unit(&self, value: &mut Vec<u64>);

    /// Puts the value of a residue without covers.
    fn none(&self, value: &mut Vec<u64>);

    /// Begins a sum, or a product.
    fn begin(&mut self, is_product: bool);

    /// Adds a term to the sum that was begun last: these options with the covers of a value.
    ///
    /// # Errors
    /// [`TooWide`], and the sum is as it was.
    fn add(&mut self, options: &[OptionId], value: &[u64]) -> Result<(), TooWide>;

    /// Multiplies the product that was begun last.
    ///
    /// # Errors
    /// [`TooWide`], and the product is as it was.
    fn multiply(&mut self, value: &[u64]) -> Result<(), TooWide>;

    /// Ends the sum or product that was begun last, and puts its value.
    ///
    /// # Errors
    /// [`TooManyNodes`] if there is no room for it.
    fn end(&mut self, value: &mut Vec<u64>) -> Result<(), TooManyNodes>;

    /// Gives up the sum or product that was begun last.
    fn give_up(&mut self);

    /// Makes the values on the stack wider by a word.
    fn widen(&mut self);

    /// How much memory all values take that do not lie elsewhere, in bytes.
    fn bytes(&self) -> usize;

    /// What to say if that is too much.
    fn full(&self) -> TooManyNodes;
}

/// A value needs another word.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooWide;
