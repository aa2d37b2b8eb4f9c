//! BUG+1: a *bivalue universal grave* is a position in which every open cell has two candidates,
//! and every digit has two places in each house that lacks it. If it has a solution, the other
//! candidates of all cells are a second one. So a position with one candidate more, in one cell,
//! has its only solution there: the cell holds this candidate.
//!
//! The reason holds only if the puzzle is known to have exactly one solution.

use std::fmt;

use super::Technique;
use crate::sudoku::logic::{Cell, Cells, Deduction, Digits, Position};
use crate::sudoku::{Digit, House};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let [_, bivalue, three] = position.with_few();
    let cell = (position.unsolved() - bivalue).first()?;
    if position.unsolved() - bivalue != Cells::one(cell) || !three.contains(cell) {
        return None;
    }
    let extra = position.digits(cell).into_iter().find(|&extra| is_grave(position, cell, extra))?;
    let found = Deduction::new(Technique::BugPlusOne, Cells::one(cell), Digits::one(extra));
    Some(found.placing(cell.with(extra)))
}

/// True if each digit has two places or none in every house once this candidate is removed.
fn is_grave(position: &Position, cell: Cell, extra: Digit) -> bool {
    Digit::all().all(|digit| {
        let removed = if digit == extra { Cells::one(cell) } else { Cells::EMPTY };
        let places = position.places(digit) - removed;
        House::all().all(|house| matches!((places & Cells::of_house(house)).len(), 0 | 2))
    })
}

pub(super) fn tell(deduction: &Deduction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Deduction { cells, digits, .. } = deduction;
    write!(
        f,
        "only {cells} has more than two candidates; without its {digits}, every digit would "
    )?;
    write!(
        f,
        "have two places in each house that lacks it, and the solution would not be unique, "
    )?;
    write!(f, "so {cells} is {digits}")
}

#[cfg(test)]
mod tests {
    use super::super::Technique;
    use crate::sudoku::logic::test_position::TestPosition;

    /// A position with two solutions: in each cell a digit and the next one.
    fn grave() -> TestPosition {
        (0..81).fold(TestPosition::new(), |position, cell| {
            let (row, column) = (cell / 9, cell % 9);
            let digit = (row * 3 + row / 3 + column) % 9;
            let cell = format!("r{}c{}", row + 1, column + 1);
            let extra = if cell == "r5c5" { "4" } else { "" };
            position.cell(&cell, &format!("{}{}{extra}", digit + 1, (digit + 1) % 9 + 1))
        })
    }

    #[test]
    fn one_candidate_too_many() {
        grave().finds_if_asked(
            Technique::BugPlusOne,
            "BUG+1: only r5c5 has more than two candidates; without its 4, every digit would have \
             two places in each house that lacks it, and the solution would not be unique, so r5c5 \
             is 4.",
        );
    }

    #[test]
    fn no_candidate_too_many() {
        grave().without(4, "r5c5").has_no(Technique::BugPlusOne);
        grave().without(1, "r1c1").has_no(Technique::BugPlusOne);
    }

    #[test]
    fn nothing_is_claimed() {
        let position = grave().position();
        assert_eq!(Technique::BugPlusOne.find(&position, &Default::default()), None);
    }
}
