//! The semiring of counts: numbers that grow by a word when needed.

use num_bigint::BigUint;

use super::semiring::{MOST, Semiring, TooWide};
use crate::diagram::TooManyNodes;
use crate::ids::OptionId;

/// The words of a number, the lowest first.
pub(super) type Words = [u64];

pub(super) fn number(words: &Words) -> BigUint {
    BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

/// Returns the number with these words, or [`MOST`] if it is larger.
pub(super) fn approximate(words: &Words) -> f64 {
    let sum = words.iter().rev().fold(0.0, |sum, &word| sum * 2_f64.powi(64) + word as f64);
    f64::min(sum, MOST)
}

/// The semiring whose values are numbers of covers. Sums never overflow: if the highest bit of the
/// sum or of the next term is set, all numbers are widened first.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    width: usize,
    /// The unfinished sums and products, `width` words each.
    stack: Vec<u64>,
    product: Vec<u64>,
}

impl Counting {
    pub(super) fn new() -> Self {
        Self { width: 1, stack: Vec::new(), product: Vec::new() }
    }

    pub(super) fn restart(&mut self) {
        self.stack.clear();
    }

    fn top(&mut self) -> &mut Words {
        let start = self.stack.len() - self.width;
        &mut self.stack[start..]
    }

    /// Returns the unfinished sum or product at a level. The level is the number of unfinished sums
    /// and products begun before it.
    pub(super) fn unfinished(&self, level: usize) -> &Words {
        &self.stack[level * self.width..][..self.width]
    }
}

impl Semiring for Counting {
    fn width(&self) -> usize {
        self.width
    }

    fn unit(&self, value: &mut Vec<u64>) {
        self.none(value);
        value[0] = 1;
    }

    fn none(&self, value: &mut Vec<u64>) {
        value.clear();
        value.resize(self.width, 0);
    }

    fn begin(&mut self, is_product: bool) {
        self.stack.push(u64::from(is_product));
        self.stack.extend((1..self.width).map(|_| 0));
    }

    #[inline]
    fn add(&mut self, _: &[OptionId], value: &[u64]) -> Result<(), TooWide> {
        let sum = self.top();
        let last = sum.len() - 1;
        if (sum[last] | value[last]) >> 63 != 0 {
            return Err(TooWide);
        }
        let carry = add(sum, value);
        debug_assert!(!carry);
        Ok(())
    }

    fn multiply(&mut self, value: &[u64]) -> Result<(), TooWide> {
        let width = self.width;
        let start = self.stack.len() - width;
        if bits(&self.stack[start..]) + bits(value) >= 64 * width {
            return Err(TooWide);
        }
        let mut product = std::mem::take(&mut self.product);
        multiply(&self.stack[start..], value, &mut product);
        self.stack[start..].copy_from_slice(&product[..width]);
        self.product = product;
        Ok(())
    }

    fn covers(&self) -> f64 {
        approximate(&self.stack[self.stack.len() - self.width..])
    }

    fn end(&mut self, value: &mut Vec<u64>) -> Result<(), TooManyNodes> {
        let start = self.stack.len() - self.width;
        value.clear();
        value.extend(self.stack.drain(start..));
        Ok(())
    }

    fn give_up(&mut self) {
        let start = self.stack.len() - self.width;
        self.stack.truncate(start);
    }

    fn widen(&mut self) {
        self.stack = self
            .stack
            .chunks(self.width)
            .flat_map(|value| value.iter().copied().chain([0]))
            .collect();
        self.width += 1;
    }

    fn bytes(&self) -> usize {
        // The cache has the finished values, and there is only one unfinished value per level.
        0
    }

    fn full(&self) -> TooManyNodes {
        TooManyNodes { nodes: 0, is_refused: false }
    }
}

/// Adds a number to a sum with at least as many words. Returns true if a carry is left.
pub(super) fn add(sum: &mut Words, number: &Words) -> bool {
    let mut carry = false;
    for (at, word) in sum.iter_mut().enumerate() {
        let (once, first) = word.overflowing_add(number.get(at).copied().unwrap_or(0));
        let (twice, second) = once.overflowing_add(u64::from(carry));
        (*word, carry) = (twice, first || second);
    }
    carry
}

/// Writes the product of two numbers, with as many words as both together.
pub(super) fn multiply(a: &Words, b: &Words, product: &mut Vec<u64>) {
    product.clear();
    product.resize(a.len() + b.len(), 0);
    for (shift, &a) in a.iter().enumerate() {
        let mut carry = 0;
        for (at, &b) in b.iter().enumerate() {
            let sum =
                u128::from(a) * u128::from(b) + u128::from(product[shift + at]) + u128::from(carry);
            (product[shift + at], carry) = (sum as u64, (sum >> 64) as u64);
        }
        product[shift + b.len()] = carry;
    }
}

/// Returns the bit length of a number.
fn bits(number: &Words) -> usize {
    let highest = number.iter().rposition(|&word| word != 0);
    highest.map_or(0, |at| at * 64 + (64 - number[at].leading_zeros() as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: u128) -> [u64; 2] {
        [value as u64, (value >> 64) as u64]
    }

    #[test]
    fn grows_when_it_must() {
        let mut counting = Counting::new();
        counting.begin(false);
        let mut value = vec![1 << 62];
        let mut expected = 0_u128;
        for _ in 0..5 {
            if let Err(TooWide) = counting.add(&[], &value) {
                counting.widen();
                value.push(0);
                counting.add(&[], &value).unwrap();
            }
            expected += 1 << 62;
        }
        assert_eq!(counting.width(), 2);
        assert_eq!(counting.unfinished(0), number(expected));
        counting.begin(true);
        counting.multiply(&number(3 << 60)).unwrap();
        counting.multiply(&number(5 << 60)).unwrap();
        assert!(matches!(counting.multiply(&number(1 << 10)), Err(TooWide)));
        counting.widen();
        counting.multiply(&[1 << 10, 0, 0]).unwrap();
        counting.end(&mut value).unwrap();
        assert_eq!(value, [0, 0, 15 << (120 + 10 - 128)]);
        counting.end(&mut value).unwrap();
        assert_eq!(value[..2], number(expected));
    }

    #[test]
    fn sums_and_products_are_those_of_wider_numbers() {
        for (a, b) in [(0, 0), (u64::MAX, u64::MAX), (1 << 63, 2), (12345, u64::MAX - 3)]
            .map(|(a, b): (u64, u64)| (a, b))
        {
            let mut product = Vec::new();
            multiply(&[a], &[b], &mut product);
            assert_eq!(product, number(u128::from(a) * u128::from(b)));
            let mut sum = [a, 0];
            assert!(!add(&mut sum, &[b]));
            assert_eq!(sum, number(u128::from(a) + u128::from(b)));
        }
        assert!(add(&mut [u64::MAX, u64::MAX], &[1]));
        assert_eq!(
            [bits(&[0]), bits(&[1, 0]), bits(&[0, 1]), bits(&[5, u64::MAX])],
            [0, 1, 65, 128]
        );
    }
}
