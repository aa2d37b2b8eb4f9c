//! The cheapest covers of a problem with costs.

use std::collections::BinaryHeap;

use crate::engine::links::CheapestLinks;
use crate::problem::{Cover, Problem};
use crate::search::{Cube, Engine, Stats, Step, UnknownOption};

impl Problem {
    /// Returns the `count` cheapest covers in order of cost, each with its cost, or all covers if
    /// there are fewer. Among covers of equal cost at the end of the list, the choice is
    /// unspecified but deterministic.
    ///
    /// Searches all subproblems that could have a cheaper cover than those found. Use [`Cheapest`]
    /// to search in steps.
    ///
    /// ```
    /// let mut builder = quadrille::Problem::builder();
    /// builder.primary(["there", "back"])?;
    /// builder.option_with_cost(["there"], 20)?;
    /// builder.option_with_cost(["back"], 25)?;
    /// builder.option_with_cost(["there", "back"], 40)?;
    /// let problem = builder.build()?;
    /// let costs: Vec<u64> = problem.best(5).into_iter().map(|(_, cost)| cost).collect();
    /// assert_eq!(costs, [40, 45]);
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    #[must_use]
    pub fn best(&self, count: usize) -> Vec<(Cover, u64)> {
        let mut cheapest = Cheapest::new(self, count);
        while cheapest.advance(u64::MAX) != Step::Exhausted {}
        cheapest.into_covers()
    }
}

/// A search for the cheapest covers. It keeps the best covers found so far, and prunes all that
/// cannot be better.
///
/// ```
/// use quadrille::{Cheapest, Problem, search::Step};
/// let mut builder = Problem::builder();
/// builder.primary(["a"])?;
/// for cost in [7, 3, 5] {
///     builder.option_with_cost(["a"], cost)?;
/// }
/// let mut cheapest = Cheapest::new(&builder.build()?, 2);
/// while cheapest.advance(1000) != Step::Exhausted {
///     // look at the clock, or at the best cover up to now
/// }
/// let costs: Vec<u64> = cheapest.into_covers().into_iter().map(|(_, cost)| cost).collect();
/// assert_eq!(costs, [3, 5]);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cheapest {
    engine: CheapestLinks,
    count: usize,
    /// The best covers so far, the most expensive one on top.
    best: BinaryHeap<(u64, Cover)>,
    last: Step,
}

impl Cheapest {
    /// Compiles a problem and starts a search for its `count` cheapest covers.
    #[must_use]
    pub fn new(problem: &Problem, count: usize) -> Self {
        Self {
            engine: CheapestLinks::new(problem),
            count,
            best: BinaryHeap::new(),
            last: Step::Paused,
        }
    }

    /// Restarts the search with the covers of a cube.
    ///
    /// # Errors
    /// [`UnknownOption`] if the problem lacks an option of the cube.
    pub fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.best.clear();
        self.last = Step::Paused;
        self.engine.start(cube)
    }

    /// Searches for the next cover that is among the best so far, but stops after `nodes` nodes.
    pub fn advance(&mut self, nodes: u64) -> Step {
        if self.count == 0 {
            self.last = Step::Exhausted;
        }
        if self.last == Step::Exhausted {
            return Step::Exhausted;
        }
        self.last = self.engine.advance(nodes);
        if self.last == Step::Cover {
            self.best.push((self.engine.cost(), Cover::from(self.engine.cover())));
            if self.best.len() > self.count {
                self.best.pop();
            }
            if self.best.len() == self.count
                && let Some((worst, _)) = self.best.peek()
            {
                self.engine.cut_off(*worst);
            }
        }
        self.last
    }

    /// True if the covers found are known to be the cheapest.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.last == Step::Exhausted
    }

    /// Returns the number of covers kept so far.
    #[must_use]
    pub fn found(&self) -> usize {
        self.best.len()
    }

    /// Returns the work done since the start of the search.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.engine.stats()
    }

    /// Returns the cheapest covers found so far in order of cost, each with its cost. They are the
    /// cheapest of all if the search [is exhausted](Self::is_exhausted).
    #[must_use]
    pub fn into_covers(self) -> Vec<(Cover, u64)> {
        self.best.into_sorted_vec().into_iter().map(|(cost, cover)| (cover, cost)).collect()
    }
}
