//! The search for cheap covers: dancing links with a cutoff.

use super::commit::Costed;
use super::search::Search;
use crate::engine::taxes::{Aim, Taxes};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption};

/// The dancing-links engine for covers below a cost, the cutoff. The cutoff can be lowered between
/// covers (as in Knuth's DLX5).
///
/// The engine finds every cover that costs less than the current cutoff, or every cover if there is
/// no cutoff. A part of the cost of each option is moved to its items as taxes. The rest is the net
/// cost, which is never below 0. Options are tried in order of net cost. A branch is pruned when
/// its net costs and the taxes together, rounded up, reach the cutoff. The search over masks in
/// `engine::cheapest` is much faster, but does not support colors or bounds.
///
/// ```
/// use quadrille::engine::links::CheapestLinks;
/// use quadrille::search::{Engine, Step};
/// let mut builder = quadrille::Problem::builder();
/// builder.primary(["a"])?;
/// builder.option_with_cost(["a"], 5)?;
/// builder.option_with_cost(["a"], 3)?;
/// let mut engine = CheapestLinks::new(&builder.build()?);
/// assert_eq!(engine.advance(u64::MAX), Step::Cover);
/// assert_eq!(engine.cover()[0].get(), 1); // the cheaper option comes first
/// engine.cut_off(3);
/// assert_eq!(engine.advance(u64::MAX), Step::Exhausted);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheapestLinks {
    search: Search<Costed>,
    /// The cost of each option, with the sign of the aim.
    costs: Box<[i64]>,
    scale: i64,
    /// A lower bound on the cost of every cover, in units of 1 / `scale`: the bound of [`Taxes`].
    tax: i128,
    cutoff: Option<i64>,
}

impl CheapestLinks {
    /// Compiles a problem. Every problem is supported, even one without costs.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::with_taxes(problem, Aim::Cheapest, Taxes::new(problem, Aim::Cheapest))
    }

    pub(in crate::engine) fn with_taxes(problem: &Problem, aim: Aim, taxes: Taxes) -> Self {
        let costs = problem.options().map(|(option, _)| aim.sign(problem.cost(option))).collect();
        let (scale, tax) = (taxes.scale, taxes.bound);
        let search = Search::with_taxes(problem, Some(taxes));
        Self { search, costs, scale, tax, cutoff: None }
    }

    /// Sets the cutoff: until the next start, only covers that cost less than this are found.
    pub fn cut_off(&mut self, cost: i64) {
        self.cutoff = Some(cost);
        let below = (i128::from(cost) - 1) * i128::from(self.scale) + 1 - self.tax;
        self.search.cut_off(below.max(0).cast_unsigned());
    }

    /// Returns the cost of the current cover.
    #[must_use]
    pub fn cost(&self) -> i64 {
        // The absolute values of all costs add up to at most `i64::MAX`.
        self.search.cover().iter().map(|option| self.costs[option.index()]).sum()
    }
}

impl Engine for CheapestLinks {
    fn name(&self) -> &'static str {
        "cheapest"
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.cutoff = None;
        self.search.start(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        self.search.remaining()
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let last_node = self.stats().nodes.saturating_add(nodes);
        loop {
            let step = self.search.advance(last_node - self.stats().nodes);
            // A cover can cost more than its net cost suggests, for example because it does not pay
            // the taxes of the secondary items that it does not cover. These taxes are at most 0.
            let is_dear = |cutoff| self.cost() >= cutoff;
            if step != Step::Cover || !self.cutoff.is_some_and(is_dear) {
                return step;
            }
        }
    }

    fn cover(&self) -> &[OptionId] {
        self.search.cover()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }
}
