//! An exact-cover problem as plain numbers, with nothing compiled. Solvers other than quadrille's
//! engines get problems in this form.

use quadrille::sudoku::{self, Grid};
use quadrille::{ItemId, Problem};

/// An item of an option, and its color there, or 0 for none.
pub type Entry = (u32, u32);

/// The problem. Items are numbered from 0, the primary ones first. Every option has a primary item
/// (an option without one is in no cover), and every secondary item is in an option.
pub struct Matrix {
    pub primary: usize,
    pub secondary: usize,
    pub has_colors: bool,
    /// The minimum and maximum number of times that each primary item is covered; empty if every
    /// one is covered exactly once.
    pub bounds: Vec<(u32, u32)>,
    /// The start of each option in `entries`, and the end of the last one.
    starts: Vec<usize>,
    entries: Vec<Entry>,
}

impl Matrix {
    /// Returns the matrix of a problem. Costs do not change the set of covers and are left out.
    pub fn of(problem: &Problem) -> Self {
        let primary = problem.primary_count();
        let options: Vec<_> = problem
            .options()
            .filter(|(_, items)| items.iter().any(|item| item.index() < primary))
            .map(|(option, _)| option)
            .collect();

        // Secondary items without an option change nothing, but solvers disagree about them.
        let mut number: Vec<_> =
            (0..problem.item_count()).map(|item| (item < primary).then_some(item as u32)).collect();
        let mut count = primary as u32;
        for &option in &options {
            for (item, _) in problem.entries(option) {
                number[item.index()].get_or_insert_with(|| {
                    count += 1;
                    count - 1
                });
            }
        }

        let mut matrix = Self::new(primary, count as usize - primary);
        matrix.has_colors = problem.has_colors();
        if problem.has_bounds() {
            let bounds = |item| problem.bounds(ItemId::new(item)).expect("it is primary");
            matrix.bounds = (0..primary as u32)
                .map(|item| (*bounds(item).start(), *bounds(item).end()))
                .collect();
        }
        for option in options {
            matrix.push(problem.entries(option).map(|(item, color)| {
                let item = number[item.index()].expect("it is in an option");
                (item, color.map_or(0, |color| color.index() as u32 + 1))
            }));
        }
        matrix
    }

    /// Returns the items and options that the clues of a Sudoku leave, or `None` if two of the
    /// clues cover the same item.
    ///
    /// This is for solvers that cannot choose options beforehand. They are faster with fewer items
    /// and options.
    pub fn rest_of(puzzle: &Grid) -> Option<Self> {
        let problem = sudoku::problem();
        let clues = Clues::new(puzzle)?;
        let mut number = [0; sudoku::ITEMS];
        let mut count = 0;
        for (number, _) in number.iter_mut().zip(clues.is_covered).filter(|(_, covered)| !covered) {
            *number = count;
            count += 1;
        }
        let mut matrix = Self::new(count as usize, 0);
        for (_, items) in problem.options() {
            if items.iter().all(|item| !clues.is_covered[item.index()]) {
                matrix.push(items.iter().map(|item| (number[item.index()], 0)));
            }
        }
        Some(matrix)
    }

    fn new(primary: usize, secondary: usize) -> Self {
        Self {
            primary,
            secondary,
            has_colors: false,
            bounds: Vec::new(),
            starts: vec![0],
            entries: Vec::new(),
        }
    }

    fn push(&mut self, option: impl Iterator<Item = Entry>) {
        self.entries.extend(option);
        self.starts.push(self.entries.len());
    }

    pub fn has_bounds(&self) -> bool {
        !self.bounds.is_empty()
    }

    pub fn items(&self) -> usize {
        self.primary + self.secondary
    }

    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn options(&self) -> impl Iterator<Item = &[Entry]> {
        self.starts.windows(2).map(|bounds| &self.entries[bounds[0]..bounds[1]])
    }

    /// Returns the number of covers of a problem without primary items or without options, about
    /// which solvers disagree. Returns `None` for other problems.
    pub fn trivial(&self) -> Option<u64> {
        match (self.primary, self.option_count()) {
            (0, _) => Some(1),
            (_, 0) => {
                Some(u64::from(self.has_bounds() && self.bounds.iter().all(|&(low, _)| low == 0)))
            }
            _ => None,
        }
    }
}

/// The items that a puzzle's clues cover in the problem of 324 items.
pub struct Clues {
    /// These items, in the order of the clues.
    pub covered: Vec<u32>,
    is_covered: [bool; sudoku::ITEMS],
}

impl Clues {
    /// Returns `None` if two of the clues cover the same item.
    pub fn new(puzzle: &Grid) -> Option<Self> {
        let mut clues =
            Self { covered: Vec::with_capacity(sudoku::ITEMS), is_covered: [false; sudoku::ITEMS] };
        for clue in puzzle.options() {
            for item in sudoku::problem().option(clue) {
                if std::mem::replace(&mut clues.is_covered[item.index()], true) {
                    return None;
                }
                clues.covered.push(item.get());
            }
        }
        Some(clues)
    }
}
