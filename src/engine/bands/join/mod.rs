//! The join: all covers of a position with many covers.
//!
#![doc = include_str!("README.md")]

mod blocks;
pub(in crate::engine) mod boxes;
mod candidates;
pub(in crate::engine) mod cells;
mod covers;
mod lists;
mod remaining;
mod start;
mod state;

use crate::engine::bands::text::{Lines, Text};
use crate::engine::simd::lanes::Lanes;
use crate::search::Step;
use boxes::Listed;
pub(crate) use candidates::CandidateJoin;
use cells::{Cells, propagate};
use state::Join;

/// A position that has not been joined yet, and its share of the search.
#[derive(Clone, Debug)]
struct Open {
    cells: Cells,
    share: f64,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Joins {
    /// The positions to be joined, the next one last.
    open: Vec<Open>,
    join: Join,
    /// The share of the position that is being joined.
    share: f64,
    /// The covers to leave out.
    known: Vec<[u8; 81]>,
    /// The current cover. `write` does not change it.
    cover: Text,
    /// The number of nodes entered: positions, and pairs of lists looked up or enumerated.
    nodes: u64,
}

impl Joins {
    /// Starts to enumerate the covers of a position, except the known ones.
    pub(super) fn start(&mut self, cells: &Cells, known: impl IntoIterator<Item = [u8; 81]>) {
        self.open.clear();
        self.open.push(Open { cells: *cells, share: 1.0 });
        self.join.end();
        self.share = 0.0;
        self.known.clear();
        self.known.extend(known);
    }

    #[inline(always)]
    pub(super) fn cover(&self) -> &[u8; 81] {
        self.cover.digits()
    }

    /// Moves to a position that can be joined. The error is the reason for a stop.
    #[inline(always)]
    fn next_position<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Result<(), Step> {
        loop {
            if *nodes == 0 {
                return Err(Step::Paused);
            }
            let Some(Open { mut cells, share }) = self.open.pop() else {
                self.share = 0.0;
                self.join.end();
                return Err(Step::Exhausted);
            };
            *nodes -= 1;
            if !propagate(&mut cells) {
                continue;
            }
            match self.join.begin(isa, &cells, &self.known) {
                Listed::Some => {
                    self.share = share;
                    return Ok(());
                }
                Listed::None => {}
                Listed::TooMany => {
                    // The position is divided at the first open cell with the fewest candidates.
                    let open = (0..81).filter(|&cell| !cells[cell].is_power_of_two());
                    let Some(cell) = open.min_by_key(|&cell| cells[cell].count_ones()) else {
                        continue;
                    };
                    let mut one = cells;
                    one[cell] &= one[cell].wrapping_neg();
                    cells[cell] &= cells[cell] - 1;
                    let share = share / 2.0;
                    self.open.push(Open { cells, share });
                    self.open.push(Open { cells: one, share });
                }
            }
        }
    }

    /// Calls `find` for one position after another, with the limits that are left. Returns the
    /// number of covers found, and the last step.
    ///
    /// `find` must have the attribute `#[inline(always)]`. Without it, the compiler may put the
    /// closure into another codegen unit. Without link-time optimization, the closure is then a
    /// function that lacks the instructions in use: writing a solution took 90 ns instead of 60.
    #[inline(always)]
    fn each_position<I: Lanes>(
        &mut self,
        isa: I,
        covers: u64,
        nodes: &mut u64,
        mut find: impl FnMut(&mut Join, u64, &mut u64) -> (u64, Step),
    ) -> (u64, Step) {
        let before = *nodes;
        let mut found = 0;
        let end = loop {
            let (n, step) = find(&mut self.join, covers - found, nodes);
            found += n;
            if step != Step::Exhausted {
                break step;
            }
            if let Err(end) = self.next_position(isa, nodes) {
                break end;
            }
        };
        self.nodes += before - *nodes;
        (found, end)
    }

    /// Takes the next cover if it is in the same block as the last one. This is fast.
    #[inline(always)]
    pub(super) fn next_of_block(&mut self) -> bool {
        let next = self.join.next_of_block();
        if let Some(text) = next {
            self.cover = text;
        }
        next.is_some()
    }

    /// Skips up to `covers` covers, until `nodes` is used up or no cover is left. If `covers` were
    /// skipped, the last of them becomes the current cover.
    #[inline(always)]
    pub(super) fn skip<I: Lanes>(&mut self, isa: I, covers: u64, nodes: &mut u64) -> (u64, Step) {
        let (skipped, end) = self.each_position(
            isa,
            covers.saturating_sub(1),
            nodes,
            #[inline(always)]
            |join, covers, nodes| join.skip(isa, covers, nodes),
        );
        if skipped == covers || end != Step::Cover {
            return (skipped, end);
        }
        let mut cover = self.cover;
        let (found, end) = self.each_position(
            isa,
            1,
            nodes,
            #[inline(always)]
            |join, _, nodes| match join.next(isa, nodes) {
                Ok(text) => {
                    cover = text;
                    (1, Step::Cover)
                }
                Err(end) => (0, end),
            },
        );
        self.cover = cover;
        (skipped + found, end)
    }

    /// Writes up to `covers` covers as lines, until there is no room, `nodes` is used up, or no
    /// cover is left.
    #[inline(always)]
    pub(super) fn write<I: Lanes>(
        &mut self,
        isa: I,
        lines: &mut [u8],
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Step) {
        let mut lines = Lines::new(lines);
        let covers = covers.min(lines.room() as u64);
        self.each_position(
            isa,
            covers,
            nodes,
            #[inline(always)]
            |join, covers, nodes| join.write(isa, &mut lines, covers, nodes),
        )
    }
}
