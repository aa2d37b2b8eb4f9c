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
use blocks::Next;
use boxes::Listed;
pub(crate) use candidates::CandidateJoin;
use cells::{Cells, propagate};
use state::Join;

/// A position that is not joined yet, and its share of the search.
#[derive(Clone, Debug)]
struct Open {
    cells: Cells,
    share: f64,
}

/// An enumeration of the covers of a position.
#[derive(Clone, Debug, Default)]
pub(super) struct Joins {
    /// The positions to be joined, the next one last.
    open: Vec<Open>,
    join: Join,
    /// The share of the position that is joined.
    share: f64,
    /// The covers to leave out.
    known: Vec<[u8; 81]>,
    /// The last cover found.
    cover: Text,
    /// The number of nodes entered: positions, and pairs of lists looked up or enumerated.
    nodes: u64,
}

/// The reason why an enumeration stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// All requested covers were found.
    Wanted,
    /// The limit of nodes was reached.
    Paused,
    /// There are no more covers.
    Ended,
}

impl Joins {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Starts to enumerate the covers of a position, except the known ones.
    pub(super) fn start(&mut self, cells: &Cells, known: impl IntoIterator<Item = [u8; 81]>) {
        self.open.clear();
        self.open.push(Open { cells: *cells, share: 1.0 });
        self.join.end();
        self.share = 0.0;
        self.known.clear();
        self.known.extend(known);
    }

    /// Returns the digits of the last cover found.
    #[inline(always)]
    pub(super) fn cover(&self) -> &[u8; 81] {
        self.cover.digits()
    }

    /// Moves to a position that can be joined.
    #[inline(always)]
    fn next_position<I: Lanes>(&mut self, isa: I, nodes: &mut u64) -> Next {
        loop {
            if *nodes == 0 {
                return Next::Paused;
            }
            let Some(Open { mut cells, share }) = self.open.pop() else {
                self.share = 0.0;
                self.join.end();
                return Next::Ended;
            };
            *nodes -= 1;
            if !propagate(&mut cells) {
                continue;
            }
            match self.join.begin(isa, &cells, &self.known) {
                Listed::Some => {
                    self.share = share;
                    return Next::Found;
                }
                Listed::None => {}
                Listed::TooMany => {
                    // The position is divided at the first cell with the fewest candidates.
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

    /// Repeats a step on one position after another. Returns the number of covers found, and the
    /// reason for the stop.
    #[inline(always)]
    fn each_position<I: Lanes>(
        &mut self,
        isa: I,
        covers: u64,
        nodes: &mut u64,
        step: &mut impl Step,
    ) -> (u64, Stop) {
        let before = *nodes;
        let mut found = 0;
        let stop = loop {
            let (n, next) = step.run(isa, &mut self.join, covers - found, nodes);
            found += n;
            match next {
                Next::Found => break Stop::Wanted,
                Next::Paused => break Stop::Paused,
                Next::Ended => match self.next_position(isa, nodes) {
                    Next::Found => {}
                    Next::Paused => break Stop::Paused,
                    Next::Ended => break Stop::Ended,
                },
            }
        };
        self.nodes += before - *nodes;
        (found, stop)
    }

    /// Takes the next cover if it is in the same block as the last one, which is fast.
    #[inline(always)]
    pub(super) fn next_of_block(&mut self) -> bool {
        let next = self.join.next_of_block();
        if let Some(text) = next {
            self.cover = text;
        }
        next.is_some()
    }

    /// Skips up to `covers` covers, until `nodes` is used up. If all were skipped, the last of them
    /// becomes the current cover.
    #[inline(always)]
    pub(super) fn skip<I: Lanes>(&mut self, isa: I, covers: u64, nodes: &mut u64) -> (u64, Stop) {
        let (mut found, mut stop) = if covers > 1 {
            self.each_position(isa, covers - 1, nodes, &mut Skip)
        } else {
            (0, Stop::Wanted)
        };
        if stop == Stop::Wanted && covers > 0 {
            let mut take = Take(Text::EMPTY);
            let (n, end) = self.each_position(isa, 1, nodes, &mut take);
            found += n;
            stop = end;
            if stop == Stop::Wanted {
                self.cover = take.0;
            }
        }
        (found, stop)
    }

    /// Writes up to `covers` covers as lines, until there is no room or `nodes` is used up.
    #[inline(always)]
    pub(super) fn write<I: Lanes>(
        &mut self,
        isa: I,
        lines: &mut [u8],
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Stop) {
        let mut lines = Lines::new(lines);
        let covers = covers.min(lines.room() as u64);
        self.each_position(isa, covers, nodes, &mut lines)
    }
}

/// A step on each position that is joined.
///
/// A step is not a closure, because the compiler may put a closure into another codegen unit.
/// Without link-time optimization, the closure is then a function that lacks the instructions in
/// use: writing a solution took 90 ns instead of 60.
trait Step {
    /// Continues with a position until `covers` covers are found or `nodes` is used up. Returns the
    /// number of covers found, and the reason for the stop.
    fn run<I: Lanes>(
        &mut self,
        isa: I,
        join: &mut Join,
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Next);
}

/// A step that skips covers.
struct Skip;

impl Step for Skip {
    #[inline(always)]
    fn run<I: Lanes>(
        &mut self,
        isa: I,
        join: &mut Join,
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Next) {
        join.skip(isa, covers, nodes)
    }
}

/// A step that takes one cover.
struct Take(Text);

impl Step for Take {
    #[inline(always)]
    fn run<I: Lanes>(&mut self, isa: I, join: &mut Join, _: u64, nodes: &mut u64) -> (u64, Next) {
        match join.next(isa, nodes) {
            Ok(text) => {
                self.0 = text;
                (1, Next::Found)
            }
            Err(end) => (0, end),
        }
    }
}

/// A step that writes covers.
impl Step for Lines<'_> {
    #[inline(always)]
    fn run<I: Lanes>(
        &mut self,
        isa: I,
        join: &mut Join,
        covers: u64,
        nodes: &mut u64,
    ) -> (u64, Next) {
        join.write(isa, self, covers, nodes)
    }
}
