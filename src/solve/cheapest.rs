//! The cheapest covers of a problem with costs.

use std::collections::BTreeSet;

use crate::count::Count;
use crate::engine::cheapest::{CheapestCovers, Job};
use crate::problem::{Cover, Problem};
use crate::search::{Cube, Stats, Step, UnknownOption, advance_by_methods};

use super::{Limits, Watch};

impl Problem {
    /// Returns the `count` cheapest covers in order of cost, each with its cost, or all covers if
    /// there are fewer. If several covers have the cost of the last cover returned, the choice
    /// among them is unspecified but deterministic.
    ///
    /// Searches every subproblem that could still improve the result. Use [`Cheapest`] to search in
    /// steps.
    ///
    /// ```
    /// let mut builder = quadrille::Problem::builder();
    /// builder.primary(["there", "back"])?;
    /// builder.option_with_cost(["there"], 20)?;
    /// builder.option_with_cost(["back"], 25)?;
    /// builder.option_with_cost(["there", "back"], 40)?;
    /// let problem = builder.build()?;
    /// let costs: Vec<i64> = problem.best(5).into_iter().map(|(_, cost)| cost).collect();
    /// assert_eq!(costs, [40, 45]);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn best(&self, count: usize) -> Vec<(Cover, i64)> {
        let mut cheapest = Cheapest::new(self, count);
        while cheapest.advance(u64::MAX) != Step::Exhausted {}
        cheapest.into_covers()
    }
}

/// A search for the covers of lowest or highest cost. It keeps the best covers found so far, and
/// prunes branches that cannot have a better cover.
///
/// ```
/// use quadrille::{Cheapest, Problem, search::Step};
/// let mut builder = Problem::builder();
/// builder.primary(["a"])?;
/// for cost in [7, 3, -5] {
///     builder.option_with_cost(["a"], cost)?;
/// }
/// let problem = builder.build()?;
/// let mut cheapest = Cheapest::new(&problem, 2);
/// while cheapest.advance(1000) != Step::Exhausted {
///     // check the clock, or `cheapest.best_cost()` and `cheapest.bound()`
/// }
/// let costs: Vec<i64> = cheapest.into_covers().into_iter().map(|(_, cost)| cost).collect();
/// assert_eq!(costs, [-5, 3]);
///
/// let mut dearest = Cheapest::dearest(&problem, 1);
/// while dearest.advance(1000) != Step::Exhausted {}
/// assert_eq!(dearest.best_cost(), Some(7));
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cheapest {
    engine: CheapestCovers,
    count: usize,
    /// The best covers so far, in order of cost. The costs have the engine's sign.
    best: BTreeSet<(i64, Cover)>,
    last: Step,
    limits: Limits,
    watch: Watch,
}

impl Cheapest {
    /// Compiles a problem and starts a search for its `count` cheapest covers.
    #[must_use]
    pub fn new(problem: &Problem, count: usize) -> Self {
        Self::with_engine(CheapestCovers::new(problem), count)
    }

    /// Compiles a problem and starts a search for its `count` covers of highest cost.
    #[must_use]
    pub fn dearest(problem: &Problem, count: usize) -> Self {
        Self::with_engine(CheapestCovers::dearest(problem), count)
    }

    fn with_engine(engine: CheapestCovers, count: usize) -> Self {
        Self {
            engine,
            count,
            best: BTreeSet::new(),
            last: Step::Paused,
            limits: Limits::none(),
            watch: Watch::new(),
        }
    }

