//! Tables: the exact number of covers of a position that has far too many to visit.
//!
//! The terms are those of the [join](super::join), but here a *split* of a stack consists of the
//! parts of its three boxes. A cover has a split in each stack. Given the three splits, the
//! fillings of the three bands are independent. So the number of covers is the sum, over the splits
//! of the three stacks, of a product of three numbers: the numbers of fillings of each band with
//! these parts. The numbers of a band are a table with three indices.
//!
//! The sum is computed for one split of the first stack after another. Each needs a *slice* of each
//! of the three tables. Splits that a symmetry of the position maps to each other have the same
//! sum. So only one split of each *orbit* is summed. In the other two stacks, equal columns can be
//! exchanged, and only one of their orders is used.
//!
//! `splits.rs` lists the splits of a stack, `symmetry.rs` finds the symmetries, `view.rs` orients
//! the grid, `plan.rs` finds the orbits, `numbers.rs` makes the tables, and `products.rs` adds up
//! the products. `orbits.rs` sums the orbits on one thread or several. `pick.rs` finds the cover
//! with a given number, and `rank.rs` the number of a cover. `src/engine/bands/join/README.md` has
//! the method and measurements.

mod numbers;
mod orbits;
mod pick;
mod plan;
mod position;
mod products;
mod rank;
mod splits;
mod symmetry;
mod view;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::join::cells::ALL;
use crate::engine::simd::dispatch::Simd;
use numbers::Slice;
use position::{Draft, Position};
use products::Room;

/// The largest number of sums kept for [`Tables::nth`] and [`Tables::rank`]. If there are more,
/// none are kept, and each call computes those of an orbit again.
const KEPT: usize = 1 << 22;

/// The number of nodes that each step of the plan except the last counts as.
const STEP: u64 = 10_000;

/// The number of Sudokus (Felgenhauer and Jarvis 2005).
const SUDOKUS: u128 = 6_670_903_752_021_072_936_960;

/// An exact count of the completions of a Sudoku, by tables. It never visits a completion.
///
/// The work is a plan, and then a number of orbits, each with the same number of steps. The count
/// can be stopped between two steps. The time depends on the number of ways to fill the boxes of a
/// stack and on the symmetries of the grid, but not on the number of completions. It is usually
/// about a fifth of a second with ten clues or more, and seconds to a minute with five to nine.
/// Some grids with eight to ten clues take a few minutes. The empty grid has only two orbits.
///
/// ```
/// use quadrille::search::Step;
/// use quadrille::sudoku::Puzzle;
/// let puzzle = "123456789456789123.........231564897564897231....................................";
/// let mut tables = puzzle.parse::<Puzzle>()?.tables();
/// while tables.advance(1000) == Step::Paused {}
/// let number = tables.count().ok_or("not finished")?;
/// let last = tables.nth(number - 1).ok_or("too few")?;
/// assert!(last.starts_with(b"123456789456789123"));
/// assert_eq!(tables.rank(&last), Some(number - 1));
/// assert_eq!(tables.nth(number), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tables {
    simd: Simd,
    /// The plan, until it is complete.
    draft: Option<Draft>,
    /// `None` before the plan is complete, and if it shows that there is no cover.
    position: Option<Arc<Position>>,
    /// The slices of each band, by the part of the first box.
    slices: [HashMap<u16, Arc<Slice>>; 3],
    memory: usize,
    /// The buffers of each thread.
    rooms: Vec<Room>,
    /// The sum of each finished orbit.
    sums: Vec<Option<u128>>,
    /// The sums of each orbit by the split of the second stack, if they are kept.
    kept: Vec<Vec<u64>>,
    /// The current orbit, the number of its finished steps, and its sums so far.
    orbit: usize,
    steps: usize,
    current: Vec<u64>,
    nodes: u64,
}

impl Tables {
    /// The default number of bytes for slices.
    pub const MEMORY: usize = 64 << 20;

    /// Starts to count the completions of a grid. `cells` has the candidates of each cell, row by
    /// row: bit 0 for the digit 1, up to bit 8 for the digit 9. Higher bits are ignored.
    // For tests, which pass any candidates. Users have `Puzzle::tables`.
    #[doc(hidden)]
    #[must_use]
    pub fn new(cells: &[u16; 81]) -> Self {
        Self {
            simd: Simd::best(),
            draft: Some(Draft::new(&cells.map(|cell| cell & ALL))),
            position: None,
            slices: Default::default(),
            memory: Self::MEMORY,
            rooms: vec![Room::default()],
            sums: Vec::new(),
            kept: Vec::new(),
            orbit: 0,
            steps: 0,
            current: Vec::new(),
            nodes: 0,
        }
    }

