//! Searches cubes in slices of about a millisecond, between which the search can be split.

use std::time::Duration;

use super::sync::Instant;
use crate::search::{Engine, OpenCube, Stats, Step};

/// The target time of a slice, which is also the shortest time between two splits of a search.
pub(super) const SLICE: Duration = Duration::from_millis(1);
/// The number of nodes of the first slice, and the largest number of nodes of a slice.
const FIRST: u64 = 256;
const MOST: u64 = 1 << 24;

/// An engine that searches cubes in slices.
#[derive(Clone, Debug)]
pub(super) struct Slices<E> {
    engine: E,
    /// The share of the cube that is being searched.
    share: f64,
    /// The number of nodes in the next slice.
    nodes: u64,
    /// The counters of the engine at the last call of `take_stats`.
    taken: Stats,
}

impl<E: Engine> Slices<E> {
    pub(super) fn new(engine: E) -> Self {
        Self { engine, share: 1.0, nodes: FIRST, taken: Stats::default() }
    }

    /// Starts the search of a cube. The engine keeps what it has learnt from the cubes before. It
    /// learns nothing if the order of covers matters.
    ///
    /// # Panics
    /// If the problem lacks an option of the cube.
    pub(super) fn start(&mut self, open: &OpenCube) {
        let OpenCube { cube, share } = open;
        self.engine.start_next(cube).unwrap_or_else(|error| panic!("{error}"));
        (self.share, self.taken) = (*share, Stats::default());
    }

    /// Searches a slice: `search` enters at most the given number of nodes.
    ///
    /// The number of nodes of a slice is doubled or halved to approach the target time.
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

    /// Iterates over the remaining cubes, in order.
    pub(super) fn remaining(&self) -> impl Iterator<Item = OpenCube> + use<E> {
        let share = self.share;
        let open = self.engine.remaining().into_iter();
        open.map(move |open| OpenCube { share: open.share * share, ..open })
    }

    /// Returns the work done since the start of the cube or the last call.
    pub(super) fn take_stats(&mut self) -> Stats {
        let Stats { nodes, updates } = self.engine.stats();
        let before = std::mem::replace(&mut self.taken, Stats { nodes, updates });
        Stats { nodes: nodes - before.nodes, updates: updates - before.updates }
    }
}