    /// Restarts the search, for the covers of a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.best.clear();
        self.last = Step::Paused;
        self.watch = Watch::new();
        self.engine.start(cube)
    }

    /// Returns the same search with these limits, which replace any others. The limit on covers has
    /// no effect.
    ///
    /// ```
    /// use quadrille::{Cheapest, Limits, search::Step};
    /// let queens = quadrille::puzzle::queens::Queens::new(20)?;
    /// let problem = quadrille::puzzle::Puzzle::problem(&queens);
    /// let mut cheapest = Cheapest::new(problem, 1).limited(Limits::none().nodes(5));
    /// assert_eq!(cheapest.advance(u64::MAX), Step::Paused);
    /// assert!(cheapest.is_cut_short());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limited(self, limits: Limits) -> Self {
        Self { limits, watch: Watch::new(), ..self }
    }

    /// Searches for the next cover that is among the best so far, but stops after `nodes` nodes.
    ///
    /// A linear relaxation is solved before the first node is entered. A step that does not
    /// complete it takes at most about as long as `nodes` nodes. Until it is solved, the
    /// [bound](Self::bound) is weaker.
    pub fn advance(&mut self, nodes: u64) -> Step {
        if !self.limits.are_watched() {
            return self.run_alone(nodes);
        }
        if self.is_exhausted() {
            return self.last;
        }
        let (limits, mut watch) = (self.limits.clone(), self.watch);
        let step = watch.run(&limits, nodes, |nodes| {
            let step = self.run_alone(nodes);
            (step != Step::Paused || self.has_spent_its_nodes()).then_some(step)
        });
        self.watch = watch;
        self.last = step.unwrap_or(Step::Paused);
        self.last
    }

    /// True if the search has entered the maximum number of nodes. The limit does not apply to the
    /// relaxation, which enters none.
    fn has_spent_its_nodes(&self) -> bool {
        !self.engine.is_relaxing() && self.stats().nodes >= self.limits.nodes
    }

    /// Continues the relaxation or, once it is solved, searches for up to `nodes` nodes or until a
    /// cover is kept. Does not read the clock.
    fn run_alone(&mut self, nodes: u64) -> Step {
        if self.count == 0 {
            self.last = Step::Exhausted;
        }
        if self.last != Step::Exhausted && !self.engine.relax(nodes) {
            self.last = Step::Paused;
            return self.last;
        }
        let nodes = nodes.min(self.limits.nodes.saturating_sub(self.stats().nodes));
        let last_node = self.stats().nodes.saturating_add(nodes);
        while self.last != Step::Exhausted {
            self.last = self.engine.advance(last_node - self.stats().nodes.min(last_node));
            if self.last != Step::Cover {
                break;
            }
            if self.keep() {
                break;
            }
        }
        self.last
    }

    /// True if a limit has ended the search. Then there may be better covers.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        !self.is_exhausted() && (self.watch.is_over() || self.has_spent_its_nodes())
    }

    /// Checks the limits. Returns true if they end the search.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_cut_short() || self.limits.are_over()
    }

    /// Adds the cover of the engine to the best covers. Returns false if it is already among them,
    /// as the engine can find a cover again, or if `count` covers precede it.
    fn keep(&mut self) -> bool {
        let found = (self.engine.cost(), Cover::from(self.engine.cover()));
        let is_full = self.best.len() == self.count;
        if is_full && self.best.last().is_some_and(|worst| *worst <= found) {
            return false;
        }
        if !self.best.insert(found) {
            return false;
        }
        if self.best.len() > self.count {
            self.best.pop_last();
        }
        if self.best.len() == self.count
            && let Some((worst, _)) = self.best.last()
        {
            self.engine.cut_off(*worst);
        }
        true
    }

    /// Returns the engine, for a search by several threads.
    pub(crate) fn engine(&mut self) -> &mut CheapestCovers {
        &mut self.engine
    }

    pub(crate) fn merge(&mut self, job: Job) {
        if self.engine.merge(job) {
            self.keep();
        }
    }

    /// True if the covers found are known to be the best of all.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.last == Step::Exhausted
    }

    /// Returns the number of covers kept so far.
    #[must_use]
    pub fn found(&self) -> usize {
        self.best.len()
    }

    /// Returns the cost of the best cover so far, or `None` if there is none.
    #[must_use]
    pub fn best_cost(&self) -> Option<i64> {
        self.best.first().map(|&(cost, _)| self.signed(cost))
    }

    /// Returns a proven bound: no cover costs less or, in a search for the highest cost, more. It
    /// is the cost of the best cover once the search [is exhausted](Self::is_exhausted), if a cover
    /// was found.
    #[must_use]
    pub fn bound(&self) -> i64 {
        let bound = self.engine.bound();
        let best = self.best.first().map(|&(cost, _)| cost);
        self.signed(match best {
            Some(best) if self.is_exhausted() => best,
            Some(best) => bound.min(best),
            None => bound,
        })
    }

    /// Returns the distance between the cost of the best cover so far and the
    /// [bound](Self::bound), as a fraction of the absolute value of that cost. It is 0 if the best
    /// cover is proved to be the best of all, and infinite if the cost is 0 and the bound is not.
    /// Returns `None` until a cover is found.
    ///
    /// ```
    /// let mut builder = quadrille::Problem::builder();
    /// builder.primary(["a"])?;
    /// builder.option_with_cost(["a"], 4)?;
    /// let mut cheapest = quadrille::Cheapest::new(&builder.build()?, 1);
    /// assert_eq!(cheapest.gap(), None);
    /// cheapest.advance(u64::MAX);
    /// assert_eq!(cheapest.gap(), Some(0.0));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        let best = self.best_cost()?;
        let distance = i128::from(best) - i128::from(self.bound());
        Some(match distance {
            0 => 0.0,
            distance => distance.unsigned_abs() as f64 / best.unsigned_abs() as f64,
        })
    }

    /// Returns the work done since the start of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.engine.stats()
    }

    /// Returns the best covers found so far, the best one first, each with its cost. They are the
    /// best of all if the search [is exhausted](Self::is_exhausted). There are none before the
    /// first call to [`advance`](Self::advance).
    #[must_use]
    pub fn into_covers(mut self) -> Vec<(Cover, i64)> {
        let best = std::mem::take(&mut self.best);
        best.into_iter().map(|(cost, cover)| (cover, self.signed(cost))).collect()
    }

    /// Returns a cost of the engine with the sign of the problem.
    fn signed(&self, cost: i64) -> i64 {
        if self.engine.is_dearest() { cost.saturating_neg() } else { cost }
    }
}

advance_by_methods!(
    for Cheapest: stats -> Stats, is_cut_short -> bool;
    fn count_so_far(&self) -> Count {
        let found = self.found() as u64;
        if self.is_exhausted() { found.into() } else { Count::at_least(found) }
    }
);