    /// Sets the approximate number of bytes for slices. With less memory the count may take longer.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Sets the number of threads, at most 1,024, including that of the caller. The others exist
    /// only during a call. The result does not depend on their number. If the system refuses some,
    /// fewer run.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { rooms: vec![Room::default(); threads.get().min(1024)], ..self }
    }

    /// Does the next step of the plan, if any, which takes at most a few hundredths of a second.
    /// Returns true if the plan is complete.
    // For the program, which reads the clock between two steps of the plan.
    #[doc(hidden)]
    pub fn plan(&mut self) -> bool {
        let Some(draft) = self.draft.take() else { return true };
        match draft.step() {
            Draft::Complete(position) => {
                if let Some(position) = position {
                    let orbits = position.plan.orbits.len();
                    self.sums = vec![None; orbits];
                    self.kept = vec![Vec::new(); orbits];
                    self.position = Some(Arc::from(position));
                }
                true
            }
            draft => {
                self.nodes += STEP;
                self.draft = Some(draft);
                false
            }
        }
    }

    /// True if the plan is complete.
    // For the program, which shows the remaining work as soon as it is known.
    #[doc(hidden)]
    #[must_use]
    pub fn is_planned(&self) -> bool {
        self.draft.is_none()
    }

    /// Returns the approximate number of products that the count adds up, or 0 if the plan is not
    /// complete or shows that there is no cover. A core adds up about three to ten billion products
    /// per second.
    #[must_use]
    pub(crate) fn work(&self) -> f64 {
        self.position.as_ref().map_or(0.0, |position| position.plan.work())
    }

    /// Returns the fraction of the work that is done.
    #[must_use]
    pub fn done(&self) -> f64 {
        let Some(position) = &self.position else {
            return if self.draft.is_some() { 0.0 } else { 1.0 };
        };
        let finished = self.sums.iter().filter(|sum| sum.is_some()).count() as f64;
        let of_current = self.steps as f64 / position.groups.len() as f64;
        (finished + of_current) / self.sums.len() as f64
    }

    /// Returns the amount of work done so far. One node is about 8,000 products.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of completions found so far. It is exact if the count is finished.
    #[must_use]
    pub fn at_least(&self) -> u128 {
        let Some(position) = &self.position else { return 0 };
        let weighted = |(orbit, sum): (usize, u128)| sum * position.plan.weight(orbit);
        let finished = self.finished().map(weighted).sum::<u128>();
        let current = self.current.iter().map(|&sum| u128::from(sum)).sum::<u128>();
        finished + if self.steps > 0 { weighted((self.orbit, current)) } else { 0 }
    }

    /// Returns the number of completions, if the count is finished.
    #[must_use]
    pub fn count(&self) -> Option<u128> {
        let is_finished = self.draft.is_none() && self.sums.iter().all(Option::is_some);
        is_finished.then(|| self.at_least())
    }

    /// Iterates over the finished orbits and their sums. These can be saved and
    /// [restored](Self::restore) in another count of the same grid.
    pub fn finished(&self) -> impl Iterator<Item = (usize, u128)> {
        self.sums.iter().enumerate().filter_map(|(orbit, sum)| sum.map(|sum| (orbit, sum)))
    }

    /// Restores the sum of an orbit, which is then not computed again. Completes the plan first.
    /// Ignores the sum if the count has begun but not finished this orbit, and replaces the sum of
    /// a finished orbit. Returns false if the count has no orbit with this number, or if the sum
    /// amounts to more covers than there are Sudokus.
    ///
    /// ```
    /// use quadrille::sudoku::Puzzle;
    /// let puzzle: Puzzle = format!("123456789{}", ".".repeat(72)).parse()?;
    /// let mut first = puzzle.tables();
    /// while first.finished().next().is_none() {
    ///     first.advance(1000);
    /// }
    /// let mut second = puzzle.tables();
    /// assert!(first.finished().all(|(orbit, sum)| second.restore(orbit, sum)));
    /// assert!(second.done() > 0.0);
    /// # Ok::<(), quadrille::sudoku::ParseError>(())
    /// ```
    pub fn restore(&mut self, orbit: usize, sum: u128) -> bool {
        while !self.plan() {}
        let position = self.position.as_ref().filter(|_| orbit < self.sums.len());
        let covers = position.and_then(|position| sum.checked_mul(position.plan.weight(orbit)));
        let is_possible = covers.is_some_and(|covers| covers <= SUDOKUS);
        let is_in_work = orbit == self.orbit && self.steps > 0;
        if is_possible && !is_in_work {
            self.sums[orbit] = Some(sum);
        }
        is_possible
    }
}
