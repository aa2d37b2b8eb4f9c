//! The lazy iterator over the covers of a problem.

use std::iter::FusedIterator;

use crate::ids::OptionId;
use crate::problem::Cover;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption};

use super::{AnyEngine, Count, Limits};

/// The covers of a problem, one at a time, each found when it is asked for.
///
/// It holds one engine, which needs memory for the problem and for the depth of the search but none
/// for the covers, and can be dropped at any moment. It is fused. As an iterator it yields each
/// [`Cover`] as a value of its own; [`next_cover`](Self::next_cover) lends it instead and allocates
/// nothing for it. `count` and `nth` pass over covers without making them.
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
/// assert!(solutions.stats().nodes < 30); // and no cover after the third was looked for
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "the search does nothing until it is asked for a cover"]
pub struct Solutions<E = AnyEngine> {
    engine: E,
    limits: Limits,
    found: u64,
    last: Step,
}

impl<E: Engine> Solutions<E> {
    pub(super) fn all(engine: E) -> Self {
        match Self::of(engine, &Cube::default()) {
            Ok(solutions) => solutions,
            Err(_) => unreachable!("this cube names no option"),
        }
    }

    pub(super) fn of(mut engine: E, cube: &Cube) -> Result<Self, UnknownOption> {
        engine.start(cube)?;
        Ok(Self { engine, limits: Limits::none(), found: 0, last: Step::Paused })
    }

    /// The same search, cut short by these limits in place of those set before. They count from the
    /// start of the search.
    pub fn limited(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The next cover, as the chosen options of the cube and then the others, in an order that
    /// depends on the engine; or `None` if there is none within the limits. Allocates nothing for
    /// it.
    pub fn next_cover(&mut self) -> Option<&[OptionId]> {
        match self.advance(u64::MAX) {
            Step::Cover => Some(self.engine.cover()),
            Step::Paused | Step::Exhausted => None,
        }
    }

    /// The cover after the next `n`, which it passes over without making them.
    pub fn nth_cover(&mut self, n: u64) -> Option<&[OptionId]> {
        if self.skip_covers(n, u64::MAX).0 < n { None } else { self.next_cover() }
    }

    /// Goes on to the next cover, but for no more than `nodes` nodes and not beyond the limits, so
    /// that a caller can do something else now and then during a long search. [`Step::Paused`] says
    /// that one or the other ended it: [`is_cut_short`](Self::is_cut_short) tells which.
    pub fn advance(&mut self, nodes: u64) -> Step {
        self.last = if self.last == Step::Exhausted {
            Step::Exhausted
        } else if self.found >= self.limits.covers {
            Step::Paused
        } else {
            self.engine.advance(nodes.min(self.nodes_left()))
        };
        self.found += u64::from(self.last == Step::Cover);
        self.last
    }

    /// The cover at which the search stands; meaningful right after a step that found one.
    #[must_use]
    pub fn cover(&self) -> &[OptionId] {
        self.engine.cover()
    }

    /// Passes over up to `covers` covers without making them, within the limits and `nodes` nodes.
    /// Returns how many there were, and the last step: [`Step::Cover`] if `covers` were passed
    /// over. With `covers` 0 it does nothing.
    pub fn skip_covers(&mut self, covers: u64, nodes: u64) -> (u64, Step) {
        if self.last == Step::Exhausted || covers == 0 {
            return (0, self.last);
        }
        let allowed = covers.min(self.limits.covers.saturating_sub(self.found));
        let (skipped, step) = self.engine.skip(allowed, nodes.min(self.nodes_left()));
        self.found += skipped;
        // The engine has done what the limits allowed, and the caller wanted more.
        self.last = if step == Step::Cover && allowed < covers { Step::Paused } else { step };
        (skipped, self.last)
    }

    /// How many covers there are, those that were found before included. Nothing is left to iterate
    /// over then.
    pub fn count_all(&mut self) -> Count {
        self.skip_covers(u64::MAX, u64::MAX);
        self.count_so_far()
    }

    /// How many covers were found up to now, and whether these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        if self.is_exhausted() { Count::Exactly(self.found) } else { Count::AtLeast(self.found) }
    }

    /// Whether it is known that there are no more covers. While it is false there may be more,
    /// within the limits or beyond them.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.last == Step::Exhausted
    }

    /// Whether the last step was ended by a limit, and what is beyond it is not known.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.last == Step::Paused && (self.found >= self.limits.covers || self.nodes_left() == 0)
    }

    /// What the search has done since its start.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.engine.stats()
    }

    /// What has not been entered yet, as parts that any engine can search: see
    /// [`Engine::remaining`]. Limits play no part.
    #[must_use]
    pub fn remaining(&self) -> Vec<OpenCube> {
        if self.last == Step::Exhausted { Vec::new() } else { self.engine.remaining() }
    }

    /// The share of the search tree that is open: 1 at the beginning, 0 at the end, and between
    /// them as the branches taken tell. See [`OpenCube::share`].
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
        self.remaining().iter().map(|open| open.share).sum()
    }

    fn nodes_left(&self) -> u64 {
        // A search may go on from a cover without entering a node, if only to see that there is
        // none.
        self.limits.nodes.saturating_sub(self.engine.stats().nodes)
    }
}

impl<E: Engine> Iterator for Solutions<E> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        self.next_cover().map(Cover::from)
    }

    fn count(mut self) -> usize {
        let before = self.found;
        self.count_all();
        usize::try_from(self.found - before)
            .expect("a search cannot meet more covers than an address space has bytes")
    }

    fn nth(&mut self, n: usize) -> Option<Cover> {
        self.nth_cover(n as u64).map(Cover::from)
    }

    fn fold<B, F: FnMut(B, Cover) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        while let Some(cover) = self.next_cover() {
            folded = f(folded, Cover::from(cover));
        }
        folded
    }
}

impl<E: Engine> FusedIterator for Solutions<E> {}
