//! Sets stored as the bits of one number, and the text of a list in a sentence: `a, b and c`.

use std::fmt;

/// Gives a struct of one number the interface of a set: methods that test and change it, the
/// operators `&`, `|` and `-`, and the iterator over the elements from the lowest bit.
macro_rules! set {
    (
        $set:ident of $element:ident, $iter:ident, $all:expr,
        |$of:ident| $to_bit:expr, |$bit:ident| $of_bit:expr
    ) => {
        impl $set {
            /// The empty set.
            pub const EMPTY: Self = Self(0);
            /// The set of all elements.
            pub const ALL: Self = Self($all);

            /// Returns the set of one element.
            #[must_use]
            pub const fn one(element: $element) -> Self {
                let $of = element;
                Self(1 << $to_bit)
            }

            /// Returns the number of elements.
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// True if the set is empty.
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// True if an element is in the set.
            #[must_use]
            pub const fn contains(self, element: $element) -> bool {
                let $of = element;
                self.0 >> $to_bit & 1 == 1
            }

            /// True if every element of this set is in the other one.
            #[must_use]
            pub const fn is_subset(self, of: Self) -> bool {
                self.0 & !of.0 == 0
            }

            /// Returns the first element.
            #[must_use]
            pub const fn first(self) -> Option<$element> {
                let $bit = self.0.trailing_zeros() as u8;
                $of_bit
            }

            /// Adds an element.
            pub const fn insert(&mut self, element: $element) {
                self.0 |= Self::one(element).0;
            }

            /// Removes an element.
            pub const fn remove(&mut self, element: $element) {
                self.0 &= !Self::one(element).0;
            }
        }

        impl FromIterator<$element> for $set {
            fn from_iter<I: IntoIterator<Item = $element>>(elements: I) -> Self {
                elements.into_iter().fold(Self::EMPTY, |set, element| set | Self::one(element))
            }
        }

        /// Iterates over the elements in increasing order.
        impl IntoIterator for $set {
            type Item = $element;
            type IntoIter = $iter;
            fn into_iter(self) -> $iter {
                $iter(self)
            }
        }

        /// The elements of a set, in increasing order.
        #[derive(Clone, Debug)]
        pub struct $iter($set);

        impl Iterator for $iter {
            type Item = $element;

            fn next(&mut self) -> Option<$element> {
                let first = self.0.first()?;
                self.0.0 &= self.0.0 - 1;
                Some(first)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.0.len(), Some(self.0.len()))
            }
        }

        impl ExactSizeIterator for $iter {}

        set_operator!($set: BitAnd bitand, BitAndAssign bitand_assign, |a, b| a & b);
        set_operator!($set: BitOr bitor, BitOrAssign bitor_assign, |a, b| a | b);
        set_operator!(
            /// Returns the elements of the first set that are not in the second.
            $set: Sub sub, SubAssign sub_assign, |a, b| a & !b
        );
    };
}

/// Gives a set an operator and its assignment form.
macro_rules! set_operator {
    (
        $(#[$doc:meta])*
        $set:ident: $operator:ident $apply:ident, $assignment:ident $assign:ident,
        |$a:ident, $b:ident| $value:expr
    ) => {
        $(#[$doc])*
        impl std::ops::$operator for $set {
            type Output = Self;
            fn $apply(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($value)
            }
        }

        impl std::ops::$assignment for $set {
            fn $assign(&mut self, other: Self) {
                *self = std::ops::$operator::$apply(*self, other);
            }
        }
    };
}

/// Writes `a`, `a and b`, or `a, b and c`, with `word` in place of `and`.
pub(in crate::sudoku) fn list<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    things: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    word: &str,
) -> fmt::Result {
    let things = things.into_iter();
    let last = things.len().saturating_sub(1);
    for (at, thing) in things.enumerate() {
        match at {
            0 => write!(f, "{thing}")?,
            _ if at == last => write!(f, " {word} {thing}")?,
            _ => write!(f, ", {thing}")?,
        }
    }
    Ok(())
}
