//! Sets of digits as nine bits of one number.

use std::fmt;

use super::sets::list;
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
pub struct Digits(pub(in crate::sudoku) u16);

set!(Digits of Digit, DigitsIter, 0x1FF, |digit| digit.index(), |bit| Digit::new(bit + 1));

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
