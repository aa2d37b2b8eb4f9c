//! The restriction of a diagram to the covers that contain given options and avoid others.

use super::{Diagram, DiagramBuilder, Node, TooManyNodes};
use crate::ids::OptionId;
use crate::problem::UnknownOption;

impl Diagram {
    /// Returns the diagram of the covers that contain every option of `included` and none of
    /// `excluded`. Makes a pass over the diagram for the excluded options, and one for each
    /// included option. A pass takes time and memory proportional to the number of edges and of
    /// their options. Each included option can double the size of the diagram.
    ///
    /// # Errors
    /// [`TooManyNodes`] if the result is too large.
    ///
    /// # Panics
    /// If the diagram lacks one of the options: see [`option_count`](Self::option_count).
    ///
    /// ```
    /// # use quadrille::{OptionId, Problem, engine::memo};
    /// # let mut builder = Problem::builder();
    /// builder.primary(["a", "b"])?;
    /// for option in [&["a"][..], &["b"], &["a", "b"], &["b"]] {
    ///     builder.option(option)?;
    /// }
    /// let diagram = memo::diagram(&builder.build()?)?;
    /// let [a, b, both, _] = [0, 1, 2, 3].map(OptionId::new);
    /// assert_eq!(diagram.restrict(&[a], &[])?.iter().count(), 2);
    /// assert_eq!(diagram.restrict(&[a], &[b])?.iter().count(), 1);
    /// assert!(diagram.restrict(&[a, both], &[])?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restrict(
        &self,
        included: &[OptionId],
        excluded: &[OptionId],
    ) -> Result<Self, TooManyNodes> {
        for &option in included {
            UnknownOption::expect(option, self.option_count);
        }
        let mut diagram = self.avoiding(excluded)?;
        for &option in included {
            diagram = diagram.containing(option)?;
        }
        Ok(diagram)
    }

    fn avoiding(&self, excluded: &[OptionId]) -> Result<Self, TooManyNodes> {
        if excluded.is_empty() {
            return Ok(self.clone());
        }
        let mut is_excluded = vec![false; self.option_count];
        for &option in excluded {
            is_excluded[UnknownOption::expect(option, self.option_count)] = true;
        }
        let mut builder = DiagramBuilder::default();
        let mut renamed = vec![Node::NONE, Node::UNIT];
        for node in self.nodes() {
            let is_left = |edge: &usize| {
                !self.options_of(*edge).iter().any(|option| is_excluded[option.index()])
            };
            let edges = self
                .edges(node)
                .filter(is_left)
                .map(|edge| (edge, renamed[self.child(edge).index()]));
            renamed.push(self.copy(node, edges, &mut builder)?);
        }
        Ok(builder.finish(renamed[self.root.index()], self.option_count))
    }

    fn containing(&self, option: OptionId) -> Result<Self, TooManyNodes> {
        let mut builder = DiagramBuilder::default();
        // For each node, its copy, and a node with only those of its covers that contain the
        // option.
        let mut renamed = vec![Node::NONE, Node::UNIT];
        let mut with = vec![Node::NONE, Node::NONE];
        for node in self.nodes() {
            let whole = self.edges(node).map(|edge| (edge, renamed[self.child(edge).index()]));
            let whole = self.copy(node, whole, &mut builder)?;
            let has_it = |edge: usize| with[self.child(edge).index()] != Node::NONE;
            // Factors have no item in common, so at most one of them has the option.
            let factor = if self.is_product(node) {
                self.edges(node).find(|&edge| has_it(edge))
            } else {
                None
            };
            let edges = self.edges(node).map(|edge| {
                let child = self.child(edge).index();
                let is_satisfied = if self.is_product(node) {
                    factor.is_some_and(|it| it != edge)
                } else {
                    self.options_of(edge).contains(&option)
                };
                (edge, if is_satisfied { renamed[child] } else { with[child] })
            });
            let containing = self.copy(node, edges, &mut builder)?;
            renamed.push(whole);
            with.push(containing);
        }
        Ok(builder.finish(with[self.root.index()], self.option_count))
    }

    /// Copies a node with some of its edges, each with a new child. A product has no covers if one
    /// of these children has none.
    fn copy(
        &self,
        node: Node,
        edges: impl Iterator<Item = (usize, Node)>,
        builder: &mut DiagramBuilder,
    ) -> Result<Node, TooManyNodes> {
        builder.begin();
        let mut is_empty = false;
        for (edge, child) in edges {
            is_empty |= self.is_product(node) && child == Node::NONE;
            builder.edge(self.options_of(edge).iter().copied(), child);
        }
        if is_empty {
            builder.give_up();
            return Ok(Node::NONE);
        }
        builder.end(self.is_product(node))
    }
}
