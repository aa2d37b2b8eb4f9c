//! The lazy iterator over the covers of a problem.

use std::iter::FusedIterator;

use crate::count::Count;
use crate::ids::OptionId;
use crate::problem::{Cover, SortedCover};
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption, advance_by_methods};

use super::{AnyEngine, Limits, Watch};

/// A lazy iterator over the covers of a problem. For Sudokus,
/// [`sudoku::Solutions`](crate::sudoku::Solutions) returns grids.
///
/// The iterator owns or borrows one engine. The engine needs memory for the problem and for the
/// depth of the search, but none for the covers. Only the [memo engine](crate::engine::memo) also
/// needs memory for a diagram of the covers. The iterator is fused, and can be dropped at any time.
/// It returns each [`Cover`] by value. [`next_cover`](Self::next_cover) lends the cover instead of
/// allocating it. `count` and `nth` skip covers without building them.
///
/// ```
/// let mut builder = quadrille::Problem::builder();
/// builder.unnamed_primary(20)?;
/// for item in 0..20 {
///     builder.option([quadrille::ItemId::new(item)])?;
///     builder.option([quadrille::ItemId::new(item)])?;
/// }
/// let problem = builder.build()?;
/// assert_eq!(problem.solutions().count(), 1 << 20);
/// let mut solutions = problem.solutions();
/// assert_eq!(solutions.by_ref().take(3).count(), 3);
/// assert!(solutions.stats().nodes < 30); // the search stopped after the third cover
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "the search does nothing until the next cover is requested"]
pub struct Solutions<E = AnyEngine> {
    engine: E,
    limits: Limits,
    watch: Watch,
    found: u64,
    last: Step,
    /// The last cover that the iterator has returned.
    sorted: SortedCover,
    /// The last caller of the engine's `unchanged`.
    follower: Follower,
}

/// The two consumers of the covers of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follower {
    Iterator,
    Caller,
}

impl<E: Engine> Solutions<E> {
    pub(super) fn all(engine: E) -> Self {
        match Self::of(engine, &Cube::default()) {
            Ok(solutions) => solutions,
            Err(_) => unreachable!("the empty cube has no options"),
        }
    }

    pub(super) fn of(mut engine: E, cube: &Cube) -> Result<Self, UnknownOption> {
        engine.start(cube)?;
        Ok(Self::started(engine))
    }

    /// Iterates over the covers of a search that was just started.
    pub(crate) fn started(engine: E) -> Self {
        Self::resumed(engine, 0)
    }

    /// Iterates over the remaining covers of a search that has already found some.
    pub(crate) fn resumed(engine: E, found: u64) -> Self {
        Self {
            engine,
            limits: Limits::none(),
            watch: Watch::new(),
            found,
            last: Step::Paused,
            sorted: SortedCover::default(),
            follower: Follower::Caller,
        }
    }

