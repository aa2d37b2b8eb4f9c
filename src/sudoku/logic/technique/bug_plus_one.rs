//! BUG+1: a *bivalue universal grave* is a position in which every open cell has two candidates,
//! and every digit has two places in each house that lacks it. If it has a solution, the other
//! candidates of all cells are a second solution. So if a single candidate prevents such a grave,
//! this candidate is true.
//!
//! This argument is valid only if the puzzle has exactly one solution.

use super::{Cell, Cells, Deduction, Digit, Digits, House, Position, Technique};

pub(super) fn find(position: &Position) -> Option<Deduction> {
    let [_, bivalue, three] = position.with_few();
    let cell = (position.unsolved() - bivalue).first()?;
    if position.unsolved() - bivalue != Cells::one(cell) || !three.contains(cell) {
        return None;
    }
    let extra = position.digits(cell).into_iter().find(|&extra| is_grave(position, cell, extra))?;
    let found = Deduction::new(Technique::BugPlusOne, Cells::one(cell), Digits::one(extra));
    Some(Deduction { placed: Some(cell.with(extra)), ..found })
}

/// True if each digit has two places or none in every house once this candidate is removed.
fn is_grave(position: &Position, cell: Cell, extra: Digit) -> bool {
    Digit::all().all(|digit| {
        let removed = if digit == extra { Cells::one(cell) } else { Cells::EMPTY };
        let places = position.places(digit) - removed;
        House::all().all(|house| matches!((places & Cells::of_house(house)).len(), 0 | 2))
    })
}

pub(super) fn tell(deduction: &Deduction) -> String {
    let Deduction { cells, digits, .. } = deduction;
    format!(
        "only {cells} has more than two candidates; without its {digits}, every digit would have \
         two places in each house that lacks it, and the solution would not be unique, so {cells} \
         is {digits}"
    )
}

#[cfg(test)]
mod tests {
    use super::super::Technique;
    use crate::sudoku::logic::examples::{check, position};

    /// Returns a position with a digit and the next digit in each cell, and also 4 in r5c5. Without
    /// this 4, it has two solutions.
    fn grave() -> String {
        let cell = |cell: usize| {
            let (row, column) = (cell / 9, cell % 9);
            let digit = (row * 3 + row / 3 + column) % 9;
            let extra = if cell == 40 { "4" } else { "" };
            format!("r{}c{}={}{}{extra}", row + 1, column + 1, digit + 1, (digit + 1) % 9 + 1)
        };
        (0..81).map(cell).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn one_candidate_too_many() {
        check(&format!(
            "{} asked => BUG+1: only r5c5 has more than two candidates; without its 4, every digit \
             would have two places in each house that lacks it, and the solution would not be \
             unique, so r5c5 is 4.",
            grave()
        ));
    }

    #[test]
    fn no_candidate_too_many() {
        check(&format!("{}; 4 not in r5c5 => no BUG+1", grave()));
        check(&format!("{}; 1 not in r1c1 => no BUG+1", grave()));
    }

    #[test]
    fn nothing_is_claimed() {
        assert_eq!(Technique::BugPlusOne.find(&position(&grave()), &Default::default()), None);
    }
}
