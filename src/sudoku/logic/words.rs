//! Lists in sentences.

use std::fmt;

use super::{Cells, Digits};
use crate::sudoku::House;
pub(super) use crate::sudoku::board::list;

/// Displays alternatives: `3, 7 or 9`.
pub(super) struct Or(pub(super) Digits);

impl fmt::Display for Or {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.0, "or")
    }
}

/// Displays alternatives: `r1c2 or r1c7`.
pub(super) struct AnyOf(pub(super) Cells);

impl fmt::Display for AnyOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        list(f, self.0, "or")
    }
}

/// Displays houses as `rows 2, 5 and 7` if they are of one kind, and as `row 2 and box 4`
/// otherwise.
pub(super) struct Houses<'a>(pub(super) &'a [House]);

impl fmt::Display for Houses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0 {
            [House::Row(_), _, ..] if self.0.iter().all(|house| matches!(house, House::Row(_))) => {
                "rows"
            }
            [House::Column(_), _, ..]
                if self.0.iter().all(|house| matches!(house, House::Column(_))) =>
            {
                "columns"
            }
            [House::Box(_), _, ..] if self.0.iter().all(|house| matches!(house, House::Box(_))) => {
                "boxes"
            }
            _ => return list(f, self.0, "and"),
        };
        write!(f, "{kind} ")?;
        let number = |house: &House| match *house {
            House::Row(number) | House::Column(number) | House::Box(number) => number + 1,
        };
        list(f, self.0.iter().map(number), "and")
    }
}
