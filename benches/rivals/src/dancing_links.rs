//! The crate `dancing-links`.

use std::time::{Duration, Instant};

use dancing_links::ExactCover;
use quadrille::sudoku::{self, Grid};

use crate::contestant::{Clues, Contestant};

/// What is left of a Sudoku beside its clues: the items that they leave open, and the options that these allow.
///
/// The crate asks about every pair of an option and an item, so the fewer the better. Its own `sudoku` module keeps all
/// nine digits of every empty cell, also those that a clue rules out, and takes many times longer.
struct Rest {
    options: Vec<[u16; 4]>,
    items: Vec<u16>,
}

impl Rest {
    fn new(clues: &Clues) -> Self {
        let items = (0..).zip(clues.is_covered).filter_map(|(i, covered)| (!covered).then_some(i)).collect();
        let options = sudoku::problem()
            .options()
            .filter(|(_, items)| items.iter().all(|item| !clues.is_covered[item.index()]))
            .map(|(_, items)| std::array::from_fn(|k| items[k].get() as u16))
            .collect();
        Self { options, items }
    }
}

impl ExactCover for Rest {
    type Possibility = [u16; 4];
    type Constraint = u16;

    fn satisfies(&self, option: &[u16; 4], item: &u16) -> bool {
        option.contains(item)
    }

    fn is_optional(&self, _: &u16) -> bool {
        false
    }

    fn possibilities(&self) -> &[[u16; 4]] {
        &self.options
    }

    fn constraints(&self) -> &[u16] {
        &self.items
    }
}

/// How much of the work on a puzzle counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Timed {
    All,
    /// Not what comes before and after the search: the crate cannot use a solver for a second puzzle, so that it sets one
    /// up and tears it down for each.
    Search,
}

pub struct DancingLinks {
    timed: Timed,
    uncounted: Duration,
}

impl DancingLinks {
    pub fn new(timed: Timed) -> Self {
        Self { timed, uncounted: Duration::ZERO }
    }
}

/// The number of solutions, and the time that the search for them took.
fn solve(puzzle: &Grid, limit: u64) -> (u64, Duration) {
    let Some(clues) = Clues::new(puzzle) else { return (0, Duration::ZERO) };
    let rest = Rest::new(&clues);
    if rest.items.is_empty() {
        // The crate finds nothing where the cover without options is the only one.
        return (1, Duration::ZERO);
    }
    let mut solver = rest.solver();
    let start = Instant::now();
    let found = solver.by_ref().take(limit as usize).count() as u64;
    (found, start.elapsed())
}

impl Contestant for DancingLinks {
    fn name(&self) -> &str {
        match self.timed {
            Timed::All => "dancing-links 0.3",
            Timed::Search => "dancing-links 0.3, the search alone",
        }
    }

    fn solve(&mut self, puzzle: &Grid, limit: u64) -> u64 {
        let start = Instant::now();
        let (found, search) = solve(puzzle, limit);
        if self.timed == Timed::Search {
            self.uncounted += start.elapsed().saturating_sub(search);
        }
        found
    }

    fn uncounted(&mut self) -> Duration {
        std::mem::take(&mut self.uncounted)
    }
}
