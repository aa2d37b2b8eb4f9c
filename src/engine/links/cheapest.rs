//! The search for cheap covers: dancing links with a cutoff.

use super::commit::Costed;
use super::search::Search;
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::search::{Cube, Engine, OpenCube, Stats, Step, UnknownOption};

/// The dancing-links engine for covers below a cost. The limit can be lowered as covers are found
/// (as in Knuth's DLX5).
///
/// Finds every cover that costs less than the cutoff at the time, and all covers if there is no
/// cutoff. As much as possible of the cost of each option is moved to its items as a tax, which
/// every cover pays. The rest, the net cost, is 0 for at least one option of every taxed item.
/// Options are tried in order of net cost. A branch is pruned when the sum of its net costs reaches
/// the cutoff.
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
/// assert_eq!(engine.cover()[0].get(), 1); // the one for 3 comes first
/// engine.cut_off(3);
/// assert_eq!(engine.advance(u64::MAX), Step::Exhausted);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CheapestLinks {
    search: Search<Costed>,
}

impl CheapestLinks {
    /// Compiles a problem. Every problem is supported, also one without costs.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { search: Search::new(problem) }
    }

    /// Sets the cutoff: until the next start, only covers that cost less than this are found.
    pub fn cut_off(&mut self, cost: u64) {
        self.search.cut_off(cost);
    }

    /// Returns the cost of the current cover.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.search.cost()
    }
}

impl Engine for CheapestLinks {
    fn name(&self) -> &'static str {
        "cheapest"
    }

    fn start(&mut self, cube: &Cube) -> Result<(), UnknownOption> {
        self.search.start(cube)
    }

    fn remaining(&self) -> Vec<OpenCube> {
        self.search.remaining()
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.search.advance(nodes)
    }

    fn cover(&self) -> &[OptionId] {
        self.search.cover()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }
}
