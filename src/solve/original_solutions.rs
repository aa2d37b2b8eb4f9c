//! The covers of a problem from a search of a smaller one.

use std::iter::FusedIterator;

use crate::ids::OptionId;
use crate::problem::{Cover, Originals, Reduced};
use crate::search::{Engine, Stats, Step};

use super::{AnyEngine, Count, Limits, Solutions};

impl Reduced {
    /// All covers of the original problem, lazily, from a search of the smaller one.
    pub fn solutions(&self) -> OriginalSolutions<'_> {
        self.expand(self.problem().solutions())
    }

    /// The covers of the original problem that those of a search of [the smaller
    /// one](Self::problem) stand for. Limits of that search end with this: set them on what it
    /// returns.
    ///
    /// ```
    /// use quadrille::{EngineChoice, Problem, Solver};
    /// let mut builder = Problem::builder();
    /// builder.primary(["a"])?;
    /// builder.option(["a"])?;
    /// let reduced = builder.build()?.reduce();
    /// let mut solver = Solver::with_engine(reduced.problem(), EngineChoice::Links)?;
    /// assert_eq!(reduced.expand(solver.solutions()).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expand<E: Engine>(&self, solutions: Solutions<E>) -> OriginalSolutions<'_, E> {
        OriginalSolutions {
            reduced: self,
            solutions: solutions.limited(Limits::none()),
            at_hand: Originals::none(),
            most: u64::MAX,
            found: 0,
            last: Step::Paused,
        }
    }
}

/// The covers of a problem that was [reduced](crate::Problem::reduce), each found when it is asked
/// for: a [`Solutions`] that speaks of the original options.
///
/// ```
/// use quadrille::{Count, Limits, Problem};
/// let mut builder = Problem::builder();
/// builder.unnamed_primary(30)?;
/// for item in (0..30).map(quadrille::ItemId::new) {
///     builder.option([item])?;
///     builder.option([item])?;
/// }
/// let reduced = builder.build()?.reduce();
/// assert_eq!(reduced.solutions().count_all(), Count::Exactly(1 << 30)); // and none of them was made
/// assert_eq!(reduced.solutions().limited(Limits::none().covers(9)).count(), 9);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "the search does nothing until it is asked for a cover"]
pub struct OriginalSolutions<'a, E = AnyEngine> {
    reduced: &'a Reduced,
    solutions: Solutions<E>,
    /// What the cover at which the search stands stands for, less those that were found.
    at_hand: Originals<'a>,
    /// A limit of covers.
    most: u64,
    found: u64,
    last: Step,
}

impl<E: Engine> OriginalSolutions<'_, E> {
    /// The same search, cut short by these limits in place of those set before: of covers of the
    /// original problem, and of nodes of the search of the smaller one. They count from the start
    /// of the search.
    pub fn limited(mut self, limits: Limits) -> Self {
        self.most = limits.covers;
        self.solutions = self.solutions.limited(Limits { covers: u64::MAX, ..limits });
        self
    }

    /// Goes on to the next cover, as [`Solutions::advance`] does.
    pub fn advance(&mut self, nodes: u64) -> Step {
        self.last = if self.last == Step::Exhausted {
            Step::Exhausted
        } else if self.found >= self.most {
            Step::Paused
        } else if self.at_hand.next_cover().is_some() {
            Step::Cover
        } else {
            let step = self.solutions.advance(nodes);
            if step == Step::Cover {
                self.at_hand = self.reduced.originals_of(self.solutions.cover());
                self.at_hand.next_cover();
            }
            step
        };
        self.found += u64::from(self.last == Step::Cover);
        self.last
    }

    /// The cover at which the search stands, in the options of the original problem; meaningful
    /// right after a step that found one.
    #[must_use]
    pub fn cover(&self) -> &[OptionId] {
        self.at_hand.current()
    }

    /// Passes over all covers that it meets within the limits and `nodes` nodes, without making
    /// those that differ in options that are the same. The last step: never [`Step::Cover`].
    pub fn skip_covers(&mut self, nodes: u64) -> Step {
        if self.last == Step::Exhausted {
            return Step::Exhausted;
        }
        let last_node = self.stats().nodes.saturating_add(nodes);
        self.pass(self.at_hand.left());
        self.at_hand = Originals::none();
        self.last = Step::Paused;
        while self.last == Step::Paused && self.found < self.most {
            let nodes = last_node - self.stats().nodes;
            let step = if self.reduced.has_same() {
                let step = self.solutions.advance(nodes);
                if step == Step::Cover {
                    self.pass(self.reduced.originals_of(self.solutions.cover()).left());
                }
                step
            } else {
                // Each of them stands for equally many.
                let each = self.reduced.originals_of(&[]).left();
                let wanted = u128::from(self.most - self.found).div_ceil(each);
                let (covers, step) = self.solutions.skip_covers(wanted as u64, nodes);
                self.pass(each.saturating_mul(u128::from(covers)));
                step
            };
            match step {
                Step::Cover => {}
                Step::Paused => break,
                Step::Exhausted => self.last = Step::Exhausted,
            }
        }
        self.last
    }

    /// Counts covers up to the limit.
    fn pass(&mut self, covers: u128) {
        let allowed = self.most.saturating_sub(self.found);
        self.found += u64::try_from(covers).map_or(allowed, |covers| covers.min(allowed));
    }

    /// How many covers the original problem has, those that were found before included. Nothing is
    /// left to iterate over then. From `u64::MAX` on it is [`Count::AtLeast`] that many.
    pub fn count_all(&mut self) -> Count {
        self.skip_covers(u64::MAX);
        self.count_so_far()
    }

    /// How many covers were found up to now, and whether these are all.
    #[must_use]
    pub fn count_so_far(&self) -> Count {
        if self.is_exhausted() { Count::Exactly(self.found) } else { Count::AtLeast(self.found) }
    }

    /// Whether it is known that there are no more covers.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.last == Step::Exhausted
    }

    /// Whether the last step was ended by a limit, and what is beyond it is not known.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.last == Step::Paused && (self.found >= self.most || self.solutions.is_cut_short())
    }

    /// What the search of the smaller problem has done since its start.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.solutions.stats()
    }

    /// The share of the search tree that is open; see
    /// [`solve::Solutions::open`](crate::solve::Solutions::open).
    #[must_use]
    pub fn open(&self) -> f64 {
        self.solutions.open()
    }
}

impl<E: Engine> Iterator for OriginalSolutions<'_, E> {
    type Item = Cover;

    fn next(&mut self) -> Option<Cover> {
        (self.advance(u64::MAX) == Step::Cover).then(|| Cover::from(self.cover()))
    }

    fn count(mut self) -> usize {
        let before = self.found;
        self.count_all();
        usize::try_from(self.found - before)
            .expect("a search cannot meet more covers than an address space has bytes")
    }
}

impl<E: Engine> FusedIterator for OriginalSolutions<'_, E> {}
