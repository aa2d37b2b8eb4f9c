//! Tables: the exact number of covers of a position that has far too many to be visited.
//!
//! With the words of the [join](super::join): let a *split* of a stack now be the parts of its
//! three boxes. A cover has a split in each stack. Given the three splits, the fillings of the
//! three bands are independent, so the number of covers is the sum, over the splits of the three
//! stacks, of three numbers multiplied: those of the fillings of each band with these parts. The
//! numbers of a band are a table with three indices.
//!
//! The sum is taken split by split of the first stack. For each one, a *slice* of each of the three
//! tables is needed. Splits that a symmetry takes to each other count the same: digits that are
//! candidates of the same cells can be renamed, and equal columns exchanged. So only one split of
//! each *orbit* is summed up, and in the other two stacks only the splits with equal columns in
//! order.
//!
//! `plan.rs` has the splits and their symmetries, `numbers.rs` the tables, `sum.rs` the innermost
//! loops, and `pick.rs` finds the cover with a given number. `docs/engines/join.md` explains the
//! method and has measurements.

mod numbers;
mod pick;
mod plan;
mod sum;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::join::cells::{Cells, propagate};
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use numbers::{Band, Slice};
use plan::Plan;
use sum::{Room, Thirds, sum};

/// The largest number of sums that are kept for [`Tables::nth`]. More are computed again.
const KEPT: usize = 1 << 22;

/// An exact count of the completions of a Sudoku, by tables. It never visits a completion.
///
/// The work is a number of orbits, each of them the same number of steps. Between two steps the
/// count can be stopped. The time does not depend on the number of completions, but on the number
/// of ways to fill the boxes of a stack: a fifth of a second with ten clues and more, and from
/// seconds to minutes with five to nine clues. The empty grid has two orbits only.
///
/// ```
/// use quadrille::engine::bands::Tables;
/// let mut cells = [0x1ff; 81];
/// for (cell, digit) in (0..18).zip([0, 1, 2, 3, 4, 5, 6, 7, 8, 3, 4, 5, 6, 7, 8, 0, 1, 2]) {
///     cells[cell] = 1 << digit;
/// }
/// for (cell, digit) in (27..45).zip([1, 2, 0, 4, 5, 3, 7, 8, 6, 4, 5, 3, 7, 8, 6, 1, 2, 0]) {
///     cells[cell] = 1 << digit;
/// }
/// let mut tables = Tables::new(&cells);
/// while !tables.advance(1000) {}
/// let number = tables.count().ok_or("not finished")?;
/// let last = tables.nth(number - 1).ok_or("too few")?;
/// assert!(last.starts_with(b"123456789456789123"));
/// assert_eq!(tables.nth(number), None);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tables {
    simd: Simd,
    /// `None` if there is no cover.
    position: Option<Arc<Position>>,
    /// The slices of each band, by the part of the first box.
    slices: [HashMap<u16, Arc<Slice>>; 3],
    memory: usize,
    room: Room,
    /// The sum of each orbit that is finished.
    sums: Vec<Option<u128>>,
    /// The sums of each orbit by the split of the second stack, if they are kept.
    kept: Vec<Vec<u64>>,
    /// The orbit in work, its steps done, and its sums so far.
    orbit: usize,
    steps: usize,
    current: Vec<u64>,
    nodes: u64,
}

/// What is known of a position from the start.
#[derive(Debug)]
struct Position {
    plan: Plan,
    bands: [Band; 3],
    thirds: Thirds,
    /// The splits of the second stack with the same part of the first band.
    groups: Vec<Range<usize>>,
}

impl Tables {
    /// The number of bytes for slices, by default.
    pub const MEMORY: usize = 64 << 20;

    /// Starts to count the completions of a grid. `cells` has the candidates of each cell, row by
    /// row: bit 0 for the digit 1, up to bit 8 for the digit 9.
    #[must_use]
    pub fn new(cells: &[u16; 81]) -> Self {
        Self::with_simd(cells, Simd::best())
    }

    /// Starts to count with these instructions. The results do not depend on them.
    #[must_use]
    pub fn with_simd(cells: &[u16; 81], simd: Simd) -> Self {
        let position = Position::new(cells).map(Arc::new);
        let orbits = position.as_ref().map_or(0, |position| position.plan.orbits.len());
        Self {
            simd,
            position,
            slices: Default::default(),
            memory: Self::MEMORY,
            room: Room::default(),
            sums: vec![None; orbits],
            kept: vec![Vec::new(); orbits],
            orbit: 0,
            steps: 0,
            current: Vec::new(),
            nodes: 0,
        }
    }

    /// Returns the same count with about so many bytes for slices. With less memory it may take
    /// longer.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Returns about the number of products that the count adds up. A core adds up some two to
    /// three thousand million in a second.
    #[must_use]
    pub fn work(&self) -> f64 {
        self.position.as_ref().map_or(0.0, |position| position.plan.work())
    }

    /// Returns the fraction of the work that is done.
    #[must_use]
    pub fn done(&self) -> f64 {
        let Some(position) = &self.position else { return 1.0 };
        let finished = self.sums.iter().filter(|sum| sum.is_some()).count() as f64;
        let of_current = self.steps as f64 / position.groups.len() as f64;
        (finished + of_current) / self.sums.len() as f64
    }

