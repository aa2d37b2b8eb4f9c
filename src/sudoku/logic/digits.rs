//! Sets of digits as nine bits of one number.

use std::fmt;

use super::words::list;
use crate::sudoku::Digit;

/// A set of digits. It displays as a list, `3, 7 and 9`; `{:#}` displays `379`.
///
/// ```
/// use quadrille::sudoku::logic::Digits;
/// use quadrille::sudoku::Digit;
/// let digits: Digits = [9, 3, 7].into_iter().filter_map(Digit::new).collect();
/// assert_eq!((digits.to_string(), format!("{digits:#}")), ("3, 7 and 9".into(), "379".into()));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Digits(pub(super) u16);

impl Digits {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All nine digits.
    pub const ALL: Self = Self(0x1FF);

    /// Returns the set of one digit.
    #[must_use]
    pub const fn one(digit: Digit) -> Self {
        Self(1 << (digit.get() - 1))
    }

    /// Returns the number of digits.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if a digit is in the set.
    #[must_use]
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> (digit.get() - 1) & 1 == 1
    }

    /// True if every digit of this set is in the other one.
    #[must_use]
    pub const fn is_subset(self, of: Self) -> bool {
        self.0 & !of.0 == 0
    }

    /// Returns the least digit.
    #[must_use]
    pub const fn first(self) -> Option<Digit> {
        Digit::new(self.0.trailing_zeros() as u8 + 1)
    }

    /// Adds a digit.
    pub const fn insert(&mut self, digit: Digit) {
        self.0 |= Self::one(digit).0;
    }

    /// Removes a digit.
    pub const fn remove(&mut self, digit: Digit) {
        self.0 &= !Self::one(digit).0;
    }
}

set_operators!(Digits);

impl FromIterator<Digit> for Digits {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, |set, digit| set | Self::one(digit))
    }
}

/// Iterates over the digits in increasing order.
impl IntoIterator for Digits {
    type Item = Digit;
    type IntoIter = DigitsIter;
    fn into_iter(self) -> DigitsIter {
        DigitsIter(self)
    }
}

/// The digits of a set, in increasing order.
#[derive(Clone, Debug)]
pub struct DigitsIter(Digits);

impl Iterator for DigitsIter {
    type Item = Digit;

    fn next(&mut self) -> Option<Digit> {
        let first = self.0.first()?;
        self.0.remove(first);
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for DigitsIter {}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            self.into_iter().try_for_each(|digit| write!(f, "{digit}"))
        } else {
            list(f, *self, "and")
        }
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digits({self:#})")
    }
}
