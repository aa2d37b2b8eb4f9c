//! The search of a part in slices of about a millisecond, between which it can be cut.

use std::time::Duration;

use super::sync::Instant;
use crate::search::{Engine, OpenCube, Stats, Step};

/// The time that a slice is to take. A search can be asked for a part of its work as often.
pub(super) const SLICE: Duration = Duration::from_millis(1);
/// The number of nodes in the first slice, and the most in any.
const FIRST: u64 = 256;
const MOST: u64 = 1 << 24;

/// An engine that searches parts in slices.
#[derive(Clone, Debug)]
pub(super) struct Slices<E> {
    engine: E,
    /// The share of the part that is being searched.
    share: f64,
    /// The number of nodes in the next slice.
    nodes: u64,
    /// What of the engine's counters was taken.
    taken: Stats,
}

impl<E: Engine> Slices<E> {
    pub(super) fn new(engine: E) -> Self {
        Self { engine, share: 1.0, nodes: FIRST, taken: Stats::default() }
    }

    /// Begins the search of a part.
    ///
    /// # Panics
    /// If the part names an option that the problem does not have.
    pub(super) fn start(&mut self, part: &OpenCube) {
        let OpenCube { cube, share } = part;
        self.engine.start(cube).expect("the options of a part are those of the problem");
        (self.share, self.taken) = (*share, Stats::default());
    }

    /// Searches a slice: `search` enters at most so many nodes, or stops earlier.
    ///
    /// The number of nodes doubles and halves, so that a slice takes as long as it should, whatever
    /// a node costs.
    pub(super) fn search(&mut self, search: impl FnOnce(&mut E, u64) -> Step) -> Step {
        let begun = Instant::now();
        let step = search(&mut self.engine, self.nodes);
        self.nodes = match begun.elapsed() {
            elapsed if elapsed > SLICE * 2 => (self.nodes / 2).max(1),
            elapsed if elapsed < SLICE / 2 && step == Step::Paused => (self.nodes * 2).min(MOST),
            _ => self.nodes,
        };
        step
    }

    /// What is left of the part, in order.
    pub(super) fn remaining(&self) -> impl Iterator<Item = OpenCube> + use<E> {
        let share = self.share;
        let open = self.engine.remaining().into_iter();
        open.map(move |open| OpenCube { share: open.share * share, ..open })
    }

    /// What was done since the part was begun, or since this was last asked.
    pub(super) fn take_stats(&mut self) -> Stats {
        let Stats { nodes, updates } = self.engine.stats();
        let before = std::mem::replace(&mut self.taken, Stats { nodes, updates });
        Stats { nodes: nodes - before.nodes, updates: updates - before.updates }
    }
}
