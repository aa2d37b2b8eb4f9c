//! A search of cubes in slices of about a millisecond. Between two slices, the search can be split.

use std::time::Duration;

use super::sync::Instant;
use crate::search::{Engine, OpenCube, Pace, Stats, Step};

/// The pace of a thread. Idle threads wait less than with slices of the usual two milliseconds.
type ThreadPace = Pace<1>;
/// The approximate time of a slice. A search that takes less is not split.
pub(super) const SLICE: Duration = ThreadPace::TIME;

#[derive(Clone, Debug)]
pub(super) struct Slices<E> {
    engine: E,
    /// The share of the search tree that the current cube has.
    share: f64,
    pace: ThreadPace,
    /// The counters of the engine at the last call to `take_stats` for the current cube, or 0.
    taken: Stats,
}

impl<E: Engine> Slices<E> {
    pub(super) fn new(engine: E) -> Self {
        Self { engine, share: 1.0, pace: ThreadPace::begin(), taken: Stats::default() }
    }

    /// Starts the search of a cube. The engine keeps what it has learnt from the previous cubes. It
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
    pub(super) fn search(&mut self, search: impl FnOnce(&mut E, u64) -> Step) -> Step {
        let begun = Instant::now();
        let step = search(&mut self.engine, self.pace.nodes());
        let time = begun.elapsed();
        // A short slice that ends before its nodes are used up does not measure the speed.
        if step == Step::Paused || time > SLICE {
            self.pace.adapt(time);
        }
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
