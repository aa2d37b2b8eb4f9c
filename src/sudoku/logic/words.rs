//! Lists in sentences.

use std::fmt;

use crate::sudoku::House;
use crate::sudoku::board::list;

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

/// Displays several houses of one kind as `rows 2, 5 and 7`, and other houses as `row 2` or `row 2
/// and box 4`.
pub(super) struct Houses<'a>(pub(super) &'a [House]);

impl fmt::Display for Houses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let split = |house: &House| match *house {
            House::Row(number) => ("rows", number + 1),
            House::Column(number) => ("columns", number + 1),
            House::Box(number) => ("boxes", number + 1),
        };
        let (kinds, numbers): (Vec<&str>, Vec<usize>) = self.0.iter().map(split).unzip();
        match kinds[..] {
            [kind, _, ..] if kinds.iter().all(|&other| other == kind) => {
                write!(f, "{kind} ")?;
                list(f, numbers, "and")
            }
            _ => list(f, self.0, "and"),
        }
    }
}