    /// Returns the same search with these limits, which replace any others. Covers and nodes are
    /// counted from the start of the search.
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.watch = Watch::new();
        self
    }

    /// Returns the next cover, or `None` if there is none within the limits. The order of its
    /// options depends on the engine: see [`Engine::cover`]. Allocates nothing for the cover.
    pub fn next_cover(&mut self) -> Option<&[OptionId]> {
        match self.advance(u64::MAX) {
            Step::Cover => Some(self.engine.cover()),
            Step::Paused | Step::Exhausted => None,
        }
    }

    /// Skips `n` covers without building them, and returns the next one.
    pub fn nth_cover(&mut self, n: u64) -> Option<&[OptionId]> {
        if self.skip_covers(n, u64::MAX).0 < n { None } else { self.next_cover() }
    }

    /// Searches for the next cover within the limits, but stops after `nodes` nodes. So the caller
    /// can do other work during a long search. Returns [`Step::Paused`] when `nodes` or a limit is
    /// reached. After a limit, [`is_cut_short`](Self::is_cut_short) is true.
    pub fn advance(&mut self, nodes: u64) -> Step {
        self.last = if self.last == Step::Exhausted {
            Step::Exhausted
        } else if self.found >= self.limits.covers {
            Step::Paused
        } else {
            let nodes = nodes.min(self.nodes_left());
            self.run(nodes, |engine, nodes| (u64::from(true), engine.advance(nodes))).1
        };
        self.found += u64::from(self.last == Step::Cover);
        self.last
    }

    /// Runs the engine for up to `nodes` nodes, and checks the clock and the flag regularly.
    /// `search` returns the number of covers found, and the last step.
    #[inline]
    fn run(
        &mut self,
        nodes: u64,
        mut search: impl FnMut(&mut E, u64) -> (u64, Step),
    ) -> (u64, Step) {
        let Self { engine, limits, watch, .. } = self;
        if !limits.are_watched() {
            return search(engine, nodes);
        }
        let mut found = 0;
        let step = watch.run(limits, nodes, |nodes| {
            let (covers, step) = search(engine, nodes);
            found += covers;
            (step != Step::Paused).then_some(step)
        });
        (found, step.unwrap_or(Step::Paused))
    }

    /// Returns the current cover. Valid only directly after a step that found one.
    #[must_use]
    pub fn cover(&self) -> &[OptionId] {
        self.engine.cover()
    }

    /// Returns a number of leading options of [`cover`](Self::cover) that have not changed since
    /// the last call to this method: see [`Engine::unchanged`]. If a method of [`Iterator`] returns
    /// a cover between two calls, the result may be 0 instead of a larger number.
    ///
    /// ```
    /// let queens = quadrille::puzzle::queens::Queens::new(8)?;
    /// let mut solutions = quadrille::puzzle::Puzzle::problem(&queens).solutions();
    /// let mut changed = 0;
    /// while solutions.next_cover().is_some() {
    ///     let unchanged = solutions.unchanged();
    ///     changed += solutions.cover()[unchanged..].len();
    /// }
    /// assert!(changed < 92 * 8); // some queens stay in place
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unchanged(&mut self) -> usize {
        self.unchanged_for(Follower::Caller)
    }

    /// Returns the number of leading options that have not changed since the last call, or 0 if
    /// that call was for the other follower.
    #[inline]
    fn unchanged_for(&mut self, follower: Follower) -> usize {
        let unchanged = self.engine.unchanged();
        if std::mem::replace(&mut self.follower, follower) == follower { unchanged } else { 0 }
    }

    /// Skips at most `covers` covers without building them, within the limits and `nodes` nodes.
    /// Returns the number of covers skipped and the last step, which is [`Step::Cover`] if all
    /// `covers` were skipped. Does nothing if `covers` is 0.
    pub fn skip_covers(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        if self.last == Step::Exhausted || covers == 0 {
            return (0, self.last);
        }
        let allowed = covers.min(self.limits.covers.saturating_sub(self.found));
        if allowed == 0 {
            self.last = Step::Paused;
            return (0, self.last);
        }
        let nodes = nodes.min(self.nodes_left());
        let mut left = allowed;
        let (skipped, step) = self.run(nodes, |engine, nodes| {
            let (skipped, step) = engine.skip(left, nodes);
            left -= skipped;
            (skipped, step)
        });
        self.found += skipped;
        // The engine has done all that the limits allow, but the caller requested more.
        self.last = if step == Step::Cover && allowed < covers { Step::Paused } else { step };
        (skipped, self.last)
    }

    #[inline]
    pub(crate) fn engine(&self) -> &E {
        &self.engine
    }

    /// Searches for covers as [`advance`](Self::advance) does, and writes each as a line of `LINE`
    /// bytes. `write` writes the covers that the engine finds within a number of nodes. Returns the
    /// number of lines and the last step: [`Step::Cover`] if there is no room for another line.
    pub(crate) fn write_lines<const LINE: usize>(
        &mut self,
        lines: &mut [u8],
        nodes: u64,
        mut write: impl FnMut(&mut E, &mut [u8], u64) -> (u64, Step),
    ) -> (u64, Step) {
        let nodes = nodes.min(self.nodes_left());
        let room = lines.len() / LINE;
        let allowed = self.limits.covers.saturating_sub(self.found);
        let allowed = usize::try_from(allowed).map_or(room, |allowed| allowed.min(room));
        if self.last == Step::Exhausted || room == 0 {
            return (0, if self.last == Step::Exhausted { self.last } else { Step::Cover });
        }
        if allowed == 0 {
            self.last = Step::Paused;
            return (0, self.last);
        }
        // If the limit allows fewer covers than fit, the buffer is cut to that number of lines.
        let lines = if allowed < room { &mut lines[..allowed * LINE] } else { lines };
        let mut done = 0;
        let (written, step) = self.run(nodes, |engine, nodes| {
            let (written, step) = write(engine, &mut lines[done..], nodes);
            done += written as usize * LINE;
            (written, step)
        });
        self.found += written;
        // The engine has done all that the limits allow, but the caller requested more.
        self.last = if step == Step::Cover && allowed < room { Step::Paused } else { step };
        (written, self.last)
    }

    /// Counts all covers within the limits, including those that were found before. After that, the
    /// iterator is at its end.
    pub fn count_all(&mut self) -> Count {
        self.skip_covers(u64::MAX, u64::MAX);
        self.count_so_far()
    }

    /// Returns the number of covers found so far, exact if the search is exhausted.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        if self.is_exhausted() { self.found.into() } else { Count::at_least(self.found) }
    }

    /// True if there are certainly no more covers. If false, there may be more covers, within the
    /// limits or beyond them.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.last == Step::Exhausted
    }

    /// True if a limit ended the last step. Then it is unknown whether there are more covers.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.last == Step::Paused
            && (self.found >= self.limits.covers || self.nodes_left() == 0 || self.watch.is_over())
    }

    /// Returns the work done since the start of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.engine.stats()
    }

    /// Returns the cubes that have not been searched yet. Any engine can search them: see
    /// [`Engine::remaining`]. The limits have no effect.
    #[must_use]
    pub fn remaining(&self) -> Vec<OpenCube> {
        if self.last == Step::Exhausted { Vec::new() } else { self.engine.remaining() }
    }

    /// Returns the fraction of the search tree that is open: 1 at the start, 0 at the end. In
    /// between, the branches of a node count equally. See [`OpenCube::share`].
    ///
    /// ```
    /// # let mut builder = quadrille::Problem::builder();
    /// builder.unnamed_primary(1)?;
    /// for _ in 0..4 {
    ///     builder.option([quadrille::ItemId::new(0)])?;
    /// }
    /// let mut solutions = builder.build()?.solutions();
    /// assert_eq!(solutions.open(), 1.0);
    /// solutions.next();
    /// assert_eq!(solutions.open(), 0.75);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn open(&self) -> f64 {
        OpenCube::total_share(&self.remaining())
    }

    #[inline]
    fn take_cover(&mut self) -> Cover {
        let unchanged = self.unchanged_for(Follower::Iterator);
        self.sorted.update(self.engine.cover(), unchanged);
        self.sorted.to_cover()
    }

    #[inline]
    fn nodes_left(&self) -> u64 {
        // Reading the counters of the engine adds to the time of each cover.
        if self.limits.nodes == u64::MAX {
            return u64::MAX;
        }
        // After a cover, a search may continue without entering a node, for example to find that no
        // cover remains.
        self.limits.nodes.saturating_sub(self.engine.stats().nodes)
    }
}

impl<E: Engine> Iterator for Solutions<E> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        let is_cover = self.advance(u64::MAX) == Step::Cover;
        is_cover.then(|| self.take_cover())
    }

    fn count(mut self) -> usize {
        let before = self.found;
        self.count_all();
        usize::try_from(self.found - before).expect("the number of covers fits in usize")
    }

    fn nth(&mut self, n: usize) -> Option<Cover> {
        self.nth_cover(n as u64)?;
        Some(self.take_cover())
    }

    fn fold<B, F: FnMut(B, Cover) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        for cover in self.by_ref() {
            folded = f(folded, cover);
        }
        folded
    }
}

impl<E: Engine> FusedIterator for Solutions<E> {}

advance_by_methods!(
    impl [E: Engine] for Solutions<E>:
    stats -> Stats, count_so_far -> Count, is_cut_short -> bool, open -> Option<f64>
);
