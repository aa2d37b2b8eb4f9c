//! Sudoku problems that lack some of the 729 options or have them in another order.
//!
//! A Sudoku given as an exact-cover problem often lacks the options that clues exclude, or has its
//! options in another order. The search is the same, but it excludes the missing options, and
//! covers and cubes have the option numbers of the problem.

use super::items::insert;
use super::{Nine, OPTIONS};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::OpenCube;

/// Marks an option that the problem lacks.
const ABSENT: u32 = u32::MAX;

/// The options of a problem among those of Sudoku.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// For each option of the problem, its number in Sudoku.
    pub(super) numbers: Vec<u16>,
    /// For each option of Sudoku, its number in the problem, or [`ABSENT`].
    options: [u32; OPTIONS],
    /// The options that the problem lacks.
    pub(super) absent: Nine,
}

impl Part {
    /// Returns the options of a problem, or `None` if the problem is not a part of Sudoku. The
    /// items must have the numbers of [`Bands`](super::Bands). The problem can have any options of
    /// Sudoku, each at most once, in any order.
    pub(super) fn of(problem: &Problem) -> Option<Self> {
        let has_size = problem.item_count() == 324 && problem.option_count() <= OPTIONS;
        if problem.primary_count() != 324 || !has_size {
            return None;
        }
        let mut part =
            Self { numbers: Vec::new(), options: [ABSENT; OPTIONS], absent: Nine::default() };
        for (option, items) in problem.options() {
            let mut items = <[_; 4]>::try_from(items).ok()?.map(|item| item.index());
            items.sort_unstable();
            let number = number(items)?;
            if part.options[number] != ABSENT {
                return None;
            }
            part.options[number] = option.get();
            part.numbers.push(number as u16);
        }
        let is_absent = |&number: &usize| part.options[number] == ABSENT;
        (0..OPTIONS).filter(is_absent).for_each(|number| insert(&mut part.absent, number));
        Some(part)
    }

    /// Replaces the number that each option has in the whole problem of Sudoku with its number in
    /// this problem, and drops the options that this problem lacks.
    pub(super) fn renumber(&self, options: &mut Vec<OptionId>) {
        options.retain_mut(|option| {
            let number = self.options[option.index()];
            *option = OptionId::new(number);
            number != ABSENT
        });
    }

    /// Converts a cube of Sudoku to a cube of the problem.
    pub(super) fn cube(&self, mut open: OpenCube) -> OpenCube {
        self.renumber(&mut open.cube.chosen);
        self.renumber(&mut open.cube.excluded);
        open
    }
}

/// Returns the option of Sudoku with these items, which are in order.
fn number([cell, in_row, in_column, in_box]: [usize; 4]) -> Option<usize> {
    let (row, column) = (cell / 9, cell % 9);
    // An option has one item of each kind, and the cells come first.
    let digit = in_row.checked_sub(81 + 9 * row).filter(|&digit| row < 9 && digit < 9)?;
    let is_option = in_column == 162 + 9 * column + digit
        && in_box == 243 + 9 * (row / 3 * 3 + column / 3) + digit;
    is_option.then_some(81 * row + 9 * column + digit)
}
