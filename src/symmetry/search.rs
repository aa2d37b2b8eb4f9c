//! The search for the symmetries of a problem.

use super::graph::{Graph, Vertices, of_problem};
use super::group::Symmetries;
use super::labelling::{Goal, Labelling};
use crate::ids::{ItemId, OptionId};
use crate::problem::Problem;
use crate::search::{Stats, Step, advance_by_methods};

/// An interruptible search for the symmetries of a problem.
///
/// ```
/// use quadrille::search::Step;
/// use quadrille::symmetry::SymmetrySearch;
/// let problem: quadrille::Problem = "a b c d\na b\nb c\nc d\nd a\n".parse()?;
/// let mut search = SymmetrySearch::new(&problem);
/// while search.advance(1000) == Step::Paused {
///     eprintln!("{} so far", search.symmetries().order());
/// }
/// // The rotations and reflections of a square.
/// assert_eq!(search.symmetries().order(), &8_u32.into());
/// # Ok::<(), quadrille::format::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SymmetrySearch {
    graph: Graph,
    vertices: Vertices,
    labelling: Labelling,
    is_done: bool,
}

impl SymmetrySearch {
    /// Starts a search for all symmetries of a problem. This takes time and memory proportional to
    /// the size of the problem, up to a logarithmic factor.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::fixing(problem, &[])
    }

    /// Starts a search for the symmetries that map each of these items to itself. Items that the
    /// problem lacks have no effect. The colors of a fixed item may be exchanged.
    ///
    /// ```
    /// use quadrille::search::Step;
    /// use quadrille::symmetry::SymmetrySearch;
    /// let problem: quadrille::Problem = "a b c d\na b\nb c\nc d\nd a\n".parse()?;
    /// let fixed = problem.item("a").expect("it is there");
    /// let mut search = SymmetrySearch::fixing(&problem, &[fixed]);
    /// while search.advance(u64::MAX) == Step::Paused {}
    /// // The identity, and the reflection that exchanges b and d.
    /// assert_eq!(search.symmetries().order(), &2_u32.into());
    /// # Ok::<(), quadrille::format::ParseError>(())
    /// ```
    #[must_use]
    pub fn fixing(problem: &Problem, items: &[ItemId]) -> Self {
        Self::keeping(problem, items, &[])
    }

    /// Starts a search for the symmetries that map each of these items to itself, and the set of
    /// these options to itself. The problem must have these options.
    pub(crate) fn keeping(problem: &Problem, items: &[ItemId], options: &[OptionId]) -> Self {
        let (mut graph, vertices) = of_problem(problem, items);
        graph.keep(options.iter().map(|option| vertices.items as u32 + option.get()));
        let mut labelling = Labelling::default();
        labelling.start(&graph, Goal::Group);
        Self { graph, vertices, labelling, is_done: false }
    }

    /// Continues the search for up to `nodes` nodes. A node is a partition of the items, options
    /// and colors.
    pub fn advance(&mut self, nodes: u64) -> Step {
        self.is_done = self.is_done || self.labelling.advance(&self.graph, nodes);
        if self.is_done { Step::Exhausted } else { Step::Paused }
    }

    /// Returns the number of nodes so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.labelling.nodes()
    }

    /// Returns the group of the symmetries found so far. Before the end, it is a subgroup of all
    /// symmetries.
    #[must_use]
    pub fn symmetries(&self) -> Symmetries {
        Symmetries::new(self.vertices.clone(), &self.labelling, self.is_done)
    }
}

advance_by_methods!(
    for SymmetrySearch: ;
    fn stats(&self) -> Stats {
        Stats { nodes: self.nodes(), ..Stats::default() }
    }
);
