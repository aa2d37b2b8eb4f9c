//! The values that a search with a cache computes from the bottom up. The value of a subproblem
//! depends on the values of the subproblems below it.

use crate::diagram::TooManyNodes;
use crate::ids::OptionId;

/// A semiring whose values have the same number of words for every subproblem. Unfinished sums and
/// products are on a stack.
pub(super) trait Semiring {
    /// Returns the number of words of a value.
    fn width(&self) -> usize;

    /// Writes the value of a subproblem without items to be covered.
    fn unit(&self, value: &mut Vec<u64>);

    /// Writes the value of a subproblem without covers.
    fn none(&self, value: &mut Vec<u64>);

    fn begin(&mut self, is_product: bool);

    /// Adds a term to the sum that was begun last: the covers of `value`, each with these options.
    ///
    /// # Errors
    /// [`TooWide`] if the result might need another word. The sum is then unchanged.
    fn add(&mut self, options: &[OptionId], value: &[u64]) -> Result<(), TooWide>;

    /// Multiplies the product that was begun last by a value.
    ///
    /// # Errors
    /// [`TooWide`] if the result might need another word. The product is then unchanged.
    fn multiply(&mut self, value: &[u64]) -> Result<(), TooWide>;

    /// Returns the number of covers of the product that was begun last, or 1 if it is not known.
    fn covers(&self) -> f64 {
        1.0
    }

    /// Ends the sum or product that was begun last, and writes its value.
    ///
    /// # Errors
    /// [`TooManyNodes`] if there is no room for the value.
    fn end(&mut self, value: &mut Vec<u64>) -> Result<(), TooManyNodes>;

    /// Drops the sum or product that was begun last.
    fn give_up(&mut self);

    /// Adds a word to the values on the stack.
    fn widen(&mut self);

    /// Returns the number of bytes of the values that are not in the cache.
    fn bytes(&self) -> usize;

    /// Returns the error for a search whose values take too many bytes.
    fn full(&self) -> TooManyNodes;
}

/// The largest approximate number of nodes or covers. It stands for all larger numbers. The product
/// of two approximate numbers is finite.
pub(super) const MOST: f64 = 1e150;

/// The error for a value that might need another word.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooWide;
