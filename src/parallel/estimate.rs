//! The random walks of an estimate, on several threads.
//!
//! A walk has a number, which with the seed determines all of its random choices. The walks are
//! added in the order of these numbers. So the estimate does not depend on the number of threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::OrderedMap;
use crate::search::Engine;
use crate::solve::Estimate;

/// The number of walks by which threads may be ahead of the next walk to be added.
const AHEAD: usize = 1_000;

impl Estimate {
    /// Takes walks on several threads until `watch` breaks, at least `walks` of them are in
    /// complete rounds, or the whole tree is known. The first walk of [`begin`](Self::begin) does
    /// not count. `watch` is called in the calling thread, several times a second and after each
    /// walk but the last. While only the calling thread walks, it is called after each node.
    ///
    /// The estimate is that of [`walk`](Self::walk) with the same seed, for any number of threads.
    /// It can be continued after a break. Only the calling thread enters the top of the tree. If
    /// the system cannot start all threads, fewer run.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use std::ops::ControlFlow;
    /// use quadrille::engine::links::Links;
    /// use quadrille::puzzle::{Puzzle, queens::Queens};
    /// use quadrille::search::Cube;
    /// use quadrille::solve::Estimate;
    ///
    /// let mut engine = Links::new(Queens::new(9)?.problem());
    /// let mut run = |threads| {
    ///     let mut estimate = Estimate::begin(&Cube::default(), 1);
    ///     let _ = estimate.run(&mut engine, threads, 200, |_| ControlFlow::Continue(()));
    ///     estimate.covers()
    /// };
    /// let one = run(NonZeroUsize::MIN);
    /// assert_eq!(run(NonZeroUsize::MIN.saturating_add(3)), one);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If `watch` or the engine panics.
    pub fn run<E: Engine + Clone + Sync>(
        &mut self,
        engine: &mut E,
        threads: NonZeroUsize,
        walks: u64,
        mut watch: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut is_shared = threads.get() > 1;
        while !self.has_walked(walks) {
            if is_shared && let Some(coming) = self.coming_walks(walks) {
                let run = OrderedMap::new(threads, AHEAD).run(
                    coming,
                    || engine.clone(),
                    |engine, mut walk, stop| {
                        while !walk.step(engine) && !stop.is_requested() {}
                        walk
                    },
                    |walk| {
                        if let Some(walk) = walk {
                            self.add_walk(&walk);
                        }
                        self.go_on(walks, &mut watch)
                    },
                );
                match run {
                    Ok(ended) => return ended,
                    // The calling thread continues alone.
                    Err(_) => is_shared = false,
                }
            }
            self.step(engine);
            self.go_on(walks, &mut watch)?;
        }
        ControlFlow::Continue(())
    }

    /// Calls `watch`, unless the last walk has ended.
    fn go_on(
        &self,
        walks: u64,
        watch: &mut impl FnMut(&Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.has_walked(walks) { ControlFlow::Continue(()) } else { watch(self) }
    }
}