    /// Returns the number of blocks of about ten thousand products that were added up.
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
        self.sums.iter().all(Option::is_some).then(|| self.at_least())
    }

    /// Iterates over the orbits that are finished, with their sums. They can be saved, and
    /// [restored](Self::restore) in another count of the same grid.
    pub fn finished(&self) -> impl Iterator<Item = (usize, u128)> {
        self.sums.iter().enumerate().filter_map(|(orbit, sum)| sum.map(|sum| (orbit, sum)))
    }

    /// Restores the sum of an orbit, which is then not computed again. False if the count has no
    /// such orbit.
    pub fn restore(&mut self, orbit: usize, sum: u128) -> bool {
        let is_in_work = orbit == self.orbit && self.steps > 0;
        match self.sums.get_mut(orbit) {
            Some(of_orbit) if !is_in_work => {
                *of_orbit = Some(sum);
                true
            }
            Some(_) => true,
            None => false,
        }
    }

    /// Continues the count until about so many [nodes](Self::nodes) are done. True if it is
    /// finished.
    pub fn advance(&mut self, nodes: u64) -> bool {
        let Some(position) = self.position.clone() else { return true };
        let last_node = self.nodes.saturating_add(nodes);
        while let Some(orbit) = self.next_orbit() {
            if self.nodes >= last_node {
                return false;
            }
            if self.steps == 0 {
                self.current.clear();
                self.current.resize(position.plan.second.len(), 0);
            }
            let slices = self.slices(&position, orbit);
            while self.steps < position.groups.len() {
                if self.nodes >= last_node {
                    return false;
                }
                let range = position.groups[self.steps].clone();
                self.simd.run(Group {
                    position: &position,
                    slices: [&slices[0], &slices[1], &slices[2]],
                    range: range.clone(),
                    room: &mut self.room,
                    sums: &mut self.current[range],
                });
                self.steps += 1;
                self.nodes += self.room.products() / 8192 + 1;
            }
            self.sums[orbit] = Some(self.current.iter().map(|&sum| u128::from(sum)).sum());
            if self.sums.len() * self.current.len() <= KEPT {
                self.kept[orbit] = std::mem::take(&mut self.current);
            }
            self.current.clear();
            self.steps = 0;
        }
        true
    }

    /// Returns the sums of an orbit by the split of the second stack.
    fn sums_of(&self, position: &Position, orbit: usize) -> Vec<u64> {
        let split = position.plan.split(orbit);
        let slices = [0, 1, 2].map(|role| {
            let band = &position.bands[role];
            self.simd.run(MakeSlice { band, first: usize::from(split[role]) })
        });
        let mut room = Room::default();
        let mut sums = vec![0; position.plan.second.len()];
        for range in &position.groups {
            self.simd.run(Group {
                position,
                slices: [&slices[0], &slices[1], &slices[2]],
                range: range.clone(),
                room: &mut room,
                sums: &mut sums[range.clone()],
            });
        }
        sums
    }

    /// Returns the orbit in work, or the next one.
    fn next_orbit(&mut self) -> Option<usize> {
        while self.orbit < self.sums.len() && self.sums[self.orbit].is_some() {
            self.orbit += 1;
        }
        (self.orbit < self.sums.len()).then_some(self.orbit)
    }

    /// Returns the slices for the first split of an orbit.
    fn slices(&mut self, position: &Position, orbit: usize) -> [Arc<Slice>; 3] {
        let split = position.plan.split(orbit);
        std::array::from_fn(|role| {
            if let Some(slice) = self.slices[role].get(&split[role]) {
                return Arc::clone(slice);
            }
            let band = &position.bands[role];
            let slice = self.simd.run(MakeSlice { band, first: usize::from(split[role]) });
            let size: usize = self.slices[role].values().map(|slice| slice.size()).sum();
            if size + slice.size() > self.memory / 3 {
                self.slices[role].clear();
            }
            self.nodes += (slice.size() / 8192) as u64;
            let slice = Arc::new(slice);
            self.slices[role].insert(split[role], Arc::clone(&slice));
            slice
        })
    }
}

impl Position {
    fn new(cells: &Cells) -> Option<Self> {
        let mut cells = *cells;
        if !propagate(&mut cells) {
            return None;
        }
        let plan = Plan::new(&cells)?;
        let bands = [0, 1, 2].map(|role| Band::new(&plan.boxes[role]));
        let thirds = Thirds::new(&plan.third, bands[2].width);
        let mut groups: Vec<Range<usize>> = Vec::new();
        for group in plan.second.chunk_by(|a, b| a[0] == b[0]) {
            let start = groups.last().map_or(0, |group| group.end);
            groups.push(start..start + group.len());
        }
        Some(Self { plan, bands, thirds, groups })
    }
}

/// A call of [`sum()`].
struct Group<'a> {
    position: &'a Position,
    slices: [&'a Slice; 3],
    range: Range<usize>,
    room: &'a mut Room,
    sums: &'a mut [u64],
}

impl Job for Group<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _: I) {
        let seconds = &self.position.plan.second[self.range];
        sum(self.slices, seconds, &self.position.thirds, self.room, self.sums);
    }
}

/// A call of [`Band::slice`].
struct MakeSlice<'a> {
    band: &'a Band,
    first: usize,
}

impl Job for MakeSlice<'_> {
    type Output = Slice;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Slice {
        self.band.slice(self.first)
    }
}
