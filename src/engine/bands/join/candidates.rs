//! The number of covers with each candidate, counted without visiting individual covers.
//!
//! In a block, the number of covers with a filling of A is the number of pairs of a filling of the
//! middle band and a filling of B. This is the same for all fillings of a slice. So a block adds
//! one number to each of its two slices, however many covers it has. When the lists are dropped,
//! and at the end of each position, the numbers are added to the fillings, and from there to the
//! candidates.

use super::Joins;
use super::cells::Cells;
use super::lists::{CANDIDATES, Lists, add_all};
use super::state::Join;
use crate::engine::simd::dispatch::{Isa, Job, Simd};
use crate::engine::simd::lanes::Lanes;
use crate::search::Step;

/// A count of the covers of a position with each candidate.
#[derive(Clone, Debug)]
pub(crate) struct CandidateJoin {
    simd: Simd,
    joins: Joins,
    is_done: bool,
}

impl CandidateJoin {
    /// Starts a count from the candidates of the cells.
    pub(crate) fn new(cells: &Cells) -> Self {
        let mut joins = Joins::default();
        joins.start(cells, []);
        Self { simd: Simd::best(), joins, is_done: false }
    }

    /// Continues for up to `nodes` nodes. Returns true if all covers are counted.
    pub(crate) fn advance(&mut self, nodes: u64) -> bool {
        if !self.is_done {
            let stop = self.simd.run_in_256_bits(RunCandidates { joins: &mut self.joins, nodes });
            self.is_done = stop == Step::Exhausted;
        }
        self.is_done
    }

    /// Returns the number of covers with each candidate, nine numbers for each cell, row by row.
    /// They are complete after [`advance`](Self::advance) has returned true.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let Join { lists: [a, b], of_candidates, .. } = &self.joins.join;
        let mut counts = vec![0; CANDIDATES];
        for of_bands in [&a.of_candidates, &b.of_candidates, of_candidates] {
            counts.iter_mut().zip(of_bands).for_each(|(count, n)| *count += n);
        }
        counts
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.joins.nodes
    }

    /// Returns the fraction of the work that is done.
    pub(crate) fn done(&self) -> f64 {
        1.0 - self.joins.remaining().iter().map(|(_, share)| share).sum::<f64>()
    }
}

struct RunCandidates<'a> {
    joins: &'a mut Joins,
    nodes: u64,
}

impl Job for RunCandidates<'_> {
    type Output = Step;

    #[inline(always)]
    fn run<I: Isa>(mut self, isa: I) -> Step {
        let (_, step) = self.joins.each_position(
            isa,
            u64::MAX,
            &mut self.nodes,
            #[inline(always)]
            |join, _, nodes| join.count_candidates(isa, nodes),
        );
        step
    }
}

impl Join {
    /// Counts the covers with each candidate, one pair of lists at a time. Returns the number of
    /// covers counted, and the reason for the stop.
    #[inline(always)]
    fn count_candidates<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> (u64, Step) {
        let mut found = 0;
        loop {
            if !self.next_split.is_empty() {
                found += self.count_candidates_of_pair();
            }
            if let Err(end) = self.next_pair(isa, nodes) {
                if end == Step::Exhausted {
                    self.settle();
                }
                return (found, end);
            }
        }
    }

    /// Adds the covers of the current pair of lists to the numbers of its slices and of the middle
    /// band. Returns the number of these covers.
    #[inline(always)]
    fn count_candidates_of_pair(&mut self) -> u64 {
        let [list_a, list_b] = self.pair().lists;
        let [a, b] = &mut self.lists;
        a.of_slices.resize(a.starts.len(), 0);
        b.of_slices.resize(b.starts.len(), 0);
        let middles = self.threes.len() as u64;
        let mut covers = 0;
        for &[part_a, part_b] in &self.splits[2].parts[self.next_split.clone()] {
            let (part_a, part_b) = (usize::from(part_a), usize::from(part_b));
            let of_a = a.slice(list_a, part_a).len() as u64;
            let of_b = b.slice(list_b, part_b).len() as u64;
            a.of_slices[list_a as usize + part_a] += middles * of_b;
            b.of_slices[list_b as usize + part_b] += middles * of_a;
            covers += of_a * of_b;
        }
        self.next_split.start = self.next_split.end;
        self.middle_uses.resize(self.middles.len(), 0);
        self.middle_uses[self.threes.start] += covers;
        middles * covers
    }

    /// Adds the counts of the fillings to the candidates, at the end of the position.
    fn settle(&mut self) {
        self.lists.iter_mut().for_each(Lists::settle);
        let mut of_fillings = [0, 1, 2].map(|stack| vec![0; self.boxes[0][stack].len()]);
        let mut n = 0;
        for (at, middle) in self.middles.iter().enumerate() {
            // Among fillings with the same parts, only the first has a number. It holds for all of
            // them.
            if at == 0 || middle.key != self.middles[at - 1].key {
                n = self.middle_uses.get(at).copied().unwrap_or(0);
            }
            for (of_fillings, &filling) in of_fillings.iter_mut().zip(&middle.fillings) {
                of_fillings[usize::from(filling)] += n;
            }
        }
        for (boxes, of_fillings) in self.boxes[0].iter().zip(&of_fillings) {
            add_all(&mut self.of_candidates, &boxes.texts, of_fillings);
        }
        self.middle_uses.clear();
    }
}
