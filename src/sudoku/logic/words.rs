//! Lists in sentences.

use std::fmt;
use std::mem::discriminant;

use crate::sudoku::House;
pub(super) use crate::sudoku::board::list;

/// Displays alternatives: `3, 7 or 9`, or `r1c2 or r1c7`.
pub(super) struct Or<T>(pub(super) T);

impl<T> fmt::Display for Or<T>
where
    T: Copy + IntoIterator<Item: fmt::Display, IntoIter: ExactSizeIterator>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.0, "or")
    }
}

/// Displays houses as `rows 2, 5 and 7` if they are of one kind, and as `row 2 and box 4`
/// otherwise.
pub(super) struct Houses<'a>(pub(super) &'a [House]);

impl fmt::Display for Houses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let are_of_one_kind =
            self.0.windows(2).all(|two| discriminant(&two[0]) == discriminant(&two[1]));
        let kind = match self.0 {
            [House::Row(_), _, ..] if are_of_one_kind => "rows",
            [House::Column(_), _, ..] if are_of_one_kind => "columns",
            [House::Box(_), _, ..] if are_of_one_kind => "boxes",
            _ => return list(f, self.0, "and"),
        };
        write!(f, "{kind} ")?;
        let number = |house: &House| match *house {
            House::Row(number) | House::Column(number) | House::Box(number) => number + 1,
        };
        list(f, self.0.iter().map(number), "and")
    }
}
